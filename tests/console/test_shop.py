"""The demo shop answers its own document: every operation, every kind of error, and failures on request."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from console.demo.shop import PUBLIC_KEY, RESET_PATH, ShopApp, running_shop
from console.demo.shop_contract import document, errors_of, operations

# A value for each required parameter; those of the rows that fresh data has.
PATH_VALUES = {
    "memberNo": 71,
    "deliveryNo": 2,
    "orderNo": "O-20395",
    "paymentNo": "PAY-20395",
    "refundNo": "R-501",
    "productNo": 1001,
    "categoryId": "1",
    "skuId": "SKU-9",
    "couponNo": 301,
    "secretName": "carrier-link",
}
# Other rows for operations that their state would refuse.
OTHER_ROWS = {
    "unlockMember": {"memberNo": 77},
    "cancelOrder": {"orderNo": "O-20393"},
    "deleteProduct": {"productNo": 1012},
    "publishProduct": {"productNo": 1012},
    "issueCoupon": {"couponNo": 303},
}
ADDRESS = {"receiverName": "견본", "zipCode": "04001", "address": "견본시 시험로 1"}
BODIES: dict[str, Any] = {
    "createMember": {"loginId": "newcomer", "memberName": "새 회원", "email": "newcomer@shop.example"},
    "updateMember": {"memberGrade": "VIP"},
    "lockMember": {"lockReason": "ABUSE"},
    "createMemberDelivery": ADDRESS,
    "updateMemberDelivery": ADDRESS,
    "addWishlistItem": {"productNo": 1005},
    "createOrder": {"memberNo": 71, "deliveryNo": 1, "lines": [{"skuId": "SKU-1", "quantity": 2}]},
    "findOrdersByCondition": {"orderStatuses": ["SHIPPED", "PAID"]},
    "cancelOrder": {"cancelReason": "CHANGED_MIND"},
    "createRefund": {"orderNo": "O-20395", "refundReason": "DEFECTIVE"},
    "approveRefund": {},
    "rejectRefund": {"rejectReason": "기간이 지났습니다"},
    "createProduct": {"productName": "새 상품", "categoryId": 11, "salePrice": 1000},
    "updateProduct": {"salePrice": 2000},
    "createProductReview": {"rating": 5, "content": "좋아요"},
    "bulkAdjustInventory": [{"skuId": "SKU-1", "availableQuantity": 3}, {"skuId": "none", "availableQuantity": 1}],
    "adjustInventory": {"availableQuantity": 4},
    "restockInventory": {"quantity": 4},
    "writeOffInventory": {"quantity": 4},
    "createCoupon": {"couponName": "여름", "discountType": "RATE", "discountValue": 5, "validTo": "2026-08-31"},
    "issueCoupon": {"memberNo": 71},
    "revokeCoupon": {"memberNo": 71},
    "createSecret": {"purpose": "MESSAGE", "secretValue": "invented"},
}
OTHER_BODIES: dict[str, dict[str, Any]] = {
    "updateOrderMemo": {"data": {"orderMemo": "문 앞", "visibleToMember": "true"}},
    "uploadProductImage": {"files": {"image": ("a.png", b"\x89PNG")}, "data": {"altText": "앞모습"}},
}


@pytest.fixture(scope="module")
def app() -> ShopApp:
    return ShopApp(slow_seconds=0.5)


@pytest.fixture(scope="module")
def address(app: ShopApp) -> Iterator[str]:
    with running_shop(app) as address:
        yield address


@pytest.fixture
def shop(app: ShopApp, address: str) -> Iterator[httpx.Client]:
    app.reset()
    headers = {"Authorization": f"Bearer {PUBLIC_KEY}", "X-Tenant-Id": "demo"}
    with httpx.Client(base_url=address, headers=headers, timeout=5) as client:
        yield client


def ask(shop: httpx.Client, name: str, **more: Any) -> httpx.Response:
    operation = operations()[name]
    path = operation.path.format_map({**PATH_VALUES, **OTHER_ROWS.get(name, {})})
    body = {"json": BODIES[name]} if name in BODIES else OTHER_BODIES.get(name, {})
    return shop.request(operation.method, path, **{**body, **more})


@pytest.mark.parametrize("name", sorted(operations()))
def test_every_operation_answers_as_its_document_says(shop: httpx.Client, name: str) -> None:
    operation = operations()[name]

    answer = ask(shop, name)

    assert answer.status_code == operation.status, answer.text
    assert answer.headers.get("content-type", "") == operation.answer_type
    if operation.answer_type == "application/json":
        assert errors_of(answer.json(), operation.answer_schema) == []


@pytest.mark.parametrize(
    ("name", "change", "status", "reason"),
    [
        ("searchMembers", {"headers": {"Authorization": ""}}, 401, "no_key"),
        ("searchMembers", {"headers": {"Authorization": "Bearer other"}}, 401, "wrong_key"),
        ("searchMembers", {"headers": {"X-Tenant-Id": ""}}, 422, "invalid_value"),
        ("searchMembers", {"params": {"size": "101"}}, 422, "invalid_value"),
        ("searchMembers", {"params": {"memberGrade": "BRONZE"}}, 422, "invalid_value"),
        ("createRefund", {"json": {"refundReason": "DEFECTIVE"}}, 422, "invalid_value"),
        ("createRefund", {"json": None, "content": b"{"}, 400, "media_type"),
        ("createRefund", {"json": {"orderNo": "O-20394", "refundReason": "DEFECTIVE"}}, 409, "not_refundable"),
        ("createOrder", {"json": {**BODIES["createOrder"], "memberNo": 999}}, 404, "no_member"),
        ("searchMembers", {"headers": {"X-Tenant-Id": "demo-denied"}}, 403, "asked_to_deny"),
    ],
)
def test_bad_input_gets_a_problem_of_the_document(shop: httpx.Client, name, change, status, reason) -> None:
    answer = ask(shop, name, **change)

    assert (answer.status_code, answer.json()["reason"]) == (status, reason)
    kind = "InputProblem" if status == 422 else "Problem"
    assert errors_of(answer.json(), document()["components"]["schemas"][kind]) == []


def test_refused_values_are_named_by_place_and_never_repeated(shop: httpx.Client) -> None:
    answer = ask(shop, "createOrder", json={"memberNo": "private", "deliveryNo": 1, "lines": [{"skuId": "SKU-1"}]})

    assert answer.json()["errors"] == [
        {"location": "body", "field": "memberNo", "message": "does not fit: type"},
        {"location": "body", "field": "lines.0.quantity", "message": "is required"},
    ]
    assert "private" not in answer.text


def test_pages_hold_all_rows_once(shop: httpx.Client) -> None:
    pages = [ask(shop, "searchMembers", params={"page": page, "size": 5}).json() for page in (1, 2, 3)]

    assert [len(page["items"]) for page in pages] == [5, 5, 2]
    assert [row["memberNo"] for page in pages for row in page["items"]] == list(range(71, 83))
    assert {page["pageInfo"]["totalCount"] for page in pages} == {12}


def test_titles_of_problems_follow_the_language(shop: httpx.Client) -> None:
    titles = [ask(shop, "getSecret", headers={"Accept-Language": word}).status_code for word in ("ko-KR", "en-US")]
    missing = [shop.get("/members/1", headers={"Accept-Language": word}).json()["title"] for word in ("ko-KR", "en-US")]

    assert titles == [200, 200]
    assert missing == ["찾을 수 없습니다", "Not found"]


def test_a_write_is_seen_by_the_next_read_until_a_reset(shop: httpx.Client) -> None:
    ask(shop, "restockInventory")
    after = ask(shop, "getInventory").json()["availableQuantity"]
    status = shop.post(f"{str(shop.base_url).removesuffix('/v1/')}{RESET_PATH}").status_code

    # SKU-9 starts with 90, and 4 came in.
    assert (after, status) == (94, 204)
    assert ask(shop, "getInventory").json()["availableQuantity"] == 90


def test_a_password_is_kept_nowhere(shop: httpx.Client, app: ShopApp) -> None:
    ask(shop, "createMember", json={**BODIES["createMember"], "password": "invented-password"})
    ask(shop, "createSecret")

    assert "invented" not in json.dumps([app.store.members, app.store.secrets])


def test_failures_come_on_request(shop: httpx.Client) -> None:
    failing = ask(shop, "getOrderCount", headers={"X-Tenant-Id": "demo-fail"})
    away = ask(shop, "getOrderCount", headers={"X-Tenant-Id": "demo-away"})
    large = ask(shop, "getOrderCount", headers={"X-Tenant-Id": "demo-large"})

    assert (failing.status_code, away.status_code) == (503, 302)
    assert away.headers["location"] == "http://elsewhere.invalid/v1/orders/count"
    assert len(large.content) > 2**20
    with pytest.raises(httpx.ReadTimeout):
        ask(shop, "getOrderCount", headers={"X-Tenant-Id": "demo-slow"}, timeout=0.1)
    with pytest.raises(httpx.RemoteProtocolError):
        ask(shop, "getOrderCount", headers={"X-Tenant-Id": "demo-drop"})
