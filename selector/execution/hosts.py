"""The hosts that a collection may call: a URL in, the address to connect to out, or that nobody allowed it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from selector.addresses import DEFAULT_PORTS, Address, FetchError, check_reachable, literal_address, read_address
from selector.engine.failures import Reason
from selector.engine.plan import ToolCallError


@dataclass(frozen=True, slots=True)
class AllowedHost:
    """A host that may be called, on the usual ports or on one. Only an `is_private` one may be on this machine or in a
    private network: a name server that says so of any other is not believed."""

    host: str
    port: int | None = None
    is_private: bool = False

    def covers(self, address: Address) -> bool:
        """Whether a URL of that host and port is this one."""
        ports = {self.port} if self.port else set(DEFAULT_PORTS.values())
        return self.host == address.host and address.port in ports

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}" if self.port else host


class _Every(frozenset[str]):
    """Every host: used where the form of a URL is looked at before the list is."""

    def __contains__(self, _: object) -> bool:
        return True


def read_allowed_host(text: str, *, is_private: bool = False) -> AllowedHost:
    """An entry of the list out of `host` or `host:port`. FetchError (url_invalid, url_scheme, private_address).

    >>> str(read_allowed_host("API.example.com:8443"))
    'api.example.com:8443'
    """
    plain = text.strip()
    if not plain or any(mark in plain for mark in "/?#@*"):
        raise FetchError("url_invalid", "Write a host, or a host and its port: api.example.com:8443.")
    address = read_address(f"http://{plain}/", _Every())
    has_port = plain.rpartition("]")[2].rpartition(":")[1] == ":"
    literal = literal_address(address.host)
    if literal is not None:
        check_reachable(literal, is_allowed=is_private)
    elif address.host == "localhost" and not is_private:
        raise FetchError("private_address", "This is the console's own machine; mark the host as private.")
    return AllowedHost(address.host, address.port if has_port else None, is_private)


def read_url(url: str) -> Address:
    """A URL by its form alone, whatever host it names. FetchError: url_invalid, url_scheme, url_credentials."""
    return read_address(url, _Every())


def guard(url: str, allowed: Iterable[AllowedHost]) -> Address:
    """The address of a URL whose host is on the list. ToolCallError (host_not_allowed) for any other."""
    try:
        address = read_url(url)
    except FetchError as error:
        raise refuse(error.message, "", error.reason) from error
    entry = next((row for row in allowed if row.covers(address)), None)
    if entry is None:
        message = f"{_shown(address)} is not among the hosts that this collection may call; an admin can allow it."
        raise refuse(message, _shown(address), "not_listed")
    try:
        literal = literal_address(address.host)
        if literal is not None:
            check_reachable(literal, is_allowed=entry.is_private)
    except FetchError as error:
        raise refuse_private(address) from error
    # The connection is made where the name leads; only a private entry may lead inside.
    return replace(address, is_allowed=entry.is_private)


def refuse(message: str, host: str, problem: str) -> ToolCallError:
    """The error for a host that is not called."""
    evidence: dict[str, Any] = {"host": host, "problem": problem}
    return ToolCallError(Reason.HOST_NOT_ALLOWED, message, evidence)


def refuse_private(address: Address) -> ToolCallError:
    """The error for a host that leads into a private network without being marked so."""
    message = f"{_shown(address)} leads to a private network or this machine, and is not listed as such."
    return refuse(message, _shown(address), "private_address")


def _shown(address: Address) -> str:
    host = f"[{address.host}]" if ":" in address.host else address.host
    return host if address.port == DEFAULT_PORTS[address.scheme] else f"{host}:{address.port}"
