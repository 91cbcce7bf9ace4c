"""A collection, a tool's name and which lists are wanted whole in, the page of that tool out."""

from __future__ import annotations

from collections.abc import Collection as Names
from typing import Any

from selector.convert.graphs import full_name
from selector.convert.tool_facts import (
    CONSUMERS_SHOWN,
    EDGES_MAX,
    FIELDS_SHOWN,
    PRODUCERS_SHOWN,
    Neighbours,
    alias_facts,
    input_list,
    mended_gaps,
    output_list,
    semantic_facts,
)
from selector.display import ToolPage, ToolRun, ToolRunList
from selector.models import Collection, Revision, RunCandidate, ToolRow

from .graphs import head_graph
from .overlays import ACTIONS, SHAPES, tool_history, tool_overrides

# The lists of the page that can be asked for whole.
WHOLE_LISTS = ("inputs", "outputs", "sources", "consumers", "won", "lost")
# Runs of a list, and of one that is asked for whole. Chosen: recent ones are what is asked for; the run list has all.
RUNS_SHOWN = 10
RUNS_MAX = 100
# Characters of a description on the page; a document may hold a manual.
DESCRIPTION_CHARACTERS = 2000
RUN_FIELDS = (
    "run_id",
    "rank",
    "is_llm",
    "is_expected",
    "run__query",
    "run__created_at",
    "run__status",
    "run__selected_target",
    "run__ambiguous",
    "run__overrode_llm",
)


def tool_page(slug: str, name: str, whole: Names[str] = ()) -> ToolPage:
    """The page of one tool in seven queries, by the cached graph; `whole` names lists of `WHOLE_LISTS`.

    `Collection.DoesNotExist` and `ToolRow.DoesNotExist` where there is none of this name at the head.
    """
    collection = Collection.objects.only("id", "slug", "name").get(slug=slug)
    revision, graph = head_graph(collection.pk)
    tool = graph.tools.get(name)
    if tool is None:
        raise ToolRow.DoesNotExist(f"{slug} has no tool {name!r}.")
    said = tool_overrides(collection.pk, name)
    gaps = _gaps(revision, name)
    mended = mended_gaps(gaps, said)
    neighbours = Neighbours(graph, name)
    metadata = tool.get("metadata", {})
    return ToolPage(
        collection_slug=collection.slug,
        collection_name=collection.name,
        revision_number=revision.number,
        name=name,
        operation_id=str(metadata.get("openapi", {}).get("operation_id") or ""),
        summary=str(metadata.get("ai_metadata", {}).get("one_line_summary") or ""),
        description=str(tool.get("description") or "")[:DESCRIPTION_CHARACTERS],
        method=str(metadata.get("method") or ""),
        path=str(metadata.get("path") or ""),
        tags=tuple(str(tag) for tag in metadata.get("tags") or ()),
        deprecated=bool(metadata.get("deprecated")),
        facts=semantic_facts(tool, said),
        aliases=alias_facts(tool, said),
        inputs=input_list(tool, None if "inputs" in whole else FIELDS_SHOWN),
        outputs=output_list(tool, None if "outputs" in whole else FIELDS_SHOWN),
        sources=neighbours.sources(tool, EDGES_MAX if "sources" in whole else PRODUCERS_SHOWN),
        consumers=neighbours.consumers(EDGES_MAX if "consumers" in whole else CONSUMERS_SHOWN),
        won=_runs(collection.pk, name, selected=True, shown=RUNS_MAX if "won" in whole else RUNS_SHOWN),
        lost=_runs(collection.pk, name, selected=False, shown=RUNS_MAX if "lost" in whole else RUNS_SHOWN),
        gaps=tuple(gap for gap in gaps if gap not in mended),
        mended=mended,
        history=tool_history(collection.pk, name),
        actions=ACTIONS,
        shapes=SHAPES,
    )


def _gaps(revision: Revision, name: str) -> tuple[str, ...]:
    """What the tool's document does not say of it, out of its index row."""
    several = len(revision.live_versions) > 1
    for live in revision.live_versions:
        start = full_name(live["namespace"], "", several=several)
        if name.startswith(start):
            row = ToolRow.objects.filter(version=live["version"], name=name.removeprefix(start)).values("gaps").first()
            if row is not None:
                return tuple(row["gaps"])
    return ()


def _runs(collection_id: int, name: str, *, selected: bool, shown: int) -> ToolRunList:
    """The last runs that the tool won or lost, by index."""
    found = RunCandidate.objects.filter(collection_id=collection_id, tool_name=name, selected=selected)
    rows: list[dict[str, Any]] = list(found.order_by("-run_id").values(*RUN_FIELDS)[: shown + 1])
    runs = tuple(ToolRun(**{key.removeprefix("run__"): value for key, value in row.items()}) for row in rows[:shown])
    return ToolRunList(runs, len(rows) > shown)
