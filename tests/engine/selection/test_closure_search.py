"""Several hops, circles, depth, what is given, what operators say, and the order of the input."""

import random

import pytest

from selector.engine import EngineError, complete_target_dependencies, read_openapi
from tests.engine.selection.sample_tools import GET_USER, LIST_USERS, edge, tool

TEAMS = tool("listTeams", "GET /teams", [], ["[].id", "[].name"])
MEMBERS = tool("listMembers", "GET /teams/{teamId}/members", ["teamId"], ["[].id", "[].name"])
MEMBER = tool("getMember", "GET /teams/{teamId}/members/{memberId}", ["teamId", "memberId"], ["id"])


def close(target, *tools, **arguments):
    return complete_target_dependencies(target, list(tools), **arguments)


def test_producers_stand_in_call_order_and_share_a_value():
    closure = close("getMember", MEMBER, MEMBERS, TEAMS)

    rows = [(row["consumer"], row["field"], row["producer"], row["hop"]) for row in closure.evidence]
    assert closure.required_dependencies == ["listTeams", "listMembers"]
    assert rows == [
        ("getMember", "teamId", "listTeams", 1),
        ("listMembers", "teamId", "listTeams", 2),
        ("getMember", "memberId", "listMembers", 1),
    ]
    assert closure.dependency_paths == [["listTeams", "getMember"], ["listMembers", "getMember"]]


@pytest.mark.parametrize(
    ("provided", "calls"),
    [
        ((), ["listTeams", "listMembers"]),
        (("teamId",), ["listMembers"]),
        (("getMember:teamId",), ["listMembers"]),
        (("memberId",), ["listTeams"]),
        (("teamId", "memberId"), []),
        ({"teamId": "t-1"}, ["listMembers"]),
        ("teamId", ["listMembers"]),
    ],
)
def test_what_is_given_needs_no_producer(provided, calls):
    assert close("getMember", MEMBER, MEMBERS, TEAMS, provided=provided).required_dependencies == calls


def test_a_value_given_for_a_producer_says_which_one_is_meant():
    node = tool("getNode", "GET /nodes/{nodeName}", ["nodeName"], ["name"])
    nodes = tool("listNodes", "GET /nodes", [], ["[].name"])
    pod = tool("getPod", "GET /pods/{podName}", ["podName"], ["name", "spec.nodeName"])
    pods = tool("listPods", "GET /pods", [], ["[].name", "[].spec.nodeName"])

    assert close("getNode", node, nodes, pod, pods).required_dependencies == ["listNodes"]
    assert close("getNode", node, nodes, pod, pods, provided=["getPod:podName"]).required_dependencies == ["getPod"]


def test_a_circle_is_reported_and_nothing_of_it_is_attached():
    cart = tool("getCart", "GET /cart-of/{cartId}", ["cartId"], ["id", "orderId"])
    order = tool("getOrder", "GET /order-of/{orderId}", ["orderId"], ["id", "cartId"])

    closure = close("getCart", cart, order)

    assert closure.required_dependencies == []
    assert closure.cycles == [["getCart", "getOrder", "getCart"]]
    assert [row["reason"] for row in closure.unresolved_fields] == ["cycle"]
    assert not closure.complete


@pytest.mark.parametrize(("hops", "calls"), [(0, 0), (1, 0), (2, 2), (3, 2)])
def test_a_way_deeper_than_allowed_is_given_up_as_a_whole(hops, calls):
    closure = close("target", *_chain(), max_hops=hops)

    assert len(closure.required_dependencies) == calls
    assert [row["reason"] for row in closure.unresolved_fields] == ([] if calls else ["max_depth"])


def _chain():
    return (
        tool("listShops", "GET /shops", [], ["[].id", "[].name"]),
        tool("findCart", "GET /carts", ["shopId"], ["[].id", "[].name"]),
        tool("target", "GET /carts/{cartId}", ["cartId"], ["total"]),
    )


def test_an_operators_edge_wins_over_contract_and_link():
    audit = tool("listAudit", "GET /audit", [], ["rows[].who"])
    edges = [
        edge("listAudit", "getUser", "manual", "userId", "rows[].who"),
        edge("listUsers", "getUser", "contract", "userId", "[].id"),
    ]

    closure = close("getUser", GET_USER, LIST_USERS, audit, graph=edges)

    assert [(row["producer"], row["from_path"], row["tier"]) for row in closure.evidence] == [
        ("listAudit", "$.rows[].who", "manual")
    ]


def test_an_operators_edge_still_needs_both_keys_to_change_something():
    maker = tool("createUser", "POST /users", [], ["id"])
    edges = [edge("createUser", "getUser", "manual", "userId", "id")]

    blocked = close("getUser", GET_USER, maker, graph=edges, query="show it", allow_mutation=True)
    allowed = close("getUser", GET_USER, maker, graph=edges, query="create a user", allow_mutation=True)

    assert (blocked.required_dependencies, allowed.required_dependencies) == ([], ["createUser"])


