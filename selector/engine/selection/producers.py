"""A graph's edges, or tools alone, in; the producers of each input out, those first that evidence puts first."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from selector.engine.retrieval.demands import plain_path
from selector.engine.retrieval.graph import connect_producers
from selector.engine.selection.inputs import Input, inputs_of
from selector.engine.selection.mutations import is_mutating
from selector.engine.selection.plain_tools import complete_tool
from selector.engine.tools import ToolGraph

# The tiers that may put a tool into a plan, the strongest first. `trace` and `name_similarity` only explain.
TIERS = {"manual": 0, "openapi_link": 1, "contract": 1, "promoted_trace": 2}
FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True)
class Link:
    """One edge as its consumer sees it: `field` is the consumer's JSON path or name, "" for the tool as a whole."""

    producer: str
    field: str
    location: str
    from_path: str
    from_field: str
    tier: str
    confidence: float

    def fits(self, wanted: Input) -> bool:
        return wanted.is_named(self.field) and self.location in ("", wanted.location)


class Producers:
    """Who produces what: links by consumer, and for each tool its inputs and whether it changes something."""

    def __init__(self, tools: Mapping[str, Mapping[str, Any]], links: Mapping[str, tuple[Link, ...]]) -> None:
        self.tools = tools
        self._links = links
        self._inputs: dict[str, tuple[Input, ...]] = {}
        self._fitting: dict[tuple[str, str, str], tuple[Link, ...]] = {}
        self._mutating: dict[str, bool] = {}
        self._places: dict[str, dict[str, str]] = {}
        self.resources: frozenset[str] = frozenset()
        self._survey()

    def _survey(self) -> None:
        """The methods at each path with a tool for each, and the things that the tools are about."""
        resources = set()
        for name in sorted(self.tools):
            metadata = self.tools[name].get("metadata") or {}
            place = self._places.setdefault(plain_path(str(metadata.get("path") or "")), {})
            place.setdefault(str(metadata.get("method") or "").upper(), name)
            resources.add(str((metadata.get("ai_metadata") or {}).get("primary_resource") or ""))
        self.resources = frozenset(resources - {""})

    def methods_at(self, path: str) -> frozenset[str]:
        return frozenset(self._places.get(path, ()))

    def reader_at(self, path: str) -> str:
        return self._places.get(path, {}).get("GET", "")

    def inputs(self, name: str) -> tuple[Input, ...]:
        if name not in self._inputs:
            self._inputs[name] = inputs_of(name, complete_tool(name, self.tools[name]))
        return self._inputs[name]

    def mutates(self, name: str) -> bool:
        if name not in self._mutating:
            self._mutating[name] = is_mutating(name, self.tools[name])
        return self._mutating[name]

    def links_to(self, wanted: Input) -> tuple[Link, ...]:
        """The links that may fill one input, strongest tier first, then the surest, then by name."""
        key = (wanted.tool, wanted.location, wanted.json_path)
        if key not in self._fitting:
            self._fitting[key] = self._fit(wanted)
        return self._fitting[key]

    def whole_links(self, consumer: str) -> tuple[Link, ...]:
        """Operators' edges that name no field: the producer comes first, whatever it gives."""
        gone = {link.producer for link in self.forbidden_links(consumer) if not link.field}
        own = self._links.get(consumer, ())
        return tuple(link for link in own if not link.field and link.tier == "manual" and link.producer not in gone)

    def weak_links(self, consumer: str) -> tuple[Link, ...]:
        return tuple(
            link for link in self._links.get(consumer, ()) if link.tier not in TIERS and link.tier != FORBIDDEN
        )

    def forbidden_links(self, consumer: str) -> tuple[Link, ...]:
        """What an operator took away: a producer for one field, or (field "") for all."""
        return tuple(link for link in self._links.get(consumer, ()) if link.tier == FORBIDDEN)

    def is_promoted(self, link: Link, wanted: Input) -> bool:
        """Whether a run that a person approved took this value from the same producer."""
        return any(
            row.tier == "promoted_trace" and row.producer == link.producer and row.fits(wanted)
            for row in self._links.get(wanted.tool, ())
        )

    def _fit(self, wanted: Input) -> tuple[Link, ...]:
        own = self._links.get(wanted.tool, ())
        taken_away = {row.producer for row in own if row.tier == FORBIDDEN and (not row.field or row.fits(wanted))}
        found: dict[str, Link] = {}
        for link in own:
            if link.tier not in TIERS or link.producer in taken_away or not link.fits(wanted):
                continue
            known = found.get(link.producer)
            if known is None or _order(link) < _order(known):
                found[link.producer] = link
        return tuple(sorted(found.values(), key=_order))


def _order(link: Link) -> tuple[int, float, str, str]:
    return TIERS[link.tier], -link.confidence, link.producer, link.from_path


_KNOWN: "WeakKeyDictionary[ToolGraph, tuple[Any, Producers]]" = WeakKeyDictionary()


def find_producers(tools: Mapping[str, Mapping[str, Any]], graph: Any = None) -> Producers:
    """The producers among `tools`: by the edges of `graph` where there is one, else worked out from the contracts.

    `graph` is a ToolGraph, anything else with `edges`, or the rows themselves.
    """
    if isinstance(graph, ToolGraph):
        known = _KNOWN.get(graph)
        if known is None or known[0] is not tools:
            known = _KNOWN[graph] = (tools, Producers(tools, _compact_links(graph, tools)))
        return known[1]
    rows = _rows(graph)
    whole = {name: complete_tool(name, tool) for name, tool in tools.items()}
    links = defaultdict(list, {name: list(part) for name, part in _row_links(rows, tools).items()})
    if not any(row.tier == "contract" for part in links.values() for row in part):
        names = sorted(whole)
        for source, target, tier, from_path, from_field, to_field, place, _, confidence in connect_producers(whole):
            links[names[target]].append(Link(names[source], to_field, place, from_path, from_field, tier, confidence))
    return Producers(whole, {name: tuple(part) for name, part in links.items()})


def _compact_links(graph: ToolGraph, tools: Mapping[str, Any]) -> dict[str, tuple[Link, ...]]:
    names = list(graph.tools)
    links: dict[str, list[Link]] = defaultdict(list)
    for source, target, tier, from_path, from_field, to_field, place, _, confidence in graph.compact_edges:
        if names[source] in tools and source != target:
            links[names[target]].append(Link(names[source], to_field, place, from_path, from_field, tier, confidence))
    return {name: tuple(part) for name, part in links.items()}


def _rows(graph: Any) -> list[Mapping[str, Any]]:
    rows = graph.get("edges") if isinstance(graph, Mapping) else getattr(graph, "edges", graph)
    rows = rows() if callable(rows) else rows
    return [row for row in rows or () if isinstance(row, Mapping)]


def _row_links(rows: Iterable[Mapping[str, Any]], tools: Mapping[str, Any]) -> dict[str, list[Link]]:
    links: dict[str, list[Link]] = defaultdict(list)
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
