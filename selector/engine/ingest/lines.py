"""Parsed documents and JSON pointers in, the lines where those places stand out; worked out only for what is asked."""

import json
import re
from collections.abc import Iterable
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

# A part of a pointer -> what is wanted below it. The empty part marks a pointer that ends here.
Wanted = dict[str, Any]
SPACE = re.compile(r"[ \t\n\r]*")
BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


class Marks:
    """Where the values of one document stand: of YAML noted while it is read, of JSON looked up in its text."""

    __slots__ = ("_document", "_lines", "_root")

    def __init__(self) -> None:
        self._document: bytes | str = ""
        self._root: Any = None
        # Lines of a container's entries in their order, by the container's identity. The root keeps them all alive.
        self._lines: dict[int, list[int]] = {}

    def note_json(self, document: bytes | str) -> None:
        self._document = document

    def note_container(self, value: dict[str, Any] | list[Any], lines: list[int]) -> None:
        self._lines[id(value)] = lines

    def note_root(self, root: Any) -> None:
        self._root = root

    def find(self, wanted: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], int]:
        """The line (from 1) of each place, or of the nearest place above it that stands in the document.

        >>> marks = Marks()
        >>> marks.note_json('{\\n"a": [1,\\n2]}')
        >>> marks.find([("a", "1"), ("a", "7"), ("b",)])
        {('a', '1'): 3, ('a', '7'): 2, ('b',): 1}
        """
        places = list(wanted)
        if self._root is not None:
            return {parts: self._walk(parts) for parts in places}
        text = self._document if isinstance(self._document, str) else decode(self._document)
        if not text:
            return {}
        offsets = _JsonSearch(text, _tree(places)).run()
        return _nearest_lines(text, places, offsets)

    def _walk(self, parts: tuple[str, ...]) -> int:
        value, line = self._root, 1
        for part in parts:
            number = _entry_number(value, part)
            lines = self._lines.get(id(value), ())
            if number < 0 or number >= len(lines):
                return line
            line = lines[number]
            value = value[part] if isinstance(value, dict) else value[number]
        return line


class Places:
    """The marks of the documents of one import, by file name; "" is the root."""

    def __init__(self) -> None:
        self._marks: dict[str, Marks] = {}

    def of(self, file: str) -> Marks:
        return self._marks.setdefault(file, Marks())

    def find(self, pointers: Iterable[str]) -> dict[str, int]:
        """The line of each JSON pointer whose document is known. A pointer into another file begins with its name."""
        by_file: dict[str, dict[tuple[str, ...], str]] = {}
        for pointer in pointers:
            parts = tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])
            is_inside = bool(parts) and parts[0] in self._marks
            by_file.setdefault(parts[0] if is_inside else "", {})[parts[1:] if is_inside else parts] = pointer
        lines: dict[str, int] = {}
        for file, wanted in by_file.items():
            if file in self._marks:
                found = self._marks[file].find(wanted)
                lines |= {wanted[parts]: line for parts, line in found.items()}
        return lines


def decode(raw: bytes) -> str:
    """The text of a document that has been read before, so that its bytes are known to be text."""
    for mark, encoding in BOMS:
        if raw.startswith(mark):
            return raw[len(mark) :].decode(encoding, "replace")
    return raw.decode("utf-16-le" if raw[1:2] == b"\0" else "utf-8", "replace")


class _AllFound(Exception):
    """Nothing is left to look for."""


class _JsonSearch:
    """Steps down to the wanted places of a JSON text; everything beside the way is skipped at the parser's speed."""

    def __init__(self, text: str, wanted: Wanted) -> None:
        self._text = text
        self._wanted = wanted
        self._skip = json.JSONDecoder(parse_constant=lambda _: None).raw_decode
        self._found: dict[tuple[str, ...], int] = {}
        self._left = _count_ends(wanted)

    def run(self) -> dict[tuple[str, ...], int]:
        """Where the wanted places and those above them begin. What is nested too deep is not searched."""
        start = 1 if self._text.startswith("\ufeff") else 0
        try:
            self._step(SPACE.match(self._text, start).end(), self._wanted, ())  # type: ignore[union-attr]
        except (ValueError, IndexError, RecursionError, _AllFound):
            return self._found
        return self._found

    def _step(self, at: int, wanted: Wanted, parts: tuple[str, ...]) -> int:
        """Search the value at `at`; gives where it ends."""
        opening = self._text[at]
        if not wanted or opening not in "{[":
            return self._skip(self._text, at)[1]
        at = self._after_space(at + 1)
        number = 0
        while self._text[at] not in "}]":
            start, key = at, str(number)
            if opening == "{":
                key, at = scanstring(self._text, at + 1, True)
                at = self._after_space(self._after_space(at) + 1)
            if key in wanted:
                self._found[(*parts, key)] = start
                self._count_down(wanted[key])
                at = self._step(at, wanted[key], (*parts, key))
            else:
                at = self._skip(self._text, at)[1]
            at = self._after_space(at)
            if self._text[at] == ",":
                at = self._after_space(at + 1)
            number += 1
        return at + 1

    def _count_down(self, below: Wanted) -> None:
        self._left -= not below
        if not self._left:
            raise _AllFound

    def _after_space(self, at: int) -> int:
        match = SPACE.match(self._text, at)
        return match.end() if match else at


def _tree(places: Iterable[tuple[str, ...]]) -> Wanted:
    tree: Wanted = {}
    for parts in places:
        branch = tree
        for part in parts:
            branch = branch.setdefault(part, {})
    return tree


def _count_ends(tree: Wanted) -> int:
    return sum(_count_ends(branch) if branch else 1 for branch in tree.values())


def _nearest_lines(
    text: str, places: Iterable[tuple[str, ...]], offsets: dict[tuple[str, ...], int]
) -> dict[tuple[str, ...], int]:
    lines: dict[tuple[str, ...], int] = {(): 1}
    at, line = 0, 1
    for parts, offset in sorted(offsets.items(), key=lambda item: item[1]):
        line += text.count("\n", at, offset)
        at = offset
        lines[parts] = line
    return {parts: next(lines[parts[:n]] for n in range(len(parts), -1, -1) if parts[:n] in lines) for parts in places}


def _entry_number(value: Any, part: str) -> int:
    if isinstance(value, dict):
        return list(value).index(part) if part in value else -1
    if isinstance(value, list) and part.isdigit() and int(part) < len(value):
        return int(part)
    return -1
