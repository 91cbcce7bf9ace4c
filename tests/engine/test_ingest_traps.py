"""Kinds of document that lose operations or change names elsewhere, each with what is right."""

import json
from pathlib import Path

import pytest

from selector.engine import read_openapi, retrieve_graphify


def document(paths, **more) -> dict:
    return {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": paths, **more}


def nested(levels: int) -> dict:
    schema: dict = {"type": "object", "properties": {"end": {"type": "string"}}}
    for number in range(levels):
        schema = {"type": "object", "properties": {f"p{number}": schema}}
    return schema


def answer(schema) -> dict:
    return {"200": {"description": "", "content": {"application/json": {"schema": schema}}}}


GOOD = {"get": {"operationId": "good", "responses": answer({"properties": {"id": {"type": "string"}}})}}


@pytest.mark.parametrize(
    ("paths", "names", "skipped"),
    [
        (None, [], []),
        ([], [], ["/paths"]),
        ({"/a": {"get": None}, "/g": GOOD}, ["good"], ["/paths/~1a/get"]),
        ({"/a": None, "/g": GOOD}, ["good"], ["/paths/~1a"]),
        ({"/a": {"get": {"operationId": "odd", "description": 12, "summary": ["x"], "tags": 3}}}, ["odd"], []),
        ({"/a": {"get": {"operationId": 7, "responses": 5}}}, ["get_a"], []),
        ({"/a": {"get": {"operationId": "deep", "responses": answer(nested(600))}}, "/g": GOOD}, ["deep", "good"], []),
    ],
)
def test_an_odd_part_costs_only_itself_and_is_named_by_its_place(paths, names, skipped):
    graph = read_openapi(document(paths))

    assert list(graph.tools) == names
    assert [note["pointer"] for note in graph.readiness["skipped"]] == skipped


def test_callbacks_and_webhooks_are_no_tools():
    call = {"post": {"operationId": "youAreCalled"}}
    operation = {"operationId": "subscribe", "callbacks": {"onEvent": {"{$request.body#/url}": call}}}

    graph = read_openapi(document({"/subs": {"post": operation}}, webhooks={"orderMade": call}))

    assert list(graph.tools) == ["subscribe"]
    assert [note["pointer"] for note in graph.readiness["warnings"]] == ["/webhooks"]


def test_another_order_of_paths_and_keys_gives_the_same_tools_edges_and_ranking(shared_data: Path):
    whole = json.loads((shared_data / "specs" / "portone" / "v2.openapi.json").read_bytes())
    turned = {key: whole[key] for key in reversed(whole)}
    turned["paths"] = {path: dict(reversed(item.items())) for path, item in reversed(whole["paths"].items())}

    first, second = read_openapi(whole), read_openapi(turned)

    assert first.content_hash == second.content_hash
    assert first.edges == second.edges
    names = [[row["name"] for row in retrieve_graphify(graph, "결제 취소")["results"]] for graph in (first, second)]
    assert names[0] == names[1]


def test_the_warning_about_a_doubled_operation_id_names_both_places(shared_data: Path):
    notes = read_openapi((shared_data / "odd" / "duplicate_operation_id.yaml").read_bytes()).readiness["warnings"]

    assert notes
    assert all(note["message"].count("/paths/") == 2 or note["message"].count("/paths/") == 3 for note in notes)
    assert all(note["line"] > 1 for note in notes)


def test_generated_names_are_the_same_at_each_ingest_and_all_differ(shared_data: Path):
    raw = (shared_data / "odd" / "missing_operation_id.yaml").read_bytes()

    first, second = (list(read_openapi(raw).tools) for _ in range(2))

    assert first == second
    assert len({name.casefold() for name in first}) == 4


def test_a_path_input_that_nobody_declared_is_a_required_one(shared_data: Path):
    graph = read_openapi((shared_data / "odd" / "malformed_parts.yaml").read_bytes())

    consumed = graph.tools["undeclared"]["metadata"]["api_contract"]["consumes"]

    assert [(field["field_name"], field["location"], field["required"]) for field in consumed] == [("id", "path", True)]
    assert all(note.get("line", 0) > 1 for note in [*graph.readiness["skipped"], *graph.readiness["warnings"]])


def test_what_is_stored_of_odd_files_is_plain_json(shared_data: Path):
    for name in ("yaml_types.yaml", "recursive_ref.yaml", "types_31_and_nullable.yaml"):
        artifact = read_openapi((shared_data / "odd" / name).read_bytes()).to_artifact()

        assert json.loads(json.dumps(artifact)) == artifact
