"""The words for what can go wrong: stages, reasons and selection codes in, typed failures and errors out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Stage(StrEnum):
    """The stages of a run, in the order in which they happen."""

    RETRIEVE = "retrieve"
    LLM_INTENT = "llm_intent"
    SELECT = "select"
    PLAN = "plan"
    AUTH = "auth"
    EXECUTE = "execute"
    LEARN = "learn"


class Reason(StrEnum):
    """Why a stage failed. `REASONS_BY_STAGE` says which reason belongs to which stage."""

    NO_CANDIDATES = "no_candidates"
    NOT_RETRIEVED = "not_retrieved"
    LLM_TARGET_MISMATCH = "llm_target_mismatch"
    LLM_TARGET_NOT_IN_CANDIDATES = "llm_target_not_in_candidates"
    LLM_UNAVAILABLE = "llm_unavailable"
    LLM_BAD_REPLY = "llm_bad_reply"
    AMBIGUOUS_TARGET = "ambiguous_target"
    CANDIDATE_TIE = "candidate_tie"
    SELECTOR_MISMATCH = "selector_mismatch"
    UNKNOWN_TARGET = "unknown_target"
    UNSATISFIED_FIELD = "unsatisfied_field"
    ENUM_REQUIRED = "enum_required"
    MUTATION_BLOCKED = "mutation_blocked"
    CYCLE = "cycle"
    MAX_DEPTH = "max_depth"
    AUTH_CONTEXT_REQUIRED = "auth_context_required"
    AUTH_PROFILE_MISSING = "auth_profile_missing"
    AUTH_HEADER_RESOLUTION_FAILED = "auth_header_resolution_failed"
    AUTH_FAILED = "auth_failed"
    HTTP_4XX = "http_4xx"
    HTTP_5XX = "http_5xx"
    TIMEOUT = "timeout"
    NETWORK_ERROR = "network_error"
    BINDING_FAILED = "binding_failed"
    HOST_NOT_ALLOWED = "host_not_allowed"
    SCRUB_FAILED = "scrub_failed"
    INSUFFICIENT_REPEATED_SUCCESS = "insufficient_repeated_success"


REASONS_BY_STAGE: Mapping[Stage, tuple[Reason, ...]] = {
    Stage.RETRIEVE: (Reason.NO_CANDIDATES, Reason.NOT_RETRIEVED),
    Stage.LLM_INTENT: (
        Reason.LLM_TARGET_MISMATCH,
        Reason.LLM_TARGET_NOT_IN_CANDIDATES,
        Reason.LLM_UNAVAILABLE,
        Reason.LLM_BAD_REPLY,
    ),
    Stage.SELECT: (Reason.AMBIGUOUS_TARGET, Reason.CANDIDATE_TIE, Reason.NO_CANDIDATES, Reason.SELECTOR_MISMATCH),
    Stage.PLAN: (
        Reason.UNKNOWN_TARGET,
        Reason.UNSATISFIED_FIELD,
        Reason.ENUM_REQUIRED,
        Reason.MUTATION_BLOCKED,
        Reason.CYCLE,
        Reason.MAX_DEPTH,
    ),
    Stage.AUTH: (Reason.AUTH_CONTEXT_REQUIRED, Reason.AUTH_PROFILE_MISSING, Reason.AUTH_HEADER_RESOLUTION_FAILED),
    Stage.EXECUTE: (
        Reason.AUTH_FAILED,
        Reason.HTTP_4XX,
        Reason.HTTP_5XX,
        Reason.TIMEOUT,
        Reason.NETWORK_ERROR,
        Reason.BINDING_FAILED,
        Reason.HOST_NOT_ALLOWED,
    ),
    Stage.LEARN: (Reason.SCRUB_FAILED, Reason.INSUFFICIENT_REPEATED_SUCCESS),
}


def stage_of(reason: Reason) -> Stage:
    """The stage that a reason belongs to; of two the earlier one.

    >>> stage_of(Reason.AUTH_CONTEXT_REQUIRED).value, stage_of(Reason.TIMEOUT).value
    ('auth', 'execute')
    """
    return next(stage for stage, reasons in REASONS_BY_STAGE.items() if reason in reasons)


class ReasonCode(StrEnum):
    """The stable codes of a selection: why this target, and what was uncertain about it."""

    SELECTED_BY_STRONG_EVIDENCE = "selected_by_strong_evidence"
    SELECTED_BY_RANK = "selected_by_rank"
    LLM_TARGET_OVERRIDDEN = "llm_target_overridden"
    LLM_TARGET_PRESERVED = "llm_target_preserved"
    LLM_TARGET_NOT_IN_CANDIDATES = "llm_target_not_in_candidates"
    AMBIGUOUS_TARGET = "ambiguous_target"
    CANDIDATE_TIE = "candidate_tie"
    NO_CANDIDATES = "no_candidates"


class DocumentReason(StrEnum):
    """Why a whole document was refused."""

    EMPTY = "empty"
    TOO_LARGE = "too_large"
    TOO_MANY_NODES = "too_many_nodes"
    TOO_DEEP = "too_deep"
    BAD_ENCODING = "bad_encoding"
    BAD_SYNTAX = "bad_syntax"
    WEB_PAGE = "web_page"
    NOT_OPENAPI = "not_openapi"
    NOT_TOOLS = "not_tools"
    UNSUPPORTED_VERSION = "unsupported_version"
    BAD_ARTIFACT = "bad_artifact"


@dataclass(frozen=True, slots=True)
class Failure:
    """One expected failure of one stage, with the evidence for it (plain JSON values).

    >>> Failure(Stage.RETRIEVE, Reason.NO_CANDIDATES).to_dict()
    {'stage': 'retrieve', 'reason': 'no_candidates', 'evidence': {}}
    """

    stage: Stage
    reason: Reason
    evidence: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return {"stage": self.stage.value, "reason": self.reason.value, "evidence": dict(self.evidence)}


class EngineError(Exception):
    """Bad input to the engine: a stable reason, a message for people, and evidence as plain JSON values."""

    def __init__(self, reason: str, message: str, evidence: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.reason = str(reason)
        self.message = message
        self.evidence: dict[str, Any] = dict(evidence or {})

    def to_dict(self) -> dict[str, Any]:
        return {"reason": self.reason, "message": self.message, "evidence": self.evidence}


class DocumentError(EngineError):
    """Nothing can be read from a document. `reason` is one of `DocumentReason`."""
