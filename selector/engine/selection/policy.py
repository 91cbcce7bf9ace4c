"""A policy's name comes in; its weights and thresholds go out, fixed for everybody who names it.

A threshold moves only on a Quality Lab result (specification 2.3); callers choose a policy, never a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from selector.engine.failures import EngineError

# The columns of the evidence table, in the order in which people read them.
SIGNALS = (
    "retrieval_rank",
    "operation_surface",
    "canonical_action",
    "primary_resource",
    "result_shape",
    "contract",
    "path_module",
    "graph",
    "learning",
)


@dataclass(frozen=True, slots=True)
class Policy:
    """What each signal may add to a selector score (0..1), and the margins that decide.

    ``override``: the winner leads the LLM target by at least this much, or the LLM target stays.
    ``ambiguity``: candidates within this much of the final target are in doubt with it.
    ``tie``: candidates within this much are level.
    ``supporting``: how many signals must speak for the winner before its evidence is called strong.
    """

    name: str
    weights: Mapping[str, float]
    override: float
    ambiguity: float
    tie: float
    supporting: int

    @property
    def thresholds(self) -> dict[str, float]:
        """Return the three margins as they are stored with a decision."""
        return {"override": self.override, "ambiguity": self.ambiguity, "tie": self.tie}


STRONG_EVIDENCE = Policy(
    name="strong_evidence",
    # Together 1. Tuned on the labelled cases, by kind.
    weights=MappingProxyType(
        {
            "retrieval_rank": 0.36,
            "operation_surface": 0.19,
            "canonical_action": 0.12,
            "primary_resource": 0.10,
            "result_shape": 0.11,
            "contract": 0.07,
            "path_module": 0.03,
            "graph": 0.02,
        }
    ),
    override=0.12,
    ambiguity=0.04,
    tie=0.002,
    supporting=2,
)
POLICIES: Mapping[str, Policy] = MappingProxyType({STRONG_EVIDENCE.name: STRONG_EVIDENCE})


class UnknownPolicy(EngineError, ValueError):
    """A policy was named that does not exist."""


def find_policy(name: str) -> Policy:
    """Return the policy called ``name``; an unknown one is an error that lists the known ones."""
    try:
        return POLICIES[name]
    except (KeyError, TypeError):
        known = ", ".join(sorted(POLICIES))
        raise UnknownPolicy("unknown_policy", f"There is no selection policy {name!r}; known: {known}.") from None
