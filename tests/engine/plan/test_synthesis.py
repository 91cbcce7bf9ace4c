"""Where the inputs of a plan come from, and why there is no plan."""

import json
from typing import Any

import pytest

from selector.engine import ToolGraph
from selector.engine.failures import REASONS_BY_STAGE, Stage
from selector.engine.plan import PathSynthesizer, Plan, PlanRunner, PlanSynthesisError
from tests.engine.plan.tiny import DELETE_USER, GET_USER, LIST_USERS, USER_TOOLS, USERS, field, linked, made, tool

LIST_ORDERS = tool(
    "listOrders",
    "GET",
    "/orders",
    [field("orderStatus", "query", required=False, enum=["NEW", "SHIPPED"])],
    [made("id", "items[].id", semantic_tag="order_id"), made("title", "items[].title")],
)
GET_ORDER = tool("getOrder", "GET", "/orders/{orderId}", [field("orderId", semantic_tag="order_id")])
ORDERS = linked({"listOrders": LIST_ORDERS, "getOrder": GET_ORDER}, ("listOrders", "getOrder", "items[].id", "orderId"))
# Each of the two is needed by the other, and by nothing else.
RING = linked(
    {
        "getCart": tool("getCart", "GET", "/carts/{cartId}", [field("cartId")], [made("couponId", "couponId")]),
        "getCoupon": tool("getCoupon", "GET", "/coupons/{couponId}", [field("couponId")], [made("cartId", "cartId")]),
    },
    ("getCart", "getCoupon", "couponId", "couponId"),
    ("getCoupon", "getCart", "cartId", "cartId"),
)


def refusal(maker: PathSynthesizer, **asked: Any) -> dict[str, Any]:
    with pytest.raises(PlanSynthesisError) as caught:
        maker.synthesize(**asked)
    error = caught.value.to_dict()
    assert json.loads(json.dumps(error)) == error
    assert set(error) == {"stage", "reason", "message", "evidence"}
    return error


def chain(length: int) -> dict[str, Any]:
    """get0 needs what get1 gives, and so on; the last one needs nothing."""
    needs = [[field("id", semantic_tag=f"thing{number}_id")] for number in range(length - 1)] + [[]]
    tools = {
        f"get{number}": tool(
            f"get{number}", "GET", f"/thing{number}s/{{id}}" if rows else "/all", rows, [made("x", "x")]
        )
        for number, rows in enumerate(needs)
    }
    return linked(tools, *((f"get{number + 1}", f"get{number}", "x", "id") for number in range(length - 1)))


def test_a_list_gives_the_id_of_its_first_item_to_the_target() -> None:
    plan = PathSynthesizer(USERS).synthesize(target="getUser", entities={}, goal="show a user")

    assert plan.tools == ("listUsers", "getUser")
    assert plan.steps[1].args == {"userId": "${s1.users[0].id}"}
    assert (plan.steps[0].evidence_tier, plan.steps[0].rationale) == ("contract", "gives getUser.userId")
    assert plan.output_binding == "${s2}"


def test_an_entity_comes_before_a_default_and_a_default_before_a_producer() -> None:
    given = PathSynthesizer(USERS, {"userId": "7"}).synthesize(target="getUser", entities={"userId": "5"})
    default = PathSynthesizer(USERS, {"userId": "7"}).synthesize(target="getUser", entities={})

    assert (given.tools, dict(given.inputs)) == (("getUser",), {"userId": "5"})
    assert (default.tools, dict(default.inputs)) == (("getUser",), {"userId": "7"})
    assert default.metadata["synthesis"]["context_defaults"] == ["userId"]
    assert [plan.steps[0].bindings[0].source for plan in (given, default)] == ["entity", "context"]


@pytest.mark.parametrize("key", ["userId", "user_id", "getUser:userId", "getUser:path:userId", "path:userId", "UserID"])
def test_an_entity_is_known_by_name_tag_and_place(key: str) -> None:
    plan = PathSynthesizer(USERS).synthesize(target="getUser", entities={key: "5"})

    assert plan.steps[0].args == {"userId": f"${{input.{key}}}"}


