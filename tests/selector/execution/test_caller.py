"""What may be called, what comes back, and by which reason a call fails: against a real server on this machine."""

from __future__ import annotations

import gzip
import ipaddress
import socket
import threading
import time
import zlib
from typing import Any

import pytest

from selector.addresses import FetchError
from selector.engine.plan import PlanRunner, PlanStep, ToolCallError
from selector.engine.plan.model import Plan
from selector.execution import AllowedHost, CallStopped, HttpCaller, Limits, read_allowed_host

from .loopback import Loopback, a_tool, after, loopback, parameter

TEXT = {"type": "string"}
QUICK = Limits(connect_seconds=0.3, step_seconds=0.3, total_seconds=0.6)


def reason_of(caller: HttpCaller, **args: Any) -> tuple[str, dict[str, Any]]:
    """Why a plan of one call fails, as its run tells it."""
    plan = Plan("p", "", [PlanStep("s1", "call", args, mutates=False)])
    last = list(PlanRunner(caller, check_step=caller.check_step).run_stream(plan))[-1]
    return (last["failure"]["stage"] + " " + last["failure"]["reason"], last["failure"]["evidence"])


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (lambda _: (401, {}, {"message": "no"}), "execute auth_failed"),
        (lambda _: (403, {}, {"message": "no"}), "execute auth_failed"),
        (lambda _: (404, {}, {"message": "no"}), "execute http_4xx"),
        (lambda _: (422, {}, {"errors": []}), "execute http_4xx"),
        (lambda _: (500, {}, None), "execute http_5xx"),
        (lambda _: (503, {"Content-Type": "text/html"}, b"<html>"), "execute http_5xx"),
        (lambda _: (0, {}, None), "execute network_error"),
        (after(1.5, 200, {}, {}), "execute timeout"),
        (lambda _: (200, {"Content-Encoding": "br"}, b"abc"), "execute network_error"),
        (lambda _: (200, {"Content-Encoding": "gzip"}, b"no gzip"), "execute network_error"),
    ],
)
def test_every_failure_of_a_call_has_its_reason(server: Loopback, answer, reason) -> None:
    server.answer = answer

    assert reason_of(server.caller({}, limits=QUICK))[0] == reason


def test_a_server_that_is_not_there_is_a_network_error(server: Loopback) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    hosts = (AllowedHost("127.0.0.1", port, is_private=True),)

    reason, evidence = reason_of(server.caller({}, servers={"": f"http://127.0.0.1:{port}"}, allowed_hosts=hosts))

    assert (reason, evidence["error"]) == ("execute network_error", "ConnectError")


def test_a_server_that_drips_its_answer_is_cut_at_the_whole_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=drip, args=(listener,), daemon=True).start()
        state = Loopback(port=listener.getsockname()[1])
        begun = time.monotonic()

        reason, _ = reason_of(state.caller({}, limits=QUICK))

    assert reason == "execute timeout"
    assert time.monotonic() - begun < 3


def drip(listener: socket.socket) -> None:
    with listener.accept()[0] as connection:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        for _ in range(100):
            try:
                connection.sendall(b"x")
            except OSError:
                return
            time.sleep(0.1)


def test_a_stop_ends_a_call_that_waits(server: Loopback) -> None:
    server.answer = after(5, 200, {}, {})

    def stop() -> None:
        if server.seen:
            raise CallStopped

    caller = HttpCaller(a_tool({}), server.rules(), environ={}, tick=stop)
    begun = time.monotonic()

    with pytest.raises(CallStopped):
        caller("call", {})

    assert time.monotonic() - begun < 2.5


@pytest.mark.parametrize(
    ("headers", "raw", "body"),
    [
        ({}, b'{"a": [1, null]}', {"a": [1, None]}),
        ({"Content-Type": "application/problem+json"}, b'{"a": 1}', {"a": 1}),
        ({"Content-Type": ""}, b'[{"a": 1}]', [{"a": 1}]),
        ({"Content-Type": "text/plain; charset=euc-kr"}, "한글".encode("euc-kr"), "한글"),
        ({"Content-Type": "text/plain; charset=none-such"}, b"plain", "plain"),
        ({"Content-Type": "application/pdf"}, b"%PDF", {"binary": True, "media_type": "application/pdf", "bytes": 4}),
        ({"Content-Encoding": "gzip"}, gzip.compress(b'{"a": 1}'), {"a": 1}),
        ({"Content-Encoding": "deflate"}, zlib.compress(b'{"a": 1}'), {"a": 1}),
        ({}, b"\xef\xbb\xbf{}", {}),
        ({}, b'{"a": NaN}', '{"a": NaN}'),
        ({}, b"{broken", "{broken"),
        ({}, b"[" * 100_000, "[" * 2000),
        ({}, b"", None),
    ],
)
def test_answers_become_values_texts_or_notes(server: Loopback, headers, raw, body) -> None:
    server.answer = lambda _: (200, headers, raw)

    assert server.caller({})("call", {}).body == body


