"""Producer edges: which answer fills which input, nearest first, never by an equal name alone."""

import random

import pytest

from selector.engine import read_openapi


def object_of(title="", **types):
    return {"type": "object", "title": title, "properties": {name: {"type": kind} for name, kind in types.items()}}


def get(name, schema, *parameters, **parts):
    content = {"200": {"content": {"application/json": {"schema": schema}}}}
    return {"get": {"operationId": name, "parameters": list(parameters), "responses": content, **parts}}


def query(name, kind="string", required=True):
    return {"name": name, "in": "query", "required": required, "schema": {"type": kind}}


def path(name, kind="string"):
    return {"name": name, "in": "path", "required": True, "schema": {"type": kind}}


def graph_of(paths):
    return read_openapi({"openapi": "3.0.3", "paths": paths})


def producers(graph, target, field):
    edges = [edge for edge in graph.edges if (edge["target"], edge["data_flow"]["to_field"]) == (target, field)]
    edges = [edge for edge in edges if edge["evidence_tier"] == "contract"]
    ranked = sorted(edges, key=lambda edge: (-edge["confidence"], edge["source"]))
    return [(edge["source"], edge["data_flow"]["from_path"]) for edge in ranked]


USERS = {"type": "array", "items": object_of("User", id="integer", name="string")}


def test_the_list_in_front_of_a_path_parameter_is_its_producer():
    graph = graph_of(
        {
            "/users": get("listUsers", USERS),
            "/users/{userId}": get("getUser", object_of("User", id="string"), path("userId")),
        }
    )

    assert producers(graph, "getUser", "userId") == [("listUsers", "[].id")]


def test_an_unrelated_answer_with_the_same_field_comes_after_the_resource_of_its_own():
    report = {"type": "array", "items": object_of("AReport", userId="string", total="integer")}
    graph = graph_of(
        {
            "/a-report": get("aReport", report),
            "/users": get("listUsers", USERS),
            "/users/{userId}": get("getUser", object_of(), path("userId")),
        }
    )

    assert [name for name, _ in producers(graph, "getUser", "userId")] == ["listUsers", "aReport"]


@pytest.mark.parametrize("field", ["name", "status", "state"])
def test_an_equal_plain_name_is_no_edge(field):
    graph = graph_of(
        {
            "/pods": get("listPods", {"type": "array", "items": object_of("Pod", **{field: "string"})}),
            "/search": get("search", object_of(), query(field)),
        }
    )

    assert graph.edges == ()


def test_metadata_name_belongs_to_the_object_around_it_and_to_no_other():
    def listing(kind):
        item = {"type": "object", "title": kind, "properties": {"metadata": object_of("ObjectMeta", name="string")}}
        return {"type": "object", "properties": {"items": {"type": "array", "items": item}}}

    graph = graph_of(
        {
            "/pods": get("listPods", listing("Pod")),
            "/nodes": get("listNodes", listing("Node")),
            "/nodes/{name}": get("readNode", object_of(), path("name")),
        }
    )

    assert producers(graph, "readNode", "name") == [("listNodes", "items[].metadata.name")]


def test_a_field_that_names_another_resource_is_a_reference_to_it():
    pod = {"type": "array", "items": object_of("Pod", nodeName="string")}
    graph = graph_of(
        {
            "/pods": get("listPods", pod),
            "/nodes/{name}": get("readNode", object_of("Node", uptime="integer"), path("name")),
        }
    )

    assert producers(graph, "readNode", "name") == [("listPods", "[].nodeName")]


def test_an_integer_fills_a_text_and_a_text_fills_no_number_of_another_kind():
    teams = {"type": "array", "items": object_of("Team", slug="string")}
    paths = {
        "/teams": get("listTeams", teams),
        "/teams/{teamId}": get("getTeam", object_of(), path("teamId", "integer")),
    }

    assert producers(graph_of(paths), "getTeam", "teamId") == []


def test_a_producer_that_needs_the_very_input_is_no_producer():
    graph = graph_of(
        {
            "/users/{userId}": get("getUser", object_of("User", id="string"), path("userId")),
            "/users/{userId}/posts": get("listPosts", USERS, path("userId")),
        }
    )

    assert producers(graph, "listPosts", "userId") == []


def test_context_paging_and_enum_inputs_get_no_producer():
    item = object_of("Tenant", id="string", tenantId="string", cursor="string", kindId="string")
    kind = {"name": "kindId", "in": "query", "required": True, "schema": {"type": "string", "enum": ["A"]}}
    graph = graph_of(
        {
            "/tenants": get("listTenants", {"type": "array", "items": item}),
            "/x": get("x", object_of(), query("tenantId"), query("cursor"), kind),
        }
    )

    assert graph.edges == ()


def test_the_inputs_of_the_demo_shop_find_their_producers(shop):
    names = [name for name, _ in producers(shop, "getInventory", "skuId")]

    assert {"searchProducts", "getProduct"} <= set(names)
    assert producers(shop, "getMemberDeliveryDetail", "deliveryNo")[0][0] == "getMemberDeliveryList"
    assert {name for name, _ in producers(shop, "getOrderDetail", "orderNo")[:2]} == {
        "findOrdersByCondition",
        "searchOrders",
    }


def test_a_secret_without_a_list_has_only_its_maker(shop):
    assert [name for name, _ in producers(shop, "getSecret", "secretName")] == ["createSecret"]


def test_producers_of_one_input_are_bounded():
    paths = {
        f"/a{number}": get(f"list{number}", {"type": "array", "items": object_of("Pod", skuId="string")})
        for number in range(60)
    }

    graph = graph_of(paths | {"/inventory/{skuId}": get("getInventory", object_of(), path("skuId"))})

    assert 1 <= len(producers(graph, "getInventory", "skuId")) <= 18


def test_a_link_is_an_edge_although_the_names_differ_and_a_dead_one_is_reported():
    hits = {"type": "object", "properties": {"hits": {"type": "array", "items": object_of(key="string")}}}
    search = get("searchUsers", hits)
    search["get"]["responses"]["200"]["links"] = {
        "orders": {"operationId": "ordersOf", "parameters": {"account": "$response.body#/hits/0/key"}},
        "dead": {"operationId": "nowhere"},
    }

    graph = graph_of({"/users": search, "/orders": get("ordersOf", object_of(), query("account"))})

    assert [
        (edge["source"], edge["target"], edge["evidence_tier"], edge["data_flow"]["from_path"]) for edge in graph.edges
    ] == [("searchUsers", "ordersOf", "openapi_link", "hits[].key")]
    assert [note["reason"] for note in graph.readiness["warnings"]] == ["dead_link"]


def test_edges_do_not_depend_on_the_order_of_the_paths():
    paths = {
        f"/r{number}s": get(
            f"list{number}", {"type": "array", "items": object_of(f"R{number}", id="string", r1Id="string")}
        )
        for number in range(6)
    }
    paths |= {
        f"/r{number}s/{{id}}": get(f"get{number}", object_of(f"R{number}", id="string"), path("id"))
        for number in range(6)
    }
    expected = graph_of(paths).edges

    shuffled = dict(random.Random(7).sample(sorted(paths.items()), len(paths)))

    assert graph_of(shuffled).edges == expected
