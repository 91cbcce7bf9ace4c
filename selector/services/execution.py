"""Runs of plans: started by a person, made in a job, cancelled, and recorded event by event."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from selector.convert.plans import event_payload, needed_inputs, private_texts
from selector.engine.failures import Reason, Stage
from selector.engine.plan import Plan, PlanRunner, RetryPolicy
from selector.execution import CallStopped, HttpCaller, asks_credential
from selector.models import (
    AttemptState,
    Job,
    JobQueue,
    JobState,
    PlanState,
    RunAttempt,
    RunEvent,
    RunPlan,
    RunStatus,
    SelectorRun,
    StageName,
    StageRecord,
    StageStatus,
    User,
)
from selector.queries.graphs import head_graph

from .auth import call_rules
from .base import Actor, RuleBroken, record_audit
from .jobs import (
    JobBody,
    JobCancelledError,
    JobHandle,
    JobLostError,
    cancel_job,
    create_job,
    enqueue,
    register_body,
    run_job,
)
from .planning import locked_plan, make_again, prepare_plan
from .settling import settle
from .values import INPUTS, forget_values, read_values

EXECUTE_JOB = "run.execute"
# Reads that failed on the way or in the server are tried once more, after a pause in seconds. Chosen: a hiccup is over
# by then. A step that may change something never is, whatever stands here.
RETRY = RetryPolicy(2, frozenset({Reason.NETWORK_ERROR, Reason.HTTP_5XX}))
PAUSE_SECONDS = 0.5
SCHEMA_VERSION = 1
ATTEMPT_STATES = {
    "succeeded": (AttemptState.SUCCEEDED, PlanState.DONE, RunStatus.SUCCEEDED),
    "failed": (AttemptState.FAILED, PlanState.FAILED, RunStatus.FAILED),
    "cancelled": (AttemptState.CANCELLED, PlanState.CANCELLED, RunStatus.CANCELLED),
}


def start_execution(*, actor: Actor, run_id: int, version: int, run_now: bool = False) -> RunAttempt:
    """Run the plan of a run in a job of the interactive queue, or here with `run_now`.

    The plan is made again first: where the collection has changed so that it differs, the new one is stored and has to
    be looked at (`plan_changed`). RuleBroken: no_plan, plan_running, plan_not_ready, plan_changed,
    mutation_not_allowed, mutation_not_confirmed. StaleWrite.
    """
    row = RunPlan.objects.select_related("run__collection").filter(run_id=run_id).first()
    planned = make_again(actor, row.run) if row is not None else None
    if row is not None and planned is not None and row.state == PlanState.READY and _differs(row, planned.plan):
        prepare_plan(actor=actor, run_id=run_id)
        raise RuleBroken("plan_changed", "The collection has changed, and the plan with it; look at the new one.")
    with transaction.atomic():
        attempt = _queue(actor, locked_plan(run_id, version))
    if run_now:
        run_job.call(attempt.job_id, 1)
        attempt.refresh_from_db()
    return attempt


def _differs(row: RunPlan, plan: Plan | None) -> bool:
    return plan is None or plan.id != row.plan.get("id")


def _queue(actor: Actor, row: RunPlan) -> RunAttempt:
    run = row.run
    if row.state != PlanState.READY:
        raise RuleBroken("plan_not_ready", "The plan is not ready: give what it asks for, or prepare it again.")
    if row.mutates and not run.collection.mutation_allowed:
        raise RuleBroken("mutation_not_allowed", "This collection only allows reads; an admin can allow changes.")
    if row.mutates and row.confirmed_at is None:
        raise RuleBroken("mutation_not_confirmed", "The plan changes something; confirm that first.")
    job = create_job(
        actor=actor,
        kind=EXECUTE_JOB,
        queue=JobQueue.INTERACTIVE,
        payload={"run": run.pk},
        collection=run.collection,
    )
    # A worker that dies may have called something already: nothing is called twice without a person.
    job.max_attempts = 1
    job.save(update_fields=["max_attempts"])
    last = RunAttempt.objects.filter(run=run).aggregate(last=Max("number"))["last"] or 0
    attempt = RunAttempt.objects.create(
        run=run, number=last + 1, job=job, started_by=actor.user, started_by_name=actor.name
    )
    row.state, row.version = PlanState.RUNNING, row.version + 1
    row.save(update_fields=["state", "version"])
    run.status, run.failed_stage, run.failed_reason = RunStatus.RUNNING, "", ""
    run.save(update_fields=["status", "failed_stage", "failed_reason"])
    record_audit(
        actor=actor,
        action="run.execute",
        target=run,
        collection=run.collection,
        after={"attempt": attempt.number, "plan": row.plan["id"], "changes": row.mutates},
    )
    enqueue(job)
    return attempt


def cancel_execution(*, actor: Actor, run_id: int) -> Job:
    """Ask the running attempt of a run to stop; a call on its way is given up at once. RuleBroken: not_running,
    job_ended."""
    attempt = RunAttempt.objects.filter(run_id=run_id, state=AttemptState.RUNNING).first()
    if attempt is None:
        raise RuleBroken("not_running", "Nothing of this run is running.")
    return cancel_job(actor=actor, job_id=attempt.job_id)


@dataclass(slots=True)
class _Watch:
    """Looks now and then whether the job goes on; keeps why not."""

    handle: JobHandle
    done: int = 0
    total: int = 0
    is_lost: bool = False
    is_stopped: bool = False

    def look(self, *, now: bool = False) -> None:
        """CallStopped where somebody cancelled the job, or another attempt has it."""
        try:
            self.handle.progress(self.done, self.total, now=now)
        except JobCancelledError:
            self.is_stopped = True
        except JobLostError:
            self.is_lost = True
        if self.is_stopped or self.is_lost:
            raise CallStopped

    def should_stop(self) -> bool:
        try:
            self.look(now=True)
        except CallStopped:
            return True
        return False


@dataclass(slots=True)
class _Course:
    """What an attempt has come to so far: its last events, and a row for each step."""

    attempt: RunAttempt
    sequence: int = 0
    needs_auth: bool = False
    end: dict[str, Any] = field(default_factory=dict)
    steps: dict[str, dict[str, Any]] = field(default_factory=dict)

    def note(self, event: Mapping[str, Any]) -> None:
        """Store one event."""
        self.sequence += 1
        RunEvent.objects.create(
            attempt=self.attempt,
            sequence=self.sequence,
            kind=event["type"],
            stage=event["stage"],
            step_id=str(event.get("step_id") or "")[:64],
            tool_name=str(event.get("tool") or "")[:340],
            payload=event_payload(event),
        )
        if event.get("step_id"):
            self._note_step(event)
        if event["type"] in {"plan.completed", "plan.aborted"}:
            self.end = dict(event)

    def _note_step(self, event: Mapping[str, Any]) -> None:
        row = self.steps.setdefault(str(event["step_id"]), {"tool": event["tool"], "state": "running"})
        if event["type"] != "step.started":
            row["state"] = event["type"].partition(".")[2]
            row |= {key: event.get(key) for key in ("status", "duration_ms", "attempts")}


def execute_run(handle: JobHandle) -> dict[str, Any]:
    """The body of the job: every call of the plan, each event stored as it comes, then the end of the attempt."""
    attempt = RunAttempt.objects.select_related("run__collection", "started_by").get(job_id=handle.job_id)
    course, watch = _Course(attempt), _Watch(handle)
    actor = Actor.for_user(attempt.started_by, "job") if isinstance(attempt.started_by, User) else Actor.for_job()
    row = RunPlan.objects.get(run=attempt.run)
    plan = make_again(actor, attempt.run).plan
    if _differs(row, plan) or plan is None:
        course.note(_aborted(row.plan.get("id", ""), Reason.UNKNOWN_TARGET, "The collection has changed meanwhile."))
    else:
        watch.total = len(plan.steps)
        _run_plan(attempt, row, plan, course, watch)
    if watch.is_lost:
        raise JobLostError
    with transaction.atomic():
        _finish(handle, course)
    return {"run": attempt.run_id, "attempt": attempt.number, "status": course.end["status"]}


def _run_plan(attempt: RunAttempt, row: RunPlan, plan: Plan, course: _Course, watch: _Watch) -> None:
    collection = attempt.run.collection
    rules = call_rules(collection, allows_mutation=row.mutates and row.confirmed_at is not None)
    graph = head_graph(collection.pk)[1]
    course.needs_auth = any(asks_credential(graph.tools[name]) for name in plan.tools)
    caller = HttpCaller(graph.tools, rules, environ=os.environ, tick=watch.look)
    runner = PlanRunner(
        caller,
        retry=RETRY,
        should_stop=watch.should_stop,
        check_step=caller.check_step,
        before_retry=lambda _: time.sleep(PAUSE_SECONDS),
        clock=time.monotonic,
    )
    typed = read_values(attempt.run_id)
    given = typed.get(INPUTS) or {}
    # `secret` is an input of no step: whatever stands under such a name is hidden in every event.
    context = {
        "user_input": {name: given[name] for name in needed_inputs(row.plan) if name in given},
        "secret": private_texts(typed),
    }
    results: MutableMapping[str, Any] = {}
    try:
        for event in runner.run_stream(plan, context, {"run": attempt.run_id, "attempt": attempt.number}, results):
            course.note(event)
            watch.done = len(results)
    except CallStopped:
        if not watch.is_lost:
            _note_stop(course, plan, results)


def _note_stop(course: _Course, plan: Plan, results: Mapping[str, Any]) -> None:
    """The end of a run that was cancelled while a call waited: the runner itself had no chance to tell it."""
    waiting = next((step_id for step_id, row in course.steps.items() if row["state"] == "running"), "")
    done = [step.id for step in plan.steps if step.id in results]
    left = [step.id for step in plan.steps if step.id not in results]
    facts = {"failed_step": waiting, "failure": None, "slots": [], "done_steps": done, "remaining_steps": left}
    event = {"schema_version": 1, "type": "plan.aborted", "stage": "execute", "plan_id": plan.id, "status": "cancelled"}
    course.note({**event, **facts, "duration_ms": None, "trace_metadata": {}})


def _aborted(plan_id: str, reason: Reason, message: str) -> dict[str, Any]:
    """The event of an attempt that never began."""
    failure: dict[str, Any] = {"stage": Stage.PLAN.value, "reason": reason.value, "evidence": {}, "message": message}
    event = {"schema_version": 1, "type": "plan.aborted", "stage": "plan", "plan_id": plan_id, "status": "failed"}
    return {**event, "failure": failure, "failed_step": "", "slots": [], "done_steps": [], "remaining_steps": []}


def _finish(handle: JobHandle, course: _Course) -> None:
    """Write the end of an attempt, its run and its plan together."""
    job = Job.objects.select_for_update(of=("self",)).filter(pk=handle.job_id, attempts=handle.attempt).first()
    if job is None or job.state not in {JobState.RUNNING, JobState.CANCELLING}:
        raise JobLostError
    status = course.end["status"] if course.end["status"] in ATTEMPT_STATES else "failed"
    failure: dict[str, Any] = dict(course.end.get("failure") or {})
    if status == "failed" and not failure:
        failure = {"stage": Stage.EXECUTE.value, "reason": Reason.BINDING_FAILED.value}
    _end(course, status, failure)
    ended = {"cancelled": JobState.CANCELLED}.get(status, JobState.DONE)
    job.state, job.finished_at, job.message = ended, timezone.now(), ""
    job.result = {"run": course.attempt.run_id, "attempt": course.attempt.number, "status": status}
    job.save(update_fields=["state", "finished_at", "message", "result"])


def _end(course: _Course, status: str, failure: Mapping[str, Any]) -> None:
    attempt_state, plan_state, run_status = ATTEMPT_STATES[status]
    run = SelectorRun.objects.select_for_update(of=("self",)).select_related("collection").get(pk=course.attempt.run_id)
    attempt = course.attempt
    attempt.state, attempt.finished_at = attempt_state, timezone.now()
    if attempt_state == AttemptState.FAILED:
        attempt.failed_stage, attempt.failed_reason = failure["stage"], failure["reason"]
    attempt.failed_step = str(course.end.get("failed_step") or "")[:64]
    attempt.save()
    plan = RunPlan.objects.select_for_update(of=("self",)).get(run=run)
    plan.state, plan.version = plan_state, plan.version + 1
    # The run has ended: what was typed is forgotten, and who tries again confirms again.
    plan.given, plan.confirmed_at, plan.confirmed_by, plan.confirmed_by_name = [], None, None, ""
    plan.save()
    forget_values(run.pk)
    records = {record.stage: record for record in run.stages.all()}
    _record_stages(records, course, failure)
    settle(run, records, run_status)
    record_audit(
        actor=Actor.for_job(),
        action="run.executed",
        target=run,
        collection=run.collection,
        after={
            "attempt": attempt.number,
            "state": attempt.state,
            "stage": attempt.failed_stage,
            "reason": attempt.failed_reason,
        },
    )


def _record_stages(records: Mapping[str, StageRecord], course: _Course, failure: Mapping[str, Any]) -> None:
    failed, reason = failure.get("stage", ""), failure.get("reason", "")
    plan, auth, execute = records[StageName.PLAN], records[StageName.AUTH], records[StageName.EXECUTE]
    if failed == StageName.PLAN:
        plan.status, plan.reason = StageStatus.FAILED, reason
    called = any(row["state"] == "completed" or row.get("attempts") for row in course.steps.values())
    passed = StageStatus.OK if course.needs_auth else StageStatus.SKIPPED
    auth.status, auth.reason = (passed if called else StageStatus.NOT_REACHED), ""
    if failed == StageName.AUTH:
        auth.status, auth.reason = StageStatus.FAILED, reason
        auth.detail = _detail(course, failure)
    execute.status, execute.reason = (StageStatus.OK if called else StageStatus.NOT_REACHED), ""
    if failed == StageName.EXECUTE:
        execute.status, execute.reason = StageStatus.FAILED, reason
    elif course.end["status"] == "cancelled":
        execute.status, execute.reason = StageStatus.WARNING, "cancelled"
    elif failed and called:
        execute.status = StageStatus.WARNING
    execute.detail = _detail(course, failure)
    execute.duration_ms = course.end.get("duration_ms")
    StageRecord.objects.bulk_update([plan, auth, execute], ["status", "reason", "detail", "duration_ms"])


def _detail(course: _Course, failure: Mapping[str, Any]) -> dict[str, Any]:
    steps = [{"step_id": step_id, **row} for step_id, row in course.steps.items()]
    return {
        "schema_version": SCHEMA_VERSION,
        "attempt": course.attempt.number,
        "steps": steps,
        "failure": dict(failure),
    }


def _ended(job: Job, state: str, _reason: str, _message: str) -> None:
    """What a job that ended without its body leaves behind: cancelled before it began, or its worker is gone."""
    attempt = RunAttempt.objects.filter(job=job, state=AttemptState.RUNNING).first()
    if attempt is None:
        return
    course = _Course(
        attempt, sequence=RunEvent.objects.filter(attempt=attempt).aggregate(last=Max("sequence"))["last"] or 0
    )
    plan_id = RunPlan.objects.get(run_id=attempt.run_id).plan.get("id", "")
    if state == JobState.CANCELLED:
        course.note({**_aborted(plan_id, Reason.NETWORK_ERROR, ""), "status": "cancelled", "failure": None})
        _end(course, "cancelled", {})
        return
    event = _aborted(plan_id, Reason.NETWORK_ERROR, "The worker stopped before the run had ended.")
    event["failure"] |= {"stage": Stage.EXECUTE.value, "evidence": {"problem": "worker_lost"}}
    course.note({**event, "stage": "execute"})
    _end(course, "failed", event["failure"])


register_body(EXECUTE_JOB, JobBody(run=execute_run, ended=_ended))
