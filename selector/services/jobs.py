"""Background jobs: made in a transaction, queued after it, run once per attempt, and rescued when a worker dies.

The task queue has no progress, cancel or retry, so the `Job` row carries them. `attempts` is the token of a worker:
every write of a worker names its attempt, and one that lost its job to the reaper changes nothing any more.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django_tasks import task

from selector.engine.failures import EngineError
from selector.models import Collection, Job, JobQueue, JobState
from selector.models.jobs import ACTIVE_STATES

from .base import Actor, RuleBroken, record_audit
from .tasks_table import bury_tasks, waiting_task

logger = logging.getLogger("selector.jobs")

# Seconds between two heartbeats at most often (chosen: a page that polls each second sees it move), and seconds without
# one until a worker counts as dead (chosen: far above the longest step of a large document).
HEARTBEAT_SECONDS = 0.5
DEAD_AFTER_SECONDS = 60.0
MESSAGE_CHARACTERS = 1000


class JobCancelledError(Exception):
    """Somebody asked for the job to stop."""


class JobLostError(Exception):
    """The job belongs to another attempt now; this worker stops without writing."""


@dataclass(slots=True)
class JobHandle:
    """A running attempt: what the body of a job reports progress through."""

    job_id: int
    attempt: int
    payload: dict[str, Any]
    _last_beat: datetime = field(default_factory=timezone.now)
    _last_total: int = 0

    def progress(self, done: int, total: int, message: str = "", *, now: bool = False) -> None:
        """Write progress and heartbeat: when the total changes, else now and then unless `now`.

        JobCancelledError when somebody asked for a stop, JobLostError when the job is another attempt's.
        """
        at = timezone.now()
        is_due = now or total != self._last_total or (at - self._last_beat).total_seconds() >= HEARTBEAT_SECONDS
        if not is_due:
            return
        self._last_beat, self._last_total = at, total
        changes: dict[str, Any] = {"heartbeat_at": at, "progress_done": done, "progress_total": total}
        if message:
            changes["message"] = message
        if _mine(self).filter(state=JobState.RUNNING).update(**changes):
            return
        if _mine(self).filter(state=JobState.CANCELLING).exists():
            raise JobCancelledError
        raise JobLostError

    def hold(self) -> Job:
        """Lock the job for the transaction that stores its result. JobCancelledError, JobLostError."""
        job = Job.objects.select_for_update(of=("self",)).filter(pk=self.job_id, attempts=self.attempt).first()
        if job is None or job.state not in {JobState.RUNNING, JobState.CANCELLING}:
            raise JobLostError
        if job.state == JobState.CANCELLING:
            raise JobCancelledError
        return job


def _mine(handle: JobHandle) -> Any:
    return Job.objects.filter(pk=handle.job_id, attempts=handle.attempt)


@dataclass(frozen=True, slots=True)
class JobBody:
    """What a kind of job does. `ended` is told of every end but success, inside the transaction that records it."""

    run: Callable[[JobHandle], dict[str, Any]]
    ended: Callable[[Job, str, str, str], None]


_bodies: dict[str, JobBody] = {}


def register_body(kind: str, body: JobBody) -> None:
    """Say what jobs of a kind do."""
    _bodies[kind] = body


def create_job(
    *,
    actor: Actor,
    kind: str,
    queue: str = JobQueue.BULK,
    payload: dict[str, Any],
    collection: Collection | None = None,
) -> Job:
    """Make a job inside the caller's transaction, without queueing it."""
    return Job.objects.create(
        kind=kind,
        queue=queue,
        payload=payload,
        collection=collection,
        created_by=actor.user,
        created_by_name=actor.name,
    )


def enqueue(job: Job) -> None:
    """Queue the job's next attempt once the transaction is through."""
    job_id, attempt, queue = job.pk, job.attempts + 1, job.queue
    transaction.on_commit(lambda: run_job.using(queue_name=queue).enqueue(job_id, attempt))


@task(queue_name=JobQueue.BULK.value)
def run_job(job_id: int, attempt: int) -> None:
    """Run one attempt of a job, unless it has been run, cancelled or given to another attempt."""
    handle = _start(job_id, attempt)
    if handle is None:
        return
    body = _bodies[Job.objects.values_list("kind", flat=True).get(pk=job_id)]
    try:
        result = body.run(handle)
    except JobLostError:
        return
    except JobCancelledError:
        _end(handle, body, JobState.CANCELLED)
    except EngineError as error:
        _end(handle, body, JobState.FAILED, error.reason, error.message)
    except Exception as error:
        # Whatever it is, the page must not show a job that runs for ever.
        logger.exception("Job %s failed unexpectedly", job_id)
        _end(handle, body, JobState.FAILED, "unexpected_error", type(error).__name__)
    else:
        _finish(handle, result)


def _start(job_id: int, attempt: int) -> JobHandle | None:
    now = timezone.now()
    waiting = Job.objects.filter(pk=job_id, state=JobState.QUEUED, attempts=attempt - 1)
    changes = {"state": JobState.RUNNING, "attempts": attempt, "heartbeat_at": now, "started_at": now}
    if not waiting.update(**changes):
        return None
    return JobHandle(job_id=job_id, attempt=attempt, payload=Job.objects.get(pk=job_id).payload)


