"""An HTTP answer whose body is still to come in, a bounded reply for the plan out: JSON, text, or a note."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

import httpx

from selector.engine.failures import Reason
from selector.engine.ingest.operations import is_json
from selector.engine.plan import ToolCallError, ToolReply

# Headers that a reply keeps: none of them can hold a credential.
KEPT_HEADERS = ("content-type", "content-length", "retry-after", "x-request-id", "x-total-count")
HEADER_CHARACTERS = 200
# Bytes that are unpacked at once, so that a small answer that unpacks to gigabytes is stopped early.
CHUNK_BYTES = 64 * 1024
# Characters of an answer too large to be parsed that are kept to be looked at; chosen: a screen.
BEGINNING_CHARACTERS = 2000
WINDOWS = {"gzip": 16 + zlib.MAX_WBITS, "x-gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}
TEXT_TYPES = ("text/", "application/xml", "application/yaml", "application/javascript", "application/x-ndjson")
# What stands where a secret of the caller stood in an answer that repeats it.
HIDDEN = "<auth>"


def read_answer(response: httpx.Response, max_bytes: int, secrets: Iterable[str] = ()) -> ToolReply:
    """The reply of a call. Of a body, `max_bytes` are kept and no more are read; `secrets` in it are hidden.

    JSON becomes its value, a text itself. Bytes become `{"binary": true, "media_type", "bytes"}`, what was too large
    `{"truncated": true, "media_type", "kept_bytes", "beginning"}`. ToolCallError (network_error): a body that breaks
    off or that is packed in a way that nobody asked for.
    """
    content, is_cut = _read(response, max_bytes)
    media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    headers = {name: response.headers[name][:HEADER_CHARACTERS] for name in KEPT_HEADERS if name in response.headers}
    body = _body(content, media_type, response.headers.get("content-type", ""), is_cut=is_cut, secrets=secrets)
    return ToolReply(response.status_code, body, headers)


def _read(response: httpx.Response, max_bytes: int) -> tuple[bytes, bool]:
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in {"identity", "", *WINDOWS}:
        raise _unreadable(f"The answer is packed as {encoding[:40]}, which was not asked for.", "encoding")
    chunks = response.iter_raw()
    kept = bytearray()
    for part in _unpacked(chunks, WINDOWS[encoding]) if encoding in WINDOWS else chunks:
        kept += part[: max_bytes + 1 - len(kept)]
        if len(kept) > max_bytes:
            return bytes(kept[:max_bytes]), True
    return bytes(kept), False


def _unpacked(chunks: Iterable[bytes], window: int) -> Iterator[bytes]:
    unpack, has_some = zlib.decompressobj(window), False
    try:
        for chunk in chunks:
            rest = chunk
            while rest:
                has_some = True
                yield unpack.decompress(rest, CHUNK_BYTES)
                rest = unpack.unconsumed_tail
    except zlib.error as error:
        raise _unreadable("The answer says that it is packed, but cannot be unpacked.", "encoding") from error
    if has_some and not unpack.eof:
        raise _unreadable("The answer broke off.", "broken_off")


def _body(content: bytes, media_type: str, full_type: str, *, is_cut: bool, secrets: Iterable[str]) -> Any:
    if not content:
        return None
    looks_like_json = not media_type and content.lstrip()[:1] in {b"{", b"["}
    is_text = is_json(media_type) or looks_like_json or media_type.startswith(TEXT_TYPES) or media_type.endswith("+xml")
    if not is_text:
        size = "kept_bytes" if is_cut else "bytes"
        return {"binary": True, "media_type": media_type, size: len(content), **({"truncated": True} if is_cut else {})}
    text = hide(_decoded(content, full_type), secrets)
    if is_cut:
        note = {"truncated": True, "media_type": media_type, "kept_bytes": len(content)}
        return {**note, "beginning": text[:BEGINNING_CHARACTERS]}
    if is_json(media_type) or looks_like_json:
        try:
            return json.loads(text, parse_constant=_no_number)
        except (ValueError, RecursionError):
            return text[:BEGINNING_CHARACTERS]
    return text


def hide(text: str, secrets: Iterable[str]) -> str:
    """The text without those secrets, in the forms that JSON and URLs give them too.

    >>> hide('got "k3y-of-mine"', ["k3y-of-mine"])
    'got "<auth>"'
    """
    for secret in sorted({*secrets}, key=len, reverse=True):
        for form in {secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}:
            text = text.replace(form, HIDDEN) if form else text
    return text


def _decoded(content: bytes, full_type: str) -> str:
    try:
        return content.decode(_charset(full_type) or "utf-8-sig", "replace")
    except (LookupError, UnicodeError):
        return content.decode("utf-8", "replace")


def _charset(full_type: str) -> str:
    for part in full_type.split(";")[1:]:
        name, _, value = part.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'")
    return ""


def _no_number(word: str) -> NoReturn:
    # NaN and Infinity are no JSON; a database would refuse them later.
    raise ValueError(word)


def _unreadable(message: str, problem: str) -> ToolCallError:
    return ToolCallError(Reason.NETWORK_ERROR, message, {"problem": problem})
