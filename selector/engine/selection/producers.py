"""Tools with their links in; for each input its producers out, those first that evidence puts first."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from selector.engine.retrieval.demands import plain_path
from selector.engine.selection.inputs import Input, inputs_of
from selector.engine.selection.mutations import is_mutating
from selector.engine.selection.plain_tools import complete_tool

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
        promoted = {name: tuple(row for row in part if row.tier == "promoted_trace") for name, part in links.items()}
        self._promoted = {name: part for name, part in promoted.items() if part}
        self._whole: dict[str, dict[str, Any]] = {}
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

    def tool(self, name: str) -> dict[str, Any]:
        """The tool with a method, a path, a reading and a lazy contract, wherever it came from."""
        if name not in self._whole:
            self._whole[name] = complete_tool(name, self.tools[name])
        return self._whole[name]

    def inputs(self, name: str) -> tuple[Input, ...]:
        if name not in self._inputs:
            self._inputs[name] = inputs_of(name, self.tool(name))
        return self._inputs[name]

    def mutates(self, name: str) -> bool:
        if name not in self._mutating:
            self._mutating[name] = is_mutating(name, self.tool(name))
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
        return any(row.producer == link.producer and row.fits(wanted) for row in self._promoted.get(wanted.tool, ()))

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
