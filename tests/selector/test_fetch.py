"""Documents are fetched from a real server on this machine that an allowed name leads to; all else is refused."""

import gzip
import ipaddress
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from selector.addresses import FetchError
from selector.connections import connect_address
from selector.fetch import Limits, fetch_document

DOCUMENT = b'{"openapi": "3.0.3", "paths": {}}'
# Names and what a name server says of them.
NAMES = {
    "docs.test": ["127.0.0.1"],
    "private.test": ["10.0.0.7"],
    "metadata.test": ["169.254.169.254"],
    "mixed.test": ["93.184.216.34", "127.0.0.1"],
    "public.test": ["93.184.216.34"],
    "nobody.test": [],
}


class Pages(BaseHTTPRequestHandler):
    """What the server answers, by path."""

    seen: list[tuple[str, str]] = []

    def do_GET(self) -> None:
        Pages.seen.append((self.path, self.headers["Host"]))
        name = self.path.partition("?")[0].strip("/").replace(".json", "")
        getattr(self, f"page_{name}", self.page_missing)()

    def send(self, body: bytes = b"", status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for key, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(key.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Say nothing."""

    def page_missing(self) -> None:
        self.send(b"no", 404)

    def page_ok(self) -> None:
        self.send(DOCUMENT)

    def page_packed(self) -> None:
        self.send(gzip.compress(DOCUMENT), Content_Encoding="gzip")

    def page_bomb(self) -> None:
        # 30 MB of nothing in 30 KB.
        self.send(gzip.compress(b"\0" * 30_000_000), Content_Encoding="gzip")

    def page_broken(self) -> None:
        self.send(gzip.compress(DOCUMENT)[:-12], Content_Encoding="gzip")

    def page_brotli(self) -> None:
        self.send(b"xx", Content_Encoding="br")

    def page_endless(self) -> None:
        self.send_response(200)
        self.end_headers()
        try:
            while True:
                self.wfile.write(b" " * 65536)
        except OSError:
            return

    def page_slow(self) -> None:
        self.drip(b"HTTP/1.1 200 OK\r\n\r\n" + b" " * 100)

    def page_slowhead(self) -> None:
        self.drip(b"HTTP/1.1 200 OK\r\nX-Long: " + b"a" * 100)

    def drip(self, data: bytes) -> None:
        try:
            for byte in data:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(0.05)
        except OSError:
            return

    def page_signin(self) -> None:
        self.send(b"who are you", 401)

    def page_html(self) -> None:
        self.send(b"<!doctype html><title>Sign in</title>", Content_Type="text/html")

    def page_moved(self) -> None:
        self.send(status=302, Location="/ok.json")

    def page_loop(self) -> None:
        self.send(status=302, Location="/loop")

    def page_inside(self) -> None:
        self.send(status=307, Location="http://private.test/secret")

    def page_meta(self) -> None:
        self.send(status=301, Location="http://169.254.169.254/latest/")

    def page_file(self) -> None:
        self.send(status=301, Location="file:///etc/passwd")


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def fetch(port: int, path: str, host: str = "docs.test", **limits):
    """Fetch from the server under an allowed name."""
    values = {
        "max_bytes": 1_000_000,
        "total_seconds": 5.0,
        "allowed_hosts": {f"docs.test:{port}", "docs.test"},
    } | limits
    return fetch_document(f"http://{host}:{port}{path}", Limits(**values), resolve=resolve)


def resolve(host: str, port: int):
    return [ipaddress.ip_address(text) for text in NAMES[host]]


def reason(port: int, path: str, **limits) -> str:
    with pytest.raises(FetchError) as caught:
        fetch(port, path, **limits)
    return caught.value.reason


def test_a_document_comes_with_the_last_part_of_its_path_as_name(port):
    fetched = fetch(port, "/ok.json?token=abc")

    assert (fetched.content, fetched.name) == (DOCUMENT, "ok.json")
    assert Pages.seen[-1] == ("/ok.json?token=abc", f"docs.test:{port}")


@pytest.mark.parametrize("path", ["/packed", "/moved"])
def test_packed_answers_and_redirects_are_followed(port, path):
    assert fetch(port, path).content == DOCUMENT


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/loop", "fetch_redirects"),
        ("/inside", "private_address"),
        ("/meta", "private_address"),
        ("/file", "url_scheme"),
        ("/bomb", "too_large"),
        ("/endless", "too_large"),
        ("/broken", "unreachable"),
        ("/brotli", "fetch_encoding"),
        ("/signin", "fetch_denied"),
        ("/nothing", "fetch_status"),
    ],
)
def test_what_is_no_document_is_refused_with_its_reason(port, path, expected):
    assert reason(port, path) == expected


@pytest.mark.parametrize("path", ["/slow", "/slowhead"])
def test_a_server_that_drips_is_left_when_the_time_is_up(port, path):
    started = time.monotonic()

    assert reason(port, path, total_seconds=0.5) == "fetch_timeout"

    assert time.monotonic() - started < 2


def test_a_sign_in_page_comes_as_it_is_for_the_reader_of_documents_to_refuse(port):
    assert fetch(port, "/html").content.startswith(b"<!doctype html>")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://private.test/x", "private_address"),
        ("http://metadata.test/x", "private_address"),
        ("http://mixed.test/x", "private_address"),
        ("http://docs.test/x", "private_address"),
        ("http://nobody.test/x", "name_unknown"),
    ],
)
def test_a_name_that_leads_inside_is_never_connected_to(url, expected):
    def connect(*args: object):
        raise AssertionError("connected")

    with pytest.raises(FetchError) as caught:
        fetch_document(url, Limits(1000), resolve=resolve, connect=connect)

    assert caught.value.reason == expected


def test_the_address_that_was_checked_is_the_one_that_is_connected_to(port):
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])
    dialled: list[str] = []

    def connect(address: str, _port: int, timeout: float):
        dialled.append(address)
        return connect_address("127.0.0.1", port, timeout)

    fetched = fetch_document(
        "http://public.test/ok.json",
        Limits(1000),
        resolve=lambda host, _port: map(ipaddress.ip_address, next(answers)),
        connect=connect,
    )

    # The second answer of the name server, which leads inside, is never asked for.
    assert (fetched.content, dialled, list(answers)) == (DOCUMENT, ["93.184.216.34"], [["127.0.0.1"]])


def test_a_redirect_to_a_public_name_that_has_turned_private_is_refused(port):
    def connect(_address: str, _port: int, timeout: float):
        return connect_address("127.0.0.1", port, timeout)

    with pytest.raises(FetchError) as caught:
        fetch_document("http://public.test/inside", Limits(1000), resolve=resolve, connect=connect)

    assert caught.value.reason == "private_address"


def test_a_closed_port_and_an_unknown_name_say_so(port):
    closed = Limits(1000, allowed_hosts={"docs.test:1"}, total_seconds=5)

    with pytest.raises(FetchError) as caught:
        fetch_document("http://docs.test:1/x?token=abc", closed, resolve=resolve)

    assert caught.value.reason == "unreachable"
    assert "abc" not in caught.value.message


def test_whoever_waits_is_told_at_each_step_and_can_stop_it(port):
    def tick() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch_document(f"http://docs.test:{port}/ok", Limits(1000, {f"docs.test:{port}"}), tick=tick, resolve=resolve)


def test_no_proxy_of_the_environment_is_asked(port, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")

    assert fetch(port, "/ok").content == DOCUMENT


def test_the_next_address_of_a_host_is_tried_where_the_first_takes_no_connection(port):
    def connect(address: str, _port: int, timeout: float):
        return connect_address("127.0.0.1", port if address == "1.1.1.1" else 1, timeout)

    fetched = fetch_document(
        "http://public.test/ok",
        Limits(1000),
        resolve=lambda host, _port: map(ipaddress.ip_address, ["2606:4700::1111", "1.1.1.1"]),
        connect=connect,
    )

    assert fetched.content == DOCUMENT
