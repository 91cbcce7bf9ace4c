"""The addresses of the API."""

from django.urls import path
from django.views.decorators.http import conditional_page

from console.api import views
from console.api.schema import SchemaView

app_name = "api"
# An ETag on what is read, and 304 to who has it already.
urlpatterns = [
    path("collections", conditional_page(views.CollectionListView.as_view()), name="collections"),
    path("collections/<slug:slug>", conditional_page(views.CollectionView.as_view()), name="collection"),
    path("collections/<slug:slug>/tools", conditional_page(views.ToolListView.as_view()), name="tools"),
    path("collections/<slug:slug>/retrieve", views.RetrieveView.as_view(), name="retrieve"),
    path("collections/<slug:slug>/select", views.SelectView.as_view(), name="select"),
    path("runs", conditional_page(views.RunListView.as_view()), name="runs"),
    path("runs/<int:run_id>", conditional_page(views.RunView.as_view()), name="run"),
    path("runs/<int:run_id>/expected", views.RunExpectedView.as_view(), name="run_expected"),
    path("schema", conditional_page(SchemaView.as_view()), name="schema"),
]
