"""What a query wants and what a tool is come in; how far they agree, from -1 to 1, goes out.

Retrieval and selection read action and shape by the same table, so that they can never disagree on it.
"""

from __future__ import annotations

from collections.abc import Mapping

READS = frozenset({"search", "read"})
WRITES = frozenset({"create", "update", "delete", "action"})
# A read where a change was asked for is a smaller fault than a change where a read was asked for. Chosen.
WRITE_FOR_READ = -1.0
READ_FOR_WRITE = -0.8
OTHER_WRITE = -0.6
# An operation that undoes what was asked, or that is not to be done: larger than any margin. Chosen.
OPPOSITE_PENALTY = 0.2
OTHER_SHAPE = -0.4


def agree_on_action(wanted: Mapping[str, float], action: str) -> float:
    """Return how far a tool's canonical action serves the query, -1 to 1; 0 where either is unknown.

    >>> agree_on_action({"read": 3, "search": 2}, "read"), agree_on_action({"read": 3}, "delete")
    (1.0, -1.0)
    """
    if not wanted or not action:
        return 0.0
    if action in wanted:
        return wanted[action] / max(wanted.values())
    best = max(sorted(wanted), key=lambda key: wanted[key])
    if best in READS:
        return WRITE_FOR_READ if action in WRITES else 0.0
    return READ_FOR_WRITE if action in READS else OTHER_WRITE


def agree_on_shape(wanted: Mapping[str, float], shape: str) -> float:
    """Return how far a tool's result shape serves the query, -1 to 1; 0 where either is unknown."""
    if not wanted or not shape:
        return 0.0
    if shape in wanted:
        return wanted[shape] / max(wanted.values())
    return OTHER_SHAPE
