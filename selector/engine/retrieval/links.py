"""OpenAPI links in, strong producer edges out; a link that leads nowhere is reported."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from selector.engine.artifact import Edge
from selector.engine.contract import contract_of

LINK_CONFIDENCE = 0.95


def read_links(
    tools: Mapping[str, dict[str, Any]],
    links: Sequence[Mapping[str, Any]],
    warn: Callable[[str, str, str], None] | None = None,
) -> list[Edge]:
    """One edge per link parameter that takes its value from the answer's body."""
    numbers = {name: number for number, name in enumerate(sorted(tools))}
    by_id = {
        tool["metadata"]["openapi"]["operation_id"]: name
        for name, tool in sorted(tools.items())
        if "openapi" in tool["metadata"]
    }
    by_place = {
        tool["metadata"]["openapi"]["pointer"]: name for name, tool in tools.items() if "openapi" in tool["metadata"]
    }
    edges: list[Edge] = []
    for row in links:
        link = row["link"]
        reference = str(link.get("operationRef") or "").removeprefix("#")
        target = by_id.get(str(link.get("operationId") or "")) or by_place.get(reference)
        if target is None:
            if warn is not None:
                message = "The link names an operation that is not in the document; it was left out."
                warn(row["pointer"], "dead_link", message)
            continue
        parameters = link.get("parameters")
        for name, expression in sorted(parameters.items()) if isinstance(parameters, Mapping) else ():
            edge = _edge(numbers[row["source"]], numbers[target], tools[target], str(name), expression)
            if edge is not None:
                edges.append(edge)
    return edges


def response_path(expression: object) -> str:
    """The path in the answer that a runtime expression names, "" for any other expression.

    >>> response_path("$response.body#/hits/0/key"), response_path("$request.path.id")
    ('hits[].key', '')
    """
    text = expression if isinstance(expression, str) else ""
    if not text.startswith("$response.body#/"):
        return ""
    path = ""
    for part in text.removeprefix("$response.body#/").split("/"):
        name = part.replace("~1", "/").replace("~0", "~")
        path += "[]" if name.isdigit() else f".{name}" if path else name
    return path


def _edge(source: int, target: int, tool: Mapping[str, Any], name: str, expression: object) -> Edge | None:
    path = response_path(expression)
    contract = contract_of(tool)
    if not path or contract is None:
        return None
    place, _, bare = name.partition(".")
    for field in contract.consumed:
        if field.field_name == name or (field.field_name == bare and field.location == place):
            last = path.replace("[]", "").rsplit(".", 1)[-1]
            return (
                source,
                target,
                "openapi_link",
                path,
                last,
                field.json_path,
                field.location,
                field.semantic_tag,
                LINK_CONFIDENCE,
            )
    return None
