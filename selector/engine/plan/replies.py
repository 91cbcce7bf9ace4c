"""What a called tool gave or raised in; how the call went and the answer's body out, with a reason where it failed."""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from selector.engine.failures import EngineError, Failure, Reason, Stage, stage_of

# Keys under which a reply tells its HTTP status; the first says so for certain, `status` may be the data's own.
CERTAIN = ("status_code", "statusCode", "http_status")
BODIES = ("body", "data", "json", "content", "result", "response")
# Keys that a reply has beside its status and its body when it is an envelope and no data.
AROUND = frozenset(
    "status status_code statusCode http_status ok success headers error errors message reason elapsed_ms duration_ms "
    "url method request_id reason_phrase".split()
)
STATUS_LINE = re.compile(r"HTTP(?:/\d(?:\.\d)?)?\s+([1-5]\d\d)\b")
FIRST_ERROR, LAST_STATUS = 400, 599
# Characters of a JSON text that are parsed; chosen: above any answer whose fields a plan uses.
MAX_PARSED_CHARS = 5_000_000


@dataclass(frozen=True, slots=True)
class ToolReply:
    """What a caller of tools gives back: the HTTP status and the parsed body. `body` is bound by later steps.

    >>> read_outcome(ToolReply(404, {"message": "no such order"})).failure.reason.value
    'http_4xx'
    """

    status: int | None = None
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)


