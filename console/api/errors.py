"""Exceptions in, the one error body out."""

import math
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, JsonResponse
from rest_framework import exceptions

from console.problem_json import problem_json
from selector.services.base import CurrentState, RuleBroken, StaleWrite

# Rules that are about the state of things, not about what was sent.
CONFLICTS = {"key_reused", "collection_empty"}
# Names and messages of fields that an answer repeats at most.
FIELDS_SHOWN = 20


class ApiProblem(Exception):
    """A request that ends here. `reason` stands in `console.problem_json.PROBLEMS`."""

    def __init__(
        self,
        status: int,
        reason: str,
        detail: str = "",
        *,
        stage: str | None = None,
        evidence: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(reason)
        self.status, self.reason, self.detail, self.stage = status, reason, detail, stage
        self.evidence = dict(evidence or {})


def handle(error: Exception, context: Mapping[str, Any]) -> JsonResponse | None:
    """Give the answer to an exception; None for a fault of ours, which the console logs and answers with 500."""
    request = context["request"]._request
    if isinstance(error, ApiProblem):
        return problem_json(
            request, error.status, reason=error.reason, detail=error.detail, stage=error.stage, evidence=error.evidence
        )
    if isinstance(error, RuleBroken):
        return _rule(request, error)
    if isinstance(error, StaleWrite):
        return problem_json(request, 409, reason="stale", detail=str(error), evidence=_current(error.current))
    if isinstance(error, exceptions.ValidationError):
        return _invalid(request, error)
    if isinstance(error, Http404):
        return problem_json(request, 404)
    if isinstance(error, PermissionDenied):
        return problem_json(request, 403)
    return _of_framework(request, error) if isinstance(error, exceptions.APIException) else None


def _rule(request: Any, error: RuleBroken) -> JsonResponse:
    evidence = {"fields": {error.field: [error.message]}} if error.field else {}
    status = 409 if error.reason in CONFLICTS else 422
    stage = "retrieve" if error.reason == "collection_empty" else None
    return problem_json(request, status, reason=error.reason, detail=error.message, stage=stage, evidence=evidence)


def _current(current: CurrentState) -> dict[str, Any]:
    return {
        "current": {
            "version": current.version,
            "changed_by": current.changed_by,
            "changed_at": current.changed_at.isoformat() if current.changed_at else None,
            "action": current.action,
            "values": dict(current.values),
        }
    }


def _invalid(request: Any, error: exceptions.ValidationError) -> JsonResponse:
    fields = _messages(error.detail)
    name, messages = next(iter(fields.items()), ("", ["The input does not fit."]))
    detail = f"{name}: {messages[0]}" if name else messages[0]
    return problem_json(request, 422, detail=detail, evidence={"fields": fields})


def _messages(detail: Any, prefix: str = "") -> dict[str, list[str]]:
    """The messages by field; a field inside of another is written `candidates.2`."""
    if isinstance(detail, Mapping):
        found: dict[str, list[str]] = {}
        for key, value in list(detail.items())[:FIELDS_SHOWN]:
            name = "" if key == "non_field_errors" else str(key)[:100]
            found |= _messages(value, ".".join(part for part in (prefix, name) if part))
        return found
    if isinstance(detail, (list, tuple)):
        return {prefix: [str(message) for message in detail[:FIELDS_SHOWN]]}
    return {prefix: [str(detail)]}


def _of_framework(request: Any, error: exceptions.APIException) -> JsonResponse:
    headers = {}
    evidence: dict[str, Any] = {}
    if getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = error.auth_header  # type: ignore[attr-defined]
    wait: float | None = getattr(error, "wait", None)
    if wait is not None:
        seconds = max(1, math.ceil(wait))
        headers["Retry-After"], evidence = str(seconds), {"retry_after_seconds": seconds}
    codes = error.get_codes()
    is_token = isinstance(error, exceptions.AuthenticationFailed) and isinstance(codes, str)
    reason = str(codes) if is_token and str(codes).startswith("token_") else ""
    detail = "" if reason or error.status_code in (401, 406, 429) else str(error.detail)
    return problem_json(request, error.status_code, reason=reason, detail=detail, evidence=evidence, headers=headers)
