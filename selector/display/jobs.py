"""What a page shows of a background job and of an import: progress, diff and problems."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from .base import Display
from .collections import Problem


@dataclass(frozen=True, slots=True)
class JobFacts(Display):
    """A job as its page shows it. `progress_total` is 0 while the size of the work is unknown."""

    id: int
    kind: str  # "import"
    queue: str  # "interactive" or "bulk"
    state: str  # queued, running, cancelling, done, failed, cancelled
    progress_done: int
    progress_total: int
    message: str  # a code: "fetching", "reading", "comparing", "writing" or ""
    attempts: int
    error_reason: str
    error_message: str
    created_at: datetime
    finished_at: datetime | None
    is_active: bool  # queued, running or cancelling: the page keeps polling
    can_cancel: bool

    @property
    def percent(self) -> int:
        """How far the job is, 0..100."""
        return round(100 * self.progress_done / self.progress_total) if self.progress_total else 0


@dataclass(frozen=True, slots=True)
class ChangedTool(Display):
    """A tool whose facts differ from the live version. `what` holds codes: method, path, parameters, response, ..."""

    name: str
    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportProblems(Display):
    """Every problem of an import, for its downloads. `omitted` is how many more there are than were kept."""

    skipped: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    omitted: int = 0


@dataclass(frozen=True, slots=True)
class ImportDiff(Display):
    """What a confirmation would change. The lists are cut to `shown` names each; the counts are whole."""

    added: tuple[str, ...] = ()
    changed: tuple[ChangedTool, ...] = ()
    removed: tuple[str, ...] = ()
    invalid: tuple[Problem, ...] = ()  # operations that could not be read
    warnings: tuple[Problem, ...] = ()
    added_count: int = 0
    changed_count: int = 0
    removed_count: int = 0
    invalid_count: int = 0
    warning_count: int = 0
    unchanged_count: int = 0


@dataclass(frozen=True, slots=True)
class ScrubbedKind(Display):
    """How many private values of one kind were removed."""

    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class ImportPage(Display):
    """An import from upload to decision."""

    id: int
    version: int  # send it back with confirm and drop
    state: str  # queued, reading, ready, confirmed, dropped, failed, unchanged
    collection_slug: str
    collection_name: str
    source_name: str
    namespace: str
    origin: str  # upload, files, url
    file_name: str  # of a URL: the address without its query
    root_file: str  # the main one of several files
    document_bytes: int  # 0 until a document has been fetched
    document_digest: str
    document_title: str
    document_format: str
    operation_count: int
    stored_bytes: int
    created_at: datetime
    created_by: str
    decided_at: datetime | None
    decided_by: str
    error_reason: str
    error_message: str
    job: JobFacts | None
    diff: ImportDiff = field(default_factory=ImportDiff)
    is_first: bool = False  # the source has no live version yet
    is_stale: bool = False  # the live version moved after the diff was made: offer to read again
    can_decide: bool = False  # state is ready and not stale
    # Tools of the live version get the namespace in front of their names when this import is confirmed,
    # because the collection then has a second source.
    renames_others: bool = False
    scrubbed: tuple[ScrubbedKind, ...] = ()  # private values that were removed from the document's texts
