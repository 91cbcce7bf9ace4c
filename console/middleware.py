"""What happens around every request: an id, a log line, the person's language, zone and theme, a limit on the body."""

import re
import time
import uuid
import zoneinfo
from collections.abc import Callable
from http import HTTPStatus

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from console.problems import problem

GetResponse = Callable[[HttpRequest], HttpResponse]
log = structlog.get_logger("console.request")

# A caller's id is kept only if it can stand in a log, a header and a column as it is.
REQUEST_ID_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
THEMES = ("light", "dark")
# Bytes read at once, and how many times the limit is read and thrown away, so that a browser sees the answer
# instead of a broken connection.
DRAIN_CHUNK_BYTES = 64 * 1024
DRAIN_LIMIT_RATIO = 4


class RequestIdMiddleware:
    """Give the request an id (`request.request_id`, header `X-Request-ID`, each log line) and log how it ended."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.request_id = accept_request_id(request.headers.get("X-Request-ID", ""))  # type: ignore[attr-defined]
        started = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request.request_id):  # type: ignore[attr-defined]
            response = self.get_response(request)
            # The path without its query: a query may hold what must not be stored.
            log.info(
                "request",
                method=request.method,
                path=request.path,
                status=response.status_code,
                duration_ms=round((time.perf_counter() - started) * 1000, 1),
            )
        response["X-Request-ID"] = request.request_id  # type: ignore[attr-defined]
        return response


def accept_request_id(offered: str) -> str:
    """Return the caller's id if it is a short token, else a new one.

    >>> accept_request_id("4f0c1d2e-0001")
    '4f0c1d2e-0001'
    """
    return offered if REQUEST_ID_PATTERN.fullmatch(offered) else uuid.uuid4().hex


class PreferencesMiddleware:
    """Serve the page in the person's language and time zone, and say their theme and keys.

    A signed-in person's choices come from their row; anybody else's from the cookies `lang` and `theme`, then from
    what the browser prefers. Sets `request.theme` ("light", "dark" or "system") and `request.keyboard_shortcuts`.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        person = request.user if request.user.is_authenticated else None
        language = known_language(getattr(person, "language", "")) or translation.get_language_from_request(request)
        theme = getattr(person, "theme", None) or request.COOKIES.get("theme", "")
        request.theme = theme if theme in THEMES else "system"  # type: ignore[attr-defined]
        request.keyboard_shortcuts = getattr(person, "keyboard_shortcuts", True)  # type: ignore[attr-defined]

        with translation.override(language), timezone.override(known_zone(getattr(person, "time_zone", ""))):
            request.LANGUAGE_CODE = translation.get_language()
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response


def known_language(code: str) -> str:
    """Return the code if the console speaks that language, else an empty text."""
    return code if code in dict(settings.LANGUAGES) else ""


def known_zone(name: str) -> zoneinfo.ZoneInfo:
    """Return the named time zone, or UTC where the name is empty or no zone of this machine."""
    try:
        return zoneinfo.ZoneInfo(name or "UTC")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return zoneinfo.ZoneInfo("UTC")


class BodyLimitMiddleware:
    """Answer 413 to a body above `REQUEST_MAX_BYTES` before a form parser writes it to the disk."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) <= settings.REQUEST_MAX_BYTES:
            return self.get_response(request)
        drain(request)
        return problem(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def drain(request: HttpRequest) -> None:
    """Read the body and throw it away, up to a few times the limit."""
    left = settings.REQUEST_MAX_BYTES * DRAIN_LIMIT_RATIO
    while left > 0 and (chunk := request.read(DRAIN_CHUNK_BYTES)):
        left -= len(chunk)
