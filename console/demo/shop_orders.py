"""The shop's answers about orders: found, shown, changed, paid, shipped and refunded."""

from __future__ import annotations

from typing import Any

from .shop_contract import Call, ShopProblem
from .shop_data import REFUNDABLE, SHIPMENT_OF, UNPAID, Row, Store, add_refund, at
from .shop_rows import answers, find, page_of, shown

ORDER = ("orderNo", "memberNo", "orderStatus", "orderedAt", "totalAmount", "currency")
DETAIL = (*ORDER, "lines", "paymentNo", "deliveryNo", "discountAmount", "deliveryFee", "orderMemo")
CANCELLABLE = frozenset({"CREATED", "PAYMENT_WAITING", "PAID", "PREPARING"})
SORTS = {"orderedAt,asc": ("orderedAt", False), "totalAmount,desc": ("totalAmount", True)}


def _matches(row: Row, wanted: dict[str, Any]) -> bool:
    day = row["orderedAt"][:10]
    word = wanted.get("keyword")
    titles = " ".join(line["productName"] for line in row["lines"])
    return all(
        (
            wanted.get("memberNo") in {None, row["memberNo"]},
            wanted.get("orderStatus") in {None, row["orderStatus"]},
            row["orderStatus"] in (wanted.get("orderStatuses") or [row["orderStatus"]]),
            row["channel"] in (wanted.get("channels") or [row["channel"]]),
            not word or word.lower() in f"{row['orderNo']} {titles}".lower(),
            (wanted.get("orderedFrom") or day) <= day <= (wanted.get("orderedTo") or day),
            (wanted.get("minAmount") or 0) <= row["totalAmount"],
            row["totalAmount"] <= (wanted.get("maxAmount") or row["totalAmount"]),
        )
    )


def _orders(store: Store, wanted: dict[str, Any]) -> list[Row]:
    key, falls = SORTS.get(wanted.get("sort") or "", ("orderedAt", True))
    rows = [row for row in store.orders.values() if _matches(row, wanted)]
    return sorted(rows, key=lambda row: row[key], reverse=falls)


@answers("searchOrders")
def search_orders(store: Store, call: Call) -> Any:
    return page_of([shown(row, ORDER) for row in _orders(store, dict(call.values))], call)


@answers("findOrdersByCondition")
def find_orders(store: Store, call: Call) -> Any:
    return page_of([shown(row, ORDER) for row in _orders(store, call.body)], call)


@answers("getOrderCount")
def count_orders(store: Store, call: Call) -> Any:
    return {"count": len(_orders(store, dict(call.values)))}


@answers("getRefundableOrders")
def refundable_orders(store: Store, call: Call) -> Any:
    wanted = dict(call.values)
    rows = [row for row in _orders(store, {"memberNo": wanted["memberNo"]}) if row["orderStatus"] in REFUNDABLE]
    rows = [row for row in rows if wanted["orderNo"] in {None, row["orderNo"]}]
    until = {"refundableUntil": "2026-04-30"}
    found = [
        {**shown(row, ("orderNo", "orderStatus")), "refundableAmount": row["totalAmount"], **until} for row in rows
    ]
    return page_of(found, call)


@answers("createOrder")
def create_order(store: Store, call: Call) -> Any:
    wanted = call.body
    member = find(store.members, wanted["memberNo"], "member")
    delivery = find(store.deliveries, wanted["deliveryNo"], "delivery")
    if member["memberStatus"] != "ACTIVE" or delivery["memberNo"] != member["memberNo"]:
        raise ShopProblem(409, "cannot_order", "The member is not active, or the delivery is somebody else's.")
    goods = {row["skuId"]: row for row in store.products.values()}
    lines = []
    for place, line in enumerate(wanted["lines"], start=1):
        product = find(goods, line["skuId"], "sku")
        lines.append(
            {
                "lineNo": place,
                "productNo": product["productNo"],
                "productName": product["productName"],
                "quantity": line["quantity"],
                "unitPrice": product["salePrice"],
            }
        )
    number = max(int(key.removeprefix("O-")) for key in store.orders) + 1
    row = {
        "orderNo": f"O-{number}",
        "memberNo": member["memberNo"],
        "orderStatus": "PAYMENT_WAITING",
        "orderedAt": at(28, 18),
        "totalAmount": sum(line["quantity"] * line["unitPrice"] for line in lines),
        "currency": "KRW",
        "lines": lines,
        "paymentNo": f"PAY-{number}",
        "deliveryNo": delivery["deliveryNo"],
        "orderMemo": wanted.get("orderMemo", ""),
        "channel": "WEB",
    }
    store.orders[row["orderNo"]] = row
    return shown(row, DETAIL)


def _order(store: Store, call: Call) -> Row:
    return find(store.orders, call.values["orderNo"], "order")


