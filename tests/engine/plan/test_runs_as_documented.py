"""A plan that was synthesised runs against a server that answers as its document says."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from selector.engine import ToolGraph, read_openapi
from selector.engine.plan import PathSynthesizer, PlanRunner, ToolReply, place_arguments
from selector.engine.plan.bindings import split_path
from selector.engine.plan.inputs import produced_rows, put_value, read_inputs
from tests.conftest import SHARED

VALUES = {"integer": 3, "number": 2.5, "boolean": True, "array": [], "object": {}}
ACCEPTED = {"integer": int, "number": (int, float), "boolean": bool, "string": str}


def value_of(row: dict[str, Any]) -> Any:
    """A value as a schema allows it."""
    return row["enum"][0] if row.get("enum") else VALUES.get(row.get("type", ""), "7")


def answer_of(tool: dict[str, Any]) -> Any:
    """An answer with every field that the tool's document has in it, one item in each list."""
    holder: dict[str, Any] = {}
    for row in sorted(produced_rows(tool), key=lambda row: len(row["json_path"])):
        put_value(holder, "answer", tuple(split_path(row["json_path"])), value_of(dict(row)))
    return holder.get("answer")


class Server:
    """Answers each call as documented, and refuses one that lacks a required input or has one of a wrong type."""

    def __init__(self, graph: ToolGraph) -> None:
        self.tools = graph.tools

    def __call__(self, name: str, args: dict[str, Any]) -> ToolReply:
        tool = self.tools[name]
        parts = place_arguments(tool, args)
        if parts.unknown:
            return ToolReply(400, {"message": f"unknown {parts.unknown}"})
        for row in read_inputs(tool):
            given = self._given(parts, row)
            if row.required and given is None:
                return ToolReply(422, {"message": f"{row.location} {row.path} is missing"})
            if given is not None and row.location == "body" and not isinstance(given, ACCEPTED.get(row.type, object)):
                return ToolReply(422, {"message": f"{row.path} is no {row.type}: {given!r}"})
        return ToolReply(200, answer_of(tool))

    def _given(self, parts: Any, row: Any) -> Any:
        value = getattr(parts, row.location)
        for part in split_path(row.path) if row.location == "body" else (row.name,):
            if part == "[]":
                value = value[0] if isinstance(value, list) and value else None
            else:
                value = value.get(part) if isinstance(value, dict) else None
        return value


def test_every_plan_of_the_shop_runs(shop: ToolGraph) -> None:
    maker, runner = PathSynthesizer(shop, {"X-Tenant-Id": "demo"}), PlanRunner(Server(shop))

    ends = {}
    for name in shop.tools:
        plan = maker.synthesize(target=name)
        asked = {slot["name"]: value_of(slot) for slot in plan.user_input_slots}
        result = runner.run(plan, {"user_input": asked})
        ends[name] = (result.status, result.events[-1].get("failure"))

    assert {name: end for name, end in ends.items() if end[0] != "succeeded"} == {}


@cache
def read_shared(name: str) -> ToolGraph:
    files = sorted(Path(SHARED, "data", "specs", name).glob("*"), key=lambda path: path.stat().st_size)
    if not files:
        pytest.skip("the shared documents are not beside the repository")
    return read_openapi(files[-1].read_bytes())


@pytest.mark.parametrize("name", ["petstore", "museum", "portone", "box", "jira"])
def test_plans_of_real_documents_run(name: str) -> None:
    graph = read_shared(name)
    maker, runner = PathSynthesizer(graph), PlanRunner(Server(graph))
    targets = list(graph.tools)[:: max(1, len(graph.tools) // 40)]

    failed = []
    for target in targets:
        plan = maker.synthesize(target=target)
        asked = {slot["name"]: value_of(slot) for slot in plan.user_input_slots}
        result = runner.run(plan, {"user_input": asked})
        if result.status != "succeeded":
            failed.append((target, result.events[-1]["failure"]))

    assert failed == []


def test_an_optional_input_without_which_a_call_has_no_purpose_is_filled() -> None:
    graph = read_shared("jira")

    plan = PathSynthesizer(graph).synthesize(target="doTransition", entities={"issueIdOrKey": "A-1"}, goal="Close A-1")

    assert plan.tools == ("getTransitions", "doTransition")
    assert plan.steps[1].args["transition"] == {"id": "${s1.transitions[0].id}"}
    assert plan.user_input_slots == []
