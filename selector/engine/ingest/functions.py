"""Lists of functions for LLMs in (MCP tools/list, OpenAI, Anthropic), tools with metadata out."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from selector.engine.contract import LazyContract
from selector.engine.failures import DocumentError, DocumentReason
from selector.engine.fields import SchemaTable
from selector.engine.ingest.actions import HARM, Derived, name_class
from selector.engine.ingest.document import parse_text
from selector.engine.ingest.naming import NameRequest, name_tools
from selector.engine.ingest.openapi import MAX_DESCRIPTION, Ingested
from selector.engine.ingest.operations import Payload, text_of
from selector.engine.ingest.problems import Problems
from selector.engine.ingest.refs import Resolver
from selector.engine.ingest.resources import name_nouns
from selector.engine.ingest.schemas import SchemaReader
from selector.engine.ingest.shapes import answer_shape, derive_shape
from selector.engine.ingest.summaries import one_line_summary, when_to_use
from selector.engine.ingest.words import summary_class
from selector.engine.nouns import plain_words

INPUT_KEYS = ("inputSchema", "input_schema", "parameters", "input_parameters")
OUTPUT_KEYS = ("outputSchema", "output_schema", "returns", "output_parameters")
# A verb of a description says less of what a tool does than one of its name: "search" stands in many that book. Chosen.
PROSE_CONFIDENCE = 0.3
# Share of the names that must begin with one word before it names the module of all; chosen.
PREFIX_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Function:
    """One function of the list, whatever its dialect was."""

    name: str
    description: str
    title: str
    inputs: dict[str, Any]
    outputs: dict[str, Any] | None
    hints: Mapping[str, Any]
    pointer: str


def read_functions(document: Mapping[str, Any] | list[Any] | bytes | str, namespace: str | None = None) -> Ingested:
    """All functions of a list as tools. DocumentError (not_tools) where the document holds no list of functions."""
    problems = Problems()
    functions = _functions(document, problems)
    resolver = Resolver({})
    reader = SchemaReader(resolver, problems, siblings_count=True)
    requests = [NameRequest(function.name, "tool", _digest(function)) for function in functions]
    names = [f"{namespace}.{name}" if namespace else name for name in name_tools(requests)]
    prefix = _common_prefix([function.name for function in functions])
    payloads = []
    for function, name in zip(functions, names, strict=True):
        resolver.add(f"{name}.in", function.inputs)
        body = Payload(reader.read(function.inputs, f"{name}.in", ("tools", name)), "application/json", required=True)
        response = None
        if function.outputs is not None:
            resolver.add(f"{name}.out", function.outputs)
            schema = reader.read(function.outputs, f"{name}.out", ("tools", name))
            response = Payload(schema, "application/json", status="200")
        payloads.append((body, response))
    reader.break_loops()
    table = SchemaTable(reader.table)
    tools = {
        name: _make_tool(table, _cleaned(function, problems), name, body, response, prefix)
        for function, name, (body, response) in zip(functions, names, payloads, strict=True)
    }
    return Ingested(tools, table, (), _title(document), "tools", problems, 0, {"namespace": namespace or ""})


def _functions(document: Mapping[str, Any] | list[Any] | bytes | str, problems: Problems) -> list[Function]:
    value = parse_text(document) if isinstance(document, (bytes, str)) else document
    for key in ("result", "tools", "functions"):
        if isinstance(value, Mapping) and isinstance(value.get(key), (Mapping, list)):
            value = value[key]
    if isinstance(value, Mapping):
        value = [{"name": name, **row} for name, row in sorted(value.items()) if isinstance(row, Mapping)]
    functions = []
    for number, row in enumerate(value if isinstance(value, list) else ()):
        function = _function(row, f"/tools/{number}")
        if function is None:
            problems.skip(f"/tools/{number}", "bad_tool", "The tool has no name; it was left out.")
        else:
            functions.append(function)
    if not functions:
        message = (
            "The document holds no list of tools; give the answer of tools/list, or a list of function definitions."
        )
        raise DocumentError(DocumentReason.NOT_TOOLS, message)
    return functions


def _function(row: Any, pointer: str) -> Function | None:
    if isinstance(row, Mapping) and isinstance(row.get("function"), Mapping):
        row = row["function"]
    if not isinstance(row, Mapping) or not text_of(row.get("name")):
        return None
    hints = row.get("annotations")
    hints = hints if isinstance(hints, Mapping) else {}
    inputs = next((_schema(row[key]) for key in INPUT_KEYS if key in row), {})
    outputs = next((_schema(row[key]) for key in OUTPUT_KEYS if key in row), None)
    title = text_of(row.get("title")) or text_of(hints.get("title"))
    return Function(text_of(row["name"]), text_of(row.get("description")), title, inputs, outputs, hints, pointer)


def _schema(value: Any) -> dict[str, Any]:
    """A JSON Schema as it is; a list of named parameters, or a plain dict of them, as an object schema."""
    if isinstance(value, list):
        rows = [row for row in value if isinstance(row, Mapping) and isinstance(row.get("name"), str)]
        properties = {row["name"]: {key: row[key] for key in ("type", "enum", "format") if key in row} for row in rows}
        return {
            "type": "object",
            "properties": properties,
            "required": [row["name"] for row in rows if row.get("required")],
        }
    if (
        isinstance(value, Mapping)
        and value
        and "type" not in value
        and "properties" not in value
        and "$ref" not in value
    ):
        parts = {name: part for name, part in value.items() if isinstance(part, Mapping)}
        return {"type": "object", "properties": {name: _plain_types(part) for name, part in parts.items()}}
    return dict(value) if isinstance(value, Mapping) else {}


def _plain_types(part: Mapping[str, Any]) -> dict[str, Any]:
    names = {"str": "string", "int": "integer", "float": "number", "bool": "boolean", "list": "array", "dict": "object"}
    kind = part.get("type")
    return {**part, "type": names.get(kind, kind)} if isinstance(kind, str) else dict(part)


def _make_tool(
    table: SchemaTable, function: Function, name: str, body: Payload, response: Payload | None, prefix: str
) -> dict[str, Any]:
    own = function.name.removeprefix(prefix).lstrip("_-./") if prefix else function.name
    summary = function.title or function.description
    known = answer_shape(table, response, "", "")
    action = _action(own, function)
    resource = name_nouns(own)
    shape = _shape(action, known, own)
    one_line = one_line_summary(function.description, function.title, action.value, resource, function.name)
    values = {"canonical_action": action, "result_shape": shape}
    values["primary_resource"] = Derived(resource, "name" if resource else "none", 0.5 if resource else 0.0)
    body_row, response_row = body.to_dict(), response.to_dict() if response else None
    metadata: dict[str, Any] = {
        "method": "",
        "path": "",
        "tags": [],
        "deprecated": False,
        "ai_metadata": {
            "one_line_summary": one_line,
            "when_to_use": when_to_use(one_line, function.description),
            **{key: derived.value for key, derived in values.items()},
            "aliases": [function.title] if function.title else [],
            "provenance": {
                key: {"source": derived.source, "confidence": derived.confidence} for key, derived in values.items()
            },
        },
        "openapi": {
            "operation_id": function.name,
            "path_module": prefix,
            "servers": [],
            "security": [],
            "pointer": function.pointer,
            "has_summary": bool(summary),
        },
        "api_contract": LazyContract(table, [], body_row, response_row, resource),
        "request_body": body_row,
    }
    if response_row:
        metadata["response"] = response_row
    return {"name": name, "description": function.description, "parameters": [], "metadata": metadata}


def _cleaned(function: Function, problems: Problems) -> Function:
    clean = problems.cleaner.clean
    title, description = clean(function.title, MAX_DESCRIPTION), clean(function.description, MAX_DESCRIPTION)
    return replace(function, title=title, description=description)


def _action(name: str, function: Function) -> Derived:
    """The more harmful of what name and description say; a hint only decides where they say nothing.

    A claim to be read-only never makes a write safe.
    """
    voices = [("name", name_class(name)), ("summary", summary_class(function.description))]
    said = [(HARM.index(value), source, value) for source, value in voices if value]
    if said:
        _, source, value = max(said, key=lambda voice: (voice[0], voice[1] == "name"))
        return Derived(value, source, 0.7 if source == "name" else PROSE_CONFIDENCE)
    if function.hints.get("readOnlyHint") is True:
        return Derived("read", "annotations", 0.5)
    if function.hints.get("destructiveHint") is True:
        return Derived("action", "annotations", 0.5)
    return Derived("", "none", 0.0)


def _shape(action: Derived, known: str, name: str) -> Derived:
    """The result shape; one that follows from the action is no surer than the action."""
    if not action.value and not known:
        return Derived("", "none", 0.0)
    shape = derive_shape(action.value, known, "", name, "")
    return shape if known else replace(shape, confidence=min(shape.confidence, action.confidence))


def _common_prefix(names: list[str]) -> str:
    """The first word of nearly all names: the server or module that they belong to."""
    firsts = Counter(plain_words(name)[0] for name in names if len(plain_words(name)) > 1)
    if len(names) < 3 or not firsts:
        return ""
    word, count = max(firsts.items(), key=lambda pair: (pair[1], pair[0]))
    return word if count >= PREFIX_SHARE * len(names) else ""


def _digest(function: Function) -> str:
    text = json.dumps([function.description, function.inputs], sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _title(document: Any) -> str:
    name = document.get("name") if isinstance(document, Mapping) else None
    return text_of(name)[:200]
