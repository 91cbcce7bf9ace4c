"""A tool dict, its graph and what operators say in, the parts of its page out. Only what is shown is worked out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from selector.display import (
    AliasFact,
    EdgeList,
    EdgeRow,
    FieldList,
    FieldRow,
    InputSource,
    OverrideFacts,
    SemanticFact,
)
from selector.engine import ToolGraph
from selector.engine.artifact import Edge
from selector.engine.contract import contract_of

from .graphs import DOCUMENT_KEY, SEMANTIC_KEYS

Said = Mapping[tuple[str, str], OverrideFacts]

# Rows that a list of the page shows before somebody asks for all, and values of an enum that a row shows. Chosen: a
# page of GitHub's largest tool stays under 150 KB.
FIELDS_SHOWN = 100
PRODUCERS_SHOWN = 5
CONSUMERS_SHOWN = 50
ENUM_SHOWN = 12
# Characters of a name or a value in a row; a document may hold any.
TEXT_CHARACTERS = 200
# What "all" means where a tool feeds a thousand others: its whole list, up to this.
EDGES_MAX = 2000
# Evidence, the strongest first, as contract.md 2.1 orders it.
TIERS = ("manual", "openapi_link", "contract", "promoted_trace", "trace", "name_similarity")


def semantic_facts(tool: Mapping[str, Any], said: Said) -> tuple[SemanticFact, ...]:
    """Action, resource, shape and module, each with its source and with what the document says."""
    metadata = tool.get("metadata", {})
    semantic = metadata.get("ai_metadata", {})
    facts = [_fact(kind, key, semantic, said.get((kind, ""))) for kind, key in SEMANTIC_KEYS.items()]
    module = str(metadata.get("openapi", {}).get("path_module") or "")
    source = ("path" if metadata.get("path") else "name",) if module else ()
    return (*facts, SemanticFact("module", module, source, None, module, source, None))


def _fact(kind: str, key: str, semantic: Mapping[str, Any], override: OverrideFacts | None) -> SemanticFact:
    value = str(semantic.get(key) or "")
    sources, confidence = _provenance(semantic.get("provenance", {}).get(key, {}))
    written = semantic.get(DOCUMENT_KEY, {}).get(key)
    if written is None:
        return SemanticFact(kind, value, sources, confidence, value, sources, confidence, override)
    document = (str(written["value"] or ""), *_provenance(written))
    return SemanticFact(kind, value, sources, confidence, *document, override)


def _provenance(row: Mapping[str, Any]) -> tuple[tuple[str, ...], float | None]:
    """The codes of a source that may be several ("path+schema"), and its confidence."""
    sources = tuple(part for part in str(row.get("source") or "").split("+") if part)
    confidence = row.get("confidence")
    return sources, float(confidence) if isinstance(confidence, (int, float)) else None


def alias_facts(tool: Mapping[str, Any], said: Said) -> tuple[AliasFact, ...]:
    """Every alias that the tool has now, the document's first."""
    aliases = tool.get("metadata", {}).get("ai_metadata", {}).get("aliases", ())
    facts = [AliasFact(str(alias), said.get(("alias", str(alias)))) for alias in aliases]
    return tuple(sorted(facts, key=lambda fact: fact.override is not None))


def input_list(tool: Mapping[str, Any], shown: int | None = FIELDS_SHOWN) -> FieldList:
    """What the tool consumes: parameters in their order, then the body."""
    return _field_list(tool, "consumes", shown)


def output_list(tool: Mapping[str, Any], shown: int | None = FIELDS_SHOWN) -> FieldList:
    """What the tool produces, nearest first; `shown` None is the whole list."""
    return _field_list(tool, "produces", shown)


def _field_list(tool: Mapping[str, Any], side: str, shown: int | None) -> FieldList:
    fields = _fields(tool, side)
    contract = contract_of(tool)
    part = (contract.body if side == "consumes" else contract.response) if contract else None
    is_cut = bool(contract and part and "schema" in part and contract.table.was_cut(part["schema"]))
    return FieldList(tuple(_field(row) for row in fields[:shown]), len(fields), is_cut)


