"""The address of a document in, its bytes out; every connection goes to an address that has just been checked.

The name is resolved once, the answer is checked, and that very address is connected to, so that a name server that
answers differently the second time gains nothing. Redirects are followed by hand, each one checked like the first.
"""

from __future__ import annotations

import ssl
import zlib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from posixpath import basename
from urllib.parse import unquote, urljoin

import certifi
import httpcore

from selector.addresses import DEFAULT_PORTS, Address, FetchError, read_address
from selector.connections import CheckedBackend, Clock, Connect, Resolve, connect_address, resolve_name

# Seconds: for the whole fetch, and for one step of it (a name, a connection, a wait for more). Chosen: a step is far
# below what counts as a dead worker.
TOTAL_SECONDS = 60.0
STEP_SECONDS = 15.0
MAX_REDIRECTS = 5
REDIRECTS = frozenset({301, 302, 303, 307, 308})
# Bytes that are unpacked at once, so that a small answer that unpacks to gigabytes is stopped early.
CHUNK_BYTES = 256 * 1024
GZIP_BITS = 16 + zlib.MAX_WBITS
USER_AGENT = "tool-selector-console"
ACCEPT = "application/json, application/yaml, text/yaml, application/zip, */*;q=0.5"


@dataclass(frozen=True, slots=True)
class Fetched:
    """A document from the network. `name` is the last part of its path."""

    content: bytes
    name: str


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a fetch may take, and which hosts may be on a private network or on another port."""

    max_bytes: int
    allowed_hosts: Collection[str] = ()
    total_seconds: float = TOTAL_SECONDS
    step_seconds: float = STEP_SECONDS


def fetch_document(
    url: str,
    limits: Limits,
    *,
    tick: Callable[[], None] = lambda: None,
    resolve: Resolve = resolve_name,
    connect: Connect = connect_address,
) -> Fetched:
    """The document at an address, after at most five redirects. `tick` is called at each step, and may raise.

    FetchError: as `read_address`, and name_unknown, unreachable, fetch_timeout, fetch_denied, fetch_status,
    fetch_redirects, fetch_encoding, too_large. No message holds the query of an address.
    """
    clock = Clock(limits.total_seconds, limits.step_seconds, tick)
    address = read_address(url, limits.allowed_hosts)
    for _ in range(MAX_REDIRECTS + 1):
        backend = CheckedBackend(address, clock, resolve, connect)
        with _errors(address), httpcore.ConnectionPool(ssl_context=_tls(), network_backend=backend) as pool:
            answer = _ask(pool, address, limits.max_bytes)
        if isinstance(answer, bytes):
            return Fetched(answer, unquote(basename(address.target.partition("?")[0])))
        address = read_address(answer, limits.allowed_hosts)
    raise FetchError("fetch_redirects", f"The address was passed on more than {MAX_REDIRECTS} times.")


def _ask(pool: httpcore.ConnectionPool, address: Address, max_bytes: int) -> bytes | str:
    """The body of an answer, or the address that it points on to."""
    url = httpcore.URL(
        scheme=address.scheme.encode(), host=address.host.encode(), port=address.port, target=address.target.encode()
    )
    headers = [("Host", _host(address)), ("User-Agent", USER_AGENT), ("Accept", ACCEPT), ("Accept-Encoding", "gzip")]
    with pool.stream("GET", url, headers=headers) as response:
        fields = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
        if response.status in REDIRECTS and fields.get("location"):
            return urljoin(f"{address.scheme}://{_host(address)}{address.target}", fields["location"].strip())
        _check_status(response.status, address)
        return _read_body(response.iter_stream(), fields, max_bytes)


def _host(address: Address) -> str:
    host = f"[{address.host}]" if ":" in address.host else address.host
    return host if address.port == DEFAULT_PORTS[address.scheme] else f"{host}:{address.port}"


def _check_status(status: int, address: Address) -> None:
    if status == HTTPStatus.OK:
        return
    if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        message = f"{address.host} wants to know who asks (status {status}). Download the file and upload it."
        raise FetchError("fetch_denied", message, {"status": status})
    message = f"{address.host} answered with status {status} in place of the document. Check the address."
    raise FetchError("fetch_status", message, {"status": status})


def _read_body(chunks: Iterator[bytes], fields: dict[str, str], max_bytes: int) -> bytes:
    encoding = fields.get("content-encoding", "identity").strip().lower()
    if encoding not in ("identity", "", "gzip", "x-gzip"):
        raise FetchError("fetch_encoding", f"The answer is packed as {encoding[:40]}, which was not asked for.")
    body = bytearray()
    for part in _unpacked(chunks) if "gzip" in encoding else chunks:
        body += part
        if len(body) > max_bytes:
            raise FetchError("too_large", f"The document is larger than {max_bytes // 2**20} MB.")
    return bytes(body)


def _unpacked(chunks: Iterator[bytes]) -> Iterator[bytes]:
    unpack = zlib.decompressobj(GZIP_BITS)
    try:
        for chunk in chunks:
            rest = chunk
            while rest:
                yield unpack.decompress(rest, CHUNK_BYTES)
                rest = unpack.unconsumed_tail
    except zlib.error as error:
        raise FetchError("fetch_encoding", "The answer says that it is packed, but cannot be unpacked.") from error
    if not unpack.eof:
        raise FetchError("unreachable", "The answer broke off. Try again, or download the file and upload it.")


@contextmanager
def _errors(address: Address) -> Iterator[None]:
    """What goes wrong on the way, as a reason and what to do about it."""
    try:
        yield
    except httpcore.TimeoutException as error:
        message = f"{address.host} did not answer in time. Try again, or download the file and upload it."
        raise FetchError("fetch_timeout", message) from error
    except (httpcore.NetworkError, httpcore.ProtocolError, ssl.SSLError, OSError) as error:
        message = f"{address.host} cannot be reached ({type(error).__name__}). Check the address, or upload the file."
        raise FetchError("unreachable", message) from error


def _tls() -> ssl.SSLContext:
    """Certificates are checked against those of the machine and those that come with the package."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context
