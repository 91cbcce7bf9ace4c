"""What pages are given of plans, events and settings: complete, JSON-safe, and without a value that was typed."""

from __future__ import annotations

import json

import pytest

from selector.display import Display
from selector.display.execution import CallSettings, EventList, PlanView
from selector.queries.execution import call_settings, plan_view, run_events
from selector.services import confirm_mutation, provide_inputs, start_execution
from tests.selector.factories import a_run, an_actor

from .loopback import Loopback
from .world import VARIABLE, a_plan, a_world, executed

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "k3y-of-the-orders")


def through_json(value: Display) -> Display:
    return type(value).from_dict(json.loads(json.dumps(value.to_dict())))


def test_a_run_without_a_plan_has_none_to_show() -> None:
    run = a_run()

    assert plan_view(run.pk) is None
    assert run_events(run.pk) == EventList(0, (), 0, True)


def test_a_plan_shows_its_steps_and_where_each_value_comes_from(server: Loopback) -> None:
    plan = a_plan(a_world(server), "getOrder")

    view = plan_view(plan.run_id)

    assert [(step.id, step.tool, step.mutates, step.state) for step in view.steps] == [
        ("s1", "listOrders", False, ""),
        ("s2", "getOrder", False, ""),
    ]
    bound = {row.argument: (row.source, row.from_tool, row.tier) for row in view.steps[1].bindings}
    assert bound == {"orderNo": ("producer", "listOrders", "contract"), "X-Tenant-Id": ("context", "", "")}
    assert (view.state, view.blocked_by, view.slots, view.attempts) == ("ready", "", (), ())


def test_slots_say_whether_they_are_given_and_never_what(server: Loopback) -> None:
    plan = a_plan(a_world(server), "getNote")
    plan = provide_inputs(actor=an_actor(), run_id=plan.run_id, version=plan.version, values={"noteNo": "7130"})

    view = plan_view(plan.run_id)

    assert {slot.name: (slot.type, slot.is_given, slot.enum) for slot in view.slots} == {
        "noteNo": ("integer", True, ()),
        "kind": ("string", False, ("IN", "OUT")),
    }
    assert view.blocked_by == "waiting_input"
    assert "7130" not in json.dumps(view.to_dict())


@pytest.mark.parametrize("confirmed", [False, True])
def test_a_change_says_what_it_waits_for(server: Loopback, confirmed: bool) -> None:
    entities = {"orderNo": "O-1", "cancelReason": "LATE"}
    plan = a_plan(a_world(server, mutations=True), "cancelOrder", "주문 취소해줘", entities=entities)
    if confirmed:
        confirm_mutation(actor=an_actor(), run_id=plan.run_id, version=plan.version)

    view = plan_view(plan.run_id)

    assert (view.mutates, view.blocked_by) == (True, "" if confirmed else "mutation_not_confirmed")


def test_a_plan_that_could_not_be_made_shows_its_reason(server: Loopback) -> None:
    view = plan_view(a_plan(a_world(server), "cancelOrder", "주문 취소해줘").run_id)

    assert (view.state, view.steps, view.blocked_by) == ("failed", (), "no_plan")
    assert view.failure["reason"] == "mutation_blocked"


def test_events_come_in_order_and_after_a_place(server: Loopback) -> None:
    run = executed(a_plan(a_world(server), "getOrder"))

    events = run_events(run.pk)
    rest = run_events(run.pk, after=4)

    assert [row.sequence for row in events.rows] == [1, 2, 3, 4, 5, 6]
    assert ([row.kind for row in rest.rows], rest.last, rest.is_over) == (["step.completed", "plan.completed"], 6, True)


def test_events_of_a_run_that_waits_for_its_worker_are_not_over(server: Loopback) -> None:
    plan = a_plan(a_world(server), "getOrder")
    start_execution(actor=an_actor(), run_id=plan.run_id, version=plan.version)

    assert run_events(plan.run_id) == EventList(1, (), 0, False)
    assert plan_view(plan.run_id).blocked_by == "plan_running"


def test_a_failed_attempt_shows_where_it_failed(server: Loopback) -> None:
    plan = a_plan(a_world(server), "getOrder")
    server.answer = lambda seen: (
        (404, {}, {"message": "no"}) if "O-1" in seen.target else (200, {}, [{"orderNo": "O-1"}])
    )

    run = executed(plan)

    view = plan_view(run.pk)
    assert [(step.state, step.status) for step in view.steps] == [("completed", 200), ("failed", 404)]
    assert (view.attempts[0].failed_step, view.failure["reason"], view.blocked_by) == ("s2", "http_4xx", "plan_over")


def test_settings_of_calls_show_names_and_whether_they_are_set(server: Loopback, monkeypatch) -> None:
    collection = a_world(server)

    found = call_settings(collection.slug)
    monkeypatch.delenv(VARIABLE)
    unset = call_settings(collection.slug)

    assert [(row.name, row.variable, row.is_set) for row in found.profiles] == [("orders key", VARIABLE, True)]
    assert [row.is_set for row in unset.profiles] == [False]
    assert [(row.host, row.is_private) for row in found.hosts] == [(f"127.0.0.1:{server.port}", True)]
    assert [(row.namespace, row.url, row.documented) for row in found.servers] == [
        ("", "", ()),
        ("main", "", (server.url,)),
    ]
    assert (found.schemes, found.variable_prefix) == (("ordersKey",), "TOOL_AUTH_")
    assert "k3y" not in json.dumps(found.to_dict())


def test_values_of_pages_survive_the_way_to_json_and_back(server: Loopback) -> None:
    collection = a_world(server)
    run = executed(a_plan(collection, "getOrder"))

    for kind, value in (
        (PlanView, plan_view(run.pk)),
        (EventList, run_events(run.pk)),
        (CallSettings, call_settings(collection.slug)),
    ):
        assert isinstance(value, kind)
        assert through_json(value) == value
