"""How a call went, by what it gave or raised."""

from types import SimpleNamespace
from typing import Any

import pytest

from selector.engine.failures import REASONS_BY_STAGE, Stage
from selector.engine.plan import ToolCallError, ToolReply, read_outcome
from selector.engine.plan.replies import read_error

FAILED = [
    ({"status": 500}, "http_5xx", 500),
    ({"status": 500, "body": {"items": []}}, "http_5xx", 500),
    ({"status_code": 503, "items": [{"id": 1}], "total": 1}, "http_5xx", 503),
    ({"statusCode": 404, "data": None}, "http_4xx", 404),
    ({"status": 422, "detail": "quantity is missing", "type": "about:blank"}, "http_4xx", 422),
    ({"status": 401, "message": "token expired"}, "auth_failed", 401),
    ({"status_code": 403}, "auth_failed", 403),
    ({"status_code": 302, "body": ""}, "http_4xx", 302),
    ({"error": "boom"}, "http_5xx", None),
    ({"error": {"code": 404, "message": "gone"}}, "http_4xx", 404),
    ({"error": {"reason": "timeout"}}, "timeout", None),
    ({"ok": False, "reason": "host_not_allowed"}, "host_not_allowed", None),
    ({"success": False}, "http_5xx", None),
    ({"isError": True, "content": [{"type": "text", "text": "no"}]}, "http_5xx", None),
    ("HTTP 500 Internal Server Error", "http_5xx", 500),
    ("HTTP/1.1 404 Not Found", "http_4xx", 404),
    ('{"status": 500}', "http_5xx", 500),
    (ToolReply(429, {"message": "slow down"}), "http_4xx", 429),
    (SimpleNamespace(status_code=502, json=lambda: {"message": "bad gateway"}), "http_5xx", 502),
    (SimpleNamespace(status=403, body=None), "auth_failed", 403),
]
FINE = [
    ({"orderNo": "A-1", "status": "PAID"}, {"orderNo": "A-1", "status": "PAID"}, None),
    ({"id": 7, "status": 3}, {"id": 7, "status": 3}, None),
    ({"status": 200, "body": {"id": 7}}, {"id": 7}, 200),
    ({"status_code": 201, "headers": {}, "json": {"id": 7}}, {"id": 7}, 201),
    ({"status": 204}, {"status": 204}, 204),
    ({"error": None, "id": 7}, {"error": None, "id": 7}, None),
    ({"errors": [], "ok": True}, {"errors": [], "ok": True}, None),
    ([{"id": 7}], [{"id": 7}], None),
    ('{"id": 7}', {"id": 7}, None),
    ("HTTP 200 OK", "HTTP 200 OK", None),
    ("plain text", "plain text", None),
    (None, None, None),
    (ToolReply(body={"id": 7}), {"id": 7}, None),
    (ToolReply(200, {"error": "a field of the document"}), {"error": "a field of the document"}, 200),
    (SimpleNamespace(status_code=200, json=lambda: {"id": 7}), {"id": 7}, 200),
]


@pytest.mark.parametrize(("reply", "reason", "status"), FAILED)
def test_an_error_in_a_reply_is_a_failure(reply: Any, reason: str, status: int | None) -> None:
    outcome = read_outcome(reply)

    assert outcome.failure is not None
    assert (outcome.failure.reason.value, outcome.status) == (reason, status)


@pytest.mark.parametrize(("reply", "body", "status"), FINE)
def test_data_in_a_reply_is_its_body(reply: Any, body: Any, status: int | None) -> None:
    outcome = read_outcome(reply)

    assert (outcome.failure, outcome.body, outcome.status) == (None, body, status)


@pytest.mark.parametrize("name", ["status", "error", "ok", "success"])
def test_a_name_that_the_document_has_in_its_answer_is_data(name: str) -> None:
    reply = {"id": 7, name: {"status": 410, "error": "worn out", "ok": False, "success": False}[name]}

    assert read_outcome(reply).failure is not None
    assert read_outcome(reply, data_fields=(name,)).failure is None


class ReadTimeout(Exception):
    """As HTTP clients call theirs."""


class ServerSaid(Exception):
    """As HTTP clients raise for a status."""

    response = SimpleNamespace(status_code=503, json=lambda: {"message": "down"})


@pytest.mark.parametrize(
    ("error", "stage", "reason"),
    [
        (TimeoutError("10 s"), "execute", "timeout"),
        (ReadTimeout("10 s"), "execute", "timeout"),
        (ConnectionRefusedError(111, "refused"), "execute", "network_error"),
        (ServerSaid("503"), "execute", "http_5xx"),
        (ValueError("a bug of the caller"), "execute", "network_error"),
        (ToolCallError("host_not_allowed", "other.example is not allowed"), "execute", "host_not_allowed"),
        (ToolCallError("auth_context_required"), "auth", "auth_context_required"),
        (ToolCallError("auth_profile_missing"), "auth", "auth_profile_missing"),
        (ToolCallError("auth_header_resolution_failed"), "auth", "auth_header_resolution_failed"),
    ],
)
def test_what_a_caller_raises_is_a_typed_failure(error: Exception, stage: str, reason: str) -> None:
    outcome = read_error(error)

    assert outcome.failure is not None
    assert (outcome.failure.stage.value, outcome.failure.reason.value) == (stage, reason)


def test_a_call_cannot_fail_for_a_reason_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="just_because"):
        ToolCallError("just_because")


def test_every_reason_of_auth_and_execute_is_reached_here_or_by_a_binding() -> None:
    raised = {"timeout", "network_error", "host_not_allowed", "auth_context_required", "auth_profile_missing"}
    reached = {reason for _, reason, _ in FAILED} | raised | {"auth_header_resolution_failed", "binding_failed"}

    assert reached == {reason.value for stage in (Stage.AUTH, Stage.EXECUTE) for reason in REASONS_BY_STAGE[stage]}
