"""The addresses of the console, grouped by noun."""

from django.contrib import admin
from django.urls import include, path

from console.views import account, api_docs, collections, imports, runs, tokens, tools

urlpatterns = [
    path("", account.home, name="home"),
    path("sign-in", account.sign_in, name="login"),
    path("sign-out", account.sign_out, name="logout"),
    path("account", account.preferences, name="account"),
    path("preferences", account.quick_switch, name="preferences"),
    path("collections", collections.collection_list, name="collections"),
    path("collections/new", collections.collection_new, name="collection_new"),
    path("collections/<slug:slug>", collections.collection_detail, name="collection"),
    path("collections/<slug:slug>/tools", tools.tool_named, name="tool_named"),
    path("collections/<slug:slug>/tools/<path:name>", tools.tool_detail, name="tool"),
    path("collections/<slug:slug>/overrides", tools.tool_override, name="tool_override"),
    path("collections/<slug:slug>/import", imports.import_new, name="import_new"),
    path("imports/<int:import_id>", imports.import_detail, name="import"),
    path("imports/<int:import_id>/confirm", imports.import_confirm, name="import_confirm"),
    path("imports/<int:import_id>/drop", imports.import_drop, name="import_drop"),
    path("imports/<int:import_id>/reread", imports.import_reread, name="import_reread"),
    path("imports/<int:import_id>/errors.csv", imports.import_errors_csv, name="import_errors_csv"),
    path("imports/<int:import_id>/errors.json", imports.import_errors_json, name="import_errors_json"),
    path("jobs/<int:job_id>/cancel", imports.job_cancel, name="job_cancel"),
    path("runs", runs.run_list, name="runs"),
    path("runs/new", runs.run_new, name="run_new"),
    path("runs/tool-names", runs.tool_names, name="tool_names"),
    path("runs/<int:run_id>", runs.run_detail, name="run"),
    path("runs/<int:run_id>/expected", runs.run_expected, name="run_expected"),
    path("tokens", tokens.tokens, name="tokens"),
    path("tokens/new", tokens.token_new, name="token_new"),
    path("tokens/<int:token_id>/revoke", tokens.token_revoke, name="token_revoke"),
    path("api/v1/docs", api_docs.api_docs, name="api_docs"),
    path("api/v1/", include("console.api.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "console.problems.bad_request"
handler403 = "console.problems.permission_denied"
handler404 = "console.problems.page_not_found"
handler500 = "console.problems.server_error"