def test_a_forbidden_edge_takes_the_producer_away():
    other = tool("searchUsers", "GET /users/search", [], ["[].id", "[].name"])
    edges = [
        edge("listUsers", "getUser", "contract", "userId", "[].id"),
        edge("searchUsers", "getUser", "contract", "userId", "[].id", confidence=0.7),
        edge("listUsers", "getUser", "manual", "userId", forbidden=True),
    ]

    closure = close("getUser", GET_USER, LIST_USERS, other, graph=edges)

    assert closure.required_dependencies == ["searchUsers"]
    assert {"code": "forbidden_edge", "tool": "getUser", "field": "userId", "producer": "listUsers"} in (
        closure.diagnostics
    )


@pytest.mark.parametrize(
    ("contract", "confidence", "chosen"),
    [("listUsers", 0.9, "listUsers"), ("searchUsers", 0.9, "searchUsers"), ("listUsers", 0.71, "searchUsers")],
)
def test_a_promoted_edge_decides_only_where_contracts_leave_it_open(contract, confidence, chosen):
    other = tool("searchUsers", "GET /users/search", [], ["[].id", "[].name"])
    rest = {"listUsers": "searchUsers", "searchUsers": "listUsers"}[contract]
    edges = [
        edge(contract, "getUser", "contract", "userId", "[].id", confidence=confidence),
        edge(rest, "getUser", "contract", "userId", "[].id", confidence=0.7),
        edge("searchUsers", "getUser", "promoted_trace", "userId", "[].id"),
    ]

    assert close("getUser", GET_USER, LIST_USERS, other, graph=edges).required_dependencies == [chosen]


def test_a_promoted_edge_alone_is_followed_and_a_weaker_one_only_explains():
    thing = tool("getThing", "GET /thing", ["code"], ["x"])
    report = tool("report", "GET /report", [], ["q"])

    promoted = close("getThing", thing, report, graph=[edge("report", "getThing", "promoted_trace", "code", "q")])
    seen = close("getThing", thing, report, graph=[edge("report", "getThing", "trace", "code", "q")])
    likeness = close("getThing", thing, report, graph=[edge("report", "getThing", "name_similarity", "code", "q")])

    assert promoted.required_dependencies == ["report"]
    assert seen.required_dependencies == likeness.required_dependencies == []
    assert "weak_evidence" in [row["code"] for row in seen.diagnostics]


def test_an_edge_without_a_field_puts_a_tool_first():
    clock = tool("readClock", "GET /clock", [], ["ok"])

    closure = close("getUser", GET_USER, LIST_USERS, clock, graph=[edge("readClock", "getUser")])

    assert closure.required_dependencies == ["readClock", "listUsers"]


def test_a_stated_edge_on_an_optional_input_is_an_optional_dependency():
    target = tool("getUser", "GET /me", [{"field_name": "teamId", "location": "query", "type": "string"}], ["id"])
    edges = [edge("listTeams", "getUser", "manual", "teamId", "[].id")]

    closure = close("getUser", target, TEAMS, graph=edges)

    assert (closure.required_dependencies, closure.optional_dependencies) == ([], ["listTeams"])
    assert closure.complete


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_tools_and_edges_changes_nothing(seed):
    tools = [MEMBER, MEMBERS, TEAMS, GET_USER, LIST_USERS]
    shuffled = random.Random(seed).sample(tools, len(tools))

    assert close("getMember", *shuffled).to_dict() == close("getMember", *tools).to_dict()
    assert (
        complete_target_dependencies("getMember", {row["name"]: row for row in shuffled}).to_dict()
        == close("getMember", *tools).to_dict()
    )


def test_a_plain_copy_of_the_tools_gives_the_same_closure_as_the_graph(shop, tools_by_name):
    for name in ("getInventory", "getMemberDeliveryDetail", "createOrder"):
        with_graph = complete_target_dependencies(name, shop.tools, graph=shop)
        plain = complete_target_dependencies(name, tools_by_name)

        assert plain.required_dependencies == with_graph.required_dependencies


def test_an_unknown_target_or_policy_is_an_error():
    with pytest.raises(EngineError) as caught:
        close("nothing", GET_USER)
    with pytest.raises(ValueError, match="policy"):
        close("getUser", GET_USER, policy="anything")

    assert caught.value.reason == "unknown_target"


def test_an_openapi_link_is_evidence_of_its_own_tier():
    hits = {"type": "object", "properties": {"hits": {"type": "array", "items": {"properties": {"ref": {}}}}}}
    links = {"x": {"operationId": "getDoc", "parameters": {"doc": "$response.body#/hits/0/ref"}}}
    answer = {"description": "", "content": {"application/json": {"schema": hits}}, "links": links}
    doc = {"name": "doc", "in": "query", "required": True, "schema": {"type": "string"}}
    paths = {
        "/find": {"get": {"operationId": "find", "responses": {"200": answer}}},
        "/doc": {"get": {"operationId": "getDoc", "parameters": [doc], "responses": {}}},
    }
    graph = read_openapi({"openapi": "3.0.3", "paths": paths})

    closure = complete_target_dependencies("getDoc", graph.tools, graph=graph)

    assert [(row["producer"], row["tier"]) for row in closure.evidence] == [("find", "openapi_link")]
