"""Query, candidates, tools and the LLM's target come in; the final target with its whole evidence goes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from selector.engine.failures import ReasonCode
from selector.engine.query import QueryReading, read_query
from selector.engine.retrieval.ranking import retrieve_graphify
from selector.engine.selection.decision import Decision, decide
from selector.engine.selection.explanation import explain, value_on
from selector.engine.selection.policy import SIGNALS, Policy, find_policy
from selector.engine.selection.scoring import Candidate, score_candidates
from selector.engine.signals import learned_boosts
from selector.engine.tools import ToolGraph

# Bare names that are ranked here; a longer list is a collection, which retrieval narrows down first. Chosen.
MAX_UNRANKED = 200


def select_target_candidate(
    query: str,
    candidates: Sequence[str | Mapping[str, Any]],
    tools: Mapping[str, Any] | Iterable[Mapping[str, Any]],
    retrieval_results: Sequence[Mapping[str, Any]] | None = None,
    llm_target: str | None = None,
    learning_suggestions: Sequence[Mapping[str, Any]] | None = None,
    policy: str = "strong_evidence",
) -> dict[str, Any]:
    """Return the final target for ``query`` as a plain dict, with every key of specification 2.3.

    ``candidates`` are names or retrieval rows; those that ``tools`` does not hold are ignored. An ``llm_target`` that
    only ``tools`` holds joins the comparison; one that nothing holds is reported and never selected. Scores and
    margins are 0..1 and compare within one call. An unknown policy is a ``ValueError``.

    >>> select_target_candidate("show orders", [], {})["reason_codes"]
    ['no_candidates']
    """
    chosen_policy = find_policy(policy)
    table = tools if isinstance(tools, Mapping) else {tool["name"]: tool for tool in tools}
    reading = read_query(query)
    asked = llm_target or ""
    names = _names(candidates, table)
    if asked in table and asked not in names:
        names.append(asked)
    unknown = [ReasonCode.LLM_TARGET_NOT_IN_CANDIDATES] if asked and asked not in table else []
    if not names:
        return _nothing(asked, reading, chosen_policy, [ReasonCode.NO_CANDIDATES, *unknown])
    rows = _rows(candidates, retrieval_results) or _ranked(query, names, table)
    boosts = {name: boost.value for name, boost in learned_boosts(query, learning_suggestions, table).items()}
    scored = score_candidates(reading, names, table, rows, chosen_policy, boosts)
    decision = decide(scored, asked, reading, chosen_policy)
    return _block(decision, scored, asked, reading, chosen_policy, [*decision.codes, *unknown])


def _names(candidates: Sequence[str | Mapping[str, Any]], tools: Mapping[str, Any]) -> list[str]:
    named = (item if isinstance(item, str) else item.get("name", "") for item in candidates)
    return list(dict.fromkeys(name for name in named if name in tools))


def _rows(
    candidates: Sequence[str | Mapping[str, Any]], retrieval_results: Sequence[Mapping[str, Any]] | None
) -> dict[str, Mapping[str, Any]]:
    rows = retrieval_results if retrieval_results is not None else candidates
    return {row["name"]: row for row in rows if isinstance(row, Mapping) and row.get("name")}


def _ranked(query: str, names: Sequence[str], tools: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return retrieval's rows over the candidates alone: bare names come in no order that means anything."""
    if len(names) > MAX_UNRANKED:
        return {}
    graph = ToolGraph.from_tools({name: tools[name] for name in names})
    return {row["name"]: row for row in retrieve_graphify(graph, query, top_k=len(names))["results"]}


def _block(
    decision: Decision,
    scored: Sequence[Candidate],
    llm_target: str,
    reading: QueryReading,
    policy: Policy,
    codes: Sequence[ReasonCode],
) -> dict[str, Any]:
    final = decision.final
    return _nothing(llm_target, reading, policy, codes) | {
        "selected_target": final.name,
        "confidence": final.score,
        "overrode_llm": decision.overrode_llm,
        "ambiguous": decision.ambiguous,
        "margin": decision.margin,
        "llm_margin": decision.llm_margin,
        "rank_signals": [_signals(row, rank, final, llm_target) for rank, row in enumerate(scored, start=1)],
        "candidate_evidence": [_evidence(row) for row in scored],
        "learning_applied": any(row.contributions["learning"] for row in scored),
        "override_risk": decision.risk.value,
        "ambiguity_set": [row.name for row in decision.ambiguity_set],
        "explanation": explain(decision, reading),
    }


def _nothing(llm_target: str, reading: QueryReading, policy: Policy, codes: Sequence[ReasonCode]) -> dict[str, Any]:
    """Return the block of a selection that had nothing to choose from; every other one builds on it."""
    return {
        "selected_target": "",
        "llm_target": llm_target,
        "confidence": 0.0,
        "overrode_llm": False,
        "ambiguous": False,
        "reason_codes": [code.value for code in codes],
        "margin": 0.0,
        "llm_margin": 0.0,
        "policy": policy.name,
        "rank_signals": [],
        "candidate_evidence": [],
        "target_action_priority": dict(reading.actions),
        "result_shape_priority": dict(reading.shapes),
        "learning_applied": False,
        "override_risk": "",
        "thresholds": policy.thresholds,
        "ambiguity_set": [],
        "explanation": dict.fromkeys(
            ("winner", "other", "deciding_signal", "wanted", "winner_value", "other_value", "blocked_by", "ground"), ""
        )
        | {"kind": "none", "query_words": [], "agreeing_signals": [], "supporting_signals": []},
    }


def _signals(row: Candidate, rank: int, final: Candidate, llm_target: str) -> dict[str, Any]:
    return {
        "name": row.name,
        "rank": rank,
        "retrieval_rank": row.retrieval_rank,
        "selector_score": row.score,
        "contributions": dict(row.contributions),
        "selected": row is final,
        "llm_target": row.name == llm_target,
    }


def _evidence(row: Candidate) -> dict[str, Any]:
    profile = row.profile
    return {
        "name": row.name,
        "method": profile.method,
        "path": profile.path,
        "summary": profile.summary,
        "canonical_action": profile.action,
        "primary_resource": profile.resource,
        "result_shape": profile.shape,
        "path_module": profile.module,
        "deprecated": profile.deprecated,
        "matches": {signal: row.contributions[signal] > 0 for signal in SIGNALS},
        "values": {signal: value_on(signal, row) for signal in SIGNALS},
        "matched_terms": list(row.matched_words),
        "matched_fields": list(row.matched_fields),
        "in_retrieval": row.retrieval_rank is not None,
    }
