"""A reading of a query and an index come in; the query's terms as this collection's vocabulary can meet them go out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from selector.engine.query import QueryReading
from selector.engine.retrieval.lexical import LexicalIndex

# A term that is met only after its spelling was repaired counts this much of one met as written. Chosen.
REPAIR_WEIGHT = 0.8
# Shorter words are other words after one edit. Chosen: "star" and "stat" differ by one letter.
SHORTEST_REPAIRED = 5
# Two edits need a longer word to stay the same word. Chosen.
TWO_EDITS_FROM = 8


@dataclass(frozen=True, slots=True)
class TermGroup:
    """One meaning-bearing word of the query with everything that may stand for it in a document."""

    source: str
    terms: tuple[tuple[str, float], ...]
    importance: float


def group_terms(reading: QueryReading, index: LexicalIndex) -> tuple[TermGroup, ...]:
    """Return the groups that this collection's vocabulary meets at all, in the query's order.

    A group that no document meets, even with its spelling repaired, cannot tell documents apart and is left out.
    """
    groups = []
    for source, terms in _by_group(reading):
        known = tuple((term, weight) for term, weight in terms if term in index.postings)
        known = known or tuple(_repaired(terms, index))
        if known:
            importance = max(weight * index.idf_of(term) for term, weight in known)
            groups.append(TermGroup(source, known, importance))
    return tuple(groups)


def _by_group(reading: QueryReading) -> Iterable[tuple[str, list[tuple[str, float]]]]:
    groups: dict[int, tuple[str, dict[str, float]]] = {}
    for term in reading.terms:
        source, terms = groups.setdefault(term.group, (term.source, {}))
        terms[term.term] = max(term.weight, terms.get(term.term, 0.0))
    return ((source, list(terms.items())) for _, (source, terms) in sorted(groups.items()))


def _repaired(terms: list[tuple[str, float]], index: LexicalIndex) -> Iterable[tuple[str, float]]:
    for term, weight in terms:
        for spelling in _split(term, index) or _nearest(term, index):
            yield spelling, weight * REPAIR_WEIGHT


def _split(term: str, index: LexicalIndex) -> tuple[str, ...]:
    """Return the two known words that ``term`` joins ("pullrequest"), or nothing."""
    cuts = range(3, len(term) - 2)
    found = [(term[:cut], term[cut:]) for cut in cuts if term[:cut] in index.postings and term[cut:] in index.postings]
    return max(found, key=lambda pair: (min(map(len, pair)), pair)) if found else ()


def _nearest(term: str, index: LexicalIndex) -> tuple[str, ...]:
    if len(term) < SHORTEST_REPAIRED or not term.isalpha():
        return ()
    allowed = 2 if len(term) >= TWO_EDITS_FROM else 1
    near = (
        (distance, word)
        for word in index.postings
        if abs(len(word) - len(term)) <= allowed and word[:1] == term[:1]
        for distance in (edit_distance(term, word, allowed),)
        if distance <= allowed
    )
    best = min(near, default=None)
    return (best[1],) if best else ()


def edit_distance(left: str, right: str, limit: int) -> int:
    """Return the optimal string alignment distance, or ``limit + 1`` where it is larger.

    A swap of neighbours counts once. Source: Boytsov, "Indexing methods for approximate dictionary searching" (2011).

    >>> edit_distance("delte", "delete", 2), edit_distance("repositroy", "repository", 2)
    (1, 1)
    """
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    before: list[int] = []
    above = list(range(len(right) + 1))
    for row, letter in enumerate(left, start=1):
        current = [row]
        for column, other in enumerate(right, start=1):
            cost = min(above[column] + 1, current[-1] + 1, above[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == other:
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return limit + 1
        before, above = above, current
    return above[-1] if above[-1] <= limit else limit + 1
