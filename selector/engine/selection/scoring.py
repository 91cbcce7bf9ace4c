"""Candidates and a reading of the query come in; each candidate's score, taken apart into signals, goes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from selector.engine.agreement import OPPOSITE_PENALTY, agree_on_action, agree_on_shape
from selector.engine.profile import ToolProfile, profile_of
from selector.engine.query import QueryReading, are_opposite, canonical_verb
from selector.engine.selection.policy import Policy
from selector.engine.text import identifier_tokens

# How the words of an operation are weighed: what share of the query it speaks of, and what share of its own name the
# query explains. The second is what tells a sibling with one word too many. Chosen.
COVERAGE_SHARE = 0.55
PRECISION_SHARE = 0.45
# Description, inputs and outputs speak of an operation less surely than its name and summary. Chosen.
DISTANT_WORD = 0.5
# An output named in the query says less than an input named there: many operations return it. Chosen.
OUTPUT_SHARE = 0.6
# A candidate this far below the best retrieval score has nothing of its standing left. Tuned by kind.
RETRIEVAL_REACH = 0.08
# A deprecated operation loses to a successor that fits as well, and to nothing else. Chosen.
DEPRECATED_PENALTY = 0.03


@dataclass(frozen=True, slots=True)
class Words:
    """The query's meaning-bearing words as typed, and for each term which of them it stands for and how surely."""

    sources: tuple[str, ...]
    meanings: Mapping[str, tuple[tuple[int, float], ...]]

    def matches(self, tokens: Iterable[str]) -> tuple[float, ...]:
        """Return for each word how surely one of ``tokens`` means it, 0..1."""
        found = [0.0] * len(self.sources)
        # The intersection walks the shorter side: a query has a few dozen terms, a contract hundreds of tokens.
        for token in self.meanings.keys() & frozenset(tokens):
            for place, weight in self.meanings[token]:
                found[place] = max(found[place], weight)
        return tuple(found)

    def mean_any(self, tokens: Iterable[str]) -> bool:
        """Return whether any word of the query means one of ``tokens``."""
        return any(token in self.meanings for token in tokens)

    def weight_of(self, token: str) -> float:
        """Return how surely any word of the query means ``token``, 0..1."""
        return max((weight for _, weight in self.meanings.get(token, ())), default=0.0)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One tool in the comparison; ``contributions`` add up to ``score`` (0..1)."""

    name: str
    profile: ToolProfile
    retrieval_rank: int | None
    contributions: Mapping[str, float]
    score: float
    word_matches: tuple[float, ...]
    matched_words: tuple[str, ...]
    matched_fields: tuple[str, ...]


def read_words(reading: QueryReading) -> Words:
    """Return the query's words by group, in the order of the query."""
    groups = reading.grouped_terms
    meanings: dict[str, list[tuple[int, float]]] = {}
    for place, group in enumerate(groups):
        for term in group.terms:
            if term.weight > 0:
                meanings.setdefault(term.term, []).append((place, term.weight))
    return Words(tuple(group.source for group in groups), {term: tuple(places) for term, places in meanings.items()})


def score_candidates(
    reading: QueryReading,
    names: Sequence[str],
    tools: Mapping[str, Any],
    rows: Mapping[str, Mapping[str, Any]],
    policy: Policy,
    boosts: Mapping[str, float],
) -> tuple[Candidate, ...]:
    """Return the candidates best first, ties by name; ``rows`` are retrieval's, ``boosts`` learned, both by name."""
    words = read_words(reading)
    standing = _standing(names, rows)
    candidates = (
        _candidate(reading, words, profile_of(tools, name), name, standing.get(name), policy, boosts.get(name, 0.0))
        for name in names
    )
    return tuple(sorted(candidates, key=lambda candidate: (-round(candidate.score, 12), candidate.name)))


