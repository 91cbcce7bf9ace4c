"""Jobs show progress, stop when asked, and outlive a worker that dies."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from selector import queries
from selector.models import AuditEvent, ImportState, Job, JobState
from selector.services import Actor, RuleBroken, cancel_job, jobs, reading, reap_jobs, start_import
from selector.services.jobs import JobHandle, JobLostError, run_job

from .factories import a_collection, a_document, an_actor

pytestmark = pytest.mark.django_db


def a_queued_import():
    return start_import(actor=an_actor(), collection=a_collection(), document=a_document())


def take_away(job: Job, seconds: int = 61) -> None:
    """Let the job look as a killed worker leaves it."""
    past = timezone.now() - timedelta(seconds=seconds)
    Job.objects.filter(pk=job.pk).update(state=JobState.RUNNING, attempts=job.attempts + 1, heartbeat_at=past)


def test_a_job_is_queued_when_the_transaction_is_through(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        record = a_queued_import()
        assert not DBTaskResult.objects.exists()

    task = DBTaskResult.objects.get()
    assert (task.queue_name, task.args_kwargs["args"]) == ("bulk", [record.job.pk, 1])


def test_running_the_task_reads_the_document():
    record = a_queued_import()

    run_job.call(record.job.pk, 1)

    facts = queries.job_facts(record.job.pk)
    assert (facts.state, facts.progress_done, facts.progress_total, facts.is_active) == ("done", 4, 4, False)
    record.refresh_from_db()
    assert record.state == ImportState.READY


def test_the_same_task_twice_does_the_work_once():
    record = a_queued_import()

    run_job.call(record.job.pk, 1)
    run_job.call(record.job.pk, 1)

    assert Job.objects.get(pk=record.job.pk).attempts == 1
    assert record.source.versions.count() == 1


def test_a_waiting_job_is_cancelled_at_once_and_its_import_ends():
    record = a_queued_import()

    job = cancel_job(actor=an_actor(), job_id=record.job.pk)

    record.refresh_from_db()
    assert job.state == JobState.CANCELLED
    assert (record.state, record.error_reason, record.raw) == (ImportState.FAILED, "cancelled", None)


def test_a_running_job_stops_at_its_next_step(monkeypatch):
    record = a_queued_import()

    def read(document, documents, progress):
        cancel_job(actor=an_actor(), job_id=record.job.pk)
        monkeypatch.setattr(jobs, "HEARTBEAT_SECONDS", 0.0)
        progress(1, 4)
        raise AssertionError("the job went on")

    monkeypatch.setattr(reading, "read_any", read)
    run_job.call(record.job.pk, 1)

    assert Job.objects.get(pk=record.job.pk).state == JobState.CANCELLED


def test_a_job_that_is_over_cannot_be_cancelled():
    record = a_queued_import()
    run_job.call(record.job.pk, 1)

    with pytest.raises(RuleBroken) as caught:
        cancel_job(actor=an_actor(), job_id=record.job.pk)

    assert caught.value.reason == "job_ended"


def test_an_unexpected_error_ends_the_job_with_its_kind_only(monkeypatch):
    record = a_queued_import()
    monkeypatch.setattr(reading, "pack_graph", lambda graph: 1 / 0)

    run_job.call(record.job.pk, 1)

    job = Job.objects.get(pk=record.job.pk)
    assert (job.state, job.error_reason, job.error_message) == ("failed", "unexpected_error", "ZeroDivisionError")


def test_a_job_whose_worker_died_is_queued_again_and_ends_with_one_draft(django_capture_on_commit_callbacks):
    record = a_queued_import()
    take_away(record.job)

    with django_capture_on_commit_callbacks(execute=True):
        assert reap_jobs() == 1

    assert DBTaskResult.objects.get().args_kwargs["args"] == [record.job.pk, 2]
    run_job.call(record.job.pk, 2)
    assert Job.objects.get(pk=record.job.pk).state == JobState.DONE
    assert record.source.versions.count() == 1


def test_a_worker_with_a_fresh_heartbeat_is_left_alone():
    record = a_queued_import()
    take_away(record.job, seconds=30)

    assert reap_jobs() == 0


def test_a_job_is_failed_once_its_attempts_are_used_up():
    record = a_queued_import()
    for attempt in range(2):
        Job.objects.filter(pk=record.job.pk).update(attempts=attempt)
    Job.objects.filter(pk=record.job.pk).update(attempts=2)
    record.job.refresh_from_db()
    take_away(record.job)

    reap_jobs()

    job = Job.objects.get(pk=record.job.pk)
    record.refresh_from_db()
    assert (job.state, job.error_reason) == (JobState.FAILED, "worker_lost")
    assert (record.state, record.error_reason) == (ImportState.FAILED, "worker_lost")


def test_a_cancelled_job_whose_worker_died_is_cancelled():
    record = a_queued_import()
    take_away(record.job)
    Job.objects.filter(pk=record.job.pk).update(state=JobState.CANCELLING)

    reap_jobs()

    assert Job.objects.get(pk=record.job.pk).state == JobState.CANCELLED


def test_the_task_of_a_dead_worker_does_not_stay_running(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        record = a_queued_import()
    DBTaskResult.objects.update(status="RUNNING", started_at=timezone.now())
    take_away(record.job)

    reap_jobs()

    assert DBTaskResult.objects.get(args_kwargs__args=[record.job.pk, 1]).status == "FAILED"


def test_reaping_twice_queues_a_job_once(django_capture_on_commit_callbacks):
    record = a_queued_import()
    take_away(record.job)

    with django_capture_on_commit_callbacks(execute=True):
        assert (reap_jobs(), reap_jobs()) == (1, 0)

    assert DBTaskResult.objects.count() == 1


def test_a_job_that_never_reached_the_queue_is_queued(django_capture_on_commit_callbacks):
    record = a_queued_import()
    Job.objects.update(queued_at=timezone.now() - timedelta(seconds=61))

    with django_capture_on_commit_callbacks(execute=True):
        assert reap_jobs() == 1

    assert DBTaskResult.objects.get().args_kwargs["args"] == [record.job.pk, 1]


def test_a_job_that_waits_long_in_the_queue_is_left_there(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        a_queued_import()
    Job.objects.update(queued_at=timezone.now() - timedelta(seconds=600))

    assert reap_jobs() == 0


def test_a_worker_that_lost_its_job_writes_nothing():
    record = a_queued_import()
    take_away(record.job)
    reap_jobs()

    with pytest.raises(JobLostError):
        JobHandle(record.job.pk, 1, {}).progress(3, 4, now=True)

    assert Job.objects.get(pk=record.job.pk).progress_done == 0


def test_every_end_of_a_job_is_in_the_audit():
    record = a_queued_import()

    cancel_job(actor=Actor.for_command(), job_id=record.job.pk)

    events = AuditEvent.objects.filter(object_type="job", object_id=str(record.job.pk)).order_by("id")
    assert [event.action for event in events] == ["job.cancel", "job.cancelled"]
