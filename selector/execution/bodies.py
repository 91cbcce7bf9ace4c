"""The value of a request's body in, its bytes and media type out: JSON, forms, files and text."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus

import httpx

from selector.engine.failures import Reason
from selector.engine.ingest.operations import is_json
from selector.engine.plan import ToolCallError

from .encoding import text_of

FORM, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
# Bytes of one request; chosen: a picture, and far above any JSON that a plan makes.
MAX_BODY_BYTES = 8 * 2**20
FILE_KEYS = frozenset({"filename", "content_type", "base64"})


@dataclass(frozen=True, slots=True)
class Body:
    """What is sent: `content_type` with its parameters, such as the boundary of a form."""

    content: bytes
    content_type: str


@dataclass(frozen=True, slots=True)
class File:
    """A file of a form, or a whole body of bytes."""

    content: bytes
    name: str = "file"
    content_type: str = "application/octet-stream"


def make_body(value: Any, payload: Mapping[str, Any], files: Collection[str] = ()) -> Body:
    """The body as the document's `payload` (media type, encoding) has it; `files` are the fields that hold files.

    A file is `{"filename", "content_type", "base64"}`, a `data:` address, or its text.
    ToolCallError (binding_failed): too large, no file, or a media type that no value can be written as.
    """
    media_type = str(payload.get("media_type") or "application/json")
    plain = media_type.partition(";")[0].strip().lower()
    encoding = payload.get("encoding") or {}
    if plain == FORM:
        body = Body(_form(_fields(value, plain), encoding), FORM)
    elif plain == MULTIPART:
        body = _multipart(_fields(value, plain), encoding, files)
    elif is_json(plain):
        sent = "application/json" if "*" in plain else media_type
        body = Body(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"), sent)
    elif isinstance(value, str) and not value.startswith("data:") and _is_text(plain):
        body = Body(value.encode("utf-8", "replace"), f"{plain}; charset=utf-8")
    else:
        body = Body(
            read_file(value, plain).content, media_type if "*" not in media_type else "application/octet-stream"
        )
    if len(body.content) > MAX_BODY_BYTES:
        raise _refused(f"The body has more than {MAX_BODY_BYTES // 2**20} MB; send less.", "body_too_large")
    return body


def read_file(value: Any, place: str) -> File:
    """A file out of a value of a plan. ToolCallError (binding_failed) where it is none.

    >>> read_file("data:text/plain;base64,aGk=", "f")
    File(content=b'hi', name='file', content_type='text/plain')
    """
    if isinstance(value, Mapping) and "base64" in value and set(value) <= FILE_KEYS:
        name = str(value.get("filename") or "file").replace("\\", "/").rsplit("/", 1)[-1] or "file"
        kind = str(value.get("content_type") or "application/octet-stream")
        return File(_decoded(str(value["base64"]), place), name, kind)
    if isinstance(value, str) and value.startswith("data:") and ";base64," in value:
        kind, _, text = value.removeprefix("data:").partition(";base64,")
        return File(_decoded(text, place), content_type=kind or "application/octet-stream")
    if isinstance(value, str):
        return File(value.encode("utf-8", "replace"), content_type="text/plain")
    message = f"{place} is no file; give its text, a data: address, or filename, content_type and base64."
    raise _refused(message, "no_file")


def _decoded(text: str, place: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise _refused(f"{place}: its base64 cannot be read.", "bad_base64") from error


def _fields(value: Any, media_type: str) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    raise _refused(f"A body of {media_type} takes names with values.", "no_fields")


def _form(fields: Mapping[str, Any], encoding: Mapping[str, Any]) -> bytes:
    pairs = [
        f"{quote_plus(name)}={quote_plus(text)}"
        for name, value in fields.items()
        for text in _form_texts(value, encoding.get(name) or {})
    ]
    return "&".join(pairs).encode()


def _form_texts(value: Any, how: Mapping[str, Any]) -> list[str]:
    """The values under which a field stands: a list once for each item unless the document joins them."""
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        return [text_of(value)]
    texts = [text_of(item) for item in value if item is not None]
    joins = how.get("explode") is False or how.get("collectionFormat") in {"csv", "ssv", "pipes", "tsv"}
    if not joins:
        return texts
    words = (how.get("collectionFormat"), how.get("style"))
    marks = {"ssv": " ", "spaceDelimited": " ", "pipes": "|", "pipeDelimited": "|", "tsv": "\t"}
    return [next((marks[word] for word in words if word in marks), ",").join(texts)] if texts else []


def _multipart(fields: Mapping[str, Any], encoding: Mapping[str, Any], files: Collection[str]) -> Body:
    parts: list[tuple[str, Any]] = []
    for name, value in fields.items():
        how = encoding.get(name) or {}
        kind = str(how.get("contentType") or "")
        if name in files:
            for item in value if isinstance(value, list | tuple) else [value]:
                file = read_file(item, name)
                parts.append((name, (file.name, file.content, kind or file.content_type)))
        elif isinstance(value, Mapping) or is_json(kind):
            content = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
            parts.append((name, (None, content, kind or "application/json")))
        else:
            texts = [text.encode("utf-8", "replace") for text in _form_texts(value, how)]
            parts += [(name, (None, text, kind) if kind else (None, text)) for text in texts]
    # A form without parts still needs a boundary, which httpx only makes where there is one.
    request = httpx.Request("POST", "http://form.invalid/", files=parts or [("", (None, b""))])
    return Body(request.read(), request.headers["Content-Type"])


def _is_text(media_type: str) -> bool:
    return media_type.startswith("text/") or media_type.endswith(("/xml", "+xml", "/yaml", "/x-yaml", "/graphql"))


def _refused(message: str, problem: str) -> ToolCallError:
    return ToolCallError(Reason.BINDING_FAILED, message, {"argument": "body", "problem": problem})
