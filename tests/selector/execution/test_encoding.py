"""Requests arrive as the document describes them."""

from __future__ import annotations

import json
from email.parser import BytesParser
from typing import Any

import pytest

from selector.engine.plan import ToolCallError

from .loopback import Loopback, parameter

TEXT, LIST = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
OBJECT = {"type": "object", "properties": {"a": TEXT, "b": {"type": "integer"}}}
JSON_OBJECT = {"application/json": {"schema": OBJECT}}
SWAGGER = {"swagger": "2.0"}


@pytest.mark.parametrize(
    ("found", "value", "query"),
    [
        (parameter("q", "query", TEXT), "a b&c=d/한", "q=a%20b%26c%3Dd%2F%ED%95%9C"),
        (parameter("q", "query", {"type": "boolean"}), True, "q=true"),
        (parameter("q", "query", {"type": "number"}), 3.0, "q=3"),
        (parameter("q", "query", LIST), ["a", "b,c"], "q=a&q=b%2Cc"),
        (parameter("q", "query", LIST, explode=False), ["a", "b,c"], "q=a,b%2Cc"),
        (parameter("q", "query", LIST, style="spaceDelimited", explode=False), ["a", "b"], "q=a%20b"),
        (parameter("q", "query", LIST, style="pipeDelimited", explode=False), ["a", "b"], "q=a|b"),
        (parameter("q", "query", OBJECT), {"a": "x", "b": 1}, "a=x&b=1"),
        (parameter("q", "query", OBJECT, explode=False), {"a": "x", "b": 1}, "q=a,x,b,1"),
        (parameter("q", "query", OBJECT, style="deepObject"), {"a": "x y", "b": 1}, "q%5Ba%5D=x%20y&q%5Bb%5D=1"),
        (parameter("q", "query", TEXT, allowReserved=True), "a/b?c&d", "q=a/b?c%26d"),
        (parameter("q", "query", content=JSON_OBJECT), {"a": "x"}, "q=%7B%22a%22%3A%20%22x%22%7D"),
        (parameter("q[]", "query", LIST), ["a", "b"], "q%5B%5D=a&q%5B%5D=b"),
        (parameter("q", "query", LIST), [], ""),
    ],
)
def test_query_is_written_in_its_style(server: Loopback, found: dict[str, Any], value: Any, query: str) -> None:
    server.caller({"parameters": [found]})("call", {found["name"]: value})

    # The pipe is one of the characters that clients quote or not; servers take both.
    assert server.last.target.partition("?")[2].replace("%7C", "|") == query


@pytest.mark.parametrize(
    ("collection_format", "query"),
    [
        (None, "q=a,b"),
        ("csv", "q=a,b"),
        ("multi", "q=a&q=b"),
        ("ssv", "q=a%20b"),
        ("pipes", "q=a|b"),
        ("tsv", "q=a%09b"),
    ],
)
def test_query_of_swagger_is_written_in_its_collection_format(server, collection_format, query) -> None:
    more = {"collectionFormat": collection_format} if collection_format else {}
    found = {"name": "q", "in": "query", "type": "array", "items": {"type": "string"}, **more}

    server.caller({"root": SWAGGER, "parameters": [found]})("call", {"q": ["a", "b"]})

    assert server.last.target.partition("?")[2].replace("%7C", "|") == query


@pytest.mark.parametrize(
    ("more", "value", "path"),
    [
        ({}, "a/b c?#한", "/things/a%2Fb%20c%3F%23%ED%95%9C"),
        ({}, "%2e%2e", "/things/%252e%252e"),
        ({}, 7, "/things/7"),
        ({"schema": LIST}, ["a", "b"], "/things/a,b"),
        ({"schema": LIST, "style": "label"}, ["a", "b"], "/things/.a,b"),
        ({"schema": LIST, "style": "label", "explode": True}, ["a", "b"], "/things/.a.b"),
        ({"schema": LIST, "style": "matrix"}, ["a", "b"], "/things/;id=a,b"),
        ({"schema": LIST, "style": "matrix", "explode": True}, ["a", "b"], "/things/;id=a;id=b"),
        ({"schema": OBJECT}, {"a": "x", "b": 1}, "/things/a,x,b,1"),
        ({"schema": OBJECT, "style": "matrix", "explode": True}, {"a": "x", "b": 1}, "/things/;a=x;b=1"),
    ],
)
def test_path_is_written_in_its_style(server: Loopback, more: dict[str, Any], value: Any, path: str) -> None:
    found = {**parameter("id", "path", TEXT), **more}

    server.caller({"path": "/things/{id}", "parameters": [found]})("call", {"id": value})

    assert server.last.target == path


def test_a_path_with_a_query_of_its_own_keeps_it(server: Loopback) -> None:
    found = parameter("q", "query", TEXT)

    server.caller({"path": "/things?action=find", "parameters": [found]})("call", {"q": "a b"})

    assert server.last.target == "/things?action=find&q=a%20b"


def test_headers_and_cookies_are_sent(server: Loopback) -> None:
    rows = [parameter("X-Ids", "header", LIST), parameter("X-Name", "header", TEXT), parameter("sid", "cookie", TEXT)]

    server.caller({"parameters": rows})("call", {"X-Ids": ["a", "b"], "X-Name": "한", "sid": "a;b"})

    headers = server.last.headers
    assert (headers["X-Ids"], headers["X-Name"].encode("latin-1").decode()) == ("a,b", "한")
    assert headers["Cookie"] == "sid=a%3Bb"


