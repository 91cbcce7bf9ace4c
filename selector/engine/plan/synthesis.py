"""A tool graph, a target and the values that a request names in, the plan that calls it out, or why there is none."""

import hashlib
import json
from collections.abc import Collection, Mapping
from typing import Any

from selector.engine.failures import Reason
from selector.engine.plan.closure import Closed, close
from selector.engine.plan.drafts import PRODUCER, SLOT, Draft, bind_producers, build_args, name_slots
from selector.engine.plan.givens import ENTITY, Givens, enum_required, place_of, slot_of
from selector.engine.plan.inputs import BODY, ToolInput, read_inputs, top_fields
from selector.engine.plan.model import Plan, PlanStep, PlanSynthesisError
from selector.engine.selection.mutations import is_mutating
from selector.engine.tools import ToolGraph

# Names by which a reply says how a call went; where a document has them in its answer they are its own data.
OUTCOME_NAMES = ("status", "code", "error", "errors", "ok", "success")


class PathSynthesizer:
    """Makes plans over one tool graph. Equal input gives an equal plan.

    `context_defaults` maps inputs to values that hold for the whole collection. `enum_field_names` are names of inputs
    that take values of a closed list, or a mapping from a name to `{label: value}` or to its values. `max_depth` is
    the number of calls in a chain in front of the target. With `allow_mutation=False` a target that changes something
    is refused; only with True, and a goal that asks for a change, may a producer change something. With
    `ask_user=False` an input that only a person could give is an error.

    >>> graph = {
    ...     "getOrder": {
    ...         "name": "getOrder",
    ...         "metadata": {
    ...             "method": "GET",
    ...             "path": "/orders/{orderNo}",
    ...             "consumes": [{"field_name": "orderNo", "location": "path", "required": True}],
    ...         },
    ...     }
    ... }
    >>> PathSynthesizer(graph).synthesize(target="getOrder", entities={"orderNo": "A-1"}).steps[0].args
    {'orderNo': '${input.orderNo}'}
    """

    def __init__(
        self,
        graph: ToolGraph | Mapping[str, Any],
        context_defaults: Mapping[str, Any] | None = None,
        enum_field_names: Mapping[str, Any] | Collection[str] | None = None,
        max_depth: int = 5,
        *,
        allow_mutation: bool | None = None,
        ask_user: bool = True,
    ) -> None:
        self.graph = as_graph(graph)
        self.context_defaults = dict(context_defaults or {})
        self.enum_field_names = enum_field_names or ()
        self.max_depth = max_depth
        self.allow_mutation = allow_mutation
        self.ask_user = ask_user

    def synthesize(
        self,
        target: str,
        entities: Mapping[str, Any] | None = None,
        goal: str = "",
        target_selector: Mapping[str, Any] | None = None,
    ) -> Plan:
        """The plan whose last step calls `target`; PlanSynthesisError says why there is none.

        Inputs are filled from `entities`, then context defaults, then producers, then a slot for a person.
        `plan.metadata["synthesis"]` holds the slots, the producers, what was blocked and, where it is given, the
        selection as `target_selector`.
        """
        if target not in self.graph.tools:
            message = f"There is no tool {target!r} in this collection; choose a target that is in it."
            raise PlanSynthesisError(Reason.UNKNOWN_TARGET, message, {"target": target})
        if self.allow_mutation is False and is_mutating(target, self.graph.tools[target]):
            message = f"{target} changes something, and this collection only allows reads; allow mutations to plan it."
            raise PlanSynthesisError(Reason.MUTATION_BLOCKED, message, {"target": target, "tools": [target]})
        givens = Givens(entities or {}, self.context_defaults, self.enum_field_names)
        walk = _Walk(self, target, givens, goal)
        walk.plan_step(target, ())
        synthesis = walk.finish()
        if target_selector is not None:
            synthesis["target_selector"] = dict(target_selector)
        return _plan(walk, givens, goal, synthesis)


