"""The keys of a step's arguments, and where each argument goes in the request."""

from typing import Any

import pytest

from selector.engine import ToolGraph, read_openapi, read_tools
from selector.engine.plan import PathSynthesizer, place_arguments
from selector.engine.plan.givens import coerce, fits
from selector.engine.plan.inputs import read_inputs
from tests.engine.plan.tiny import tool

NESTED = {
    "openapi": "3.0.3",
    "paths": {
        "/orders/{id}": {
            "put": {
                "operationId": "putOrder",
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
                    {"name": "id", "in": "query", "required": True, "schema": {"type": "string"}},
                    {"name": "X-Id", "in": "header", "schema": {"type": "string"}},
                    {"name": "theme", "in": "cookie", "schema": {"type": "string"}},
                ],
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {
                            "schema": {
                                "type": "object",
                                "required": ["id", "buyer"],
                                "properties": {
                                    "id": {"type": "integer"},
                                    "buyer": {
                                        "type": "object",
                                        "required": ["address"],
                                        "properties": {
                                            "address": {
                                                "type": "object",
                                                "required": ["city"],
                                                "properties": {"city": {"type": "string"}},
                                            },
                                        },
                                    },
                                    "tags": {"type": "array", "items": {"type": "string"}},
                                },
                            }
                        }
                    },
                },
                "responses": {"200": {"description": "done"}},
            }
        }
    },
}


@pytest.fixture(scope="module")
def orders() -> ToolGraph:
    return read_openapi(NESTED)


def test_arguments_go_where_the_document_has_them(orders: ToolGraph) -> None:
    args = {
        "path:id": "a",
        "query:id": "b",
        "body:id": 3,
        "X-Id": "h",
        "theme": "dark",
        "buyer": {"address": {"city": "Seoul"}},
        "tags": ["x"],
        "other": 1,
    }

    parts = place_arguments(orders.tools["putOrder"], args)

    assert (parts.path, parts.query, parts.header, parts.cookie) == (
        {"id": "a"},
        {"id": "b"},
        {"X-Id": "h"},
        {"theme": "dark"},
    )
    assert parts.body == {"id": 3, "buyer": {"address": {"city": "Seoul"}}, "tags": ["x"]}
    assert parts.unknown == ("other",)


def test_a_nested_body_is_filled_by_its_leaves(orders: ToolGraph) -> None:
    given = {"path:id": "a", "query:id": "b", "body:id": 3, "city": "Seoul", "tags": "x"}

    plan = PathSynthesizer(orders).synthesize(target="putOrder", entities=given)

    assert plan.user_input_slots == []
    assert plan.steps[0].args["buyer"] == {"address": {"city": "${input.city}"}}
    assert plan.steps[0].args["tags"] == ["${input.tags}"]


def test_an_object_given_as_a_whole_stands_for_its_leaves(orders: ToolGraph) -> None:
    given = {"path:id": "a", "query:id": "b", "body:id": 3, "address": {"city": "Seoul"}}

    plan = PathSynthesizer(orders).synthesize(target="putOrder", entities=given)

    assert plan.steps[0].args["buyer"] == {"address": "${input.address}"}


def test_a_body_that_is_a_list_is_the_body(shop: ToolGraph) -> None:
    rows = [{"skuId": "S1", "availableQuantity": 3}]

    parts = place_arguments(shop.tools["bulkAdjustInventory"], {"X-Tenant-Id": "t", "body": rows})

    assert (parts.header, parts.body) == ({"X-Tenant-Id": "t"}, rows)


def test_a_call_without_a_body_has_none(shop: ToolGraph) -> None:
    parts = place_arguments(shop.tools["getOrderDetail"], {"orderNo": "A-1"})

    assert (parts.path, parts.body) == ({"orderNo": "A-1"}, None)


def test_functions_without_a_path_take_everything_in_the_body() -> None:
    schema = {"type": "object", "required": ["path"], "properties": {"path": {"type": "string"}}}
    graph = read_tools([{"name": "read_file", "inputSchema": schema}])

    parts = place_arguments(graph.tools["read_file"], {"path": "a.txt"})

    assert parts.body == {"path": "a.txt"}


@pytest.mark.parametrize(
    "row",
    [
        tool("getUser", "GET", "/users/{userId}", ["userId"]),
        tool("getUser", "GET", "/users/{userId}", [{"name": "userId", "in": "path"}]),
        {"name": "getUser", "parameters": [{"name": "userId", "in": "path", "schema": {"type": "string"}}]},
        {"name": "getUser", "metadata": {"path": "/users/{userId}", "consumes": [{"field_name": "userId"}]}},
    ],
)
def test_tools_of_any_origin_have_inputs(row: dict[str, Any]) -> None:
    found = read_inputs(row)

    assert [(one.argument, one.location, one.required) for one in found] == [("userId", "path", True)]


def test_a_tool_with_a_schema_of_parameters_has_inputs() -> None:
    schema = {"type": "object", "required": ["q"], "properties": {"q": {"type": "string"}, "n": {"type": "integer"}}}

    found = read_inputs({"name": "search", "parameters": schema})

    assert [(one.argument, one.required, one.type) for one in found] == [("q", True, "string"), ("n", False, "integer")]


@pytest.mark.parametrize(
    ("value", "wanted", "sent"),
    [
        ("12", "integer", 12),
        (" -3 ", "integer", -3),
        ("1.50", "number", 1.5),
        (7.0, "integer", 7),
        (12, "string", "12"),
        (True, "string", "true"),
        ("True", "boolean", True),
        ("A-1", "integer", "A-1"),
        ("1e5", "integer", "1e5"),
        ("--3", "integer", "--3"),
        ("--3.5", "number", "--3.5"),
        ("-3.5", "number", -3.5),
        ("٣", "integer", "٣"),
        ("9" * 30, "integer", "9" * 30),
        ("007", "string", "007"),
        ([1], "string", [1]),
        (None, "string", None),
    ],
)
def test_values_become_the_wanted_type_where_nothing_is_lost(value: Any, wanted: str, sent: Any) -> None:
    changed = coerce(value, wanted)

    assert (changed, type(changed)) == (sent, type(sent))


@pytest.mark.parametrize(
    ("value", "wanted", "expected"),
    [
        ("12", "integer", True),
        (12.5, "integer", False),
        (True, "integer", False),
        (float("inf"), "integer", False),
        ("Shoes", "number", False),
        ("yes", "boolean", False),
        ({"a": 1}, "string", False),
        ({"a": 1}, "object", True),
        ("a", "object", False),
        ("a", "", True),
    ],
)
def test_a_value_fits_a_type_or_not(value: Any, wanted: str, expected: bool) -> None:
    assert fits(value, wanted) is expected
