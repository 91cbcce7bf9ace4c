"""Tools in, producer edges out: which answer fills which input, on contract evidence."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from selector.engine.artifact import Edge


def connect_producers(
    tools: Mapping[str, dict[str, Any]],
    links: Sequence[Mapping[str, Any]] = (),
    warn: Callable[[str, str, str], None] | None = None,
) -> tuple[Edge, ...]:
    """The edges between the tools (sorted by name) of one collection."""
    return ()
