"""The audit: one row for each write, in the transaction of that write, never changed afterwards."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from .base import AppendOnlyModel, known


class Channel(models.TextChoices):
    PAGE = "page"
    API = "api"
    ADMIN = "admin"
    COMMAND = "command"
    JOB = "job"


class AuditEvent(AppendOnlyModel):
    """Who did what to which object, through which door, and how it was before and after."""

    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    actor_name = models.CharField(max_length=150)
    role = models.CharField(max_length=16, blank=True)
    action = models.CharField(max_length=64, help_text="a noun and a verb: import.confirm")
    object_type = models.CharField(max_length=64)
    object_id = models.CharField(max_length=64)
    collection = models.ForeignKey(
        "selector.Collection", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    reason = models.TextField(blank=True)
    request_id = models.CharField(max_length=64, blank=True)
    channel = models.CharField(max_length=16, choices=Channel)
    evidence = models.JSONField(default=dict)

    class Meta:
        constraints = [
            known("channel", Channel, "selector_auditevent_channel_known"),
            models.CheckConstraint(condition=~models.Q(action=""), name="selector_auditevent_action_filled"),
            models.CheckConstraint(condition=~models.Q(actor_name=""), name="selector_auditevent_actor_named"),
        ]
        indexes = [
            # The history of one object, newest first.
            models.Index(fields=["object_type", "object_id", "-id"], name="selector_audit_object"),
            models.Index(fields=["collection", "-id"], name="selector_audit_collection"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.object_type} {self.object_id}"
