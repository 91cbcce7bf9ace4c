"""Answers and inputs of tools in, what each offers and demands as identifiers of named things out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from selector.engine.contract import LazyContract, contract_of, owner_name
from selector.engine.envelopes import TRANSPARENT, unwrap
from selector.engine.fields import Field, Leaf, Node, SchemaTable
from selector.engine.nouns import ID_WORDS, STRONG_ID_WORDS, plain_words, singular_words, split_identifier

# Fields that say which state of a thing is meant; a write wants back what a read gave.
STATE_WORDS = frozenset({"version", "etag", "revision", "rev", "sha", "resourceversion", "lockversion"})
# Lists of identifiers in the body of a call that links or unlinks the things that it is named after.
LINKING = frozenset({"add", "remove", "ids", "link", "unlink"})
# Levels below the carried thing at which a field still counts as an offer; chosen.
MAX_OFFER_DEPTH = 5
# Inputs of one body that may ask for a producer, and their depth; chosen: more is a payload, not a reference.
MAX_BODY_DEMANDS = 12
MAX_BODY_DEPTH = 3
# Words of fields by which a person tells one row from another.
LABELS = frozenset("name title label subject summary description email login username display".split())
# Things that a number, a code or a name is said of and that no call lists: values of the person who asks.
VALUE_NOUNS = frozenset(
    "phone mobile tel telephone fax zip postal post country language currency card bank house street city state tax "
    "vat registration resident passport license serial hex color error status response http sort routing swift iban "
    "bic first last middle family given full display nick holder receiver sender recipient".split()
)
# Last words of collections that join two things and are addressed by one of them.
JOINING = frozenset("level membership assignment mapping link association relation permission access".split())
NUMBERS = frozenset({"integer", "number"})
READS = frozenset({"read", "search"})


@dataclass(frozen=True, slots=True)
class Offer:
    """One identifier in an answer: `thing` is what it identifies (snake case), `own` whether that is its own object.

    `main` says that it belongs to what the answer carries, `bare` that its name is an ending alone, `labelled` that a
    person can tell by the fields beside it which one it is.
    """

    tool: int
    path: str
    name: str
    type: str
    thing: str
    ending: str
    own: bool
    main: bool
    depth: int
    bare: bool = False
    labelled: bool = False


@dataclass(frozen=True, slots=True)
class Demand:
    """One input that names a thing: `things` are its possible names, the likeliest first.

    `front` is the path before a path parameter; `generic` says that its name adds nothing to the segment before it;
    `segment` is the last fixed segment before it, other parameters skipped.
    """

    field: Field
    things: tuple[str, ...]
    ending: str
    front: str = ""
    generic: bool = False
    segment: str = ""


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
    inputs: frozenset[str]
    required: frozenset[str]
    needs: frozenset[tuple[str, str]]
    demands: tuple[Demand, ...]


def join_words(words: Iterable[str]) -> str:
    return "_".join(words)


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
    demands = tuple(_demands(contract, path, ai["primary_resource"]))
    outer = [demand for demand in demands if demand.field.location != "body"]
    needs = {(demand.things[0], demand.ending) for demand in outer if demand.field.required}
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
        required=frozenset(demand.field.field_name for demand in outer if demand.field.required),
        inputs=frozenset(field.field_name for field in contract.consumed if field.location != "body"),
        needs=frozenset(needs),
        demands=demands,
    )


def offers_of(tool: Mapping[str, Any], number: int, memo: dict[int, tuple[Offer, ...]]) -> list[Offer]:
    """The identifiers in a tool's answer. Answers of one schema are worked out once, in `memo`."""
    contract = contract_of(tool)
    if contract is None or not contract.response or "schema" not in contract.response:
        return []
    node = contract.response["schema"]
    known = memo.get(_key(node))
    if known is None:
        known = memo[_key(node)] = tuple(_offers(contract.table, node, contract.leaves()))
    resource = tool["metadata"]["ai_metadata"]["primary_resource"]
    found = [_renumbered(offer, number, offer.thing) for offer in known]
    # The resource of the tool is a name of the carried thing too (/pulls answers with PullRequestSimple).
    found.extend(
        _renumbered(offer, number, resource) for offer in known if offer.own and offer.main and offer.thing != resource
    )
    return found


def _key(node: Node) -> int:
    return hash(node["$ref"]) if set(node) == {"$ref"} else id(node)


def _renumbered(offer: Offer, number: int, thing: str) -> Offer:
    return replace(offer, tool=number, thing=thing)


def _offers(table: SchemaTable, node: Node, leaves: tuple[Leaf, ...]) -> Iterable[Offer]:
    carried = unwrap(table, node)
    base = carried.path.count(".") + bool(carried.path.strip("[]"))
    labelled = {_holder(leaf.path)[0] for leaf in leaves if LABELS & set(plain_words(leaf.name))}
    for leaf in leaves:
        depth = leaf.depth - base
        if not leaf.name or depth > MAX_OFFER_DEPTH or leaf.shape.type not in ("string", "integer", "number", ""):
            continue
        words, ending = split_identifier(leaf.name)
        state = join_words(words)
        if not ending and state in STATE_WORDS:
            words, ending = (), state
        if not ending:
            continue
        holder, key = _holder(leaf.path)
        main = holder == carried.path
        names = _group_names(leaf, key, carried.name if main else "")
        found = Offer(
            0,
            leaf.path,
            leaf.name,
            leaf.shape.type,
            "",
            ending,
            True,
            main,
            max(depth, 0),
            not words,
            holder in labelled,
        )
        yield from _named(found, words, names)


