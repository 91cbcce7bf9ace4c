"""Live heads in, their graphs and indexes in this process's cache out, made beside the requests.

Without it the first question to a large collection would wait for what takes seconds to build. Only web processes
start it; tests and commands never do.
"""

from __future__ import annotations

import logging
import threading

from django.db import DatabaseError, connections

from selector.engine import retrieve_graphify
from selector.engine.failures import EngineError
from selector.models import Collection

from .graphs import CACHED_GRAPHS, head_graph

logger = logging.getLogger("selector.warm")

# Seconds between two looks at the heads. Chosen: one small query; a head that moved elsewhere is ready soon.
LOOK_SECONDS = 10.0
# Any question makes the index and loads the lexicons.
QUESTION = "list all"


class Warmer:
    """Builds what the next question needs, in a thread that ends with the process; each head once."""

    def __init__(self) -> None:
        self._woken = threading.Event()
        self._done: set[str] = set()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, once in each process; a process that forks begins again in its children."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="warm", daemon=True)
            self._thread.start()

    def wake(self) -> None:
        """Look at once: a head has moved. Does nothing where no warmer was started."""
        self._woken.set()

    def warm_heads(self) -> int:
        """Build what is missing for the newest heads, as many as the cache holds; gives how many were built."""
        heads = Collection.objects.exclude(head=None).order_by("-head__created_at", "pk")
        newest = heads.values_list("pk", "head__digest")[:CACHED_GRAPHS]
        missing = [(pk, digest) for pk, digest in newest if digest not in self._done]
        # The newest is built last, so that it is the last to leave the cache.
        for collection_id, digest in reversed(missing):
            self._done.add(digest)
            try:
                _, graph = head_graph(collection_id)
                retrieve_graphify(graph, QUESTION, top_k=1)
            except (EngineError, LookupError) as error:
                logger.warning("Collection %s cannot be warmed: %s", collection_id, type(error).__name__)
        return len(missing)

    def _run(self) -> None:
        while True:
            try:
                self.warm_heads()
            except DatabaseError as error:
                # Not migrated yet, or away for a moment: the next look finds it.
                logger.warning("The heads cannot be read: %s", type(error).__name__)
            finally:
                connections.close_all()
            self._woken.wait(LOOK_SECONDS)
            self._woken.clear()


warmer = Warmer()
