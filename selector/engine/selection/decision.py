"""Scored candidates and the LLM's target come in; who is chosen, by which codes and against which block, goes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from selector.engine.agreement import READS, WRITES, agree_on_action, agree_on_shape
from selector.engine.failures import ReasonCode
from selector.engine.query import QueryReading, are_opposite
from selector.engine.selection.policy import Policy
from selector.engine.selection.scoring import Candidate, undoes

# Signals that come from the contract and its meaning. Text alone never overrides, so one of these has to be among
# those that speak for the winner.
STRUCTURE = ("canonical_action", "primary_resource", "result_shape", "contract")
EVIDENCE = ("operation_surface", *STRUCTURE)
# Less than this much of a contribution between two candidates is no difference. Chosen: two percent of the score.
DIFFERENCE = 0.02
# From this share of the query's words on, the words of an operation speak for it. Chosen.
SPEAKING_SURFACE = 0.35
# Less than this much of a word is no word. Chosen.
MISSED_WORD = 0.1
# A candidate that misses this much of a word which the final one speaks of answers another question. Tuned by kind.
RIVAL_MISSES = 0.25
# A shape or action that agrees less than this with the query is not its second choice either. Chosen.
SECOND_BEST = 0.6
# A target that speaks of no more than this share of the query leaves it unsaid; a winner from this score on fits by
# itself. Both tuned on the labelled cases, by kind.
UNSAID = 0.5
FITTING = 0.65


class Block(StrEnum):
    """Why the winner did not replace the LLM's target."""

    MARGIN = "margin"
    WEAK_EVIDENCE = "weak_evidence"
    UNKNOWN_METADATA = "unknown_metadata"
    READ_TO_MUTATION = "read_to_mutation"
    OPPOSITE_ACTION = "opposite_action"


class Risk(StrEnum):
    """How much an override could change: what is read, of what, or that something is written."""

    NONE = ""
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome of one selection; ``final`` and ``winner`` differ where the LLM's target was kept against it."""

    final: Candidate
    winner: Candidate
    llm: Candidate | None
    runner_up: Candidate | None
    overrode_llm: bool
    tie: bool
    ambiguity_set: tuple[Candidate, ...]
    margin: float
    llm_margin: float
    supporting: tuple[str, ...]
    block: Block | None
    risk: Risk
    codes: tuple[ReasonCode, ...]

    @property
    def ambiguous(self) -> bool:
        """Return whether another candidate is in doubt with the final one."""
        return bool(self.ambiguity_set)


def decide(candidates: Sequence[Candidate], llm_target: str, reading: QueryReading, policy: Policy) -> Decision:
    """Return the decision over ``candidates`` (best first, at least one), by the table of specification 2.3."""
    winner = candidates[0]
    runner_up = candidates[1] if len(candidates) > 1 else None
    llm = next((candidate for candidate in candidates if candidate.name == llm_target), None)
    differs = llm is not None and llm is not winner
    block = find_block(winner, llm, reading, policy) if llm and differs else None
    overrides = differs and block is None
    final = llm if llm and not overrides else winner
    doubted = _doubted(candidates, final, llm, winner, policy)
    margin = winner.score - runner_up.score if runner_up else winner.score
    supporting = speaking_for(winner, llm if overrides else None)
    tie = runner_up is not None and margin < policy.tie
    return Decision(
        final=final,
        winner=winner,
        llm=llm,
        runner_up=runner_up,
        overrode_llm=overrides,
        tie=tie,
        ambiguity_set=doubted,
        margin=margin,
        llm_margin=winner.score - llm.score if llm else 0.0,
        supporting=supporting,
        block=block,
        risk=assess_risk(llm, winner) if llm and overrides else Risk.NONE,
        codes=_codes(overrides, differs, bool(doubted), tie, len(supporting) >= policy.supporting),
    )


def find_block(winner: Candidate, llm: Candidate, reading: QueryReading, policy: Policy) -> Block | None:
    """Return what keeps ``winner`` from replacing ``llm``, the gravest first, or None where nothing does."""
    if llm.profile.action in READS and winner.profile.action not in READS:
        return Block.READ_TO_MUTATION
    if _are_opposites(winner, llm) and not undoes(reading, llm.profile):
        return Block.OPPOSITE_ACTION
    if not winner.profile.shape and not winner.profile.outputs:
        return Block.UNKNOWN_METADATA
    gains = speaking_for(winner, llm)
    supported = len(gains) >= policy.supporting and set(gains) & set(STRUCTURE)
    if not supported or not (contradicts(llm, winner, reading) or is_dominated(llm, winner)):
        return Block.WEAK_EVIDENCE
    return Block.MARGIN if winner.score - llm.score < policy.override else None


