"""Plans are prepared, filled, confirmed, run in a job and recorded: against a real server on this machine."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from selector.models import (
    AuditEvent,
    Job,
    RunAttempt,
    RunEvent,
    RunPlan,
    RunValues,
    SelectorRun,
)
from selector.services import (
    Actor,
    RuleBroken,
    StaleWrite,
    allow_host,
    cancel_execution,
    confirm_mutation,
    forget_old_values,
    mark_expected_target,
    prepare_plan,
    provide_inputs,
    reap_jobs,
    save_overlay_row,
    set_server,
    start_execution,
)
from selector.services.jobs import run_job
from tests.selector.factories import an_actor

from .loopback import Loopback, after, loopback
from .world import VARIABLE, a_plan, a_target, a_world, executed

pytestmark = pytest.mark.django_db(transaction=True)
KEY = "k3y-of-the-orders"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, KEY)


def stages(run: SelectorRun) -> dict[str, str]:
    rows = run.stages.filter(stage__in=["plan", "auth", "execute"])
    return {row.stage: " ".join(filter(None, [row.status, row.reason])) for row in rows}


def give(plan: RunPlan, **values: Any) -> RunPlan:
    return provide_inputs(actor=an_actor(), run_id=plan.run_id, version=plan.version, values=values)


def test_a_plan_is_ready_where_nothing_is_asked(server: Loopback) -> None:
    plan = a_plan(a_world(server), "getOrder")

    assert (plan.state, plan.mutates, [step["tool"] for step in plan.plan["steps"]]) == (
        "ready",
        False,
        ["listOrders", "getOrder"],
    )
    assert stages(plan.run) == {"plan": "ok", "auth": "not_reached", "execute": "not_reached"}
    assert server.seen == []


def test_a_ready_plan_runs_to_its_end_and_leaves_its_events(server: Loopback) -> None:
    run = executed(a_plan(a_world(server), "getOrder"))

    assert (run.status, run.failed_stage, run.plan.state) == ("succeeded", "", "done")
    assert stages(run) == {"plan": "ok", "auth": "ok", "execute": "ok"}
    assert [(seen.target, seen.headers["X-Tenant-Id"]) for seen in server.seen] == [
        ("/orders", "demo"),
        ("/orders/O-1", "demo"),
    ]
    assert server.last.headers["Authorization"] == f"Bearer {KEY}"
    kinds = list(RunEvent.objects.order_by("sequence").values_list("kind", flat=True))
    assert kinds == ["plan.started", *["step.started", "step.completed"] * 2, "plan.completed"]
    assert RunAttempt.objects.get().state == "succeeded"
    assert Job.objects.get(kind="run.execute").state == "done"


def test_a_plan_asks_for_what_nothing_gives_and_goes_on_when_it_is_given(server: Loopback) -> None:
    plan = a_plan(a_world(server), "getNote")
    waiting = SelectorRun.objects.get(pk=plan.run_id).status

    plan = give(plan, noteNo="7")
    half = plan.state
    plan = give(plan, kind="IN")
    run = executed(plan)

    assert (waiting, half, plan.state, run.status) == ("waiting_input", "waiting_input", "ready", "succeeded")
    assert server.last.target == "/notes/7?kind=IN"


@pytest.mark.parametrize(
    ("values", "reason", "field"),
    [
        ({"noteNo": "seven"}, "value_invalid", "noteNo"),
        ({"kind": "SIDEWAYS"}, "value_not_allowed", "kind"),
        ({"other": "x"}, "slot_unknown", "other"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(server: Loopback, values, reason, field) -> None:
    plan = a_plan(a_world(server), "getNote")

    with pytest.raises(RuleBroken) as caught:
        give(plan, **values)

    assert (caught.value.reason, caught.value.field) == (reason, field)
    assert not RunValues.objects.exists()


@pytest.mark.parametrize(
    ("world", "answer", "failed"),
    [
        ({}, lambda _: (401, {}, {}), ("execute", "auth_failed")),
        ({}, lambda _: (404, {}, {}), ("execute", "http_4xx")),
        ({}, lambda _: (503, {}, {}), ("execute", "http_5xx")),
        ({}, lambda _: (0, {}, None), ("execute", "network_error")),
        ({}, lambda _: (302, {"Location": "http://elsewhere.invalid/"}, None), ("execute", "host_not_allowed")),
        ({}, lambda _: (200, {}, []), ("execute", "binding_failed")),
        ({"hosts": False}, None, ("execute", "host_not_allowed")),
        ({"profile": False}, None, ("auth", "auth_context_required")),
    ],
)
def test_each_failure_is_told_by_its_stage_and_reason(server: Loopback, world, answer, failed) -> None:
    plan = a_plan(a_world(server, **world), "getOrder")
    server.answer = answer or server.answer

    run = executed(plan)

    attempt = RunAttempt.objects.get()
    assert (run.status, run.failed_stage, run.failed_reason) == ("failed", *failed)
    assert (attempt.state, attempt.failed_stage, attempt.failed_reason) == ("failed", *failed)
    assert stages(run)[failed[0]] == f"failed {failed[1]}"
    assert run.plan.state == "failed"


def test_a_variable_that_is_not_set_is_named(server: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = a_plan(a_world(server), "getOrder")
    monkeypatch.delenv(VARIABLE)

    run = executed(plan)

    assert (run.failed_stage, run.failed_reason) == ("auth", "auth_header_resolution_failed")
    evidence = RunEvent.objects.get(kind="step.failed").payload["failure"]["evidence"]
    assert evidence == {"profile": "orders key", "variable": VARIABLE, "problem": "not_set"}
    assert server.seen == []


def test_a_base_address_of_the_only_source_is_where_its_tools_are_called(server: Loopback) -> None:
    collection = a_world(server)
    with loopback() as other:
        other.answer = server.answer
        where = {"actor": Actor.for_command(), "collection_id": collection.pk}
        allow_host(**where, host=f"127.0.0.1:{other.port}", is_private=True)
        set_server(**where, namespace="main", url=f"{other.url}/v2")

        run = executed(a_plan(collection, "listOrders"))

        assert (run.failed_reason, [seen.target for seen in other.seen]) == ("", ["/v2/orders"])
    assert server.seen == []


def test_a_target_that_is_gone_is_told_as_an_unknown_one(server: Loopback) -> None:
    run = a_target(a_world(server), "getOrder")
    SelectorRun.objects.filter(pk=run.pk).update(selected_target="getGone")

    plan = prepare_plan(actor=an_actor(), run_id=run.pk)

    assert (plan.state, plan.error["reason"], plan.plan) == ("failed", "unknown_target", {})


def test_a_read_that_fails_once_is_tried_again(server: Loopback) -> None:
    plan = a_plan(a_world(server, secured=False), "listOrders")
    answers = iter([(503, {}, {}), (200, {}, [])])
    server.answer = lambda _: next(answers)

    run = executed(plan)

    assert (run.status, len(server.seen)) == ("succeeded", 2)
    assert stages(run)["auth"] == "skipped"


def test_a_failed_run_is_prepared_and_run_again_as_another_attempt(server: Loopback) -> None:
    collection = a_world(server)
    plan = a_plan(collection, "getOrder")
    good, server.answer = server.answer, lambda _: (404, {}, {})
    executed(plan)
    server.answer = good

    run = executed(prepare_plan(actor=an_actor(), run_id=plan.run_id))

    assert run.status == "succeeded"
    assert list(RunAttempt.objects.order_by("number").values_list("number", "state")) == [
        (1, "failed"),
        (2, "succeeded"),
    ]


def test_a_plan_that_cannot_be_made_says_why_and_is_mended_by_a_value(server: Loopback) -> None:
    plan = a_plan(a_world(server), "getNote", entities={"kind": "SIDEWAYS"})
    run = SelectorRun.objects.get(pk=plan.run_id)

    mended = give(plan, **{plan.slots[0]["name"]: "OUT"})

    assert (plan.state, run.failed_stage, run.failed_reason) == ("failed", "plan", "enum_required")
    assert (mended.state, [slot["name"] for slot in mended.slots]) == ("waiting_input", ["noteNo"])


def test_a_change_is_planned_only_where_the_collection_allows_it(server: Loopback) -> None:
    plan = a_plan(a_world(server), "cancelOrder", "주문 취소해줘", entities={"orderNo": "O-1", "cancelReason": "LATE"})

    assert (plan.state, plan.error["reason"]) == ("failed", "mutation_blocked")
    with pytest.raises(RuleBroken) as caught:
        executed(plan)
    assert caught.value.reason == "plan_not_ready"


def test_a_change_is_called_once_after_somebody_confirmed_it(server: Loopback) -> None:
    entities = {"orderNo": "O-1", "cancelReason": "LATE"}
    plan = a_plan(a_world(server, mutations=True), "cancelOrder", "주문 취소해줘", entities=entities)
    with pytest.raises(RuleBroken) as caught:
        executed(plan)
    server.answer = lambda _: (503, {}, {})

    plan = confirm_mutation(actor=an_actor(username="kim"), run_id=plan.run_id, version=plan.version)
    run = executed(plan)

    assert (caught.value.reason, plan.confirmed_by_name) == ("mutation_not_confirmed", "kim")
    # A failed change is not tried again by itself, and who tries again confirms again.
    assert [(seen.method, seen.target) for seen in server.seen] == [("POST", "/orders/O-1/cancel")]
    assert (run.failed_reason, run.plan.confirmed_by_name) == ("http_5xx", "")


def test_a_confirmation_is_for_one_plan(server: Loopback) -> None:
    entities = {"orderNo": "O-1", "cancelReason": "LATE"}
    plan = a_plan(a_world(server, mutations=True), "cancelOrder", "주문 취소해줘", entities=entities)
    confirm_mutation(actor=an_actor(), run_id=plan.run_id, version=plan.version)

    again = prepare_plan(actor=an_actor(), run_id=plan.run_id)

    assert again.confirmed_at is None
    with pytest.raises(RuleBroken):
        executed(again)


def test_a_read_has_nothing_to_confirm(server: Loopback) -> None:
    plan = a_plan(a_world(server), "getOrder")

    with pytest.raises(RuleBroken) as caught:
        confirm_mutation(actor=an_actor(), run_id=plan.run_id, version=plan.version)

    assert caught.value.reason == "nothing_to_confirm"


def test_a_plan_that_has_moved_is_not_started(server: Loopback) -> None:
    plan = a_plan(a_world(server), "getOrder")
    prepare_plan(actor=an_actor(), run_id=plan.run_id)

    with pytest.raises(StaleWrite):
        executed(plan)

    assert server.seen == []


def test_a_plan_that_the_collection_has_changed_is_shown_before_it_runs(server: Loopback) -> None:
    collection = a_world(server)
    plan = a_plan(collection, "getNote")
    plan = give(plan, noteNo="7", kind="IN")
    fields = {"kind": "context_default", "tool_name": "", "key": "kind", "value": "OUT", "reason": "mostly"}
    save_overlay_row(actor=Actor.for_command(), collection_id=collection.pk, **fields)

    with pytest.raises(RuleBroken) as caught:
        executed(plan)

    assert (caught.value.reason, server.seen) == ("plan_changed", [])
    assert [slot["name"] for slot in RunPlan.objects.get().slots] == ["noteNo"]


def test_a_running_call_is_given_up_when_somebody_cancels(server: Loopback) -> None:
    plan = a_plan(a_world(server), "getOrder")
    ok = server.answer
    server.answer = lambda seen: cancel(plan) or after(4, *ok(seen))(seen)

    run = executed(plan)

    assert (run.status, run.plan.state, RunAttempt.objects.get().state) == ("cancelled", "cancelled", "cancelled")
    assert RunEvent.objects.order_by("-sequence").first().payload["status"] == "cancelled"
    assert Job.objects.get(kind="run.execute").state == "cancelled"
    assert [seen.target for seen in server.seen] == ["/orders"]


def cancel(plan: RunPlan) -> None:
    from django.db import connection

    cancel_execution(actor=Actor.for_command(), run_id=plan.run_id)
    connection.close()


def test_a_queued_run_is_cancelled_at_once(server: Loopback) -> None:
    plan = a_plan(a_world(server), "getOrder")
    attempt = start_execution(actor=an_actor(), run_id=plan.run_id, version=plan.version)

    cancel_execution(actor=an_actor(), run_id=plan.run_id)
    run_job.call(attempt.job_id, 1)

    attempt.refresh_from_db()
    assert (attempt.state, SelectorRun.objects.get(pk=plan.run_id).status, server.seen) == (
        "cancelled",
        "cancelled",
        [],
    )
    with pytest.raises(RuleBroken):
        cancel_execution(actor=an_actor(), run_id=plan.run_id)


def test_a_run_whose_worker_died_is_failed_and_never_called_again(server: Loopback) -> None:
    plan = a_plan(a_world(server), "getOrder")
    attempt = start_execution(actor=an_actor(), run_id=plan.run_id, version=plan.version)
    long_ago = timezone.now() - timedelta(minutes=5)
    Job.objects.filter(pk=attempt.job_id).update(state="running", attempts=1, heartbeat_at=long_ago)

    reap_jobs()

    attempt.refresh_from_db()
    run = SelectorRun.objects.get(pk=plan.run_id)
    assert (attempt.state, run.failed_stage, run.failed_reason) == ("failed", "execute", "network_error")
    assert (run.plan.state, server.seen) == ("failed", [])


def test_one_attempt_runs_at_a_time(server: Loopback) -> None:
    plan = a_plan(a_world(server), "getOrder")
    start_execution(actor=an_actor(), run_id=plan.run_id, version=plan.version)
    version = RunPlan.objects.get().version

    for attempt in (
        lambda: start_execution(actor=an_actor(), run_id=plan.run_id, version=version),
        lambda: prepare_plan(actor=an_actor(), run_id=plan.run_id),
    ):
        with pytest.raises(RuleBroken) as caught:
            attempt()
        assert caught.value.reason == "plan_running"


def test_the_job_waits_in_the_interactive_queue(server: Loopback) -> None:
    plan = a_plan(a_world(server), "getOrder")

    attempt = start_execution(actor=an_actor(), run_id=plan.run_id, version=plan.version)

    assert (attempt.job.queue, attempt.job.max_attempts, attempt.job.payload) == (
        "interactive",
        1,
        {"run": plan.run_id},
    )


def test_typed_values_are_encrypted_and_go_when_the_run_ends(server: Loopback) -> None:
    plan = give(a_plan(a_world(server), "getNote"), noteNo="7130", kind="IN")
    sealed = RunValues.objects.get()
    kept = sealed.sealed

    executed(plan)

    assert "7130" not in kept
    assert not RunValues.objects.exists()
    assert RunPlan.objects.get().given == []


def test_typed_values_go_after_a_day_and_are_asked_for_again(server: Loopback) -> None:
    plan = give(a_plan(a_world(server), "getNote"), noteNo="7", kind="IN")

    early = forget_old_values(timezone.now() + timedelta(hours=23))
    late = forget_old_values(timezone.now() + timedelta(hours=25))

    plan.refresh_from_db()
    assert (early, late, plan.state, plan.given) == (0, 1, "waiting_input", [])
    assert SelectorRun.objects.get(pk=plan.run_id).status == "waiting_input"
    assert not RunValues.objects.exists()


def test_what_scrubbing_took_from_a_query_is_there_for_its_plan(server: Loopback) -> None:
    collection = a_world(server)
    run = a_target(collection, "getOrder", entities={"orderNo": "kim@example.com"})

    plan = prepare_plan(actor=an_actor(), run_id=run.pk)
    executed(plan)

    assert run.entities == {"orderNo": "<email>"}
    assert [seen.target for seen in server.seen] == ["/orders/kim%40example.com"]
    assert not RunValues.objects.exists()


def test_a_mark_leaves_the_stages_of_the_plan_alone(server: Loopback) -> None:
    run = executed(a_plan(a_world(server), "getOrder"))

    mark_expected_target(actor=an_actor(), run_id=run.pk, target="listOrders", version=run.version)

    run.refresh_from_db()
    assert stages(run) == {"plan": "ok", "auth": "ok", "execute": "ok"}
    assert run.status == "failed"


def test_a_run_without_a_target_has_no_plan(server: Loopback) -> None:
    run = a_target(a_world(server), "getOrder")
    SelectorRun.objects.filter(pk=run.pk).update(selected_target="")

    with pytest.raises(RuleBroken) as caught:
        prepare_plan(actor=an_actor(), run_id=run.pk)

    assert caught.value.reason == "no_target"


def test_every_step_of_a_plan_has_its_audit_row(server: Loopback) -> None:
    plan = give(a_plan(a_world(server), "getNote"), noteNo="7130", kind="IN")

    executed(plan)

    rows = AuditEvent.objects.filter(object_type="selectorrun").order_by("id").values_list("action", "after")
    assert [action for action, _ in rows] == [
        "run.start",
        "plan.prepare",
        "plan.provide",
        "run.execute",
        "run.executed",
    ]
    assert dict(rows)["plan.provide"] == {"given": ["kind", "noteNo"]}
