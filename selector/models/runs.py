"""Runs: one question asked of a collection, with one record for each stage."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from selector.search import BigramsField

from .base import known
from .collections import Collection
from .revisions import Revision


class RunStatus(models.TextChoices):
    PENDING = "pending"
    RUNNING = "running"
    WAITING_INPUT = "waiting_input"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


class RunOrigin(models.TextChoices):
    PAGE = "page"
    COMMAND = "command"
    API = "api"
    DEMO = "demo"


class StageName(models.TextChoices):
    """The stages of the strip, in order. (`learn` comes after a run and has no cell.)"""

    RETRIEVE = "retrieve"
    LLM_INTENT = "llm_intent"
    SELECT = "select"
    PLAN = "plan"
    AUTH = "auth"
    EXECUTE = "execute"


class StageStatus(models.TextChoices):
    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"
    SKIPPED = "skipped"
    NOT_REACHED = "not_reached"


class SelectorRun(models.Model):
    """One question and what was decided. The query and the entities are stored scrubbed."""

    # Not stored: whether this answer repeats a run that was there under the same idempotency key.
    is_repeat = False

    collection = models.ForeignKey(Collection, on_delete=models.PROTECT, related_name="runs")
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="runs")
    query = models.TextField()
    scrub_kinds = models.JSONField(default=list)
    llm_target = models.CharField(max_length=340, blank=True)
    expected_target = models.CharField(max_length=340, blank=True)
    expected_at = models.DateTimeField(null=True, blank=True)
    expected_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    expected_by_name = models.CharField(max_length=150, blank=True, default="")
    entities = models.JSONField(default=dict)
    top_k = models.PositiveSmallIntegerField(default=8)
    status = models.CharField(max_length=16, choices=RunStatus, default=RunStatus.PENDING)
    failed_stage = models.CharField(max_length=16, blank=True, default="")
    failed_reason = models.CharField(max_length=64, blank=True, default="")
    selected_target = models.CharField(max_length=340, blank=True)
    overrode_llm = models.BooleanField(default=False)
    ambiguous = models.BooleanField(default=False)
    override_risk = models.CharField(max_length=8, blank=True, default="")
    reason_codes = models.JSONField(default=list)
    confidence = models.FloatField(default=0.0)
    margin = models.FloatField(default=0.0)
    llm_margin = models.FloatField(default=0.0)
    origin = models.CharField(max_length=16, choices=RunOrigin)
    adapter_request_id = models.CharField(max_length=128, blank=True, default="")
    idempotency_key = models.CharField(max_length=128)
    # None where the caller never asks twice. Nullable, since SQLite adds such a column in place; any other makes the
    # table anew, and the triggers of its search index are lost with the old one.
    request_digest = models.CharField(  # noqa: DJ001
        max_length=64, null=True, blank=True, editable=False, help_text="keyed digest of what was asked"
    )
    duration_ms = models.PositiveIntegerField(default=0)
    search_text = models.TextField(blank=True, default="", help_text="query and targets in folded form")
    bigrams = BigramsField(help_text="pairs of characters of search_text, for the index")
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_by_name = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["created_by", "idempotency_key"], name="selector_selectorrun_key_unique"),
            # NULLs never collide, so what no user started needs a rule of its own.
            models.UniqueConstraint(
                fields=["idempotency_key"],
                condition=models.Q(created_by__isnull=True),
                name="selector_selectorrun_key_unique_nobody",
            ),
            known("status", RunStatus, "selector_selectorrun_status_known"),
            known("origin", RunOrigin, "selector_selectorrun_origin_known"),
            models.CheckConstraint(
                condition=(
                    models.Q(expected_at__isnull=False) & ~models.Q(expected_by_name="") & ~models.Q(expected_target="")
                )
                | models.Q(expected_at__isnull=True, expected_by_name="", expected_target=""),
                name="selector_selectorrun_expected_paired",
            ),
            models.CheckConstraint(
                condition=(models.Q(status="failed") & ~models.Q(failed_stage="") & ~models.Q(failed_reason=""))
                | (~models.Q(status="failed") & models.Q(failed_stage="", failed_reason="")),
                name="selector_selectorrun_failed_has_stage",
            ),
            models.CheckConstraint(
                condition=models.Q(overrode_llm=False) | ~models.Q(llm_target=""),
                name="selector_selectorrun_override_has_llm_target",
            ),
            models.CheckConstraint(
                condition=models.Q(confidence__gte=0.0, confidence__lte=1.0),
                name="selector_selectorrun_confidence_ratio",
            ),
        ]
        # Each list is read newest first by id, so that a page is one walk along one index.
        indexes = [
            models.Index(fields=["collection", "-id"], name="selector_run_collection"),
            models.Index(fields=["status", "-id"], name="selector_run_status"),
            # A range of time, where it is short; ids and times rise together, so that the order stays that of ids.
            models.Index(fields=["created_at"], name="selector_run_created"),
            models.Index(fields=["failed_stage", "-id"], name="selector_run_failed_stage"),
            models.Index(fields=["-id"], condition=models.Q(overrode_llm=True), name="selector_run_overridden"),
            models.Index(fields=["-id"], condition=models.Q(ambiguous=True), name="selector_run_ambiguous"),
            models.Index(
                fields=["adapter_request_id", "-id"],
                condition=~models.Q(adapter_request_id=""),
                name="selector_run_adapter_request",
            ),
        ]

    def __str__(self) -> str:
        return f"run {self.pk}"


class StageRecord(models.Model):
    """What one stage of a run did. `detail` is bounded and says its schema_version."""

    run = models.ForeignKey(SelectorRun, on_delete=models.CASCADE, related_name="stages")
    stage = models.CharField(max_length=16, choices=StageName)
    status = models.CharField(max_length=16, choices=StageStatus)
    reason = models.CharField(max_length=64, blank=True, default="")
    duration_ms = models.PositiveIntegerField(null=True, blank=True)
    detail = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "stage"], name="selector_stagerecord_stage_unique"),
            known("stage", StageName, "selector_stagerecord_stage_known"),
            known("status", StageStatus, "selector_stagerecord_status_known"),
            models.CheckConstraint(
                condition=~models.Q(status="failed") | ~models.Q(reason=""),
                name="selector_stagerecord_failed_has_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run_id} {self.stage}"


class RunCandidate(models.Model):
    """A tool that had a part in a run: an index for "where did this tool win or lose", out of what the stages keep.

    `rank` is its place in the comparison, None where it never came to it (an expected target that was not found, an
    LLM target that nobody knows). At most the candidates of the run and two more.
    """

    run = models.ForeignKey(SelectorRun, on_delete=models.CASCADE, related_name="tools")
    collection = models.ForeignKey(Collection, on_delete=models.PROTECT, related_name="+")
    tool_name = models.CharField(max_length=340)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    selected = models.BooleanField(default=False)
    is_llm = models.BooleanField(default=False)
    is_expected = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "tool_name"], name="selector_runcandidate_tool_unique"),
            models.UniqueConstraint(
                fields=["run"], condition=models.Q(selected=True), name="selector_runcandidate_one_selected"
            ),
            models.CheckConstraint(condition=~models.Q(tool_name=""), name="selector_runcandidate_tool_named"),
        ]
        indexes = [
            # The last runs of one tool, won or lost, newest first: one walk along the index.
            models.Index(fields=["collection", "tool_name", "selected", "-run"], name="selector_runcandidate_tool"),
        ]

    def __str__(self) -> str:
        return f"{self.run_id} {self.tool_name}"
