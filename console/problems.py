"""Error answers in one shape: a status and texts in, a styled page or a fragment for htmx out."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from console.problem_json import is_api, problem_json
from console.words import knows, word
from selector.services.base import CurrentState, RuleBroken

Value = TypeVar("Value")

# Title and what to do, for each status that a person can meet.
TEXTS: dict[int, tuple[str | Promise, str | Promise]] = {
    400: (
        gettext_lazy("The request could not be read"),
        gettext_lazy("Go back, reload the page and try again."),
    ),
    401: (
        gettext_lazy("You are signed out"),
        gettext_lazy("Sign in again here; what you typed stays on the page."),
    ),
    403: (
        pgettext_lazy("problem", "Not allowed"),
        gettext_lazy("Your role does not allow this. Ask an admin if you need it."),
    ),
    404: (
        gettext_lazy("Not found"),
        gettext_lazy("There is nothing at this address. It may have been removed, or the address is mistyped."),
    ),
    405: (
        gettext_lazy("This address cannot be used that way"),
        gettext_lazy("Open the page and use its buttons."),
    ),
    409: (
        gettext_lazy("Somebody was faster"),
        gettext_lazy("This was changed while you had it open."),
    ),
    413: (
        gettext_lazy("The file is too large"),
        gettext_lazy("A document may have at most 50 MB."),
    ),
    422: (
        gettext_lazy("This cannot be done"),
        gettext_lazy("Look at what was refused and try again."),
    ),
    429: (
        gettext_lazy("Too many tries"),
        gettext_lazy("Wait some minutes, then try again."),
    ),
    500: (
        gettext_lazy("Something broke inside the console"),
        gettext_lazy("It has been logged. Try again; if it stays, tell an admin the request id below."),
    ),
}


def found(query: Callable[..., Value], *args: Any) -> Value:
    """Give what a query gives; what is not there becomes the 404 page."""
    try:
        return query(*args)
    except ObjectDoesNotExist as missing:
        raise Http404 from missing


def is_fragment(request: HttpRequest) -> bool:
    """Say whether htmx asks for a piece of a page; going back through history wants the whole page."""
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request


def problem(
    request: HttpRequest,
    status: int,
    *,
    title: str = "",
    detail: str = "",
    retry_url: str = "",
    **extra: Any,
) -> HttpResponse:
    """Give the answer to a request that failed; an htmx request gets the fragment with `role=alert`, a program JSON."""
    if is_api(request):
        return problem_json(request, status)
    known = TEXTS.get(status) or TEXTS[500 if status >= 500 else 400]
    context = {
        "status": status,
        "title": title or known[0],
        "detail": detail or known[1],
        "retry_url": retry_url or (request.get_full_path() if request.method == "GET" and status >= 500 else ""),
        "request_id": getattr(request, "request_id", ""),
        **extra,
    }
    template = "errors/_problem.html" if is_fragment(request) else "errors/page.html"
    return render(request, template, context, status=status)


def conflict(
    request: HttpRequest, current: CurrentState, *, kept: dict[str, str] | None = None, retry_url: str = ""
) -> HttpResponse:
    """Give the 409 answer: who changed it, when, how it is now, and the text that the person had typed."""
    return problem(
        request,
        HTTPStatus.CONFLICT,
        retry_url=retry_url,
        current=current,
        kept={k: v for k, v in (kept or {}).items() if v},
    )


def refusal(request: HttpRequest, broken: RuleBroken, *, retry_url: str = "") -> HttpResponse:
    """Give the 409 answer where a rule refuses something that was possible when the page was drawn."""
    detail = word("rule", broken.reason) if knows("rule", broken.reason) else broken.message
    title = _("This cannot be done now")
    return problem(request, HTTPStatus.CONFLICT, title=title, detail=str(detail), retry_url=retry_url)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    return problem(request, HTTPStatus.BAD_REQUEST)


def permission_denied(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    return problem(request, HTTPStatus.FORBIDDEN)


def page_not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    return problem(request, HTTPStatus.NOT_FOUND)


def server_error(request: HttpRequest) -> HttpResponse:
    """Give the page for a fault of ours. It asks neither session nor database, as either may be what broke."""
    if is_api(request):
        return problem_json(request, 500)
    known = TEXTS[500]
    context = {"status": 500, "title": known[0], "detail": known[1], "request_id": getattr(request, "request_id", "")}
    template = "errors/_problem.html" if is_fragment(request) else "errors/bare.html"
    return HttpResponse(render_to_string(template, context), status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """Give the page for a form whose token does not fit: it was open across a sign-in, or cookies are blocked."""
    return problem(
        request,
        HTTPStatus.FORBIDDEN,
        title=_("This form is out of date"),
        detail=_("Reload the page and send the form again. Cookies must be allowed for this site."),
    )


def locked_out(request: HttpRequest, *_args: Any, **_kwargs: Any) -> HttpResponse:
    """Give the page after too many failed sign-ins with one name from one address."""
    return problem(
        request,
        HTTPStatus.TOO_MANY_REQUESTS,
        title=_("Too many failed sign-ins"),
        detail=_("This name is locked for 15 minutes from this address. Wait, or ask an admin to unlock it."),
        retry_url=reverse("login"),
    )
