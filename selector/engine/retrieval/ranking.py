"""A query and a tool graph come in; ranked candidates, each score taken apart into its signals, go out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from selector.engine.agreement import OPPOSITE_PENALTY, agree_on_action, agree_on_shape
from selector.engine.query import QueryReading, read_query
from selector.engine.retrieval.index import CollectionIndex, index_of
from selector.engine.retrieval.lexical import Vector
from selector.engine.retrieval.terms import Alternative, TermGroup, group_terms, light_terms
from selector.engine.signals import Boost, learned_boosts
from selector.engine.text import identifier_tokens

# What each signal may add to a retrieval score; together 1. Tuned on the labelled cases, by kind.
WEIGHTS: Mapping[str, float] = {
    "lexical": 0.30,
    "coverage": 0.18,
    "operation_surface": 0.17,
    "canonical_action": 0.10,
    "primary_resource": 0.11,
    "result_shape": 0.10,
    "contract": 0.03,
    "path_module": 0.01,
}
# A deprecated operation loses to a successor that fits as well, and to nothing else. Chosen.
DEPRECATED_PENALTY = 0.05


# What a path needs says where an operation works ("in the namespace"); other fields say it half as surely. Chosen.
OTHER_FIELD = 0.5


@dataclass(frozen=True, slots=True)
class Scored:
    """Contributions of every signal for every tool, and their sum; shape (tools,) each."""

    contributions: Mapping[str, Vector]
    totals: Vector
    groups: tuple[TermGroup, ...]


def retrieve_graphify(
    graph: Any,
    query: str,
    top_k: int = 8,
    include_evidence: bool = False,
    learning_suggestions: Sequence[Mapping[str, Any]] | None = None,
) -> dict[str, Any]:
    """Return the tools that fit ``query`` best: ``results`` (rows, best first), ``intent``, ``stats``.

    A row has ``name``, ``rank`` (from 1), ``score`` (0..1, comparable within this call only) and ``tool``; with
    ``include_evidence`` also ``score_breakdown``, whose values add up to ``score`` within 1e-9, ``semantic_evidence``,
    ``edge_evidence``, ``expanded_from`` and ``learning_evidence``. Tools that match no word of the query are no
    candidates. Ties are ordered by name. Specification 2.2.

    >>> retrieve_graphify(graph, "회원 배송지 상세 조회", top_k=1)["results"][0]["name"]  # doctest: +SKIP
    'getMemberDeliveryDetail'
    """
    if top_k < 1:
        raise ValueError(f"top_k is {top_k}; it counts rows and must be at least 1.")
    reading = read_query(query)
    index = index_of(graph)
    boosts = learned_boosts(query, learning_suggestions, graph.tools)
    scored = score_collection(index, reading, {name: boost.value for name, boost in boosts.items()})
    order = rank_positions(scored)
    rows = [_row(graph, index, scored, at, rank) for rank, at in enumerate(order[:top_k], start=1)]
    if include_evidence:
        rows = [
            row | _evidence(index, scored, at) | {"learning_evidence": _learned(boosts.get(row["name"]))}
            for row, at in zip(rows, order, strict=False)
        ]
    stats = {"tools": len(index.names), "matched": len(order), "terms": [group.source for group in scored.groups]}
    return {"results": rows, "intent": describe_intent(reading), "stats": stats}


def find_row(graph: Any, query: str, name: str) -> dict[str, Any] | None:
    """Return the row of ``name`` with its evidence and its rank in the whole collection, or None.

    It is the row that ``retrieve_graphify`` gives for every tool asked for, without making the others' evidence; None
    where no word of the query meets the tool.
    """
    index = index_of(graph)
    scored = score_collection(index, read_query(query))
    for rank, at in enumerate(rank_positions(scored), start=1):
        if index.names[at] == name:
            return _row(graph, index, scored, at, rank) | _evidence(index, scored, at) | {"learning_evidence": []}
    return None


def score_collection(
    index: CollectionIndex, reading: QueryReading, boosts: Mapping[str, float] = MappingProxyType({})
) -> Scored:
    """Score every tool of the collection at once; ``boosts`` are learned ones by name."""
    if not index.names:
        return Scored({}, np.zeros(0), ())
    groups = group_terms(reading, index.fields.lexical)
    actions, shapes, terms = dict(reading.actions), dict(reading.shapes), _flat(groups)
    lexical, coverage = _words_met(index, groups, light_terms(reading))
    parts = {
        "lexical": lexical,
        "coverage": coverage,
        "operation_surface": index.fields.names.explained(terms),
        "canonical_action": index.actions.weigh(lambda action: agree_on_action(actions, action)),
        "primary_resource": index.fields.resources.explained(terms),
        "result_shape": index.shapes.weigh(lambda shape: agree_on_shape(shapes, shape)),
        "contract": _contract(index, groups),
        "path_module": index.fields.modules.explained(terms),
    }
    contributions = {signal: WEIGHTS[signal] * part for signal, part in parts.items()}
    contributions["learning"] = _learning(index, boosts)
    contributions["deprecated"] = np.where(index.deprecated, -DEPRECATED_PENALTY, 0.0)
    contributions["opposite_action"] = _opposite(index, reading)
    totals = sum(contributions.values(), np.zeros(len(index.names)))
    contributions["clamp"] = np.clip(totals, 0.0, 1.0) - totals
    return Scored(contributions, totals + contributions["clamp"], groups)


def rank_positions(scored: Scored) -> list[int]:
    """Return positions of the tools that a word of the query meets, best first, ties by name."""
    if not len(scored.totals):
        return []
    met = np.flatnonzero(scored.contributions["lexical"] > 0)
    # Positions are in order of name, so a stable sort leaves ties by name.
    order: list[int] = met[np.argsort(-np.round(scored.totals[met], 12), kind="stable")].tolist()
    return order


def describe_intent(reading: QueryReading) -> dict[str, Any]:
    """Return what the query was read to ask for, JSON-safe."""
    return {
        "language": reading.language,
        "actions": dict(reading.actions),
        "action_words": list(reading.action_words),
        "shapes": dict(reading.shapes),
        "shape_words": list(reading.shape_words),
        "writes": reading.writes,
    }


def _words_met(
    index: CollectionIndex, groups: Sequence[TermGroup], light: Sequence[tuple[str, float]]
) -> tuple[Vector, Vector]:
    """Return the lexical score relative to the best one, and the covered share of the query; shape (tools,) each."""
    total, _ = _best(index, [Alternative((term,), weight) for term, weight in light])
    covered = np.zeros(len(index.names))
    for group in groups:
        impact, presence = _best(index, group.alternatives)
        total += group.share * impact
        covered += group.importance * presence
    best = total.max(initial=0.0)
    wanted = sum(group.importance for group in groups)
    return total / (best or 1.0), covered / (wanted or 1.0)


def _best(index: CollectionIndex, alternatives: Sequence[Alternative]) -> tuple[Vector, Vector]:
    """Return the best weighted impact of any alternative, and the weight of the surest one that is there.

    Synonyms stand for each other and do not add up.
    """
    impact, presence = np.zeros(len(index.names)), np.zeros(len(index.names))
    for alternative in alternatives:
        found = index.fields.lexical.impacts(alternative.terms)
        np.maximum(impact, alternative.weight * found, out=impact)
        np.maximum(presence, alternative.weight * (found > 0), out=presence)
    return impact, presence


def _opposite(index: CollectionIndex, reading: QueryReading) -> Vector:
    against = np.zeros(len(index.names))
    for verb in reading.verbs:
        against[index.undoing(verb)] = -OPPOSITE_PENALTY
    for verb in reading.refused:
        against[index.doing(verb)] = -OPPOSITE_PENALTY
    return against


def _learning(index: CollectionIndex, boosts: Mapping[str, float]) -> Vector:
    learned = np.zeros(len(index.names))
    if boosts:
        learned[:] = [boosts.get(name, 0.0) for name in index.names]
    return learned


def _contract(index: CollectionIndex, groups: Sequence[TermGroup]) -> Vector:
    """Return the share of the query's words that name a field: one that the path needs in full, any other in part."""
    met = np.zeros(len(index.names))
    for group in groups:
        terms = list(group.weights)
        other = index.fields.inputs.holding(terms) | index.fields.outputs.holding(terms)
        met += np.maximum(index.fields.parameters.holding(terms), OTHER_FIELD * other)
    return met / len(groups) if groups else met


