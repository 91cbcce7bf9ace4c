"""The answer's schema in, its shape out: list, single, count, file, none; names only where the schema says nothing."""

from selector.engine.fields import Node, SchemaTable, Shape
from selector.engine.ingest.actions import Derived
from selector.engine.ingest.operations import Payload, is_json
from selector.engine.ingest.words import verb_class
from selector.engine.nouns import plain_words, singular

# Names that wrap a list or one object, and names that say where in a list an answer stands.
WRAPPERS = frozenset("items data results result entries records rows list content values value hits objects elements docs payload response body".split())
PAGING = frozenset(
    "total count page pages size limit offset cursor next previous prev has more links link meta metadata paging pagination "
    "self first last start max per kind api version ok success code message status error warning incomplete facets "
    "response order token after before marker length number took is timestamp request id ids url ts object".split()
)
COUNT_NAMES = frozenset("count total amount_of number size total_count".split())
# Properties that an object of its own has and an envelope has not.
IDENTITY = frozenset({"id", "name", "uuid", "key", "created_at", "createdAt", "_id", "gid"})


def answer_shape(table: SchemaTable, response: Payload | None, path: str) -> str:
    """list, single, count, file or none as the contract says it, "" where it says nothing."""
    if response is None:
        return ""
    if response.schema is None:
        if response.media_type and not is_json(response.media_type):
            return "file"
        return "none" if response.status in ("204", "205") or not response.media_type else ""
    shape = table.shape(response.schema)
    if shape.format in ("binary", "byte") or _is_file(response.media_type):
        return "file"
    return _json_shape(table, shape, path, 0)


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
    if "{" not in last and last and singular(plain_words(last)[-1] if plain_words(last) else "") != (plain_words(last) or ("",))[-1]:
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


def _json_shape(table: SchemaTable, shape: Shape, path: str, depth: int) -> str:
    if shape.type == "array":
        return "list"
    if shape.type in ("integer", "number"):
        return "count"
    if not shape.properties:
        return "single" if shape.type in ("object", "string", "boolean") or shape.values is not None else ""
    names = {name for name, _, _ in shape.properties}
    lists = _object_lists(table, shape)
    if lists and _is_envelope(names, lists, path):
        return "list"
    counted = {"_".join(plain_words(name)) for name in names}
    if counted <= COUNT_NAMES | {"is_estimate"} or (len(counted) == 1 and next(iter(counted)).endswith(("count", "total"))):
        return "count"
    wrapped = _wrapped(table, shape, names)
    if wrapped is not None and depth < 3:
        return _json_shape(table, wrapped, path, depth + 1) or "single"
    return "single"


def _object_lists(table: SchemaTable, shape: Shape) -> list[str]:
    """Names of the properties that are lists of objects."""
    found = []
    for name, node, _ in shape.properties:
        child = table.shape(node)
        if child.type == "array" and (child.items is None or _is_object(table, child.items) or name in WRAPPERS):
            found.append(name)
    return found


def _is_object(table: SchemaTable, node: Node) -> bool:
    item = table.shape(node)
    return bool(item.properties) or item.type in ("object", "")


def _is_envelope(names: set[str], lists: list[str], path: str) -> bool:
    last = path.rstrip("/").rsplit("/", 1)[-1]
    ends_in_item = "{" in last
    rest = names - set(lists)
    if names & IDENTITY - {"key"} and not set(lists) & {"items", "data", "results"}:
        return False
    if names & {"id", "name"} and ends_in_item:
        return False
    only_paging = all(set(plain_words(name)) <= PAGING or set(plain_words(name)) & {"total", "count", "cursor", "page", "next"} for name in rest)
    if only_paging:
        return not ends_in_item or bool(set(lists) & WRAPPERS)
    if set(lists) & WRAPPERS and not names & {"id", "_id", "uuid"}:
        return not ends_in_item
    tail = singular(plain_words(last)[-1]) if plain_words(last) else ""
    return bool(tail) and not ends_in_item and any(singular(plain_words(name)[-1]) == tail for name in lists if plain_words(name))


def _wrapped(table: SchemaTable, shape: Shape, names: set[str]) -> Shape | None:
    """The one object that a thin envelope such as {data: {...}} holds."""
    inner = [(name, table.shape(node)) for name, node, _ in shape.properties if name in WRAPPERS]
    others = names - {name for name, _ in inner}
    if len(inner) == 1 and all(set(plain_words(name)) <= PAGING for name in others) and inner[0][1].properties:
        return inner[0][1]
    return None


def verb_says_list(operation_id: str) -> bool:
    """Whether an operation id begins with a verb that looks for many."""
    words = plain_words(operation_id.rsplit("/", 1)[-1])
    return bool(words) and verb_class(words[0]) == "search"
