"""Collections: the list, a new one, and one with its readiness, sources and tools."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from console.access import access, actor_of, may
from console.forms import CollectionForm, ToolFilterForm, add_refusal
from console.problems import found, is_fragment
from selector import queries, services


@access("viewer")
@require_safe
def collection_list(request: HttpRequest) -> HttpResponse:
    context = {"page": queries.collection_list(), "may_import": may(request, "engineer")}
    return render(request, "collections/list.html", context)


@access("engineer")
@require_http_methods(["GET", "HEAD", "POST"])
def collection_new(request: HttpRequest) -> HttpResponse:
    form = CollectionForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.create_collection(actor=actor_of(request), **form.cleaned_data)
        except services.RuleBroken as broken:
            add_refusal(form, broken)
        else:
            messages.success(request, _("The collection is there. Import a document to fill it."))
            return redirect("import_new", form.cleaned_data["slug"])
    is_refused = request.method == "POST"
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_refused else HTTPStatus.OK
    return render(request, "collections/new.html", {"form": form}, status=status)


@access("viewer")
@require_safe
@vary_on_headers("HX-Request")
def collection_detail(request: HttpRequest, slug: str) -> HttpResponse:
    filters = ToolFilterForm(request.GET)
    page = found(queries.collection_page, slug, filters.value())
    filters.show(page.tools)
    context = {"page": page, "tools": page.tools, "filters": filters, "may_import": may(request, "engineer")}
    template = "collections/_tool_table.html" if is_fragment(request) else "collections/detail.html"
    return render(request, template, context)
