"""An answer's schema in, the place and name of what it carries out: the item of a list, the content of an envelope."""

from dataclasses import dataclass

from selector.engine.contract import owner_name
from selector.engine.fields import Node, SchemaTable, Shape, schema_name
from selector.engine.nouns import plain_words, singular_words, split_identifier

# Property names that wrap a list or one object and say nothing about it.
WRAPPERS = frozenset(
    "items item data results result entries records rows list content contents values value hits objects elements docs "
    "payload response body nodes edges node resources".split()
)
# Words of property names that describe an answer and not the thing in it.
ENVELOPE_WORDS = frozenset(
    "total count page pages size limit offset cursor next previous prev has more links link meta metadata paging "
    "pagination self first last start max per kind api version ok success code message status error errors warning "
    "warnings incomplete facets order token after before marker length number took is timestamp request ids url ts "
    "object names schema estimate expand info cache latest at type response sort query results result messages".split()
)
# Objects whose fields belong to the object around them.
TRANSPARENT = frozenset({"metadata", "meta", "attributes", "attribute", "fields", "properties"})
IDENTITY = frozenset({"id", "name", "uuid", "_id", "gid", "email", "title"})
# Words that make a name a count or a place in a list whatever stands beside them.
COUNTING_WORDS = frozenset({"total", "count", "cursor", "page", "next", "previous"})
# Properties of an envelope, and scalars of its own that it may have besides; chosen on the documents here.
MAX_ENVELOPE, MAX_OWN_SCALARS = 20, 1
# Envelopes inside one another; measured: three at most in the documents here.
MAX_WRAPS = 4


@dataclass(frozen=True, slots=True)
class Carried:
    """The thing that an answer carries: its path there ("items[]"), schema, name, and whether there are many."""

    path: str
    node: Node
    name: str
    many: bool


def unwrap(table: SchemaTable, node: Node) -> Carried:
    """Follows lists and envelopes down to the thing itself.

    `{total_count, workflow_runs: [{...}]}` carries a workflow_run at `workflow_runs[]`.
    """
    path, key, many = "", "", False
    for _ in range(MAX_WRAPS):
        shape = table.shape(node)
        if shape.type == "array":
            many, path = True, path + "[]"
            if shape.items is None:
                break
            node = shape.items
            continue
        inner = _content(table, shape)
        if inner is None:
            break
        key, node = inner
        path = f"{path}.{key}" if path else key
    shape = table.shape(node)
    named = owner_name(shape.name or schema_name(str(node.get("$ref", ""))))
    if key and key.lower() not in WRAPPERS:
        by_key = "_".join(singular_words(key))
        named = named if named.endswith(by_key) else by_key
    return Carried(path, node, named, many)


def _content(table: SchemaTable, shape: Shape) -> tuple[str, Node] | None:
    """The one property of an envelope that carries the thing, None where the object is the thing itself."""
    names = {name for name, _, _ in shape.properties}
    if not names or len(names) > MAX_ENVELOPE or names & IDENTITY:
        return None
    if any(_identifies(table, name, child) for name, child, _ in shape.properties):
        return None
    lists = [(name, child) for name, child, _ in shape.properties if is_object_list(table, child)]
    objects = [(name, child) for name, child, _ in shape.properties if table.shape(child).properties]
    # Scalars that say something of their own are what an object has and an envelope has not.
    taken = {name for name, _ in (*lists, *objects)}
    own = [name for name in names - taken if not describes_envelope(name)]
    for wrapped in (lists, objects):
        known = [pair for pair in wrapped if pair[0].lower() in WRAPPERS]
        if len(known) == 1 and len(own) <= MAX_OWN_SCALARS:
            return known[0]
    others = [pair for pair in objects if not describes_envelope(pair[0])]
    counted = any(set(plain_words(name)) & COUNTING_WORDS for name in names - taken)
    if len(lists) == 1 and not others and len(own) <= (MAX_OWN_SCALARS if counted else 0):
        return lists[0]
    return others[0] if not lists and len(others) == 1 and not own else None


def describes_envelope(name: str) -> bool:
    """Whether a property's name is about the answer (a count, a page, a status) and not about the thing in it."""
    words = set(plain_words(name))
    if len(words) > 1:
        words.discard("id")
    return words <= ENVELOPE_WORDS or bool(words & COUNTING_WORDS and split_identifier(name)[1] != "id")


def _identifies(table: SchemaTable, name: str, node: Node) -> bool:
    """Whether a property carries the identity of the object around it (`metadata: {name, uid}`)."""
    return name in TRANSPARENT and bool({key for key, _, _ in table.shape(node).properties} & IDENTITY)


def is_object_list(table: SchemaTable, node: Node) -> bool:
    """Whether a property is a list of objects."""
    shape = table.shape(node)
    return shape.type == "array" and shape.items is not None and bool(table.shape(shape.items).properties)
