"""A reading of a query and an index come in; the query's terms as this collection's vocabulary can meet them go out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from selector.engine.query import QueryReading, QueryTerm
from selector.engine.retrieval.lexical import LexicalIndex

# A term that is met only after its spelling was repaired counts this much of one met as written. Chosen.
REPAIR_WEIGHT = 0.8
# The lexicon gives each word of a phrase this share of the phrase's weight. Taken from there.
PHRASE_WORD = 0.75
# A word of a phrase that stands alone in a document says this much of what it says in the phrase. Chosen.
LONE_WORD = 0.6
# No word counts for more than one in about thirty documents would: a word that one description happens to use is rare,
# not important. Tuned by kind.
RAREST = 3.5
# A word that only says where, whose or when counts this much of one that says what. Tuned by kind.
ASIDE = 0.7
# Shorter words are other words after one edit. Chosen: "star" and "stat" differ by one letter.
SHORTEST_REPAIRED = 5
# Two edits need a longer word to stay the same word. Chosen.
TWO_EDITS_FROM = 8


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way in which a document may say a word of the query: a term, or a phrase whose terms belong together."""

    terms: tuple[str, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class TermGroup:
    """One meaning-bearing word of the query with everything that may stand for it in a document."""

    source: str
    alternatives: tuple[Alternative, ...]
    importance: float
    share: float = 1.0  # of its weight that a word beside the point keeps

    @property
    def weights(self) -> dict[str, float]:
        """Return term -> the most that it weighs in this group."""
        weights: dict[str, float] = {}
        for alternative in self.alternatives:
            for term in alternative.terms:
                weights[term] = max(alternative.weight, weights.get(term, 0.0))
        return weights


def group_terms(reading: QueryReading, index: LexicalIndex) -> tuple[TermGroup, ...]:
    """Return the groups that this collection's vocabulary meets at all, in the query's order.

    A group that no document meets, even with its spelling repaired, cannot tell documents apart and is left out.
    """
    groups = []
    for group in reading.grouped_terms:
        known = _known(group.terms, index)
        known = known or tuple(Alternative((term,), weight) for term, weight in _repaired(group.terms, index))
        share = ASIDE if group.is_aside else 1.0
        if known:
            importance = share * max(_importance(alternative, index) for alternative in known)
            groups.append(TermGroup(group.source, known, importance, share))
    return tuple(groups)


def light_terms(reading: QueryReading) -> tuple[tuple[str, float], ...]:
    """Return plain verbs and vague words of the query: they say a little and cover nothing."""
    return tuple((term.term, term.weight) for term in reading.terms if term.group < 0)


def _known(terms: Iterable[QueryTerm], index: LexicalIndex) -> tuple[Alternative, ...]:
    """Return the alternatives that this vocabulary holds; a phrase only with all of its terms, else term by term."""
    weights: dict[tuple[str, ...], float] = {}
    for term in terms:
        whole = term.phrase and all(part in index.postings for part in term.phrase)
        if whole or term.term in index.postings:
            words, weight = (term.phrase, term.weight / PHRASE_WORD) if whole else ((term.term,), term.weight)
            weights[words] = max(min(weight, 1.0), weights.get(words, 0.0))
            if whole:
                weights[term.term,] = max(term.weight * LONE_WORD, weights.get((term.term,), 0.0))
            elif term.phrase:
                weights[term.term,] = max(min(weights[term.term,], term.weight * LONE_WORD), 0.0)
    return tuple(Alternative(words, weight) for words, weight in sorted(weights.items()))


def _importance(alternative: Alternative, index: LexicalIndex) -> float:
    rarity = min(index.idf_of(term) for term in alternative.terms)
    return alternative.weight * min(rarity, RAREST)


def _repaired(terms: Iterable[QueryTerm], index: LexicalIndex) -> Iterable[tuple[str, float]]:
    for term in terms:
        for spelling in _split(term.term, index) or _nearest(term.term, index):
            yield spelling, term.weight * REPAIR_WEIGHT


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
