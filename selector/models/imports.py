"""An import: a document on its way from upload over a dry run to a decision."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from .base import known, together
from .collections import Source, SourceVersion
from .jobs import Job


class ImportState(models.TextChoices):
    QUEUED = "queued"
    READING = "reading"
    READY = "ready"
    CONFIRMED = "confirmed"
    DROPPED = "dropped"
    FAILED = "failed"
    UNCHANGED = "unchanged"


class ImportOrigin(models.TextChoices):
    UPLOAD = "upload"
    FILES = "files"
    URL = "url"


OPEN_STATES = (ImportState.QUEUED, ImportState.READING, ImportState.READY)


class Import(models.Model):
    """A document that was handed in. Its bytes live until the import is decided; nothing is live before that.

    `raw` holds the document, or the archive of its files; of an address the whole of it (a query may hold a token)
    until the document is fetched, which takes its place. Before that the digest is empty.
    """

    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="imports")
    job = models.ForeignKey(Job, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    raw = models.BinaryField(null=True, editable=False)
    origin = models.CharField(max_length=16, choices=ImportOrigin, default=ImportOrigin.UPLOAD)
    file_name = models.CharField(max_length=300, blank=True)
    root_file = models.CharField(max_length=300, blank=True, default="")
    document_digest = models.CharField(max_length=64, blank=True)
    document_bytes = models.PositiveIntegerField()
    state = models.CharField(max_length=16, choices=ImportState, default=ImportState.QUEUED)
    draft = models.ForeignKey(SourceVersion, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    base = models.ForeignKey(SourceVersion, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    diff = models.JSONField(default=dict)
    # Every problem up to the engine's limit; `diff` has the first ones of them, for the page.
    problems = models.JSONField(default=dict, blank=True, editable=False)
    error_reason = models.CharField(max_length=64, blank=True)
    error_message = models.TextField(blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_by_name = models.CharField(max_length=150)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    decided_by_name = models.CharField(max_length=150, blank=True, default="")

    class Meta:
        constraints = [
            known("state", ImportState, "selector_import_state_known"),
            known("origin", ImportOrigin, "selector_import_origin_known"),
            together("decided_at", "decided_by_name", "selector_import_decided_paired"),
            models.CheckConstraint(
                condition=models.Q(state__in=OPEN_STATES) | models.Q(raw__isnull=True),
                name="selector_import_bytes_emptied",
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=["ready", "confirmed"]) | models.Q(draft__isnull=False),
                name="selector_import_ready_has_draft",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["confirmed", "dropped"], decided_at__isnull=False)
                | (~models.Q(state__in=["confirmed", "dropped"]) & models.Q(decided_at__isnull=True)),
                name="selector_import_decided_in_state",
            ),
            models.CheckConstraint(
                condition=models.Q(state="failed") & ~models.Q(error_reason="")
                | ~models.Q(state="failed") & models.Q(error_reason=""),
                name="selector_import_failed_has_reason",
            ),
        ]
        indexes = [
            # The open imports of a collection page.
            models.Index(fields=["source", "state"], name="selector_import_source_state"),
        ]

    def __str__(self) -> str:
        return f"import {self.pk}"
