"""Token lists come in; an inverted index that scores only documents holding a query term goes out.

The model is Okapi BM25 as ``rank_bm25.BM25Okapi`` computes it, with the inverse document frequency of Robertson and
Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), shifted by one inside the logarithm: it is
never negative, and a term that every document holds still counts a little.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

Vector = NDArray[np.float64]
Positions = NDArray[np.int32]

# Term saturation and length normalisation. The first is the library's value. The second is below its .75: an
# operation with a long description is not less relevant for it. Chosen.
K1 = 1.5
B = 0.6


class ShiftedBM25(BM25Okapi):  # type: ignore[misc]
    """The library's model with an idf that is never negative; refuses an empty corpus. The test's oracle."""

    def __init__(self, corpus: Sequence[Sequence[str]], k1: float = K1, b: float = B) -> None:
        if not any(corpus):
            raise ValueError("The corpus holds no term; there is nothing to score.")
        super().__init__(corpus, k1=k1, b=b)

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        self.idf = {term: idf(self.corpus_size, count) for term, count in nd.items()}


def idf(documents: int, holding: int) -> float:
    """Return log(1 + (N - df + 0.5) / (df + 0.5)), above zero for every df from 0 to N.

    >>> round(idf(3, 1), 4)
    0.9808
    """
    return math.log(1 + (documents - holding + 0.5) / (holding + 0.5))


@dataclass(frozen=True, slots=True)
class Posting:
    """Documents that hold a term, ascending, and what one mention of it in a query adds to each."""

    documents: Positions
    impacts: Vector


class LexicalIndex:
    """BM25 impacts by term, worked out once, so that a query costs its postings and nothing else."""

    def __init__(self, corpus: Sequence[Sequence[str]]) -> None:
        self.size = len(corpus)
        lengths = np.array([len(document) for document in corpus], dtype=np.float64)
        average = float(lengths.mean()) if self.size and lengths.any() else 1.0
        norms = K1 * (1 - B + B * lengths / average)
        self.postings = {term: self._posting(rows, norms) for term, rows in _invert(corpus).items()}

    def _posting(self, rows: list[tuple[int, int]], norms: Vector) -> Posting:
        documents = np.array([row for row, _ in rows], dtype=np.int32)
        counts = np.array([count for _, count in rows], dtype=np.float64)
        weight = idf(self.size, len(rows))
        return Posting(documents, weight * counts * (K1 + 1) / (counts + norms[documents]))

    def idf_of(self, term: str) -> float:
        """Return the term's idf, 0 where no document holds it."""
        posting = self.postings.get(term)
        return idf(self.size, len(posting.documents)) if posting else 0.0

    def scores(self, terms: Iterable[str]) -> Vector:
        """Return a BM25 score for each document, shape (size,), as the library's ``get_scores`` gives it."""
        scores = np.zeros(self.size)
        for term in terms:
            posting = self.postings.get(term)
            if posting is not None:
                scores[posting.documents] += posting.impacts
        return scores

    def impacts(self, terms: Sequence[str]) -> Vector:
        """Return the mean impact of ``terms`` for each document that holds all of them, else 0; shape (size,)."""
        if len(terms) == 1:
            posting = self.postings.get(terms[0])
            found = np.zeros(self.size)
            if posting is not None:
                found[posting.documents] = posting.impacts
            return found
        parts = [self.impacts((term,)) for term in terms]
        held = np.logical_and.reduce([part > 0 for part in parts])
        mean: Vector = np.where(held, sum(parts, np.zeros(self.size)) / len(parts), 0.0)
        return mean


class TokenSets:
    """Which documents hold a token in one short field, and how much of that field each token is there."""

    def __init__(self, fields: Sequence[Sequence[str]]) -> None:
        self.size = len(fields)
        sets = [sorted(frozenset(tokens)) for tokens in fields]
        self.postings: dict[str, Positions] = {
            term: np.array([row for row, _ in rows], dtype=np.int32) for term, rows in _invert(sets).items()
        }
        self.rarity = {term: idf(self.size, len(rows)) for term, rows in self.postings.items()}
        self.totals = np.array([sum(self.rarity[term] for term in tokens) or 1.0 for tokens in sets])

    def explained(self, terms: Mapping[str, float]) -> Vector:
        """Return, for each document, the share of the field that ``terms`` (term -> weight) explain, 0..1.

        Tokens count by their rarity in this field, so that what every name repeats neither helps nor harms.
        """
        matched = np.zeros(self.size)
        for term, weight in terms.items():
            documents = self.postings.get(term)
            if documents is not None:
                matched[documents] += weight * self.rarity[term]
        share: Vector = np.minimum(matched / self.totals, 1.0)
        return share

    def holding(self, terms: Iterable[str]) -> NDArray[np.bool_]:
        """Return which documents hold any of ``terms`` in the field."""
        found = np.zeros(self.size, dtype=np.bool_)
        for term in terms:
            documents = self.postings.get(term)
            if documents is not None:
                found[documents] = True
        return found


def _invert(corpus: Sequence[Sequence[str]]) -> dict[str, list[tuple[int, int]]]:
    rows: dict[str, list[tuple[int, int]]] = {}
    for number, document in enumerate(corpus):
        for term, count in Counter(document).items():
            rows.setdefault(term, []).append((number, count))
    return rows
