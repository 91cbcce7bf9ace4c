"""Filters and ids in, the list of runs, the page of one and its neighbours out."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from selector.convert.pages import run_page_of
from selector.display import RunFilter, RunListPage, RunNeighbours, RunPage, RunRow
from selector.models import Collection, RunStatus, SelectorRun, StageName
from selector.search import fold, matching

# Runs on a page. Chosen: a screen and a half.
PAGE_ROWS = 50
LIST_FIELDS = (
    "id",
    "collection__slug",
    "collection__name",
    "query",
    "created_at",
    "created_by_name",
    "origin",
    "status",
    "failed_stage",
    "failed_reason",
    "selected_target",
    "llm_target",
    "overrode_llm",
    "override_risk",
    "ambiguous",
    "duration_ms",
)


def run_list(wanted: RunFilter) -> RunListPage:
    """A page of runs, newest first, in two queries: no row is counted and none is skipped over."""
    collections = tuple(Collection.objects.order_by("name", "slug").values_list("slug", "name"))
    runs = _filtered(wanted)
    if wanted.before is not None:
        back = list(runs.filter(pk__gt=wanted.before).order_by("pk")[: PAGE_ROWS + 1])
        rows, has_newer, has_older = list(reversed(back[:PAGE_ROWS])), len(back) > PAGE_ROWS, True
    else:
        if wanted.after is not None:
            runs = runs.filter(pk__lt=wanted.after)
        found = list(runs.order_by("-pk")[: PAGE_ROWS + 1])
        rows, has_newer, has_older = found[:PAGE_ROWS], wanted.after is not None, len(found) > PAGE_ROWS
    return RunListPage(
        rows=tuple(_row(run) for run in rows),
        filter=wanted,
        collections=collections,
        next_cursor=rows[-1].pk if rows and has_older else None,
        previous_cursor=rows[0].pk if rows and has_newer else None,
    )


def _filtered(wanted: RunFilter) -> QuerySet[SelectorRun]:
    conditions = Q()
    if wanted.collection:
        conditions &= Q(collection__slug=wanted.collection)
    if wanted.status in RunStatus.values:
        conditions &= Q(status=wanted.status)
    if wanted.failed_stage in StageName.values:
        conditions &= Q(failed_stage=wanted.failed_stage)
    if wanted.adapter_request_id:
        conditions &= Q(adapter_request_id=wanted.adapter_request_id)
    if wanted.overridden is not None:
        conditions &= Q(overrode_llm=wanted.overridden)
    if wanted.ambiguous is not None:
        conditions &= Q(ambiguous=wanted.ambiguous)
    if wanted.since is not None:
        conditions &= Q(created_at__gte=wanted.since)
    if wanted.until is not None:
        conditions &= Q(created_at__lt=wanted.until)
    for word in fold(wanted.text).split():
        conditions &= matching(word)
    return SelectorRun.objects.filter(conditions).select_related("collection").only(*LIST_FIELDS)


def _row(run: SelectorRun) -> RunRow:
    return RunRow(
        id=run.pk,
        collection_slug=run.collection.slug,
        collection_name=run.collection.name,
        query=run.query,
        created_at=run.created_at,
        created_by=run.created_by_name,
        origin=run.origin,
        status=run.status,
        failed_stage=run.failed_stage,
        failed_reason=run.failed_reason,
        selected_target=run.selected_target,
        llm_target=run.llm_target,
        overrode_llm=run.overrode_llm,
        override_risk=run.override_risk,
        ambiguous=run.ambiguous,
        duration_ms=run.duration_ms,
    )


def run_page(run_id: int) -> RunPage:
    """The page of one run, in two queries; `SelectorRun.DoesNotExist` where there is none."""
    run = (
        SelectorRun.objects.select_related("collection", "revision")
        .defer("bigrams", "search_text")
        .prefetch_related("stages")
        .get(pk=run_id)
    )
    return run_page_of(run, is_head_revision=run.collection.head_id == run.revision_id)


def run_neighbours(run_id: int, wanted: RunFilter) -> RunNeighbours:
    """The runs before and after one run inside a filter; the run itself need not satisfy it any more."""
    ids = _filtered(wanted).select_related(None)
    newer = ids.filter(pk__gt=run_id).order_by("pk").values_list("pk", flat=True).first()
    older = ids.filter(pk__lt=run_id).order_by("-pk").values_list("pk", flat=True).first()
    return RunNeighbours(newer=newer, older=older)