def test_what_nothing_gives_is_asked_of_a_person() -> None:
    tools = {"getUser": GET_USER}

    plan = PathSynthesizer(tools).synthesize(target="getUser")

    slot = plan.user_input_slots[0]
    assert plan.steps[0].args == {"userId": "${user_input.userId}"}
    assert (slot["name"], slot["tool"], slot["location"], slot["reason"]) == (
        "userId",
        "getUser",
        "path",
        "no_producer",
    )


def test_an_input_with_braces_in_its_name_can_be_asked_for() -> None:
    odd = tool("odd", "GET", "/odd", [field("a}b{", "query")])
    plan = PathSynthesizer({"odd": odd}).synthesize(target="odd")

    result = PlanRunner(lambda name, args: args).run(plan, {plan.user_input_slots[0]["name"]: "x"})

    assert result.output == {"a}b{": "x"}


def test_three_inputs_of_one_name_are_three_inputs() -> None:
    rows = [
        field("id", "path", semantic_tag="order_id"),
        field("id", "query", semantic_tag="id"),
        field("id", "body", json_path="id", semantic_tag="line_id"),
    ]
    tools = {"putOrder": tool("putOrder", "PUT", "/orders/{id}", rows)}

    bare = PathSynthesizer(tools).synthesize(target="putOrder", entities={"id": "1"})
    full = PathSynthesizer(tools).synthesize(target="putOrder", entities={"path:id": 1, "query:id": 2, "body:id": 3})

    assert set(bare.steps[0].args) == {"path:id", "query:id", "body:id"}
    # A bare name means the first of them only; the others are asked for under names of their own.
    assert bare.steps[0].args["path:id"] == "${input.id}"
    assert sorted(slot["name"] for slot in bare.user_input_slots) == ["putOrder:body:id", "putOrder:query:id"]
    assert full.steps[0].args == {key: f"${{input.{key}}}" for key in ("path:id", "query:id", "body:id")}
    assert dict(full.steps[0].locations) == {"path:id": "path", "query:id": "query", "body:id": "body"}


def test_a_body_is_nested_as_its_document_says(shop: ToolGraph) -> None:
    given = {"memberNo": 1, "deliveryNo": 2, "skuId": "S1", "quantity": 3}

    plan = PathSynthesizer(shop, {"X-Tenant-Id": "t"}).synthesize(target="createOrder", entities=given)

    assert plan.steps[0].args["lines"] == [{"skuId": "${input.skuId}", "quantity": "${input.quantity}"}]
    assert plan.steps[0].locations["lines"] == "body"


def test_a_whole_list_given_for_the_body_stands_for_all_inputs_in_it(shop: ToolGraph) -> None:
    given = {"memberNo": 1, "deliveryNo": 2, "lines": [{"skuId": "S1", "quantity": 3}]}

    plan = PathSynthesizer(shop, {"X-Tenant-Id": "t"}).synthesize(target="createOrder", entities=given)

    assert plan.steps[0].args["lines"] == "${input.lines}"
    assert plan.user_input_slots == []


def test_a_list_of_values_for_a_list_of_texts_is_taken_as_it_is(shop: ToolGraph) -> None:
    maker = PathSynthesizer(shop, {"X-Tenant-Id": "t"})

    many = maker.synthesize(target="findOrdersByCondition", entities={"channels": ["WEB", "APP"]})
    one = maker.synthesize(target="findOrdersByCondition", entities={"channels": "WEB"})

    assert many.steps[0].args["channels"] == "${input.channels}"
    assert one.steps[0].args["channels"] == ["${input.channels}"]


def test_a_body_that_is_a_list_stands_under_body(shop: ToolGraph) -> None:
    given = {"skuId": "S1", "availableQuantity": 3}

    plan = PathSynthesizer(shop, {"X-Tenant-Id": "t"}).synthesize(target="bulkAdjustInventory", entities=given)

    assert plan.steps[0].args["body"] == [
        {"availableQuantity": "${input.availableQuantity}", "skuId": "${input.skuId}"}
    ]