class _Walk:
    """One synthesis: from the target to what it needs, each tool once, producers finished before their consumers."""

    def __init__(self, maker: PathSynthesizer, target: str, givens: Givens, goal: str) -> None:
        self.maker = maker
        self.target = target
        self.givens = givens
        self.tools = maker.graph.tools
        self.ids: dict[str, str] = {}
        self.drafts: dict[str, list[Draft]] = {}
        self.inputs: dict[str, tuple[ToolInput, ...]] = {}
        # The target says what a bare name means before any of its producers is asked.
        rows = self.inputs[target] = read_inputs(self.tools[target], target)
        self.given = {target: {id(row): self._given(row) for row in rows}}
        met = [f"{target}:{row.name}" for row in rows if self.given[target][id(row)] is not None]
        provided = [key for key in (*givens.entities, *givens.defaults, *met) if key not in givens.misfits]
        self.closed: Closed = close(
            target, maker.graph, goal, provided, maker.max_depth, allow_mutation=bool(maker.allow_mutation)
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
        self.drafts[tool] = _without_doubles(drafts)
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
            "enum_field_names": sorted(str(name) for name in self.maker.enum_field_names),
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
        if not row.required or self._is_only_frame(row, rows, given):
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
            raise self._cycle(row, [*trail, edges[0]["producer"]])
        if not free:
            return None
        producer = free[0]["producer"]
        if producer not in self.ids and len(trail) > self.maker.max_depth:
            raise self._too_deep(row, trail)
        step = self.plan_step(producer, trail)
        return Draft(row, PRODUCER, row.inner, from_step=step, from_tool=producer, evidence=free[0])

    def _slot(self, row: ToolInput, trail: tuple[str, ...]) -> Draft:
        blocked = self.closed.blocked_for(row)
        if not self.givens.is_enum(row) and row.kind == "data":
            ended = self.closed.ends_in(row)
            if ended == Reason.CYCLE.value:
                raise self._cycle(row, self.closed.cycle_of(row, trail))
            if ended == Reason.MAX_DEPTH.value:
                raise self._too_deep(row, trail)
        if not self.maker.ask_user:
            raise self._unsatisfied(row, blocked)
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
            message = f"{tool} needs a body that its document does not describe; add a schema to the document."
            evidence = {"tool": tool, "field": BODY, "location": BODY, "target": self.target}
            raise PlanSynthesisError(Reason.UNSATISFIED_FIELD, message, evidence)

    def _place(self, row: ToolInput) -> dict[str, Any]:
        slot = slot_of(row, self.givens.allowed(row))
        return {"target": self.target, **place_of(row), "user_input_slots": [slot]}

    def _cycle(self, row: ToolInput, cycle: list[str]) -> PlanSynthesisError:
        way = " -> ".join(cycle)
        message = (
            f"{row.tool}: {row.name} can only come from a tool that needs {row.tool} itself ({way}); give a value."
        )
        return PlanSynthesisError(Reason.CYCLE, message, {**self._place(row), "cycle": cycle})

    def _too_deep(self, row: ToolInput, trail: tuple[str, ...]) -> PlanSynthesisError:
        depth = self.maker.max_depth
        message = (
            f"{row.tool}: {row.name} needs more than {depth} calls in front of the target; give a value nearer to it."
        )
        return PlanSynthesisError(
            Reason.MAX_DEPTH, message, {**self._place(row), "max_depth": depth, "chain": list(trail)}
        )

    def _unsatisfied(self, row: ToolInput, blocked: list[str]) -> PlanSynthesisError:
        if self.givens.is_enum(row):
            return enum_required(row, self.givens.allowed(row))
        place = {**self._place(row), "kind": row.kind}
        if blocked:
            message = f"{row.tool}: {row.name} comes only from {blocked[0]}, which changes something; give a value."
            return PlanSynthesisError(Reason.MUTATION_BLOCKED, message, {**place, "tools": blocked})
        message = f"{row.tool}: nothing gives {row.name}; give a value, a context default or an edge to a producer."
        return PlanSynthesisError(Reason.UNSATISFIED_FIELD, message, place)


def as_graph(graph: ToolGraph | Mapping[str, Any] | list[Any]) -> ToolGraph:
    """A graph of whatever holds tools: a graph, its artifact, a saved collection, or tools by name or as a list."""
    if isinstance(graph, ToolGraph):
        return graph
    if isinstance(graph, Mapping) and ("kind" in graph or isinstance(graph.get("tools"), Mapping | list)):
        return ToolGraph.from_artifact(graph)
    return ToolGraph.from_tools(graph)


def _without_doubles(drafts: list[Draft]) -> list[Draft]:
    """A list or object that is given as a whole stands for all inputs in it, which then are not filled one by one."""
    wholes = {(draft.row.argument, draft.inner) for draft in drafts if draft.inner != draft.row.inner}
    kept: list[Draft] = []
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for draft in drafts:
        place = (draft.row.argument, draft.inner)
        covered = any(
            place[0] == argument and place[1][: len(inner)] == inner and place != (argument, inner)
            for argument, inner in wholes
        )
        if place not in seen and not covered:
            kept.append(draft)
            seen.add(place)
    return kept


def _plan(walk: _Walk, givens: Givens, goal: str, synthesis: dict[str, Any]) -> Plan:
    steps = tuple(_step(walk, tool) for tool in walk.ids)
    text = json.dumps([walk.target, [step.to_dict() for step in steps]], sort_keys=True, ensure_ascii=False)
    plan_id = f"plan-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    return Plan(plan_id, goal, steps, inputs=dict(sorted(givens.used.items())), metadata={"synthesis": synthesis})


def _step(walk: _Walk, tool: str) -> PlanStep:
    drafts = walk.drafts[tool]
    is_target = tool == walk.target
    consumers = [(other, draft) for other in walk.ids for draft in walk.drafts[other] if draft.from_tool == tool]
    fields = list(dict.fromkeys(f"{other}.{draft.row.name}" for other, draft in consumers))
    tiers = [str(draft.evidence.get("tier") or "") for _, draft in consumers]
    names = top_fields(walk.tools[tool])
    return PlanStep(
        id=walk.ids[tool],
        tool=tool,
        args=build_args(drafts),
        rationale="the target" if is_target else f"gives {', '.join(fields)}",
        evidence_tier=tiers[0] if tiers else "",
        locations={draft.row.argument: draft.row.location for draft in drafts},
        bindings=tuple(draft.to_binding() for draft in drafts),
        mutates=is_mutating(tool, walk.tools[tool]),
        data_fields=tuple(name for name in OUTCOME_NAMES if name in names),
    )
