"""A tool graph, a target and the values that a request names in, the plan that calls it out, or why there is none."""

import hashlib
import json
from collections.abc import Collection, Mapping
from typing import Any

from selector.engine.plan.drafts import build_args
from selector.engine.plan.givens import Givens
from selector.engine.plan.inputs import top_fields
from selector.engine.plan.model import Plan, PlanStep
from selector.engine.plan.refusals import refuse_mutation, refuse_target
from selector.engine.plan.walk import Limits, Walk
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
            raise refuse_target(target)
        if self.allow_mutation is False and is_mutating(target, self.graph.tools[target]):
            raise refuse_mutation(target)
        givens = Givens(entities or {}, self.context_defaults, self.enum_field_names)
        limits = Limits(self.max_depth, bool(self.allow_mutation), self.ask_user)
        walk = Walk(self.graph, target, givens, goal, limits)
        walk.plan_step(target, ())
        synthesis = walk.finish()
        if target_selector is not None:
            synthesis["target_selector"] = dict(target_selector)
        return _plan(walk, givens, goal, synthesis)


def as_graph(graph: ToolGraph | Mapping[str, Any] | list[Any]) -> ToolGraph:
    """A graph of whatever holds tools: a graph, its artifact, a saved collection, or tools by name or as a list."""
    if isinstance(graph, ToolGraph):
        return graph
    if isinstance(graph, Mapping) and ("kind" in graph or isinstance(graph.get("tools"), Mapping | list)):
        return ToolGraph.from_artifact(graph)
    return ToolGraph.from_tools(graph)


def _plan(walk: Walk, givens: Givens, goal: str, synthesis: dict[str, Any]) -> Plan:
    steps = tuple(_step(walk, tool) for tool in walk.ids)
    text = json.dumps([walk.target, [step.to_dict() for step in steps]], sort_keys=True, ensure_ascii=False)
    plan_id = f"plan-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    return Plan(plan_id, goal, steps, inputs=dict(sorted(givens.used.items())), metadata={"synthesis": synthesis})


def _step(walk: Walk, tool: str) -> PlanStep:
    drafts = walk.drafts[tool]
    consumers = [(other, draft) for other in walk.ids for draft in walk.drafts[other] if draft.from_tool == tool]
    fields = list(dict.fromkeys(f"{other}.{draft.row.name}" for other, draft in consumers))
    tiers = [str(draft.evidence.get("tier") or "") for _, draft in consumers]
    names = top_fields(walk.tools[tool])
    rationale = f"gives {', '.join(fields)}" if fields else "put first by an operator"
    rationale = "the target" if tool == walk.target else rationale
    return PlanStep(
        id=walk.ids[tool],
        tool=tool,
        args=build_args(drafts),
        rationale=rationale,
        evidence_tier=tiers[0] if tiers else "",
        locations={draft.row.argument: draft.row.location for draft in drafts},
        bindings=tuple(draft.to_binding() for draft in drafts),
        mutates=is_mutating(tool, walk.tools[tool]),
        data_fields=tuple(name for name in OUTCOME_NAMES if name in names),
    )