def _holder(path: str) -> tuple[str, str]:
    """The object that a field belongs to: its path, and the property that holds it."""
    parts = path.split(".")[:-1]
    while len(parts) > 0 and parts[-1] in TRANSPARENT:
        parts.pop()
    return ".".join(parts) if parts else ("[]" if path.startswith("[]") else ""), parts[-1].strip("[]") if parts else ""


def _group_names(leaf: Leaf, key: str, carried: str) -> list[str]:
    """The names of the object around a field: as it is carried, by its property, by its schema."""
    names = [carried] if carried else []
    if key:
        words = singular_words(key)
        names.append(join_words(words[:-1] if len(words) > 1 and words[-1] in ("ref", "reference") else words))
    if (leaf.path.split(".")[-2:-1] != [] and leaf.path.split(".")[-2].strip("[]") not in TRANSPARENT) or not key:
        names.append(owner_name(leaf.owner) if leaf.owner else "")
    return list(dict.fromkeys(name for name in names if name))


def _named(found: Offer, words: tuple[str, ...], names: list[str]) -> Iterable[Offer]:
    """The offer under each name of the thing that it identifies."""
    if not words:
        for name in names:
            yield replace(found, thing=name)
        return
    thing = join_words(words)
    full = f"{thing}_{found.ending}"
    longer = [name for name in names if name.endswith((f"_{thing}", f"_{full}"))]
    own = bool(longer) or any(name in (thing, full) for name in names)
    if found.ending == "name" and not own and len(thing) < 3:
        return
    # `persistentVolumeClaim.claimName` names a persistent volume claim, and a claim.
    for name in dict.fromkeys((thing, *longer)):
        yield replace(found, thing=name, own=own)


def _demands(contract: LazyContract, path: str, resource: str) -> Iterable[Demand]:
    fronts = _fronts(path)
    sources = _sources(contract)
    collection = plain_path(path.rpartition("/")[0]) if path.rstrip("/").endswith("}") else ""
    in_body = 0
    for field in contract.consumed:
        if field.kind != "data" or field.enum or field.type not in ("string", "integer", "number", "", "array"):
            continue
        if field.location == "path":
            yield _path_demand(field, *fronts.get(field.field_name, ("", "", "")))
        elif field.location in ("query", "body") and in_body < MAX_BODY_DEMANDS:
            demand = _other_demand(field, resource, sources, collection)
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


def _other_demand(field: Field, resource: str, sources: tuple[str, ...], front: str) -> Demand | None:
    if field.json_path.count(".") >= MAX_BODY_DEPTH:
        return None
    words, ending = _split(field.semantic_tag or field.field_name)
    plain = join_words(singular_words(field.field_name))
    if plain in STATE_WORDS and field.required:
        return Demand(field, sources or (resource,), plain, "" if sources else front, generic=True)
    if sources and "." not in field.json_path and len(singular_words(field.field_name)) == 1 and plain in ("id", "key"):
        return Demand(field, sources, plain)
    if field.json_path.removesuffix("[]") in LINKING and field.json_path.endswith("[]"):
        return Demand(field, (resource,), "id")
    if not words or (ending not in STRONG_ID_WORDS and not (ending and field.required)):
        return None
    if field.location == "body" and _is_value(field, words):
        return None
    # The caller chooses the identifier of what is being made.
    if "." not in field.json_path and not split_identifier(field.field_name)[0]:
        return None
    return Demand(field, (join_words(words),), ending)


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
        return (*words[:-1], "user"), "name"
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


def endings_fit(wanted: str, given: str) -> int:
    """How well an answer's identifier can stand for the wanted one: 3 the same kind, 1 perhaps, 0 not at all.

    >>> endings_fit("id", "id"), endings_fit("key", "id"), endings_fit("number", "slug")
    (3, 2, 0)
    """
    if wanted == given or {wanted, given} <= {"no", "num", "number"} or {wanted, given} <= {"id", "ids"}:
        return 3
    return FITS.get(wanted, {}).get(given, 0)


FITS: dict[str, dict[str, int]] = {
    "id": {"uuid": 2, "uid": 2, "guid": 2, "gid": 2, "oid": 2, "key": 1},
    "ids": {"uuid": 2, "id": 3},
    "uuid": {"id": 2},
    "gid": {"id": 2},
    "key": {"id": 2, "slug": 1, "name": 1},
    "slug": {"name": 1, "id": 1},
    "no": {"id": 1},
    "number": {"id": 1},
    "name": {"login": 2, "slug": 1, "id": 1},
    "handle": {"login": 2, "name": 1},
    "login": {"name": 1},
    "code": {"id": 1, "key": 1},
    "sku": {"code": 1},
    "ref": {"name": 2, "sha": 2},
    "": {"name": 3, "login": 4, "slug": 2, "key": 2, "id": 2, "number": 1, "code": 2, "sku": 2, "ref": 2, "uuid": 2},
}


def types_fit(wanted: str, given: str) -> bool:
    """An integer fits a text; a text does not fit an integer.

    >>> types_fit("string", "integer"), types_fit("integer", "string")
    (True, False)
    """
    return wanted not in NUMBERS or given in NUMBERS or not given


def is_identifier_word(word: str) -> bool:
    return word in ID_WORDS