@pytest.mark.parametrize(
    ("given", "sent"),
    [("SHIPPED", "${input.orderStatus}"), ("shipped", "SHIPPED"), ("배송중", "SHIPPED")],
)
def test_a_label_of_an_enum_is_mapped_to_its_value(given: str, sent: str) -> None:
    maker = PathSynthesizer(ORDERS, enum_field_names={"orderStatus": {"배송중": "SHIPPED"}})

    plan = maker.synthesize(target="listOrders", entities={"orderStatus": given})

    assert plan.steps[0].args == {"orderStatus": sent}


def test_a_value_outside_an_enum_is_refused_with_the_allowed_ones() -> None:
    error = refusal(PathSynthesizer(ORDERS), target="listOrders", entities={"orderStatus": "lost"})

    assert (error["stage"], error["reason"]) == ("plan", "enum_required")
    assert error["evidence"]["allowed"] == ["NEW", "SHIPPED"]
    assert "lost" not in json.dumps(error)


def test_a_value_outside_an_enum_of_a_producer_is_left_away() -> None:
    plan = PathSynthesizer(ORDERS).synthesize(target="getOrder", entities={"orderStatus": "lost"})

    assert plan.steps[0].args == {}
    assert plan.metadata["synthesis"]["unused_entities"] == ["orderStatus"]


def test_a_required_enum_without_a_value_is_a_slot_with_its_choices(shop: ToolGraph) -> None:
    plan = PathSynthesizer(shop, {"X-Tenant-Id": "t"}).synthesize(target="cancelOrder", entities={"orderNo": "A-1"})

    slot = plan.user_input_slots[0]
    assert (slot["name"], slot["reason"]) == ("cancelReason", "enum_required")
    assert slot["enum"] == ["CHANGED_MIND", "WRONG_ORDER", "LATE_DELIVERY", "OUT_OF_STOCK"]


def test_an_unused_entity_chooses_the_item_that_it_names() -> None:
    plan = PathSynthesizer(ORDERS).synthesize(target="getOrder", entities={"title": "Blue shirt"})

    binding = plan.steps[1].bindings[0]
    assert plan.steps[1].args == {"orderId": "${s1.items[title=input.title].id}"}
    assert dict(binding.select) == {"list": "items[]", "field": "title", "equals": "input.title"}


def test_a_word_for_a_number_chooses_the_item_by_its_label() -> None:
    numbered = tool("getUser", "GET", "/users/{userId}", [field("userId", type="integer", semantic_tag="user_id")])

    graph = linked({"listUsers": LIST_USERS, "getUser": numbered}, ("listUsers", "getUser", "users[].id", "userId"))

    plan = PathSynthesizer(graph).synthesize(target="getUser", entities={"userId": "Kim Minsu"})

    assert plan.steps[1].args == {"userId": "${s1.users[name=input.userId].id}"}


def test_a_filter_that_a_producer_takes_is_not_used_to_choose_as_well() -> None:
    plan = PathSynthesizer(USERS).synthesize(target="getUser", entities={"keyword": "Kim"})

    assert plan.steps[0].args == {"keyword": "${input.keyword}"}
    assert plan.steps[1].args == {"userId": "${s1.users[0].id}"}


def test_a_filter_goes_to_one_producer_and_an_id_to_all(shop: ToolGraph) -> None:
    maker = PathSynthesizer(shop, {"X-Tenant-Id": "t"})

    wish = maker.synthesize(target="addWishlistItem", entities={"keyword": "shirt"})
    detail = maker.synthesize(target="getMemberDeliveryDetail", entities={"memberNo": 7})

    assert [step.args.get("keyword") for step in wish.steps[:2]].count("${input.keyword}") == 1
    assert [step.args["memberNo"] for step in detail.steps] == ["${input.memberNo}"] * 2


