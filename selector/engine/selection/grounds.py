"""A winner and the LLM's target come in; on what ground the one may replace the other, if on any, goes out.

An LLM knows synonyms that no lexicon holds, so a lead in score is no ground by itself (`docs/architecture.md`).
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from enum import StrEnum

from selector.engine.agreement import READS, WRITES, agree_on_action, agree_on_shape
from selector.engine.query import QueryReading
from selector.engine.selection.policy import Policy
from selector.engine.selection.scoring import Candidate

# Signals that come from the contract and its meaning. Text alone never overrides, so one of these has to be among
# those that speak for the winner, but between siblings (`AMONG_SIBLINGS`), which are level on them.
STRUCTURE = ("canonical_action", "primary_resource", "result_shape", "contract")
EVIDENCE = ("operation_surface", *STRUCTURE)
# Less than this much of a contribution between two candidates is no difference. Chosen: two percent of the score.
DIFFERENCE = 0.02
# Less than this much of a word is no word. Chosen.
MISSED_WORD = 0.1
# From this share of the query's words on, an operation speaks of all of it; a target that lacks so much of a word
# misses it: the rest comes from a synonym. Chosen.
WHOLE_QUERY = 0.9
LACKED_WORD = 0.25
# A word is missed as a whole where the winner says it itself, in the other language or by its usual synonym. Tuned by
# kind: the doubtful half of a synonym replaced right targets as often as wrong ones.
WHOLE_WORD = 0.79
# A shape or action that agrees less than this with the query is not its second choice either. Chosen.
SECOND_BEST = 0.6
# A target that speaks of no more than this share of the query leaves it unsaid; a winner from this score on fits by
# itself. Both tuned on the labelled cases, by kind.
UNSAID = 0.5
FITTING = 0.65
# The weight of an action that a question or a verb asks for; what is only named weighs less (`engine.query`).
ASKING = 3
# A shorter word begins many others by chance. Chosen.
SHORTEST_BEGINNING = 4
# From this share of the standing in retrieval on, a lead there is one of the supporting signals. Chosen.
CLEAR_LEAD = 0.5


class Ground(StrEnum):
    """What is wrong with the LLM's target, seen from the winner."""

    CONTRADICTED = "contradicted"
    OUTSPOKEN = "outspoken"
    BEYOND_QUERY = "beyond_query"
    COMPLETE = "complete"
    TAKES_GIVEN = "takes_given"


# Grounds between operations that do the same to the same thing: no signal of structure could part them.
AMONG_SIBLINGS = frozenset({Ground.COMPLETE, Ground.BEYOND_QUERY, Ground.TAKES_GIVEN})


def find_ground(llm: Candidate, winner: Candidate, reading: QueryReading, policy: Policy) -> Ground | None:
    """Return the ground on which ``winner`` may replace ``llm``, the surest first, or None."""
    leads = leads_retrieval(winner, llm, policy)
    # A query whose verb no list knows reads like a mere name of a thing: then the LLM's wish to change it stands.
    if llm.profile.action in WRITES and winner.profile.action in READS:
        return Ground.CONTRADICTED if _asks(reading) and contradicts(llm, winner, reading) else None
    if contradicts(llm, winner, reading):
        return Ground.CONTRADICTED
    if leads and is_complete(llm, winner):
        return Ground.COMPLETE
    if is_dominated(llm, winner):
        return Ground.OUTSPOKEN
    if leads and goes_beyond(llm, winner, reading):
        return Ground.BEYOND_QUERY
    if leads and takes_given(llm, winner, reading):
        return Ground.TAKES_GIVEN
    return None


def gain(winner: Candidate, other: Candidate, signal: str) -> float:
    """Return how far ``winner`` leads ``other`` on ``signal``."""
    return winner.contributions[signal] - other.contributions[signal]


def leads_retrieval(winner: Candidate, other: Candidate, policy: Policy) -> bool:
    """Return whether retrieval alone, over the whole collection, puts ``winner`` clearly before ``other``."""
    return gain(winner, other, "retrieval_rank") >= CLEAR_LEAD * policy.weights["retrieval_rank"]


def contradicts(llm: Candidate, winner: Candidate, reading: QueryReading) -> bool:
    """Return whether the LLM's sibling does what the query rules out and ``winner`` does what it asks.

    Siblings have one kind of resource; the query says "detail" and the sibling lists, or it asks to read and the
    sibling acts. What the query only implies ("the orders" are several) counts where shape and action agree on it.
    """
    if not _same_kind(llm.profile.resource, winner.profile.resource) or words_missed(winner, llm) > MISSED_WORD:
        return False
    shapes, actions = dict(reading.shapes), dict(reading.actions)
    fits_shape = agree_on_shape(shapes, winner.profile.shape) == 1
    fits_action = agree_on_action(actions, winner.profile.action) == 1
    off_shape = agree_on_shape(shapes, llm.profile.shape) < SECOND_BEST
    off_action = agree_on_action(actions, llm.profile.action) <= 0
    if reading.shape_words and fits_shape and off_shape:
        return True
    if fits_action and off_action and (reading.action_words or _asks(reading)):
        return True
    return fits_shape and off_shape and fits_action and agree_on_action(actions, llm.profile.action) < 1


