"""A tool graph in, its compact JSON-safe artifact out, and back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from selector.engine.contract import LazyContract, contract_of
from selector.engine.failures import DocumentReason, EngineError
from selector.engine.fields import SchemaTable

KIND = "selector-tool-graph"
SCHEMA_VERSION = 1
# An edge in its compact form: numbers of producer and consumer among the sorted tool names, then the rest as it stands
# in `EDGE_PARTS`.
Edge = tuple[int, int, str, str, str, str, str, str, float]
EDGE_PARTS = (
    "source",
    "target",
    "evidence_tier",
    "from_path",
    "from_field",
    "to_field",
    "to_location",
    "semantic_tag",
    "confidence",
)


@dataclass(frozen=True, slots=True)
class Parts:
    """What a tool graph is made of."""

    tools: Mapping[str, dict[str, Any]]
    schemas: SchemaTable
    edges: tuple[Edge, ...]
    title: str = ""
    format: str = ""
    readiness: Mapping[str, Any] = field(default_factory=dict)
    meta: Mapping[str, Any] = field(default_factory=dict)


def pack(graph: Parts) -> dict[str, Any]:
    """The artifact: `tools` rows refer to `parameters` by number, and schemas stand once under `schemas`."""
    parameters = _Once()
    rows = [_pack_tool(tool, parameters) for tool in graph.tools.values()]
    order = parameters.sort()
    for row in rows:
        if "parameters" in row.get("contract", {}):
            row["contract"]["parameters"] = [order[number] for number in row["contract"]["parameters"]]
    return {
        "kind": KIND,
        "schema_version": SCHEMA_VERSION,
        "title": graph.title,
        "format": graph.format,
        "tools": rows,
        "parameters": parameters.values,
        "schemas": {key: graph.schemas.nodes[key] for key in sorted(graph.schemas.nodes)},
        "edges": [list(edge) for edge in graph.edges],
        "readiness": dict(graph.readiness),
        "meta": dict(graph.meta),
    }


def unpack(artifact: Mapping[str, Any]) -> Parts:
    """The parts of an artifact. EngineError (bad_artifact) where it is none or of an unknown version."""
    if not isinstance(artifact, Mapping):
        raise EngineError(DocumentReason.BAD_ARTIFACT, "The artifact is no object; build the collection again.")
    if artifact.get("schema_version") != SCHEMA_VERSION:
        message = f"The artifact has version {artifact.get('schema_version')!r}; build the collection again."
        raise EngineError(DocumentReason.BAD_ARTIFACT, message)
    table = SchemaTable(artifact["schemas"])
    parameters = artifact["parameters"]
    tools = {row["name"]: _unpack_tool(row, table, parameters) for row in artifact["tools"]}
    edges = [_edge(row) for row in artifact["edges"]]
    return Parts(
        tools, table, tuple(edges), artifact["title"], artifact["format"], artifact["readiness"], artifact["meta"]
    )


def join_parts(graphs: Sequence[tuple[str, Parts]]) -> Parts:
    """The parts of several graphs as one; each comes with a mark that keeps its schema keys apart from the others'.

    EngineError (duplicate_tool) where two graphs have a tool of the same name.
    """
    tools: dict[str, dict[str, Any]] = {}
    nodes: dict[str, Any] = {}
    rows = []
    for mark, parts in graphs:
        moved = _marked(pack(parts), mark)
        own = unpack(moved | {"schemas": {}}).tools
        for name in own:
            if name in tools:
                message = f"Two sources have a tool named {name!r}; give one of them a namespace."
                raise EngineError("duplicate_tool", message, {"name": name})
        tools |= own
        nodes |= moved["schemas"]
        rows.append(sorted(own))
    table = SchemaTable(nodes)
    for tool in tools.values():
        contract = contract_of(tool)
        if contract is not None:
            contract.table = table
    order = {name: number for number, name in enumerate(sorted(tools))}
    edges = [
        (order[names[edge[0]]], order[names[edge[1]]], *edge[2:])
        for names, (_, parts) in zip(rows, graphs, strict=True)
        for edge in parts.edges
    ]
    return Parts(tools, table, tuple(sorted(edges)))


def _marked(value: Any, mark: str) -> Any:
    """A copy of an artifact whose schema keys and references carry a mark in front."""
    if isinstance(value, dict):
        copied = {key: _marked(item, mark) for key, item in value.items()}
        if isinstance(value.get("$ref"), str):
            copied["$ref"] = mark + value["$ref"]
        if value.get("kind") == KIND:
            copied["schemas"] = {mark + key: node for key, node in copied["schemas"].items()}
        return copied
    return [_marked(item, mark) for item in value] if isinstance(value, list) else value


class _Once:
    """Gives every distinct value one number."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._numbers: dict[str, int] = {}
        self._by_identity: dict[int, int] = {}

    def number(self, value: Any) -> int:
        known = self._by_identity.get(id(value))
        if known is None:
            text = json.dumps(value, sort_keys=True, ensure_ascii=False)
            known = self._numbers.setdefault(text, len(self._numbers))
            if known == len(self.values):
                self.values.append(value)
            self._by_identity[id(value)] = known
        return known

    def sort(self) -> list[int]:
        """Puts the values into an order of their own, and gives the new number of each old one."""
        texts = sorted(self._numbers)
        new = {text: number for number, text in enumerate(texts)}
        moved = [0] * len(texts)
        for text, old in self._numbers.items():
            moved[old] = new[text]
        self.values = [self.values[self._numbers[text]] for text in texts]
        return moved


def _pack_tool(tool: dict[str, Any], parameters: _Once) -> dict[str, Any]:
    contract = contract_of(tool)
    if contract is None:
        return {"name": tool["name"], "tool": tool}
    metadata = {key: value for key, value in tool["metadata"].items() if key != "api_contract"}
    rest = {key: value for key, value in tool.items() if key not in ("metadata", "parameters")}
    packed: dict[str, Any] = {"parameters": [parameters.number(value) for value in contract.parameters]}
    if contract.body is not None:
        packed["body"] = contract.body
    if contract.response is not None:
        packed["response"] = contract.response
    packed["resource"] = contract.resource
    return rest | {"metadata": metadata, "contract": packed}


def _unpack_tool(row: Mapping[str, Any], table: SchemaTable, parameters: list[dict[str, Any]]) -> dict[str, Any]:
    if "tool" in row:
        return dict(row["tool"])
    packed = row["contract"]
    own = [parameters[number] for number in packed["parameters"]]
    contract = LazyContract(table, own, packed.get("body"), packed.get("response"), packed["resource"])
    tool = {key: value for key, value in row.items() if key not in ("contract", "metadata")}
    tool["parameters"] = own
    tool["metadata"] = {**row["metadata"], "api_contract": contract}
    return tool


def _edge(row: list[Any]) -> Edge:
    source, target, tier, from_path, from_field, to_field, to_location, tag, confidence = row
    return (source, target, tier, from_path, from_field, to_field, to_location, tag, confidence)