@pytest.mark.parametrize(
    ("path", "args"),
    [("/things/{id}", {"id": ".."}), ("/things/{id}", {"id": "."}), ("/things/{id}", {"id": ""}), ("/things/{id}", {})],
)
def test_a_path_without_its_value_or_of_dots_is_refused(server: Loopback, path, args) -> None:
    call = server.caller({"path": path, "parameters": [parameter("id", "path", TEXT)]})

    with pytest.raises(ToolCallError) as caught:
        call("call", args)

    assert caught.value.reason == "binding_failed"
    assert server.seen == []


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\nb", "a\x00b", "x" * 9000])
def test_a_header_that_would_break_out_is_refused(server: Loopback, value: str) -> None:
    call = server.caller({"parameters": [parameter("X-Name", "header", TEXT)]})

    with pytest.raises(ToolCallError, match="cannot be sent in a header"):
        call("call", {"X-Name": value})

    assert server.seen == []


def test_headers_of_the_connection_are_no_parameters(server: Loopback) -> None:
    names = ("Host", "Content-Length", "Transfer-Encoding")

    server.caller({"parameters": [parameter(name, "header", TEXT) for name in names]})(
        "call", dict.fromkeys(names, "x")
    )

    assert server.last.headers["Host"] == f"127.0.0.1:{server.port}"
    assert "Transfer-Encoding" not in server.last.headers


def body_of(media_type: str, schema: dict[str, Any], **more: Any) -> dict[str, Any]:
    content = {media_type: {"schema": schema, **more}}
    return {"method": "post", "requestBody": {"required": True, "content": content}}


@pytest.mark.parametrize("media_type", ["application/json", "application/vnd.shop+json", "*/*"])
def test_json_body_is_sent_as_it_is(server: Loopback, media_type: str) -> None:
    server.caller(body_of(media_type, OBJECT))("call", {"a": "한", "b": 1})

    assert json.loads(server.last.body) == {"a": "한", "b": 1}
    assert server.last.headers["Content-Type"] == media_type.replace("*/*", "application/json")


def test_body_that_is_a_list_is_sent_as_a_list(server: Loopback) -> None:
    server.caller(body_of("application/json", {"type": "array", "items": OBJECT}))("call", {"body": [{"a": "x"}]})

    assert json.loads(server.last.body) == [{"a": "x"}]


@pytest.mark.parametrize(
    ("encoding", "sent"),
    [({}, b"a=x+y%26&list=1&list=2"), ({"list": {"explode": False}}, b"a=x+y%26&list=1%2C2")],
)
def test_form_is_sent_as_its_encoding_says(server: Loopback, encoding, sent) -> None:
    schema = {"type": "object", "properties": {"a": TEXT, "list": LIST}}

    body = body_of("application/x-www-form-urlencoded", schema, encoding=encoding)
    server.caller(body)("call", {"a": "x y&", "list": ["1", "2"]})

    assert (server.last.body, server.last.headers["Content-Type"]) == (sent, "application/x-www-form-urlencoded")


@pytest.mark.parametrize(
    ("file", "name", "kind", "content"),
    [
        ({"filename": "../a.png", "content_type": "image/png", "base64": "iVBORw=="}, "a.png", "image/png", b"\x89PNG"),
        ("data:image/png;base64,iVBORw==", "file", "image/png", b"\x89PNG"),
        ("plain text", "file", "text/plain", b"plain text"),
    ],
)
def test_parts_of_a_form_carry_files_texts_and_json(server: Loopback, file, name, kind, content) -> None:
    binary = {"type": "string", "format": "binary"}
    schema = {"type": "object", "properties": {"image": binary, "title": TEXT, "more": OBJECT}}

    server.caller(body_of("multipart/form-data", schema))("call", {"image": file, "title": "한", "more": {"a": "x"}})

    head = b"Content-Type: " + server.last.headers["Content-Type"].encode() + b"\r\n\r\n"
    parts = {
        part.get_param("name", header="content-disposition"): part
        for part in BytesParser().parsebytes(head + server.last.body).get_payload()
    }
    assert (parts["image"].get_filename(), parts["image"].get_content_type()) == (name, kind)
    assert [parts[key].get_payload(decode=True) for key in ("image", "title")] == [content, "한".encode()]
    assert json.loads(parts["more"].get_payload()) == {"a": "x"}


def test_text_body_is_sent_as_text(server: Loopback) -> None:
    server.caller(body_of("text/plain", TEXT))("call", {"body": "한 줄"})

    assert (server.last.body.decode(), server.last.headers["Content-Type"]) == ("한 줄", "text/plain; charset=utf-8")


@pytest.mark.parametrize(
    ("media_type", "schema", "args", "problem"),
    [
        ("application/json", {**OBJECT, "required": ["a"]}, {}, "missing"),
        ("application/octet-stream", TEXT, {"body": 7}, "no_file"),
        ("application/octet-stream", TEXT, {"body": {"base64": "?"}}, "bad_base64"),
        ("application/json", OBJECT, {"a": "x" * 9_000_000}, "body_too_large"),
    ],
)
def test_a_body_that_cannot_be_made_is_refused(server: Loopback, media_type, schema, args, problem) -> None:
    with pytest.raises(ToolCallError) as caught:
        server.caller(body_of(media_type, schema))("call", args)

    assert (caught.value.reason, caught.value.evidence["problem"]) == ("binding_failed", problem)
    assert server.seen == []
