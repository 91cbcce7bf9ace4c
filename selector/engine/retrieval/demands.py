"""Tools in, what each must be given out: inputs that name a thing which another call may identify."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from selector.engine.contract import LazyContract, owner_name
from selector.engine.fields import Field
from selector.engine.nouns import STRONG_ID_WORDS, plain_words, singular_words, split_identifier

# Fields that say which state of a thing is meant; a write wants back what a read gave.
STATE_WORDS = frozenset({"version", "etag", "revision", "rev", "sha", "resourceversion", "lockversion"})
# Lists of identifiers in the body of a call that links or unlinks the things that it is named after.
LINKING = frozenset({"add", "remove", "ids", "link", "unlink"})
# Inputs of one body that may ask for a producer, and their depth; chosen: more is a payload, not a reference.
MAX_BODY_DEMANDS = 12
MAX_BODY_DEPTH = 3
# Things that a number, a code or a name is said of and that no call lists: values of the person who asks.
VALUE_NOUNS = frozenset(
    "phone mobile tel telephone fax zip postal post country language currency card bank house street city state tax "
    "vat registration resident passport license serial hex color error status response http sort routing swift iban "
    "bic first last middle family given full display nick holder receiver sender recipient".split()
)
# Last words of collections that join two things and are addressed by one of them.
JOINING = frozenset("level membership assignment mapping link association relation permission access".split())
# Words that say how a thing stands to another one and not what it is.
RELATIONS = frozenset(
    "parent child source target destination origin root previous next before after other external".split()
)
# Endings of what a caller chooses for a thing that is being made.
CHOSEN = frozenset({"name", "key", "slug", "code", "handle"})
# Names of inputs that are things of their own in some documents and plain values in most.
PLAIN_NOUNS = frozenset(
    "type status state mode kind format value text content title message body description action event country "
    "language currency region query filter scope level label tag comment note reason url model date time permission "
    "setting option property image icon".split()
)
# Objects around the whole body of a call.
ENVELOPES = frozenset({"data", "payload", "body", "input", "attributes"})
# Formats of values that identify nothing.
VALUE_FORMATS = frozenset(
    {"binary", "byte", "date", "date-time", "time", "duration", "password", "email", "ipv4", "ipv6"}
)
READS = frozenset({"read", "search"})
CHANGES = frozenset({"update", "delete", "action"})
DEMANDED = frozenset({"string", "integer", "number", "", "array"})


@dataclass(frozen=True, slots=True)
class Demand:
    """One input that names a thing: `things` are its possible names, the likeliest first.

    `front` is the path before a path parameter; `generic` says that its name adds nothing to the segment before it;
    `segment` is the last fixed segment before it, other parameters skipped; `plain` that only its name tells it.
    """

    field: Field
    things: tuple[str, ...]
    ending: str
    front: str = ""
    generic: bool = False
    segment: str = ""
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Reader:
    """What edges need to know of a tool."""

    number: int
    name: str
    method: str
    action: str
    path: str
    resource: str
    module: str
    deprecated: bool
    is_list: bool
    segments: tuple[str, ...]
    collection: str
    words: frozenset[str]
    inputs: frozenset[str]
    required: frozenset[str]
    needs: frozenset[tuple[str, str]]
    demands: tuple[Demand, ...]


@dataclass(frozen=True, slots=True)
class _Call:
    """What the fields of one tool are judged by: `idle` says that it changes something and requires nothing."""

    resource: str
    sources: tuple[str, ...]
    front: str
    creates: bool
    idle: bool


def join_words(words: Iterable[str]) -> str:
    return "_".join(words)


def one_ending(ending: str) -> str:
    """The ending of one identifier for that of a list of them."""
    return "id" if ending == "ids" else ending


def plain_path(path: str) -> str:
    """A path with its parameters made alike, so that two paths compare by place.

    >>> plain_path("/users/{userId}/")
    '/users/{}'
    """
    parts = ["{}" if "{" in part else part for part in path.split("/")]
    return "/".join(parts).rstrip("/") or "/"


def _collection_path(path: str) -> str:
    """The collection that a path reads: a search below it reads it too."""
    plain = plain_path(path)
    head, _, tail = plain.rpartition("/")
    return head if tail in ("search", "query", "list", "find", "_search", "all") else plain


def read_tool(number: int, tool: Mapping[str, Any], contract: LazyContract) -> Reader:
    """The facts of one tool, with what it demands and what it must be given."""
    metadata = tool["metadata"]
    ai = metadata["ai_metadata"]
    path = metadata["path"]
    demands = tuple(_demands(contract, path, ai["primary_resource"], ai["canonical_action"]))
    outer = [demand for demand in demands if demand.field.location != "body"]
    # A read by identifiers is no way to them, wherever it takes them.
    asked = demands if ai["canonical_action"] in READS else outer
    needs = {(demand.things[0], one_ending(demand.ending)) for demand in asked if demand.field.required}
    return Reader(
        number=number,
        name=tool["name"],
        method=metadata["method"],
        action=ai["canonical_action"],
        path=path,
        resource=ai["primary_resource"],
        module=metadata["openapi"]["path_module"],
        deprecated=bool(metadata["deprecated"]),
        is_list=ai["result_shape"] == "list",
        segments=tuple(plain_path(path).split("/")[1:]),
        collection=_collection_path(path),
        words=frozenset(plain_words(path)),
        required=frozenset(demand.field.field_name for demand in outer if demand.field.required),
        inputs=frozenset(field.field_name for field in contract.consumed if field.location != "body"),
        needs=frozenset(needs),
        demands=demands,
    )


def _demands(contract: LazyContract, path: str, resource: str, action: str) -> Iterable[Demand]:
    fronts = _fronts(path)
    fields = contract.consumed
    call = _Call(
        resource=resource,
        sources=_sources(contract),
        front=plain_path(path.rpartition("/")[0]) if path.rstrip("/").endswith("}") else "",
        creates=action == "create",
        idle=action in CHANGES and not any(field.required and field.kind == "data" for field in fields),
    )
    in_body = 0
    for field in fields:
        if field.kind != "data" or field.enum or field.format in VALUE_FORMATS or field.type not in DEMANDED:
            continue
        if field.location == "path":
            yield _path_demand(field, *fronts.get(field.field_name, ("", "", "")))
        elif field.location in ("query", "body") and in_body < MAX_BODY_DEMANDS:
            demand = _other_demand(field, call)
            if demand is not None:
                in_body += field.location == "body"
                yield demand


def _path_demand(field: Field, front: str, segment: str, collection: str) -> Demand:
    words, ending = _split(field.field_name)
    things = [join_words(words)] if words else []
    before = singular_words(segment)
    if segment:
        things.append(join_words(before))
    # `/location-levels/{location_id}` is no level's own identifier but the location's.
    joins = bool(words) and before[-1:] != () and before[-1] in JOINING and words == before[:-1]
    generic = bool(segment) and not joins and (not words or bool(set(words) & set(before)))
    names = tuple(dict.fromkeys(things)) or (join_words(singular_words(field.field_name)),)
    return Demand(field, names, ending, front, generic, collection)


def _sources(contract: LazyContract) -> tuple[str, ...]:
    """What a body is made from, where its schema says so (`OrderFromCartDraft` -> cart)."""
    if not contract.body or "schema" not in contract.body:
        return ()
    words = owner_name(contract.table.shape(contract.body["schema"]).name).split("_")
    return (join_words(words[words.index("from") + 1 :]),) if "from" in words[1:-1] else ()


def _other_demand(field: Field, call: _Call) -> Demand | None:
    """What a query or body field asks for: a state, what the body is made from, a list of things, or one thing."""
    if field.json_path.count(".") >= MAX_BODY_DEPTH:
        return None
    words, ending = _split(field.semantic_tag or field.field_name)
    named = singular_words(field.field_name)
    plain = join_words(named)
    if plain in STATE_WORDS and field.required:
        return Demand(field, call.sources or (call.resource,), plain, "" if call.sources else call.front, generic=True)
    if call.sources and "." not in field.json_path and plain in ("id", "key"):
        return Demand(field, call.sources, plain)
    if field.json_path.removesuffix("[]") in LINKING and field.json_path.endswith("[]"):
        return Demand(field, (call.resource,), "id")
    if not words or (ending not in STRONG_ID_WORDS and not (ending and field.required)):
        made = call.creates and _is_same(call.resource, words)
        return None if made else _plain_demand(field, words, ending, field.required or call.idle)
    return None if _is_chosen(field, words, ending, call) else Demand(field, (join_words(words),), ending)


def _is_chosen(field: Field, words: tuple[str, ...], ending: str, call: _Call) -> bool:
    """Whether the caller makes the value up: for what is being made, for a relation, or as a value of its own."""
    if words[-1] in RELATIONS or (call.creates and ending in CHOSEN and _is_same(call.resource, words)):
        return True
    if field.location == "body" and _is_value(field, words):
        return True
    return "." not in field.json_path and not split_identifier(field.field_name)[0]


def _is_same(resource: str, words: tuple[str, ...]) -> bool:
    thing = join_words(words)
    return resource == thing or resource.endswith(f"_{thing}")


def _plain_demand(field: Field, words: tuple[str, ...], ending: str, needed: bool) -> Demand | None:
    """An input that a call needs and that is named like a thing (`channel`, `workspace`) takes its identifier."""
    if ending or not words or not needed or field.type not in ("string", "integer", "") or len(words) > 2:
        return None
    if field.json_path.endswith("[]") or words[-1] in PLAIN_NOUNS:
        return None
    if "." in field.json_path and field.location == "body" and field.json_path.split(".")[0] not in ENVELOPES:
        return None
    return Demand(field, (join_words(words),), "id", plain=True)


def _is_value(field: Field, words: tuple[str, ...]) -> bool:
    """Whether a body field is a value of its own (a phone number, the name of an address) and refers to nothing."""
    own, ending = split_identifier(field.field_name)
    if ending == "name" and not field.required:
        return True
    if words[-1] in VALUE_NOUNS and ending not in ("id", "ids", "uuid", "gid"):
        return True
    holder = singular_words(field.json_path.replace("[]", "").rpartition(".")[0].rpartition(".")[2])
    refers = bool(holder) and holder[-1] in ("ref", "reference")
    return bool(holder) and not own and ending in ("name", "code", "number", "no", "num") and not refers


def _split(name: str) -> tuple[tuple[str, ...], str]:
    words, ending = split_identifier(name)
    if not ending and words and words[-1] == "username":
        return (*words[:-1], "user"), "login"
    return words, ending


def _fronts(path: str) -> dict[str, tuple[str, str, str]]:
    """For each path parameter the path before it, the segment right before it if fixed, and the last fixed one."""
    parts = path.split("/")
    found = {}
    for index, part in enumerate(parts):
        if "{" not in part:
            continue
        before = parts[index - 1] if index and "{" not in parts[index - 1] else ""
        front = "/".join(parts[:index])
        for name in part.split("{")[1:]:
            fixed = [earlier for earlier in parts[:index] if earlier and "{" not in earlier]
            found[name.partition("}")[0]] = (plain_path(front), before, fixed[-1] if fixed else "")
    return found
