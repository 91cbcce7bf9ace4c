"""A run and its decision in, what to look at next out: codes, how urgent, and where each is mended."""

from __future__ import annotations

from selector.display import Decision, ExpectedTarget, NextCheck
from selector.models import SelectorRun

# Code -> (severity, where it is mended). The order is the order on the page: failures first.
CHECKS: dict[str, tuple[str, str]] = {
    "no_candidates": ("bad", "collection"),
    "not_retrieved": ("bad", "tool"),
    "not_in_collection": ("bad", "import"),
    "selector_mismatch": ("bad", "tool"),
    "llm_target_mismatch": ("bad", "tool"),
    "llm_target_not_in_candidates": ("caution", "collection"),
    "ambiguous_target": ("caution", "tool"),
    "candidate_tie": ("caution", "tool"),
    "llm_target_preserved": ("caution", "tool"),
    "unknown_metadata": ("caution", "tool"),
    "selected_by_rank": ("neutral", "tool"),
    "llm_target_overridden": ("neutral", ""),
    "mark_expected": ("neutral", "expected"),
}


def next_checks(run: SelectorRun, decision: Decision, expected: ExpectedTarget | None) -> tuple[NextCheck, ...]:
    """One check for the failure, one for each reason code that asks for something, and a request to mark the target."""
    codes = {run.failed_reason, *decision.reason_codes, decision.explanation.blocked_by}
    if expected is None:
        codes.add("mark_expected")
    elif "not_in_collection" in expected.missed:
        codes = codes - {"not_retrieved"} | {"not_in_collection"}
    return tuple(_check(code, run, decision, expected) for code in CHECKS if code in codes)


def _check(code: str, run: SelectorRun, decision: Decision, expected: ExpectedTarget | None) -> NextCheck:
    severity, link = CHECKS[code]
    tool = _tool_to_mend(code, decision, expected)
    values = {"slug": run.collection.slug, "tool": tool} if tool else {"slug": run.collection.slug}
    return NextCheck(code=code, severity=severity, link=link if tool or link != "tool" else "collection", values=values)


def _tool_to_mend(code: str, decision: Decision, expected: ExpectedTarget | None) -> str:
    if expected and code in {"not_retrieved", "not_in_collection", "selector_mismatch", "llm_target_mismatch"}:
        return expected.name
    if code == "llm_target_not_in_candidates":
        return decision.llm.name if decision.llm else ""
    if code == "unknown_metadata":
        return decision.explanation.winner
    return decision.final.name if decision.final else ""
