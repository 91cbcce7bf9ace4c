"""A tool in, its inputs with the keys of a step's arguments out; and arguments in, the parts of the request out."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from selector.engine.contract import contract_of, field_kind, semantic_tag
from selector.engine.plan.bindings import split_path

LIST = "[]"
BODY = "body"
PLACES = ("path", "query", "header", "cookie", BODY)


@dataclass(frozen=True, slots=True)
class ToolInput:
    """One input of one tool. Its value stands in `args[argument]`, below it at `inner` (`("[]", "skuId")`)."""

    tool: str
    name: str
    location: str
    path: str
    argument: str
    inner: tuple[str, ...]
    required: bool
    type: str
    format: str
    enum: tuple[Any, ...]
    tag: str
    kind: str


@dataclass(frozen=True, slots=True)
class RequestParts:
    """The arguments of one call by place. `body` is None where there is none; `unknown` are keys the tool has not."""

    path: dict[str, Any] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    header: dict[str, Any] = field(default_factory=dict)
    cookie: dict[str, Any] = field(default_factory=dict)
    body: Any = None
    unknown: tuple[str, ...] = ()


def read_inputs(tool: Mapping[str, Any], name: str = "") -> tuple[ToolInput, ...]:
    """The inputs of a tool, in its order. `argument` is a parameter's name, or the top property of the body.

    Where one name stands in several places its keys carry the place: `path:id`, `query:id`, `body:id` are three
    inputs. A body that is a list, or that is no object, stands under `body`.

    >>> tool = {"name": "t", "metadata": {"consumes": [{"field_name": "id", "location": "path", "required": True}]}}
    >>> [(row.argument, row.location, row.required) for row in read_inputs(tool)]
    [('id', 'path', True)]
    """
    rows = [_row(row, tool) for row in _consumes(tool)]
    places: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        places[_base(row)[0]].add(row["location"])
    return tuple(_input(row, str(tool.get("name") or name), places) for row in rows)


def place_arguments(tool: Mapping[str, Any], args: Mapping[str, Any]) -> RequestParts:
    """The arguments of a call sorted into the parts of its request, by the keys that `read_inputs` gives.

    >>> tool = {"name": "t", "metadata": {"consumes": [{"field_name": "id", "location": "path", "required": True}]}}
    >>> place_arguments(tool, {"id": 7, "x": 1})
    RequestParts(path={'id': 7}, query={}, header={}, cookie={}, body=None, unknown=('x',))
    """
    known = {row.argument: row for row in read_inputs(tool)}
    parts: dict[str, dict[str, Any]] = {place: {} for place in PLACES}
    whole: Any = None
    for key, value in args.items():
        row = known.get(key)
        if row is None:
            continue
        if row.location == BODY and _is_whole(row):
            whole = value
        else:
            name = split_path(row.path)[0] if row.location == BODY else row.name
            parts[row.location][name] = value
    body = whole if whole is not None else parts.pop(BODY) or None
    parts.pop(BODY, None)
    return RequestParts(**parts, body=body, unknown=tuple(sorted(set(args) - set(known))))


def put_value(args: dict[str, Any], argument: str, inner: tuple[str, ...], value: Any) -> None:
    """Puts a value into nested arguments, with one item in each list on the way.

    >>> args = {}
    >>> put_value(args, "lines", ("[]", "skuId"), "S1")
    >>> put_value(args, "lines", ("[]", "quantity"), 2)
    >>> args
    {'lines': [{'skuId': 'S1', 'quantity': 2}]}
    """
    holder: Any = args
    keys: list[Any] = [argument, *(0 if part == LIST else part for part in inner)]
    for key, following in pairwise(keys):
        empty: Any = [None] if following == 0 else {}
        if isinstance(holder, list):
            if not isinstance(holder[key], dict | list):
                holder[key] = empty
            holder = holder[key]
        else:
            if not isinstance(holder.get(key), dict | list):
                holder[key] = empty
            holder = holder[key]
    holder[keys[-1]] = value


def top_fields(tool: Mapping[str, Any]) -> frozenset[str]:
    """The names at the top of a tool's answer, as its document has them."""
    return frozenset(parts[0] for row in produced_rows(tool) if (parts := split_path(_path_of(row))))


def produced_rows(tool: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The fields of a tool's answer as rows."""
    metadata = tool.get("metadata") or {}
    rows = (metadata.get("api_contract") or {}).get("produces") or metadata.get("produces") or ()
    return [row for row in rows if isinstance(row, Mapping)]


def _path_of(row: Mapping[str, Any]) -> str:
    return str(row.get("json_path") or row.get("field_name") or "")


def _consumes(tool: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    contract = contract_of(tool)
    if contract is not None:
        return [row.to_dict() for row in contract.consumed]
    metadata = tool.get("metadata") or {}
    rows = (metadata.get("api_contract") or {}).get("consumes") or metadata.get("consumes")
    rows = rows or _declared(tool.get("parameters"))
    return [
        {"field_name": row} if isinstance(row, str) else row for row in rows or () if isinstance(row, str | Mapping)
    ]


def _declared(parameters: Any) -> list[Any]:
    """The inputs that a tool without a contract declares: a list of parameters, or a JSON Schema of an object."""
    if not isinstance(parameters, Mapping):
        return list(parameters or ())
    needed = set(parameters.get("required") or ())
    parts = {name: part for name, part in (parameters.get("properties") or {}).items() if isinstance(part, Mapping)}
    return [{**part, "field_name": name, "required": name in needed} for name, part in parts.items()]


def _row(row: Mapping[str, Any], tool: Mapping[str, Any]) -> dict[str, Any]:
    """A row of a contract, or of a list of parameters, with what it leaves out filled in."""
    schema = row.get("schema") if isinstance(row.get("schema"), Mapping) else row
    name = str(row.get("field_name") or row.get("name") or BODY)
    place = str(row.get("location") or row.get("in") or _usual_place(name, tool))
    place = place if place in PLACES else BODY
    # An empty path is the body itself; a missing one is the name.
    path = row.get("json_path", name) if place == BODY else name
    return {
        "name": name,
        "location": place,
        "path": str(path if path is not None else name),
        "required": bool(row.get("required")) or place == "path",
        "type": str((schema or {}).get("type") or ""),
        "format": str((schema or {}).get("format") or ""),
        "enum": tuple((schema or {}).get("enum") or ()),
        "tag": str(row.get("semantic_tag") or semantic_tag(name, "")),
        "kind": str(row.get("kind") or field_kind(name, place)),
    }


def _usual_place(name: str, tool: Mapping[str, Any]) -> str:
    metadata = tool.get("metadata") or {}
    if f"{{{name}}}" in str(metadata.get("path") or ""):
        return "path"
    return "query" if str(metadata.get("method") or "").upper() in ("GET", "HEAD", "DELETE") else BODY


def _base(row: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    if row["location"] != BODY:
        return row["name"], ()
    parts = split_path(row["path"])
    if not parts:
        return BODY, ()
    return (BODY, tuple(parts)) if parts[0] == LIST else (parts[0], tuple(parts[1:]))


def _input(row: Mapping[str, Any], tool: str, places: Mapping[str, set[str]]) -> ToolInput:
    base, inner = _base(row)
    argument = base if len(places[base]) < 2 else f"{row['location']}:{base}"
    # The row of a list as such is the list, not its first item.
    inner = () if inner == (LIST,) and row["type"] == "array" else inner
    return ToolInput(tool=tool, argument=argument, inner=inner, **row)


def _is_whole(row: ToolInput) -> bool:
    return not (parts := split_path(row.path)) or parts[0] == LIST
