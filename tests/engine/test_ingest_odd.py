"""The small documents that break ingesters, and what is right for each; they are read from beside the repository."""

import time
from pathlib import Path

import pytest

from selector.engine import DocumentError, read_openapi

# Seconds for one of these files on a slow machine; the limit that comes with them is 10.
LIMIT_S = 10
READ = {
    "recursive_ref.yaml": (2, {"reference_loop"}),
    "missing_operation_id.yaml": (4, set()),
    "duplicate_operation_id.yaml": (3, {"duplicate_operation_id"}),
    "types_31_and_nullable.yaml": (1, set()),
    "path_level_parameters.yaml": (2, set()),
    "bodies.yaml": (3, set()),
    "bodies_swagger2.yaml": (1, set()),
    "header_cookie_parameters.yaml": (1, set()),
    "yaml_types.yaml": (1, set()),
    "bom_utf8.json": (1, set()),
    "utf16.json": (1, set()),
    "webhooks_only.yaml": (0, {"webhooks", "no_operations"}),
    "deep_nesting.json": (1, {"fields_cut", "too_deep"}),
    "ref_siblings_30.yaml": (1, set()),
    "ref_siblings_31.yaml": (1, set()),
    "ref_fanout.json": (1, {"fields_cut"}),
    "ref_local_files.json": (7, {"external_reference"}),
    "ref_private_urls.json": (11, {"external_reference"}),
    "extensions_and_deprecated.yaml": (3, set()),
    "links.yaml": (2, {"dead_link"}),
    "malformed_parts.yaml": (4, {"bad_parameter", "bad_responses", "bad_reference", "undeclared_path_parameter"}),
}
REFUSED = {
    "empty.json": "empty",
    "empty.yaml": "empty",
    "not_openapi.json": "not_openapi",
    "html_login.json": "web_page",
    "alias_bomb.yaml": "too_many_nodes",
}


@pytest.fixture(scope="module")
def odd(shared_data: Path) -> Path:
    return shared_data / "odd"


def inputs(graph, name):
    contract = graph.tools[name]["metadata"]["api_contract"]
    return {(field["location"], field["json_path"]): field for field in contract["consumes"]}


def outputs(graph, name):
    return {field["json_path"]: field for field in graph.tools[name]["metadata"]["api_contract"]["produces"]}


def test_every_odd_file_stands_in_the_table(odd):
    names = {path.name for path in odd.iterdir() if path.is_file() and path.name != "EXPECTED.md"}

    assert names == READ.keys() | REFUSED.keys()


@pytest.mark.parametrize("name", READ)
def test_an_odd_file_is_read_as_far_as_it_can_be_and_says_what_was_left(odd, name):
    started = time.perf_counter()

    graph = read_openapi((odd / name).read_bytes())

    operations, reasons = READ[name]
    assert len(graph.tools) == operations
    assert {note["reason"] for note in graph.readiness["warnings"]} == reasons
    assert all(note["pointer"].startswith("/") for note in graph.readiness["warnings"])
    assert time.perf_counter() - started < LIMIT_S


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_document_is_refused(odd, name):
    with pytest.raises(DocumentError) as caught:
        read_openapi((odd / name).read_bytes())

    assert caught.value.reason == REFUSED[name]


def test_a_cycle_is_cut_at_the_first_repeat(odd):
    graph = read_openapi((odd / "recursive_ref.yaml").read_bytes())

    assert list(outputs(graph, "getStaff")) == ["id", "office.name"]
    assert outputs(graph, "getAlias") == {}


def test_null_is_no_type_of_its_own(odd):
    produced = outputs(read_openapi((odd / "types_31_and_nullable.yaml").read_bytes()), "getNote")

    assert produced["body"]["type"] == "string"
    assert produced["kind"]["enum"] == ["note"]
    assert {"author.id", "anything", "pair[]", "old"} <= produced.keys()


def test_the_own_parameter_replaces_the_shared_one(odd):
    graph = read_openapi((odd / "path_level_parameters.yaml").read_bytes())

    assert inputs(graph, "getItem")["query", "lang"]["enum"] == ["ko", "en"]
    assert inputs(graph, "dropItem")["query", "lang"]["required"] is False
    assert {("path", "shopId"), ("path", "itemId")} <= inputs(graph, "dropItem").keys()


