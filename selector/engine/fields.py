"""Compact schemas in, their leaf fields out: bounded, cut at the first repeat, each schema worked out once."""

from collections import OrderedDict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Node = dict[str, Any]

# Levels of properties and fields per answer; chosen: deeper ones are never ids that another call needs, and the bound
# keeps documents whose schemas refer to each other without end in milliseconds.
MAX_DEPTH = 7
MAX_FIELDS = 600
# References followed or branches entered for one schema before it is taken as it is; chosen far above real documents.
MAX_BRANCHES = 200
SCALARS = frozenset({"string", "integer", "number", "boolean"})


@dataclass(frozen=True, slots=True)
class Field:
    """One input or output of a tool, as `contract.md` 2.1 lists it. `json_path` writes list items as `[]`."""

    field_name: str
    location: str
    required: bool
    type: str
    format: str = ""
    enum: tuple[Any, ...] = ()
    semantic_tag: str = ""
    json_path: str = ""
    kind: str = "data"

    def to_dict(self) -> dict[str, Any]:
        return {
            "field_name": self.field_name,
            "location": self.location,
            "required": self.required,
            "type": self.type,
            "format": self.format,
            "enum": list(self.enum),
            "semantic_tag": self.semantic_tag,
            "json_path": self.json_path,
            "kind": self.kind,
        }


@dataclass(frozen=True, slots=True)
class Shape:
    """What a compact schema amounts to after references, allOf and unions are taken together."""

    type: str
    format: str
    enum: tuple[Any, ...]
    properties: tuple[tuple[str, Node, bool], ...]
    items: Node | None
    values: Node | None
    refs: frozenset[str]
    name: str
    read_only: bool
    write_only: bool


@dataclass(frozen=True, slots=True)
class Leaf:
    """A field inside a schema: where it sits, which object owns it, and what it looks like."""

    path: str
    name: str
    owner: str
    required: bool
    depth: int
    shape: Shape


class SchemaTable:
    """The shared schemas of a collection, by pointer. Shapes are worked out once and kept.

    >>> table = SchemaTable({"#/S": {"type": "object", "properties": {"id": {"type": "string"}}}})
    >>> [leaf.path for leaf in table.leaves({"type": "array", "items": {"$ref": "#/S"}})[0]]
    ['[].id']
    """

    def __init__(self, nodes: Mapping[str, Node]) -> None:
        self.nodes = dict(nodes)
        # Rows that were worked out last, kept by whoever works them out.
        self.recent: OrderedDict[int, Any] = OrderedDict()
        self._shapes: dict[int, Shape] = {}
        self._whole: dict[int, bool] = {}
        self._leaves: dict[str, tuple[tuple[Leaf, ...], bool]] = {}

    def shape(self, node: Node) -> Shape:
        """The shape of a node. Nodes live as long as the table, so that their identity is a safe key."""
        known = self._shapes.get(id(node))
        if known is None:
            known = self._shapes[id(node)] = _Merge(self.nodes).run(node)
        return known

    def leaves(self, node: Node) -> tuple[tuple[Leaf, ...], bool]:
        """All leaf fields under a node, nearest first, then by name; and whether a bound cut some of them off."""
        ref = node.get("$ref")
        known = self._leaves.get(ref) if isinstance(ref, str) else None
        if known is None:
            cuts: list[bool] = []
            known = (tuple(self._walk(node, cuts)), bool(cuts))
            if isinstance(ref, str):
                self._leaves[ref] = known
        self._whole[id(node)] = not known[1]
        return known

    def each_leaf(self, node: Node) -> Iterator[Leaf]:
        """The leaves of a node as `leaves` gives them, one by one: who needs the first few walks no further."""
        ref = node.get("$ref")
        known = self._leaves.get(ref) if isinstance(ref, str) else None
        return iter(known[0]) if known is not None else self._walk(node, [])

    def was_cut(self, node: Node) -> bool:
        """Whether a bound cut off leaves of a node."""
        if id(node) not in self._whole:
            self.leaves(node)
        return not self._whole[id(node)]

    def _walk(self, root: Node, cuts: list[bool]) -> Iterator[Leaf]:
        """The leaves under a node; `cuts` gets a mark where a bound cut some of them off."""
        found = 0
        queue = deque([(root, "", "", "", True, 0, frozenset[str]())])
        while queue:
            node, path, name, owner, required, depth, trail = queue.popleft()
            shape = self.shape(node)
            # A document may nest lists in lists; each turn adds one pair of brackets.
            while shape.items is not None and shape.type == "array" and not shape.refs & trail:
                trail, path = trail | shape.refs, path + "[]"
                shape = self.shape(shape.items)
            if shape.refs & trail:
                continue
            if not shape.properties:
                found += 1
                yield Leaf(path, name, owner, required, depth, shape)
            elif depth >= MAX_DEPTH or found + len(queue) > MAX_FIELDS:
                # What already waits is nearer than what this object holds, so it still gets its place.
                cuts.append(True)
            else:
                inner = trail | shape.refs
                for child, child_node, child_required in shape.properties:
                    child_path = f"{path}.{child}" if path else child
                    holder = shape.name or name or owner
                    queue.append((child_node, child_path, child, holder, required and child_required, depth + 1, inner))
            if found >= MAX_FIELDS:
                cuts.append(True)
                return


