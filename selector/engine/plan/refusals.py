"""An input for which there is no value in, the error that says so and the slot that would mend it out."""

from collections.abc import Sequence
from typing import Any

from selector.engine.failures import Reason
from selector.engine.plan.inputs import BODY, ToolInput
from selector.engine.plan.model import PlanSynthesisError

# Allowed values of one input that stand in an error or a slot; chosen: a person can read no more.
MAX_ALLOWED = 200


def refuse_target(target: str) -> PlanSynthesisError:
    message = f"There is no tool {target!r} in this collection; choose a target that is in it."
    return PlanSynthesisError(Reason.UNKNOWN_TARGET, message, {"target": target})


def refuse_mutation(target: str) -> PlanSynthesisError:
    message = f"{target} changes something, and this collection only allows reads; allow mutations to plan it."
    return PlanSynthesisError(Reason.MUTATION_BLOCKED, message, {"target": target, "tools": [target]})


def refuse_cycle(target: str, row: ToolInput, cycle: Sequence[str]) -> PlanSynthesisError:
    way = " -> ".join(cycle)
    message = f"{row.tool}: {row.name} can only come from tools that need one another ({way}); give a value."
    return PlanSynthesisError(Reason.CYCLE, message, {**_evidence(target, row), "cycle": list(cycle)})


def refuse_depth(target: str, row: ToolInput, chain: Sequence[str], max_depth: int) -> PlanSynthesisError:
    message = f"{row.tool}: {row.name} needs more than {max_depth} calls in front of the target; give a nearer value."
    facts = {"max_depth": max_depth, "chain": list(chain)}
    return PlanSynthesisError(Reason.MAX_DEPTH, message, {**_evidence(target, row), **facts})


def refuse_open(
    target: str, row: ToolInput, blocked: Sequence[str], allowed: Sequence[Any] | None
) -> PlanSynthesisError:
    """The error for an input that nobody may be asked for. `allowed` is None where it takes no value of a list."""
    if allowed is not None:
        return _enum(target, row, allowed, "has no value")
    evidence = {**_evidence(target, row), "kind": row.kind}
    if blocked:
        message = f"{row.tool}: {row.name} comes only from {blocked[0]}, which changes something; give a value."
        return PlanSynthesisError(Reason.MUTATION_BLOCKED, message, {**evidence, "tools": list(blocked)})
    message = f"{row.tool}: nothing gives {row.name}; give a value, a context default or an edge to a producer."
    return PlanSynthesisError(Reason.UNSATISFIED_FIELD, message, evidence)


def refuse_body(target: str, tool: str) -> PlanSynthesisError:
    message = f"{tool} needs a body that its document does not describe; add a schema to the document."
    evidence = {"target": target, "tool": tool, "field": BODY, "location": BODY}
    return PlanSynthesisError(Reason.UNSATISFIED_FIELD, message, evidence)


def refuse_value(row: ToolInput, allowed: Sequence[Any]) -> PlanSynthesisError:
    """The error for a value outside an enum. The value is not repeated, since it may be private."""
    return _enum(row.tool, row, allowed, "has a value that is none of the allowed ones")


def slot_of(row: ToolInput, allowed: Sequence[Any] = ()) -> dict[str, Any]:
    """The slot by which a person can mend a failed plan: its name is the key of an entity for the next try."""
    return {
        "name": f"{row.tool}:{row.path if row.inner else row.argument}",
        "tool": row.tool,
        "field": row.name,
        "location": row.location,
        "path": row.path,
        "kind": row.kind,
        "type": row.type,
        "format": row.format,
        "required": row.required,
        "enum": list(allowed)[:MAX_ALLOWED],
    }


def _enum(target: str, row: ToolInput, allowed: Sequence[Any], what: str) -> PlanSynthesisError:
    message = f"{row.tool}: {row.name} {what}; choose one of {len(allowed)} values, or map the label to one."
    facts = {"allowed": list(allowed)[:MAX_ALLOWED], "user_input_slots": [slot_of(row, allowed)]}
    return PlanSynthesisError(Reason.ENUM_REQUIRED, message, {**_evidence(target, row), **facts})


def _evidence(target: str, row: ToolInput) -> dict[str, Any]:
    place = {"tool": row.tool, "field": row.name, "location": row.location}
    return {"target": target, **place, "user_input_slots": [slot_of(row)]}
