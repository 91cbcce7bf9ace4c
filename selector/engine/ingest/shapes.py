"""The answer's schema in, its shape out: list, single, count, file, none; names only where the schema says nothing."""

from selector.engine.envelopes import IDENTITY, describes_envelope, is_object_list, unwrap
from selector.engine.fields import Node, SchemaTable, Shape
from selector.engine.ingest.actions import Derived, name_class
from selector.engine.ingest.operations import Payload, is_json
from selector.engine.ingest.words import summary_class
from selector.engine.nouns import plain_words, singular, snake

COUNT_NAMES = frozenset("count total amount_of number size total_count".split())


def answer_shape(table: SchemaTable, response: Payload | None, path: str, method: str) -> str:
    """list, single, count, file or none as the contract says it, "" where it says nothing."""
    if response is None:
        return ""
    if response.schema is None:
        if response.media_type and not is_json(response.media_type):
            return "file"
        # A GET that answers 200 without a content is one that nobody described, not one that gives nothing.
        undescribed = response.media_type or (method == "GET" and response.status not in ("204", "205"))
        return "" if undescribed else "none"
    shape = table.shape(response.schema)
    if shape.format in ("binary", "byte") or _is_file(response.media_type):
        return "file"
    return _json_shape(table, response.schema, path)


def words_say_list(path: str, operation_id: str, summary: str) -> bool:
    """Whether the words look for many and the path names a collection, which outweighs a schema that shows one object.

    >>> words_say_list("/customers", "GetCustomers", "List Customers"), words_say_list("/customers/{id}", "", "List")
    (True, False)
    """
    last = path.rstrip("/").rsplit("/", 1)[-1]
    words = plain_words(last)
    many = bool(words) and "{" not in last and (singular(words[-1]) != words[-1] or words[-1] == "list")
    return many and "search" in (summary_class(summary), name_class(operation_id))


def derive_shape(action: str, known: str, path: str, operation_id: str, method: str) -> Derived:
    """The result shape of a tool: a write is a mutation, else what the answer is, else what the names say."""
    if action in ("create", "update", "delete", "action"):
        return Derived("mutation", "canonical_action", 0.9)
    if known and not (known == "none" and method == "GET"):
        return Derived(known, "response", 0.95)
    words = [*plain_words(operation_id), *plain_words(path.rsplit("/", 1)[-1])]
    if "count" in words:
        return Derived("count", "operation_id", 0.6)
    if {"download", "export", "file", "pdf", "csv"} & set(words):
        return Derived("file", "operation_id", 0.6)
    if known:
        return Derived(known, "response", 0.8)
    if action == "search":
        return Derived("list", "canonical_action", 0.6)
    last = path.rstrip("/").rsplit("/", 1)[-1]
    if (
        "{" not in last
        and last
        and singular(plain_words(last)[-1] if plain_words(last) else "") != (plain_words(last) or ("",))[-1]
    ):
        return Derived("list", "path", 0.5)
    return Derived("single", "path", 0.5)


def _is_file(media_type: str) -> bool:
    plain = media_type.partition(";")[0].strip().lower()
    return plain.startswith(("image/", "video/", "audio/")) or plain in (
        "application/octet-stream",
        "application/pdf",
        "application/zip",
        "application/gzip",
        "text/csv",
    )


def _json_shape(table: SchemaTable, schema: Node, path: str) -> str:
    carried = unwrap(table, schema)
    if carried.many:
        return "list"
    top, shape = table.shape(schema), table.shape(carried.node)
    if top.type in ("integer", "number"):
        return "count"
    names = {"_".join(plain_words(name)) for name, _, _ in shape.properties}
    if not names:
        return _bare_shape(table, top)
    if names <= COUNT_NAMES or (len(names) == 1 and next(iter(names)).endswith(("count", "total"))):
        return "count"
    # Several lists of objects and nothing of its own: a list of more than one kind.
    lists = [name for name, node, _ in top.properties if is_object_list(table, node)]
    if snake(path.rstrip("/").rsplit("/", 1)[-1]) in {snake(name) for name in lists}:
        return "list"
    own = {name for name, _, _ in top.properties} & IDENTITY
    plain = [name for name, node, _ in top.properties if table.shape(node).type == "array"]
    if len(plain) == 1 and not own and all(name in plain or describes_envelope(name) for name, _, _ in top.properties):
        return "list"
    return "list" if len(lists) > 1 and len(lists) >= len(top.properties) - 3 and not own else "single"


def _bare_shape(table: SchemaTable, shape: Shape) -> str:
    """The shape of an object without properties of which only the kind is known."""
    if shape.values is not None and table.shape(shape.values).properties:
        return "list"
    return "single" if shape.type in ("object", "string", "boolean") or shape.values is not None else ""
