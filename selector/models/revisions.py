"""What a decision is made from: operators' overlay rows, and the append-only revisions of a collection."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from .base import AppendOnlyModel, known
from .collections import Collection, Policy


class OverlayKind(models.TextChoices):
    """What an overlay row overrides. `key` and `value` of each kind:

    action, resource, shape: key "", value is the word. alias: key is the alias as typed, value true.
    edge: key "producer.field->consumer.field", value is the edge with its verdict (add, confirm, forbid).
    context_default, enum_mapping, field_mapping: key is the field, value what fills it.
    """

    ACTION = "action"
    RESOURCE = "resource"
    SHAPE = "shape"
    ALIAS = "alias"
    EDGE = "edge"
    CONTEXT_DEFAULT = "context_default"
    ENUM_MAPPING = "enum_mapping"
    FIELD_MAPPING = "field_mapping"


class OverlayRow(models.Model):
    """One thing that an operator says about a tool (or, with `tool_name` "", about the whole collection)."""

    collection = models.ForeignKey(Collection, on_delete=models.PROTECT, related_name="overlay_rows")
    kind = models.CharField(max_length=32, choices=OverlayKind)
    tool_name = models.CharField(max_length=340, blank=True)
    key = models.CharField(max_length=300, blank=True)
    value = models.JSONField()
    reason = models.TextField(max_length=2000)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_by_name = models.CharField(max_length=150)
    updated_at = models.DateTimeField(default=timezone.now)
    updated_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    updated_by_name = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["collection", "kind", "tool_name", "key"], name="selector_overlayrow_place_unique"
            ),
            known("kind", OverlayKind, "selector_overlayrow_kind_known"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="selector_overlayrow_reason_filled"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.tool_name} {self.key}".strip()


class Revision(AppendOnlyModel):
    """The state of a collection that decisions are made on, by digests of its parts."""

    collection = models.ForeignKey(Collection, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    live_versions = models.JSONField(default=list, help_text="rows of source, namespace, version and graph digest")
    overlay_digest = models.CharField(max_length=64)
    signals_digest = models.CharField(max_length=64)
    policy = models.CharField(max_length=32, choices=Policy)
    engine_version = models.CharField(max_length=32)
    cause = models.CharField(max_length=64, help_text="the action that made it, as the audit names it")
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_by_name = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["collection", "number"], name="selector_revision_number_unique"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="selector_revision_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"revision {self.number}"
