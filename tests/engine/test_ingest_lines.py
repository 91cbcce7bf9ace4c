"""Problems name the line of their place, in YAML and JSON, in the root and in the other files of a document."""

import json

import pytest

from selector.engine import read_openapi
from selector.engine.ingest import problems
from selector.engine.ingest.document import parse_text
from selector.engine.ingest.lines import Marks

JSON_TEXT = """{
  "openapi": "3.0.3",
  "paths": {
    "/pets": {
      "get": null,
      "post": {"parameters": [
        {"name": "a", "in": "query"},
        {"name": "b"}
      ]}
    }
  }
}
"""
YAML_TEXT = """openapi: 3.0.3
paths:
  /pets: &pets
    get:
    post:
      parameters:
        - name: a
          in: query
        - name: b
  /cats: *pets
"""
PARAMETER = ("paths", "/pets", "post", "parameters", "1")


def line(text: str, *parts: str) -> int:
    marks = Marks()
    parse_text(text.encode(), marks=marks)
    return marks.find([parts])[parts]


def lines_of(notes: list[dict]) -> dict[str, int]:
    return {note["pointer"]: note["line"] for note in notes}


@pytest.mark.parametrize(
    ("text", "parts", "expected"),
    [
        (JSON_TEXT, (), 1),
        (JSON_TEXT, ("paths", "/pets", "get"), 5),
        (JSON_TEXT, PARAMETER, 8),
        (JSON_TEXT, (*PARAMETER, "name"), 8),
        (JSON_TEXT, (*PARAMETER, "gone", "deeper"), 8),
        (JSON_TEXT, ("paths", "/dogs"), 3),
        (YAML_TEXT, ("paths", "/pets", "get"), 4),
        (YAML_TEXT, PARAMETER, 9),
        (YAML_TEXT, ("paths", "/cats", "get"), 4),
        (YAML_TEXT, ("paths", "/dogs"), 2),
        ("{a: 1,\nb: [2,\n3]}", ("b", "1"), 3),
        ("a: 1\na: 2\nb: {<<: {c: 1},\n d: 2}\n", ("b", "d"), 4),
    ],
)
def test_a_place_has_the_line_of_its_key_or_of_what_is_above_it(text, parts, expected):
    assert line(text, *parts) == expected


@pytest.mark.parametrize(
    "encode", [str.encode, lambda text: b"\xef\xbb\xbf" + text.encode(), lambda t: t.encode("utf-16")]
)
def test_lines_are_right_in_any_encoding(encode):
    graph = read_openapi(encode(JSON_TEXT))

    assert lines_of(graph.readiness["skipped"]) == {"/paths/~1pets/get": 5}
    assert lines_of(graph.readiness["warnings"]) == {"/paths/~1pets/post/parameters/1": 8}


def test_a_problem_in_another_file_has_the_line_of_that_file():
    content = {"application/json": {"schema": {"$ref": "sub/pet.yaml#/Pet"}}}
    root = {"openapi": "3.0.3", "paths": {"/x": {"get": {"responses": {"200": {"content": content}}}}}}
    documents = {"root.json": json.dumps(root).encode(), "sub/pet.yaml": b"Pet:\n  properties:\n    a: 12\n"}

    graph = read_openapi(documents["root.json"], documents=documents)

    assert lines_of(graph.readiness["warnings"]) == {"/sub~1pet.yaml/Pet/properties/a": 3}


def test_a_parsed_document_has_no_lines():
    graph = read_openapi(json.loads(JSON_TEXT))

    assert "line" not in graph.readiness["skipped"][0]


def test_a_place_below_a_value_that_is_too_deep_still_has_a_line():
    text = '{\n"a": ' + "[" * 5000 + "]" * 5000 + ',\n"b": 1}'

    assert line(text, "a", "0") == 2


def test_problems_over_the_limit_are_counted(monkeypatch):
    monkeypatch.setattr(problems, "MAX_NOTES", 3)
    document = {"openapi": "3.0.3", "paths": {f"/p{number}": {"get": None} for number in range(5)}}

    readiness = read_openapi(document).readiness

    assert len(readiness["skipped"]) == 3
    assert readiness["omitted"] == {"skipped": 2, "warnings": 0}
