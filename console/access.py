"""Who may call a view: every view names the least role it needs, and a lower one gets 403 before anything is read."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme

from console.problems import is_fragment, problem
from selector.models.people import User
from selector.services.base import Actor

View = Callable[..., HttpResponse]

# For the few pages that a person sees before signing in.
ANYONE = "anyone"


def access(role: str) -> Callable[[View], View]:
    """Let only signed-in people call the view whose role is `role` or above; `ANYONE` lets everybody."""

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if role != ANYONE and not request.user.is_authenticated:
                return ask_to_sign_in(request)
            if role != ANYONE and not may(request, role):
                return problem(request, HTTPStatus.FORBIDDEN)
            return view(request, *args, **kwargs)

        guarded.required_role = role  # type: ignore[attr-defined]
        return guarded

    return guard


def may(request: HttpRequest, role: str) -> bool:
    """Say whether the person may do what `role` may: a control that would be refused is not drawn."""
    return isinstance(request.user, User) and request.user.can(role)


def person_of(request: HttpRequest) -> User:
    """Give the person of a request that a guard has let through."""
    if not isinstance(request.user, User):
        raise TypeError("An anonymous request has no person; the view's guard comes first.")
    return request.user


def actor_of(request: HttpRequest) -> Actor:
    """Give the person behind a request as the services know them."""
    return Actor.from_request(request)


def ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Send to the sign-in page and back; inside a page ask in place, so that what was typed stays."""
    if is_fragment(request):
        return problem(request, HTTPStatus.UNAUTHORIZED, sign_in_again=True)
    path = request.get_full_path() if request.method == "GET" else _page_before(request)
    return redirect_to_login(path)


def safe_next(request: HttpRequest, target: str, default: str = "/") -> str:
    """Give the address to go on to if it is one of ours, else the default."""
    allowed = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if allowed else default


def _page_before(request: HttpRequest) -> str:
    """Give the address of the page whose form was sent."""
    before = safe_next(request, request.headers.get("Referer", ""), "/")
    parts = urlsplit(before)
    return parts.path + (f"?{parts.query}" if parts.query else "")
