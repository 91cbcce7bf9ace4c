"""A request of httpx in, its answer out, over a connection that was checked, timed and can be stopped at any time."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import certifi
import httpcore
import httpx

from selector.addresses import Address
from selector.connections import CheckedBackend, Clock, Connect, Resolve, connect_address, resolve_name

# Seconds for which a wait goes on before somebody looks whether the run was cancelled; chosen: a person sees no delay.
LOOK_SECONDS = 0.5


class GuardedTransport(httpx.BaseTransport):
    """Connects to one address only, which is looked up once and checked; nothing is reused between calls.

    `clock` bounds each step and the whole; its `tick` is asked at least every `LOOK_SECONDS` and may raise.
    """

    def __init__(
        self,
        address: Address,
        clock: Clock,
        tick: Callable[[], None],
        connect_seconds: float,
        resolve: Resolve = resolve_name,
        connect: Connect = connect_address,
    ) -> None:
        def patient(host: str, port: int, seconds: float) -> httpcore.NetworkStream:
            return PatientStream(connect(host, port, min(seconds, connect_seconds)), tick)

        self._address = address
        self._pool = httpcore.ConnectionPool(
            ssl_context=tls_context(),
            network_backend=CheckedBackend(address, clock, resolve, patient),
            max_keepalive_connections=0,
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The answer, with its body still to come."""
        url = request.url
        if (url.scheme, url.raw_host.decode().strip("[]")) != (self._address.scheme, self._address.host):
            message = "A transport serves the address that it was made for."
            raise httpx.UnsupportedProtocol(message)
        core = httpcore.Request(
            method=request.method,
            url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=self._address.port, target=url.raw_path),
            headers=request.headers.raw,
            content=request.stream,
        )
        answer = self._pool.handle_request(core)
        return httpx.Response(answer.status, headers=answer.headers, stream=_Stream(answer))

    def close(self) -> None:
        self._pool.close()


class _Stream(httpx.SyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        yield from self._answer.iter_stream()

    def close(self) -> None:
        self._answer.close()


class PatientStream(httpcore.NetworkStream):
    """A connection whose long waits are made of short ones, with a look between them."""

    def __init__(self, stream: httpcore.NetworkStream, tick: Callable[[], None]) -> None:
        self._stream = stream
        self._tick = tick

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        end = time.monotonic() + (timeout or LOOK_SECONDS)
        while True:
            left = end - time.monotonic()
            try:
                return self._stream.read(max_bytes, timeout=max(0.001, min(left, LOOK_SECONDS)))
            except httpcore.ReadTimeout:
                self._tick()
                if time.monotonic() >= end:
                    raise

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, timeout=timeout)

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> PatientStream:
        return PatientStream(self._stream.start_tls(ssl_context, server_hostname, timeout=timeout), self._tick)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


@cache
def tls_context() -> ssl.SSLContext:
    """Certificates are checked against those of the machine and those that come with the package."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context
