"""The shop's document and a request in, the operation with checked and typed values out, or what is wrong with them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import HTTP
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, unquote

import yaml
from jsonschema import Draft202012Validator, FormatChecker

from . import SHOP_DOCUMENT

METHODS = ("get", "put", "post", "delete", "patch")
FORM, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
ERROR_TITLES = {
    400: ("요청을 읽을 수 없습니다", "The request cannot be read"),
    401: ("인증이 필요합니다", "Authentication is needed"),
    403: ("권한이 없습니다", "Not allowed"),
    404: ("찾을 수 없습니다", "Not found"),
    409: ("지금은 할 수 없습니다", "Not possible now"),
    422: ("값이 맞지 않습니다", "A value does not fit"),
    503: ("잠시 쓸 수 없습니다", "Not available for now"),
}


class ShopProblem(Exception):
    """An answer that is an error: its status, a stable code, and for a 422 which values are wrong."""

    def __init__(self, status: int, reason: str, detail: str = "", errors: tuple[dict[str, str], ...] = ()) -> None:
        super().__init__(detail)
        self.status = status
        self.reason = reason
        self.detail = detail
        self.errors = errors

    def body(self, language: str) -> dict[str, Any]:
        """The problem details, with a title in Korean or English."""
        title = ERROR_TITLES[self.status][language.startswith("en")]
        body = {"type": f"https://shop.example/problems/{self.reason}", "title": title, "status": self.status}
        body |= {"detail": self.detail or title, "reason": self.reason}
        return body | {"errors": list(self.errors)} if self.status == 422 else body


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation as its document has it, with everything that it shares with its path."""

    name: str
    method: str
    path: str
    pattern: re.Pattern[str]
    parameters: tuple[dict[str, Any], ...]
    media_type: str
    body_schema: Mapping[str, Any] | None
    status: int
    answer_type: str
    answer_schema: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Request:
    """What arrived: header names in lower case, the path below the server's, decoded once by segment."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Call:
    """A checked request: `values` holds every parameter by name, with defaults; `body` is as its schema says."""

    values: Mapping[str, Any]
    body: Any


@cache
def document() -> dict[str, Any]:
    """The shop's document, with its schemas as JSON Schema has them."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return dict(_plain(yaml.load(SHOP_DOCUMENT.read_text(encoding="utf-8"), Loader=loader)))  # noqa: S506


@cache
def operations() -> dict[str, Operation]:
    """All operations by their id; those of literal paths come before those of templates."""
    found = sorted(_read_operations(), key=lambda operation: (operation.path.count("{"), operation.name))
    return {operation.name: operation for operation in found}


def find_operation(request: Request) -> tuple[Operation, dict[str, str]]:
    """The operation of a request with the values in its path. ShopProblem 404."""
    for operation in operations().values():
        match = operation.pattern.fullmatch(request.path) if operation.method == request.method else None
        if match:
            return operation, {name: unquote(value) for name, value in match.groupdict().items()}
    raise ShopProblem(404, "no_such_path", f"{request.method} {request.path}")


def read_call(operation: Operation, in_path: Mapping[str, str], request: Request) -> Call:
    """The values of a request, typed and checked against the document. ShopProblem 400, 422."""
    query: dict[str, str] = dict(parse_qsl(request.query, keep_blank_values=True))
    places = {"path": in_path, "query": query, "header": request.headers}
    values, errors = {}, []
    for parameter in operation.parameters:
        name, place, schema = parameter["name"], parameter["in"], parameter["schema"]
        raw = places[place].get(name.lower() if place == "header" else name)
        if raw is None or raw == "":
            values[name] = schema.get("default")
            if parameter.get("required"):
                errors.append({"location": place, "field": name, "message": "is required"})
            continue
        values[name] = typed(raw, schema)
        # A language is a wish: one that the shop does not speak is answered in its own.
        if name != "Accept-Language":
            errors += _errors(values[name], schema, place, name)
    body = _read_body(operation, request)
    if operation.body_schema is not None:
        errors += _errors(body, operation.body_schema, "body", "")
    if errors:
        named = ", ".join(f"{row['field']} {row['message']}" for row in errors[:5])
        raise ShopProblem(422, "invalid_value", named, tuple(errors))
    return Call(values, body)


def errors_of(value: Any, schema: Mapping[str, Any]) -> list[str]:
    """How a value breaks a schema of the document; empty where it keeps to it."""
    return [f"{_place(error)} {error.message}" for error in _validator(schema).iter_errors(value)]


