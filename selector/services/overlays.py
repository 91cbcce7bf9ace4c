"""What operators say about tools: overlay rows by place and version, each write with its audit row and revision."""

from __future__ import annotations

import re
from typing import Any

from django.db import transaction

from selector.engine.scrub import scrub_text, scrub_value
from selector.models import AuditEvent, Collection, OverlayKind, OverlayRow
from selector.queries.overlays import ACTIONS, SHAPES, overlay_events

from .base import Actor, CurrentState, RuleBroken, StaleWrite, check_version, delete_row, record_audit, stamp
from .collections import lock_collection
from .revisions import make_revision

# Kinds that say something about one tool.
TOOL_KINDS = (OverlayKind.ACTION, OverlayKind.RESOURCE, OverlayKind.SHAPE, OverlayKind.ALIAS)
# Characters of an alias and of a resource. Chosen: a phrase, and a name in snake_case.
ALIAS_CHARACTERS = 120
RESOURCE_CHARACTERS = 100
REASON_CHARACTERS = 2000
RESOURCE_PATTERN = re.compile(r"[^\W\d_]\w*")


@transaction.atomic
def save_overlay_row(
    *,
    actor: Actor,
    collection_id: int,
    kind: str,
    tool_name: str,
    value: Any,
    reason: str,
    key: str = "",
    version: int = 0,
) -> OverlayRow:
    """Say something about a tool; a row at the same place is changed when `version` is its version (0: a new row).

    RuleBroken: kind_unknown, reason_missing, reason_too_long, tool_missing, key_missing, alias_too_long,
    private_value, value_unknown, resource_invalid.
    StaleWrite when somebody has taken the place, moved the row or removed it.
    """
    collection = lock_collection(collection_id)
    key = " ".join(key.split()) if kind == OverlayKind.ALIAS else key
    _check_overlay(kind=kind, tool_name=tool_name, key=key, value=value, reason=reason)
    row = _row_at(collection, kind, tool_name, key, version)
    before = overlay_of(row) if row else {}
    row = row or OverlayRow(
        collection=collection,
        kind=kind,
        tool_name=tool_name,
        key=key,
        version=0,
        created_by=actor.user,
        created_by_name=actor.name,
    )
    row.value = scrub_value(value.strip() if isinstance(value, str) else value).value
    row.reason = scrub_text(reason.strip()).text
    stamp(row, actor)
    row.save()
    _overlay_written(actor, collection, row, "overlay.change" if before else "overlay.add", before, overlay_of(row))
    return row


def _row_at(collection: Collection, kind: str, tool_name: str, key: str, version: int) -> OverlayRow | None:
    """The row at a place, of the version that the caller has seen; None where both know of none."""
    row = OverlayRow.objects.filter(collection=collection, kind=kind, tool_name=tool_name, key=key).first()
    if row is not None:
        check_version(row, version, _shown(row))
    elif version:
        events = overlay_events(collection.pk, tool_name)
        raise StaleWrite(_removed(events.filter(before__kind=kind, before__key=key).first()))
    return row


def _removed(event: AuditEvent | None) -> CurrentState:
    """How a row is that is gone: version 0, with who took it away and when."""
    return CurrentState(
        version=0,
        changed_by=event.actor_name if event else "",
        changed_at=event.at if event else None,
        action=event.action if event else "",
    )


@transaction.atomic
def clear_overlay_row(
    *, actor: Actor, collection_id: int, kind: str, tool_name: str, key: str = "", version: int, reason: str
) -> None:
    """Take back what stands at a place. StaleWrite when the row has moved or is gone; RuleBroken: reason_missing,
    reason_too_long."""
    _check_reason(reason)
    collection = lock_collection(collection_id)
    # Version 0 was seen by nobody: a form whose row has just been taken away.
    row = _row_at(collection, kind, tool_name, key, version or 1)
    if row is not None:
        _remove(actor, collection, row, reason)