def test_a_target_that_is_not_there_is_unknown() -> None:
    error = refusal(PathSynthesizer(USERS), target="getUsr")

    assert (error["reason"], error["evidence"]) == ("unknown_target", {"target": "getUsr"})


def test_two_tools_that_need_each_other_are_a_cycle() -> None:
    error = refusal(PathSynthesizer(RING), target="getCart")

    assert error["reason"] == "cycle"
    assert set(error["evidence"]["cycle"]) == {"getCart", "getCoupon"}


@pytest.mark.parametrize(
    ("graph", "asked"),
    [
        (RING, {"target": "getCart"}),
        (chain(7), {"target": "get0"}),
        (ORDERS, {"target": "listOrders", "entities": {"orderStatus": "lost"}}),
    ],
)
def test_the_slot_of_a_failed_plan_mends_it(graph: dict[str, Any], asked: dict[str, Any]) -> None:
    slot = refusal(PathSynthesizer(graph), **asked)["evidence"]["user_input_slots"][0]

    plan = PathSynthesizer(graph).synthesize(
        target=asked["target"], entities={slot["name"]: (slot["enum"] or ["1"])[0]}
    )

    assert plan.user_input_slots == []


def test_an_operators_edge_says_where_a_value_comes_from() -> None:
    report = tool("userReport", "GET", "/reports/users", [], [made("ref", "rows[].ref")])
    collection = {**USERS, "tools": {**USER_TOOLS, "userReport": report}}
    graph = ToolGraph.from_artifact(collection).add_edge("userReport", "getUser", "manual", "rows[].ref", "userId")

    plan = PathSynthesizer(graph).synthesize(target="getUser")

    assert plan.tools == ("userReport", "getUser")
    assert (plan.steps[1].args["userId"], plan.steps[0].evidence_tier) == ("${s1.rows[0].ref}", "manual")


def test_a_tool_that_an_operator_puts_first_is_called_first_without_a_binding() -> None:
    session = tool("getSession", "GET", "/session", [], [made("ok", "ok")])
    collection = {**USERS, "tools": {**USER_TOOLS, "getSession": session}}
    graph = ToolGraph.from_artifact(collection).add_edge("getSession", "getUser", "manual")

    plan = PathSynthesizer(graph).synthesize(target="getUser", entities={"userId": "7"})

    assert plan.tools == ("getSession", "getUser")
    assert plan.steps[0].rationale == "put first by an operator"


def test_a_value_for_it_opens_a_cycle() -> None:
    plan = PathSynthesizer(RING).synthesize(target="getCart", entities={"couponId": "1"})

    assert plan.tools == ("getCoupon", "getCart")


@pytest.mark.parametrize(("max_depth", "length"), [(5, 6), (2, 3)])
def test_a_chain_as_long_as_allowed_is_planned(max_depth: int, length: int) -> None:
    plan = PathSynthesizer(chain(length), max_depth=max_depth).synthesize(target="get0")

    assert plan.tools == tuple(f"get{number}" for number in reversed(range(length)))


@pytest.mark.parametrize(("max_depth", "length"), [(5, 7), (2, 4), (0, 2)])
def test_a_longer_chain_is_too_deep(max_depth: int, length: int) -> None:
    error = refusal(PathSynthesizer(chain(length), max_depth=max_depth), target="get0")

    assert (error["reason"], error["evidence"]["max_depth"]) == ("max_depth", max_depth)


def test_without_anyone_to_ask_an_open_input_is_unsatisfied() -> None:
    error = refusal(PathSynthesizer({"getUser": GET_USER}, ask_user=False), target="getUser")

    assert error["reason"] == "unsatisfied_field"
    assert (error["evidence"]["tool"], error["evidence"]["field"]) == ("getUser", "userId")


def test_a_body_that_no_document_describes_is_unsatisfied() -> None:
    upload = tool("upload", "POST", "/files")
    upload["metadata"]["request_body"] = {"required": True, "media_type": "application/octet-stream"}

    error = refusal(PathSynthesizer({"upload": upload}), target="upload")

    assert (error["reason"], error["evidence"]["field"]) == ("unsatisfied_field", "body")