def is_dominated(llm: Candidate, winner: Candidate) -> bool:
    """Return whether ``winner`` speaks of every word of the query that the LLM's target speaks of, and of more.

    The LLM's target has to miss a whole word and to leave half of the query unsaid, and the winner has to fit well by
    itself.
    """
    says_more = words_missed(llm, winner) >= WHOLE_WORD and words_missed(winner, llm) <= MISSED_WORD
    return says_more and coverage(llm) <= UNSAID and winner.score >= FITTING


def goes_beyond(llm: Candidate, winner: Candidate, reading: QueryReading) -> bool:
    """Return whether the LLM's target works on a part of the winner's resource that the query does not name.

    "Cancel the order" against cancelOrderFulfillment: the winner speaks of the whole query, its name and path are in
    the target's, and nothing in the query names the rest.
    """
    names, paths = (
        (set(getattr(winner.profile, part)), set(getattr(llm.profile, part)))
        for part in ("distinctive_tokens", "path_tokens")
    )
    within = names[0] < names[1] and (paths[0] < paths[1] or not (paths[0] or paths[1]))
    # Tools without paths have names alone: then both must do and give the same.
    alike = _does_alike(llm, winner) if not paths[1] else gain(winner, llm, "primary_resource") > DIFFERENCE
    if len(reading.values) > max(winner.profile.path.count("{"), 1):
        # A value more than the winner takes may be the rest's: "take file 3 out of folder 7".
        return False
    said = {term.term for term in reading.terms}
    unnamed = not any(_is_named(token, said) for token in names[1] - names[0])
    return within and alike and unnamed and coverage(winner) >= WHOLE_QUERY and _is_level(llm, winner)


def _is_named(token: str, said: AbstractSet[str]) -> bool:
    """Return whether a word of the query, however vague, is this one or begins it ("member" in "membership")."""
    return token in said or any(len(word) >= SHORTEST_BEGINNING and token.startswith(word) for word in said)


def is_complete(llm: Candidate, winner: Candidate) -> bool:
    """Return whether ``winner`` speaks of the whole query and the LLM's sibling, level otherwise, misses a word of it.

    "Show the audit history of a user" against getUserStatus.
    """
    sibling = llm.profile.resource == winner.profile.resource
    misses = words_missed(llm, winner) >= LACKED_WORD
    return sibling and misses and coverage(winner) >= WHOLE_QUERY and _is_level(llm, winner)


def takes_given(llm: Candidate, winner: Candidate, reading: QueryReading) -> bool:
    """Return whether the query gives a value that ``winner`` takes and the LLM's sibling has no input for.

    "Show product 42" against getGeneralProductInfo, which takes nothing.
    """
    sibling = llm.profile.resource == winner.profile.resource and _does_alike(llm, winner)
    takes = bool(winner.profile.inputs) and not llm.profile.inputs
    return sibling and bool(reading.values) and takes and gain(winner, llm, "contract") > DIFFERENCE


def words_missed(candidate: Candidate, other: Candidate) -> float:
    """Return how much of the query's words ``other`` speaks of and ``candidate`` does not, in words."""
    pairs = zip(candidate.word_matches, other.word_matches, strict=True)
    return sum(max(0.0, theirs - ours) for ours, theirs in pairs)


def coverage(candidate: Candidate) -> float:
    """Return the share of the query's words that the candidate speaks of, 0..1."""
    return sum(candidate.word_matches) / len(candidate.word_matches) if candidate.word_matches else 0.0


def _does_alike(llm: Candidate, winner: Candidate) -> bool:
    return llm.profile.action == winner.profile.action and llm.profile.shape == winner.profile.shape


def _is_level(llm: Candidate, winner: Candidate) -> bool:
    return words_missed(winner, llm) <= MISSED_WORD and all(
        gain(winner, llm, signal) >= -DIFFERENCE for signal in ("canonical_action", "result_shape")
    )


def _asks(reading: QueryReading) -> bool:
    """Return whether the query asks by a verb or a question; one that only names a thing does not."""
    return max((weight for _, weight in reading.actions), default=0) >= ASKING


def _same_kind(left: str, right: str) -> bool:
    """Return whether two resources are one kind of thing: a version and a project_version are."""
    return left.rsplit("_", 1)[-1] == right.rsplit("_", 1)[-1]
