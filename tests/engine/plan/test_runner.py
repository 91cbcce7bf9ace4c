"""The events of a run: what is called, in which order, and how it ends."""

import json
from typing import Any

import pytest

from selector.engine.failures import Failure, Reason, Stage
from selector.engine.plan import PathSynthesizer, Plan, PlanRunner, PlanStep, RetryPolicy, ToolCallError, ToolReply
from tests.engine.plan.tiny import GET_USER, USERS, one_step

ANSWERS = {"listUsers": {"users": [{"id": 7, "name": "Kim"}, {"id": 8, "name": "Lee"}]}, "getUser": {"name": "Kim"}}


class Api:
    """A server of the tiny users that keeps its calls; `failing` maps a tool to what it raises or gives."""

    def __init__(self, **failing: Any) -> None:
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.failing = failing

    def __call__(self, tool_name: str, args: dict[str, Any]) -> Any:
        self.calls.append((tool_name, args))
        given = self.failing.get(tool_name, ANSWERS.get(tool_name))
        given = given.pop(0) if isinstance(given, list) else given
        if isinstance(given, Exception):
            raise given
        return given


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["type"] for event in events]


def users_plan(**entities: Any) -> Plan:
    return PathSynthesizer(USERS).synthesize(target="getUser", entities=entities)


def test_a_plan_runs_step_by_step_and_hands_values_on() -> None:
    api = Api()

    events = list(PlanRunner(api).run_stream(users_plan(), trace_metadata={"collection_id": "demo"}))

    assert kinds(events) == [
        "plan.started",
        "step.started",
        "step.completed",
        "step.started",
        "step.completed",
        "plan.completed",
    ]
    # The list gives a number, and the path of the other wants a text.
    assert api.calls == [("listUsers", {}), ("getUser", {"userId": "7"})]
    assert [event["sequence"] for event in events] == [1, 2, 3, 4, 5, 6]
    assert all(event["trace_metadata"] == {"collection_id": "demo"} for event in events)
    assert events[-1]["output_preview"] == {"name": "Kim"}


def test_every_event_is_json_and_says_where_it_is() -> None:
    events = list(PlanRunner(Api()).run_stream(users_plan()))

    assert json.loads(json.dumps(events)) == events
    assert all(event["plan_id"].startswith("plan-") and event["schema_version"] == 1 for event in events)
    assert [(event["step_id"], event["index"], event["total"]) for event in events[1:3]] == [("s1", 1, 2)] * 2


def test_the_item_that_an_entity_names_is_chosen() -> None:
    api = Api()

    list(PlanRunner(api).run_stream(users_plan(name="lee")))

    assert api.calls[1] == ("getUser", {"userId": "8"})


def test_an_item_that_is_not_there_fails_the_binding_with_what_was_looked_for() -> None:
    api = Api()

    events = list(PlanRunner(api).run_stream(users_plan(name="Choi")))

    failure = events[-2]["failure"]
    assert kinds(events)[-2:] == ["step.failed", "plan.aborted"]
    assert (failure["stage"], failure["reason"]) == ("execute", "binding_failed")
    assert failure["evidence"]["looked_for"] == {"field": "name", "equals": "Choi", "items": 2}
    assert [name for name, _ in api.calls] == ["listUsers"]


def test_an_empty_list_fails_the_binding_of_the_next_step() -> None:
    events = list(PlanRunner(Api(listUsers={"users": []})).run_stream(users_plan()))

    failure = events[-1]["failure"]
    assert (failure["reason"], failure["evidence"]["argument"]) == ("binding_failed", "userId")
    assert (events[-1]["status"], events[-1]["failed_step"], events[-1]["done_steps"]) == ("failed", "s2", ["s1"])


