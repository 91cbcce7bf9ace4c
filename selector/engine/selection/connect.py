"""A graph, edge rows, or tools alone in; the producers of every input out, worked out once for each collection."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from selector.engine.artifact import Edge
from selector.engine.retrieval.graph import connect_producers
from selector.engine.selection.plain_tools import complete_tool
from selector.engine.selection.producers import FORBIDDEN, Link, Producers
from selector.engine.tools import ToolGraph, ToolTable

Links = dict[str, list[Link]]
_KNOWN: "WeakKeyDictionary[ToolGraph, tuple[Any, Producers]]" = WeakKeyDictionary()


def find_producers(tools: Mapping[str, Mapping[str, Any]], graph: Any = None) -> Producers:
    """The producers among `tools`: by the edges of `graph`, and by the contracts where it has no contract edges.

    `graph` is a ToolGraph, anything else with `edges`, or the rows themselves; without one the tools of a ToolGraph
    have the edges of theirs.
    """
    if isinstance(graph, ToolGraph):
        known = _KNOWN.get(graph)
        if known is None or known[0] is not tools:
            known = _KNOWN[graph] = (tools, _from_edges(tools, list(graph.tools), graph.compact_edges))
        return known[1]
    if graph is None and isinstance(tools, ToolTable):
        if tools.producers is None:
            tools.producers = _from_edges(tools, list(tools), tools.edges)
        made: Producers = tools.producers
        return made
    return _finish(tools, _row_links(_rows(graph), tools))


def _from_edges(tools: Mapping[str, Mapping[str, Any]], names: list[str], edges: Iterable[Edge]) -> Producers:
    links: Links = defaultdict(list)
    for source, target, tier, from_path, from_field, to_field, place, _, confidence in edges:
        if names[source] in tools and source != target:
            links[names[target]].append(Link(names[source], to_field, place, from_path, from_field, tier, confidence))
    return _finish(tools, links)


def _finish(tools: Mapping[str, Mapping[str, Any]], links: Links) -> Producers:
    if not any(row.tier == "contract" for part in links.values() for row in part):
        whole = {name: complete_tool(name, tool) for name, tool in tools.items()}
        names = sorted(whole)
        for source, target, tier, from_path, from_field, to_field, place, _, confidence in connect_producers(whole):
            links[names[target]].append(Link(names[source], to_field, place, from_path, from_field, tier, confidence))
    return Producers(tools, {name: tuple(part) for name, part in links.items()})


def _rows(graph: Any) -> list[Mapping[str, Any]]:
    rows = graph.get("edges") if isinstance(graph, Mapping) else getattr(graph, "edges", graph)
    rows = rows() if callable(rows) else rows
    return [row for row in rows or () if isinstance(row, Mapping)]


def _row_links(rows: Iterable[Mapping[str, Any]], tools: Mapping[str, Any]) -> Links:
    links: Links = defaultdict(list)
    for row in rows:
        source, target = str(row.get("source", "")), str(row.get("target", ""))
        if source not in tools or target not in tools or source == target:
            continue
        flow = row.get("data_flow")
        flow = flow if isinstance(flow, Mapping) else {}
        tier = FORBIDDEN if row.get("forbidden") else str(row.get("evidence_tier") or "name_similarity")
        path = str(flow.get("from_path") or "").removeprefix("$").lstrip(".")
        last = str(flow.get("from_field") or path.replace("[]", "").rsplit(".", 1)[-1])
        confidence = row.get("confidence")
        links[target].append(
            Link(
                source,
                str(flow.get("to_field") or ""),
                str(flow.get("to_location") or ""),
                path,
                last,
                tier,
                float(confidence) if isinstance(confidence, (int, float)) else 1.0 if tier == "manual" else 0.5,
            )
        )
    return links
