"""The rows of the task queue that belong to a job: found to see whether one waits, closed when its worker is gone."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet
from django_tasks.base import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from selector.models import Job


def waiting_task(job: Job, dead_before: datetime) -> bool:
    """Whether the job's next attempt is in the queue, or was just taken by a worker that has yet to start it."""
    tasks = _tasks(job.pk, job.attempts + 1)
    ready = Q(status=TaskResultStatus.READY)
    return tasks.filter(ready | Q(status=TaskResultStatus.RUNNING, started_at__gte=dead_before)).exists()


def bury_tasks(job: Job) -> None:
    """Mark the row of the job's present attempt failed: its worker left it running for ever."""
    for row in _tasks(job.pk, job.attempts).filter(status=TaskResultStatus.RUNNING):
        row.set_failed(RuntimeError("The worker stopped without finishing."))


def _tasks(job_id: int, attempt: int) -> QuerySet[DBTaskResult]:
    found: QuerySet[DBTaskResult] = DBTaskResult.objects.filter(
        task_path="selector.services.jobs.run_job", args_kwargs__args=[job_id, attempt]
    )
    return found
