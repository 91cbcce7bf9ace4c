"""A target and what is given for it in; the source of each input of each step out, producers before consumers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from selector.engine.failures import Reason
from selector.engine.plan.closure import Closed, close
from selector.engine.plan.drafts import PRODUCER, SLOT, Draft, bind_producers, name_slots, without_doubles
from selector.engine.plan.givens import ENTITY, Givens
from selector.engine.plan.inputs import BODY, ToolInput, read_inputs
from selector.engine.plan.refusals import refuse_body, refuse_cycle, refuse_depth, refuse_open
from selector.engine.tools import ToolGraph


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a synthesis may go: calls in a chain, producers that change something, and asking a person."""

    max_depth: int
    allow_mutation: bool
    ask_user: bool


class Walk:
    """One synthesis: from the target to what it needs, each tool once, producers finished before their consumers."""

    def __init__(self, graph: ToolGraph, target: str, givens: Givens, goal: str, limits: Limits) -> None:
        self.target = target
        self.givens = givens
        self.limits = limits
        self.tools = graph.tools
        self.ids: dict[str, str] = {}
        self.drafts: dict[str, list[Draft]] = {}
        self.inputs: dict[str, tuple[ToolInput, ...]] = {}
        # The target says what a bare name means before any of its producers is asked.
        rows = self.inputs[target] = read_inputs(self.tools[target], target)
        self.given = {target: {id(row): self._given(row) for row in rows}}
        met = [f"{target}:{row.name}" for row in rows if self.given[target][id(row)] is not None]
        provided = [key for key in (*givens.entities, *givens.defaults, *met) if key not in givens.misfits]
        self.closed: Closed = close(
            target, graph, goal, provided, limits.max_depth, allow_mutation=limits.allow_mutation
        )

    def plan_step(self, tool: str, trail: tuple[str, ...]) -> str:
        if tool in self.ids:
            return self.ids[tool]
        trail = (*trail, tool)
        if tool not in self.inputs:
            self.inputs[tool] = read_inputs(self.tools[tool], tool)
            self.given[tool] = {id(row): self._given(row) for row in self.inputs[tool]}
        rows, given = self.inputs[tool], self.given[tool]
        self._check_body(tool, rows)
        for producer in self.closed.before(tool):
            if producer in self.tools and producer not in trail:
                self.plan_step(producer, trail)
        drafts = [
            draft for row in rows if (draft := given[id(row)] or self._needed(row, rows, given, trail)) is not None
        ]
        self.drafts[tool] = without_doubles(drafts)
        self.ids[tool] = f"s{len(self.ids) + 1}"
        return self.ids[tool]

    def finish(self) -> dict[str, Any]:
        ordered = [(self.ids[tool], draft) for tool in self.ids for draft in self.drafts[tool]]
        bind_producers([draft for _, draft in ordered], self.tools, self.givens)
        slots = name_slots(ordered, self.givens)
        used = {key for key in self.givens.used if key not in self.givens.entities}
        return {
            "target": self.target,
            "selected_producers": [tool for tool in self.ids if tool != self.target],
            "user_input_slots": slots,
            "context_defaults": sorted(key.removeprefix("default:") for key in used),
            "enum_field_names": self.givens.enum_field_names,
            "enum_mappings": self.givens.mapped,
            "unused_entities": self.givens.unused,
            "blocked_producers": self.closed.blocked_rows(),
            "closure": self.closed.summary(),
        }

    def _given(self, row: ToolInput) -> Draft | None:
        whole = self.givens.whole(row) if row.location == BODY else None
        found = whole or self.givens.find(row, is_target=row.tool == self.target)
        if found is None:
            return None
        reason = "given by the request" if found.source == ENTITY else "a context default"
        return Draft(row, found.source, found.inner, found.expression, reason=reason)

    def _needed(
        self, row: ToolInput, rows: tuple[ToolInput, ...], given: Mapping[int, Draft | None], trail: tuple[str, ...]
    ) -> Draft | None:
        """The source of an input that nothing is given for; None where it may stay away."""
        # An optional input is filled where the call would have no purpose without it, and never asked for.
        if not row.required:
            return self._produced(row, trail) if self.closed.has_purpose(row) else None
        if self._is_only_frame(row, rows, given):
            return None
        if row.kind == "data" and (produced := self._produced(row, trail)) is not None:
            return produced
        return self._slot(row, trail)

    def _produced(self, row: ToolInput, trail: tuple[str, ...]) -> Draft | None:
        edges = self.closed.producers_of(row)
        if self.givens.is_enum(row):
            # What is chosen from a list is chosen by a person, unless an operator says where it comes from.
            edges = [edge for edge in edges if edge["tier"] == "manual"]
        free = [edge for edge in edges if edge["producer"] not in trail and edge["producer"] in self.tools]
        if edges and not free:
            raise refuse_cycle(self.target, row, [*trail, edges[0]["producer"]])
        if not free:
            return None
        producer = free[0]["producer"]
        if producer not in self.ids and len(trail) > self.limits.max_depth:
            raise refuse_depth(self.target, row, trail, self.limits.max_depth)
        step = self.plan_step(producer, trail)
        return Draft(row, PRODUCER, row.inner, from_step=step, from_tool=producer, evidence=free[0])

    def _slot(self, row: ToolInput, trail: tuple[str, ...]) -> Draft:
        blocked = self.closed.blocked_for(row)
        if not self.givens.is_enum(row) and row.kind == "data":
            ended = self.closed.ends_in(row)
            if ended == Reason.CYCLE.value:
                raise refuse_cycle(self.target, row, self.closed.cycle_of(row, trail))
            if ended == Reason.MAX_DEPTH.value:
                raise refuse_depth(self.target, row, trail, self.limits.max_depth)
        if not self.limits.ask_user:
            raise refuse_open(self.target, row, blocked, self.givens.allowed(row) if self.givens.is_enum(row) else None)
        reason = row.kind if row.kind != "data" else "no_producer"
        reason = "enum_required" if self.givens.is_enum(row) else Reason.MUTATION_BLOCKED.value if blocked else reason
        return Draft(row, SLOT, row.inner, reason=reason, evidence={"blocked": blocked})

    def _is_only_frame(self, row: ToolInput, rows: tuple[ToolInput, ...], given: Mapping[int, Draft | None]) -> bool:
        """Whether a list of the body is made by the inputs that stand in it."""
        parts = [
            other for other in rows if other.argument == row.argument and other.inner[: len(row.inner)] == row.inner
        ]
        below = [other for other in parts if len(other.inner) > len(row.inner)]
        return row.type == "array" and any(other.required or given[id(other)] for other in below)

    def _check_body(self, tool: str, rows: tuple[ToolInput, ...]) -> None:
        body = self.tools[tool].get("metadata", {}).get("request_body")
        needs = isinstance(body, Mapping) and body.get("required") is True and "schema" not in body
        if needs and not any(row.location == BODY for row in rows):
            raise refuse_body(self.target, tool)
