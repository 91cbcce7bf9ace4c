"""Decisions about imports: what was read and compared with what is live is confirmed or dropped by a person.

Nothing of it is in the catalogue before it is confirmed, and then all of it is, in one transaction.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from selector.convert.graphs import full_name
from selector.models import Collection, Import, ImportState, OverlayRow, Source, SourceVersion, VersionState

from .base import Actor, CurrentState, RuleBroken, StaleWrite, check_version, record_audit
from .collections import lock_collection
from .intake import live_version, queue_reading
from .revisions import make_revision


@transaction.atomic
def confirm_import(*, actor: Actor, import_id: int, version: int, reason: str = "") -> Import:
    """Make a draft the live version: the old one is archived and the collection gets a new revision.

    StaleWrite where the import has been decided, or the live version moved after the comparison was made (then
    `reread_import` compares again). RuleBroken: import_not_ready.
    """
    record, collection = _lock_import(import_id)
    check_version(record, version, values_of(record))
    if record.state != ImportState.READY or record.draft is None:
        raise RuleBroken("import_not_ready", f"The import is {record.state}; only a ready one can be confirmed.")
    live = live_version(record.source)
    _check_base(record, live)
    if live is None:
        _name_overlay_anew(record.source)
    else:
        SourceVersion.objects.filter(pk=live.pk).update(state=VersionState.ARCHIVED)
    SourceVersion.objects.filter(pk=record.draft.pk).update(
        state=VersionState.LIVE,
        published_at=timezone.now(),
        published_by=actor.user,
        published_by_name=actor.name,
    )
    counts = {key: value for key, value in record.diff.items() if key.endswith("_count")}
    _decide(actor, record, collection, ImportState.CONFIRMED, reason, evidence=counts)
    make_revision(actor=actor, collection=collection, cause="import.confirm")
    return record


def _name_overlay_anew(source: Source) -> None:
    """Keep overlay rows on their tools where a second source gives every tool a namespace."""
    live = SourceVersion.objects.filter(source__collection=source.collection, state=VersionState.LIVE)
    if live.count() != 1:
        return
    namespace = live.values_list("source__namespace", flat=True)[0]
    for row in OverlayRow.objects.filter(collection=source.collection).exclude(tool_name=""):
        row.tool_name = full_name(namespace, row.tool_name, several=True)
        row.version += 1
        row.save(update_fields=["tool_name", "version"])


@transaction.atomic
def drop_import(*, actor: Actor, import_id: int, version: int, reason: str = "") -> Import:
    """Throw a draft away. StaleWrite where the import has been decided; RuleBroken: import_not_ready."""
    record, collection = _lock_import(import_id)
    check_version(record, version, values_of(record))
    if record.state != ImportState.READY:
        raise RuleBroken("import_not_ready", f"The import is {record.state}; only a ready one can be dropped.")
    draft, record.draft = record.draft, None
    _decide(actor, record, collection, ImportState.DROPPED, reason)
    if draft is not None:
        draft.delete()
    return record


@transaction.atomic
def reread_import(*, actor: Actor, import_id: int, version: int) -> Import:
    """Compare a document again with what is live by now. StaleWrite; RuleBroken: import_not_ready."""
    record, collection = _lock_import(import_id)
    check_version(record, version, values_of(record))
    if record.state != ImportState.READY:
        raise RuleBroken("import_not_ready", f"The import is {record.state}; only a ready one can be read again.")
    draft, record.draft = record.draft, None
    record.version += 1
    record.state = ImportState.QUEUED
    record.save(update_fields=["draft", "version", "state"])
    if draft is not None:
        draft.delete()
    queue_reading(actor, record, collection)
    record_audit(actor=actor, action="import.reread", target=record, collection=collection)
    return record


def _lock_import(import_id: int) -> tuple[Import, Collection]:
    """The import and its collection, locked in the order that every writer takes."""
    collection_id = Import.objects.values_list("source__collection_id", flat=True).get(pk=import_id)
    collection = lock_collection(collection_id)
    record = (
        Import.objects.select_for_update(of=("self",))
        .select_related("source__collection", "draft")
        .defer("raw", "draft__artifact")
        .get(pk=import_id)
    )
    return record, collection


def _check_base(record: Import, live: SourceVersion | None) -> None:
    live_id = live.pk if live else None
    if live_id == record.base_id:
        return
    raise StaleWrite(
        CurrentState(
            version=record.version,
            changed_by=live.published_by_name if live else "",
            changed_at=live.published_at if live else None,
            action="import.confirm",
            values={"state": record.state, "live_version": live.number if live else None, "can_reread": True},
        )
    )


def _decide(
    actor: Actor,
    record: Import,
    collection: Collection,
    state: ImportState,
    reason: str,
    evidence: dict[str, int] | None = None,
) -> None:
    before = {"state": record.state}
    record.state, record.raw = state, None
    record.version += 1
    record.decided_at, record.decided_by, record.decided_by_name = timezone.now(), actor.user, actor.name
    record.save(
        update_fields=["state", "raw", "version", "draft", "decided_at", "decided_by", "decided_by_name"],
    )
    record_audit(
        actor=actor,
        action=f"import.{'confirm' if state == ImportState.CONFIRMED else 'drop'}",
        target=record,
        collection=collection,
        before=before,
        after={"state": state.value, "draft": record.draft_id},
        reason=reason,
        evidence=evidence,
    )


def values_of(record: Import) -> dict[str, str]:
    """What a page shows of an import that somebody else decided."""
    return {"state": record.state, "decided_by": record.decided_by_name}
