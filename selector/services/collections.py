"""Writes on collections and their overlay: one transaction each, with an audit row and, where needed, a revision."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from selector.engine.scrub import scrub_text, scrub_value
from selector.models import Collection, LearningMode, OverlayKind, OverlayRow, Policy

from .base import Actor, RuleBroken, check_version, difference, record_audit
from .revisions import make_revision

# What an admin may set on a collection.
SETTINGS = (
    "name",
    "description",
    "learning_mode",
    "learning_silenced",
    "policy",
    "mutation_allowed",
    "four_eyes",
)
ACTIONS = ("search", "read", "create", "update", "delete", "action")
SHAPES = ("list", "single", "count", "mutation", "file", "none")


@transaction.atomic
def create_collection(*, actor: Actor, slug: str, name: str, description: str = "") -> Collection:
    """Make an empty collection with its first revision. RuleBroken: slug_invalid, name_missing, slug_taken."""
    if not slug or slugify(slug) != slug or len(slug) > 64:
        raise RuleBroken("slug_invalid", "Use lower case letters, digits and hyphens, at most 64.", "slug")
    name = name.strip()
    if not name:
        raise RuleBroken("name_missing", "A collection needs a name.", "name")
    try:
        with transaction.atomic():
            collection = Collection.objects.create(
                slug=slug,
                name=scrub_text(name).text[:200],
                description=scrub_text(description.strip()).text[:2000],
                created_by=actor.user,
                created_by_name=actor.name,
            )
    except IntegrityError as error:
        raise RuleBroken("slug_taken", f"There is a collection {slug} already.", "slug") from error
    record_audit(
        actor=actor,
        action="collection.create",
        target=collection,
        collection=collection,
        after={"slug": slug, "name": collection.name, "description": collection.description},
    )
    make_revision(actor=actor, collection=collection, cause="collection.create")
    return collection


@transaction.atomic
def change_collection(
    *, actor: Actor, collection_id: int, version: int, changes: dict[str, Any], reason: str = ""
) -> Collection:
    """Set some of `SETTINGS`. StaleWrite when the row has moved; RuleBroken: setting_unknown, value_unknown."""
    collection = lock_collection(collection_id)
    check_version(collection, version, settings_of(collection))
    _check_settings(changes)
    before = settings_of(collection)
    for key, value in changes.items():
        setattr(collection, key, value)
    changed_before, changed_after = difference(before, settings_of(collection))
    if not changed_after:
        return collection
    collection.version += 1
    collection.save(update_fields=[*changed_after, "version"])
    record_audit(
        actor=actor,
        action="collection.change",
        target=collection,
        collection=collection,
        before=changed_before,
        after=changed_after,
        reason=reason,
    )
    make_revision(actor=actor, collection=collection, cause="collection.change")
    return collection


def lock_collection(collection_id: int) -> Collection:
    """The collection, held until the transaction ends: its head moves only under this lock."""
    return Collection.objects.select_for_update(of=("self",)).select_related("head").get(pk=collection_id)


def settings_of(collection: Collection) -> dict[str, Any]:
    """What `change_collection` can change, as it is."""
    return {key: getattr(collection, key) for key in SETTINGS}


def _check_settings(changes: dict[str, Any]) -> None:
    unknown = sorted(changes.keys() - set(SETTINGS))
    if unknown:
        raise RuleBroken("setting_unknown", f"{unknown[0]} is not a setting of a collection.", unknown[0])
    for key, choices in {"learning_mode": LearningMode, "policy": Policy}.items():
        if key in changes and changes[key] not in choices.values:
            raise RuleBroken("value_unknown", f"{changes[key]} is not a {key}.", key)
    if "name" in changes and not str(changes["name"]).strip():
        raise RuleBroken("name_missing", "A collection needs a name.", "name")


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

    RuleBroken: kind_unknown, reason_missing, tool_missing, key_missing, value_unknown.
    StaleWrite when somebody has taken the place or moved the row.
    """
    collection = lock_collection(collection_id)
    _check_overlay(kind=kind, tool_name=tool_name, key=key, value=value, reason=reason)
    row = OverlayRow.objects.filter(collection=collection, kind=kind, tool_name=tool_name, key=key).first()
    before = overlay_of(row) if row else {}
    if row is not None:
        check_version(row, version, before)
    row = row or OverlayRow(
        collection=collection,
        kind=kind,
        tool_name=tool_name,
        key=key,
        version=0,
        created_by=actor.user,
        created_by_name=actor.name,
    )
    row.value = scrub_value(value).value
    row.reason = scrub_text(reason.strip()).text
    row.version += 1
    row.updated_at, row.updated_by, row.updated_by_name = timezone.now(), actor.user, actor.name
    row.save()
    _overlay_written(actor, collection, row, "overlay.change" if before else "overlay.add", before, overlay_of(row))
    return row


@transaction.atomic
def remove_overlay_row(*, actor: Actor, row_id: int, version: int, reason: str = "") -> None:
    """Take back what was said about a tool. StaleWrite when the row has moved."""
    collection_id = OverlayRow.objects.values_list("collection_id", flat=True).get(pk=row_id)
    collection = lock_collection(collection_id)
    row = OverlayRow.objects.get(pk=row_id)
    before = overlay_of(row)
    check_version(row, version, before)
    pk = row.pk
    row.delete()
    row.pk = pk
    _overlay_written(actor, collection, row, "overlay.remove", before, {}, reason)


def overlay_of(row: OverlayRow) -> dict[str, Any]:
    """What an overlay row says."""
    return {"kind": row.kind, "tool_name": row.tool_name, "key": row.key, "value": row.value, "reason": row.reason}


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
    if not reason.strip():
        raise RuleBroken("reason_missing", "Say why, for those who come after.", "reason")
    if kind in {OverlayKind.ACTION, OverlayKind.RESOURCE, OverlayKind.SHAPE, OverlayKind.ALIAS} and not tool_name:
        raise RuleBroken("tool_missing", "Say which tool this is about.", "tool_name")
    if kind == OverlayKind.ALIAS and not key.strip():
        raise RuleBroken("key_missing", "Type the alias.", "key")
    words = {OverlayKind.ACTION: ACTIONS, OverlayKind.SHAPE: SHAPES}.get(OverlayKind(kind))
    if words and value not in words:
        raise RuleBroken("value_unknown", f"{value} is none of {', '.join(words)}.", "value")
    if kind == OverlayKind.RESOURCE and not (isinstance(value, str) and value.strip()):
        raise RuleBroken("value_unknown", "A resource is a word.", "value")
