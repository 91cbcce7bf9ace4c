"""Imports: a document handed in, its job, its dry run, and the decision about it."""

import csv
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect

from console.access import access, actor_of, may, safe_next
from console.forms import ImportForm, VersionForm
from console.problems import conflict, found, is_fragment, problem, refusal
from selector import queries, services
from selector.display import ImportPage
from selector.models import Collection
from selector.queries.warm import warmer

# What a spreadsheet would run as a formula; such a cell gets a quote in front.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


@access("engineer")
@require_http_methods(["GET", "HEAD", "POST"])
def import_new(request: HttpRequest, slug: str) -> HttpResponse:
    page = found(queries.collection_page, slug)
    single = page.sources[0] if len(page.sources) == 1 else None
    initial = {"source_name": single.name, "namespace": single.namespace} if single else {}
    is_sent = request.method == "POST"
    form = ImportForm(request.POST, request.FILES) if is_sent else ImportForm(initial=initial)
    if is_sent and form.is_valid():
        started = _start(request, get_object_or_404(Collection, slug=slug), form)
        if started is not None:
            return started
    status = HTTPStatus.OK
    if is_sent:
        status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE if form.is_too_large else HTTPStatus.UNPROCESSABLE_ENTITY
    template = "imports/_new_form.html" if is_fragment(request) else "imports/new.html"
    return render(request, template, {"page": page, "form": form}, status=status)


@access("viewer")
@require_safe
@vary_on_headers("HX-Request")
def import_detail(request: HttpRequest, import_id: int) -> HttpResponse:
    context = {"page": found(queries.import_page, import_id), "may_decide": may(request, "engineer")}
    template = "imports/_state.html" if is_fragment(request) else "imports/detail.html"
    return render(request, template, context)


@access("engineer")
@require_POST
def import_confirm(request: HttpRequest, import_id: int) -> HttpResponse:
    page = found(queries.import_page, import_id)
    refused = _decide(request, page, services.confirm_import)
    if refused is not None:
        return refused
    warmer.wake()
    messages.success(request, _("The import is live."))
    return redirect("collection", page.collection_slug)


@access("engineer")
@require_POST
def import_drop(request: HttpRequest, import_id: int) -> HttpResponse:
    page = found(queries.import_page, import_id)
    refused = _decide(request, page, services.drop_import)
    if refused is not None:
        return refused
    messages.success(request, _("The import was dropped. Nothing has changed."))
    return redirect("collection", page.collection_slug)


@access("engineer")
@require_POST
def import_reread(request: HttpRequest, import_id: int) -> HttpResponse:
    """Compare a document again with a live version that has moved meanwhile."""
    page = found(queries.import_page, import_id)
    refused = _decide(request, page, services.reread_import)
    return refused if refused is not None else redirect("import", page.id)


@access("viewer")
@require_safe
def import_errors_csv(request: HttpRequest, import_id: int) -> HttpResponse:
    problems = found(queries.import_problems, import_id)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="import-{import_id}-errors.csv"'
    # Spreadsheets read UTF-8 only with this mark.
    response.write("\N{ZERO WIDTH NO-BREAK SPACE}")
    writer = csv.writer(response)
    writer.writerow(["kind", "pointer", "line", "reason", "message"])
    for kind, rows in (("skipped", problems.skipped), ("warning", problems.warnings)):
        for row in rows:
            writer.writerow([_harmless(value) for value in (kind, row.pointer, row.line, row.reason, row.message)])
    if problems.omitted:
        writer.writerow(["omitted", "", "", "", _("and %d more") % problems.omitted])
    return response


@access("viewer")
@require_safe
def import_errors_json(request: HttpRequest, import_id: int) -> HttpResponse:
    problems = found(queries.import_problems, import_id).to_dict()
    data = {
        "import": import_id,
        "errors": problems["skipped"],
        "warnings": problems["warnings"],
        "omitted": problems["omitted"],
    }
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="import-{import_id}-errors.json"'
    return response


@access("engineer")
@require_POST
def job_cancel(request: HttpRequest, job_id: int) -> HttpResponse:
    back = safe_next(request, request.POST.get("next", ""), reverse("collections"))
    try:
        found(lambda: services.cancel_job(actor=actor_of(request), job_id=job_id))
    except services.RuleBroken as broken:
        return refusal(request, broken, retry_url=back)
    messages.info(request, _("The job was asked to stop."))
    return redirect(back)


def _start(request: HttpRequest, collection: Collection, form: ImportForm) -> HttpResponse | None:
    """Start the import and go to its page; None where a rule refused it and the form says why."""
    try:
        row = services.start_import(
            actor=actor_of(request),
            collection=collection,
            source_name=form.cleaned_data["source_name"],
            namespace=form.cleaned_data["namespace"],
            root_file=form.cleaned_data["root_file"],
            url=form.cleaned_data["url"],
            document=form.content,
            file_name=form.file_name,
        )
    except services.RuleBroken as broken:
        form.refuse(broken)
        return None
    url = reverse("import", args=[row.id])
    return HttpResponseClientRedirect(url) if is_fragment(request) else redirect(url)


def _decide(request: HttpRequest, page: ImportPage, service: Any) -> HttpResponse | None:
    """Confirm or drop on the version that the person saw; the answer where that was refused, else None."""
    form = VersionForm(request.POST)
    url = reverse("import", args=[page.id])
    if not form.is_valid():
        return problem(request, HTTPStatus.UNPROCESSABLE_ENTITY, retry_url=url)
    try:
        service(actor=actor_of(request), import_id=page.id, version=form.cleaned_data["version"])
    except services.StaleWrite as stale:
        return conflict(request, stale.current, retry_url=url)
    except services.RuleBroken as broken:
        return refusal(request, broken, retry_url=url)
    return None


def _harmless(value: object) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
