"""A step, the answers so far and the inputs of the run in; the arguments of its call out, or what is missing."""

from collections.abc import Collection, Mapping
from typing import Any

from selector.engine.plan.bindings import (
    INPUT,
    USER_INPUT,
    Missing,
    Reference,
    follow,
    inputs_wanted,
    read_binding,
    references_in,
)
from selector.engine.plan.givens import coerce
from selector.engine.plan.model import Plan, PlanStep

NOTHING = Reference("", "", ())


class Inputs:
    """The values that a plan is run with: its own, and the context's, which comes first.

    A context is flat, or has `input` and `user_input` with the values of each.

    >>> inputs = Inputs({"id": 1}, {"user_input": {"reason": "late"}})
    >>> inputs.value_of("input.id"), inputs.value_of("user_input.reason")
    (1, 'late')
    """

    def __init__(self, own: Mapping[str, Any], context: Mapping[str, Any]) -> None:
        nested = {key: context[key] for key in (INPUT, USER_INPUT) if isinstance(context.get(key), Mapping)}
        flat = {key: value for key, value in context.items() if key not in nested}
        self._spaces = {
            INPUT: ({**own, **flat, **nested.get(INPUT, {})}),
            USER_INPUT: ({**flat, **nested.get(USER_INPUT, {})}),
        }

    def value_of(self, wanted: str) -> Any:
        """The value of `input.x` or `user_input.x`; an empty text is none."""
        root, _, name = wanted.partition(".")
        value = self._spaces[root].get(name)
        return Missing({"input": wanted, "found": "no value"}) if value is None or value == "" else value


def missing_inputs(plan: Plan, inputs: Inputs, done: Collection[str]) -> list[dict[str, Any]]:
    """A row for each input that the steps still to come need and that nobody gave, as the plan's slots tell it."""
    slots = {f"{USER_INPUT}.{slot['name']}": slot for slot in plan.user_input_slots if "name" in slot}
    found: dict[str, dict[str, Any]] = {}
    for step in plan.steps:
        wanted = () if step.id in done else (name for ref in references_in(step.args) for name in inputs_wanted(ref))
        for name in sorted(wanted):
            if name not in found and isinstance(inputs.value_of(name), Missing):
                root, _, key = name.partition(".")
                bare = {"name": key, "step": step.id, "tool": step.tool, "required": True, "kind": "data"}
                found[name] = {**bare, **slots.get(name, {}), "input": root}
    return list(found.values())


def resolve_args(step: PlanStep, results: Mapping[str, Any], inputs: Inputs) -> dict[str, Any] | Missing:
    """The arguments with all values, or `Missing` with the argument for which there is none."""
    types = {binding.expression: binding.type for binding in step.bindings if binding.expression}
    resolved: dict[str, Any] = {}
    for name, value in step.args.items():
        found = _resolve(value, types, results, inputs)
        if isinstance(found, Missing):
            return Missing({"argument": name, **found.evidence})
        resolved[name] = found
    return resolved


def _resolve(value: Any, types: Mapping[str, str], results: Mapping[str, Any], inputs: Inputs) -> Any:
    parts: Any
    if isinstance(value, Mapping):
        parts = {key: _resolve(inner, types, results, inputs) for key, inner in value.items()}
        return next((part for part in parts.values() if isinstance(part, Missing)), parts)
    if isinstance(value, list):
        parts = [_resolve(inner, types, results, inputs) for inner in value]
        # A list that is given for the one item of a list is the list.
        if len(parts) == 1 and isinstance(parts[0], list) and (read_binding(value[0]) or NOTHING).is_input:
            return parts[0]
        return next((part for part in parts if isinstance(part, Missing)), parts)
    reference = read_binding(value)
    if reference is None:
        return value
    found = follow(reference, results, inputs.value_of)
    return found if isinstance(found, Missing) else coerce(found, types.get(value, ""))
