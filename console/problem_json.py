"""Errors of the API in one body: a status and a stable reason in, `application/problem+json` (RFC 9457) out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, JsonResponse

API_PREFIX = "/api/"
DOCS_PATH = "/api/v1/docs"
MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """One reason: the status it comes with, its title, and what to do about it."""

    status: int
    title: str
    help: str


# Every reason that the API gives. The documentation page lists them, and a test holds them against the code.
PROBLEMS: dict[str, ProblemKind] = {
    "malformed": ProblemKind(400, "The request could not be read", "Send one JSON object in UTF-8."),
    "key_missing": ProblemKind(400, "No idempotency key", "Send a new Idempotency-Key header with each new question."),
    "key_invalid": ProblemKind(400, "The idempotency key cannot be used", "Use 1 to 100 visible ASCII characters."),
    "not_authenticated": ProblemKind(401, "Who are you?", "Send `Authorization: Bearer <token>`, or sign in."),
    "token_unknown": ProblemKind(401, "The token is not known", "Check that the whole value was copied."),
    "token_expired": ProblemKind(401, "The token has expired", "Ask an admin for a new one."),
    "token_revoked": ProblemKind(401, "The token was revoked", "Ask an admin for a new one."),
    "scope_missing": ProblemKind(403, "The token may not do this", "Ask an admin for a token with the scope named."),
    "role_too_low": ProblemKind(403, "Your role may not do this", "Ask an admin for the role named."),
    "csrf_failed": ProblemKind(403, "The CSRF token does not fit", "Send the page's token as X-CSRFToken."),
    "forbidden": ProblemKind(403, "Not allowed", "Ask an admin."),
    "not_found": ProblemKind(404, "There is nothing at this address", "Compare the address with the schema."),
    "collection_unknown": ProblemKind(404, "No such collection", "GET /api/v1/collections lists those you may use."),
    "run_unknown": ProblemKind(404, "No such run", "GET /api/v1/runs lists those you may read."),
    "method_not_allowed": ProblemKind(405, "This address cannot be used that way", "See the Allow header."),
    "not_acceptable": ProblemKind(406, "No such representation", "Accept application/json."),
    "stale": ProblemKind(409, "Somebody was faster", "Read the run again and send its version."),
    "key_reused": ProblemKind(409, "The key stands for another question", "Make a new key for each new question."),
    "collection_empty": ProblemKind(409, "The collection has no live version", "Import and confirm a document."),
    "too_large": ProblemKind(413, "The body is too large", "Send less; the limit stands in the evidence."),
    "unsupported_media_type": ProblemKind(415, "Not JSON", "Send Content-Type: application/json."),
    "invalid": ProblemKind(422, "The input does not fit", "The evidence names each field and what is wrong."),
    "rule_broken": ProblemKind(422, "A rule refuses this", "See the detail."),
    "throttled": ProblemKind(429, "Too many requests", "Wait as many seconds as Retry-After says."),
    "internal": ProblemKind(500, "Something broke inside the console", "Tell an admin the request id."),
}
# The reason where only a status is known.
REASON_BY_STATUS = {
    400: "malformed",
    401: "not_authenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "too_large",
    415: "unsupported_media_type",
    422: "invalid",
    429: "throttled",
}


def is_api(request: HttpRequest) -> bool:
    """Say whether a program asks: everything under /api/ is answered in JSON."""
    return request.path.startswith(API_PREFIX)


def problem_json(
    request: HttpRequest,
    status: int,
    *,
    reason: str = "",
    detail: str = "",
    stage: str | None = None,
    evidence: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> JsonResponse:
    """Give the one error body: what kind, what happened here, at which stage, for which reason, with what evidence.

    A reason of a service that stands in no table of ours has the kind of its status.
    """
    reason = reason or REASON_BY_STATUS.get(status, "internal" if status >= 500 else "rule_broken")
    kind = PROBLEMS.get(reason) or PROBLEMS["rule_broken"]
    body = {
        "type": f"{DOCS_PATH}#problem-{reason if reason in PROBLEMS else 'rule_broken'}",
        "title": kind.title,
        "status": status,
        "detail": detail or kind.help,
        "instance": request.path,
        "stage": stage,
        "reason": reason,
        "evidence": dict(evidence or {}),
        "request_id": getattr(request, "request_id", ""),
    }
    options = {"ensure_ascii": False}
    response = JsonResponse(body, status=status, content_type=MEDIA_TYPE, json_dumps_params=options, headers=headers)
    response.headers.setdefault("Content-Language", "en")
    response.headers.setdefault("Cache-Control", "no-store")
    return response
