"""Tool dicts of any origin in, tools with a method, a path, a reading and a lazy contract out."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from selector.engine.contract import LazyContract, contract_of
from selector.engine.fields import Node, SchemaTable
from selector.engine.ingest.actions import derive_action, name_class
from selector.engine.ingest.resources import name_nouns
from selector.engine.ingest.words import summary_class
from selector.engine.nouns import plain_words, singular_words, split_identifier

BODYLESS = frozenset({"GET", "HEAD", "DELETE", "OPTIONS"})


def complete_tool(name: str, tool: Mapping[str, Any]) -> dict[str, Any]:
    """The tool with everything that producers are found by; one that was read from a document stays as it is.

    >>> tool = {"metadata": {"api_contract": {"produces": [{"field_name": "id", "json_path": "$.items[*].id"}]}}}
    >>> complete_tool("listUsers", tool)["metadata"]["api_contract"].leaves()[0].path
    'items[].id'
    """
    if contract_of(tool) is not None:
        return dict(tool)
    metadata = _mapping(tool.get("metadata"))
    ai = _mapping(metadata.get("ai_metadata"))
    openapi = _mapping(metadata.get("openapi"))
    method = str(metadata.get("method") or tool.get("method") or "").upper()
    path = str(metadata.get("path") or tool.get("path") or "")
    operation_id = str(openapi.get("operation_id") or name)
    produces = list(_rows(metadata, "produces"))
    resource = str(ai.get("primary_resource") or _path_noun(path) or name_nouns(operation_id))
    shape = str(ai.get("result_shape") or ("list" if any("[" in _path_of(row) for row in produces) else ""))
    summary = str(ai.get("one_line_summary") or tool.get("description") or "")
    action = str(ai.get("canonical_action") or "") or _action(method, path, operation_id, summary, shape)
    consumes = list(_rows(metadata, "consumes")) or list(_declared(tool.get("parameters")))
    parameters = [_parameter(row, method, path) for row in consumes if row.get("field_name")]
    response = {"schema": _answer(produces, resource, shape)} if produces else None
    semantic = {
        **ai,
        "one_line_summary": summary,
        "canonical_action": action,
        "primary_resource": resource,
        "result_shape": shape,
    }
    facts = {
        **metadata,
        "method": method,
        "path": path,
        "deprecated": bool(metadata.get("deprecated")),
        "ai_metadata": semantic,
        "openapi": {"path_module": "", "pointer": "", **openapi, "operation_id": operation_id},
        "api_contract": LazyContract(SchemaTable({}), parameters, None, response, resource),
    }
    return {**tool, "name": name, "metadata": facts}


def _path_noun(path: str) -> str:
    """What stands at a path: its last fixed segment, in the singular."""
    fixed = [part for part in path.split("/") if part and "{" not in part and part not in ("search", "list", "find")]
    return "_".join(singular_words(fixed[-1])) if fixed else ""


def _action(method: str, path: str, operation_id: str, summary: str, shape: str) -> str:
    """What the tool does; without a method, what its name or its summary says, and a read where neither says more."""
    if method:
        return derive_action(method, path, operation_id, summary, shape).value
    return name_class(operation_id) or summary_class(summary) or "read"


def _rows(metadata: Mapping[str, Any], side: str) -> Iterable[Mapping[str, Any]]:
    contract = _mapping(metadata.get("api_contract"))
    for row in contract.get(side) or metadata.get(side) or ():
        if isinstance(row, str):
            yield {"field_name": row}
        elif isinstance(row, Mapping):
            yield row


def _declared(parameters: Any) -> Iterable[Mapping[str, Any]]:
    """The inputs that a tool without a contract declares: a list of parameters or a JSON Schema object."""
    if isinstance(parameters, Mapping):
        needed = parameters.get("required")
        needed = set(needed) if isinstance(needed, list) else set()
        for name, part in _mapping(parameters.get("properties")).items():
            yield {**_mapping(part), "field_name": str(name), "required": name in needed}
    for row in parameters if isinstance(parameters, list) else ():
        if isinstance(row, Mapping) and row.get("name"):
            yield {**_mapping(row.get("schema")), **row, "field_name": str(row["name"]), "location": row.get("in")}


def _parameter(row: Mapping[str, Any], method: str, path: str) -> dict[str, Any]:
    name = str(row["field_name"])
    place = str(row.get("location") or "")
    if not place:
        place = "path" if f"{{{name}}}" in path else "query" if method in BODYLESS else "body"
    schema = {"type": str(row.get("type") or "string")}
    if isinstance(row.get("enum"), (list, tuple)) and row["enum"]:
        schema["enum"] = list(row["enum"])  # type: ignore[assignment]
    parameter = {"name": name, "in": place, "required": bool(row.get("required")), "schema": schema}
    owner = _owner(name, str(row.get("semantic_tag") or ""))
    if owner:
        parameter["owner"] = owner
    if row.get("kind"):
        parameter["kind"] = str(row["kind"])
    return parameter


def _owner(name: str, tag: str) -> str:
    """What a tag says of a bare identifier: `id` with the tag `user_id` is the id of a user."""
    words, ending = split_identifier(name)
    named, tagged = split_identifier(tag)
    return "_".join(named) if not words and ending and tagged and named else ""


def _path_of(row: Mapping[str, Any]) -> str:
    text = str(row.get("json_path") or row.get("field_name") or "")
    return re.sub(r"\[[^\]]*\]", "[]", text).removeprefix("$").lstrip(".")


def _answer(rows: Iterable[Mapping[str, Any]], resource: str, shape: str) -> Node:
    """The schema of an answer as far as its fields' paths tell it."""
    root: Node = {}
    for row in sorted(rows, key=_path_of):
        path = _path_of(row)
        if not path:
            continue
        if shape == "list" and "[" not in path and "." not in path:
            path = f"[].{path}"
        node, *_ = _descend(root, path)
        node.setdefault("type", str(row.get("type") or "string"))
        _name_owner(root, path, row)
    if resource and "properties" in root:
        root.setdefault("title", resource)
    return root


def _descend(root: Node, path: str) -> tuple[Node, Node]:
    """The node at a path, made where it is missing, and the object that holds it."""
    node = holder = root
    for part in path.split("."):
        name = part.replace("[]", "")
        if name:
            node["type"] = "object"
            holder, node = node, node.setdefault("properties", {}).setdefault(name, {})
        for _ in range(part.count("[]")):
            node["type"] = "array"
            node = node.setdefault("items", {})
    return node, holder


def _name_owner(root: Node, path: str, row: Mapping[str, Any]) -> None:
    name = str(row.get("field_name") or (plain_words(path) or ("",))[-1])
    owner = _owner(name, str(row.get("semantic_tag") or ""))
    if owner:
        _descend(root, path)[1].setdefault("title", owner)


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
