"""Live versions, a filter and what operators say in, a page of tools out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Concat

from selector.display import ToolFilter, ToolListPage, ToolListRow
from selector.models import SourceVersion, ToolRow
from selector.search import fold

from .overlays import ACTIONS, COLUMNS

Said = Mapping[str, Mapping[str, str]]

# Tools on a page, and how far a total is counted. Chosen.
PAGE_ROWS = 50
COUNT_LIMIT = 10_000
GAPS = ("action", "resource", "contract", "response_schema", "summary", "auth")


def tool_list(live: Sequence[SourceVersion], wanted: ToolFilter, said: Said | None = None) -> ToolListPage:
    """A page of the tools of a collection's live versions, by name, in four short queries.

    `said` is what operators say (name -> kind -> value): it is shown and filtered by in place of the document's.
    """
    several, said = len(live) > 1, said or {}
    tools = _filtered(_named(live, several=several), wanted, said)
    total = tools[: COUNT_LIMIT + 1].count()
    rows, has_more, has_less = _window(tools, wanted)
    first = tools.filter(full_name__lt=rows[0].full_name)[:COUNT_LIMIT].count() + 1 if rows else 0
    return ToolListPage(
        rows=tuple(_row(row, said) for row in rows),
        filter=wanted,
        actions=ACTIONS,
        gaps=GAPS,
        first=first,
        last=first + len(rows) - 1 if rows else 0,
        total=min(total, COUNT_LIMIT),
        is_total_capped=total > COUNT_LIMIT,
        next_cursor=rows[-1].full_name if rows and has_more else "",
        previous_cursor=rows[0].full_name if rows and has_less else "",
    )


def names_among(live: Sequence[SourceVersion], names: Iterable[str]) -> frozenset[str]:
    """Those of `names` that a live version has; no query where there are none."""
    wanted = sorted(names)
    if not wanted:
        return frozenset()
    tools = _named(live, several=len(live) > 1).select_related(None)
    return frozenset(tools.filter(full_name__in=wanted).values_list("full_name", flat=True))


def _named(live: Sequence[SourceVersion], *, several: bool) -> QuerySet[Any]:
    """The tools with the names that they have in the collection (see `selector.convert.graphs.full_name`)."""
    name = Concat(F("version__source__namespace"), Value("."), F("name")) if several else F("name")
    tools = ToolRow.objects.filter(version__in=[version.pk for version in live])
    return tools.annotate(full_name=name).select_related("version__source").defer("version__artifact", "facts")


def _filtered(tools: QuerySet[Any], wanted: ToolFilter, said: Said) -> QuerySet[Any]:
    conditions = Q()
    for word in fold(wanted.text).split():
        called = [name for name, kinds in said.items() if word in kinds.get("alias", "")]
        conditions &= (
            Q(search__contains=word) | Q(version__source__namespace__startswith=word) | Q(full_name__in=called)
        )
    if wanted.action:
        conditions &= _is_now("action", wanted.action, said)
    if wanted.resource:
        conditions &= _is_now("resource", wanted.resource, said)
    if wanted.gap in GAPS:
        # A list of words as JSON text: the quotes keep "action" from meaning "canonical_action".
        filled = [name for name, kinds in said.items() if wanted.gap in kinds]
        conditions &= Q(gaps__icontains=f'"{wanted.gap}"') & ~Q(full_name__in=filled)
    return tools.filter(conditions)


def _is_now(kind: str, value: str, said: Said) -> Q:
    """That a tool has a value: the operator's where there is one, else the document's."""
    overridden = [name for name, kinds in said.items() if kind in kinds]
    fits = [name for name in overridden if said[name][kind] == value]
    return Q(**{COLUMNS[kind]: value}) & ~Q(full_name__in=overridden) | Q(full_name__in=fits)


def _window(tools: QuerySet[Any], wanted: ToolFilter) -> tuple[list[Any], bool, bool]:
    """The rows of the page, whether more follow, and whether others come before."""
    if wanted.before:
        back = list(tools.filter(full_name__lt=wanted.before).order_by("-full_name", "-id")[: PAGE_ROWS + 1])
        return list(reversed(back[:PAGE_ROWS])), True, len(back) > PAGE_ROWS
    if wanted.after:
        tools = tools.filter(full_name__gt=wanted.after)
    rows = list(tools.order_by("full_name", "id")[: PAGE_ROWS + 1])
    return rows[:PAGE_ROWS], len(rows) > PAGE_ROWS, bool(wanted.after)


def _row(tool: Any, said: Said) -> ToolListRow:
    own = said.get(tool.full_name, {})
    return ToolListRow(
        name=tool.full_name,
        method=tool.method,
        path=tool.path,
        summary=tool.summary,
        canonical_action=own.get("action", tool.canonical_action),
        primary_resource=own.get("resource", tool.primary_resource),
        result_shape=own.get("shape", tool.result_shape),
        path_module=tool.path_module,
        deprecated=tool.deprecated,
        gaps=tuple(gap for gap in tool.gaps if gap not in own),
        overridden=tuple(kind for kind in COLUMNS if kind in own),
    )
