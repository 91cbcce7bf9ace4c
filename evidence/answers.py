"""A parsed document in, pointers of the operations whose successful answer has a JSON schema out; no engine code."""

from collections.abc import Iterator, Mapping
from typing import Any

METHODS = frozenset("get put post delete patch head options trace".split())


def answering_operations(document: Mapping[str, Any]) -> dict[str, bool]:
    """Return JSON pointer -> whether a field can come out of the schema, for operations with a JSON 2xx schema.

    No field comes out of a schema without a property anywhere: a bare object, a text, a list of numbers.

    >>> answer = {"content": {"application/json": {"schema": {"properties": {"id": {}}}}}}
    >>> answering_operations({"paths": {"/pets": {"get": {"responses": {"200": answer}}}}})
    {'/paths/~1pets/get': True}
    """
    found = {}
    for path, item in (document.get("paths") or {}).items():
        for method, operation in item.items() if isinstance(item, dict) else ():
            if method in METHODS and isinstance(operation, dict):
                schemas = list(_json_schemas(document, operation))
                if schemas:
                    pointer = "/paths/" + path.replace("~", "~0").replace("/", "~1") + "/" + method
                    found[pointer] = any(_has_property(document, schema, set()) for schema in schemas)
    return found


def _json_schemas(document: Mapping[str, Any], operation: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the JSON schemas of the first 2xx answer that has any."""
    responses = operation.get("responses") or {}
    for code in sorted(responses, key=str):
        answer = _follow(document, responses[code]) if str(code).startswith("2") else None
        if isinstance(answer, dict):
            bodies = (answer.get("content") or {}).items()
            schemas = [body["schema"] for kind, body in bodies if "json" in kind and body.get("schema")]
            schemas += [answer["schema"]] if answer.get("schema") else []
            if schemas:
                yield from schemas
                return


def _follow(document: Mapping[str, Any], node: Any) -> Any:
    if not (isinstance(node, dict) and isinstance(node.get("$ref"), str) and node["$ref"].startswith("#/")):
        return node
    target: Any = document
    for key in node["$ref"][2:].split("/"):
        target = target.get(key.replace("~1", "/").replace("~0", "~")) if isinstance(target, dict) else None
    return target


def _has_property(document: Mapping[str, Any], schema: Any, seen: set[int]) -> bool:
    """Whether a property stands in a schema, in its items or in the parts that it is made of."""
    node = _follow(document, schema)
    if not isinstance(node, dict) or id(node) in seen:
        return False
    seen.add(id(node))
    if node.get("properties"):
        return True
    parts = [node.get("items"), *(part for key in ("allOf", "oneOf", "anyOf") for part in node.get(key) or ())]
    return any(_has_property(document, part, seen) for part in parts)
