"""Collections in, the list, the page of one and the options of a new run out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Count, Q, Sum

from selector.display import (
    CollectionOption,
    CollectionPage,
    CollectionRow,
    NewRunOptions,
    OpenImport,
    Problem,
    ReadinessBar,
    SourceRow,
    ToolFilter,
    VersionRow,
)
from selector.models import Collection, Import, SourceVersion, VersionState
from selector.models.imports import OPEN_STATES

from .overlays import collection_rows, orphans, overrides_of
from .tools import names_among, tool_list

# Rows that a page shows of each list; more is said as a number.
VERSIONS_SHOWN = 20
PROBLEMS_SHOWN = 100
# How many candidates a run may ask for. Chosen: the evidence table stays readable, the record bounded.
TOP_K_DEFAULT = 8
TOP_K_MAX = 50
# The bars in the order of the page.
READINESS_CODES = (
    "action_known",
    "resource_known",
    "contract_present",
    "response_schema_present",
    "summary_present",
    "auth_declared",
)

LIVE = Q(sources__versions__state=VersionState.LIVE)


def collection_list() -> tuple[CollectionRow, ...]:
    """Every collection by name, in two queries."""
    collections = Collection.objects.select_related("head").annotate(
        operation_count=Sum("sources__versions__operation_count", filter=LIVE, default=0),
        source_count=Count("sources__versions", filter=LIVE),
    )
    unreliable = _unreliable_collections()
    return tuple(
        CollectionRow(
            slug=row.slug,
            name=row.name,
            description=row.description,
            operation_count=row.operation_count,
            source_count=row.source_count,
            is_reliable=row.pk not in unreliable,
            learning_mode=row.learning_mode,
            revision_number=row.head.number if row.head else 0,
            updated_at=row.head.created_at if row.head else row.created_at,
        )
        for row in collections.order_by("name", "slug")
    )


def _unreliable_collections() -> set[int]:
    live = SourceVersion.objects.filter(state=VersionState.LIVE)
    reliable: dict[int, bool] = defaultdict(bool)
    for collection_id, is_reliable in live.values_list("source__collection_id", "readiness__reliable"):
        reliable[collection_id] |= is_reliable is not False
    return {collection_id for collection_id, is_reliable in reliable.items() if not is_reliable}


def collection_page(slug: str, tools: ToolFilter | None = None) -> CollectionPage:
    """One collection with a page of its tools; `Collection.DoesNotExist` where there is none."""
    collection = Collection.objects.select_related("head").get(slug=slug)
    versions = list(
        SourceVersion.objects.filter(source__collection=collection)
        .exclude(state=VersionState.DRAFT)
        .select_related("source")
        .defer("artifact")
        .order_by("source__name", "-number")
    )
    live = [version for version in versions if version.state == VersionState.LIVE]
    head = collection.head
    said = collection_rows(collection.pk)
    return CollectionPage(
        slug=collection.slug,
        name=collection.name,
        description=collection.description,
        version=collection.version,
        learning_mode=collection.learning_mode,
        learning_silenced=collection.learning_silenced,
        policy=collection.policy,
        mutation_allowed=collection.mutation_allowed,
        four_eyes=collection.four_eyes,
        created_at=collection.created_at,
        created_by=collection.created_by_name,
        revision_number=head.number if head else 0,
        revision_digest=head.digest if head else "",
        revision_at=head.created_at if head else collection.created_at,
        operation_count=sum(version.operation_count for version in live),
        warning=_warning(live),
        readiness=readiness_bars([version.readiness for version in live]),
        sources=_sources(versions),
        open_imports=_open_imports(collection),
        tools=tool_list(live, tools or ToolFilter(), overrides_of(said)),
        orphans=orphans(said, names_among(live, {row.tool_name for row in said})),
    )


def _warning(live: Iterable[SourceVersion]) -> str:
    reports = [version.readiness for version in live if version.operation_count]
    if not reports:
        return "empty"
    return "" if any(report.get("reliable") is not False for report in reports) else "unreliable"


def readiness_bars(reports: Iterable[Mapping[str, Any]]) -> tuple[ReadinessBar, ...]:
    """The readiness of several sources together; no bars where there is no tool."""
    reports = list(reports)
    total = sum(report.get("operations", 0) for report in reports)
    counts = {code: sum(report.get("counts", {}).get(code, 0) for report in reports) for code in READINESS_CODES}
    return tuple(ReadinessBar(code, count, total, count / total) for code, count in counts.items() if total)


def _sources(versions: Iterable[SourceVersion]) -> tuple[SourceRow, ...]:
    by_source: dict[int, list[SourceVersion]] = defaultdict(list)
    for version in versions:
        by_source[version.source_id].append(version)
    return tuple(_source(own) for own in by_source.values())


def _source(versions: list[SourceVersion]) -> SourceRow:
    live = next((version for version in versions if version.state == VersionState.LIVE), None)
    report = live.readiness if live else {}
    return SourceRow(
        name=versions[0].source.name,
        namespace=versions[0].source.namespace,
        live=_version(live) if live else None,
        versions=tuple(_version(version) for version in versions[:VERSIONS_SHOWN]),
        skipped=_problems(report.get("skipped", ())),
        warnings=_problems(report.get("warnings", ())),
        skipped_count=report.get("skipped_count", 0),
        warning_count=report.get("warnings_count", 0),
    )


def _version(version: SourceVersion) -> VersionRow:
    return VersionRow(
        number=version.number,
        state=version.state,
        title=version.title,
        document_format=version.document_format,
        operation_count=version.operation_count,
        document_bytes=version.document_bytes,
        stored_bytes=version.stored_bytes,
        content_digest=version.content_digest,
        published_at=version.published_at,
        published_by=version.published_by_name,
    )


def _problems(rows: Iterable[Mapping[str, Any]]) -> tuple[Problem, ...]:
    shown = list(rows)[:PROBLEMS_SHOWN]
    return tuple(Problem.from_dict({"pointer": "", "reason": "", "message": "", **row}) for row in shown)


def _open_imports(collection: Collection) -> tuple[OpenImport, ...]:
    rows = (
        Import.objects.filter(source__collection=collection, state__in=OPEN_STATES)
        .order_by("-id")
        .values_list("id", "state", "source__name", "file_name", "created_at", "created_by_name")
    )
    return tuple(OpenImport(*row) for row in rows[:VERSIONS_SHOWN])


def new_run_options() -> NewRunOptions:
    """What the form of a new run offers: the collections that hold a tool."""
    rows = (
        Collection.objects.annotate(tools=Sum("sources__versions__operation_count", filter=LIVE, default=0))
        .filter(tools__gt=0)
        .order_by("name", "slug")
        .values_list("slug", "name", "tools")
    )
    options = tuple(CollectionOption(slug, name, tools) for slug, name, tools in rows)
    return NewRunOptions(collections=options, top_k_default=TOP_K_DEFAULT, top_k_max=TOP_K_MAX)
