"""Promoted suggestions and a query come in; the small, bounded boosts that apply to it go out.

A leaf, so that retrieval and selection can use what was learned without knowing how it was learned.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from selector.engine.stopwords import FUNCTION_WORDS
from selector.engine.text import word_tokens

# Raised when the fold below changes, since stored fingerprints then no longer group with new ones.
FINGERPRINT_RULE = 1
# What one successful observation adds, and the most that all of them may add, on the 0..1 scale of a score. Three
# observations give the .045 of the specification's example; the bound is half of the override margin.
BOOST_PER_OBSERVATION = 0.015
BOOST_LIMIT = 0.06
# Small words that turn a request round: "do not delete it" is another family than "delete it".
TURNING_WORDS = frozenset("not no nor never without 말고 않고 않은 않는 안 못 마 마세요 말아줘 없이 없는".split())


@dataclass(frozen=True, slots=True)
class Boost:
    """What one promoted suggestion adds to its target's score (0..0.06), and which suggestion it was."""

    target: str
    suggestion_id: str
    observations: int
    value: float


def query_fingerprint(query: str) -> str:
    """Return the 16 hexadecimal digits that group wordings of one request.

    Spaces, particles, endings, letter case and numbers do not count (specification 2.6).

    >>> query_fingerprint("주문 123 취소해줘") == query_fingerprint("주문 7을 취소해 줘")
    True
    """
    stems = (word.stem for word in word_tokens(query))
    folded = "".join(stem for stem in stems if stem not in FUNCTION_WORDS - TURNING_WORDS and not stem.isdigit())
    return hashlib.sha256(f"{FINGERPRINT_RULE}:{folded}".encode()).hexdigest()[:16]


def learned_boosts(
    query: str, suggestions: Iterable[Mapping[str, Any]] | None, tools: Container[str]
) -> dict[str, Boost]:
    """Return the boost of each tool that a promoted target preference of this query's family names.

    A suggestion for a tool that ``tools`` does not hold, of another family or of another status has no effect.
    """
    if not suggestions:
        return {}
    fingerprint = query_fingerprint(query)
    boosts: dict[str, Boost] = {}
    for row in suggestions:
        boost = _boost(row)
        applies = row.get("query_fingerprint") == fingerprint and row.get("status") == "promoted"
        if applies and boost and boost.target in tools:
            kept = boosts.get(boost.target)
            boosts[boost.target] = (
                max(boost, kept, key=lambda item: (item.value, item.suggestion_id)) if kept else boost
            )
    return boosts


def _boost(row: Mapping[str, Any]) -> Boost | None:
    target, observations = row.get("target"), row.get("observations", 0)
    if row.get("type") != "target_preference" or not isinstance(target, str) or not isinstance(observations, int):
        return None
    value = min(BOOST_PER_OBSERVATION * max(observations, 0), BOOST_LIMIT)
    return Boost(target, str(row.get("id", "")), observations, value) if value else None
