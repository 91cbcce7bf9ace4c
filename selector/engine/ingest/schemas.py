"""Raw schemas of any OpenAPI version in, compact ones out: references kept, texts and examples left behind."""

from typing import Any

from selector.engine.failures import DocumentError, DocumentReason
from selector.engine.fields import Node
from selector.engine.ingest.problems import Problems, join_pointer
from selector.engine.ingest.refs import ReferenceProblem, Resolver

# Schema levels inside one another without a reference; chosen: real documents stay below 20.
MAX_SCHEMA_DEPTH = 60
# Schema nodes of one document; measured: the largest real document here has 13,000.
MAX_SCHEMA_NODES = 250_000
ENUM_TYPES = (str, int, float, bool)


class SchemaReader:
    """Turns raw schemas into compact nodes and keeps the referenced ones once, by key, in `table`."""

    def __init__(self, resolver: Resolver, problems: Problems, siblings_count: bool) -> None:
        self.table: dict[str, Node] = {}
        self._resolver = resolver
        self._problems = problems
        self._clean = problems.cleaner.clean
        self._siblings_count = siblings_count
        self._waiting: list[tuple[str, Any, str]] = []
        self._nodes = 0
        self._place: list[str] = []
        self._file = ""

    def read(self, raw: Any, file: str, place: tuple[str, ...]) -> Node:
        """The compact node of `raw`, which stands in `file` at `place` (parts of its JSON pointer)."""
        node = self._start(raw, file, place)
        while self._waiting:
            key, value, value_file = self._waiting.pop()
            address, _, pointer = key.partition("#")
            parts = tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])
            self.table[key] = self._start(value, value_file, (address, *parts) if address else parts)
        return node

    def break_loops(self) -> None:
        """Empties schemas that only refer to each other, and says so."""
        for key in sorted(self.table):
            seen: list[str] = []
            current = key
            while set(self.table.get(current, ())) == {"$ref"} and current not in seen:
                seen.append(current)
                current = self.table[current]["$ref"]
            if current in seen:
                for member in seen[seen.index(current) :]:
                    self.table[member] = {}
                    message = "The schema refers only to itself in a circle; its content is unknown."
                    self._problems.warn(member.lstrip("#"), "reference_loop", message)

    def _start(self, raw: Any, file: str, place: tuple[str, ...]) -> Node:
        self._file, self._place = file, list(place)
        return self._node(raw, 0)

    def _warn(self, reason: str, message: str) -> None:
        self._problems.warn(join_pointer(*self._place), reason, message)

    def _node(self, raw: Any, depth: int) -> Node:
        self._nodes += 1
        if self._nodes > MAX_SCHEMA_NODES:
            message = f"The document unfolds to more than {MAX_SCHEMA_NODES:,} schema parts; refer to shared schemas."
            raise DocumentError(DocumentReason.TOO_MANY_NODES, message)
        if not isinstance(raw, dict):
            if not isinstance(raw, bool):
                self._warn("bad_schema", "The schema is not an object; its content is unknown.")
            return {}
        if depth > MAX_SCHEMA_DEPTH or raw.get("x-cut") == "depth":
            self._warn("too_deep", f"Schemas are nested more than {MAX_SCHEMA_DEPTH} deep; the rest is left out.")
            return {}
        node: Node = {}
        if "$ref" in raw:
            self._reference(raw["$ref"], node)
            if not self._siblings_count:
                return node
        self._copy_words(raw, node)
        self._copy_parts(raw, node, depth + 1)
        return _without_null_branches(node)

    def _reference(self, ref: Any, node: Node) -> None:
        try:
            target = self._resolver.find(ref, self._file)
        except ReferenceProblem as problem:
            self._warn(problem.reason, problem.message)
            return
        node["$ref"] = target.key
        if target.key not in self.table:
            # The key is claimed at once, so that a schema which refers to itself is read only once.
            self.table[target.key] = {}
            self._waiting.append((target.key, target.value, target.file))

    def _copy_words(self, raw: dict[str, Any], node: Node) -> None:
        kinds = raw.get("type")
        if isinstance(kinds, str):
            kinds = [kinds]
        if isinstance(kinds, list):
            known = [kind for kind in kinds if isinstance(kind, str) and kind != "null"]
            if "null" in kinds:
                node["nullable"] = True
            if known == ["file"]:
                node["type"], node["format"] = "string", "binary"
            elif known:
                node["type"] = known[0] if len(known) == 1 else known
        if isinstance(raw.get("format"), str):
            node["format"] = raw["format"]
        if isinstance(raw.get("title"), str):
            node["title"] = self._clean(raw["title"], 80)
        for flag in ("nullable", "readOnly", "writeOnly"):
            if raw.get(flag) is True:
                node[flag] = True
        values = raw["enum"] if isinstance(raw.get("enum"), list) else [raw["const"]] if "const" in raw else []
        plain = (value for value in values if isinstance(value, ENUM_TYPES))
        kept = [self._clean(value) if isinstance(value, str) else value for value in plain]
        if kept:
            node["enum"] = kept
        if "const" in raw and "type" not in node and isinstance(raw["const"], str):
            node["type"] = "string"

    def _copy_parts(self, raw: dict[str, Any], node: Node, depth: int) -> None:
        properties = raw.get("properties")
        if isinstance(properties, dict):
            node["properties"] = {
                str(name): self._part(value, depth, "properties", name) for name, value in properties.items()
            }
        if isinstance(raw.get("required"), list):
            node["required"] = sorted({name for name in raw["required"] if isinstance(name, str)})
        if isinstance(raw.get("items"), (dict, bool)):
            node["items"] = self._part(raw["items"], depth, "items")
        elif isinstance(raw.get("items"), list) and raw["items"]:
            # Older schemas write one schema for each place; where no list is declared they are taken for branches.
            parts = [self._part(item, depth, "items", i) for i, item in enumerate(raw["items"])]
            if raw.get("type") == "array":
                node["items"] = {"anyOf": parts}
            elif "anyOf" not in raw:
                node["anyOf"] = parts
        elif isinstance(raw.get("prefixItems"), list):
            node["items"] = {
                "anyOf": [self._part(item, depth, "prefixItems", i) for i, item in enumerate(raw["prefixItems"])]
            }
        if isinstance(raw.get("additionalProperties"), dict):
            node["additionalProperties"] = self._part(raw["additionalProperties"], depth, "additionalProperties")
        for word in ("allOf", "oneOf", "anyOf"):
            if isinstance(raw.get(word), list):
                node[word] = [self._part(part, depth, word, i) for i, part in enumerate(raw[word])]
        discriminator = raw.get("discriminator")
        name = discriminator.get("propertyName") if isinstance(discriminator, dict) else discriminator
        if isinstance(name, str):
            node["discriminator"] = name

    def _part(self, raw: Any, depth: int, *steps: object) -> Node:
        mark = len(self._place)
        self._place.extend(map(str, steps))
        node = self._node(raw, depth)
        del self._place[mark:]
        return node


def _without_null_branches(node: Node) -> Node:
    """`anyOf: [X, null]` is X that may be null."""
    for word in ("anyOf", "oneOf"):
        if word not in node:
            continue
        kept = [part for part in node[word] if part != {"nullable": True}]
        if len(kept) == len(node[word]):
            continue
        node["nullable"] = True
        node[word] = kept
        if len(kept) == 1 and not kept[0].keys() & node.keys():
            node.update(kept[0])
            del node[word]
    return node
