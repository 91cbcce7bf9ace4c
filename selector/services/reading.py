"""The body of an import job: a stored document in, a draft version with its comparison to what is live out."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from selector.archives import open_archive
from selector.convert.graphs import pack_graph
from selector.convert.problems import all_problems, stored_readiness
from selector.convert.tools import tool_rows, version_diff
from selector.engine import ENGINE_VERSION, ToolGraph
from selector.engine.build import read_any
from selector.fetch import Limits, fetch_document
from selector.models import Import, ImportOrigin, ImportState, Job, JobState, SourceVersion, ToolRow

from .base import Actor, record_audit
from .collections import lock_collection
from .intake import IMPORT_JOB, is_same_document, live_version
from .jobs import JobBody, JobHandle, JobLostError, register_body, run_job

# Index rows written at once. Chosen: a heartbeat falls between two writes even on a slow disk.
ROWS_AT_ONCE = 500
# The bar of an import counts to this, and where its phases begin: reading, comparing, writing. Measured on 1,223 tools.
PROGRESS_TOTAL = 100
READING_FROM, COMPARING_FROM, WRITING_FROM = 5, 80, 92


def read_import(import_id: int) -> Import:
    """Run the job of an import here and now, and give the import back; a job that is over is not run again."""
    record = Import.objects.select_related("job").defer("raw").get(pk=import_id)
    if record.job is not None:
        run_job.call(record.job.pk, record.job.attempts + 1)
        record.refresh_from_db()
    return record


def _run(handle: JobHandle) -> dict[str, Any]:
    """Read the document, then store everything in one transaction. Safe to repeat: a half-done attempt left nothing."""
    record = _begin(handle)
    if record.origin == ImportOrigin.URL and not record.document_digest:
        record = _fetch(handle, record)
        if record.state == ImportState.UNCHANGED:
            return {"import": record.pk, "state": record.state}
    handle.progress(READING_FROM, PROGRESS_TOTAL, "reading", now=True)
    opened = open_archive(bytes(record.raw or b""), settings.DOCUMENT_MAX_BYTES, record.root_file)
    graph = read_any(opened.document, documents=opened.documents, progress=lambda *done: _show_reading(handle, *done))
    handle.progress(COMPARING_FROM, PROGRESS_TOTAL, "comparing", now=True)
    rows = tool_rows(graph)
    artifact = pack_graph(graph)
    handle.progress(WRITING_FROM, PROGRESS_TOTAL, "writing", now=True)
    return _store(handle, graph, rows, artifact)


def _show_reading(handle: JobHandle, done: int, total: int) -> None:
    share = done / total if total else 0.0
    handle.progress(READING_FROM + int(share * (COMPARING_FROM - READING_FROM)), PROGRESS_TOTAL, "reading")


def _fetch(handle: JobHandle, record: Import) -> Import:
    """Put the document in the place of its address; what is live already ends here."""
    handle.progress(0, PROGRESS_TOTAL, "fetching", now=True)
    limits = Limits(settings.DOCUMENT_MAX_BYTES, settings.IMPORT_ALLOWED_HOSTS)
    url = bytes(record.raw or b"").decode()
    fetched = fetch_document(url, limits, tick=lambda: handle.progress(0, PROGRESS_TOTAL, "fetching"))
    opened = open_archive(fetched.content, settings.DOCUMENT_MAX_BYTES, record.root_file)
    with transaction.atomic():
        job = handle.hold()
        record = Import.objects.select_for_update(of=("self",)).select_related("source__collection").get(pk=record.pk)
        record.raw, record.root_file = fetched.content, opened.root
        record.document_digest, record.document_bytes = opened.digest, opened.size
        live = live_version(record.source)
        if is_same_document(live, opened.digest):
            record.state, record.raw, record.base = ImportState.UNCHANGED, None, live
            record.version += 1
            _end_job(job, 0)
        record.save()
        record_audit(
            actor=Actor.for_job(),
            action="import.fetch",
            target=record,
            collection=record.source.collection,
            after={"state": record.state, "digest": opened.digest, "bytes": opened.size},
        )
    return record


@transaction.atomic
def _begin(handle: JobHandle) -> Import:
    handle.hold()
    record = Import.objects.select_for_update(of=("self",)).get(pk=handle.payload["import"])
    if record.state not in {ImportState.QUEUED, ImportState.READING}:
        raise JobLostError
    record.state = ImportState.READING
    record.save(update_fields=["state"])
    return record


@transaction.atomic
def _store(handle: JobHandle, graph: ToolGraph, rows: list[ToolRow], artifact: bytes) -> dict[str, Any]:
    import_id = handle.payload["import"]
    collection_id = Import.objects.values_list("source__collection_id", flat=True).get(pk=import_id)
    collection = lock_collection(collection_id)
    job = handle.hold()
    record = Import.objects.select_for_update(of=("self",)).select_related("source").get(pk=import_id)
    live = live_version(record.source)
    record.base = live
    if live is not None and (live.graph_digest, live.operation_count) == (graph.content_hash, len(rows)):
        record.state, record.raw = ImportState.UNCHANGED, None
    else:
        record.draft = _draft(record, graph, rows, artifact)
        record.diff = version_diff(_facts(live), {row.name: row.facts for row in rows}, graph.readiness)
        record.problems = all_problems(graph.readiness)
        record.state = ImportState.READY
    record.version += 1
    record.save()
    _end_job(job, len(rows))
    record_audit(
        actor=Actor.for_job(),
        action="import.read",
        target=record,
        collection=collection,
        after={"state": record.state, "operations": len(rows), "draft": record.draft_id},
    )
    return {"import": record.pk, "state": record.state}


def _draft(record: Import, graph: ToolGraph, rows: list[ToolRow], artifact: bytes) -> SourceVersion:
    last = record.source.versions.aggregate(last=Max("number"))["last"] or 0
    draft = SourceVersion.objects.create(
        source=record.source,
        number=last + 1,
        content_digest=record.document_digest,
        graph_digest=graph.content_hash,
        engine_version=ENGINE_VERSION,
        title=graph.title[:300],
        document_format=graph.format[:40],
        operation_count=len(rows),
        document_bytes=record.document_bytes,
        stored_bytes=len(artifact),
        artifact=artifact,
        readiness=stored_readiness(graph.readiness),
        created_by=record.created_by,
        created_by_name=record.created_by_name,
    )
    for row in rows:
        row.version = draft
    ToolRow.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE)
    return draft


def _facts(version: SourceVersion | None) -> dict[str, dict[str, str]]:
    if version is None:
        return {}
    return dict(ToolRow.objects.filter(version=version).values_list("name", "facts"))


def _end_job(job: Job, operations: int) -> None:
    # In the transaction of the result: a job is done exactly when its draft is there.
    job.state, job.finished_at, job.message = JobState.DONE, timezone.now(), ""
    job.progress_done = job.progress_total = operations
    job.save(update_fields=["state", "finished_at", "message", "progress_done", "progress_total"])


def _ended(job: Job, state: str, reason: str, message: str) -> None:
    """A reading that failed or was cancelled takes its import with it; the bytes go."""
    record = Import.objects.select_for_update(of=("self",)).defer("raw").get(pk=job.payload["import"])
    if record.state not in {ImportState.QUEUED, ImportState.READING}:
        return
    record.state, record.raw = ImportState.FAILED, None
    record.error_reason = reason or state
    record.error_message = message
    record.version += 1
    record.save(update_fields=["state", "raw", "error_reason", "error_message", "version"])
    record_audit(
        actor=Actor.for_job(),
        action="import.fail",
        target=record,
        collection=job.collection,
        after={"state": record.state, "reason": record.error_reason},
    )


register_body(IMPORT_JOB, JobBody(run=_run, ended=_ended))
