"""The tool graph: kept as an artifact, compared by content, changed only into a new graph."""

import copy
import json

import pytest

from selector.engine import EngineError, ToolGraph, read_openapi


def reordered(value):
    if isinstance(value, dict):
        return {key: reordered(value[key]) for key in reversed(value)}
    return [reordered(item) for item in value] if isinstance(value, list) else value


def small_document():
    order = {"type": "object", "title": "Order", "properties": {"id": {"type": "string"}, "memo": {"type": "string"}}}
    content = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}}
    many = {
        "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Order"}}}}
    }
    paths = {
        "/orders": {"get": {"operationId": "listOrders", "responses": {"200": many}}},
        "/orders/{id}": {"get": {"operationId": "getOrder", "responses": {"200": content}}},
    }
    return {
        "openapi": "3.0.3",
        "info": {"title": "Orders"},
        "paths": paths,
        "components": {"schemas": {"Order": order}},
    }


def test_equal_content_in_another_order_gives_equal_hash_tools_and_edges():
    first = read_openapi(small_document())
    second = read_openapi(reordered(small_document()))

    assert first.content_hash == second.content_hash
    assert first.tools == second.tools
    assert first.edges == second.edges


def test_another_description_gives_another_hash():
    changed = small_document()
    changed["paths"]["/orders"]["get"]["summary"] = "All orders"

    assert read_openapi(changed).content_hash != read_openapi(small_document()).content_hash


@pytest.mark.parametrize("name", ["collection.json", "collection.json.z"])
def test_a_saved_graph_comes_back_equal(tmp_path, name):
    graph = read_openapi(small_document())

    graph.save(tmp_path / name)
    loaded = ToolGraph.load(tmp_path / name)

    assert loaded.content_hash == graph.content_hash
    assert loaded.tools == graph.tools
    assert loaded.edges == graph.edges
    assert loaded.readiness == graph.readiness


def test_a_contract_reads_as_a_plain_dict_everywhere():
    contract = read_openapi(small_document()).tools["getOrder"]["metadata"]["api_contract"]
    plain = json.loads(json.dumps(contract))

    assert plain["consumes"][0]["field_name"] == "id"
    assert dict(contract) == plain == {**contract} == copy.deepcopy(contract) == contract | {}
    assert contract.get("produces") == plain["produces"]
    assert bool(contract)


def test_an_added_edge_gives_a_new_graph():
    graph = read_openapi(small_document())

    changed = graph.add_edge("listOrders", "getOrder", from_path="[].memo", to_field="id")

    assert len(changed.edges) == len(graph.edges) + 1
    assert [edge["evidence_tier"] for edge in changed.edges if edge["data_flow"]["from_path"] == "[].memo"] == [
        "manual"
    ]


def test_an_edge_between_unknown_tools_is_refused():
    with pytest.raises(EngineError) as caught:
        read_openapi(small_document()).add_edge("listOrders", "nowhere")

    assert caught.value.reason == "unknown_tool"


@pytest.mark.parametrize("tools", [{"getOrder": {"name": "getOrder", "x": 1}}, [{"name": "getOrder", "x": 1}]])
def test_a_collection_of_graph_tool_call_is_read(tmp_path, tools):
    flow = {"from_path": "$.id", "to_field": "id"}
    edges = [
        {"source": "getOrder", "target": "getOrder", "evidence_tier": "contract", "data_flow": flow, "confidence": 0.8}
    ]
    path = tmp_path / "collection.json"
    path.write_text(json.dumps({"tools": tools, "graph": {"edges": edges}}))

    graph = ToolGraph.load(path)

    assert graph.tools["getOrder"]["x"] == 1
    assert (graph.edges[0]["evidence_tier"], graph.edges[0]["data_flow"]["to_field"]) == ("contract", "id")


@pytest.mark.parametrize("content", ["not json", "[1]", "{}", '{"kind": "selector-tool-graph", "schema_version": 99}'])
def test_a_file_that_is_no_collection_is_refused(tmp_path, content):
    path = tmp_path / "collection.json"
    path.write_text(content)

    with pytest.raises(EngineError) as caught:
        ToolGraph.load(path)

    assert caught.value.reason == "bad_artifact"


def test_tools_that_came_as_plain_dicts_survive_the_artifact():
    graph = ToolGraph.from_tools([{"name": "ask", "description": "Asks"}])

    again = ToolGraph.from_artifact(json.loads(json.dumps(graph.to_artifact())))

    assert again.tools == graph.tools


def test_two_sources_become_one_graph_with_their_schemas_apart():
    first = read_openapi(small_document(), namespace="shop")
    changed = small_document()
    changed["components"]["schemas"]["Order"]["properties"] = {"number": {"type": "integer"}}
    second = read_openapi(changed, namespace="store")

    merged = first.merge(second)

    fields = {
        name: [field["json_path"] for field in tool["metadata"]["api_contract"]["produces"]]
        for name, tool in merged.tools.items()
    }
    assert fields["shop.getOrder"] == ["id", "memo"]
    assert fields["store.getOrder"] == ["number"]
    assert len(merged.edges) == len(first.edges) + len(second.edges)
    assert {(edge["source"], edge["target"]) for edge in merged.edges} >= {("shop.listOrders", "shop.getOrder")}
    assert merged.readiness["operations"] == 4
    assert second.merge(first).content_hash == merged.content_hash
    assert ToolGraph.from_artifact(json.loads(json.dumps(merged.to_artifact()))).tools == merged.tools


def test_two_sources_with_one_name_are_refused():
    changed = small_document()
    changed["info"]["title"] = "Other"

    with pytest.raises(EngineError) as caught:
        read_openapi(small_document()).merge(read_openapi(changed))

    assert caught.value.reason == "duplicate_tool"
