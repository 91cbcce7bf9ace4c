"""Background work as people see it: progress, cancel, attempts and a heartbeat that shows a worker is alive."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from .base import known


class JobQueue(models.TextChoices):
    INTERACTIVE = "interactive"
    BULK = "bulk"


class JobState(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    CANCELLING = "cancelling"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


ACTIVE_STATES = (JobState.QUEUED, JobState.RUNNING, JobState.CANCELLING)
ENDED_STATES = (JobState.DONE, JobState.FAILED, JobState.CANCELLED)


class Job(models.Model):
    """One piece of background work. `attempts` is also the token of the worker that holds it: a worker whose attempt
    is over (the reaper gave the job away) can no longer write."""

    kind = models.CharField(max_length=32)
    queue = models.CharField(max_length=16, choices=JobQueue)
    state = models.CharField(max_length=16, choices=JobState, default=JobState.QUEUED)
    progress_done = models.PositiveIntegerField(default=0)
    progress_total = models.PositiveIntegerField(default=0)
    message = models.CharField(max_length=64, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    max_attempts = models.PositiveSmallIntegerField(default=3)
    queued_at = models.DateTimeField(default=timezone.now)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    payload = models.JSONField(default=dict)
    result = models.JSONField(default=dict)
    error_reason = models.CharField(max_length=64, blank=True)
    error_message = models.TextField(blank=True)
    collection = models.ForeignKey(
        "selector.Collection", null=True, blank=True, on_delete=models.PROTECT, related_name="jobs"
    )
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_by_name = models.CharField(max_length=150)

    class Meta:
        constraints = [
            known("queue", JobQueue, "selector_job_queue_known"),
            known("state", JobState, "selector_job_state_known"),
            models.CheckConstraint(
                condition=models.Q(state__in=ENDED_STATES, finished_at__isnull=False)
                | models.Q(state__in=ACTIVE_STATES, finished_at__isnull=True),
                name="selector_job_finished_when_ended",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["running", "cancelling"], heartbeat_at__isnull=False)
                | ~models.Q(state__in=["running", "cancelling"]),
                name="selector_job_running_has_heartbeat",
            ),
            models.CheckConstraint(
                condition=models.Q(attempts__lte=models.F("max_attempts")), name="selector_job_attempts_bounded"
            ),
            models.CheckConstraint(
                condition=models.Q(state="failed") & ~models.Q(error_reason="")
                | ~models.Q(state="failed") & models.Q(error_reason=""),
                name="selector_job_failed_has_reason",
            ),
        ]
        indexes = [
            # The reaper looks at what is active, which is few rows among many.
            models.Index(
                fields=["heartbeat_at"], condition=models.Q(state__in=ACTIVE_STATES), name="selector_job_active"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} job {self.pk}"
