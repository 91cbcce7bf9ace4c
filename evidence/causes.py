"""A missed case in; why it was missed as kinds out, worked out from the first row and the right operation."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from evidence.metrics import RANK_CUT, rank_of
from selector.engine import ToolGraph, retrieve_graphify

# Facts whose difference between the first row and the right one is a kind of its own.
FACTS = {"wrong_action": "canonical_action", "wrong_resource": "primary_resource", "wrong_shape": "result_shape"}
KINDS = {
    "not_met": "no word of the request, nor what the lexicons know for one, stands in the right operation",
    "not_in_top_20": "the right operation is met, but ranked below 20",
    "words_not_covered": "the first row covers more of the request's words",
    "wrong_action": "the first row has another canonical action",
    "wrong_resource": "the first row is about another resource",
    "wrong_shape": "the first row answers in another shape",
    "same_family_variant": "the first row has the same action, resource and shape",
    "sibling_above": "the labelled wrong sibling stands above the right operation",
}


def causes_of(graph: ToolGraph, query: str, right: Collection[str], sibling: str) -> list[str]:
    """Return every kind that holds for a request whose first row is not right, in the order of `KINDS`."""
    rows = retrieve_graphify(graph, query, top_k=len(graph.tools), include_evidence=True)["results"]
    names = [row["name"] for row in rows]
    rank, sibling_rank = rank_of(names, right), rank_of(names, {sibling})
    if rank is None:
        return ["not_met", *(["sibling_above"] if sibling_rank else [])]
    first, wanted = rows[0], rows[rank - 1]
    differing = [kind for kind, fact in FACTS.items() if fact_of(first, fact) != fact_of(wanted, fact)]
    found = {
        "not_in_top_20": rank > RANK_CUT,
        "words_not_covered": covered(wanted) < covered(first) - 1e-9,
        **dict.fromkeys(differing, True),
        "same_family_variant": not differing,
        "sibling_above": sibling_rank is not None and sibling_rank < rank,
    }
    return [kind for kind in KINDS if found.get(kind)]


def fact_of(row: Mapping[str, Any], fact: str) -> str:
    return str(row["tool"]["metadata"]["ai_metadata"].get(fact, ""))


def covered(row: Mapping[str, Any]) -> float:
    return float(row["score_breakdown"].get("coverage", 0.0))


def count_kinds(causes: Sequence[Sequence[str]]) -> dict[str, int]:
    """Return how many cases have each kind; a case may have several."""
    return {kind: sum(kind in found for found in causes) for kind in KINDS}