class _Merge:
    """Takes a node, the nodes it refers to and their branches together into one shape."""

    def __init__(self, nodes: Mapping[str, Node]) -> None:
        self.nodes = nodes
        self.left = MAX_BRANCHES
        self.refs: set[str] = set()
        self.name = ""
        self.facts: Node = {}
        self.properties: dict[str, tuple[Node, bool]] = {}

    def run(self, node: Node) -> Shape:
        self._take(node, certain=True, top=True)
        facts = self.facts
        kind = _main_type(facts.get("type"))
        if not kind:
            kind = (
                "object" if self.properties or "additionalProperties" in facts else "array" if "items" in facts else ""
            )
        ordered = sorted(self.properties.items())
        return Shape(
            type=kind,
            format=str(facts.get("format", "")),
            enum=tuple(facts.get("enum", ())),
            properties=tuple((name, child, needed) for name, (child, needed) in ordered),
            items=facts.get("items"),
            values=facts.get("additionalProperties"),
            refs=frozenset(self.refs),
            name=self.name,
            read_only=bool(facts.get("readOnly")),
            write_only=bool(facts.get("writeOnly")),
        )

    def _take(self, node: Node, certain: bool, top: bool) -> None:
        self.left -= 1
        if self.left < 0:
            return
        ref = node.get("$ref")
        if isinstance(ref, str) and ref not in self.refs and ref in self.nodes:
            self.refs.add(ref)
            if top and not self.name:
                self.name = schema_name(ref)
            self._take(self.nodes[ref], certain, top)
        for key in ("type", "format", "enum", "items", "additionalProperties", "readOnly", "writeOnly"):
            if key in node and key not in self.facts:
                self.facts[key] = node[key]
        if top and not self.name and isinstance(node.get("title"), str):
            self.name = node["title"]
        needed = set(node.get("required", ()))
        for name, child in node.get("properties", {}).items():
            known = self.properties.get(name)
            must = (certain and name in needed) or (known is not None and known[1])
            self.properties[name] = (known[0] if known else child, must)
        for name in needed & self.properties.keys() if certain else ():
            self.properties[name] = (self.properties[name][0], True)
        for part in node.get("allOf", ()):
            self._take(part, certain, top=False)
        for branch in (*node.get("oneOf", ()), *node.get("anyOf", ())):
            self._take(branch, certain=False, top=False)


def schema_name(ref: str) -> str:
    """The last part of a reference, as a name for people and for matching.

    >>> schema_name("#/components/schemas/MemberDelivery"), schema_name("schemas/pet.yaml#")
    ('MemberDelivery', 'pet')
    """
    address, _, pointer = ref.partition("#")
    if pointer.strip("/"):
        return pointer.rsplit("/", 1)[-1].replace("~1", "/").replace("~0", "~")
    return address.rsplit("/", 1)[-1].rsplit(".", 1)[0]


def iterate_refs(node: Any) -> Iterator[str]:
    """Every reference inside a compact node, in order of appearance."""
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            if isinstance(item.get("$ref"), str):
                yield item["$ref"]
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)


def _main_type(value: Any) -> str:
    if isinstance(value, list):
        return str(value[0]) if value else ""
    return value if isinstance(value, str) else ""
