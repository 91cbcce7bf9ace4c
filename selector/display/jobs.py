"""What a page shows of a background job and of an import: progress, diff and problems."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from .base import Display


@dataclass(frozen=True, slots=True)
class JobFacts(Display):
    """A job as its page shows it. `progress_total` is 0 while the size of the work is unknown."""

    id: int
    kind: str  # "import"
    queue: str  # "interactive" or "bulk"
    state: str  # queued, running, cancelling, done, failed, cancelled
    progress_done: int
    progress_total: int
    message: str  # a code: "reading", "writing" or ""
    attempts: int
    error_reason: str
    error_message: str
    created_at: datetime
    finished_at: datetime | None
    is_active: bool  # queued, running or cancelling: the page keeps polling
    can_cancel: bool


@dataclass(frozen=True, slots=True)
class ChangedTool(Display):
    """A tool whose facts differ from the live version. `what` holds codes: method, path, parameters, response, ..."""

    name: str
    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InvalidOperation(Display):
    """An operation that could not be read: where (JSON pointer and, when known, line, counted from 1) and why."""

    pointer: str
    reason: str
    message: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class ImportDiff(Display):
    """What a confirmation would change. The lists are cut to `shown` names each; the counts are whole."""

    added: tuple[str, ...] = ()
    changed: tuple[ChangedTool, ...] = ()
    removed: tuple[str, ...] = ()
    invalid: tuple[InvalidOperation, ...] = ()
    added_count: int = 0
    changed_count: int = 0
    removed_count: int = 0
    invalid_count: int = 0
    unchanged_count: int = 0


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
    file_name: str
    document_bytes: int
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
