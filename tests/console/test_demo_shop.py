"""The demo shop's document holds every situation that tests, docs and demo data build on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import yaml

from console.demo import SHOP_DOCUMENT

METHODS = ("get", "put", "post", "patch", "delete")
HANGUL = re.compile("[가-힣]")


@cache
def shop() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load(SHOP_DOCUMENT.read_text(encoding="utf-8"))
    return document


@cache
def operations() -> dict[str, dict[str, Any]]:
    """Operation id -> the operation with its `method`, `path` and all its parameters, path item's included."""
    found = {}
    for path, item in shop()["paths"].items():
        for method in METHODS:
            if method in item:
                operation = dict(item[method], method=method, path=path)
                operation["parameters"] = [follow(p) for p in item["parameters"] + item[method].get("parameters", [])]
                found[operation["operationId"]] = operation
    return found


def follow(node: Any) -> Any:
    while isinstance(node, dict) and "$ref" in node:
        target: Any = shop()
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        node = target
    return node


def walk(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from walk(child)


def success(operation_id: str) -> dict[str, Any]:
    responses = operations()[operation_id]["responses"]
    return next(follow(body) for code, body in responses.items() if code.startswith("2"))


def response_fields(operation_id: str) -> set[str]:
    names: set[str] = set()
    pending = [body.get("schema") for body in success(operation_id).get("content", {}).values()]
    while pending:
        schema = follow(pending.pop())
        names.update(schema.get("properties", {}))
        pending += [s for s in schema.get("properties", {}).values() if follow(s) is not schema]
        pending += schema.get("allOf", []) + ([schema["items"]] if "items" in schema else [])
        pending = [s for s in pending if s.get("$ref") != "#/components/schemas/Category"]
    return names


def required_inputs(operation_id: str) -> set[str]:
    return {p["name"] for p in operations()[operation_id]["parameters"] if p.get("required")}


def test_shop_has_about_sixty_operations_with_unique_ids() -> None:
    written = sum(method in item for item in shop()["paths"].values() for method in METHODS)

    assert written == len(operations()) == 64


def test_every_reference_leads_somewhere() -> None:
    references = [node for node in walk(shop()) if "$ref" in node]

    assert len(references) > 300
    assert all(follow(node) for node in references)


def test_every_operation_has_korean_text_a_tag_and_a_typed_success() -> None:
    tags = {tag["name"] for tag in shop()["tags"]}

    for name, operation in operations().items():
        assert re.fullmatch("[a-z][A-Za-z]+", name)
        assert all(HANGUL.search(operation[key]) for key in ("summary", "description")), name
        assert set(operation["tags"]) <= tags
        code = next(code for code in operation["responses"] if code.startswith("2"))
        assert code == "204" or all(body["schema"] for body in success(name)["content"].values()), name


def test_every_path_parameter_is_declared_and_required() -> None:
    for name, operation in operations().items():
        declared = {p["name"] for p in operation["parameters"] if p["in"] == "path" and p["required"]}

        assert declared == set(re.findall(r"{(\w+)}", operation["path"])), name


def test_every_operation_asks_for_the_tenant() -> None:
    assert all("X-Tenant-Id" in required_inputs(name) for name in operations())


@pytest.mark.parametrize(
    ("name", "method", "path"),
    [
        ("getMemberInfo", "get", "/members/{memberNo}"),
        ("getMemberDeliveryList", "get", "/members/{memberNo}/deliveries"),
        ("getMemberDeliveryDetail", "get", "/members/{memberNo}/deliveries/{deliveryNo}"),
        ("getMemberDeliveryCount", "get", "/members/{memberNo}/deliveries/count"),
        ("createMemberDelivery", "post", "/members/{memberNo}/deliveries"),
        ("updateMemberDelivery", "put", "/members/{memberNo}/deliveries/{deliveryNo}"),
        ("deleteMemberDelivery", "delete", "/members/{memberNo}/deliveries/{deliveryNo}"),
        ("getOrderInfo", "get", "/orders/{orderNo}/info"),
        ("getOrderSummary", "get", "/orders/{orderNo}/summary"),
        ("getInventory", "get", "/inventory/{skuId}"),
        ("getSecret", "get", "/secrets/{secretName}"),
        ("createSecret", "post", "/secrets"),
        ("findOrdersByCondition", "post", "/orders/search"),
    ],
)
def test_operation_stands_at_its_path(name: str, method: str, path: str) -> None:
    assert (operations()[name]["method"], operations()[name]["path"]) == (method, path)


@pytest.mark.parametrize("name", ["searchMembers", "searchOrders", "searchProducts", "searchRefunds", "searchCoupons"])
def test_searches_are_paged_and_need_nothing_but_the_tenant(name: str) -> None:
    optional = {p["name"] for p in operations()[name]["parameters"] if not p.get("required")}

    assert {"page", "size"} <= optional
    assert required_inputs(name) == {"X-Tenant-Id"}
    assert {"items", "pageInfo", "totalCount"} <= response_fields(name)


def test_delivery_list_answers_many_and_detail_answers_one_of_the_same_schema() -> None:
    many = success("getMemberDeliveryList")["content"]["application/json"]["schema"]
    one = success("getMemberDeliveryDetail")["content"]["application/json"]["schema"]

    assert follow(many)["properties"]["items"]["items"] == one == {"$ref": "#/components/schemas/MemberDelivery"}


def test_order_info_and_order_summary_differ_in_words_only() -> None:
    info, summary = operations()["getOrderInfo"], operations()["getOrderSummary"]

    assert success("getOrderInfo") == success("getOrderSummary")
    assert info["parameters"] == summary["parameters"]
    assert (info["summary"], summary["summary"]) == ("주문 정보 조회", "주문 요약 정보 조회")


def test_refundable_orders_take_an_order_number_as_an_option() -> None:
    assert "orderNo" in {p["name"] for p in operations()["getRefundableOrders"]["parameters"]}
    assert "orderNo" not in required_inputs("getRefundableOrders")
    assert "orderNo" in response_fields("searchOrders")


def test_inventory_needs_a_sku_that_only_product_reads_return_without_one() -> None:
    producers = {
        name
        for name, operation in operations().items()
        if operation["method"] == "get" and "skuId" in response_fields(name) - required_inputs(name)
    }

    assert required_inputs("getInventory") == {"X-Tenant-Id", "skuId"}
    assert producers == {"searchProducts", "getProduct"}


def test_only_creating_a_secret_returns_a_secret_name() -> None:
    producers = {name for name in operations() if "secretName" in response_fields(name) - required_inputs(name)}

    assert producers == {"createSecret"}
    assert required_inputs("getSecret") == {"X-Tenant-Id", "secretName"}
    assert {name for name in operations() if "ecret" in name} == {"getSecret", "createSecret", "deleteSecret"}


@pytest.mark.parametrize(
    ("name", "opposite"),
    [
        ("lockMember", "unlockMember"),
        ("addWishlistItem", "removeWishlistItem"),
        ("publishProduct", "unpublishProduct"),
        ("restockInventory", "writeOffInventory"),
        ("approveRefund", "rejectRefund"),
        ("issueCoupon", "revokeCoupon"),
    ],
)
def test_opposites_both_exist(name: str, opposite: str) -> None:
    assert {name, opposite} <= operations().keys()


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("bulkAdjustInventory", "application/json"),
        ("updateOrderMemo", "application/x-www-form-urlencoded"),
        ("uploadProductImage", "multipart/form-data"),
    ],
)
def test_bodies_of_every_kind_are_there(name: str, media_type: str) -> None:
    assert list(operations()[name]["requestBody"]["content"]) == [media_type]