@pytest.mark.parametrize(
    ("given", "stage", "reason"),
    [
        ({"status": 500}, "execute", "http_5xx"),
        (ToolReply(401), "execute", "auth_failed"),
        (ToolReply(403), "execute", "auth_failed"),
        (ToolReply(404), "execute", "http_4xx"),
        (ToolReply(422), "execute", "http_4xx"),
        (TimeoutError(), "execute", "timeout"),
        (ConnectionError(), "execute", "network_error"),
        (ToolCallError(Reason.HOST_NOT_ALLOWED), "execute", "host_not_allowed"),
        (ToolCallError(Reason.AUTH_CONTEXT_REQUIRED), "auth", "auth_context_required"),
        (ToolCallError(Reason.AUTH_PROFILE_MISSING), "auth", "auth_profile_missing"),
        (ToolCallError(Reason.AUTH_HEADER_RESOLUTION_FAILED), "auth", "auth_header_resolution_failed"),
    ],
)
def test_a_failed_call_fails_its_step_and_ends_the_run(given: Any, stage: str, reason: str) -> None:
    api = Api(listUsers=given)

    events = list(PlanRunner(api).run_stream(users_plan()))

    assert kinds(events) == ["plan.started", "step.started", "step.failed", "plan.aborted"]
    assert (events[2]["failure"]["stage"], events[2]["failure"]["reason"]) == (stage, reason)
    assert (events[3]["stage"], events[3]["status"], events[3]["remaining_steps"]) == (stage, "failed", ["s1", "s2"])
    assert len(api.calls) == 1


@pytest.mark.parametrize("mutates", [True, None])
def test_a_step_that_may_change_something_is_called_once_even_if_everything_is_retried(mutates: bool | None) -> None:
    api = Api(getUser=TimeoutError())

    events = list(PlanRunner(api, retry=RetryPolicy.everything(5)).run_stream(one_step(mutates=mutates)))

    assert len(api.calls) == 1
    assert events[-2]["attempts"] == 1


def test_a_planned_mutation_is_called_once_even_if_everything_is_retried() -> None:
    api = Api(deleteUser=ToolReply(503))
    plan = PathSynthesizer(USERS).synthesize(target="deleteUser", entities={"userId": "7"}, goal="delete user 7")

    list(PlanRunner(api, retry=RetryPolicy.everything()).run_stream(plan))

    assert api.calls == [("deleteUser", {"userId": "7"})]


@pytest.mark.parametrize(
    ("policy", "given", "calls", "end"),
    [
        (RetryPolicy(3), [TimeoutError(), ToolReply(503), {"name": "Kim"}], 3, "plan.completed"),
        (RetryPolicy(2), [TimeoutError(), TimeoutError(), {"name": "Kim"}], 2, "plan.aborted"),
        (RetryPolicy(3), [ToolReply(404), {"name": "Kim"}], 1, "plan.aborted"),
        (RetryPolicy.everything(3), [ToolReply(404), {"name": "Kim"}], 2, "plan.completed"),
        (RetryPolicy(), [TimeoutError(), {"name": "Kim"}], 1, "plan.aborted"),
        (RetryPolicy(100), [TimeoutError()] * 100, 5, "plan.aborted"),
    ],
)
def test_a_reading_step_is_retried_as_its_policy_says(policy: RetryPolicy, given: Any, calls: int, end: str) -> None:
    api = Api(getUser=given)

    events = list(PlanRunner(api, retry=policy).run_stream(one_step()))

    assert (len(api.calls), events[-1]["type"], events[-2]["attempts"]) == (calls, end, calls)


def test_the_caller_may_wait_before_an_attempt_is_repeated() -> None:
    waits: list[int] = []
    api = Api(getUser=[TimeoutError(), TimeoutError(), {"name": "Kim"}])

    list(PlanRunner(api, retry=RetryPolicy(3), before_retry=waits.append).run_stream(one_step()))

    assert waits == [1, 2]


@pytest.mark.parametrize(("given", "sent"), [("a", ["a"]), (["a", "b"], ["a", "b"])])
def test_one_value_or_a_list_may_be_given_for_a_list(given: Any, sent: list[str]) -> None:
    api = Api()

    list(PlanRunner(api).run_stream(one_step(tags=["${user_input.tags}"]), {"tags": given}))

    assert api.calls == [("getUser", {"tags": sent})]


def test_a_stop_between_two_steps_cancels_the_run() -> None:
    api = Api()

    events = list(PlanRunner(api, should_stop=lambda: bool(api.calls)).run_stream(users_plan()))

    assert kinds(events)[-2:] == ["step.completed", "plan.aborted"]
    assert (events[-1]["status"], events[-1]["failure"], events[-1]["done_steps"]) == ("cancelled", None, ["s1"])
    assert [name for name, _ in api.calls] == ["listUsers"]


def test_a_stop_between_two_attempts_cancels_the_run() -> None:
    api = Api(getUser=TimeoutError())

    events = list(PlanRunner(api, retry=RetryPolicy(3), should_stop=lambda: bool(api.calls)).run_stream(one_step()))

    assert (len(api.calls), events[-1]["status"]) == (1, "cancelled")


