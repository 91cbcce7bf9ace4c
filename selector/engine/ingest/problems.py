"""What an ingest could not use: places and reasons in, the lists of the readiness report out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# Notes kept of one kind before the rest are counted only; chosen: a person reads tens, not thousands.
MAX_NOTES_PER_REASON = 200
MAX_POINTER_LENGTH = 300


def escape_pointer(part: str) -> str:
    """One part of a JSON pointer (RFC 6901).

    >>> escape_pointer("/a~b")
    '~1a~0b'
    """
    return part.replace("~", "~0").replace("/", "~1")


def join_pointer(*parts: object) -> str:
    """A JSON pointer from its unescaped parts, shortened in the middle when it is absurdly long."""
    pointer = "".join("/" + escape_pointer(str(part)) for part in parts)
    if len(pointer) <= MAX_POINTER_LENGTH:
        return pointer
    half = MAX_POINTER_LENGTH // 2
    return f"{pointer[:half]}...{pointer[-half:]}"


@dataclass(slots=True)
class Problems:
    """Collects skipped operations and warnings while a document is read."""

    lines: Mapping[str, int] = field(default_factory=dict)
    skipped: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[dict[str, Any]] = field(default_factory=list)
    _seen: set[tuple[str, str]] = field(default_factory=set)
    _counts: dict[str, int] = field(default_factory=dict)

    def skip(self, pointer: str, reason: str, message: str) -> None:
        self._note(self.skipped, pointer, reason, message)

    def warn(self, pointer: str, reason: str, message: str) -> None:
        self._note(self.warnings, pointer, reason, message)

    def _note(self, notes: list[dict[str, Any]], pointer: str, reason: str, message: str) -> None:
        if (pointer, reason) in self._seen:
            return
        self._counts[reason] = self._counts.get(reason, 0) + 1
        if self._counts[reason] > MAX_NOTES_PER_REASON:
            return
        self._seen.add((pointer, reason))
        note: dict[str, Any] = {"pointer": pointer, "reason": reason, "message": message}
        line = self._line(pointer)
        if line:
            note["line"] = line
        notes.append(note)

    def _line(self, pointer: str) -> int:
        """The line of the place, or of the nearest place above it that is known."""
        while pointer and pointer not in self.lines:
            pointer = pointer.rpartition("/")[0]
        return self.lines.get(pointer, 0)