@pytest.mark.parametrize("is_packed", [False, True])
def test_an_answer_is_read_no_further_than_its_limit(server: Loopback, is_packed: bool) -> None:
    raw = b'{"a": "' + b"x" * 3_000_000 + b'"}'
    headers = {"Content-Encoding": "gzip"} if is_packed else {}
    server.answer = lambda _: (200, headers, gzip.compress(raw) if is_packed else raw)

    body = server.caller({})("call", {}).body

    assert (body["truncated"], body["kept_bytes"], len(body["beginning"])) == (True, 2**20, 2000)


def test_few_headers_are_kept_of_an_answer(server: Loopback) -> None:
    server.answer = lambda _: (200, {"Set-Cookie": "sid=secret", "X-Request-Id": "r-1", "Retry-After": "3"}, {})

    kept = server.caller({})("call", {}).headers

    assert kept == {
        "content-type": "application/json",
        "content-length": "2",
        "x-request-id": "r-1",
        "retry-after": "3",
    }


@pytest.mark.parametrize(
    ("listed", "problem"),
    [
        ((), "not_listed"),
        ((AllowedHost("127.0.0.1", None, is_private=True),), "not_listed"),
        ((AllowedHost("127.0.0.1", 1, is_private=True),), "not_listed"),
        ((AllowedHost("localhost", None, is_private=True),), "not_listed"),
        ((AllowedHost("127.0.0.1", "PORT"),), "private_address"),
    ],
)
def test_only_listed_hosts_are_called(server: Loopback, listed: Any, problem: str) -> None:
    hosts = tuple(AllowedHost(h.host, server.port if h.port == "PORT" else h.port, h.is_private) for h in listed)

    reason, evidence = reason_of(server.caller({}, allowed_hosts=hosts))

    assert (reason, evidence["problem"]) == ("execute host_not_allowed", problem)
    assert server.seen == []


@pytest.mark.parametrize(
    "url",
    [
        "",
        "/v1",
        "https://{tenant}.example.com",
        "ftp://127.0.0.1/",
        "http://user:pass@127.0.0.1/",
        "http://2130706433/",
    ],
)
def test_what_is_no_server_is_not_called(server: Loopback, url: str) -> None:
    servers = {"": url} if url else {}

    assert reason_of(server.caller({}, servers=servers))[0] == "execute host_not_allowed"


def test_of_several_servers_the_listed_one_is_called(server: Loopback) -> None:
    root = {"openapi": "3.0.3", "servers": [{"url": "https://live.example.com"}, {"url": server.url + "/test/"}]}

    server.caller({"root": root}, servers={})("call", {})

    assert server.last.target == "/test/things"


@pytest.mark.parametrize("address", ["10.0.0.5", "127.0.0.1", "169.254.169.254", "::1"])
def test_a_listed_name_that_leads_inside_is_not_called(server: Loopback, address: str) -> None:
    rules = server.rules(servers={"": "http://api.example.com"}, allowed_hosts=(AllowedHost("api.example.com"),))
    caller = HttpCaller(
        a_tool({}),
        rules,
        environ={},
        resolve=lambda *_: [ipaddress.ip_address(address)],
        connect=refuse_to_connect,
    )

    reason, evidence = reason_of(caller)

    assert (reason, evidence["problem"]) == ("execute host_not_allowed", "private_address")


def test_one_answer_of_a_name_is_used_so_that_a_second_one_changes_nothing(server: Loopback) -> None:
    asked: list[str] = []

    def resolve(host: str, _: int) -> list[Any]:
        asked.append(host)
        return [ipaddress.ip_address("127.0.0.1")]

    hosts = (AllowedHost("shop.test", server.port, is_private=True),)
    rules = server.rules(servers={"": f"http://shop.test:{server.port}"}, allowed_hosts=hosts)
    HttpCaller(a_tool({}), rules, environ={}, resolve=resolve)("call", {})

    assert asked == ["shop.test"]
    assert server.last.headers["Host"] == f"shop.test:{server.port}"


def test_the_next_address_of_a_name_is_tried_where_one_takes_no_connection(server: Loopback) -> None:
    addresses = [ipaddress.ip_address("::1"), ipaddress.ip_address("127.0.0.1")]
    hosts = (AllowedHost("shop.test", server.port, is_private=True),)
    rules = server.rules(servers={"": f"http://shop.test:{server.port}"}, allowed_hosts=hosts)

    reply = HttpCaller(a_tool({}), rules, environ={}, resolve=lambda *_: addresses)("call", {})

    assert reply.body == {"ok": True}


