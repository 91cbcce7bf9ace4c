"""What retrieval and selection return in, the bounded details that the stage records keep out.

Everything that is stored has been scrubbed: the engine decides on the raw query, and words that scrubbing took out of
the query are left out of matched terms and of the reading of the query too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from selector.engine.scrub import scrub_value
from selector.search import fold

SCHEMA_VERSION = 1
# Bytes of JSON of one stage's detail. Chosen in the issue: a run's page stays under 150 KB.
DETAIL_BYTES = 64 * 1024
# Items of a list of matched words or fields, and characters of a text in a cell.
LIST_ITEMS = 12
CELL_CHARACTERS = 80
SUMMARY_CHARACTERS = 200
# Digits after the point that scores keep: sums still agree within 1e-6.
SCORE_DIGITS = 9


def retrieve_detail(retrieval: Mapping[str, Any], top_k: int, hidden: frozenset[str]) -> dict[str, Any]:
    """What the retrieve stage keeps: rows with their signals, the reading of the query, statistics."""
    rows = [
        {
            "name": row["name"],
            "rank": row["rank"],
            "score": round(row["score"], SCORE_DIGITS),
            "signals": {key: round(value, SCORE_DIGITS) for key, value in row.get("score_breakdown", {}).items()},
        }
        for row in retrieval["results"]
    ]
    detail = {
        "schema_version": SCHEMA_VERSION,
        "top_k": top_k,
        "found": len(rows),
        "rows": rows,
        "intent": without_words(retrieval.get("intent", {}), hidden),
        "stats": without_words(retrieval.get("stats", {}), hidden),
    }
    return _bounded(_scrubbed(detail), "rows", keep=frozenset())


def select_detail(selection: Mapping[str, Any], hidden: frozenset[str]) -> dict[str, Any]:
    """What the select stage keeps: the decision and a compact row for each candidate."""
    evidence = {row["name"]: row for row in selection["candidate_evidence"]}
    candidates = [_candidate(row, evidence.get(row["name"], {}), hidden) for row in selection["rank_signals"]]
    detail = {
        "schema_version": SCHEMA_VERSION,
        "decision": _decision(selection, evidence, hidden),
        "candidates": candidates,
        "candidates_cut": 0,
    }
    keep = frozenset({selection["selected_target"], selection["llm_target"]})
    return _bounded(_scrubbed(detail), "candidates", keep)


def _decision(
    selection: Mapping[str, Any], evidence: Mapping[str, Mapping[str, Any]], hidden: frozenset[str]
) -> dict[str, Any]:
    copied = ("reason_codes", "confidence", "margin", "llm_margin", "policy", "overrode_llm", "ambiguous")
    risk = selection.get("override_risk", "")
    return {
        **{key: selection[key] for key in copied},
        "final": _pick(selection["selected_target"], evidence),
        "llm": _pick(selection["llm_target"], evidence),
        "override_risk": risk,
        "thresholds": dict(selection.get("thresholds", {})),
        "ambiguity_set": list(selection.get("ambiguity_set", ())),
        "explanation": without_words(selection.get("explanation", {}), hidden),
        "action_priority": dict(selection.get("target_action_priority", {})),
        "shape_priority": dict(selection.get("result_shape_priority", {})),
        "learning_applied": bool(selection.get("learning_applied")),
    }


def _pick(name: str, evidence: Mapping[str, Mapping[str, Any]]) -> dict[str, Any] | None:
    if not name:
        return None
    row = evidence.get(name)
    if row is None:
        return {"name": name, "is_known": False}
    return {
        "name": name,
        "summary": str(row.get("summary") or "")[:SUMMARY_CHARACTERS],
        "method": row.get("method") or "",
        "path": row.get("path") or "",
        "action": row.get("canonical_action") or "",
        "resource": row.get("primary_resource") or "",
        "shape": row.get("result_shape") or "",
    }


def _candidate(row: Mapping[str, Any], evidence: Mapping[str, Any], hidden: frozenset[str]) -> dict[str, Any]:
    values = evidence.get("values", {})
    return {
        "name": row["name"],
        "rank": row["rank"],
        "retrieval_rank": row["retrieval_rank"],
        "score": round(row["selector_score"], SCORE_DIGITS),
        "cells": {
            signal: [round(value, SCORE_DIGITS), _without(str(values.get(signal, "")), hidden)[:CELL_CHARACTERS]]
            for signal, value in row["contributions"].items()
        },
        "selected": bool(row["selected"]),
        "llm": bool(row["llm_target"]),
        "summary": str(evidence.get("summary") or "")[:SUMMARY_CHARACTERS],
        "method": evidence.get("method") or "",
        "path": evidence.get("path") or "",
        "deprecated": bool(evidence.get("deprecated")),
        "terms": without_words(list(evidence.get("matched_terms", ())), hidden)[:LIST_ITEMS],
        "fields": list(evidence.get("matched_fields", ()))[:LIST_ITEMS],
    }


def hidden_words(raw: str, scrubbed: str) -> frozenset[str]:
    """The folded words of a query that its scrubbed form no longer has."""
    return _words(raw) - _words(scrubbed)


def _words(text: str) -> frozenset[str]:
    whole = fold(text)
    spaced = "".join(character if character.isalnum() else " " for character in whole)
    return frozenset(spaced.split()) | frozenset(whole.split())


def without_words(value: Any, hidden: frozenset[str]) -> Any:
    """Plain JSON without the strings of lists that hide words, and with such words cut out of other strings."""
    if not hidden:
        return value
    if isinstance(value, Mapping):
        return {key: without_words(item, hidden) for key, item in value.items() if not _hides(str(key), hidden)}
    if isinstance(value, str):
        return _without(value, hidden)
    if isinstance(value, Iterable):
        kept = (item for item in value if not (isinstance(item, str) and _hides(item, hidden)))
        return [without_words(item, hidden) for item in kept]
    return value


def _hides(text: str, hidden: frozenset[str]) -> bool:
    return bool(_words(text) & hidden)


def _without(text: str, hidden: frozenset[str]) -> str:
    if not hidden or not _hides(text, hidden):
        return text
    return " ".join(part for part in text.split() if not _hides(part, hidden))


def _scrubbed(detail: dict[str, Any]) -> dict[str, Any]:
    value: dict[str, Any] = scrub_value(detail).value
    return value


def _bounded(detail: dict[str, Any], rows_key: str, keep: frozenset[str]) -> dict[str, Any]:
    """The detail with rows taken off its end until it fits; rows named in `keep` stay. The cut is counted."""
    rows: list[dict[str, Any]] = list(detail[rows_key])
    room = DETAIL_BYTES - _size({**detail, rows_key: []})
    sizes = [_size(row) + 2 for row in rows]
    kept: Sequence[int] = range(len(rows))
    while sum(sizes[place] for place in kept) > room and any(rows[place]["name"] not in keep for place in kept):
        last = max(place for place in kept if rows[place]["name"] not in keep)
        kept = [place for place in kept if place != last]
    return {**detail, rows_key: [rows[place] for place in kept], f"{rows_key}_cut": len(rows) - len(kept)}


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False).encode())
