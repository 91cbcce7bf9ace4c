"""Runs: the list, a new one, one with its evidence, and the mark of the expected target."""

import uuid
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect

from console.access import access, actor_of, may
from console.forms import ExpectedForm, RunFilterForm, RunForm, add_refusal, run_initial
from console.problems import conflict, found, is_fragment
from console.run_filter import carried, filter_view, run_way
from console.run_page import run_view
from selector import queries, services
from selector.display import NewRunOptions, RunPage, ToolFilter
from selector.models import Collection


@access("viewer")
@require_safe
@vary_on_headers("HX-Request")
def run_list(request: HttpRequest) -> HttpResponse:
    filters = RunFilterForm(request.GET)
    page = queries.run_list(filters.value())
    filters.show(page.collections)
    view = filter_view(filters, {pair[0]: pair[1] for pair in page.collections})
    context = {"page": page, "filters": filters, "view": view, "may_run": may(request, "engineer")}
    template = "runs/_run_table.html" if is_fragment(request) else "runs/list.html"
    # What could not be read is named at the list, which shows what the rest of the filter leaves.
    status = HTTPStatus.UNPROCESSABLE_ENTITY if view.problems else HTTPStatus.OK
    return render(request, template, context, status=status)


@access("engineer")
@require_http_methods(["GET", "HEAD", "POST"])
def run_new(request: HttpRequest) -> HttpResponse:
    options = queries.new_run_options()
    if request.method != "POST":
        form = RunForm(options=options, initial=_run_initial(request, options))
        way = carried(request.GET.get("list", ""))
        return render(request, "runs/new.html", {"form": form, "options": options, "way_query": way})
    form = RunForm(request.POST, options=options)
    started = _start(request, form) if form.is_valid() else None
    if started is not None:
        return started
    template = "runs/_new_form.html" if is_fragment(request) else "runs/new.html"
    context = {"form": form, "options": options, "way_query": carried(request.POST.get("list", ""))}
    return render(request, template, context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@access("viewer")
@require_safe
def tool_names(request: HttpRequest) -> HttpResponse:
    """Offer names of tools of the collection while one is typed."""
    field = "expected_target" if "expected_target" in request.GET else "llm_target"
    page = found(
        queries.collection_page, request.GET.get("collection", ""), ToolFilter(text=request.GET.get(field, ""))
    )
    names = [row.name for row in page.tools.rows]
    return render(request, "runs/_tool_names.html", {"field": field, "names": names})


@access("viewer")
@require_safe
@vary_on_headers("HX-Request")
def run_detail(request: HttpRequest, run_id: int) -> HttpResponse:
    template = "runs/_evidence.html" if is_fragment(request) else "runs/detail.html"
    return render(request, template, _run_context(request, found(queries.run_page, run_id)))


@access("operator")
@require_POST
def run_expected(request: HttpRequest, run_id: int) -> HttpResponse:
    """Mark the tool that would be right; inside the page the panel comes back alone."""
    form = ExpectedForm(request.POST)
    current = None
    if form.is_valid():
        try:
            services.mark_expected_target(actor=actor_of(request), run_id=run_id, **form.cleaned_data)
        except services.StaleWrite as stale:
            current = stale.current
        except services.RuleBroken as broken:
            add_refusal(form, broken)
        else:
            messages.success(request, _("The expected target is marked."))
            url = reverse("run", args=[run_id]) + carried(request.GET.urlencode())
            return HttpResponseClientRedirect(url) if is_fragment(request) else redirect(url)
    return _refused_mark(request, found(queries.run_page, run_id), form, current)


def _refused_mark(request: HttpRequest, run: RunPage, form: ExpectedForm, current: Any) -> HttpResponse:
    typed = {_("Tool"): request.POST.get("target", "")}
    if current and not is_fragment(request):
        url = reverse("run", args=[run.id]) + carried(request.GET.urlencode())
        return conflict(request, current, kept=typed, retry_url=url)
    context = _run_context(request, run) | {"form": form, "current": current, "kept": typed if current else {}}
    status = HTTPStatus.CONFLICT if current else HTTPStatus.UNPROCESSABLE_ENTITY
    template = "runs/_expected.html" if is_fragment(request) else "runs/detail.html"
    return render(request, template, context, status=status)


def _run_context(request: HttpRequest, run: RunPage) -> dict[str, Any]:
    may_run = may(request, "engineer")
    target = run.expected.name if run.expected else ""
    filters = RunFilterForm(request.GET)
    neighbours = queries.run_neighbours(run.id, filters.value())
    way = run_way(filters, run.id, neighbours, {run.collection_slug: run.collection_name})
    return {
        "page": run_view(run, request.GET, can_import=may_run, list_query=way.list_query),
        "run": run,
        "way": way,
        "form": ExpectedForm(initial={"target": target, "version": run.version}),
        "may_mark": may(request, "operator"),
        "may_run": may_run,
    }


def _run_initial(request: HttpRequest, options: NewRunOptions) -> dict[str, Any]:
    """Give what the form starts from: an earlier run, or what the address names; and a key for this one asking."""
    start: dict[str, Any] = {"idempotency_key": uuid.uuid4().hex}
    earlier = request.GET.get("from", "")
    if earlier.isdecimal():
        return start | run_initial(found(queries.run_page, int(earlier)))
    known = {row.slug for row in options.collections}
    named = {name: request.GET[name] for name in ("query", "llm_target", "expected_target") if name in request.GET}
    slug = request.GET.get("collection", "")
    return start | named | ({"collection": slug} if slug in known else {})


def _start(request: HttpRequest, form: RunForm) -> HttpResponse | None:
    """Start the run and go to its page, at the stage that failed; None where a rule refused and the form says why."""
    try:
        given = {**form.cleaned_data, "collection": get_object_or_404(Collection, slug=form.cleaned_data["collection"])}
        run = services.start_run(actor=actor_of(request), origin="page", **given)
    except services.RuleBroken as broken:
        add_refusal(form, broken)
        return None
    url = reverse("run", args=[run.id]) + carried(request.POST.get("list", ""))
    url += f"#stage-{run.failed_stage}" if run.failed_stage else ""
    return HttpResponseClientRedirect(url) if is_fragment(request) else redirect(url)
