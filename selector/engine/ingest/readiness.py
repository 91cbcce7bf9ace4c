"""The tools of a collection and what could not be read in, the readiness report out."""

from collections.abc import Mapping
from typing import Any

from selector.engine.contract import contract_of
from selector.engine.ingest.problems import Problems

COUNTS = (
    "action_known",
    "resource_known",
    "contract_present",
    "response_schema_present",
    "summary_present",
    "auth_declared",
    "deprecated",
)
GAPS = {
    "action_known": "action",
    "resource_known": "resource",
    "contract_present": "contract",
    "response_schema_present": "response_schema",
    "summary_present": "summary",
    "auth_declared": "auth",
}


def report_readiness(tools: Mapping[str, dict[str, Any]], problems: Problems, webhooks: int = 0) -> dict[str, Any]:
    """Counts over all tools, the gaps of each, what was skipped, and whether decisions on them can be relied on.

    `omitted` counts the problems of each list that are over its limit, `scrubbed` the private values that were removed
    from texts, by kind.
    """
    facts = {name: _facts(tool) for name, tool in tools.items()}
    counts = {key: sum(fact[key] for fact in facts.values()) for key in COUNTS}
    gaps = {name: [word for key, word in GAPS.items() if not fact[key]] for name, fact in sorted(facts.items())}
    problems.finish()
    known = counts["action_known"] + counts["resource_known"] + counts["contract_present"]
    return {
        "operations": len(tools),
        "skipped": sorted(problems.skipped, key=_place),
        "warnings": sorted(problems.warnings, key=_place),
        "omitted": dict(problems.omitted),
        "scrubbed": dict(sorted(problems.cleaner.kinds.items())),
        "webhooks": webhooks,
        "counts": counts,
        "tools": {name: missing for name, missing in gaps.items() if missing},
        "reliable": not tools or known > 0,
    }


def _place(note: Mapping[str, Any]) -> tuple[str, str]:
    return note["pointer"], note["reason"]


def _facts(tool: Mapping[str, Any]) -> dict[str, bool]:
    metadata = tool.get("metadata") or {}
    ai = metadata.get("ai_metadata") or {}
    openapi = metadata.get("openapi") or {}
    contract = contract_of(tool)
    has_response = contract is not None and contract.has_response_schema
    has_inputs = contract is not None and bool(contract.parameters or contract.body)
    return {
        "action_known": bool(ai.get("canonical_action")),
        "resource_known": bool(ai.get("primary_resource")),
        "contract_present": has_response or has_inputs,
        "response_schema_present": has_response,
        "summary_present": bool(openapi.get("has_summary", tool.get("description"))),
        "auth_declared": bool(openapi.get("security")),
        "deprecated": bool(metadata.get("deprecated")),
    }
