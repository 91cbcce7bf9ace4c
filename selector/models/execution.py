"""Plans of runs: what is to be called, what a person has to give, each attempt, and the events of those."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from .base import AppendOnlyModel, known, together
from .jobs import Job
from .revisions import Revision
from .runs import SelectorRun


class PlanState(models.TextChoices):
    WAITING_INPUT = "waiting_input"
    READY = "ready"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class AttemptState(models.TextChoices):
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


class RunPlan(models.Model):
    """The plan of a run, without the values of its inputs. A plan that could not be made is failed and has no steps.

    `slots` are what a person has to give, as the engine names it; `given` the names for which a value is kept.
    """

    run = models.OneToOneField(SelectorRun, on_delete=models.CASCADE, related_name="plan")
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=16, choices=PlanState)
    plan = models.JSONField(default=dict)
    slots = models.JSONField(default=list)
    given = models.JSONField(default=list)
    error = models.JSONField(default=dict, help_text="why there is no plan, as the engine says it")
    mutates = models.BooleanField(default=False)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    confirmed_by_name = models.CharField(max_length=150, blank=True, default="")
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_by_name = models.CharField(max_length=150)

    class Meta:
        constraints = [
            known("state", PlanState, "selector_runplan_state_known"),
            together("confirmed_at", "confirmed_by_name", "selector_runplan_confirmed_paired"),
        ]

    def __str__(self) -> str:
        return f"plan of run {self.run_id}"


class RunValues(models.Model):
    """What was typed, encrypted: the words and values of a run before scrubbing, and what was given to slots.

    It goes when the run ends, and at `expires_at` whatever the run does.
    """

    run = models.OneToOneField(SelectorRun, on_delete=models.CASCADE, related_name="values_kept")
    sealed = models.TextField()
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"values of run {self.run_id}"


class RunAttempt(models.Model):
    """One execution of a plan: the first, or one that was started again."""

    run = models.ForeignKey(SelectorRun, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=16, choices=AttemptState, default=AttemptState.RUNNING)
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="+")
    failed_stage = models.CharField(max_length=16, blank=True, default="")
    failed_reason = models.CharField(max_length=64, blank=True, default="")
    failed_step = models.CharField(max_length=64, blank=True, default="")
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    started_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    started_by_name = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "number"], name="selector_runattempt_number_unique"),
            models.UniqueConstraint(
                fields=["run"], condition=models.Q(state="running"), name="selector_runattempt_one_running"
            ),
            known("state", AttemptState, "selector_runattempt_state_known"),
            models.CheckConstraint(
                condition=models.Q(state="running", finished_at__isnull=True)
                | (~models.Q(state="running") & models.Q(finished_at__isnull=False)),
                name="selector_runattempt_finished_when_over",
            ),
            models.CheckConstraint(
                condition=(models.Q(state="failed") & ~models.Q(failed_stage="") & ~models.Q(failed_reason=""))
                | (~models.Q(state="failed") & models.Q(failed_stage="", failed_reason="")),
                name="selector_runattempt_failed_has_stage",
            ),
        ]

    def __str__(self) -> str:
        return f"attempt {self.number} of run {self.run_id}"


class RunEvent(AppendOnlyModel):
    """One event of an attempt, scrubbed and bounded by the engine before it came here. `sequence` counts from 1."""

    attempt = models.ForeignKey(RunAttempt, on_delete=models.CASCADE, related_name="events")
    sequence = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)
    kind = models.CharField(max_length=32)
    stage = models.CharField(max_length=16)
    step_id = models.CharField(max_length=64, blank=True, default="")
    tool_name = models.CharField(max_length=340, blank=True, default="")
    payload = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["attempt", "sequence"], name="selector_runevent_sequence_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.sequence}"
