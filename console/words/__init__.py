"""Texts in the reader's language for the codes that the other rooms give: `word("stage", "select")`."""

from django.utils.functional import Promise

from console.words import decision, documents, execution, records, tokens, tools

TABLES: dict[str, decision.Texts] = {
    "stage": decision.STAGES,
    "stage_status": decision.STAGE_STATUSES,
    "signal": decision.SIGNALS,
    "signal_hint": decision.SIGNAL_HINTS,
    "action": decision.ACTIONS,
    "shape": decision.SHAPES,
    "wanted_shape": decision.WANTED_SHAPES,
    "wanted_action": decision.WANTED_ACTIONS,
    "badge": decision.BADGES,
    "risk": decision.RISKS,
    "risk_hint": decision.RISK_HINTS,
    "reason_code": decision.REASON_CODES,
    "blocked": decision.BLOCKED,
    "ground": decision.GROUNDS,
    "next_check": decision.NEXT_CHECKS,
    "reason": decision.REASONS,
    "why_missed": decision.WHY_MISSED,
    "check_link": decision.CHECK_LINKS,
    "role": records.ROLES,
    "theme": records.THEMES,
    "run_status": records.RUN_STATUSES,
    "origin": records.ORIGINS,
    "job_state": records.JOB_STATES,
    "import_state": records.IMPORT_STATES,
    "version_state": records.VERSION_STATES,
    "learning_mode": records.LEARNING_MODES,
    "policy": records.POLICIES,
    "readiness": records.READINESS,
    "readiness_hint": records.READINESS_HINTS,
    "gap": records.GAPS,
    "change": records.CHANGES,
    "scrubbed": records.SCRUB_KINDS,
    "job_message": records.JOB_MESSAGES,
    "field": records.FIELDS,
    "audit_action": records.AUDIT_ACTIONS | execution.DID,
    "rule": records.RULES | execution.RULES,
    "plan_state": execution.PLAN_STATES,
    "attempt_state": execution.ATTEMPT_STATES,
    "plan_event": execution.EVENTS,
    "plan_blocked": execution.PLAN_BLOCKED,
    "auth_kind": execution.AUTH_KINDS,
    "call_problem": execution.PROBLEMS,
    "source": tools.SOURCES,
    "semantic": tools.SEMANTICS,
    "location": tools.LOCATIONS,
    "field_kind": tools.FIELD_KINDS,
    "no_producer": tools.NO_PRODUCER,
    "tier": tools.TIERS,
    "gap_help": tools.GAP_HELP,
    "scope": tokens.SCOPES,
    "token_state": tokens.TOKEN_STATES,
    "document_reason": documents.DOCUMENT_REASONS,
    "document_help": documents.DOCUMENT_HELP,
}


def word(table: str, code: str) -> str | Promise:
    """Give the text of a code; a code without a text is shown as it is, never hidden."""
    return TABLES[table].get(code, code)


def knows(table: str, code: str) -> bool:
    """Say whether a code has a text of its own."""
    return code in TABLES[table]