def typed(raw: str, schema: Mapping[str, Any]) -> Any:
    """A text as its schema's type, or the text itself, which the schema then refuses.

    >>> typed("7", {"type": "integer"}), typed("x", {"type": "integer"}), typed("true", {"type": "boolean"})
    (7, 'x', True)
    """
    kind = resolve(schema).get("type")
    if kind == "integer" and re.fullmatch(r"-?[0-9]{1,18}", raw):
        return int(raw)
    return raw == "true" if kind == "boolean" and raw in {"true", "false"} else raw


def resolve(node: Any) -> dict[str, Any]:
    """What a reference of the document leads to."""
    while "$ref" in node:
        target: Any = document()
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        node = target
    return dict(node)


def _plain(node: Any) -> Any:
    """The document with 3.0's `nullable` written as JSON Schema has it, so that one validator knows it all."""
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if not isinstance(node, dict):
        return node
    row = {str(key): _plain(value) for key, value in node.items()}
    if row.pop("nullable", False) is True and isinstance(row.get("type"), str):
        row["type"] = [row["type"], "null"]
    return row


def _read_operations() -> Iterator[Operation]:
    for path, item in document()["paths"].items():
        for method in METHODS:
            if method not in item:
                continue
            raw = item[method]
            content = raw.get("requestBody", {}).get("content", {})
            media_type = next(iter(content), "")
            code = next(code for code in raw["responses"] if code.startswith("2"))
            answer = resolve(raw["responses"][code]).get("content", {})
            answer_type = next(iter(answer), "")
            yield Operation(
                name=raw["operationId"],
                method=method.upper(),
                path=path,
                pattern=re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)),
                parameters=tuple(resolve(row) for row in (*item.get("parameters", ()), *raw.get("parameters", ()))),
                media_type=media_type,
                body_schema=content[media_type]["schema"] if media_type else None,
                status=int(code),
                answer_type=answer_type,
                answer_schema=answer[answer_type]["schema"] if answer_type else None,
            )


def _validator(schema: Mapping[str, Any]) -> Draft202012Validator:
    # References lead to `#/components`, so the schemas stand beside the one that is asked for.
    return Draft202012Validator({**schema, "components": document()["components"]}, format_checker=FormatChecker())


def _errors(value: Any, schema: Mapping[str, Any], place: str, name: str) -> list[dict[str, str]]:
    found = []
    for error in _validator(schema).iter_errors(value):
        # A refused value is not repeated: it may be private.
        message = "is required" if error.validator == "required" else f"does not fit: {error.validator}"
        where = ".".join(part for part in (name, _place(error)) if part)
        found.append({"location": place, "field": where or "body", "message": message})
    return found


def _place(error: Any) -> str:
    parts = [str(part) for part in error.absolute_path]
    if error.validator == "required":
        parts.append(error.message.split("'")[1])
    return ".".join(parts)


def _read_body(operation: Operation, request: Request) -> Any:
    if operation.body_schema is None:
        return None
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() != operation.media_type:
        raise ShopProblem(400, "media_type", f"Send {operation.media_type}.")
    if operation.media_type == FORM:
        return _fields(operation, dict(parse_qsl(request.body.decode("utf-8", "replace"), keep_blank_values=True)))
    if operation.media_type == MULTIPART:
        return _fields(operation, _parts(kind, request.body))
    try:
        return json.loads(request.body)
    except ValueError as error:
        raise ShopProblem(400, "not_json", "The body is no JSON.") from error


def _fields(operation: Operation, rows: Mapping[str, str]) -> dict[str, Any]:
    properties = resolve(operation.body_schema).get("properties", {})
    return {name: typed(value, properties.get(name, {})) for name, value in rows.items()}


def _parts(kind: str, body: bytes) -> dict[str, str]:
    """The parts of a form by name, files as text of their bytes."""
    message = BytesParser(policy=HTTP).parsebytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body)
    found = {}
    for part in message.iter_parts() if message.is_multipart() else ():
        name = part.get_param("name", header="content-disposition")
        raw = part.get_payload(decode=True)
        if isinstance(name, str) and isinstance(raw, bytes):
            found[name] = raw.decode("utf-8", "replace")
    if not found:
        raise ShopProblem(400, "not_a_form", "The body is no form of parts.")
    return found
