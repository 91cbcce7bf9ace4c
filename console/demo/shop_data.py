"""The demo shop's rows: the same ones at each start, all invented, in Korean and English."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Row = dict[str, Any]

MEMBERS = (
    ("haneul", "김하늘", "VIP"),
    ("mina", "이민아", "GOLD"),
    ("jisoo", "박지수", "SILVER"),
    ("alex", "Alex Park", "GOLD"),
    ("yuna", "최유나", "WELCOME"),
    ("chris", "Chris Lee", "WELCOME"),
    ("dohyun", "정도현", "SILVER"),
    ("sora", "한소라", "VIP"),
    ("robin", "Robin Kim", "WELCOME"),
    ("bomi", "오보미", "GOLD"),
    ("taeho", "강태호", "SILVER"),
    ("jamie", "Jamie Yoo", "WELCOME"),
)
FIRST_MEMBER, LOCKED_MEMBER, DORMANT_MEMBER = 71, 77, 82
PRODUCTS = (
    ("순면 티셔츠 Cotton T-shirt", "하루", 11, 19_000),
    ("리넨 셔츠 Linen shirt", "하루", 11, 42_000),
    ("데님 바지 Denim trousers", "하루", 12, 58_000),
    ("울 니트 Wool sweater", "온기", 11, 69_000),
    ("가죽 지갑 Leather wallet", "온기", 2, 49_000),
    ("캔버스 가방 Canvas bag", "온기", 2, 35_000),
    ("원두 커피 Coffee beans", "새벽", 3, 16_000),
    ("녹차 Green tea", "새벽", 3, 12_000),
    ("무선 이어폰 Wireless earphones", "소리", 4, 89_000),
    ("블루투스 스피커 Bluetooth speaker", "소리", 4, 129_000),
    ("접이식 우산 Folding umbrella", "온기", 2, 22_000),
    ("텀블러 Tumbler", "새벽", 3, 27_000),
)
FIRST_PRODUCT, DRAFT_PRODUCT = 1001, 1012
CATEGORIES = (
    (1, "의류 Clothing", 1, 0),
    (11, "상의 Tops", 2, 1),
    (12, "하의 Bottoms", 2, 1),
    (2, "잡화 Accessories", 1, 0),
    (3, "식품 Food", 1, 0),
    (4, "전자 Electronics", 1, 0),
)
# Newest first: the first row that a search returns can be shipped, invoiced and refunded.
ORDERS = (
    (20_395, "DELIVERED", "APP"),
    (20_394, "SHIPPED", "WEB"),
    (20_393, "PAID", "WEB"),
    (20_392, "PREPARING", "PARTNER"),
    (20_391, "SHIPPED", "APP"),
    (20_390, "PAYMENT_WAITING", "WEB"),
    (20_389, "CONFIRMED", "CALL_CENTER"),
    (20_388, "DELIVERED", "APP"),
    (20_387, "REFUND_REQUESTED", "WEB"),
    (20_386, "REFUNDED", "WEB"),
    (20_385, "CANCELLED", "APP"),
    (20_384, "DELIVERED", "WEB"),
)
SHIPMENT_OF = {"SHIPPED": "IN_TRANSIT", "DELIVERED": "DELIVERED", "CONFIRMED": "DELIVERED", "REFUNDED": "RETURNED"}
UNPAID = frozenset({"CREATED", "PAYMENT_WAITING"})
REFUNDABLE = frozenset({"DELIVERED", "CONFIRMED"})


@dataclass(slots=True)
class Store:
    """All rows by their numbers. A write changes them in this process only."""

    members: dict[int, Row] = field(default_factory=dict)
    deliveries: dict[int, Row] = field(default_factory=dict)
    wishes: dict[int, list[Row]] = field(default_factory=dict)
    orders: dict[str, Row] = field(default_factory=dict)
    refunds: dict[str, Row] = field(default_factory=dict)
    products: dict[int, Row] = field(default_factory=dict)
    images: dict[int, Row] = field(default_factory=dict)
    reviews: dict[int, Row] = field(default_factory=dict)
    categories: dict[int, Row] = field(default_factory=dict)
    inventory: dict[str, Row] = field(default_factory=dict)
    movements: dict[str, list[Row]] = field(default_factory=dict)
    coupons: dict[int, Row] = field(default_factory=dict)
    held: dict[int, list[Row]] = field(default_factory=dict)
    secrets: dict[str, Row] = field(default_factory=dict)


def make_store() -> Store:
    """The shop as it is at each start.

    >>> make_store().orders["O-20391"]["orderStatus"]
    'SHIPPED'
    """
    store = Store()
    _fill_goods(store)
    _fill_members(store)
    _fill_orders(store)
    return store


def at(day: int, hour: int = 9) -> str:
    """A time of the shop's one month, which stands still so that answers never differ."""
    return f"2026-03-{day:02d}T{hour:02d}:30:00+09:00"