def test_a_missing_input_stops_the_run_before_anything_is_called() -> None:
    api = Api()
    plan = PathSynthesizer({"getUser": GET_USER}).synthesize(target="getUser")

    events = list(PlanRunner(api).run_stream(plan))

    assert kinds(events) == ["plan.started", "plan.aborted"]
    assert (events[1]["status"], events[1]["stage"], api.calls) == ("waiting_input", "plan", [])
    assert [(slot["name"], slot["input"], slot["reason"]) for slot in events[1]["slots"]] == [
        ("userId", "user_input", "no_producer")
    ]


@pytest.mark.parametrize("context", [{"userId": "7"}, {"user_input": {"userId": "7"}}])
def test_the_same_plan_goes_on_with_the_input_it_waited_for(context: dict[str, Any]) -> None:
    api = Api()
    plan = PathSynthesizer({"getUser": GET_USER}).synthesize(target="getUser")

    events = list(PlanRunner(api).run_stream(plan, context))

    assert (events[-1]["type"], api.calls) == ("plan.completed", [("getUser", {"userId": "7"})])


def test_steps_that_are_done_are_not_called_again() -> None:
    results: dict[str, Any] = {}
    list(PlanRunner(Api(getUser=TimeoutError())).run_stream(users_plan(), results=results))
    api = Api()

    events = list(PlanRunner(api).run_stream(users_plan(), results=results))

    assert (events[0]["done_steps"], api.calls) == (["s1"], [("getUser", {"userId": "7"})])
    assert results == {"s1": ANSWERS["listUsers"], "s2": ANSWERS["getUser"]}


def test_a_stored_plan_asks_for_its_inputs_again() -> None:
    stored = Plan.from_dict(users_plan(userId="7").for_storage())

    waiting = PlanRunner(Api()).run(stored)
    done = PlanRunner(Api()).run(stored, {"userId": "7"})

    assert (waiting.status, waiting.events[-1]["slots"][0]["input"]) == ("waiting_input", "input")
    assert (done.status, done.output) == ("succeeded", {"name": "Kim"})


def test_a_check_refuses_a_step_before_it_is_called() -> None:
    api = Api()
    refused = Failure(Stage.EXECUTE, Reason.HOST_NOT_ALLOWED, {"host": "other.example"})

    events = list(PlanRunner(api, check_step=lambda step: refused).run_stream(users_plan()))

    assert (events[-1]["failure"]["reason"], api.calls) == ("host_not_allowed", [])


def test_durations_come_from_the_clock_that_is_given() -> None:
    ticks = iter(float(second) for second in range(100))

    timed = list(PlanRunner(Api(), clock=lambda: next(ticks)).run_stream(one_step()))
    untimed = list(PlanRunner(Api()).run_stream(one_step()))

    # The run begins at 0 s, its step at 1 s; the step ends at 2 s and the run at 3 s.
    assert [event["duration_ms"] for event in timed[2:]] == [1000, 3000]
    assert [event["duration_ms"] for event in untimed[2:]] == [None, None]


def test_an_empty_plan_completes_with_nothing() -> None:
    result = PlanRunner(Api()).run(Plan("p", ""))

    assert (kinds(list(result.events)), result.output) == (["plan.started", "plan.completed"], None)


def test_a_huge_answer_gives_a_small_event_and_a_whole_result() -> None:
    huge = {"rows": [{"text": "x" * 10_000, "n": {"a": list(range(100))}} for _ in range(2_000)]}

    result = PlanRunner(Api(getUser=huge)).run(one_step())

    assert len(json.dumps(result.events)) < 40_000
    assert result.output == huge


def test_a_plan_of_steps_made_by_hand_runs() -> None:
    steps = [
        PlanStep(id="s1", tool="listUsers", args={"keyword": "${input.keyword}"}),
        PlanStep(id="s2", tool="getUser", args={"userId": "${s1.users.0.id}", "label": "fixed"}),
    ]
    api = Api()

    result = PlanRunner(api).run(Plan(id="plan-001", goal="find", steps=steps), {"keyword": "Kim"})

    assert result.status == "succeeded"
    assert api.calls == [("listUsers", {"keyword": "Kim"}), ("getUser", {"userId": 7, "label": "fixed"})]
