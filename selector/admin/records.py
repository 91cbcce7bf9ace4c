"""The admin pages of what is only looked at: sources, versions, tools, imports, runs, jobs, tokens, the audit."""

from __future__ import annotations

from django.contrib import admin

from selector.models import (
    ApiToken,
    AuditEvent,
    Import,
    Job,
    Revision,
    RunCandidate,
    SelectorRun,
    Source,
    SourceVersion,
    StageRecord,
    ToolRow,
)

from .base import ReadOnlyAdmin


@admin.register(Source)
class SourceAdmin(ReadOnlyAdmin):
    list_display = ("name", "namespace", "collection", "created_at", "created_by_name")
    list_select_related = ("collection",)


@admin.register(SourceVersion)
class SourceVersionAdmin(ReadOnlyAdmin):
    list_display = ("id", "source", "number", "state", "title", "operation_count", "stored_bytes", "published_at")
    list_select_related = ("source",)
    list_filter = ("state",)


@admin.register(ToolRow)
class ToolRowAdmin(ReadOnlyAdmin):
    list_display = ("name", "method", "path", "canonical_action", "primary_resource", "result_shape", "version")
    raw_id_fields = ("version",)

    def get_queryset(self, request):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
        return super().get_queryset(request).select_related("version").defer("version__artifact", "version__readiness")


@admin.register(Import)
class ImportAdmin(ReadOnlyAdmin):
    list_display = ("id", "source", "file_name", "state", "document_bytes", "created_at", "created_by_name")
    list_select_related = ("source",)
    list_filter = ("state",)


@admin.register(Revision)
class RevisionAdmin(ReadOnlyAdmin):
    list_display = ("id", "collection", "number", "digest", "cause", "created_at", "created_by_name")
    list_select_related = ("collection",)


@admin.register(SelectorRun)
class SelectorRunAdmin(ReadOnlyAdmin):
    list_display = ("id", "collection", "query", "status", "selected_target", "llm_target", "created_at")
    list_select_related = ("collection",)
    list_filter = ("status", "origin", "overrode_llm", "ambiguous")
    exclude = ("bigrams", "search_text")


@admin.register(RunCandidate)
class RunCandidateAdmin(ReadOnlyAdmin):
    list_display = ("id", "run_id", "tool_name", "rank", "selected", "is_llm", "is_expected")
    list_filter = ("selected", "is_llm", "is_expected")
    raw_id_fields = ("run",)


@admin.register(StageRecord)
class StageRecordAdmin(ReadOnlyAdmin):
    list_display = ("id", "run_id", "stage", "status", "reason", "duration_ms")
    list_filter = ("stage", "status")


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ("id", "kind", "queue", "state", "progress_done", "progress_total", "attempts", "heartbeat_at")
    list_filter = ("state", "queue")


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    list_display = (
        "name",
        "prefix",
        "scopes",
        "collection",
        "created_by_name",
        "expires_at",
        "last_used_at",
        "revoked_at",
    )
    list_select_related = ("collection",)
    exclude = ("digest",)


@admin.register(AuditEvent)
class AuditEventAdmin(ReadOnlyAdmin):
    list_display = ("id", "at", "actor_name", "role", "action", "object_type", "object_id", "channel")
    list_filter = ("channel",)