@transaction.atomic
def remove_overlay_row(*, actor: Actor, row_id: int, version: int, reason: str) -> None:
    """Take back the row of an id. StaleWrite when it has moved or is gone; RuleBroken as `clear_overlay_row`."""
    _check_reason(reason)
    collection_id = OverlayRow.objects.filter(pk=row_id).values_list("collection_id", flat=True).first()
    collection = lock_collection(collection_id) if collection_id else None
    row = OverlayRow.objects.filter(pk=row_id).first()
    if collection is None or row is None:
        events = AuditEvent.objects.filter(object_type="overlayrow", object_id=str(row_id))
        raise StaleWrite(_removed(events.order_by("-id").first()))
    check_version(row, version, _shown(row))
    _remove(actor, collection, row, reason)


def _remove(actor: Actor, collection: Collection, row: OverlayRow, reason: str) -> None:
    before = overlay_of(row)
    delete_row(row)
    _overlay_written(actor, collection, row, "overlay.remove", before, {}, reason)


def overlay_of(row: OverlayRow) -> dict[str, Any]:
    """What an overlay row says."""
    return {"kind": row.kind, "tool_name": row.tool_name, "key": row.key, "value": row.value, "reason": row.reason}


def _shown(row: OverlayRow) -> dict[str, Any]:
    """What somebody who was too late is shown of the row."""
    value = row.key if row.kind == OverlayKind.ALIAS else row.value
    return {"value": value, "reason": row.reason}


def _overlay_written(
    actor: Actor,
    collection: Collection,
    row: OverlayRow,
    action: str,
    before: dict[str, Any],
    after: dict[str, Any],
    reason: str = "",
) -> None:
    record_audit(
        actor=actor,
        action=action,
        target=row,
        collection=collection,
        before=before,
        after=after,
        reason=reason or row.reason,
    )
    make_revision(actor=actor, collection=collection, cause=action)


def _check_overlay(*, kind: str, tool_name: str, key: str, value: Any, reason: str) -> None:
    if kind not in OverlayKind.values:
        raise RuleBroken("kind_unknown", f"{kind} is not a kind of overlay.", "kind")
    _check_reason(reason)
    if kind in TOOL_KINDS and not tool_name:
        raise RuleBroken("tool_missing", "Say which tool this is about.", "tool_name")
    if kind == OverlayKind.ALIAS:
        _check_alias(key)
    words = {OverlayKind.ACTION: ACTIONS, OverlayKind.SHAPE: SHAPES}.get(OverlayKind(kind))
    if words and value not in words:
        raise RuleBroken("value_unknown", f"{value} is none of {', '.join(words)}.", "value")
    if kind == OverlayKind.RESOURCE:
        _check_resource(value)


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise RuleBroken("reason_missing", "Say why, for those who come after.", "reason")
    if len(reason) > REASON_CHARACTERS:
        raise RuleBroken("reason_too_long", f"At most {REASON_CHARACTERS} characters.", "reason")


def _check_alias(alias: str) -> None:
    if not alias:
        raise RuleBroken("key_missing", "Type the alias.", "key")
    if len(alias) > ALIAS_CHARACTERS:
        raise RuleBroken("alias_too_long", f"At most {ALIAS_CHARACTERS} characters.", "key")
    # A name that is searched cannot be kept with its middle blanked out.
    if scrub_text(alias).kinds:
        raise RuleBroken("private_value", "An alias must not hold personal data or a secret.", "key")


def _check_resource(value: Any) -> None:
    if not isinstance(value, str) or not value.strip():
        raise RuleBroken("value_unknown", "A resource is a word.", "value")
    if len(value.strip()) > RESOURCE_CHARACTERS or not RESOURCE_PATTERN.fullmatch(value.strip()):
        raise RuleBroken("resource_invalid", "Write one thing in snake_case, such as member_delivery.", "value")
