"""Calls the tools of one collection: `call_tool(name, args)` for a plan's run, within hosts, times and sizes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urljoin

import httpcore
import httpx

from selector.addresses import DEFAULT_PORTS, Address, FetchError
from selector.connections import Clock, Connect, Resolve, connect_address, resolve_name
from selector.engine.failures import Failure, Reason, Stage
from selector.engine.plan import PlanStep, ToolCallError, ToolReply
from selector.engine.selection.mutations import is_mutating

from .answers import read_answer
from .credentials import (
    Credential,
    CredentialError,
    Profile,
    ProfileKind,
    bearer,
    choose_profiles,
    make_credential,
    read_variable,
)
from .hosts import AllowedHost, guard, refuse, refuse_private
from .requests import Prepared, prepare_request
from .transport import GuardedTransport

REDIRECTS = frozenset({301, 302, 303, 307, 308})
SAFE_METHODS = frozenset({"GET", "HEAD"})
USER_AGENT = "tool-selector-console"
# Bytes of a token endpoint's answer; chosen: a token and what stands around it.
TOKEN_BYTES = 64 * 1024


class CallStopped(BaseException):
    """The run was cancelled while a call waited. No Exception, so that no runner takes it for a failed call."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds for a connection, for one step of a call and for all of it; bytes of an answer; redirects of a read."""

    connect_seconds: float = 5.0
    step_seconds: float = 15.0
    total_seconds: float = 30.0
    max_bytes: int = 2**20
    max_redirects: int = 3


@dataclass(frozen=True, slots=True)
class CallRules:
    """What a collection lets be called. `servers` maps a source's namespace, or "" for all, to the base URL that stands
    in place of the document's. `allows_mutation` is True only where the collection does and a person has confirmed."""

    allowed_hosts: tuple[AllowedHost, ...] = ()
    profiles: tuple[Profile, ...] = ()
    servers: Mapping[str, str] = field(default_factory=dict)
    variable_prefix: str = "TOOL_AUTH_"
    allows_mutation: bool = False
    limits: Limits = field(default_factory=Limits)