def test_bulk_body_is_an_array_of_objects_with_required_fields() -> None:
    body = operations()["bulkAdjustInventory"]["requestBody"]["content"]["application/json"]["schema"]

    assert body["type"] == "array"
    assert follow(body["items"])["required"] == ["skuId", "availableQuantity"]


def test_invoice_is_a_file() -> None:
    assert success("downloadInvoice")["content"] == {
        "application/pdf": {"schema": {"type": "string", "format": "binary"}}
    }


def test_one_operation_is_deprecated_and_three_have_links_to_known_operations() -> None:
    links = [link["operationId"] for name in operations() for link in success(name).get("links", {}).values()]

    assert [name for name in operations() if operations()[name].get("deprecated")] == ["getOrderStatus"]
    assert sorted(links) == ["getMemberInfo", "getOrderDetail", "getRefundDetail"]


def test_one_enum_has_twenty_or_more_values() -> None:
    assert len(shop()["components"]["schemas"]["RefundReason"]["enum"]) == 24


def test_personal_examples_stand_in_one_operation_and_are_marked_as_invented() -> None:
    text = SHOP_DOCUMENT.read_text(encoding="utf-8")
    holders = [name for name, operation in operations().items() if any("examples" in n for n in walk(operation))]

    assert holders == ["createMember"]
    assert text.count("@") == text.count("010-") == text.count("token=") == 1
    assert (
        "지어낸 값"
        in operations()["createMember"]["requestBody"]["content"]["application/json"]["examples"]["invented"]["summary"]
    )
