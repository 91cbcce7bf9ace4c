"""The readiness report of the engine in, its problems as versions and imports store them out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

# Problems of each kind that a version keeps, and that a page of an import lists; their numbers are whole, and the
# import keeps all that the engine names. Chosen: a page stays readable and small.
PROBLEMS_STORED = 500
PROBLEMS_SHOWN = 200
MESSAGE_CHARACTERS = 500


def stored_readiness(readiness: Mapping[str, Any]) -> dict[str, Any]:
    """The report without its part for each tool, which the index rows hold; long lists are cut and counted."""
    stored = {key: value for key, value in readiness.items() if key not in ("tools", "omitted")}
    for key in ("skipped", "warnings"):
        rows = list(readiness.get(key, ()))
        stored[key], stored[f"{key}_count"] = rows[:PROBLEMS_STORED], _count(readiness, key)
    return stored


def page_problems(readiness: Mapping[str, Any]) -> dict[str, Any]:
    """The first problems for the page of an import, with whole counts."""
    return {
        "invalid": _rows(readiness.get("skipped", ()))[:PROBLEMS_SHOWN],
        "invalid_count": _count(readiness, "skipped"),
        "warnings": _rows(readiness.get("warnings", ()))[:PROBLEMS_SHOWN],
        "warning_count": _count(readiness, "warnings"),
    }


def all_problems(readiness: Mapping[str, Any]) -> dict[str, Any]:
    """Every problem that the engine names, as an import stores them for its downloads."""
    return {
        "skipped": _rows(readiness.get("skipped", ())),
        "warnings": _rows(readiness.get("warnings", ())),
        "omitted": sum(readiness.get("omitted", {}).values()),
    }


def _count(readiness: Mapping[str, Any], key: str) -> int:
    return len(readiness.get(key, ())) + int(readiness.get("omitted", {}).get(key, 0))


def _rows(problems: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            "pointer": str(row.get("pointer", "")),
            "reason": str(row.get("reason", "")),
            "message": str(row.get("message", ""))[:MESSAGE_CHARACTERS],
            "line": row.get("line"),
        }
        for row in problems
    ]
