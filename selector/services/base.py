"""What every service needs: who acts, the errors that a caller can show, and the audit row."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Self

from django.db import models, transaction
from django.http import HttpRequest
from django.utils import timezone

from selector.engine.scrub import scrub_text, scrub_value
from selector.models import AuditEvent, Channel, Collection, Role, User

# Bytes of JSON that one side of an audit row may hold; more is replaced by its size. Chosen: a page can show it.
AUDIT_VALUE_BYTES = 64 * 1024
# Characters of a reason that are kept. Chosen: a long paragraph.
REASON_CHARACTERS = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who acts, as what, and through which door. `user` is None for a command or a job of nobody."""

    user: User | None
    name: str
    role: str
    channel: str
    request_id: str = ""

    @classmethod
    def from_request(cls, request: HttpRequest, channel: str = Channel.PAGE) -> Self:
        """The signed-in person behind a request."""
        user = request.user
        if not isinstance(user, User):
            raise TypeError("An anonymous request has no actor; the view checks the role first.")
        request_id = getattr(request, "request_id", "")
        return cls(user=user, name=user.get_username(), role=user.role, channel=channel, request_id=request_id)

    @classmethod
    def for_user(cls, user: User, channel: str) -> Self:
        """A person who acts outside of a request: a job goes on in the name of who started it."""
        return cls(user=user, name=user.get_username(), role=user.role, channel=channel)

    @classmethod
    def for_command(cls, name: str = "command") -> Self:
        """Whoever can run a command on the machine."""
        return cls(user=None, name=name, role=Role.ADMIN, channel=Channel.COMMAND)

    @classmethod
    def for_job(cls, name: str = "worker") -> Self:
        """The worker itself."""
        return cls(user=None, name=name, role="", channel=Channel.JOB)


class ServiceError(Exception):
    """A write that was refused for a reason that the caller can show."""


class RuleBroken(ServiceError):
    """A rule refuses the write. `reason` is a stable code, `field` the form field it belongs to, or ""."""

    def __init__(self, reason: str, message: str, field: str = "") -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.field = field


@dataclass(frozen=True, slots=True)
class CurrentState:
    """How a row is now, for somebody who wrote on an older version of it."""

    version: int
    changed_by: str
    changed_at: datetime | None
    action: str  # what changed it, as the audit names it
    values: Mapping[str, Any] = field(default_factory=dict)


class StaleWrite(ServiceError):
    """The row has moved since the caller read it. `current` says who moved it, when, and how it is now."""

    def __init__(self, current: CurrentState) -> None:
        super().__init__(f"The version is {current.version} now; {current.changed_by} changed it.")
        self.current = current


def record_audit(
    *,
    actor: Actor,
    action: str,
    target: models.Model,
    collection: Collection | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
    evidence: Mapping[str, Any] | None = None,
) -> AuditEvent:
    """Write the audit row of a change. Call it inside the transaction of the change."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("An audit row is written in the transaction of its change.")
    return AuditEvent.objects.create(
        actor=actor.user,
        actor_name=actor.name,
        role=actor.role,
        channel=actor.channel,
        request_id=actor.request_id[:64],
        action=action,
        object_type=target._meta.model_name or "",
        object_id=str(target.pk),
        collection=collection,
        before=bounded(before or {}),
        after=bounded(after or {}),
        reason=scrub_text(reason).text[:REASON_CHARACTERS],
        evidence=bounded(evidence or {}),
    )


def bounded(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values scrubbed and as plain JSON; too large a set is replaced by a note of its size."""
    text = json.dumps(scrub_value(dict(values)).value, default=str, ensure_ascii=False)
    size = len(text.encode())
    if size > AUDIT_VALUE_BYTES:
        return {"truncated": True, "bytes": size}
    plain: dict[str, Any] = json.loads(text)
    return plain


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The two sides reduced to the keys whose values differ."""
    keys = sorted(key for key in {*before, *after} if before.get(key) != after.get(key))
    return {key: before.get(key) for key in keys}, {key: after.get(key) for key in keys}


def check_version(row: models.Model, version: int, values: Mapping[str, Any] | None = None) -> None:
    """Refuse a write on an older version of a row that the caller holds locked."""
    current_version: int = row.version  # type: ignore[attr-defined]
    if current_version != version:
        raise StaleWrite(current_state(row, values))


def gone(action: str) -> StaleWrite:
    """The refusal of a write on a row that somebody has taken away; `action` is what took it, as the audit names it."""
    return StaleWrite(CurrentState(version=0, changed_by="", changed_at=None, action=action))


def stamp(row: Any, actor: Actor) -> None:
    """Give a versioned row its next version, and say who changed it and when."""
    row.version += 1
    row.updated_at, row.updated_by, row.updated_by_name = timezone.now(), actor.user, actor.name


def delete_row(row: models.Model) -> None:
    """Delete a row and let its object keep the id, by which the audit names it."""
    pk = row.pk
    row.delete()
    row.pk = pk


def current_state(row: models.Model, values: Mapping[str, Any] | None = None) -> CurrentState:
    """How a versioned row is now, and who made it so, out of the audit."""
    last = (
        AuditEvent.objects.filter(object_type=row._meta.model_name, object_id=str(row.pk))
        .order_by("-id")
        .values("actor_name", "at", "action")
        .first()
    )
    return CurrentState(
        version=row.version,  # type: ignore[attr-defined]
        changed_by=last["actor_name"] if last else "",
        changed_at=last["at"] if last else None,
        action=last["action"] if last else "",
        values=dict(values or {}),
    )