@answers("getOrderDetail")
def order_detail(store: Store, call: Call) -> Any:
    return shown(_order(store, call), DETAIL)


@answers("getOrderInfo")
def order_info(store: Store, call: Call) -> Any:
    return shown(_order(store, call), ORDER)


@answers("getOrderSummary")
def order_summary(store: Store, call: Call) -> Any:
    return shown(_order(store, call), ORDER)


@answers("getGeneralOrderInfo")
def general_order(store: Store, call: Call) -> Any:
    row = _order(store, call)
    return {**shown(row, ("orderNo", "channel", "orderedAt")), "orderTitle": row["lines"][0]["productName"]}


@answers("getOrderStatus")
def order_status(store: Store, call: Call) -> Any:
    return shown(_order(store, call), ("orderNo", "orderStatus"))


@answers("cancelOrder")
def cancel_order(store: Store, call: Call) -> Any:
    return _move(_order(store, call), CANCELLABLE, "CANCELLED")


@answers("confirmOrder")
def confirm_order(store: Store, call: Call) -> Any:
    return _move(_order(store, call), frozenset({"DELIVERED"}), "CONFIRMED")


def _move(row: Row, allowed: frozenset[str], status: str) -> Row:
    if row["orderStatus"] not in allowed:
        raise ShopProblem(409, "wrong_status", f"orderStatus is {row['orderStatus']}.")
    row["orderStatus"] = status
    return shown(row, ORDER)


@answers("updateOrderMemo")
def order_memo(store: Store, call: Call) -> Any:
    row = _order(store, call)
    row["orderMemo"] = call.body["orderMemo"]
    return shown(row, ORDER)


@answers("getOrderShipment")
def shipment(store: Store, call: Call) -> Any:
    row = _order(store, call)
    digits = row["orderNo"].removeprefix("O-")
    return {
        "orderNo": row["orderNo"],
        "trackingNo": f"TRK-{digits}",
        "carrierName": "견본택배 Sample Parcel",
        "shipmentStatus": SHIPMENT_OF.get(row["orderStatus"], "READY"),
        "estimatedArrival": "2026-03-31",
    }


@answers("downloadInvoice")
def invoice(store: Store, call: Call) -> Any:
    row = _order(store, call)
    text = f"BT /F1 18 Tf 72 720 Td ({row['orderNo']} {row['totalAmount']} KRW) Tj ET"
    font = "<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
    objects = (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources {font} >>",
        f"<< /Length {len(text)} >>\nstream\n{text}\nendstream",
    )
    body = "".join(f"{place} 0 obj\n{part}\nendobj\n" for place, part in enumerate(objects, start=1))
    return f"%PDF-1.4\n{body}trailer << /Root 1 0 R >>\n%%EOF\n".encode()


@answers("getPayment")
def payment(store: Store, call: Call) -> Any:
    row = next((row for row in store.orders.values() if row["paymentNo"] == call.values["paymentNo"]), None)
    if row is None or row["orderStatus"] in UNPAID:
        raise ShopProblem(404, "no_payment")
    return {
        "paymentNo": row["paymentNo"],
        "orderNo": row["orderNo"],
        "paidAmount": row["totalAmount"],
        "paymentMethod": "CARD",
        "paidAt": row["orderedAt"],
    }


@answers("searchRefunds")
def search_refunds(store: Store, call: Call) -> Any:
    names = ("orderNo", "refundStatus", "refundReason")
    rows = [row for row in store.refunds.values() if all(call.values[name] in {None, row[name]} for name in names)]
    since = call.values["requestedFrom"] or ""
    return page_of([row for row in rows if row["requestedAt"][:10] >= since], call)


@answers("createRefund")
def create_refund(store: Store, call: Call) -> Any:
    row = find(store.orders, call.body["orderNo"], "order")
    if row["orderStatus"] not in REFUNDABLE:
        raise ShopProblem(409, "not_refundable", f"orderStatus is {row['orderStatus']}.")
    row["orderStatus"] = "REFUND_REQUESTED"
    return add_refund(store, row["orderNo"], call.body["refundReason"], call.body.get("refundAmount"))


def _refund(store: Store, call: Call) -> Row:
    return find(store.refunds, call.values["refundNo"], "refund")


@answers("getRefundDetail")
def refund_detail(store: Store, call: Call) -> Any:
    return _refund(store, call)


@answers("approveRefund")
def approve_refund(store: Store, call: Call) -> Any:
    return _decide(_refund(store, call), "APPROVED")


@answers("rejectRefund")
def reject_refund(store: Store, call: Call) -> Any:
    return _decide(_refund(store, call), "REJECTED")


def _decide(row: Row, status: str) -> Row:
    if row["refundStatus"] != "REQUESTED":
        raise ShopProblem(409, "decided_already", f"refundStatus is {row['refundStatus']}.")
    row["refundStatus"], row["decidedAt"] = status, at(28)
    return row
