"""An import's id in, its page out."""

from __future__ import annotations

from typing import Any

from selector.display import ImportDiff, ImportPage, ImportProblems, ScrubbedKind
from selector.models import Import, ImportState, SourceVersion, VersionState

from .jobs import facts_of


def import_page(import_id: int) -> ImportPage:
    """The page of one import, in two queries; `Import.DoesNotExist` where there is none."""
    record = (
        Import.objects.select_related("source__collection", "job", "draft", "base")
        .defer("raw", "problems", "draft__artifact", "base__artifact")
        .get(pk=import_id)
    )
    live = _live_versions(record)
    own = [pk for pk, source_id in live if source_id == record.source_id]
    is_stale = record.state == ImportState.READY and own != ([record.base_id] if record.base_id else [])
    return ImportPage(
        id=record.pk,
        version=record.version,
        state=record.state,
        collection_slug=record.source.collection.slug,
        collection_name=record.source.collection.name,
        source_name=record.source.name,
        namespace=record.source.namespace,
        origin=record.origin,
        file_name=record.file_name,
        root_file=record.root_file,
        document_bytes=record.document_bytes,
        document_digest=record.document_digest,
        created_at=record.created_at,
        created_by=record.created_by_name,
        decided_at=record.decided_at,
        decided_by=record.decided_by_name,
        error_reason=record.error_reason,
        error_message=record.error_message,
        job=facts_of(record.job) if record.job else None,
        diff=ImportDiff.from_dict(record.diff),
        is_first=not own,
        is_stale=is_stale,
        can_decide=record.state == ImportState.READY and not is_stale,
        renames_others=record.state == ImportState.READY and not own and len(live) == 1,
        **_draft_facts(record.draft),
    )


def import_problems(import_id: int) -> ImportProblems:
    """Every problem of an import; `Import.DoesNotExist` where there is none."""
    found = Import.objects.values("problems", "diff").get(pk=import_id)
    # Imports of before have only what their page lists.
    return ImportProblems.from_dict(found["problems"] or {"skipped": found["diff"].get("invalid", [])})


def _live_versions(record: Import) -> list[tuple[int, int]]:
    versions = SourceVersion.objects.filter(source__collection=record.source.collection, state=VersionState.LIVE)
    return list(versions.values_list("pk", "source_id"))


def _draft_facts(draft: SourceVersion | None) -> dict[str, Any]:
    if draft is None:
        return {"document_title": "", "document_format": "", "operation_count": 0, "stored_bytes": 0, "scrubbed": ()}
    removed = draft.readiness.get("scrubbed", {})
    return {
        "document_title": draft.title,
        "document_format": draft.document_format,
        "operation_count": draft.operation_count,
        "stored_bytes": draft.stored_bytes,
        "scrubbed": tuple(ScrubbedKind(kind, count) for kind, count in sorted(removed.items())),
    }