def refuse_to_connect(*_: Any) -> Any:
    raise AssertionError("nothing may be connected to")


@pytest.mark.parametrize(
    ("text", "is_private", "shown"),
    [
        ("API.Example.com", False, "api.example.com"),
        (" api.example.com:8443 ", False, "api.example.com:8443"),
        ("127.0.0.1:8790", True, "127.0.0.1:8790"),
        ("[::1]:8790", True, "[::1]:8790"),
        ("localhost", True, "localhost"),
        ("127.0.0.1:80", True, "127.0.0.1:80"),
    ],
)
def test_entries_of_the_list_are_hosts_with_or_without_a_port(text, is_private, shown) -> None:
    assert str(read_allowed_host(text, is_private=is_private)) == shown


@pytest.mark.parametrize(
    ("text", "is_private"),
    [
        ("", False),
        ("https://api.example.com", False),
        ("api.example.com/v1", False),
        ("*.example.com", False),
        ("user@example.com", False),
        ("127.0.0.1", False),
        ("localhost", False),
        ("10.0.0.5", False),
        ("169.254.169.254", True),
        ("0.0.0.0", True),
        ("a b", False),
    ],
)
def test_what_is_no_host_or_must_never_be_called_is_no_entry(text: str, is_private: bool) -> None:
    with pytest.raises(FetchError):
        read_allowed_host(text, is_private=is_private)


def test_a_read_follows_its_own_host_and_stops_at_another(server: Loopback) -> None:
    server.answer = lambda seen: (
        (302, {"Location": "/moved"}, None) if seen.target == "/things" else (200, {}, {"a": 1})
    )

    assert server.caller({})("call", {}).body == {"a": 1}
    assert [seen.target for seen in server.seen] == ["/things", "/moved"]


@pytest.mark.parametrize("is_listed", [False, True])
def test_a_redirect_to_another_host_is_refused_listed_or_not(server: Loopback, is_listed: bool) -> None:
    with loopback() as other:
        target = f"http://localhost:{other.port}/stolen"
        server.answer = lambda _: (302, {"Location": target}, None)
        hosts = [AllowedHost("127.0.0.1", server.port, is_private=True)]
        hosts += [AllowedHost("localhost", other.port, is_private=True)] if is_listed else []

        reason, _ = reason_of(server.caller({}, allowed_hosts=tuple(hosts)))

        assert (reason, other.seen) == ("execute host_not_allowed", [])


def test_a_redirect_to_another_port_of_the_host_is_refused(server: Loopback) -> None:
    with loopback() as other:
        server.answer = lambda _: (307, {"Location": f"{other.url}/stolen"}, None)
        hosts = (*server.rules().allowed_hosts, *other.rules().allowed_hosts)

        reason, evidence = reason_of(server.caller({}, allowed_hosts=hosts))

        assert (reason, evidence["problem"], other.seen) == ("execute host_not_allowed", "redirect", [])


def test_a_read_that_is_passed_on_for_ever_ends(server: Loopback) -> None:
    server.answer = lambda _: (302, {"Location": "/things"}, None)

    reason, evidence = reason_of(server.caller({}))

    assert (reason, evidence["problem"], len(server.seen)) == ("execute network_error", "redirects", 4)


def test_a_mutation_is_never_passed_on_nor_called_again(server: Loopback) -> None:
    server.answer = lambda _: (307, {"Location": "/moved"}, None)

    reply = server.caller({"method": "post"})("call", {})

    assert (reply.status, [seen.target for seen in server.seen]) == (307, ["/things"])


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_a_mutation_that_was_not_allowed_is_not_called(server: Loopback, method: str) -> None:
    caller = server.caller({"method": method}, allows_mutation=False)

    with pytest.raises(ToolCallError, match="changes something"):
        caller("call", {})

    assert reason_of(caller)[0] == "plan mutation_blocked"
    assert server.seen == []


def test_a_missing_argument_fails_the_binding(server: Loopback) -> None:
    rows = [parameter("X-Shop", "header", TEXT, required=True)]

    reason, evidence = reason_of(server.caller({"parameters": rows}))

    assert (reason, evidence) == ("execute binding_failed", {"argument": "X-Shop", "problem": "missing"})


def test_a_tool_without_an_operation_is_not_called(server: Loopback) -> None:
    caller = HttpCaller({"call": {"name": "call"}}, server.rules(), environ={})

    reason, evidence = reason_of(caller)

    assert (reason, evidence["problem"]) == ("execute binding_failed", "no_operation")
    assert server.seen == []
