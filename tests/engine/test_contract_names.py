"""The names of a tool's fields, read without making the fields: the same names in the same order."""

from selector.engine import ToolGraph, read_openapi
from selector.engine.contract import contract_of
from selector.engine.profile import OUTPUT_FIELDS, profile_tool


def a_graph(schema: dict) -> ToolGraph:
    content = {"application/json": {"schema": schema}}
    operation = {"operationId": "x", "requestBody": {"content": content}, "responses": {"200": {"content": content}}}
    return read_openapi({"openapi": "3.0.3", "paths": {"/x": {"post": operation}}})


def test_names_are_those_of_the_fields_in_their_order(shop):
    for tool in shop.tools.values():
        contract = contract_of(tool)

        assert contract.input_names() == tuple((field.field_name, field.required) for field in contract.consumed)
        assert contract.output_names() == tuple(dict.fromkeys(field.field_name for field in contract.produced))


def test_a_list_as_body_is_an_input_before_the_fields_of_its_items():
    items = {"type": "object", "required": ["sku"], "properties": {"sku": {"type": "string"}, "note": {}}}
    contract = contract_of(a_graph({"type": "array", "items": items}).tools["x"])

    assert contract.input_names() == (("body", False), ("note", False), ("sku", True))


def test_fields_that_only_go_one_way_are_named_only_there():
    schema = {"properties": {"id": {"type": "string", "readOnly": True}, "pin": {"type": "string", "writeOnly": True}}}
    contract = contract_of(a_graph(schema).tools["x"])

    assert (contract.input_names(), contract.output_names()) == ((("pin", False),), ("id",))


def test_a_profile_holds_the_nearest_outputs_only():
    deep = {"type": "object", "properties": {f"b{number:03}": {"type": "string"} for number in range(60)}}
    schema = {"type": "object", "properties": {"a_deep": deep, "z": {"type": "string"}}}
    profile = profile_tool(a_graph(schema).tools["x"])

    # The field at the top comes before all of those one level down, whatever the alphabet says.
    assert len(profile.outputs) == OUTPUT_FIELDS
    assert profile.outputs[:2] == ("z", "b000")