def _fill_goods(store: Store) -> None:
    for number, name, depth, parent in CATEGORIES:
        store.categories[number] = {"id": number, "name": name, "depth": depth, "parent": parent}
    for place, (name, brand, category, price) in enumerate(PRODUCTS, start=1):
        number, sku = 1000 + place, f"SKU-{place}"
        status = "DRAFT" if number == DRAFT_PRODUCT else "ON_SALE"
        store.products[number] = {
            "productNo": number,
            "skuId": sku,
            "productName": name,
            "brandName": brand,
            "categoryId": category,
            "listPrice": price + 5_000,
            "salePrice": price,
            "productStatus": status,
            "productDescription": f"{name}: 견본 상품입니다. A sample product.",
            "imageUrls": [f"http://127.0.0.1:8790/images/{number}.png"],
            "createdAt": at(1),
        }
        store.inventory[sku] = {
            "skuId": sku,
            "availableQuantity": 10 * place,
            "reservedQuantity": place,
            "safetyQuantity": 5,
            "warehouseCode": "ICN-1" if place % 2 else "PUS-1",
            "checkedAt": at(2),
        }
        kinds = ("RESTOCK", "SALE", "ADJUST")
        store.movements[sku] = [
            {"movementNo": 100 * place + row, "movementType": kind, "quantity": 10 - row, "movedAt": at(2 + row)}
            for row, kind in enumerate(kinds)
        ]
        for row in range(1 + place % 3):
            review = 10 * place + row
            store.reviews[review] = {
                "reviewNo": review,
                "productNo": number,
                "rating": 5 - row,
                "content": "잘 쓰고 있어요. Works well.",
                "writtenAt": at(10 + row),
            }
    for place, (name, kind, value) in enumerate(
        (("봄맞이 10% Spring", "RATE", 10), ("첫 구매 First order", "AMOUNT", 5_000), ("무료 배송", "FREE_DELIVERY", 1))
    ):
        store.coupons[301 + place] = {
            "couponNo": 301 + place,
            "couponName": name,
            "discountType": kind,
            "discountValue": value,
            "minOrderAmount": 30_000,
            "validFrom": "2026-03-01",
            "validTo": "2026-12-31",
        }
    purposes = (("payment-gateway", "PAYMENT_GATEWAY"), ("carrier-link", "CARRIER"))
    for name, purpose in purposes:
        store.secrets[name] = {"secretName": name, "secretVersion": 1, "purpose": purpose, "createdAt": at(1)}


def _fill_members(store: Store) -> None:
    for place, (login, name, grade) in enumerate(MEMBERS):
        number = FIRST_MEMBER + place
        status = {LOCKED_MEMBER: "LOCKED", DORMANT_MEMBER: "DORMANT"}.get(number, "ACTIVE")
        store.members[number] = {
            "memberNo": number,
            "loginId": login,
            "memberName": name,
            "email": f"{login}@shop.example",
            "mobilePhone": f"000-0000-{number:04d}",
            "memberStatus": status,
            "memberGrade": grade,
            "marketingAgreed": place % 2 == 0,
            "joinedAt": at(1 + place),
        }
        store.wishes[number] = [
            {"productNo": goods, "productName": store.products[goods]["productName"], "addedAt": at(12)}
            for goods in (FIRST_PRODUCT + place % 5, FIRST_PRODUCT + 6)
        ]
        store.held[number] = [
            {
                "memberCouponNo": 10 * number + row,
                "couponNo": 301 + row,
                "couponName": store.coupons[301 + row]["couponName"],
                "usedYn": "Y" if row else "N",
                "expiresOn": "2026-12-31",
            }
            for row in range(2)
        ]
        for row, label in enumerate(("집 Home", "회사 Office", "부모님 댁 Parents")):
            delivery = 3 * place + row + 1
            store.deliveries[delivery] = {
                "deliveryNo": delivery,
                "memberNo": number,
                "deliveryName": label,
                "receiverName": name,
                "receiverPhone": f"000-0000-{number:04d}",
                "zipCode": f"0{4000 + delivery:04d}",
                "address": f"견본시 시험로 {delivery}",
                "addressDetail": f"{row + 1}층",
                "defaultDelivery": row == 0,
                "entranceMemo": "문 앞에 놓아 주세요",
            }


def _fill_orders(store: Store) -> None:
    for place, (number, status, channel) in enumerate(ORDERS):
        member, goods = FIRST_MEMBER + place % 4, FIRST_PRODUCT + place % 9
        product, order_no = store.products[goods], f"O-{number}"
        store.orders[order_no] = {
            "orderNo": order_no,
            "memberNo": member,
            "orderStatus": status,
            "orderedAt": at(28 - place),
            "totalAmount": product["salePrice"] * 2 + 3_000,
            "currency": "KRW",
            "lines": [
                {
                    "lineNo": 1,
                    "productNo": goods,
                    "productName": product["productName"],
                    "quantity": 2,
                    "unitPrice": product["salePrice"],
                }
            ],
            "paymentNo": f"PAY-{number}",
            "deliveryNo": 3 * (place % 4) + 1,
            "discountAmount": 0,
            "deliveryFee": 3_000,
            "orderMemo": "",
            "channel": channel,
        }
        if status in {"REFUND_REQUESTED", "REFUNDED"}:
            add_refund(store, order_no, "DEFECTIVE", None, "PAID_BACK" if status == "REFUNDED" else "REQUESTED")


def add_refund(store: Store, order_no: str, reason: str, amount: int | None, status: str = "REQUESTED") -> Row:
    """A refund of an order, with the next number."""
    number = f"R-{501 + len(store.refunds)}"
    store.refunds[number] = {
        "refundNo": number,
        "orderNo": order_no,
        "refundStatus": status,
        "refundReason": reason,
        "refundAmount": amount or store.orders[order_no]["totalAmount"],
        "requestedAt": at(27),
        "decidedAt": None if status == "REQUESTED" else at(28),
    }
    return store.refunds[number]
