"""A collection in, its head revision and built graph out; this process keeps graphs by their content."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from selector.convert.digests import overlay_digest
from selector.convert.graphs import compose_graph, unpack_graph
from selector.engine import ToolGraph
from selector.models import Collection, OverlayRow, Revision, SourceVersion

# Graphs kept in one process. Chosen: GitHub's takes some tens of MB, and few collections are busy at once.
CACHED_GRAPHS = 6
# How often a head that moves under the reader is read again before giving up.
READ_ATTEMPTS = 3


class GraphCache:
    """The last few graphs used, by key. Of threads that miss at once one builds, and the others wait for it."""

    def __init__(self, size: int = CACHED_GRAPHS) -> None:
        self._size = size
        self._graphs: OrderedDict[str, ToolGraph] = OrderedDict()
        self._building: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, key: str, build: Callable[[], ToolGraph]) -> ToolGraph:
        """The graph under `key`, built when it is not there."""
        with self._lock:
            known = self._known(key)
            if known is not None:
                return known
            building = self._building.setdefault(key, threading.Lock())
        with building:
            with self._lock:
                known = self._known(key)
            return known if known is not None else self._keep(key, build())

    def _known(self, key: str) -> ToolGraph | None:
        if key in self._graphs:
            self._graphs.move_to_end(key)
        return self._graphs.get(key)

    def _keep(self, key: str, graph: ToolGraph) -> ToolGraph:
        with self._lock:
            self._graphs[key] = graph
            self._building.pop(key, None)
            while len(self._graphs) > self._size:
                self._graphs.popitem(last=False)
        return graph

    def clear(self) -> None:
        """Forget everything; for tests."""
        with self._lock:
            self._graphs.clear()


graph_cache = GraphCache()


def head_graph(collection_id: int) -> tuple[Revision, ToolGraph]:
    """The head revision of a collection and the graph that belongs to it.

    One query where the graph is cached. A head that moves between reading the revision and its parts is read again.
    """
    for _ in range(READ_ATTEMPTS):
        revision = Collection.objects.select_related("head").get(pk=collection_id).head
        if revision is None:
            break
        graph = _cached_graph(revision)
        if graph is not None:
            return revision, graph
    raise LookupError(f"Collection {collection_id} has no revision that could be read.")


def _cached_graph(revision: Revision) -> ToolGraph | None:
    try:
        return graph_cache.get(revision.digest, lambda: _build(revision))
    except HeadMovedError:
        return None


class HeadMovedError(Exception):
    """The overlay is no longer the one of the revision that was read."""


def _build(revision: Revision) -> ToolGraph:
    overlay = overlay_values(revision.collection_id)
    if overlay_digest(overlay) != revision.overlay_digest:
        raise HeadMovedError
    namespaces = {row["version"]: row["namespace"] for row in revision.live_versions}
    artifacts = SourceVersion.objects.filter(pk__in=namespaces).values_list("pk", "artifact")
    return compose_graph([(namespaces[pk], unpack_graph(artifact)) for pk, artifact in artifacts], overlay)


def overlay_values(collection_id: int) -> Sequence[dict[str, Any]]:
    """The overlay rows of a collection as plain values."""
    rows = OverlayRow.objects.filter(collection_id=collection_id)
    return [dict(row) for row in rows.values("kind", "tool_name", "key", "value")]