class HttpCaller:
    """Makes calls. `environ` holds the variables that profiles name; `tick` is asked while a call waits and may raise
    `CallStopped`."""

    def __init__(
        self,
        tools: Mapping[str, Mapping[str, Any]],
        rules: CallRules,
        *,
        environ: Mapping[str, str],
        tick: Callable[[], None] = lambda: None,
        resolve: Resolve = resolve_name,
        connect: Connect = connect_address,
    ) -> None:
        self._tools = tools
        self._rules = rules
        self._environ = environ
        self._tick = tick
        self._resolve = resolve
        self._connect = connect
        self._tokens: dict[Profile, tuple[str, float]] = {}

    def __call__(self, name: str, args: Mapping[str, Any]) -> ToolReply:
        """The reply of one call. ToolCallError for every reason of the stages auth and execute that gave no reply."""
        tool = self._tools[name]
        changes = is_mutating(name, tool)
        if changes and not self._rules.allows_mutation:
            raise ToolCallError(Reason.MUTATION_BLOCKED, f"{name} changes something, which was not allowed.")
        server = self.server_of(name)
        guard(server, self._rules.allowed_hosts)
        try:
            credential = self._credential(tool)
        except CredentialError as error:
            message = f"{name} needs a credential that cannot be made."
            raise ToolCallError(error.failure.reason, message, error.failure.evidence) from error
        prepared = prepare_request(tool, args, credential)
        is_read = not changes and prepared.method in SAFE_METHODS
        return self._send(server.rstrip("/") + prepared.target, prepared, credential.secrets, follows=is_read)

    def check_step(self, step: PlanStep) -> Failure | None:
        """Why a step may not be called at all: a mutation, a host or a credential; None where nothing speaks against
        it. No value of a credential is made known by it, and nothing is called."""
        tool = self._tools.get(step.tool)
        if tool is None:
            return Failure(Stage.PLAN, Reason.UNKNOWN_TARGET, {"tool": step.tool})
        if is_mutating(step.tool, tool) and not self._rules.allows_mutation:
            return Failure(Stage.PLAN, Reason.MUTATION_BLOCKED, {"tools": [step.tool]})
        try:
            guard(self.server_of(step.tool), self._rules.allowed_hosts)
            for profile in self._profiles(tool):
                self._check_profile(profile)
        except ToolCallError as error:
            return error.failure
        except CredentialError as error:
            return error.failure
        return None

    def server_of(self, name: str) -> str:
        """The base URL of a tool: the collection's, or of the document's the first that may be called.

        ToolCallError (host_not_allowed) where there is none, or where it is not absolute.
        """
        servers = self._rules.servers
        openapi = _openapi(self._tools[name])
        namespace = name.partition(".")[0] if "." in name else ""
        own = servers.get(namespace) or servers.get("")
        urls = [own] if own else [url for url in openapi.get("servers") or () if isinstance(url, str)]
        absolute = [url for url in urls if "://" in url and "{" not in url]
        if not absolute:
            message = "The document names no server that can be called; give the collection a base address."
            raise refuse(message, "", "no_server")
        for url in absolute:
            try:
                guard(url, self._rules.allowed_hosts)
            except ToolCallError:
                continue
            return url
        return absolute[0]

    def _profiles(self, tool: Mapping[str, Any]) -> tuple[Profile, ...]:
        return choose_profiles(_openapi(tool).get("security") or (), self._rules.profiles)

    def _check_profile(self, profile: Profile) -> None:
        for name in filter(None, (profile.variable, profile.user_variable)):
            read_variable(profile, name, self._environ, self._rules.variable_prefix)

    def _credential(self, tool: Mapping[str, Any]) -> Credential:
        credential = Credential()
        for profile in self._profiles(tool):
            if profile.kind is ProfileKind.CLIENT_CREDENTIALS:
                made = bearer(self._token(profile))
                secret = read_variable(profile, profile.variable, self._environ, self._rules.variable_prefix)
                made = replace(made, secrets=(*made.secrets, secret))
            else:
                made = make_credential(profile, self._environ, self._rules.variable_prefix)
            credential = credential.joined(made)
        return credential

    def _token(self, profile: Profile) -> str:
        """An access token (RFC 6749, 4.4), asked for once and used until shortly before it ends."""
        known = self._tokens.get(profile)
        if known is not None and time.monotonic() < known[1]:
            return known[0]
        # The client proves itself as RFC 6749, 2.3.1 says; the token endpoint is a host of the list like any other.
        basic = make_credential(replace(profile, kind=ProfileKind.BASIC), self._environ, self._rules.variable_prefix)
        form = {"grant_type": "client_credentials", **({"scope": profile.scope} if profile.scope else {})}
        asked = httpx.Request("POST", "http://form.invalid/", data=form, headers=dict(basic.headers))
        asked.read()
        names = {"Authorization", "Content-Type"}
        headers = tuple((name, asked.headers[name].encode()) for name in sorted(names))
        prepared = Prepared("POST", "", (*headers, ("Accept", b"application/json")), asked.content)
        reply = self._send(profile.token_url, prepared, (), follows=False)
        body = reply.body if isinstance(reply.body, dict) else {}
        token, seconds = body.get("access_token"), body.get("expires_in")
        if reply.status != httpx.codes.OK or not isinstance(token, str) or not token.isascii() or not token:
            evidence = {"profile": profile.name, "problem": "token_refused", "status": reply.status}
            raise CredentialError(Reason.AUTH_HEADER_RESOLUTION_FAILED, evidence)
        life = float(seconds) if isinstance(seconds, int | float) else 60.0
        self._tokens[profile] = (token, time.monotonic() + max(0.0, life - 30.0))
        return token

    def _send(self, url: str, prepared: Prepared, secrets: tuple[str, ...], *, follows: bool) -> ToolReply:
        limits = self._rules.limits
        address = guard(url, self._rules.allowed_hosts)
        clock = Clock(limits.total_seconds, limits.step_seconds, self._tick)
        for _ in range(limits.max_redirects + 1):
            with _errors(address), self._client(address, clock) as client:
                rows = [("User-Agent", USER_AGENT.encode()), *prepared.headers]
                headers = [(name.encode(), value) for name, value in rows]
                content = prepared.content or None
                request = client.build_request(prepared.method, url, headers=headers, content=content)
                response = client.send(request, stream=True)
                try:
                    location = response.headers.get("location", "")
                    if not (follows and response.status_code in REDIRECTS and location):
                        return read_answer(response, limits.max_bytes, secrets)
                finally:
                    response.close()
            url = urljoin(url, location)
            address = self._same_host(url, address)
        raise ToolCallError(
            Reason.NETWORK_ERROR,
            f"{address.host} passed the call on more than {limits.max_redirects} times.",
            {"host": address.host, "problem": "redirects"},
        )

    def _same_host(self, url: str, before: Address) -> Address:
        """The address that a read was passed on to. ToolCallError (host_not_allowed) for another host, or for http
        after https: the credential was meant for the first one."""
        address = guard(url, self._rules.allowed_hosts)
        if address.host != before.host or (before.scheme == "https" and address.scheme != "https"):
            message = f"The call was passed on to {address.host}, which is another host; nothing was sent there."
            raise refuse(message, address.host, "redirect")
        if address.port != before.port and before.scheme == address.scheme:
            message = f"The call was passed on to port {address.port}; nothing was sent there."
            raise refuse(message, f"{address.host}:{address.port}", "redirect")
        return address

    def _client(self, address: Address, clock: Clock) -> httpx.Client:
        transport = GuardedTransport(
            address, clock, self._tick, self._rules.limits.connect_seconds, self._resolve, self._connect
        )
        # Neither proxies nor a netrc of the machine have a part in a call.
        client = httpx.Client(transport=transport, follow_redirects=False, trust_env=False)
        client.headers = httpx.Headers({"Accept-Encoding": "gzip, deflate"})
        return client


