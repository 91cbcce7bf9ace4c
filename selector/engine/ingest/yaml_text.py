"""YAML text in, plain JSON values out: no dates, no yes/no, aliases counted as they unfold, depth and size bounded."""

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from selector.engine.failures import DocumentError, DocumentReason
from selector.engine.ingest.lines import Marks

# Containers inside one another; chosen: real documents stay below 60. What is deeper is cut with a mark; the scanner
# itself gives up at 1,000.
MAX_DEPTH = 300
# Nodes after aliases are unfolded; measured: the largest real YAML document here has 130,000.
MAX_NODES = 3_000_000

# YAML 1.2 core schema (yaml.org/spec/1.2.2, 10.3.2); what YAML 1.1 reads besides (dates, yes, no, 12:30) is text.
PLAIN_WORDS = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
# Only numbers that come back as they were written; 1.10, 1e3 and 012 stay text.
INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")
DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")


@dataclass(slots=True)
class _Container:
    """A mapping or list that is still open, with the lines of its entries so far.

    `key` is the key whose value comes next, None where a key comes next.
    """

    value: dict[str, Any] | list[Any]
    size: int = 1
    key: str | None = None
    anchor: str | None = None
    merges: list[Any] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


def parse_yaml(text: str, name: str = "The file", marks: Marks | None = None) -> Any:
    """The document in `text` as JSON values. DocumentError for syntax, size or depth; `marks` gets where they stand."""
    builder = _Builder(name, marks or Marks())
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            builder.take(event)
            if builder.done:
                break
    except yaml.YAMLError as error:
        raise _syntax_error(error, name) from error
    if marks is not None:
        marks.note_root(builder.result)
    return builder.result


def _syntax_error(error: yaml.YAMLError, name: str) -> DocumentError:
    mark = getattr(error, "problem_mark", None)
    where = f" in line {mark.line + 1}, column {mark.column + 1}" if mark else ""
    evidence = {"line": mark.line + 1, "column": mark.column + 1} if mark else {}
    problem = getattr(error, "problem", None) or "it cannot be read"
    # libyaml has no code for this, only its words.
    if "nesting depth" in problem:
        return DocumentError(DocumentReason.TOO_DEEP, f"{name} is nested too deep{where}; it is not read.", evidence)
    return DocumentError(DocumentReason.BAD_SYNTAX, f"{name} is not valid YAML: {problem}{where}.", evidence)


def plain_value(text: str) -> Any:
    """The value of an unquoted YAML scalar.

    >>> plain_value("no"), plain_value("2024-02-29"), plain_value("1.10"), plain_value("200")
    ('no', '2024-02-29', '1.10', 200)
    """
    if text in PLAIN_WORDS:
        return PLAIN_WORDS[text]
    if INTEGER.fullmatch(text):
        return int(text)
    if DECIMAL.fullmatch(text) and str(float(text)) == text:
        return float(text)
    return text


class _Builder:
    """Builds the document from the parser's events, without recursion."""

    def __init__(self, name: str, marks: Marks) -> None:
        self.result: Any = None
        self.done = False
        self._name = name
        self._marks = marks
        self._stack: list[_Container] = []
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._skipped = 0
        self._total = 0

    def take(self, event: Any) -> None:
        kind = type(event)
        if self._skipped:
            self._skip(kind)
        elif kind is yaml.ScalarEvent:
            self._scalar(event)
        elif kind is yaml.MappingStartEvent:
            self._open({}, event)
        elif kind is yaml.SequenceStartEvent:
            self._open([], event)
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            self._close()
        elif kind is yaml.AliasEvent:
            self._alias(event)
        elif kind is yaml.DocumentEndEvent:
            self.done = True

    def _skip(self, kind: type) -> None:
        if kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            self._skipped += 1
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            self._skipped -= 1

    def _scalar(self, event: Any) -> None:
        text = event.value
        top = self._stack[-1] if self._stack else None
        if top is not None and top.key is None and type(top.value) is dict:
            if event.anchor:
                self._anchors[event.anchor] = (text, 1)
            self._start_entry(top, text, event)
            return
        value = plain_value(text) if event.implicit[0] else text
        if event.anchor:
            self._anchors[event.anchor] = (value, 1)
        self._add(value, 1, event)

    def _start_entry(self, top: _Container, key: str, event: Any) -> None:
        top.key = key
        # Entries keep their place when a key stands twice; merged ones come last and have no line of their own.
        if key not in top.value and key != "<<":
            top.lines.append(event.start_mark.line + 1)

    def _open(self, value: dict[str, Any] | list[Any], event: Any) -> None:
        top = self._stack[-1] if self._stack else None
        if top is not None and top.key is None and type(top.value) is dict:
            message = f"{self._name} uses a list or mapping as a key, which JSON cannot say; use text keys."
            raise DocumentError(DocumentReason.BAD_SYNTAX, message)
        if len(self._stack) >= MAX_DEPTH:
            self._skipped = 1
            self._add({"x-cut": "depth"}, 1, event)
            return
        self._stack.append(_Container(value, anchor=event.anchor))
        if top is not None and type(top.value) is list:
            top.lines.append(event.start_mark.line + 1)

    def _close(self) -> None:
        container = self._stack.pop()
        for merged in container.merges:
            for source in merged if isinstance(merged, list) else [merged]:
                if isinstance(source, dict) and isinstance(container.value, dict):
                    container.value.update({key: source[key] for key in source if key not in container.value})
        if container.anchor:
            self._anchors[container.anchor] = (container.value, container.size)
        self._marks.note_container(container.value, container.lines)
        self._add(container.value, container.size)

    def _alias(self, event: Any) -> None:
        known = self._anchors.get(event.anchor)
        if known is None:
            line = event.start_mark.line + 1
            message = f"{self._name} has an alias *{event.anchor} without a finished anchor in line {line}."
            raise DocumentError(DocumentReason.BAD_SYNTAX, message, {"line": line})
        top = self._stack[-1] if self._stack else None
        if top is not None and top.key is None and type(top.value) is dict:
            self._start_entry(top, str(known[0]), event)
            return
        self._total += known[1]
        self._add(*known, event)

    def _add(self, value: Any, size: int, event: Any = None) -> None:
        """Put a value into its container; `event` where its line has not been noted yet."""
        self._total += 1
        if self._total > MAX_NODES:
            message = f"{self._name} unfolds to more than {MAX_NODES:,} parts; use $ref instead of YAML aliases."
            raise DocumentError(DocumentReason.TOO_MANY_NODES, message, {"limit": MAX_NODES})
        if not self._stack:
            self.result = value
            return
        top = self._stack[-1]
        top.size += size
        if isinstance(top.value, list):
            top.value.append(value)
            if event is not None:
                top.lines.append(event.start_mark.line + 1)
        elif top.key == "<<" and isinstance(value, (dict, list)):
            top.merges.append(value)
            top.key = None
        else:
            top.value[str(top.key)] = value
            top.key = None