def test_forms_and_list_bodies_are_inputs_and_a_text_answer_gives_no_field(odd):
    graph = read_openapi((odd / "bodies.yaml").read_bytes())

    assert inputs(graph, "login").keys() == {("body", "user"), ("body", "password")}
    assert inputs(graph, "upload")["body", "file"]["format"] == "binary"
    assert inputs(graph, "bulk")["body", "[]"]["type"] == "array"
    assert outputs(graph, "login") == {}
    assert list(outputs(graph, "upload")) == ["fileId"]


def test_swagger_2_forms_and_list_formats_are_kept(odd):
    tool = read_openapi((odd / "bodies_swagger2.yaml").read_bytes()).tools["setAvatar"]

    assert [parameter.get("collectionFormat") for parameter in tool["parameters"]] == ["pipes"]
    assert tool["metadata"]["openapi"]["servers"] == ["https://api.example.test/v1"]
    assert tool["metadata"]["request_body"]["media_type"] == "multipart/form-data"


def test_headers_and_cookies_are_inputs_and_authorization_is_not(odd):
    consumed = inputs(read_openapi((odd / "header_cookie_parameters.yaml").read_bytes()), "pay")

    assert consumed.keys() == {("header", "Idempotency-Key"), ("cookie", "session"), ("header", "id"), ("query", "id")}
    assert consumed["header", "Idempotency-Key"]["kind"] == "context"


def test_yaml_enums_stay_as_they_are_written(odd):
    consumed = inputs(read_openapi((odd / "yaml_types.yaml").read_bytes()), "getDay")

    assert consumed["query", "country"]["enum"] == ["NO", "SE", "on", "1e3", "012", "22:22"]


def test_words_beside_a_reference_never_change_the_shared_schema(odd):
    for name in ("ref_siblings_30.yaml", "ref_siblings_31.yaml"):
        graph = read_openapi((odd / name).read_bytes())

        assert "readOnly" not in graph.schemas.nodes["#/components/schemas/Person"]


def test_references_into_other_files_say_nothing_of_their_content(odd):
    graph = read_openapi((odd / "ref_local_files.json").read_bytes())

    assert not any("root:" in note["message"] for note in graph.readiness["warnings"])
    assert all(tool["metadata"]["api_contract"]["produces"] == [] for tool in graph.tools.values())


def test_a_deprecated_operation_is_kept_and_marked(odd):
    graph = read_openapi((odd / "extensions_and_deprecated.yaml").read_bytes())

    assert {name: tool["metadata"]["deprecated"] for name, tool in graph.tools.items()} == {
        "newOne": False,
        "oldOne": True,
        "traceNew": False,
    }


def test_a_link_fills_an_input_of_another_name(odd):
    edges = read_openapi((odd / "links.yaml").read_bytes()).edges

    assert [
        (edge["evidence_tier"], edge["data_flow"]["from_path"], edge["data_flow"]["to_field"]) for edge in edges
    ] == [("openapi_link", "hits[].key", "account")]


def test_a_document_of_several_files_is_read_from_the_files_that_were_given(odd):
    folder = odd / "external_ref_ok"
    documents = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    graph = read_openapi(documents["root.yaml"], documents=documents)

    assert list(outputs(graph, "getPet")) == ["petId", "owner.ownerId"]
    assert graph.readiness["warnings"] == []


@pytest.mark.parametrize(
    "ref", ["../secret.yaml", "..%2fsecret.yaml", "/etc/passwd", "sub/../../secret.yaml", "C:\\secret.yaml"]
)
def test_a_reference_never_leaves_the_files_that_were_given(ref):
    documents = {"root.yaml": b"", "secret.yaml": b"type: string"}
    content = {"application/json": {"schema": {"$ref": ref}}}
    document = {
        "openapi": "3.0.3",
        "paths": {"/x": {"get": {"operationId": "x", "responses": {"200": {"content": content}}}}},
    }

    graph = read_openapi(document, documents=documents)

    assert [note["reason"] for note in graph.readiness["warnings"]] == ["external_reference"]


def test_a_given_file_that_cannot_be_read_costs_only_what_refers_to_it():
    content = {"application/json": {"schema": {"$ref": "bad.yaml#/X"}}}
    document = {
        "openapi": "3.0.3",
        "paths": {"/x": {"get": {"operationId": "x", "responses": {"200": {"content": content}}}}},
    }

    graph = read_openapi(document, documents={"bad.yaml": b"secret: [unclosed"})

    assert [note["reason"] for note in graph.readiness["warnings"]] == ["unreadable_file"]
    assert "secret" not in graph.readiness["warnings"][0]["message"]
