"""Tokens of the programs that use the API: what each may do, until when, and who made it. The value is never stored."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone

from .base import together
from .collections import Collection


class Scope(models.TextChoices):
    """What a token may do. Scopes do not contain each other: a program that starts runs and reads them has two."""

    COLLECTIONS_READ = "collections:read"
    SELECT = "select"
    RUNS_READ = "runs:read"
    RUNS_WRITE = "runs:write"


class TokenState(models.TextChoices):
    LIVE = "live"
    EXPIRED = "expired"
    REVOKED = "revoked"


class ApiToken(models.Model):
    """A key for one program. Found by its `prefix`, proved by the `digest` of its whole value; kept when it is over."""

    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=16, unique=True, help_text="the part of the value that may be shown")
    digest = models.CharField(max_length=64, unique=True, help_text="sha256 of the value")
    scopes = models.JSONField(default=list)
    collection = models.ForeignKey(
        Collection, null=True, blank=True, on_delete=models.PROTECT, related_name="+", help_text="empty: all of them"
    )
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_by_name = models.CharField(max_length=150)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    revoked_by_name = models.CharField(max_length=150, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="selector_apitoken_name_filled"),
            models.CheckConstraint(condition=~models.Q(scopes=[]), name="selector_apitoken_scopes_filled"),
            # The audit names a token: two programs of one name could not be told apart.
            models.UniqueConstraint(
                fields=["name"], condition=models.Q(revoked_at__isnull=True), name="selector_apitoken_name_unique"
            ),
            together("revoked_at", "revoked_by_name", "selector_apitoken_revoked_paired"),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("created_at")), name="selector_apitoken_expires_later"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def state(self, now: datetime) -> str:
        """Whether the token opens anything at `now`."""
        if self.revoked_at is not None:
            return TokenState.REVOKED
        return TokenState.LIVE if now < self.expires_at else TokenState.EXPIRED
