"""Imports: a document is handed in, read in a job, compared with what is live, then confirmed or dropped by a person.

Nothing of it is in the catalogue before it is confirmed, and then all of it is, in one transaction.
"""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from selector.convert.graphs import full_name
from selector.engine import ENGINE_VERSION
from selector.engine.scrub import scrub_text
from selector.models import (
    Collection,
    Import,
    ImportState,
    JobQueue,
    OverlayRow,
    Source,
    SourceVersion,
    VersionState,
)

from .base import Actor, CurrentState, RuleBroken, StaleWrite, check_version, record_audit
from .collections import lock_collection
from .jobs import create_job, enqueue, run_job
from .revisions import make_revision

IMPORT_JOB = "import"
DEFAULT_SOURCE = "main"


def start_import(
    *,
    actor: Actor,
    collection: Collection,
    document: bytes,
    source_name: str = "",
    namespace: str = "",
    file_name: str = "",
    run_now: bool = False,
) -> Import:
    """Take a document in and queue its reading; with `run_now` it is read before this returns.

    A document that is live already, read by this engine, ends `unchanged` at once.
    RuleBroken: document_empty, document_too_large, namespace_invalid, namespace_taken, namespace_fixed.
    """
    record = _take_in(actor, collection, document, source_name.strip() or DEFAULT_SOURCE, namespace.strip(), file_name)
    if run_now and record.job is not None:
        run_job.call(record.job.pk, record.job.attempts + 1)
        record.refresh_from_db()
    return record


@transaction.atomic
def _take_in(
    actor: Actor, collection: Collection, document: bytes, source_name: str, namespace: str, file_name: str
) -> Import:
    _check_document(document)
    locked = lock_collection(collection.pk)
    source = _find_source(actor, locked, scrub_text(source_name).text[:200], namespace)
    live = live_version(source)
    digest = hashlib.sha256(document).hexdigest()
    is_known = live is not None and (live.content_digest, live.engine_version) == (digest, ENGINE_VERSION)
    record = Import.objects.create(
        source=source,
        raw=None if is_known else document,
        file_name=scrub_text(file_name).text[:300],
        document_digest=digest,
        document_bytes=len(document),
        state=ImportState.UNCHANGED if is_known else ImportState.QUEUED,
        base=live,
        created_by=actor.user,
        created_by_name=actor.name,
    )
    if not is_known:
        _queue_reading(actor, record, locked)
    record_audit(
        actor=actor,
        action="import.start",
        target=record,
        collection=locked,
        after={"source": source.name, "file_name": record.file_name, "digest": digest, "state": record.state},
    )
    return record


def _check_document(document: bytes) -> None:
    if not document:
        raise RuleBroken("document_empty", "The document is empty.", "document")
    if len(document) > settings.DOCUMENT_MAX_BYTES:
        limit = settings.DOCUMENT_MAX_BYTES // 2**20
        raise RuleBroken("document_too_large", f"The document is larger than {limit} MB.", "document")


def _find_source(actor: Actor, collection: Collection, name: str, namespace: str) -> Source:
    source = Source.objects.filter(collection=collection, name=name).first()
    if source is not None:
        if namespace and namespace != source.namespace:
            message = f"The source {name} keeps its namespace {source.namespace}."
            raise RuleBroken("namespace_fixed", message, "namespace")
        return source
    wanted = namespace or slugify(name)[:40] or DEFAULT_SOURCE
    if slugify(wanted) != wanted.lower() or len(wanted) > 40:
        raise RuleBroken("namespace_invalid", "Use letters, digits, hyphens and underscores, at most 40.", "namespace")
    if Source.objects.filter(collection=collection, namespace=wanted).exists():
        raise RuleBroken("namespace_taken", f"Another source uses the namespace {wanted}.", "namespace")
    return Source.objects.create(
        collection=collection,
        name=name,
        namespace=wanted,
        created_by=actor.user,
        created_by_name=actor.name,
    )


def _queue_reading(actor: Actor, record: Import, collection: Collection) -> None:
    record.job = create_job(
        actor=actor, kind=IMPORT_JOB, queue=JobQueue.BULK, payload={"import": record.pk}, collection=collection
    )
    record.state = ImportState.QUEUED
    record.save(update_fields=["job", "state"])
    enqueue(record.job)


def live_version(source: Source) -> SourceVersion | None:
    """The live version of a source, without its artifact."""
    return SourceVersion.objects.filter(source=source, state=VersionState.LIVE).defer("artifact").first()


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
    _queue_reading(actor, record, collection)
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