def asks_credential(tool: Mapping[str, Any]) -> bool:
    """Whether a tool's document asks for a credential, at least in one of its alternatives.

    >>> asks_credential({"metadata": {"openapi": {"security": [["key"]]}}}), asks_credential({})
    (True, False)
    """
    return any(_openapi(tool).get("security") or ())


def _openapi(tool: Mapping[str, Any]) -> Mapping[str, Any]:
    return (tool.get("metadata") or {}).get("openapi") or {}


@contextmanager
def _errors(address: Address) -> Iterator[None]:
    """What goes wrong on the way as a reason, without a word of the request."""
    evidence = {"host": address.host if address.port in DEFAULT_PORTS.values() else f"{address.host}:{address.port}"}
    try:
        yield
    except FetchError as error:
        if error.reason == "private_address":
            raise refuse_private(address) from error
        reason = Reason.TIMEOUT if error.reason == "fetch_timeout" else Reason.NETWORK_ERROR
        message = "No answer within the time that a call may take." if reason is Reason.TIMEOUT else error.message
        raise ToolCallError(reason, message, evidence) from error
    except (httpcore.TimeoutException, httpx.TimeoutException) as error:
        message = f"{address.host} did not answer in time."
        raise ToolCallError(Reason.TIMEOUT, message, {**evidence, "error": type(error).__name__}) from error
    except (httpcore.NetworkError, httpcore.ProtocolError, httpx.TransportError, httpx.InvalidURL, OSError) as error:
        message = f"{address.host} cannot be reached, or broke off."
        raise ToolCallError(Reason.NETWORK_ERROR, message, {**evidence, "error": type(error).__name__}) from error
