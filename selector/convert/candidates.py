"""A run and the rows of its comparison in, the index rows of the tools that had a part in it out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from selector.models import RunCandidate, SelectorRun


def candidates_of_run(run: SelectorRun, rank_signals: Iterable[Mapping[str, Any]]) -> list[RunCandidate]:
    """One row for each candidate, and for the LLM's and the expected target where they are none. Not saved."""
    rows = {
        row["name"]: RunCandidate(
            tool_name=row["name"],
            rank=row["rank"],
            selected=row["name"] == run.selected_target,
            is_llm=bool(row["llm_target"]),
        )
        for row in rank_signals
    }
    if run.llm_target and not any(row.is_llm for row in rows.values()):
        rows.setdefault(run.llm_target, RunCandidate(tool_name=run.llm_target)).is_llm = True
    if run.expected_target:
        rows.setdefault(run.expected_target, RunCandidate(tool_name=run.expected_target)).is_expected = True
    for row in rows.values():
        row.run, row.collection_id = run, run.collection_id
    return list(rows.values())
