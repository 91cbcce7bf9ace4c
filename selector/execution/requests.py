"""A tool and the arguments of a step in, the request that its document describes out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from selector.engine.contract import contract_of
from selector.engine.failures import Reason
from selector.engine.plan import RequestParts, ToolCallError, place_arguments
from selector.engine.plan.bindings import split_path
from selector.engine.plan.inputs import BODY, read_inputs

from .bodies import Body, make_body
from .credentials import HEADER_NAME, Credential
from .encoding import path_text, plain_text, query_pairs

# Headers that the connection decides about, whatever a document calls a parameter.
OWN_HEADERS = frozenset(
    "host content-length transfer-encoding connection keep-alive te trailer upgrade expect proxy-authorization "
    "proxy-connection accept-encoding content-type cookie".split()
)
# Bytes of a request's target and of one header; chosen: what servers take.
MAX_TARGET, MAX_HEADER = 8000, 8000
BROKEN = re.compile(r"[\x00\r\n]")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A request but for its server. `target` is the quoted path with its query; `repr` shows no header."""

    method: str
    target: str
    headers: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    content: bytes = field(default=b"", repr=False)
    ignored: tuple[str, ...] = ()


def prepare_request(tool: Mapping[str, Any], args: Mapping[str, Any], credential: Credential) -> Prepared:
    """The request of one call. ToolCallError (binding_failed) names the argument that is missing or cannot be sent."""
    metadata = tool.get("metadata") or {}
    if not metadata.get("path") or not metadata.get("method"):
        raise _refused("path", "no_operation", "The tool is no operation of an API: it has no method and no path.")
    parts = place_arguments(tool, args)
    rows = [row for row in _parameters(tool) if row.get("name")]
    _check_required(tool, rows, parts)
    pairs = [pair for row in rows if row["in"] == "query" for pair in _pairs(row, parts.query)]
    pairs += [(quote(name, safe=""), quote(value, safe="")) for name, value in credential.query.items()]
    query = "&".join(f"{name}={text}" for name, text in pairs)
    path, _, fixed = str(metadata["path"]).partition("?")
    query = "&".join(filter(None, (fixed, query)))
    target = _path(path, rows, parts) + (f"?{query}" if query else "")
    if len(target) > MAX_TARGET:
        raise _refused("query", "too_long", f"The address of the call has more than {MAX_TARGET} characters.")
    body = _body(tool, parts)
    headers = _headers(rows, parts, credential, body, metadata)
    method = str(metadata["method"]).upper()
    return Prepared(method, target, headers, body.content if body else b"", parts.unknown)


def _parameters(tool: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The parameters as the document has them, or of a tool without a document as its inputs tell."""
    if contract_of(tool) is not None:
        return [row for row in tool.get("parameters") or () if isinstance(row, Mapping)]
    inputs = [row for row in read_inputs(tool) if row.location != BODY]
    return [{"name": row.name, "in": row.location, "required": row.required} for row in inputs]


def _check_required(tool: Mapping[str, Any], rows: list[Mapping[str, Any]], parts: RequestParts) -> None:
    for row in rows:
        given = getattr(parts, row["in"]).get(row["name"])
        if row.get("required") and (given is None or given in ("", [])):
            raise _refused(row["name"], "missing", f"{row['name']} ({row['in']}) has no value; the call needs it.")
    payload = (tool.get("metadata") or {}).get("request_body") or {}
    # An object none of whose fields must be there may be an empty one.
    is_needed = payload.get("required") and any(row.location == BODY and row.required for row in read_inputs(tool))
    if is_needed and parts.body is None:
        raise _refused("body", "missing", "The call needs a body, and no value for it was given.")


def _pairs(row: Mapping[str, Any], values: Mapping[str, Any]) -> list[tuple[str, str]]:
    return query_pairs(row, values[row["name"]]) if row["name"] in values else []


def _path(path: str, rows: list[Mapping[str, Any]], parts: RequestParts) -> str:
    for row in rows:
        if row["in"] == "path":
            path = path.replace(f"{{{row['name']}}}", path_text(row, parts.path[row["name"]]))
    if "{" in path:
        name = path.partition("{")[2].partition("}")[0]
        raise _refused(name, "missing", f"{name} (path) has no value; the call needs it.")
    # A segment of dots would be taken away on the way, and another operation be called.
    if any(part in {".", ".."} for part in re.sub("%2e", ".", path, flags=re.IGNORECASE).split("/")):
        raise _refused("path", "dots", "A value of the path is . or .., which would call another path.")
    return path if path.startswith("/") else f"/{path}"


def _body(tool: Mapping[str, Any], parts: RequestParts) -> Body | None:
    payload = (tool.get("metadata") or {}).get("request_body")
    if parts.body is None and not (payload and payload.get("required")):
        return None
    rows = [row for row in read_inputs(tool) if row.location == BODY and row.format in {"binary", "byte"}]
    files = {split_path(row.path)[0] for row in rows if row.format == "binary" and split_path(row.path)}
    value = {} if parts.body is None else parts.body
    return make_body(value, payload or {"media_type": "application/json"}, files)


def _headers(
    rows: list[Mapping[str, Any]],
    parts: RequestParts,
    credential: Credential,
    body: Body | None,
    metadata: Mapping[str, Any],
) -> tuple[tuple[str, bytes], ...]:
    answer = str((metadata.get("response") or {}).get("media_type") or "")
    accept = f"{answer}, */*;q=0.5" if answer and BROKEN.search(answer) is None and answer.isascii() else "*/*"
    found: dict[str, tuple[str, str]] = {"accept": ("Accept", accept)}
    for row in rows:
        if (
            row["in"] == "header"
            and row["name"].lower() not in OWN_HEADERS
            and parts.header.get(row["name"]) is not None
        ):
            found[row["name"].lower()] = (row["name"], plain_text(row, parts.header[row["name"]]))
    # What the profile sends wins over a value of the plan.
    found |= {name.lower(): (name, value) for name, value in credential.headers.items()}
    cookies = [
        f"{quote(row['name'], safe='')}={quote(plain_text(row, parts.cookie[row['name']]), safe='')}"
        for row in rows
        if row["in"] == "cookie" and parts.cookie.get(row["name"]) is not None and row["name"] not in credential.cookies
    ]
    cookies += [f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in credential.cookies.items()]
    if cookies:
        found["cookie"] = ("Cookie", "; ".join(cookies))
    if body is not None:
        found["content-type"] = ("Content-Type", body.content_type)
    return tuple((name, _header_bytes(name, value)) for name, value in found.values())


def _header_bytes(name: str, value: str) -> bytes:
    raw = value.strip().encode("utf-8", "replace")
    if not HEADER_NAME.fullmatch(name) or BROKEN.search(value) or len(raw) > MAX_HEADER:
        raise _refused(name[:100], "not_a_header", "The value cannot be sent in a header: a line break, or too long.")
    return raw


def _refused(argument: str, problem: str, message: str) -> ToolCallError:
    return ToolCallError(Reason.BINDING_FAILED, message, {"argument": argument, "problem": problem})
