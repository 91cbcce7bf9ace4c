"""A decision comes in; the plain facts from which a sentence about it can be made go out, without any wording."""

from __future__ import annotations

from typing import Any

from selector.engine.query import QueryReading
from selector.engine.selection.decision import Decision, speaking_for
from selector.engine.selection.grounds import EVIDENCE, STRUCTURE
from selector.engine.selection.scoring import Candidate, Words, read_words

# A sentence is told best by what a tool is: a difference this much smaller than one of words still wins. Chosen.
STRUCTURE_PREFERENCE = 1.5
AGREEING_SIGNALS = ("canonical_action", "primary_resource", "result_shape")


def explain(decision: Decision, reading: QueryReading) -> dict[str, Any]:
    """Return the deciding signal, the query's words behind it and both tools' values on it.

    Keys: ``kind`` (agreed, overridden, kept, chosen, ambiguous, tie), ``winner``, ``other``, ``deciding_signal``,
    ``query_words``, ``wanted``, ``winner_value``, ``other_value``, ``agreeing_signals``, ``supporting_signals``,
    ``blocked_by``, ``ground`` (on what an override rests).
    """
    words = read_words(reading)
    other = decision.llm if decision.llm and decision.llm is not decision.winner else decision.runner_up
    signal = _deciding_signal(decision.winner, other)
    return {
        "kind": _kind(decision),
        "winner": decision.winner.name,
        "other": other.name if other else "",
        "deciding_signal": signal,
        "query_words": _query_words(signal, decision.winner, other, reading, words),
        "wanted": _wanted(signal, reading),
        "winner_value": value_on(signal, decision.winner),
        "other_value": value_on(signal, other) if other else "",
        "agreeing_signals": _agreeing(decision.winner, other),
        # An override names what it was counted on, a clear lead in retrieval among it.
        "supporting_signals": list(
            decision.supporting if decision.overrode_llm else speaking_for(decision.winner, other)
        ),
        "blocked_by": decision.block.value if decision.block else "",
        "ground": decision.ground.value if decision.ground else "",
    }


def value_on(signal: str, candidate: Candidate) -> str:
    """Return what a person would call the candidate's value on ``signal``; empty where it has none."""
    profile = candidate.profile
    values = {
        "retrieval_rank": str(candidate.retrieval_rank or ""),
        "operation_surface": ", ".join(candidate.matched_words[:4]),
        "canonical_action": profile.action,
        "primary_resource": profile.resource,
        "result_shape": profile.shape,
        "contract": ", ".join(candidate.matched_fields[:3]),
        "path_module": profile.module,
    }
    return values.get(signal, "")


def _kind(decision: Decision) -> str:
    if decision.overrode_llm:
        return "overridden"
    if decision.llm is not None and decision.llm is not decision.winner:
        return "kept"
    if decision.ambiguous:
        return "tie" if decision.tie else "ambiguous"
    return "agreed" if decision.llm is not None else "chosen"


def _deciding_signal(winner: Candidate, other: Candidate | None) -> str:
    if other is None:
        return max(EVIDENCE, key=lambda signal: (winner.contributions[signal], -EVIDENCE.index(signal)))
    # What a tool is or says explains a choice; the standing in retrieval only sums the same up, so it comes last.
    for signals in (EVIDENCE, ("path_module", "retrieval_rank")):
        gains = {signal: _told_gain(signal, winner, other) for signal in signals}
        if max(gains.values()) > 0:
            return max(sorted(gains), key=lambda signal: gains[signal])
    return "operation_surface"


def _told_gain(signal: str, winner: Candidate, other: Candidate) -> float:
    """Return how far ``winner`` leads on ``signal``, 0 where both tools show the same value there."""
    if value_on(signal, winner) == value_on(signal, other):
        return 0.0
    preference = STRUCTURE_PREFERENCE if signal in STRUCTURE else 1.0
    return preference * (winner.contributions[signal] - other.contributions[signal])


def _query_words(
    signal: str, winner: Candidate, other: Candidate | None, reading: QueryReading, words: Words
) -> list[str]:
    if signal == "canonical_action" and reading.action_words:
        return list(reading.action_words[:2])
    if signal == "result_shape" and reading.shape_words:
        return list(reading.shape_words[:2])
    sources = words.sources
    ahead = [
        source
        for place, source in enumerate(sources)
        if winner.word_matches[place] > (other.word_matches[place] if other else 0.0)
    ]
    matched = [source for place, source in enumerate(sources) if winner.word_matches[place] > 0]
    return list(dict.fromkeys(ahead or matched or sources or [word.surface for word in reading.words]))[:2]


def _wanted(signal: str, reading: QueryReading) -> str:
    asked = {"canonical_action": reading.actions, "result_shape": reading.shapes}.get(signal, ())
    return asked[0][0] if asked else ""


def _agreeing(winner: Candidate, other: Candidate | None) -> list[str]:
    if other is None:
        return []
    return [
        signal
        for signal in AGREEING_SIGNALS
        if value_on(signal, winner) and value_on(signal, winner) == value_on(signal, other)
    ]
