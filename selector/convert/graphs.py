"""Stored artifacts and overlay rows in, tool graphs out, and back: how a collection becomes one graph."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from selector.engine import ToolGraph
from selector.engine.artifact import Edge

# zlib level. Measured on GitHub's document: level 6 is 4% larger than 9 at a fifth of the time.
COMPRESSION_LEVEL = 6
# Where each overlay kind of one word lands in a tool's ai_metadata.
SEMANTIC_KEYS = {"action": "canonical_action", "resource": "primary_resource", "shape": "result_shape"}
# Where a tool's ai_metadata keeps what its document says of each overridden key; in memory only.
DOCUMENT_KEY = "document"


def pack_graph(graph: ToolGraph) -> bytes:
    """The graph as compressed JSON."""
    text = json.dumps(graph.to_artifact(), ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode(), COMPRESSION_LEVEL)


def unpack_graph(artifact: bytes | memoryview) -> ToolGraph:
    """The graph that `pack_graph` was given."""
    return ToolGraph.from_artifact(json.loads(zlib.decompress(artifact)))


def compose_graph(parts: Sequence[tuple[str, ToolGraph]], overlay: Iterable[Mapping[str, Any]]) -> ToolGraph:
    """One graph of a collection's sources, `(namespace, graph)` each, with what operators say about the tools.

    Tools are named `namespace.tool` when there are several sources and keep their own names when there is one.
    """
    ordered = sorted(parts, key=lambda part: part[0])
    if not ordered:
        return ToolGraph.from_tools({})
    if len(ordered) == 1:
        return with_overlay(ordered[0][1], overlay)
    graphs = [with_namespace(graph, namespace) for namespace, graph in ordered]
    return with_overlay(merge_graphs(graphs), overlay)


def with_namespace(graph: ToolGraph, namespace: str) -> ToolGraph:
    """The graph with a namespace in front of every tool's name. The operation ids stay and are still searched."""
    tools = {}
    for name, tool in graph.tools.items():
        renamed = full_name(namespace, name, several=True)
        tools[renamed] = {**tool, "name": renamed}
    return _with_tools(graph, tools)


def merge_graphs(graphs: Sequence[ToolGraph]) -> ToolGraph:
    """One graph of several whose names differ, for this process only: a tool keeps the schemas of its own source."""
    tools = {name: tool for graph in graphs for name, tool in graph.tools.items()}
    place = {name: number for number, name in enumerate(sorted(tools))}
    edges: list[Edge] = []
    for graph in graphs:
        own = [place[name] for name in graph.tools]
        edges += [(own[edge[0]], own[edge[1]], *edge[2:]) for edge in graph.compact_edges]
    return ToolGraph(tools, edges=sorted(edges), title=graphs[0].title, document_format=graphs[0].format)


def _with_tools(graph: ToolGraph, tools: Mapping[str, dict[str, Any]]) -> ToolGraph:
    # Edges name their tools by place in the order of names, which neither a common prefix nor new content changes.
    return ToolGraph(tools, graph.schemas, graph.compact_edges, graph.title, graph.format, graph.readiness, graph.meta)


def full_name(namespace: str, name: str, *, several: bool) -> str:
    """A tool's name in its collection, as `compose_graph` gives it."""
    return f"{namespace}.{name}" if several else name


def with_overlay(graph: ToolGraph, overlay: Iterable[Mapping[str, Any]]) -> ToolGraph:
    """The graph with actions, resources, shapes and aliases as operators say. Rows of gone tools do nothing."""
    changed: dict[str, dict[str, Any]] = {}
    for row in sorted(overlay, key=lambda row: (row["kind"], row["tool_name"], row["key"])):
        name = row["tool_name"]
        if name not in graph.tools or (row["kind"] not in SEMANTIC_KEYS and row["kind"] != "alias"):
            continue
        tool = changed.setdefault(name, _shallow_copy(graph.tools[name]))
        _override(tool["metadata"]["ai_metadata"], row)
    return _with_tools(graph, {**graph.tools, **changed}) if changed else graph


def _shallow_copy(tool: Mapping[str, Any]) -> dict[str, Any]:
    # The contract stays the lazy one: only what is overridden is copied.
    fresh = dict(tool)
    fresh["metadata"] = dict(tool.get("metadata", {}))
    semantic = dict(fresh["metadata"].get("ai_metadata", {}))
    semantic["aliases"] = list(semantic.get("aliases", ()))
    semantic["provenance"] = dict(semantic.get("provenance", {}))
    fresh["metadata"]["ai_metadata"] = semantic
    return fresh


def _override(semantic: dict[str, Any], row: Mapping[str, Any]) -> None:
    if row["kind"] == "alias":
        if row["key"] not in semantic["aliases"]:
            semantic["aliases"].append(row["key"])
        return
    key = SEMANTIC_KEYS[row["kind"]]
    written = {"value": semantic.get(key), **semantic["provenance"].get(key, {})}
    semantic[DOCUMENT_KEY] = {**semantic.get(DOCUMENT_KEY, {}), key: written}
    semantic[key] = row["value"]
    semantic["provenance"][key] = {"source": "operator", "confidence": 1.0}
