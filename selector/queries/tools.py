"""Live versions and a filter in, a page of tools out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Concat

from selector.convert.graphs import full_name
from selector.display import ToolFilter, ToolListPage, ToolListRow
from selector.models import SourceVersion, ToolRow
from selector.search import fold

# Tools on a page, and how far a total is counted. Chosen.
PAGE_ROWS = 50
COUNT_LIMIT = 10_000
ACTIONS = ("search", "read", "create", "update", "delete", "action")
GAPS = ("action", "resource", "contract", "response_schema", "summary", "auth")


def tool_list(live: Sequence[SourceVersion], wanted: ToolFilter) -> ToolListPage:
    """A page of the tools of a collection's live versions, by name, in four short queries."""
    several = len(live) > 1
    tools = _filtered(_named(live, several=several), wanted)
    total = tools[: COUNT_LIMIT + 1].count()
    rows, has_more, has_less = _window(tools, wanted)
    first = tools.filter(full_name__lt=rows[0].full_name)[:COUNT_LIMIT].count() + 1 if rows else 0
    return ToolListPage(
        rows=tuple(_row(row, several=several) for row in rows),
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


def _named(live: Sequence[SourceVersion], *, several: bool) -> QuerySet[Any]:
    """The tools with the names that they have in the collection (see `convert.graphs.full_name`)."""
    name = Concat(F("version__source__namespace"), Value("."), F("name")) if several else F("name")
    tools = ToolRow.objects.filter(version__in=[version.pk for version in live])
    return tools.annotate(full_name=name).select_related("version__source").defer("version__artifact", "facts")


def _filtered(tools: QuerySet[Any], wanted: ToolFilter) -> QuerySet[Any]:
    conditions = Q()
    for word in fold(wanted.text).split():
        conditions &= Q(search__contains=word) | Q(version__source__namespace__startswith=word)
    if wanted.action:
        conditions &= Q(canonical_action=wanted.action)
    if wanted.resource:
        conditions &= Q(primary_resource=wanted.resource)
    if wanted.gap in GAPS:
        # A list of words as JSON text: the quotes keep "action" from meaning "canonical_action".
        conditions &= Q(gaps__icontains=f'"{wanted.gap}"')
    return tools.filter(conditions)


def _window(tools: QuerySet[Any], wanted: ToolFilter) -> tuple[list[Any], bool, bool]:
    """The rows of the page, whether more follow, and whether others come before."""
    if wanted.before:
        back = list(tools.filter(full_name__lt=wanted.before).order_by("-full_name", "-id")[: PAGE_ROWS + 1])
        return list(reversed(back[:PAGE_ROWS])), True, len(back) > PAGE_ROWS
    if wanted.after:
        tools = tools.filter(full_name__gt=wanted.after)
    rows = list(tools.order_by("full_name", "id")[: PAGE_ROWS + 1])
    return rows[:PAGE_ROWS], len(rows) > PAGE_ROWS, bool(wanted.after)


def _row(tool: ToolRow, *, several: bool) -> ToolListRow:
    return ToolListRow(
        name=full_name(tool.version.source.namespace, tool.name, several=several),
        method=tool.method,
        path=tool.path,
        summary=tool.summary,
        canonical_action=tool.canonical_action,
        primary_resource=tool.primary_resource,
        result_shape=tool.result_shape,
        path_module=tool.path_module,
        deprecated=tool.deprecated,
        gaps=tuple(tool.gaps),
    )
