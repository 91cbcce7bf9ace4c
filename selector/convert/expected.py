"""Where the expected target stands in retrieval in, why it was missed out, as codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# What can speak for a tool in retrieval; a penalty that was not given is nothing that is missing.
SIGNALS = (
    "lexical",
    "coverage",
    "operation_surface",
    "canonical_action",
    "primary_resource",
    "result_shape",
    "contract",
    "path_module",
)
# A signal that adds less than this to a retrieval score added nothing worth the name. Chosen.
NOTHING = 1e-9


def expected_detail(
    name: str, tool: Mapping[str, Any] | None, row: Mapping[str, Any] | None, top_k: int
) -> dict[str, Any]:
    """What is stored about an expected target. `row` is its row in a ranking of the whole index, or None.

    `missed` holds codes: not_in_collection, not_matched, below_top_k, action_unknown, resource_unknown, no_contract,
    no_summary.
    """
    if tool is None:
        return _detail(name, None, top_k, ["not_in_collection"], [])
    rank = row["rank"] if row else None
    if rank is not None and rank <= top_k:
        return _detail(name, rank, top_k, [], [])
    place = ["below_top_k"] if rank is not None else ["not_matched"]
    signals = row.get("score_breakdown", {}) if row else {}
    missing = [signal for signal in SIGNALS if row and signals.get(signal, 0.0) < NOTHING]
    return _detail(name, rank, top_k, place + _gaps(tool), missing)


def _detail(name: str, rank: int | None, top_k: int, missed: list[str], missing: list[str]) -> dict[str, Any]:
    retrieved = rank is not None and rank <= top_k
    return {"name": name, "retrieved": retrieved, "rank": rank, "missed": missed, "missing_signals": missing}


def _gaps(tool: Mapping[str, Any]) -> list[str]:
    metadata = tool.get("metadata", {})
    semantic = metadata.get("ai_metadata", {})
    contract = metadata.get("api_contract", {})
    lacks = {
        "action_unknown": semantic.get("canonical_action") in (None, "", "unknown"),
        "resource_unknown": not semantic.get("primary_resource"),
        "no_contract": not (contract.get("consumes") or contract.get("produces")),
        "no_summary": not semantic.get("one_line_summary"),
    }
    return [code for code, lacking in lacks.items() if lacking]