def test_a_producer_that_changes_something_is_never_attached_to_a_read(shop: ToolGraph) -> None:
    maker = PathSynthesizer(shop, {"X-Tenant-Id": "t"}, allow_mutation=True)

    plan = maker.synthesize(target="getSecret", goal="Read the selected secret.")

    assert plan.tools == ("getSecret",)
    assert (plan.user_input_slots[0]["reason"], plan.user_input_slots[0]["producers"]) == (
        "mutation_blocked",
        ["createSecret"],
    )


def test_where_nobody_can_be_asked_a_blocked_producer_is_the_reason(shop: ToolGraph) -> None:
    maker = PathSynthesizer(shop, {"X-Tenant-Id": "t"}, ask_user=False)

    error = refusal(maker, target="getSecret", goal="Read the selected secret.")

    assert (error["reason"], error["evidence"]["tools"]) == ("mutation_blocked", ["createSecret"])


def test_with_both_keys_a_producer_may_change_something(shop: ToolGraph) -> None:
    maker = PathSynthesizer(shop, {"X-Tenant-Id": "t"}, allow_mutation=True)

    plan = maker.synthesize(target="getSecret", goal="Create a secret, then inspect it.")

    assert plan.tools == ("createSecret", "getSecret")
    assert [step.mutates for step in plan.steps] == [True, False]


def test_a_target_that_changes_something_is_refused_where_only_reads_are_allowed() -> None:
    error = refusal(PathSynthesizer({"deleteUser": DELETE_USER}, allow_mutation=False), target="deleteUser")

    assert (error["reason"], error["evidence"]["tools"]) == ("mutation_blocked", ["deleteUser"])


def test_every_reason_of_the_plan_stage_is_reached_here() -> None:
    reached = {"unknown_target", "unsatisfied_field", "enum_required", "mutation_blocked", "cycle", "max_depth"}

    assert reached == {reason.value for reason in REASONS_BY_STAGE[Stage.PLAN]}


def test_every_plan_of_the_shop_survives_storage_and_needs_its_inputs_again(shop: ToolGraph) -> None:
    maker = PathSynthesizer(shop, {"X-Tenant-Id": "t"})

    plans = [maker.synthesize(target=name, entities={"email": "hong@example.com"}) for name in shop.tools]

    for plan in plans:
        assert Plan.from_dict(json.loads(json.dumps(plan.to_dict()))) == plan
        stored = Plan.from_dict(json.loads(json.dumps(plan.for_storage())))
        assert (stored.steps, dict(stored.inputs)) == (plan.steps, {})


def test_the_order_of_tools_and_keys_changes_no_plan() -> None:
    edges = [dict(reversed(list(edge.items()))) for edge in reversed(USERS["graph"]["edges"])]
    backwards = {"graph": {"edges": edges}, "tools": dict(reversed(list(USER_TOOLS.items())))}

    plans = [
        PathSynthesizer(graph).synthesize(target="getUser", entities=given).to_dict()
        for graph in (USERS, backwards)
        for given in ({"keyword": "a", "z": "b"}, {"z": "b", "keyword": "a"})
    ]

    assert all(plan == plans[0] for plan in plans)


def test_a_graph_may_come_as_artifact_or_saved_collection(shop: ToolGraph) -> None:
    graphs = [(shop.to_artifact(), "getOrderCount"), (USERS, "getUser"), (list(USER_TOOLS.values()), "getUser")]

    plans = [PathSynthesizer(graph).synthesize(target=name) for graph, name in graphs]

    assert [plan.target for plan in plans] == ["getOrderCount", "getUser", "getUser"]


def test_a_plan_names_its_selection_where_it_is_given() -> None:
    plan = PathSynthesizer(USERS).synthesize(target="getUser", target_selector={"selected_target": "getUser"})

    assert plan.metadata["synthesis"]["target_selector"] == {"selected_target": "getUser"}
