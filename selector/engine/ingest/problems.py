"""What an ingest could not use: places and reasons in, the lists of the readiness report out."""

from dataclasses import dataclass, field
from typing import Any

from selector.engine.ingest.cleaning import Cleaner
from selector.engine.ingest.lines import Places

# Notes kept of each list before the rest are counted only. Chosen: a download can hold them; a page shows the first.
MAX_NOTES = 10_000
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
    """Collects skipped operations and warnings while a document is read, and what was removed from its texts.

    `omitted` counts the notes that were over the limit.
    """

    places: Places = field(default_factory=Places)
    cleaner: Cleaner = field(default_factory=Cleaner)
    skipped: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[dict[str, Any]] = field(default_factory=list)
    omitted: dict[str, int] = field(default_factory=lambda: {"skipped": 0, "warnings": 0})
    _seen: set[tuple[str, str]] = field(default_factory=set)

    def skip(self, pointer: str, reason: str, message: str) -> None:
        self._note("skipped", pointer, reason, message)

    def warn(self, pointer: str, reason: str, message: str) -> None:
        self._note("warnings", pointer, reason, message)

    def _note(self, kind: str, pointer: str, reason: str, message: str) -> None:
        if (pointer, reason) in self._seen:
            return
        notes = self.skipped if kind == "skipped" else self.warnings
        if len(notes) >= MAX_NOTES:
            self.omitted[kind] += 1
            return
        self._seen.add((pointer, reason))
        notes.append({"pointer": pointer, "reason": reason, "message": message})

    def finish(self) -> None:
        """Give each note the line of its place, or of the nearest place above it, and nothing private in its words."""
        notes = [*self.skipped, *self.warnings]
        lines = self.places.find({note["pointer"] for note in notes})
        for note in notes:
            if note["pointer"] in lines:
                note["line"] = lines[note["pointer"]]
            note["pointer"] = self.cleaner.clean(note["pointer"])
            note["message"] = self.cleaner.clean(note["message"])