def _fields(tool: Mapping[str, Any], side: str) -> list[Mapping[str, Any]]:
    contract = tool.get("metadata", {}).get("api_contract") or {}
    return list(contract.get(side) or ())


def _field(row: Mapping[str, Any]) -> FieldRow:
    enum = list(row.get("enum") or ())
    return FieldRow(
        name=_short(row.get("field_name")),
        path=_short(row.get("json_path")),
        location=str(row.get("location") or ""),
        required=bool(row.get("required")),
        type=_short(row.get("type")),
        format=_short(row.get("format")),
        enum=tuple(_short(value) for value in enum[:ENUM_SHOWN]),
        enum_count=len(enum),
        semantic_tag=_short(row.get("semantic_tag")),
        kind=str(row.get("kind") or "data"),
    )


def _short(value: Any) -> str:
    text = "" if value is None else str(value)
    return text if len(text) <= TEXT_CHARACTERS else text[: TEXT_CHARACTERS - 1] + "…"


class Neighbours:
    """The flows into and out of one tool, found in one pass over the compact edges."""

    def __init__(self, graph: ToolGraph, name: str) -> None:
        self._graph = graph
        self._names: Sequence[str] = list(graph.tools)
        number = self._names.index(name)
        self._in: dict[tuple[str, str], list[Edge]] = defaultdict(list)
        self._out: list[Edge] = []
        for edge in graph.compact_edges:
            if edge[1] == number:
                self._in[edge[6], edge[5]].append(edge)
            if edge[0] == number:
                self._out.append(edge)

    def sources(self, tool: Mapping[str, Any], shown: int = PRODUCERS_SHOWN) -> tuple[InputSource, ...]:
        """Each input that somebody produces or that is required, in the order of the inputs."""
        rest = dict(self._in)
        rows = []
        for field in _fields(tool, "consumes"):
            place = (str(field.get("location") or ""), str(field.get("json_path") or ""))
            edges = rest.pop(place, [])
            if edges or field.get("required"):
                rows.append(self._source(place, edges, shown, bool(field.get("required")), str(field.get("kind"))))
        return (*rows, *(self._source(place, edges, shown, False, "data") for place, edges in sorted(rest.items())))

    def consumers(self, shown: int = CONSUMERS_SHOWN) -> EdgeList:
        """The tools that take something out of this tool's answer, the strongest evidence first."""
        ordered = sorted(self._out, key=lambda edge: (*_strength(edge), self._names[edge[1]], edge[5]))
        return EdgeList(tuple(self._row(edge, edge[1]) for edge in ordered[:shown]), len(ordered))

    def _source(self, place: tuple[str, str], edges: list[Edge], shown: int, required: bool, kind: str) -> InputSource:
        ordered = sorted(edges, key=lambda edge: (*_strength(edge), self._names[edge[0]], edge[3]))
        rows = tuple(self._row(edge, edge[0]) for edge in ordered[:shown])
        return InputSource(place[1], place[0], required, kind, rows, len(ordered))

    def _row(self, edge: Edge, other: int) -> EdgeRow:
        name = self._names[other]
        metadata = self._graph.tools[name].get("metadata", {})
        return EdgeRow(
            tool=name,
            method=str(metadata.get("method") or ""),
            path=str(metadata.get("path") or ""),
            from_path=edge[3],
            to_field=edge[5],
            to_location=edge[6],
            tier=edge[2],
            confidence=edge[8],
        )


def _strength(edge: Edge) -> tuple[int, float]:
    return (TIERS.index(edge[2]) if edge[2] in TIERS else len(TIERS), -edge[8])


def mended_gaps(gaps: Iterable[str], said: Said) -> tuple[str, ...]:
    """The gaps of the document that an operator has filled."""
    return tuple(gap for gap in gaps if (gap, "") in said)