def _flat(groups: Sequence[TermGroup]) -> dict[str, float]:
    flat: dict[str, float] = {}
    for group in groups:
        for term, weight in group.weights.items():
            flat[term] = max(group.share * weight, flat.get(term, 0.0))
    return flat


def _row(graph: Any, index: CollectionIndex, scored: Scored, at: int, rank: int) -> dict[str, Any]:
    name = index.names[at]
    return {"name": name, "rank": rank, "score": float(scored.totals[at]), "tool": graph.tools[name]}


def _evidence(index: CollectionIndex, scored: Scored, at: int) -> dict[str, Any]:
    return {
        "score_breakdown": {signal: float(part[at]) for signal, part in scored.contributions.items() if part[at]},
        "semantic_evidence": _semantic_evidence(index, scored, at),
        "edge_evidence": [],
        "expanded_from": "",
    }


def _learned(boost: Boost | None) -> list[dict[str, Any]]:
    return [asdict(boost)] if boost else []


def _semantic_evidence(index: CollectionIndex, scored: Scored, at: int) -> dict[str, Any]:
    profile = index.profiles[at]
    spoken = profile.surface | set(profile.description_tokens)
    fields = {token: name for name in (*profile.inputs, *profile.outputs) for token in identifier_tokens(name)}
    terms = [term for group in scored.groups for term in group.weights]
    matches = {
        f"{label}_match": bool(scored.contributions[signal][at] > 0)
        for label, signal in (
            ("action", "canonical_action"),
            ("resource", "primary_resource"),
            ("module", "path_module"),
            ("shape", "result_shape"),
            ("contract", "contract"),
        )
    }
    return matches | {
        "matched_terms": list(dict.fromkeys(term for term in terms if term in spoken)),
        "matched_fields": list(dict.fromkeys(fields[term] for term in terms if term in fields)),
    }