def speaking_for(winner: Candidate, against: Candidate | None) -> tuple[str, ...]:
    """Return the evidence signals that speak for ``winner``, over ``against`` where one is given."""
    if against is None:
        return tuple(signal for signal in EVIDENCE if _speaks(winner, signal))
    return tuple(signal for signal in EVIDENCE if _gain(winner, against, signal) > DIFFERENCE)


def assess_risk(replaced: Candidate, winner: Candidate) -> Risk:
    """Return the risk of putting ``winner`` in the place of ``replaced``: mutation, other resource, or neither."""
    if winner.profile.action in WRITES:
        return Risk.HIGH
    same = replaced.profile.resource == winner.profile.resource and replaced.profile.action in READS
    return Risk.LOW if same else Risk.MEDIUM


def _speaks(candidate: Candidate, signal: str) -> bool:
    if signal == "operation_surface":
        return coverage(candidate) >= SPEAKING_SURFACE
    return candidate.contributions[signal] > DIFFERENCE


def _gain(winner: Candidate, other: Candidate, signal: str) -> float:
    return winner.contributions[signal] - other.contributions[signal]


def contradicts(llm: Candidate, winner: Candidate, reading: QueryReading) -> bool:
    """Return whether the LLM's sibling does what the query's own words rule out and ``winner`` does not.

    Siblings have one resource; the query says "detail" and the sibling lists, or it asks to read and the sibling acts.
    """
    if llm.profile.resource != winner.profile.resource or words_missed(winner, llm) > MISSED_WORD:
        return False
    shapes, actions = dict(reading.shapes), dict(reading.actions)
    shape = reading.shape_words and agree_on_shape(shapes, winner.profile.shape) == 1
    action = reading.action_words and agree_on_action(actions, winner.profile.action) == 1
    off_shape = agree_on_shape(shapes, llm.profile.shape) < SECOND_BEST
    return bool((shape and off_shape) or (action and agree_on_action(actions, llm.profile.action) <= 0))


def is_dominated(llm: Candidate, winner: Candidate) -> bool:
    """Return whether ``winner`` speaks of every word of the query that the LLM's target speaks of, and of more.

    An LLM knows synonyms that no lexicon holds: a target that shares few words with the query may still be right. So
    the LLM's target has to leave half of the query unsaid, and the winner has to fit well by itself.
    """
    says_more = words_missed(llm, winner) > MISSED_WORD >= words_missed(winner, llm)
    return says_more and coverage(llm) <= UNSAID and winner.score >= FITTING


def words_missed(candidate: Candidate, other: Candidate) -> float:
    """Return how much of the query's words ``other`` speaks of and ``candidate`` does not, in words."""
    pairs = zip(candidate.word_matches, other.word_matches, strict=True)
    return sum(max(0.0, theirs - ours) for ours, theirs in pairs)


def coverage(candidate: Candidate) -> float:
    """Return the share of the query's words that the candidate speaks of, 0..1."""
    return sum(candidate.word_matches) / len(candidate.word_matches) if candidate.word_matches else 0.0


def _are_opposites(left: Candidate, right: Candidate) -> bool:
    return any(are_opposite(a, b) for a in left.profile.name_tokens for b in right.profile.name_tokens)


def _doubted(
    candidates: Sequence[Candidate], final: Candidate, llm: Candidate | None, winner: Candidate, policy: Policy
) -> tuple[Candidate, ...]:
    """Return the candidates that could as well be meant, the final one first; empty where it stands alone."""
    reach = policy.tie if llm is final and llm is winner else policy.ambiguity
    near = tuple(
        other
        for other in candidates
        if other is not final and other.score > final.score - reach and words_missed(other, final) <= RIVAL_MISSES
    )
    return (final, *near) if near else ()


def _codes(overrides: bool, differs: bool, ambiguous: bool, tie: bool, strong: bool) -> tuple[ReasonCode, ...]:
    codes = []
    if overrides:
        codes += [ReasonCode.LLM_TARGET_OVERRIDDEN, ReasonCode.SELECTED_BY_STRONG_EVIDENCE]
    elif differs:
        codes.append(ReasonCode.LLM_TARGET_PRESERVED)
    else:
        sure = strong and not ambiguous
        codes.append(ReasonCode.SELECTED_BY_STRONG_EVIDENCE if sure else ReasonCode.SELECTED_BY_RANK)
    if tie and ambiguous:
        codes.append(ReasonCode.CANDIDATE_TIE)
    elif ambiguous:
        codes.append(ReasonCode.AMBIGUOUS_TARGET)
    return tuple(codes)
