"""A graph and cases with their expected calls in; how much of them a target has before and after its closure out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from selector.engine import ToolGraph, complete_target_dependencies, retrieve_graphify

# Rows of retrieval in which the target is looked for. From the specification.
TOP_K = 5


@dataclass(frozen=True, slots=True)
class Chain:
    """One request, its target, what is given, and the calls that a plan for it makes, the target last."""

    id: str
    query: str
    target: str
    given: tuple[str, ...]
    producers: tuple[str, ...]
    plan: tuple[str, ...]


def measure_chains(graph: ToolGraph, chains: Sequence[Chain]) -> dict[str, Any]:
    """Means over the cases; `before` counts the target alone, `after` the target with its closure."""
    rows = {chain.id: _calls(graph, chain) for chain in chains}
    found = [_share(chain.producers, rows[chain.id]) for chain in chains]
    covered = [_share(chain.plan, rows[chain.id]) for chain in chains]
    recall = [_is_retrieved(graph, chain) for chain in chains]
    return {
        "cases": len(chains),
        "before": {
            "producers_found": _mean([_share(chain.producers, [chain.target]) for chain in chains]),
            "plan_coverage": _mean([_share(chain.plan, [chain.target]) for chain in chains]),
            "target_recall_5": _mean(recall),
        },
        "after": {
            "producers_found": _mean(found),
            "plan_coverage": _mean(covered),
            "target_recall_5": _mean(recall),
            "exact_plans": _mean([float(tuple(rows[chain.id]) == chain.plan) for chain in chains]),
        },
        "not_exact": {chain.id: rows[chain.id] for chain in chains if tuple(rows[chain.id]) != chain.plan},
    }


def _calls(graph: ToolGraph, chain: Chain) -> list[str]:
    closure = complete_target_dependencies(chain.target, graph.tools, graph, query=chain.query, provided=chain.given)
    return [*closure.required_dependencies, *closure.optional_dependencies, chain.target]


def _is_retrieved(graph: ToolGraph, chain: Chain) -> float:
    return float(chain.target in [row["name"] for row in retrieve_graphify(graph, chain.query, top_k=TOP_K)["results"]])


def _share(wanted: Sequence[str], calls: Sequence[str]) -> float:
    return sum(1 for name in wanted if name in calls) / len(wanted) if wanted else 1.0


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0
