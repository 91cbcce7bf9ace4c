"""Who calls the API: a program by its token or a person by their session, what each may do, and how often."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils import timezone
from rest_framework import authentication, exceptions, permissions, throttling
from rest_framework.request import Request

from console.api.errors import ApiProblem
from selector.models import ApiToken, Channel, Collection
from selector.services import Actor
from selector.services.tokens import TokenRefused, open_token

# The role that the audit names for a program.
PROGRAM_ROLE = "adapter"
# No value of ours is nearly as long; a longer header is not even hashed.
HEADER_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Program:
    """Who stands behind a token, where the framework wants a user."""

    token: ApiToken
    is_authenticated: bool = True
    is_active: bool = True


@dataclass(frozen=True, slots=True)
class Need:
    """What a method needs: the scope of a token, or the least role of a person."""

    scope: str
    role: str


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer <token>`."""

    keyword = "Bearer"

    def authenticate(self, request: Request) -> tuple[Program, ApiToken] | None:
        header = request.headers.get("Authorization", "")
        keyword, _space, value = header.partition(" ")
        if not header or keyword.lower() != self.keyword.lower():
            return None
        try:
            token = open_token(value.strip()[:HEADER_CHARACTERS], timezone.now())
        except TokenRefused as refused:
            raise exceptions.AuthenticationFailed(code=refused.reason) from refused
        return Program(token), token

    def authenticate_header(self, request: Request) -> str:
        return f'{self.keyword} realm="api"'


class SessionAuthentication(authentication.SessionAuthentication):
    """The session of the pages; a write needs the CSRF token of a page."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as refused:
            raise ApiProblem(403, "csrf_failed") from refused


class MayDo(permissions.BasePermission):
    """Lets through who has the scope or the role that the view's `needs` name for the method."""

    def has_permission(self, request: Request, view: Any) -> bool:
        method = "GET" if request.method == "HEAD" else request.method
        if not request.user or not request.user.is_authenticated:
            return False
        need: Need | None = view.needs.get(method)
        # A method that no view has is answered with 405 afterwards.
        return need is None or _allows(request.user, need)


def _allows(caller: Any, need: Need) -> bool:
    if isinstance(caller, Program):
        # An empty scope: any live token will do.
        if need.scope and need.scope not in caller.token.scopes:
            detail = f"The token {caller.token.name} lacks the scope {need.scope}."
            raise ApiProblem(403, "scope_missing", detail, evidence={"scope": need.scope})
        return True
    if not caller.can(need.role):
        raise ApiProblem(403, "role_too_low", f"This needs the role {need.role}.", evidence={"role": need.role})
    return True


class PerCaller(throttling.SimpleRateThrottle):
    """So many requests of one token or one person in a time, as `API_RATE` says; counted in each web process."""

    scope = "api"

    def get_rate(self) -> str:
        return str(settings.API_RATE)

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        caller = request.user
        who = f"token-{caller.token.pk}" if isinstance(caller, Program) else f"user-{caller.pk}"
        return f"api-rate-{who}"


def actor_of(request: Request) -> Actor:
    """The program or the person as the services and the audit know them."""
    caller = request.user
    if isinstance(caller, Program):
        request_id = getattr(request._request, "request_id", "")
        return Actor(user=None, name=caller.token.name, role=PROGRAM_ROLE, channel=Channel.API, request_id=request_id)
    return Actor.from_request(request._request, Channel.API)


def key_of(request: Request, key: str) -> str:
    """The idempotency key as it is stored: programs have no user, so their token keeps their keys apart."""
    caller = request.user
    return f"token:{caller.token.pk}:{key}" if isinstance(caller, Program) else key


def only_collection(request: Request) -> str:
    """The slug of the one collection that a token opens; "" where there is no such limit."""
    caller = request.user
    return caller.token.collection.slug if isinstance(caller, Program) and caller.token.collection else ""


def visible_collection(request: Request, slug: str) -> Collection:
    """The collection of a slug, if there is one and the caller may know of it."""
    only = only_collection(request)
    collection = Collection.objects.filter(slug=slug).first() if not only or only == slug else None
    if collection is None:
        raise ApiProblem(404, "collection_unknown", f"There is no collection {slug}.", evidence={"collection": slug})
    return collection
