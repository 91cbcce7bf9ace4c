"""Documents handed in: files or an address in, a queued import out; the first half of an import's way."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.utils.text import slugify

from selector.addresses import FetchError, read_address
from selector.archives import ArchiveError, open_archive
from selector.engine import ENGINE_VERSION
from selector.engine.scrub import scrub_text
from selector.models import (
    Collection,
    Import,
    ImportOrigin,
    ImportState,
    JobQueue,
    Source,
    SourceVersion,
    VersionState,
)

from .base import Actor, RuleBroken, record_audit
from .collections import lock_collection
from .jobs import create_job, enqueue, run_job

IMPORT_JOB = "import"
DEFAULT_SOURCE = "main"


class DocumentsUnclear(RuleBroken):
    """The files that were handed in cannot be used as they are. `candidates`: files of which one must be named."""

    def __init__(self, error: ArchiveError) -> None:
        self.candidates: tuple[str, ...] = tuple(error.evidence.get("candidates", ()))
        super().__init__(error.reason, error.message, "root_file" if self.candidates else "document")


def start_import(
    *,
    actor: Actor,
    collection: Collection,
    document: bytes = b"",
    url: str = "",
    root_file: str = "",
    source_name: str = "",
    namespace: str = "",
    file_name: str = "",
    run_now: bool = False,
) -> Import:
    """Take a document in and queue its reading; with `run_now` it is read before this returns.

    It comes as `document` (one file, or a zip archive of several) or as the `url` that the job fetches it from;
    `root_file` names the main file where an archive has several. A document that is live already, read by this engine,
    ends `unchanged` at once.
    RuleBroken: document_empty, document_too_large, the reasons of `open_archive` and `read_address`,
    namespace_invalid, namespace_taken, namespace_fixed.
    """
    handed = _check_url(url.strip(), root_file) if url.strip() else _check_document(document, root_file, file_name)
    record = _take_in(actor, collection, handed, source_name.strip() or DEFAULT_SOURCE, namespace.strip())
    if run_now and record.job is not None:
        run_job.call(record.job.pk, record.job.attempts + 1)
        record.refresh_from_db()
    return record


@dataclass(frozen=True, slots=True)
class _Handed:
    """What was handed in, with nothing private in its name. The digest is empty while it has yet to be fetched."""

    origin: ImportOrigin
    raw: bytes
    name: str
    root_file: str = ""
    digest: str = ""
    size: int = 0


@transaction.atomic
def _take_in(actor: Actor, collection: Collection, handed: _Handed, source_name: str, namespace: str) -> Import:
    locked = lock_collection(collection.pk)
    source = _find_source(actor, locked, scrub_text(source_name).text[:200], namespace)
    live = live_version(source)
    is_known = is_same_document(live, handed.digest)
    record = Import.objects.create(
        source=source,
        raw=None if is_known else handed.raw,
        origin=handed.origin,
        file_name=handed.name,
        root_file=handed.root_file,
        document_digest=handed.digest,
        document_bytes=handed.size,
        state=ImportState.UNCHANGED if is_known else ImportState.QUEUED,
        base=live,
        created_by=actor.user,
        created_by_name=actor.name,
    )
    if not is_known:
        queue_reading(actor, record, locked)
    record_audit(
        actor=actor,
        action="import.start",
        target=record,
        collection=locked,
        after={
            "source": source.name,
            "origin": record.origin,
            "file_name": record.file_name,
            "digest": record.document_digest,
            "state": record.state,
        },
    )
    return record


def is_same_document(live: SourceVersion | None, digest: str) -> bool:
    """Whether a document is live already, read by this engine."""
    return live is not None and (live.content_digest, live.engine_version) == (digest, ENGINE_VERSION)


def _check_url(url: str, root_file: str) -> _Handed:
    try:
        address = read_address(url, settings.IMPORT_ALLOWED_HOSTS)
    except FetchError as error:
        raise RuleBroken(error.reason, error.message, "url") from error
    return _Handed(ImportOrigin.URL, url.encode(), scrub_text(address.shown).text[:300], root_file.strip()[:300])


def _check_document(document: bytes, root_file: str, file_name: str) -> _Handed:
    if not document:
        raise RuleBroken("document_empty", "The document is empty.", "document")
    if len(document) > settings.DOCUMENT_MAX_BYTES:
        limit = settings.DOCUMENT_MAX_BYTES // 2**20
        raise RuleBroken("document_too_large", f"The document is larger than {limit} MB.", "document")
    try:
        opened = open_archive(document, settings.DOCUMENT_MAX_BYTES, root_file.strip())
    except ArchiveError as error:
        raise DocumentsUnclear(error) from error
    origin = ImportOrigin.FILES if opened.files else ImportOrigin.UPLOAD
    return _Handed(origin, document, scrub_text(file_name).text[:300], opened.root, opened.digest, opened.size)


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


def queue_reading(actor: Actor, record: Import, collection: Collection) -> None:
    record.job = create_job(
        actor=actor, kind=IMPORT_JOB, queue=JobQueue.BULK, payload={"import": record.pk}, collection=collection
    )
    record.state = ImportState.QUEUED
    record.save(update_fields=["job", "state"])
    enqueue(record.job)


def live_version(source: Source) -> SourceVersion | None:
    """The live version of a source, without its artifact."""
    return SourceVersion.objects.filter(source=source, state=VersionState.LIVE).defer("artifact").first()
