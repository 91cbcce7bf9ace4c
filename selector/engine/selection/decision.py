"""Scored candidates and the LLM's target come in; who is chosen, by which codes and against which block, goes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from selector.engine.agreement import READS, WRITES
from selector.engine.failures import ReasonCode
from selector.engine.query import QueryReading, are_opposite
from selector.engine.selection.grounds import (
    AMONG_SIBLINGS,
    DIFFERENCE,
    EVIDENCE,
    STRUCTURE,
    Ground,
    coverage,
    find_ground,
    gain,
    leads_retrieval,
    words_missed,
)
from selector.engine.selection.policy import Policy
from selector.engine.selection.scoring import Candidate, undoes

# From this share of the query's words on, the words of an operation speak for it. Chosen.
SPEAKING_SURFACE = 0.35
# A candidate that misses this much of a word which the final one speaks of answers another question. Tuned by kind.
RIVAL_MISSES = 0.25


class Block(StrEnum):
    """Why the winner did not replace the LLM's target."""

    MARGIN = "margin"
    WEAK_EVIDENCE = "weak_evidence"
    NO_GROUND = "no_ground"
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
class Override:
    """Whether one candidate may replace another: what keeps it from that (None: nothing), its ground, its signals."""

    block: Block | None
    ground: Ground | None
    supporting: tuple[str, ...]


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
    ground: Ground | None
    risk: Risk
    codes: tuple[ReasonCode, ...]

    @property
    def ambiguous(self) -> bool:
        """Return whether another candidate is in doubt with the final one."""
        return bool(self.ambiguity_set)


def decide(candidates: Sequence[Candidate], llm_target: str, reading: QueryReading, policy: Policy) -> Decision:
    """Return the decision over ``candidates`` (best first, at least one), by the table of specification 2.3."""
    llm = next((candidate for candidate in candidates if candidate.name == llm_target), None)
    winner = candidates[0] if llm else _lead(candidates, reading, policy)
    runner_up = next((candidate for candidate in candidates if candidate is not winner), None)
    differs = llm is not None and llm is not winner
    override = weigh_override(winner, llm, reading, policy) if llm and differs else None
    overrides = override is not None and override.block is None
    final = llm if llm and not overrides else winner
    doubted = _doubted(candidates, final, llm, winner, policy)
    margin = candidates[0].score - candidates[1].score if runner_up else winner.score
    supporting = override.supporting if override and overrides else speaking_for(winner, None)
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
        block=override.block if override else None,
        ground=override.ground if override and overrides else None,
        risk=assess_risk(llm, winner) if llm and overrides else Risk.NONE,
        codes=_codes(overrides, differs, bool(doubted), tie, len(supporting) >= policy.supporting),
    )


def _lead(candidates: Sequence[Candidate], reading: QueryReading, policy: Policy) -> Candidate:
    """Return who leads where no LLM chose: retrieval's first, unless the best one may replace it on a ground.

    Retrieval compared the whole collection, so its order stands where the closer look has nothing to say against it.
    """
    best = candidates[0]
    first = max(candidates, key=lambda each: (round(each.contributions["retrieval_rank"], 9), each.score == best.score))
    return best if first is best or weigh_override(best, first, reading, policy).block is None else first


def weigh_override(winner: Candidate, llm: Candidate, reading: QueryReading, policy: Policy) -> Override:
    """Return whether ``winner`` may replace ``llm``: on what ground, by which signals, and what keeps it from that."""
    ground, supporting = find_ground(llm, winner, reading, policy), supporting_signals(winner, llm, policy)
    return Override(_find_block(winner, llm, reading, policy, ground, supporting), ground, supporting)


def _find_block(
    winner: Candidate,
    llm: Candidate,
    reading: QueryReading,
    policy: Policy,
    ground: Ground | None,
    supporting: Sequence[str],
) -> Block | None:
    """Return what keeps ``winner`` from replacing ``llm``, the gravest first, or None where nothing does."""
    if llm.profile.action in READS and winner.profile.action not in READS:
        return Block.READ_TO_MUTATION
    if _are_opposites(winner, llm) and not undoes(reading, llm.profile):
        return Block.OPPOSITE_ACTION
    if not winner.profile.shape and not winner.profile.outputs:
        return Block.UNKNOWN_METADATA
    told = ground in AMONG_SIBLINGS or set(supporting) & set(STRUCTURE)
    if len(supporting) < policy.supporting or not told:
        return Block.WEAK_EVIDENCE
    if ground is None:
        return Block.NO_GROUND
    return Block.MARGIN if winner.score - llm.score < policy.override else None


def speaking_for(winner: Candidate, against: Candidate | None) -> tuple[str, ...]:
    """Return the evidence signals that speak for ``winner``, over ``against`` where one is given."""
    if against is None:
        return tuple(signal for signal in EVIDENCE if _speaks(winner, signal))
    return tuple(signal for signal in EVIDENCE if gain(winner, against, signal) > DIFFERENCE)


def supporting_signals(winner: Candidate, llm: Candidate, policy: Policy) -> tuple[str, ...]:
    """Return the signals that support ``winner`` against ``llm``: the evidence, and a clear lead in retrieval."""
    lead = ("retrieval_rank",) if leads_retrieval(winner, llm, policy) else ()
    return (*speaking_for(winner, llm), *lead)


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
