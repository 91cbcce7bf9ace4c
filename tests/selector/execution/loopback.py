"""A real server on this machine that remembers what it was asked, and tools that lead to it."""

from __future__ import annotations

import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from selector.engine import read_openapi
from selector.execution import AllowedHost, CallRules, HttpCaller, Limits


@dataclass
class Seen:
    """One request as it arrived."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Loopback:
    """The server's address, what it has seen, and how it answers: status, headers, chunks of a body."""

    port: int = 0
    seen: list[Seen] = field(default_factory=list)
    answer: Callable[[Seen], tuple[int, dict[str, str], Any]] = lambda seen: (200, {}, {"ok": True})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def last(self) -> Seen:
        return self.seen[-1]

    def rules(self, **more: Any) -> CallRules:
        hosts = (AllowedHost("127.0.0.1", self.port, is_private=True),)
        fields = {"allowed_hosts": hosts, "servers": {"": self.url}, "allows_mutation": True}
        return CallRules(**{**fields, "limits": Limits(step_seconds=2, total_seconds=5), **more})

    def caller(self, operation: dict[str, Any], environ: dict[str, str] | None = None, **rules: Any) -> HttpCaller:
        return HttpCaller(a_tool(operation), self.rules(**rules), environ=environ or {})


@contextmanager
def loopback(tls: ssl.SSLContext | None = None) -> Iterator[Loopback]:
    """A server that answers 200 with {"ok": true} until it is told otherwise."""
    state = Loopback()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one_request(self) -> None:
            try:
                super().handle_one_request()
            except ConnectionError:
                self.close_connection = True

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            state.seen.append(Seen(self.command, self.path, dict(self.headers.items()), body))
            status, headers, content = state.answer(state.last)
            if status == 0:
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            raw = (
                content if isinstance(content, bytes) else json.dumps(content).encode() if content is not None else b""
            )
            fields = {"Content-Type": "application/json", "Content-Length": str(len(raw)), **headers}
            self.send_response(status)
            for name, value in fields.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(raw)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815

        def log_message(self, *args: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *args: Any) -> None:
            pass

    with Server(("127.0.0.1", 0), Handler) as server:
        state.port = server.server_port
        if tls is not None:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield state
        server.shutdown()
        thread.join()


def after(seconds: float, *answer: Any) -> Callable[[Seen], Any]:
    """An answer that comes late."""

    def wait(_: Seen) -> Any:
        time.sleep(seconds)
        return answer

    return wait


def a_tool(operation: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """One operation as a tool named `call`; its `method` and `path` are GET and /things where it says nothing."""
    method = operation.get("method", "get")
    rest = {key: value for key, value in operation.items() if key not in {"method", "path", "root"}}
    name = "getThing" if method == "get" else "changeThing"
    rest = {"operationId": name, "responses": {"200": {"description": ""}}, **rest}
    root = operation.get("root") or {"openapi": "3.0.3"}
    document = {"info": {"title": "t", "version": "1"}, "paths": {operation.get("path", "/things"): {method: rest}}}
    return {"call": {**read_openapi({**document, **root}).tools[name], "name": "call"}}


def parameter(name: str, place: str, schema: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A parameter of a document."""
    required = {"required": True} if place == "path" else {}
    return {"name": name, "in": place, **required, **({} if "content" in more else {"schema": schema or {}}), **more}
