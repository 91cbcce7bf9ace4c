"""No private value of a run is in its events, wherever it came in."""

import json
from typing import Any

import pytest

from selector.engine.plan import Plan, PlanRunner, PlanStep, ToolCallError, ToolReply
from tests.engine.test_scrub import POSITIVES

# One sample of each kind of private value.
SAMPLES = [next(row for row in POSITIVES if row[0] == kind) for kind in dict.fromkeys(row[0] for row in POSITIVES)]
NAMED = [
    ("password", "hunter2"),
    ("cardNumber", "4111 1111 1111 1111"),
    ("accessToken", "blue-horse-staple"),
    ("clientSecret", "quiet river"),
    ("비밀번호", "가나다라1"),
    ("cvc", "123"),
    ("email", "hong@example.com"),
]


def events_of(reply: Any, args: dict[str, Any], goal: str = "", metadata: dict[str, Any] | None = None) -> str:
    def call_tool(tool_name: str, given: dict[str, Any]) -> Any:
        if isinstance(reply, Exception):
            raise reply
        return reply

    plan = Plan("p", goal, [PlanStep("s1", "save", {key: f"${{input.{key}}}" for key in args})])
    return json.dumps(list(PlanRunner(call_tool).run_stream(plan, args, metadata)), ensure_ascii=False)


def test_there_are_at_least_thirty_kinds() -> None:
    assert len(SAMPLES) >= 30


@pytest.mark.parametrize(("kind", "before", "secret", "after"), SAMPLES)
def test_a_private_value_in_a_text_is_in_no_event(kind: str, before: str, secret: str, after: str) -> None:
    text = before + secret + after

    for shown in (
        events_of({"note": text}, {"note": text}, goal=text, metadata={"note": text}),
        events_of({"rows": [{"deep": [text]}]}, {"list": [{"text": text}]}),
        events_of(ToolReply(422, {"message": text, text: 1}), {"note": text}),
        events_of(ToolCallError("network_error", text, {"said": text}), {}),
        events_of(ConnectionError(text), {}),
        events_of(text, {}),
    ):
        assert secret not in shown
        assert json.dumps(secret, ensure_ascii=False)[1:-1] not in shown


@pytest.mark.parametrize(("name", "secret"), NAMED)
def test_a_secret_that_is_known_by_its_name_is_hidden_where_it_is_repeated(name: str, secret: str) -> None:
    for shown in (
        events_of({"echo": secret}, {name: secret}),
        events_of(ToolReply(400, {"message": secret}), {name: secret}),
        events_of({"saved": [{"value": secret}]}, {"user": {name: [secret]}}),
        events_of({name: secret}, {}, metadata={name: secret}),
    ):
        assert secret not in shown


@pytest.mark.parametrize(("name", "secret"), [row for row in NAMED if len(row[1]) > 3])
def test_a_secret_inside_an_error_message_is_hidden(name: str, secret: str) -> None:
    shown = events_of(ValueError(f"cannot save [{secret}] here"), {name: secret})

    assert secret not in shown


def test_a_secret_of_an_answer_is_hidden_in_the_arguments_of_the_next_step() -> None:
    steps = [PlanStep("s1", "login"), PlanStep("s2", "list", {"q": "${s1.accessToken}"})]

    result = PlanRunner(lambda name, args: {"accessToken": "blue-horse-staple"}).run(Plan("p", "", steps))

    assert result.status == "succeeded"
    assert "blue-horse" not in json.dumps(result.events)


def test_names_and_numbers_that_an_operator_needs_stay_readable() -> None:
    shown = events_of({"orderNo": "ORD-2024-000123", "total": 3, "status": "PAID"}, {"orderNo": "ORD-2024-000123"})

    assert shown.count("ORD-2024-000123") >= 2
    assert '"PAID"' in shown


def test_a_stored_plan_holds_no_value_of_its_inputs() -> None:
    steps = [PlanStep("s1", "save", {"password": "${input.password}", "x": "a@b.kr"})]
    inputs, metadata = {"password": "hunter2"}, {"said": "010-1234-5678"}
    plan = Plan("p", "mail hong@example.com", steps, inputs=inputs, metadata=metadata)

    stored = json.dumps(plan.for_storage())

    assert not any(secret in stored for secret in ("hunter2", "hong@example.com", "a@b.kr", "010-1234-5678"))
    assert Plan.from_dict(json.loads(stored)).steps[0].args["password"] == "${input.password}"