def _finish(handle: JobHandle, result: dict[str, Any]) -> None:
    # The body may have ended the job itself, in the transaction of its result.
    _mine(handle).filter(state__in=[JobState.RUNNING, JobState.CANCELLING]).update(
        state=JobState.DONE, result=result, finished_at=timezone.now(), message=""
    )


@transaction.atomic
def _end(handle: JobHandle, body: JobBody, state: JobState, reason: str = "", message: str = "") -> None:
    job = Job.objects.select_for_update(of=("self",)).filter(pk=handle.job_id, attempts=handle.attempt).first()
    if job is not None and job.state in ACTIVE_STATES:
        _end_locked(job, state, reason, message)
        body.ended(job, state, reason, message)


def _end_locked(job: Job, state: JobState, reason: str = "", message: str = "") -> None:
    job.state = state
    job.error_reason, job.error_message = reason, message[:MESSAGE_CHARACTERS]
    job.finished_at = timezone.now()
    job.save(update_fields=["state", "error_reason", "error_message", "finished_at"])
    record_audit(
        actor=Actor.for_job(),
        action=f"job.{state.value}",
        target=job,
        collection=job.collection,
        after={"state": state.value, "reason": reason, "attempts": job.attempts},
    )


@transaction.atomic
def cancel_job(*, actor: Actor, job_id: int) -> Job:
    """Ask a job to stop: one that waits ends at once, one that runs at its next step. RuleBroken: job_ended."""
    job = Job.objects.select_for_update(of=("self",)).select_related("collection").get(pk=job_id)
    if job.state == JobState.CANCELLING:
        return job
    if job.state not in {JobState.QUEUED, JobState.RUNNING}:
        raise RuleBroken("job_ended", "The job is over already.")
    before = job.state
    record_audit(
        actor=actor,
        action="job.cancel",
        target=job,
        collection=job.collection,
        before={"state": before},
        after={"state": JobState.CANCELLING.value},
    )
    if before == JobState.RUNNING:
        job.state = JobState.CANCELLING
        job.save(update_fields=["state"])
    else:
        _end_locked(job, JobState.CANCELLED)
        _bodies[job.kind].ended(job, JobState.CANCELLED, "", "")
    return job


def reap_jobs(now: datetime | None = None) -> int:
    """Rescue jobs whose worker is gone, and queue again what never reached the queue; gives how many were touched.

    A job without a heartbeat for a minute is queued again until its attempts are used up, then failed with
    `worker_lost`. Safe to run at any time and in several processes.
    """
    at = now or timezone.now()
    dead_before = at - timedelta(seconds=DEAD_AFTER_SECONDS)
    silent = Job.objects.filter(state__in=[JobState.RUNNING, JobState.CANCELLING], heartbeat_at__lt=dead_before)
    waiting = Job.objects.filter(state=JobState.QUEUED, queued_at__lt=dead_before)
    touched = [_rescue(job_id, dead_before) for job_id in silent.values_list("pk", flat=True)]
    touched += [_requeue_if_lost(job_id, at, dead_before) for job_id in waiting.values_list("pk", flat=True)]
    return sum(touched)


@transaction.atomic
def _rescue(job_id: int, dead_before: datetime) -> bool:
    job = Job.objects.select_for_update(of=("self",)).select_related("collection").get(pk=job_id)
    if job.state not in {JobState.RUNNING, JobState.CANCELLING}:
        return False
    if job.heartbeat_at is None or job.heartbeat_at >= dead_before:
        return False
    bury_tasks(job)
    if job.state == JobState.CANCELLING:
        _end_locked(job, JobState.CANCELLED)
        _bodies[job.kind].ended(job, JobState.CANCELLED, "", "")
    elif job.attempts >= job.max_attempts:
        message = f"The worker stopped {job.attempts} times without finishing."
        _end_locked(job, JobState.FAILED, "worker_lost", message)
        _bodies[job.kind].ended(job, JobState.FAILED, "worker_lost", message)
    else:
        _queue_again(job)
    return True


def _queue_again(job: Job) -> None:
    job.state, job.queued_at, job.heartbeat_at = JobState.QUEUED, timezone.now(), None
    job.save(update_fields=["state", "queued_at", "heartbeat_at"])
    record_audit(
        actor=Actor.for_job("reaper"),
        action="job.requeue",
        target=job,
        collection=job.collection,
        after={"attempts": job.attempts},
    )
    enqueue(job)


@transaction.atomic
def _requeue_if_lost(job_id: int, at: datetime, dead_before: datetime) -> bool:
    job = Job.objects.select_for_update(of=("self",)).get(pk=job_id)
    if job.state != JobState.QUEUED or job.queued_at >= dead_before or waiting_task(job, dead_before):
        return False
    job.queued_at = at
    job.save(update_fields=["queued_at"])
    enqueue(job)
    return True
