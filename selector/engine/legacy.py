"""A collection.json of graph-tool-call 0.3x-0.4x in, the parts of a tool graph out."""

from collections.abc import Iterable, Mapping
from typing import Any

from selector.engine.artifact import Edge, Parts
from selector.engine.failures import DocumentReason, EngineError
from selector.engine.fields import SchemaTable

# Tiers that graph-tool-call knows under other names.
TIERS = {"openapi_links": "openapi_link", "link": "openapi_link", "explicit": "manual", "structural": "contract"}


def read_collection(collection: Any) -> Parts:
    """The parts of a collection: `tools` as a dict by name or a list, `graph.edges` as rows. EngineError otherwise."""
    tools = collection.get("tools") if isinstance(collection, Mapping) else None
    if not isinstance(tools, (Mapping, list)):
        message = "The file holds no tools; give a collection that was saved by ToolGraph.save or graph-tool-call."
        raise EngineError(DocumentReason.BAD_ARTIFACT, message)
    named = dict(_named_tools(tools))
    order = {name: number for number, name in enumerate(sorted(named))}
    graph = collection.get("graph")
    rows = graph.get("edges") if isinstance(graph, Mapping) else collection.get("edges")
    edges = sorted({edge for edge in (_edge(row, order) for row in _rows(rows)) if edge is not None})
    return Parts(named, SchemaTable({}), tuple(edges), str(collection.get("name") or ""), "graph-tool-call collection")


def _named_tools(tools: Mapping[str, Any] | list[Any]) -> Iterable[tuple[str, dict[str, Any]]]:
    pairs = tools.items() if isinstance(tools, Mapping) else ((None, tool) for tool in tools)
    for key, tool in pairs:
        if isinstance(tool, Mapping):
            name = str(tool.get("name") or key or "")
            if name:
                yield name, {**tool, "name": name}


def _rows(rows: Any) -> Iterable[Mapping[str, Any]]:
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []


def _edge(row: Mapping[str, Any], order: Mapping[str, int]) -> Edge | None:
    attributes = row.get("attrs") if isinstance(row.get("attrs"), Mapping) else row
    source, target = str(row.get("source", "")), str(row.get("target", ""))
    if source not in order or target not in order or not isinstance(attributes, Mapping):
        return None
    flow = attributes.get("data_flow")
    flow = flow if isinstance(flow, Mapping) else {}
    tier = str(attributes.get("evidence_tier") or row.get("evidence_tier") or "name_similarity")
    from_path = str(flow.get("from_path") or "")
    from_field = str(flow.get("from_field") or from_path.replace("[]", "").rsplit(".", 1)[-1])
    confidence = attributes.get("confidence", row.get("confidence", 0.5))
    return (
        order[source],
        order[target],
        TIERS.get(tier, tier),
        from_path,
        from_field,
        str(flow.get("to_field") or ""),
        str(flow.get("to_location") or ""),
        str(flow.get("semantic_tag") or ""),
        float(confidence) if isinstance(confidence, (int, float)) else 0.5,
    )
