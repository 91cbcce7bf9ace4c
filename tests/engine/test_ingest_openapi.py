"""Whole documents in, tools with contracts and a readiness report out."""

import json
from itertools import pairwise
from typing import Any

import pytest

from selector.engine import read_openapi


def document(paths: Any, version: str = "3.0.3", **parts: Any) -> dict[str, Any]:
    return {"openapi": version, "info": {"title": "Shop"}, "paths": paths, **parts}


def answer(schema: Any, **parts: Any) -> dict[str, Any]:
    return {"200": {"description": "ok", "content": {"application/json": {"schema": schema}}, **parts}}


def fields(graph: Any, name: str, side: str) -> dict[tuple[str, str], dict[str, Any]]:
    contract = graph.tools[name]["metadata"]["api_contract"]
    return {(field["location"], field["json_path"]): field for field in contract[side]}


def test_a_tool_has_what_the_contract_lists():
    operation = {
        "operationId": "getOrder",
        "summary": "One order",
        "description": "One order with its items. Use it for details.",
        "tags": ["orders"],
        "deprecated": True,
        "security": [{"bearer": []}],
        "responses": answer({"$ref": "#/components/schemas/Order"}),
    }
    schemas = {"Order": {"type": "object", "properties": {"id": {"type": "string"}}}}
    servers = [{"url": "https://user:secret@api.shop.test/v1?token=abc"}]

    tool = read_openapi(
        document({"/orders/{id}": {"get": operation}}, components={"schemas": schemas}, servers=servers)
    ).tools["getOrder"]

    metadata = tool["metadata"]
    assert (metadata["method"], metadata["path"], metadata["tags"], metadata["deprecated"]) == (
        "GET",
        "/orders/{id}",
        ["orders"],
        True,
    )
    assert metadata["ai_metadata"]["one_line_summary"] == "One order"
    assert metadata["ai_metadata"]["when_to_use"] == "One order with its items. Use it for details."
    assert metadata["openapi"]["servers"] == ["https://api.shop.test/v1"]
    assert metadata["openapi"]["security"] == [["bearer"]]
    assert metadata["openapi"]["pointer"] == "/paths/~1orders~1{id}/get"


def test_id_in_path_query_and_body_are_three_inputs():
    body = {
        "content": {
            "application/json": {
                "schema": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}
            }
        }
    }
    parameters = [
        {"name": "id", "in": place, "required": True, "schema": {"type": "string"}} for place in ("path", "query")
    ]

    graph = read_openapi(
        document({"/x/{id}": {"put": {"operationId": "put", "parameters": parameters, "requestBody": body}}})
    )

    consumed = fields(graph, "put", "consumes")
    assert sorted(consumed) == [("body", "id"), ("path", "id"), ("query", "id")]
    assert consumed["body", "id"]["type"] == "integer"


def test_a_bare_id_takes_the_name_of_what_it_identifies():
    user = {"type": "object", "title": "User", "properties": {"id": {"type": "string"}}}
    paths = {"/users/{id}": {"get": {"operationId": "getUser", "responses": answer(user)}}}

    graph = read_openapi(document(paths))

    assert fields(graph, "getUser", "consumes")["path", "id"]["semantic_tag"] == "user_id"
    assert fields(graph, "getUser", "produces")["body", "id"]["semantic_tag"] == "user_id"


@pytest.mark.parametrize(
    ("name", "place", "kind"),
    [
        ("X-Tenant-Id", "header", "context"),
        ("Accept-Language", "header", "context"),
        ("Idempotency-Key", "header", "context"),
        ("namespace", "path", "context"),
        ("X-Api-Key", "header", "auth"),
        ("token", "query", "auth"),
        ("page", "query", "paging"),
        ("cursor", "query", "paging"),
        ("orderId", "query", "data"),
    ],
)
def test_inputs_are_data_context_auth_or_paging(name, place, kind):
    parameters = [{"name": name, "in": place, "required": True, "schema": {"type": "string"}}]

    graph = read_openapi(document({"/x": {"get": {"operationId": "x", "parameters": parameters}}}))

    assert fields(graph, "x", "consumes")[place, name]["kind"] == kind


def test_an_array_body_shows_the_fields_of_its_objects():
    schema = {
        "type": "array",
        "items": {"type": "object", "required": ["sku"], "properties": {"sku": {"type": "string"}}},
    }
    body = {"required": True, "content": {"application/json": {"schema": schema}}}

    consumed = fields(
        read_openapi(document({"/bulk": {"put": {"operationId": "bulk", "requestBody": body}}})), "bulk", "consumes"
    )

    assert consumed["body", "[]"]["type"] == "array"
    assert consumed["body", "[].sku"]["required"] is True


def test_a_long_enum_is_kept_whole():
    values = [f"V{number}" for number in range(40)]
    parameters = [{"name": "kind", "in": "query", "schema": {"type": "string", "enum": values}}]

    graph = read_openapi(document({"/x": {"get": {"operationId": "x", "parameters": parameters}}}))

    assert fields(graph, "x", "consumes")["query", "kind"]["enum"] == values


def test_unions_give_the_fields_of_all_branches_and_allof_keeps_what_is_required():
    card = {"type": "object", "required": ["number"], "properties": {"number": {"type": "string"}}}
    bank = {"type": "object", "properties": {"iban": {"type": "string"}}}
    base = {
        "allOf": [{"type": "object", "required": ["amount"], "properties": {"amount": {"type": "integer"}}}],
        "oneOf": [card, bank],
    }
    body = {"required": True, "content": {"application/json": {"schema": base}}}

    consumed = fields(
        read_openapi(document({"/pay": {"post": {"operationId": "pay", "requestBody": body}}})), "pay", "consumes"
    )

    assert {path: field["required"] for (_, path), field in consumed.items()} == {
        "amount": True,
        "iban": False,
        "number": False,
    }


