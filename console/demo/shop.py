"""The demo shop answers its own document: requests in, answers out of memory, failures where a tenant asks for one."""

from __future__ import annotations

import hmac
import json
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

# The modules of answers fill the table by being imported.
from . import shop_goods, shop_orders, shop_people  # noqa: F401
from .shop_contract import Request, ShopProblem, find_operation, read_call
from .shop_data import make_store
from .shop_rows import ANSWERS

HOST, PORT, PREFIX = "127.0.0.1", 8790, "/v1"
RESET_PATH = "/demo/reset"
# The variable that holds the shop's key, and the key where it is not set: everybody may know it, as the shop is only
# reached from its own machine and holds nothing.
KEY_VARIABLE, PUBLIC_KEY = "TOOL_AUTH_DEMO_SHOP", "demo-shop-public-key"
# Seconds that a slow answer takes; chosen: longer than the console waits for any step of a call.
SLOW_SECONDS = 45.0
# Bytes of a body that are read, and of an answer that is too large on request; chosen.
MAX_BODY, LARGE_ANSWER = 8 * 2**20, 2 * 2**20
ELSEWHERE = "http://elsewhere.invalid/v1"
DROP = "demo_shop.drop"
RAW_PATH = "demo_shop.raw_path"

logger = logging.getLogger("console.demo.shop")
StartResponse = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back: a status, a type and bytes."""

    status: int
    media_type: str = ""
    content: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


class ShopApp:
    """The shop as a WSGI application. `key` opens it; `slow_seconds` is how long a slow answer takes."""

    def __init__(self, key: str = PUBLIC_KEY, slow_seconds: float = SLOW_SECONDS) -> None:
        self._key = key
        self._slow_seconds = slow_seconds
        # One request at a time touches the rows; those that wait on purpose do it outside.
        self._lock = threading.Lock()
        self.store = make_store()

    def __call__(self, environ: Mapping[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        request = read_request(environ)
        try:
            answer = self._answer(request, environ)
        except ShopProblem as problem:
            body = problem.body(request.headers.get("accept-language", ""))
            answer = Answer(problem.status, "application/problem+json", _json(body))
        headers = [("Content-Length", str(len(answer.content))), *answer.headers]
        if answer.media_type:
            headers.append(("Content-Type", answer.media_type))
        start_response(f"{answer.status} {HTTPStatus(answer.status).phrase}", headers)
        return [answer.content]

    def reset(self) -> None:
        """Put all rows back as they are at a start."""
        with self._lock:
            self.store = make_store()

    def _answer(self, request: Request, environ: Mapping[str, Any]) -> Answer:
        given = request.headers.get("authorization", "").encode()
        if not hmac.compare_digest(given, f"Bearer {self._key}".encode()):
            raise ShopProblem(401, "wrong_key" if given else "no_key")
        if (request.method, request.path) == ("POST", RESET_PATH):
            self.reset()
            return Answer(204)
        if not request.path.startswith(f"{PREFIX}/"):
            raise ShopProblem(404, "no_such_path")
        inner = Request(request.method, request.path[len(PREFIX) :], request.query, request.headers, request.body)
        operation, in_path = find_operation(inner)
        failed = self._fail_on_request(request, environ)
        if failed is not None:
            return failed
        call = read_call(operation, in_path, inner)
        with self._lock:
            body = ANSWERS[operation.name](self.store, call)
            content = body if isinstance(body, bytes) else b"" if body is None else _json(body)
        return Answer(operation.status, operation.answer_type, content)

    def _fail_on_request(self, request: Request, environ: Mapping[str, Any]) -> Answer | None:
        """The failure that the name of the tenant asks for."""
        tenant = request.headers.get("x-tenant-id", "")
        if tenant == "demo-slow":
            time.sleep(self._slow_seconds)
        elif tenant == "demo-fail":
            raise ShopProblem(503, "asked_to_fail")
        elif tenant == "demo-denied":
            raise ShopProblem(403, "asked_to_deny")
        elif tenant == "demo-drop":
            environ.get(DROP, lambda: None)()
        elif tenant == "demo-away":
            return Answer(302, headers=(("Location", ELSEWHERE + request.path[len(PREFIX) :]),))
        elif tenant == "demo-large":
            return Answer(200, "application/json", _json({"filler": "x" * LARGE_ANSWER}))
        return None


def read_request(environ: Mapping[str, Any]) -> Request:
    """The parts of a WSGI request that the shop looks at."""
    headers = {key[5:].replace("_", "-").lower(): str(value) for key, value in environ.items() if key[:5] == "HTTP_"}
    headers["content-type"] = str(environ.get("CONTENT_TYPE") or "")
    length = str(environ.get("CONTENT_LENGTH") or "0")
    size = min(int(length) if length.isdecimal() else 0, MAX_BODY)
    body = environ["wsgi.input"].read(size) if size else b""
    path = str(environ.get(RAW_PATH) or environ.get("PATH_INFO") or "/")
    return Request(str(environ["REQUEST_METHOD"]), path, str(environ.get("QUERY_STRING") or ""), headers, body)


def _json(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode()


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    # A slow answer on its way must not hold up the end.
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Whoever asked has hung up; nothing is printed."""


class _Handler(WSGIRequestHandler):
    def get_environ(self) -> dict[str, Any]:
        environ = dict(super().get_environ())
        # Before anything is decoded, so that a slash inside a value is no slash of the path.
        environ[RAW_PATH] = self.path.partition("?")[0]
        environ[DROP] = lambda: self.connection.shutdown(socket.SHUT_RDWR)
        return environ

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        # Without the query, which may hold anything.
        logger.info("%s %s", self.command, self.path.partition("?")[0])


def make_shop_server(app: ShopApp, port: int = PORT) -> WSGIServer:
    """A server of the shop that only this machine reaches; port 0 takes a free one. OSError where it is taken."""
    return make_server(HOST, port, app, server_class=_Server, handler_class=_Handler)


@contextmanager
def running_shop(app: ShopApp, port: int = 0) -> Iterator[str]:
    """The shop in a thread of its own, by the address of its API."""
    with make_shop_server(app, port) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield f"http://{HOST}:{server.server_port}{PREFIX}"
        finally:
            server.shutdown()
            thread.join()
