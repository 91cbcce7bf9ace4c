"""A host that was allowed by its form in, a connection to an address of it that was checked out, within one time."""

from __future__ import annotations

import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Any

import httpcore

from selector.addresses import Address, FetchError, IPAddress, check_reachable, literal_address

Resolve = Callable[[str, int], Iterable[IPAddress]]
Connect = Callable[[str, int, float], httpcore.NetworkStream]


def resolve_name(host: str, port: int) -> list[IPAddress]:
    """The addresses of a host, as the machine's resolver gives them. OSError where there is none."""
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [ipaddress.ip_address(str(row[4][0]).partition("%")[0]) for row in rows]


def connect_address(address: str, port: int, timeout: float) -> httpcore.NetworkStream:
    """A connection to an IP address, within `timeout` seconds."""
    return httpcore.SyncBackend().connect_tcp(address, port, timeout=timeout)


class Clock:
    """How many seconds the next step may take, so that no sum of steps is longer than the whole. `tick` may raise."""

    def __init__(self, total_seconds: float, step_seconds: float, tick: Callable[[], None]) -> None:
        self._end = time.monotonic() + total_seconds
        self._step = step_seconds
        self._tick = tick

    def seconds(self) -> float:
        """The seconds for one step. FetchError: fetch_timeout, when the whole is used up."""
        self._tick()
        left = self._end - time.monotonic()
        if left <= 0:
            raise FetchError("fetch_timeout", "The server was too slow. Try again, or download the file and upload it.")
        return min(left, self._step)


class CheckedBackend(httpcore.NetworkBackend):
    """The only place that connects: it resolves the host, checks every answer, and takes one that it has checked."""

    def __init__(self, address: Address, clock: Clock, resolve: Resolve, connect: Connect) -> None:
        self._address = address
        self._clock = clock
        self._resolve = resolve
        self._connect = connect

    def connect_tcp(self, host: str, port: int, *_args: Any, **_options: Any) -> httpcore.NetworkStream:
        """A timed connection. FetchError: private_address, name_unknown, fetch_timeout."""
        addresses = self._addresses(host, port)
        for address in addresses:
            # One bad answer among good ones is a name server that tries its luck.
            check_reachable(address, is_allowed=self._address.is_allowed)
        return TimedStream(self._first_connection(addresses, port), self._clock)

    def _first_connection(self, addresses: list[IPAddress], port: int) -> httpcore.NetworkStream:
        """A connection to the first address that takes one: a machine without IPv6 still reaches the others."""
        for address in addresses[:-1]:
            try:
                return self._connect(str(address), port, self._clock.seconds())
            except (httpcore.ConnectError, httpcore.ConnectTimeout, OSError):
                continue
        return self._connect(str(addresses[-1]), port, self._clock.seconds())

    def _addresses(self, host: str, port: int) -> list[IPAddress]:
        literal = literal_address(host)
        if literal is not None:
            return [literal]
        try:
            found = list(self._resolved(host, port))
        except (OSError, UnicodeError, ValueError) as error:
            raise FetchError("name_unknown", f"The host {host} is not known. Check how it is written.") from error
        if not found:
            raise FetchError("name_unknown", f"The host {host} has no address.")
        return found

    def _resolved(self, host: str, port: int) -> Iterable[IPAddress]:
        answer: Future[list[IPAddress]] = Future()

        def ask() -> None:
            try:
                answer.set_result(list(self._resolve(host, port)))
            except (OSError, UnicodeError, ValueError) as error:
                answer.set_exception(error)

        # The system's resolver knows no time limit; a thread of its own may be left behind with it.
        threading.Thread(target=ask, daemon=True).start()
        try:
            return answer.result(timeout=self._clock.seconds())
        except FutureTimeoutError as error:
            raise FetchError("fetch_timeout", f"No name server answered for {host}. Try again later.") from error


class TimedStream(httpcore.NetworkStream):
    """A connection of which every step, headers included, keeps to the clock."""

    def __init__(self, stream: httpcore.NetworkStream, clock: Clock) -> None:
        self._stream = stream
        self._clock = clock

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, timeout=self._clock.seconds())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, timeout=self._clock.seconds())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> TimedStream:
        secured = self._stream.start_tls(ssl_context, server_hostname, timeout=self._clock.seconds())
        return TimedStream(secured, self._clock)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