class ToolCallError(EngineError):
    """A call that gave no usable answer, by a reason of the stages auth and execute.

    >>> ToolCallError(Reason.TIMEOUT, "no answer within 10 s").failure.stage.value
    'execute'
    """

    def __init__(self, reason: Reason | str, message: str = "", evidence: Mapping[str, Any] | None = None) -> None:
        super().__init__(Reason(reason).value, message or str(reason), evidence)

    @property
    def failure(self) -> Failure:
        return Failure(stage_of(Reason(self.reason)), Reason(self.reason), self.evidence)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call went: `failure` None where it succeeded. `message` is for people and not scrubbed yet."""

    body: Any = None
    status: int | None = None
    failure: Failure | None = None
    message: str = ""


def read_outcome(reply: Any, data_fields: Collection[str] = ()) -> Outcome:
    """How a call went, by what it gave: a `ToolReply`, any object with a status, an envelope, or plain data.

    An error status fails, also inside a reply that looks like data (`{"status": 500}`), and so does `error`,
    `ok: false` or `isError`. `data_fields` are such names that the tool's document has in its answer; they are data.

    >>> read_outcome({"status": "PAID", "id": 7}).failure is None, read_outcome({"status": 500}).failure.reason.value
    (True, 'http_5xx')
    """
    status = _status_of(reply)
    if status is not None:
        return _by_status(status, _body_of(reply))
    reply = reply.body if isinstance(reply, ToolReply) else reply
    if isinstance(reply, str):
        return _read_text(reply, data_fields)
    if isinstance(reply, Mapping):
        return _read_mapping(reply, data_fields)
    return Outcome(body=reply)


def read_error(error: Exception) -> Outcome:
    """The outcome of a call that raised. What is neither typed nor known by its kind gave no answer: network_error."""
    if isinstance(error, ToolCallError):
        return Outcome(failure=error.failure, message=error.message)
    # Errors of HTTP clients carry the response, or its status themselves; the engine knows no client by name.
    answer = getattr(error, "response", None)
    status = next((found for part in (answer, error) if (found := _status_of(part)) is not None), None)
    if status is not None and status >= FIRST_ERROR:
        return _by_status(status, _body_of(answer), str(error))
    kinds = " ".join(kind.__name__ for kind in type(error).__mro__)
    reason = Reason.TIMEOUT if isinstance(error, TimeoutError) or "Timeout" in kinds else Reason.NETWORK_ERROR
    return Outcome(failure=Failure(Stage.EXECUTE, reason, {"error": type(error).__name__}), message=str(error))


def reason_of_status(status: int) -> Reason | None:
    """The reason of a failed HTTP status; None for a success. A redirect that nobody followed is no answer.

    >>> [str(reason_of_status(status)) for status in (204, 302, 401, 403, 422, 503)]
    ['None', 'http_4xx', 'auth_failed', 'auth_failed', 'http_4xx', 'http_5xx']
    """
    if 200 <= status < 300:
        return None
    if status in (401, 403):
        return Reason.AUTH_FAILED
    return Reason.HTTP_5XX if status >= 500 else Reason.HTTP_4XX


def _by_status(status: int, body: Any, message: str = "") -> Outcome:
    reason = reason_of_status(status)
    if reason is None:
        return Outcome(body=body, status=status)
    failure = Failure(Stage.EXECUTE, reason, {"status": status})
    return Outcome(body=body, status=status, failure=failure, message=message or _message(body))


def _status_of(reply: Any) -> int | None:
    if reply is None or isinstance(reply, Mapping | list | str | bytes | int | float):
        return None
    found = next((getattr(reply, name) for name in ("status_code", "status", "code") if hasattr(reply, name)), None)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def _body_of(reply: Any) -> Any:
    """The body of a response object; `json` may be a method, as HTTP clients have it."""
    for name in ("body", "json", "data", "text"):
        part = getattr(reply, name, None)
        try:
            value = part() if callable(part) else part
        except ValueError:
            continue
        if value is not None:
            return _parsed(value) if isinstance(value, str) else value
    return None


def _read_text(text: str, data_fields: Collection[str]) -> Outcome:
    line = STATUS_LINE.match(text)
    if line is not None and int(line[1]) >= FIRST_ERROR:
        return _by_status(int(line[1]), None, text)
    value = _parsed(text)
    return _read_mapping(value, data_fields) if isinstance(value, Mapping) else Outcome(body=value)


def _parsed(text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "[") or len(text) > MAX_PARSED_CHARS:
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _read_mapping(reply: Mapping[str, Any], data_fields: Collection[str]) -> Outcome:
    status = _told_status(reply, data_fields)
    bodies = [key for key in BODIES if key in reply]
    is_envelope = status is not None and bool(bodies) and not set(reply) - AROUND - set(BODIES)
    body = reply[bodies[0]] if is_envelope else reply
    if status is not None and (is_envelope or status >= FIRST_ERROR or set(reply) <= AROUND):
        return _by_status(status, body, "" if is_envelope else _message(reply))
    return _told_error(reply, data_fields) or Outcome(body=body, status=status)


def _told_status(reply: Mapping[str, Any], data_fields: Collection[str]) -> int | None:
    for key in (*CERTAIN, "status"):
        value = reply.get(key)
        if key in data_fields or isinstance(value, bool) or not isinstance(value, int):
            continue
        if 100 <= value <= LAST_STATUS:
            return value
    return None


def _told_error(reply: Mapping[str, Any], data_fields: Collection[str]) -> Outcome | None:
    """The failure that a reply without a status tells in words of its own."""
    error = None if "error" in data_fields else reply.get("error")
    denied = any(reply.get(key) is False for key in ("ok", "success") if key not in data_fields)
    if not error and not denied and reply.get("isError") is not True:
        return None
    inner = error if isinstance(error, Mapping) else {}
    status = _told_status(inner, ()) or (inner["code"] if _is_error_code(inner.get("code")) else None)
    if status is not None and reason_of_status(status) is not None:
        return _by_status(status, reply, _message(inner or reply))
    named = next((row.get("reason") for row in (inner, reply) if row.get("reason") in _CALL_REASONS), None)
    reason = Reason(named) if named else Reason.HTTP_5XX
    failure = Failure(stage_of(reason), reason, {"status": None})
    return Outcome(body=reply, failure=failure, message=_message(inner or reply))


_CALL_REASONS = frozenset(reason.value for reason in Reason if stage_of(reason) in (Stage.AUTH, Stage.EXECUTE))


def _is_error_code(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and FIRST_ERROR <= value <= LAST_STATUS


def _message(body: Any) -> str:
    """What an error body says to people."""
    rows = body if isinstance(body, Mapping) else {}
    said = next(
        (rows[key] for key in ("detail", "message", "title", "error", "reason") if isinstance(rows.get(key), str)), ""
    )
    return said or (body if isinstance(body, str) else "")
