"""Tool dicts, shared schemas and compact edges in, one immutable tool graph out."""

import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from selector.engine.artifact import KIND, Edge, Parts, join_parts, pack, unpack
from selector.engine.failures import DocumentReason, EngineError
from selector.engine.fields import SchemaTable
from selector.engine.legacy import read_collection


class ToolTable(dict[str, dict[str, Any]]):
    """Tools by name, with the edges of their graph and places for what is worked out from them once.

    `profile_cache` is by name; `producers` is what the closure makes of the edges.
    """

    __slots__ = ("edges", "producers", "profile_cache")

    def __init__(self, tools: Mapping[str, dict[str, Any]]) -> None:
        super().__init__((name, tools[name]) for name in sorted(tools))
        self.profile_cache: dict[str, Any] = {}
        self.edges: tuple[Edge, ...] = ()
        self.producers: Any = None


class ToolGraph:
    """The tools of one collection with their schemas and edges. Nothing in it changes: a change gives a new graph.

    >>> ToolGraph.from_tools([{"name": "getOrder"}]).tools["getOrder"]["name"]
    'getOrder'
    """

    __slots__ = (
        "__weakref__",
        "_edges",
        "_expanded",
        "_hash",
        "format",
        "meta",
        "readiness",
        "schemas",
        "title",
        "tools",
    )

    def __init__(
        self,
        tools: Mapping[str, dict[str, Any]],
        schemas: SchemaTable | None = None,
        edges: Iterable[Edge] = (),
        title: str = "",
        document_format: str = "",
        readiness: Mapping[str, Any] | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> None:
        self.tools = ToolTable(tools)
        self.schemas = schemas or SchemaTable({})
        self.title = title
        self.format = document_format
        self.readiness: dict[str, Any] = dict(readiness or {})
        self.meta: dict[str, Any] = dict(meta or {})
        self._edges: tuple[Edge, ...] = tuple(edges)
        self.tools.edges = self._edges
        self._expanded: tuple[dict[str, Any], ...] | None = None
        self._hash = ""

    @classmethod
    def from_tools(cls, tools: Mapping[str, Any] | Iterable[Mapping[str, Any]]) -> "ToolGraph":
        """A graph of tool dicts as they are, by name or as a list; of two with one name the later one stays."""
        rows = tools.values() if isinstance(tools, Mapping) else tools
        named = {str(row["name"]): dict(row) for row in rows if isinstance(row, Mapping) and row.get("name")}
        return cls(named)

    @property
    def compact_edges(self) -> tuple[Edge, ...]:
        """The edges as tuples in the order of `EDGE_PARTS`, with tools as numbers in the order of `tools`."""
        return self._edges

    @property
    def edges(self) -> tuple[dict[str, Any], ...]:
        """The edges as contract.md 2.1 writes them, expanded at first access."""
        if self._expanded is None:
            names = list(self.tools)
            self._expanded = tuple(_expand(edge, names) for edge in self._edges)
        return self._expanded

    @property
    def content_hash(self) -> str:
        """SHA-256 (hex) over everything that decides: equal content gives an equal hash, whatever its order was."""
        if not self._hash:
            artifact = self.to_artifact()
            content = {key: artifact[key] for key in ("tools", "schemas", "edges", "meta")}
            text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
            self._hash = hashlib.sha256(text.encode()).hexdigest()
        return self._hash

    def add_edge(
        self,
        source: str,
        target: str,
        evidence_tier: str = "manual",
        from_path: str = "",
        to_field: str = "",
        confidence: float = 1.0,
        semantic_tag: str = "",
        to_location: str = "",
    ) -> "ToolGraph":
        """A new graph with one more edge from producer `source` to consumer `target`. EngineError for unknown tools."""
        for name in (source, target):
            if name not in self.tools:
                raise EngineError("unknown_tool", f"There is no tool {name!r} in this collection; check the name.")
        order = {name: number for number, name in enumerate(self.tools)}
        from_field = from_path.replace("[]", "").rsplit(".", 1)[-1]
        edge: Edge = (
            order[source],
            order[target],
            evidence_tier,
            from_path,
            from_field,
            to_field,
            to_location,
            semantic_tag,
            confidence,
        )
        return self._with_edges(sorted({*self._edges, edge}))

    def merge(self, *others: "ToolGraph") -> "ToolGraph":
        """One graph of several sources. Its edges are theirs; EngineError (duplicate_tool) where names clash."""
        graphs = sorted((self, *others), key=lambda graph: graph.content_hash)
        if len(graphs) == 1:
            return self
        joined = join_parts([(f"{graph.content_hash[:12]}:", graph._parts()) for graph in graphs])
        readiness = join_reports([graph.readiness for graph in graphs])
        title = ", ".join(graph.title for graph in graphs if graph.title)
        formats = ", ".join(sorted({graph.format for graph in graphs if graph.format}))
        return ToolGraph(joined.tools, joined.schemas, joined.edges, title, formats, readiness)

    def _parts(self) -> Parts:
        return Parts(self.tools, self.schemas, self._edges, self.title, self.format, self.readiness, self.meta)

    def _with_edges(self, edges: Iterable[Edge]) -> "ToolGraph":
        return ToolGraph(self.tools, self.schemas, edges, self.title, self.format, self.readiness, self.meta)

    def to_artifact(self) -> dict[str, Any]:
        """The graph as plain JSON values: schemas once, parameters once, edges as rows."""
        return pack(self._parts())

    @classmethod
    def from_artifact(cls, artifact: Mapping[str, Any]) -> "ToolGraph":
        """The graph that `to_artifact` wrote, or that graph-tool-call saved. EngineError for anything else."""
        known = isinstance(artifact, Mapping) and artifact.get("kind") == KIND
        parts = unpack(artifact) if known else read_collection(artifact)
        return cls(parts.tools, parts.schemas, parts.edges, parts.title, parts.format, parts.readiness, parts.meta)

    def save(self, path: str | Path) -> None:
        """Writes the artifact as JSON; a name that ends in .z is compressed with zlib."""
        raw = json.dumps(self.to_artifact(), ensure_ascii=False, separators=(",", ":")).encode()
        target = Path(path)
        target.write_bytes(zlib.compress(raw, 6) if target.suffix == ".z" else raw)

    @classmethod
    def load(cls, path: str | Path) -> "ToolGraph":
        """The graph in a file. EngineError (bad_artifact) where the file is none."""
        raw = Path(path).read_bytes()
        try:
            artifact = json.loads(zlib.decompress(raw) if raw[:1] == b"\x78" else raw)
        except (ValueError, zlib.error) as error:
            message = f"{Path(path).name} is no tool collection; save one with ToolGraph.save."
            raise EngineError(DocumentReason.BAD_ARTIFACT, message) from error
        return cls.from_artifact(artifact)

    def __len__(self) -> int:
        return len(self.tools)

    def __repr__(self) -> str:
        return f"ToolGraph({self.title!r}, {len(self.tools)} tools, {len(self._edges)} edges)"


def join_reports(reports: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The readiness of several sources as one report."""
    joined: dict[str, Any] = {"operations": 0, "skipped": [], "warnings": [], "webhooks": 0, "counts": {}, "tools": {}}
    reliable = []
    for report in reports:
        for key in ("operations", "webhooks"):
            joined[key] += report.get(key, 0)
        for key in ("skipped", "warnings"):
            joined[key] += report.get(key, [])
        for key, count in report.get("counts", {}).items():
            joined["counts"][key] = joined["counts"].get(key, 0) + count
        joined["tools"] |= report.get("tools", {})
        reliable.append(bool(report.get("reliable", True)))
    return joined | {"reliable": any(reliable)}


def _expand(edge: Edge, names: list[str]) -> dict[str, Any]:
    source, target, tier, from_path, from_field, to_field, to_location, tag, confidence = edge
    flow = {
        "from_path": from_path,
        "from_field": from_field,
        "to_field": to_field,
        "to_location": to_location,
        "semantic_tag": tag,
    }
    row = {
        "source": names[source],
        "target": names[target],
        "evidence_tier": tier,
        "data_flow": flow,
        "confidence": confidence,
    }
    # An operator's word against an edge: it takes the producer away, for one field or (to_field "") for all.
    return row | {"forbidden": True} if tier == "forbidden" else row