def _standing(names: Sequence[str], rows: Mapping[str, Mapping[str, Any]]) -> dict[str, tuple[int, float]]:
    """Return (rank, nearness to the best retrieval score, 0..1) of each retrieved candidate."""
    scores = {name: float(row.get("score") or 0.0) for name, row in rows.items()}
    best = max(scores.values(), default=0.0)
    standing = {}
    for place, name in enumerate(names, start=1):
        if rows and name not in rows:
            continue
        rank = int(rows.get(name, {}).get("rank") or place)
        standing[name] = (rank, max(0.0, 1.0 - (best - scores[name]) / RETRIEVAL_REACH) if best > 0 else 1.0 / rank)
    return standing


def _candidate(
    reading: QueryReading,
    words: Words,
    profile: ToolProfile,
    name: str,
    standing: tuple[int, float] | None,
    policy: Policy,
    boost: float,
) -> Candidate:
    surface = words.matches(profile.surface)
    distant = words.matches((*profile.description_tokens, *profile.input_tokens, *profile.output_tokens))
    matched = tuple(max(near, DISTANT_WORD * far) for near, far in zip(surface, distant, strict=True))
    contract, fields = _contract(words, profile)
    parts = {
        "retrieval_rank": standing[1] if standing else 0.0,
        "operation_surface": _surface(words, profile, matched),
        "canonical_action": profile.action_trust * agree_on_action(dict(reading.actions), profile.action),
        "primary_resource": _share(words, profile.resource_tokens),
        "result_shape": profile.shape_trust * agree_on_shape(dict(reading.shapes), profile.shape),
        "contract": contract,
        "path_module": _share(words, profile.module_tokens),
        "graph": 0.0,
    }
    contributions = {signal: policy.weights[signal] * part for signal, part in parts.items()}
    contributions["learning"] = boost
    contributions |= _adjustments(reading, profile)
    total = sum(contributions.values())
    if not 0.0 <= total <= 1.0:
        contributions["clamp"] = min(max(total, 0.0), 1.0) - total
        total += contributions["clamp"]
    sources = tuple(source for source, weight in zip(words.sources, matched, strict=True) if weight > 0)
    return Candidate(name, profile, standing[0] if standing else None, contributions, total, matched, sources, fields)


def _surface(words: Words, profile: ToolProfile, matched: Sequence[float]) -> float:
    coverage = sum(matched) / len(matched) if matched else 0.0
    return COVERAGE_SHARE * coverage + PRECISION_SHARE * _share(words, profile.distinctive_tokens)


def _share(words: Words, tokens: Sequence[str]) -> float:
    """Return the share of ``tokens`` that the query's words explain, 0..1."""
    distinct = dict.fromkeys(tokens)
    return sum(words.weight_of(token) for token in distinct) / len(distinct) if distinct else 0.0


def _contract(words: Words, profile: ToolProfile) -> tuple[float, tuple[str, ...]]:
    """Return the share of the query's words that name a field of the contract, and those fields."""
    inputs = words.matches((*profile.input_tokens, *profile.parameter_tokens))
    outputs = words.matches(profile.output_tokens)
    share = [max(taken, OUTPUT_SHARE * given) for taken, given in zip(inputs, outputs, strict=True)]
    named = dict.fromkeys(
        name for name in (*profile.inputs, *profile.outputs) if words.mean_any(identifier_tokens(name))
    )
    return (sum(share) / len(share) if share else 0.0), tuple(named)[:8]


def _adjustments(reading: QueryReading, profile: ToolProfile) -> dict[str, float]:
    adjustments = {}
    if profile.deprecated:
        adjustments["deprecated"] = -DEPRECATED_PENALTY
    if undoes(reading, profile):
        adjustments["opposite_action"] = -OPPOSITE_PENALTY
    return adjustments


def undoes(reading: QueryReading, profile: ToolProfile) -> bool:
    """Return whether the operation's name says the opposite of a verb of the query, or one that is not to be done.

    "star" against "unstar"; "cancel" against "do not cancel it".
    """
    if any(canonical_verb(token) in reading.refused for token in profile.verb_tokens):
        return True
    return any(are_opposite(verb, token) for verb in reading.verbs for token in profile.verb_tokens)
