"""What the collection pages show: the list, one collection with readiness, sources and a page of its tools."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from .base import Display
from .tools import OrphanRow


@dataclass(frozen=True, slots=True)
class CollectionRow(Display):
    """A collection in the list."""

    slug: str
    name: str
    description: str
    operation_count: int
    source_count: int
    is_reliable: bool  # False: every tool lacks action, resource and contract
    learning_mode: str
    revision_number: int
    updated_at: datetime  # when the head revision was made


@dataclass(frozen=True, slots=True)
class ReadinessBar(Display):
    """How many of the tools have one fact. `code` is a key of the engine's readiness counts; `ratio` is 0..1."""

    code: str
    count: int
    total: int
    ratio: float


@dataclass(frozen=True, slots=True)
class Problem(Display):
    """Something in the document that was skipped or read with a warning, by JSON pointer."""

    pointer: str
    reason: str
    message: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class VersionRow(Display):
    """One version of a source, newest first. Drafts are not shown."""

    number: int
    state: str  # live or archived
    title: str
    document_format: str
    operation_count: int
    document_bytes: int
    stored_bytes: int
    content_digest: str
    published_at: datetime | None
    published_by: str


@dataclass(frozen=True, slots=True)
class SourceRow(Display):
    """A source with its live version and its history."""

    name: str
    namespace: str
    live: VersionRow | None
    versions: tuple[VersionRow, ...]
    skipped: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    skipped_count: int
    warning_count: int


@dataclass(frozen=True, slots=True)
class ToolFilter(Display):
    """What the tool list is narrowed to. `after` and `before` are cursors out of a `ToolListPage`."""

    text: str = ""
    action: str = ""
    resource: str = ""
    gap: str = ""  # a readiness flag that is missing: action, resource, contract, response_schema, summary, auth
    after: str = ""
    before: str = ""


@dataclass(frozen=True, slots=True)
class ToolListRow(Display):
    """A tool in the list."""

    name: str
    method: str
    path: str
    summary: str
    canonical_action: str
    primary_resource: str
    result_shape: str
    path_module: str
    deprecated: bool
    gaps: tuple[str, ...]  # of the document, without those that an operator has filled
    overridden: tuple[str, ...] = ()  # action, resource, shape: the value is an operator's


@dataclass(frozen=True, slots=True)
class ToolListPage(Display):
    """A page of tools by name. "first-last of total", with a plus where `is_total_capped`."""

    rows: tuple[ToolListRow, ...]
    filter: ToolFilter
    actions: tuple[str, ...]  # what the action filter offers
    gaps: tuple[str, ...]  # what the gap filter offers
    first: int  # counted from 1; 0 when empty
    last: int
    total: int
    is_total_capped: bool
    next_cursor: str = ""
    previous_cursor: str = ""


@dataclass(frozen=True, slots=True)
class CollectionPage(Display):
    """One collection. `warning` is "" or a code: "empty" (no tools yet) or "unreliable"."""

    slug: str
    name: str
    description: str
    version: int
    learning_mode: str
    learning_silenced: bool
    policy: str
    mutation_allowed: bool
    four_eyes: bool
    created_at: datetime
    created_by: str
    revision_number: int
    revision_digest: str
    revision_at: datetime
    operation_count: int
    warning: str
    readiness: tuple[ReadinessBar, ...]
    sources: tuple[SourceRow, ...]
    open_imports: tuple[OpenImport, ...]
    tools: ToolListPage
    orphans: tuple[OrphanRow, ...] = ()  # what operators say of tools that the live versions no longer have


@dataclass(frozen=True, slots=True)
class OpenImport(Display):
    """An import of this collection that waits for its job or for a decision."""

    id: int
    state: str
    source_name: str
    file_name: str
    created_at: datetime
    created_by: str


@dataclass(frozen=True, slots=True)
class CollectionOption(Display):
    """A collection that a new run can ask."""

    slug: str
    name: str
    operation_count: int


@dataclass(frozen=True, slots=True)
class NewRunOptions(Display):
    """What the form of a new run offers."""

    collections: tuple[CollectionOption, ...]
    top_k_default: int
    top_k_max: int
