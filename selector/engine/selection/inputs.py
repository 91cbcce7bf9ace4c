"""A tool in, its inputs out as the closure sees them: where each stands, what it is for, which value it takes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from selector.engine.contract import contract_of
from selector.engine.fields import Field
from selector.engine.nouns import split_identifier
from selector.engine.retrieval.demands import plain_path

LOCATIONS = ("path", "query", "header", "cookie", "body")


@dataclass(frozen=True, slots=True)
class Input:
    """One input. `keys` name the value that it takes: two inputs with a common key take the same value.

    `is_last` says that the tool's path ends with it: the tool is about the very thing.
    """

    tool: str
    name: str
    location: str
    required: bool
    type: str
    kind: str
    enum: tuple[Any, ...]
    json_path: str
    keys: frozenset[tuple[str, str]]
    is_last: bool = False

    def is_named(self, name: str) -> bool:
        return name in (self.name, self.json_path, self.json_path.replace("[]", ""))

    def to_row(self, reason: str) -> dict[str, Any]:
        """The row of `resolved_fields`, `unresolved_fields` and `user_input_slots`."""
        row = {
            "tool": self.tool,
            "field": self.name,
            "location": self.location,
            "required": self.required,
            "kind": self.kind,
            "type": self.type,
            "reason": reason,
        }
        if self.json_path != self.name:
            row["json_path"] = self.json_path
        return row | ({"enum": list(self.enum)} if self.enum else {})


def whole_input(tool: str) -> Input:
    """Stands for a tool as a whole, where an operator says that another one comes first and names no field."""
    return Input(tool, "", "", True, "", "data", (), "", frozenset())


def inputs_of(name: str, tool: Mapping[str, Any]) -> tuple[Input, ...]:
    """The inputs of a tool with a lazy contract: those of the path in its order, then the others as they stand."""
    contract = contract_of(tool)
    if contract is None:
        return ()
    path = str(tool["metadata"].get("path") or "")
    fronts = dict(_fronts(path))
    rows = [_input(name, field, fronts, path) for field in contract.consumed]
    order = {parameter: number for number, parameter in enumerate(fronts)}
    return tuple(
        sorted(
            rows,
            key=lambda row: (
                LOCATIONS.index(row.location) if row.location in LOCATIONS else 9,
                order.get(row.name, 0) if row.location == "path" else 0,
            ),
        )
    )


def _input(tool: str, field: Field, fronts: Mapping[str, str], path: str) -> Input:
    keys = set()
    if field.location == "path":
        keys.add(("front", fronts.get(field.field_name, "")))
    words, ending = split_identifier(field.field_name)
    # A bare `id` or `name` says nothing beyond its place; `owner` and `order_id` mean the same thing everywhere.
    if field.location != "body" and (words or not ending) and field.kind != "paging":
        keys.add(("name", field.field_name))
    if field.location == "body" and words and ending and "." not in field.json_path:
        keys.add(("name", field.field_name))
    return Input(
        tool,
        field.field_name,
        field.location,
        field.required,
        field.type or "string",
        field.kind,
        tuple(field.enum),
        field.json_path or field.field_name,
        frozenset(keys),
        field.location == "path" and path.endswith(f"{{{field.field_name}}}"),
    )


def _fronts(path: str) -> Iterable[tuple[str, str]]:
    parts = path.split("/")
    for index, part in enumerate(parts):
        for name in part.split("{")[1:]:
            yield name.partition("}")[0], plain_path("/".join(parts[:index]))
