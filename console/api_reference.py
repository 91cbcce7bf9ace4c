"""The schema of the API in, what its reference page shows out: operations, fields and errors, without a script."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator

from console.problem_json import PROBLEMS

METHODS = ("get", "post")
LIMITS = {
    "maxLength": "at most {} characters",
    "minimum": "from {}",
    "maximum": "to {}",
    "maxItems": "at most {} items",
}


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter or a field of a body. `place` is query, path, header or body."""

    name: str
    place: str
    kind: str
    is_required: bool
    text: str
    limits: tuple[str, ...]
    choices: tuple[str, ...]
    default: str


@dataclass(frozen=True, slots=True)
class AnswerField:
    """A field of an answer; `level` says how deep it stands in it."""

    name: str
    kind: str
    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that a program can do."""

    id: str
    method: str
    path: str
    summary: str
    text: str
    statuses: tuple[str, ...]
    inputs: tuple[Field, ...]
    answer: tuple[AnswerField, ...]


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """A reason, as the error body names it."""

    reason: str
    status: int
    title: str
    help: str


@dataclass(frozen=True, slots=True)
class Reference:
    """Everything that the page shows."""

    operations: tuple[Operation, ...]
    errors: tuple[ErrorRow, ...]


@functools.cache
def reference() -> Reference:
    """The reference, made once in a process; it asks no database."""
    with override("en"):
        schema = SchemaGenerator().get_schema(request=None, public=True)
    return read_schema(schema)


def read_schema(schema: Mapping[str, Any]) -> Reference:
    """The reference of an OpenAPI 3.0 document."""
    shapes = schema["components"]["schemas"]
    operations = tuple(
        _operation(path, method, methods[method], shapes)
        for path, methods in schema["paths"].items()
        for method in METHODS
        if method in methods
    )
    errors = tuple(ErrorRow(reason, kind.status, kind.title, kind.help) for reason, kind in PROBLEMS.items())
    return Reference(operations, errors)


def _operation(path: str, method: str, operation: Mapping[str, Any], shapes: Mapping[str, Any]) -> Operation:
    good = [status for status in operation["responses"] if status != "default"]
    answer = operation["responses"][good[0]]["content"]["application/json"]["schema"]
    parameters = [_parameter(row, shapes) for row in operation.get("parameters", ())]
    order = {"path": 0, "header": 1, "query": 2}
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        text=operation.get("description", ""),
        statuses=tuple(good),
        inputs=(*sorted(parameters, key=lambda field: order[field.place]), *_body(operation, shapes)),
        answer=tuple(_answer(answer, shapes, 0)),
    )


def _parameter(row: Mapping[str, Any], shapes: Mapping[str, Any]) -> Field:
    text = row.get("description", "")
    return _field(row["name"], row["in"], {**row["schema"], "description": text}, row.get("required", False), shapes)


def _body(operation: Mapping[str, Any], shapes: Mapping[str, Any]) -> list[Field]:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return []
    shape = _resolved(content["schema"], shapes)
    needed = shape.get("required", ())
    return [_field(name, "body", part, name in needed, shapes) for name, part in shape["properties"].items()]


def _field(name: str, place: str, schema: Mapping[str, Any], is_needed: bool, shapes: Mapping[str, Any]) -> Field:
    whole = _resolved(schema, shapes)
    default = schema.get("default")
    return Field(
        name=name,
        place=place,
        kind=_kind(schema, shapes),
        is_required=is_needed,
        text=schema.get("description", ""),
        limits=tuple(words.format(f"{whole[key]:,}") for key, words in LIMITS.items() if key in whole),
        choices=tuple(str(choice) for choice in whole.get("enum", ())),
        default="" if default in (None, "", {}, []) else str(default).lower(),
    )


def _answer(schema: Mapping[str, Any], shapes: Mapping[str, Any], level: int) -> list[AnswerField]:
    """The fields of an object, and below each those of the objects in it."""
    rows = []
    for name, part in _resolved(schema, shapes).get("properties", {}).items():
        rows.append(AnswerField(name, _kind(part, shapes), part.get("description", ""), level))
        inner = part.get("items", part)
        rows += _answer(inner, shapes, level + 1)
    return rows


def _resolved(schema: Mapping[str, Any], shapes: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema behind a reference, also where it stands alone in `allOf` or `oneOf`."""
    for key in ("allOf", "oneOf"):
        if key in schema:
            return _resolved(schema[key][0], shapes)
    if "$ref" in schema:
        return _resolved(shapes[schema["$ref"].rpartition("/")[2]], shapes)
    return schema


def _kind(schema: Mapping[str, Any], shapes: Mapping[str, Any]) -> str:
    whole = _resolved(schema, shapes)
    kind = str(whole.get("type", "any"))
    kind = {"date-time": "time"}.get(str(whole.get("format")), kind)
    if kind == "array":
        kind = f"array of {_kind(whole['items'], shapes)}"
    return f"{kind} or null" if schema.get("nullable") or whole.get("nullable") else kind
