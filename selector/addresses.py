"""A URL or an IP address in, whether a document may be fetched from there out; nothing here asks a name server.

Addresses of a private network are refused, so that nobody can make the console read what only its machine can reach.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, urlsplit

from selector.engine.failures import EngineError

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

DEFAULT_PORTS = {"http": 80, "https": 443}
# Characters of a URL. Chosen: as many as browsers and proxies let through.
MAX_URL = 2000
# Ranges that `is_global` lets through although they lead elsewhere: to relays, and to IPv4 addresses inside IPv6 ones
# (RFC 7526, 3056, 4380). Those of NAT64 and of IPv4 in plain IPv6 lie outside of what is public at all.
MISLEADING = tuple(ipaddress.ip_network(text) for text in ("192.88.99.0/24", "2002::/16", "2001::/32"))
PUBLIC_IPV6 = ipaddress.ip_network("2000::/3")
# What a name on the list of allowed hosts may be: a private network or this machine, but never the link that cloud
# machines keep their credentials on.
OWN_NETWORKS = tuple(
    ipaddress.ip_network(text)
    for text in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "127.0.0.0/8", "fc00::/7", "::1/128")
)
# A host whose last part is a number is an IPv4 address to resolvers, in whatever base and number of parts.
NUMBER_AT_END = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)\.?", re.IGNORECASE)
HOST = re.compile(r"[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?", re.IGNORECASE)
# Characters of path and query that are not quoted again (RFC 3986, 3.3 and 3.4, and quotes that stand already).
SENT_AS_IT_IS = "%/?:@!$&'()*+,;=-._~[]"
STRANGE = re.compile(r"[\x00-\x20\x7f\\]")


class FetchError(EngineError):
    """A document cannot be fetched: a stable reason, and what to do in the message."""


@dataclass(frozen=True, slots=True)
class Address:
    """A URL that may be asked, as far as can be told without asking a name server."""

    scheme: str
    host: str
    port: int
    target: str  # path and query, as they are sent
    is_allowed: bool  # stands on the list of allowed hosts

    @property
    def shown(self) -> str:
        """The URL for people and records: a query may hold a token, so it is left out."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}{self.target.partition('?')[0]}"


def read_address(url: str, allowed_hosts: Collection[str] = ()) -> Address:
    """Take a URL apart and refuse what can be refused by its form.

    `allowed_hosts` holds `host` (may be on a private network) and `host:port` (that port, too). FetchError:
    url_invalid, url_scheme, url_credentials, url_port, private_address.

    >>> read_address("https://api.example.com/openapi.json?token=x").shown
    'https://api.example.com/openapi.json'
    """
    parts, port = _split(url)
    if parts.scheme not in DEFAULT_PORTS:
        raise FetchError("url_scheme", "Only http and https addresses can be fetched.")
    if parts.username is not None or parts.password is not None:
        raise FetchError("url_credentials", "The address holds a name or password. Download the file and upload it.")
    host = _plain_host(parts.hostname or "")
    port = port or DEFAULT_PORTS[parts.scheme]
    is_allowed = f"{host}:{port}" in allowed_hosts or (host in allowed_hosts and port in DEFAULT_PORTS.values())
    if port not in DEFAULT_PORTS.values() and not is_allowed:
        raise FetchError("url_port", f"Port {port} is not allowed; an admin can allow {host}:{port}.")
    _check_host(host, is_allowed=is_allowed)
    target = quote((parts.path or "/") + (f"?{parts.query}" if parts.query else ""), safe=SENT_AS_IT_IS)
    return Address(parts.scheme, host, port, target, is_allowed)


def check_reachable(address: IPAddress, *, is_allowed: bool = False) -> None:
    """Refuse an address that is not of the public internet (or of an own network, for a host on the list).

    >>> check_reachable(ipaddress.ip_address("93.184.216.34"))
    >>> is_public(ipaddress.ip_address("169.254.169.254"))
    False
    """
    if is_public(address) or (is_allowed and any(address in network for network in OWN_NETWORKS)):
        return
    raise FetchError(
        "private_address",
        "The address leads to a private network or to this machine. An admin can allow the host; or upload the file.",
    )


def is_public(address: IPAddress) -> bool:
    """Whether an address belongs to the public internet, by its own number and by what hides in it."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address not in PUBLIC_IPV6:
            return False
    is_special = address.is_multicast or address.is_reserved or address.is_private
    return address.is_global and not is_special and not any(address in network for network in MISLEADING)


def literal_address(host: str) -> IPAddress | None:
    """The address that a host is, None for a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _split(url: str) -> tuple[SplitResult, int | None]:
    if len(url) > MAX_URL or STRANGE.search(url):
        raise FetchError("url_invalid", "This is no address. Give the whole of it, from https:// on.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise FetchError("url_invalid", "This is no address. Give the whole of it, from https:// on.") from error
    return parts, port


def _plain_host(host: str) -> str:
    """The host in small ASCII letters, without the dot that a full name may end with."""
    if ":" in host or "%" in host:
        return host.lower()
    try:
        plain = host.rstrip(".").encode("idna").decode("ascii").lower() if not host.isascii() else host.rstrip(".")
    except UnicodeError as error:
        raise FetchError("url_invalid", "The host of the address is no name that can be asked for.") from error
    return plain.lower()


def _check_host(host: str, *, is_allowed: bool) -> None:
    address = literal_address(host)
    if address is not None:
        check_reachable(address, is_allowed=is_allowed)
        return
    if NUMBER_AT_END.fullmatch(host):
        # 2130706433, 0177.0.0.1 and 127.1 are all this machine to a resolver.
        raise FetchError("private_address", "Write the address of the host as four numbers, or use its name.")
    if not HOST.fullmatch(host) or ".." in host:
        raise FetchError("url_invalid", "The host of the address is no name that can be asked for.")
    if (host == "localhost" or host.endswith(".localhost")) and not is_allowed:
        raise FetchError("private_address", "This is the console's own machine. Upload the file instead.")
