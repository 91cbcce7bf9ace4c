"""Answers of tools in, what each offers as identifiers of named things out."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from selector.engine.contract import contract_of, owner_name
from selector.engine.envelopes import TRANSPARENT, unwrap
from selector.engine.fields import Leaf, Node, SchemaTable, schema_name
from selector.engine.nouns import STRONG_ID_WORDS, plain_words, singular_words, split_identifier
from selector.engine.retrieval.demands import STATE_WORDS, join_words

# Levels below the carried thing at which a field still counts as an offer; chosen.
MAX_OFFER_DEPTH = 5
# Kinds that one answer may carry, and references followed to them; chosen.
MAX_BRANCHES, MAX_ALIASES = 6, 4
# Words of fields by which a person tells one row from another.
LABELS = frozenset("name title label subject summary description email login username display".split())
NUMBERS = frozenset({"integer", "number"})


@dataclass(frozen=True, slots=True)
class Offer:
    """One identifier in an answer: `thing` is what it identifies (snake case), `own` whether that is its own object.

    `main` says that it belongs to what the answer carries, `bare` that its name is an ending alone, `labelled` that a
    person can tell by the fields beside it which one it is, `within` that it stands in a list inside what is carried.
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
    within: bool = False


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
    found = [_renumbered(offer, number, offer.thing) for offer in known if offer.thing]
    # What is carried without a name of its own is the resource of the tool; so is what a list is inside of
    # (`{cartId, items: [...]}`).
    found = [
        replace(offer, own=True, main=True)
        if offer.thing == resource and not offer.bare and (offer.main or offer.path == offer.name)
        else offer
        for offer in found
    ]
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
    branches = _branch_names(table, carried.node)
    labelled = {_holder(leaf.path)[0] for leaf in leaves if LABELS & set(plain_words(leaf.name))}
    alone = Counter(_holder(leaf.path)[0] for leaf in leaves if split_identifier(leaf.name)[1] in STRONG_ID_WORDS)
    for leaf in leaves:
        depth = leaf.depth - base
        if not leaf.name or depth > MAX_OFFER_DEPTH or leaf.shape.type not in ("string", "integer", "number", ""):
            continue
        words, ending = split_identifier(leaf.name)
        if words == ("username",):
            words, ending = (), "login"
        state = join_words(words)
        if not ending and state in STATE_WORDS:
            words, ending = (), state
        if not ending:
            continue
        holder, key = _holder(leaf.path)
        main = holder == carried.path
        names = _group_names(leaf, key, carried.name if main else "") + (branches if main else [])
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
            not main and holder.endswith("[]"),
        )
        yield from _named(found, words, names, alone[holder] == 1)


def _branch_names(table: SchemaTable, node: Node) -> list[str]:
    """What an answer of several kinds may carry (an item is a file, a folder or a link)."""
    for _ in range(MAX_ALIASES):
        branches = [*node.get("oneOf", ()), *node.get("anyOf", ())]
        refs = [part["$ref"] for part in branches if isinstance(part.get("$ref"), str)]
        if refs:
            return [owner_name(schema_name(ref)) for ref in refs] if 1 < len(refs) <= MAX_BRANCHES else []
        parts = [part for part in (node, *node.get("allOf", ())) if isinstance(part.get("$ref"), str)]
        if len(parts) != 1:
            return []
        node = table.nodes.get(parts[0]["$ref"], {})
    return []


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
        owner = owner_name(leaf.owner) if leaf.owner else ""
        # A `payment_collection` is no payment, although list words are dropped from the names of schemas.
        cut = bool(key) and join_words(singular_words(key)).startswith(f"{owner}_")
        names.append("" if cut else owner)
    return list(dict.fromkeys(name for name in names if name))


def _named(found: Offer, words: tuple[str, ...], names: list[str], is_alone: bool) -> Iterable[Offer]:
    """The offer under each name of the thing that it identifies; `is_alone`: its object has no other identifier."""
    if not words:
        # What carries no name is named after the resource of its tool.
        for name in names or ([""] if found.main else []):
            yield replace(found, thing=name)
        return
    thing = join_words(words)
    full = f"{thing}_{found.ending}"
    longer = [name for name in names if name.endswith((f"_{thing}", f"_{full}"))]
    own = bool(longer) or any(name in (thing, full) for name in names)
    # A `sku_option` with nothing but a `skuId` is that sku.
    own = own or (is_alone and any(name.startswith(f"{thing}_") for name in names))
    # A list of nothing but identifiers (`{userIds: [...]}`) is a list of those things.
    own = own or (is_alone and found.main and found.path.endswith("[]"))
    if found.ending == "name" and not own and len(thing) < 3:
        return
    # `persistentVolumeClaim.claimName` names a persistent volume claim, and a claim.
    for name in dict.fromkeys((thing, *longer)):
        yield replace(found, thing=name, own=own)


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
    "login": {"name": 1, "slug": 1},
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
