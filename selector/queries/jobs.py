"""Job rows in, job facts out."""

from __future__ import annotations

from selector.display import JobFacts
from selector.models import Job
from selector.models.jobs import ACTIVE_STATES, JobState


def job_facts(job_id: int) -> JobFacts:
    """The facts of one job; `Job.DoesNotExist` where there is none."""
    return facts_of(Job.objects.get(pk=job_id))


def facts_of(job: Job) -> JobFacts:
    """The facts of a loaded job."""
    return JobFacts(
        id=job.pk,
        kind=job.kind,
        queue=job.queue,
        state=job.state,
        progress_done=job.progress_done,
        progress_total=job.progress_total,
        message=job.message,
        attempts=job.attempts,
        error_reason=job.error_reason,
        error_message=job.error_message,
        created_at=job.created_at,
        finished_at=job.finished_at,
        is_active=job.state in ACTIVE_STATES,
        can_cancel=job.state in {JobState.QUEUED, JobState.RUNNING},
    )