def test_one_bad_operation_never_loses_the_others():
    paths = {
        "/good": {"get": {"operationId": "good"}},
        "/null": {"get": None},
        "/text": "hello",
        "/odd": {
            "get": {"operationId": "odd", "description": 12, "tags": "x", "parameters": {"a": 1}, "responses": []}
        },
    }

    graph = read_openapi(document(paths))

    assert sorted(graph.tools) == ["good", "odd"]
    assert [(note["pointer"], note["reason"]) for note in graph.readiness["skipped"]] == [
        ("/paths/~1null/get", "bad_operation"),
        ("/paths/~1text", "bad_path_item"),
    ]


@pytest.mark.parametrize(
    ("ref", "reason"),
    [
        ("file:///etc/passwd", "external_reference"),
        ("https://example.test/x.json", "external_reference"),
        ("../secret.yaml", "external_reference"),
        ("#/components/schemas/Gone", "dangling_reference"),
        (5, "bad_reference"),
    ],
)
def test_a_reference_that_cannot_be_followed_leaves_an_unknown_answer_and_a_note(ref, reason):
    graph = read_openapi(document({"/x": {"get": {"operationId": "x", "responses": answer({"$ref": ref})}}}))

    assert graph.tools["x"]["metadata"]["api_contract"]["produces"] == []
    assert [note["reason"] for note in graph.readiness["warnings"]] == [reason]


def test_examples_and_defaults_are_not_stored():
    schema = {"type": "string", "example": "mina@shop.test", "default": "010-1234-5678"}
    parameters = [{"name": "q", "in": "query", "example": "?token=s3cret", "schema": schema}]
    responses = answer({"type": "object", "properties": {"email": schema}, "example": {"email": "kim@shop.test"}})

    artifact = json.dumps(
        read_openapi(
            document({"/x": {"get": {"operationId": "x", "parameters": parameters, "responses": responses}}})
        ).to_artifact()
    )

    assert not [word for word in ("shop.test", "1234", "s3cret") if word in artifact]


def test_schemas_that_refer_to_each_other_tenfold_are_read_at_once_and_stay_small():
    schemas = {
        f"N{level}": {
            "type": "object",
            "properties": {f"p{i}": {"$ref": f"#/components/schemas/N{level + 1}"} for i in range(10)},
        }
        for level in range(6)
    } | {"N6": {"type": "object", "properties": {"leafId": {"type": "string"}}}}
    paths = {"/x": {"get": {"operationId": "x", "responses": answer({"$ref": "#/components/schemas/N0"})}}}
    given = document(paths, components={"schemas": schemas})

    graph = read_openapi(given)

    assert len(graph.tools["x"]["metadata"]["api_contract"]["produces"]) <= 600
    assert len(json.dumps(graph.to_artifact())) < 2 * len(json.dumps(given))


def test_swagger_2_bodies_forms_servers_and_definitions_are_read():
    order = {"type": "object", "required": ["orderNo"], "properties": {"orderNo": {"type": "string"}}}
    operation = {
        "operationId": "createOrder",
        "parameters": [{"name": "body", "in": "body", "required": True, "schema": {"$ref": "#/definitions/Order"}}],
        "responses": {"201": {"description": "made", "schema": {"$ref": "#/definitions/Order"}}},
    }
    given = {
        "swagger": "2.0",
        "host": "api.test",
        "basePath": "/v1",
        "schemes": ["https"],
        "paths": {"/orders": {"post": operation}},
        "definitions": {"Order": order},
    }

    graph = read_openapi(given)

    assert graph.format == "openapi 2.0"
    assert list(fields(graph, "createOrder", "consumes")) == [("body", "orderNo")]
    assert list(fields(graph, "createOrder", "produces")) == [("body", "orderNo")]
    assert graph.tools["createOrder"]["metadata"]["openapi"]["servers"] == ["https://api.test/v1"]


def test_readiness_counts_and_names_the_gaps_of_each_tool():
    paths = {"/orders": {"get": {"operationId": "listOrders", "responses": {"200": {"description": "ok"}}}}}

    readiness = read_openapi(document(paths)).readiness

    assert readiness["operations"] == 1
    assert readiness["counts"]["action_known"] == 1
    assert readiness["tools"] == {"listOrders": ["contract", "response_schema", "summary", "auth"]}
    assert readiness["reliable"] is True


def test_progress_moves_in_small_steps_and_ends_at_the_total():
    paths = {f"/x{number}": {"get": {"operationId": f"x{number}"}} for number in range(200)}
    calls: list[tuple[int, int]] = []

    read_openapi(document(paths), progress=lambda done, total: calls.append((done, total)))

    steps = [done for done, _ in calls]
    # The bar never goes back, and never jumps but over the half of the last phase that cannot be watched.
    assert steps == sorted(steps)
    assert max(later - earlier for earlier, later in pairwise(steps[:-1])) <= 8
    assert (calls[0], calls[-1]) == ((0, 200), (200, 200))


def test_a_namespace_goes_in_front_and_the_operation_id_stays():
    graph = read_openapi(document({"/x": {"get": {"operationId": "x"}}}), namespace="shop")

    assert list(graph.tools) == ["shop.x"]
    assert graph.tools["shop.x"]["metadata"]["openapi"]["operation_id"] == "x"


def test_webhooks_are_counted_and_are_no_tools():
    graph = read_openapi(document({}, version="3.1.0", webhooks={"paid": {"post": {"operationId": "paid"}}}))

    assert len(graph.tools) == 0
    assert graph.readiness["webhooks"] == 1
    assert [note["reason"] for note in graph.readiness["warnings"]] == ["no_operations", "webhooks"]
