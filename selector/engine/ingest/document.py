"""Bytes, text or a parsed document in, one dict within the limits out; anything else is refused with its reason."""

import json
import re
from collections.abc import Mapping
from typing import Any

from selector.engine.failures import DocumentError, DocumentReason
from selector.engine.ingest.lines import BOMS, Marks
from selector.engine.ingest.yaml_text import parse_yaml

# Bytes of one document; chosen: four times the largest public description here.
MAX_BYTES = 50_000_000
# Containers inside one another in JSON; chosen: real documents stay below 60, and Python's parser stops near 1,000.
MAX_JSON_DEPTH = 300
CUT = '{"x-cut":"depth"}'


def read_document(
    document: Mapping[str, Any] | bytes | str, name: str = "The file", marks: Marks | None = None
) -> dict[str, Any]:
    """The document as a dict. DocumentError where it is empty, too large, a web page or not readable.

    `marks` gets to know where everything stands in the text.
    """
    if isinstance(document, Mapping):
        return dict(document)
    value = parse_text(document, name, marks)
    if not isinstance(value, dict):
        kind = "a list" if isinstance(value, list) else "one value"
        message = f"{name} holds {kind}, not an API description; it needs `openapi` or `swagger` at the top."
        raise DocumentError(DocumentReason.NOT_OPENAPI, message)
    return value


def parse_text(document: bytes | str, name: str = "The file", marks: Marks | None = None) -> Any:
    """The JSON value of a document in bytes or text, within the limits of size and depth. DocumentError otherwise."""
    size = len(document)
    if size > MAX_BYTES:
        message = f"{name} has {size:,} bytes; the limit is {MAX_BYTES:,}. Split the document or leave out examples."
        raise DocumentError(DocumentReason.TOO_LARGE, message, {"bytes": size, "limit": MAX_BYTES})
    text = document if isinstance(document, str) else _decode(document, name)
    text = text.removeprefix("\ufeff")
    _refuse_strange(text, name)
    value, is_json = _parse(text, name, marks)
    if is_json and marks is not None:
        marks.note_json(document)
    if value is None:
        raise DocumentError(DocumentReason.EMPTY, f"{name} is empty.")
    return value


def _decode(raw: bytes, name: str) -> str:
    encoding = next((encoding for mark, encoding in BOMS if raw.startswith(mark)), "")
    if not encoding and raw[:2] in (b"{\x00", b"o\x00", b"s\x00"):
        encoding = "utf-16-le"
    elif not encoding and raw[:2] in (b"\x00{", b"\x00o", b"\x00s"):
        encoding = "utf-16-be"
    try:
        return raw.decode(encoding or "utf-8")
    except UnicodeDecodeError as error:
        message = f"{name} is not UTF-8 or UTF-16 text (byte {error.start}); save it as UTF-8."
        raise DocumentError(DocumentReason.BAD_ENCODING, message, {"byte": error.start}) from error


def _refuse_strange(text: str, name: str) -> None:
    head = text[:2000].lstrip().lower()
    if not head:
        if not text.strip():
            raise DocumentError(DocumentReason.EMPTY, f"{name} is empty.")
        return
    if head.startswith(("<!doctype html", "<html", "<head", "<body")):
        sign_in = (
            "password" in text[:20_000].lower()
            or "sign in" in text[:20_000].lower()
            or "login" in text[:20_000].lower()
        )
        guess = ", most likely a sign-in page" if sign_in else ""
        message = f"{name} is a web page{guess}, not an API description. Download the document itself and try again."
        raise DocumentError(DocumentReason.WEB_PAGE, message)
    if head.startswith("<"):
        message = f"{name} is XML, not an OpenAPI document in JSON or YAML."
        raise DocumentError(DocumentReason.NOT_OPENAPI, message)


def _parse(text: str, name: str, marks: Marks | None) -> tuple[Any, bool]:
    """The value, and whether the text was JSON."""
    if text.lstrip()[:1] not in ("{", "["):
        return parse_yaml(text, name, marks), False
    try:
        return _parse_json(text), True
    except json.JSONDecodeError as error:
        # YAML's flow style looks like JSON; only what is neither is a fault, and it is told as JSON's.
        try:
            return parse_yaml(text, name, marks), False
        except DocumentError as yaml_error:
            if yaml_error.reason != DocumentReason.BAD_SYNTAX:
                raise
            message = f"{name} is not valid JSON: {error.msg} in line {error.lineno}, column {error.colno}."
            evidence = {"line": error.lineno, "column": error.colno}
            raise DocumentError(DocumentReason.BAD_SYNTAX, message, evidence) from error


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=lambda _: None)
    except RecursionError:
        return json.loads(_cut_depth(text), parse_constant=lambda _: None)


def _cut_depth(text: str) -> str:
    """The text with every value below MAX_JSON_DEPTH containers replaced by a mark that the schema reader reports."""
    parts: list[str] = []
    depth = 0
    kept_from = 0
    cut_from = -1
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text):
        token = match.group()
        if token in "{[":
            depth += 1
            if depth == MAX_JSON_DEPTH + 1 and cut_from < 0:
                cut_from = match.start()
        elif token in "}]":
            if depth == MAX_JSON_DEPTH + 1 and cut_from >= 0:
                parts += (text[kept_from:cut_from], CUT)
                kept_from, cut_from = match.end(), -1
            depth -= 1
    return "".join((*parts, text[kept_from:]))
