"""Bytes and text at the door: what is read, what is refused, and with which reason."""

import json

import pytest

from selector.engine import read_openapi
from selector.engine.failures import DocumentError
from selector.engine.ingest import document as door
from selector.engine.ingest import schemas
from selector.engine.ingest.document import read_document
from selector.engine.ingest.yaml_text import MAX_NODES, parse_yaml

MINIMAL = {"openapi": "3.0.3", "paths": {"/pets": {"get": {"operationId": "listPets"}}}}
TEXT = json.dumps(MINIMAL)


@pytest.mark.parametrize(
    "document",
    [
        MINIMAL,
        TEXT,
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-le"),
        "openapi: 3.0.3\npaths: {/pets: {get: {operationId: listPets}}}",
    ],
)
def test_a_document_is_read_in_every_encoding_and_form(document):
    graph = read_openapi(document)

    assert list(graph.tools) == ["listPets"]


@pytest.mark.parametrize(
    ("document", "reason", "words"),
    [
        (b"", "empty", "empty"),
        (b"  \n # nothing\n", "empty", "empty"),
        (b"<!doctype html><form><input type=password></form>", "web_page", "sign-in page"),
        (b"<?xml version='1.0'?><wsdl/>", "not_openapi", "XML"),
        (b'{"info": {}, "item": []}', "not_openapi", "request collection"),
        (b"[1, 2]", "not_openapi", "a list"),
        (b'{"openapi": "4.0", "paths": {}}', "unsupported_version", "4.0"),
        (b'{"swagger": "1.2"}', "unsupported_version", "1.2"),
        (b'{"openapi": "3.0.0", "paths": {"/a"', "bad_syntax", "line 1"),
        (b"openapi: 3.0.0\npaths: [unclosed", "bad_syntax", "line"),
        (b"\xff\xff\x81", "bad_encoding", "UTF-8"),
    ],
)
def test_what_is_no_document_is_refused_with_its_reason(document, reason, words):
    with pytest.raises(DocumentError) as caught:
        read_openapi(document)

    assert caught.value.reason == reason
    assert words in caught.value.message


def test_a_document_above_the_size_limit_is_not_parsed(monkeypatch):
    monkeypatch.setattr(door, "MAX_BYTES", 100)

    with pytest.raises(DocumentError) as caught:
        read_document(b"{" + b" " * 100 + b"}")

    assert caught.value.reason == "too_large"
    assert caught.value.evidence == {"bytes": 102, "limit": 100}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("2024-02-29", "2024-02-29"),
        ("2024-02-29T10:00:00Z", "2024-02-29T10:00:00Z"),
        ("012", "012"),
        ("22:22", "22:22"),
        ("1.10", "1.10"),
        ("1e3", "1e3"),
        ("1.5", 1.5),
        ("200", 200),
        ("true", True),
        ("~", None),
        ('"true"', "true"),
    ],
)
def test_yaml_scalars_follow_the_core_schema_and_stay_safe_for_json(text, value):
    assert parse_yaml(f"a: {text}") == {"a": value}


def test_yaml_anchors_and_merge_keys_are_followed_and_own_keys_win():
    text = "base: &b {x: 1, y: 2}\nuse: {<<: *b, y: 3}\nlist: [*b]\n200: ok"

    parsed = parse_yaml(text)

    assert parsed["use"] == {"x": 1, "y": 3}
    assert parsed["list"] == [{"x": 1, "y": 2}]
    assert parsed["200"] == "ok"


def test_yaml_aliases_count_as_they_unfold():
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 9)]

    with pytest.raises(DocumentError) as caught:
        parse_yaml("\n".join(rows))

    assert caught.value.reason == "too_many_nodes"
    assert caught.value.evidence == {"limit": MAX_NODES}


def test_an_alias_inside_its_own_anchor_is_refused():
    with pytest.raises(DocumentError) as caught:
        parse_yaml("a: &a [*a]")

    assert caught.value.reason == "bad_syntax"


@pytest.mark.parametrize("levels", [400, 3000])
def test_a_deeply_nested_json_schema_is_cut_with_a_note(levels):
    schema = '{"type":"object","properties":{"n":' * levels + "{}" + "}}" * levels
    answer = f'{{"200":{{"content":{{"application/json":{{"schema":{schema}}}}}}}}}'
    document = f'{{"openapi":"3.0.3","paths":{{"/deep":{{"get":{{"operationId":"getDeep","responses":{answer}}}}}}}}}'

    graph = read_openapi(document)

    assert list(graph.tools) == ["getDeep"]
    assert [note["reason"] for note in graph.readiness["warnings"]] == ["fields_cut", "too_deep"]


def test_a_deeply_nested_yaml_value_is_cut_and_the_rest_is_read():
    parsed = parse_yaml("deep: " + "[" * 500 + "]" * 500 + "\nafter: 1")

    assert parsed["after"] == 1


def test_yaml_nested_without_end_is_refused_in_no_time():
    with pytest.raises(DocumentError) as caught:
        parse_yaml("deep: " + "[" * 100_000)

    assert caught.value.reason == "too_deep"


def test_a_dict_that_shares_parts_a_thousandfold_is_refused(monkeypatch):
    monkeypatch.setattr(schemas, "MAX_SCHEMA_NODES", 5_000)
    node: dict = {"type": "string"}
    for _ in range(12):
        node = {"type": "object", "properties": {f"p{i}": node for i in range(10)}}
    content = {"application/json": {"schema": node}}
    document = {"openapi": "3.0.3", "paths": {"/x": {"get": {"responses": {"200": {"content": content}}}}}}

    with pytest.raises(DocumentError) as caught:
        read_openapi(document)

    assert caught.value.reason == "too_many_nodes"
