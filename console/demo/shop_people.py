"""The shop's answers about members: who they are, where they live, what they wish for and which coupons they hold."""

from __future__ import annotations

from typing import Any

from .shop_contract import Call, ShopProblem
from .shop_data import Row, Store, at
from .shop_rows import answers, find, next_number, page_of, shown

SUMMARY = ("memberNo", "loginId", "memberStatus", "memberGrade")


@answers("searchMembers")
def search_members(store: Store, call: Call) -> Any:
    return page_of([shown(row, SUMMARY) for row in _members(store, call)], call)


@answers("getMemberCount")
def count_members(store: Store, call: Call) -> Any:
    return {"count": len(_members(store, call))}


def _members(store: Store, call: Call) -> list[Row]:
    wanted, word, since = call.values, call.values.get("keyword"), call.values.get("joinedFrom")
    return [
        row
        for row in store.members.values()
        if all(wanted.get(name) in {None, row[name]} for name in ("memberStatus", "memberGrade"))
        and (not word or word.lower() in f"{row['loginId']} {row['memberName']}".lower())
        and (not since or row["joinedAt"][:10] >= since)
    ]


@answers("createMember")
def create_member(store: Store, call: Call) -> Any:
    if any(row["loginId"] == call.body["loginId"] for row in store.members.values()):
        raise ShopProblem(409, "login_id_taken")
    number = next_number(store.members)
    kept = {key: value for key, value in call.body.items() if key not in {"password", "referrerUrl"}}
    row = {"memberNo": number, **kept, "memberStatus": "ACTIVE", "memberGrade": "WELCOME", "joinedAt": at(28)}
    store.members[number] = row
    return row


@answers("getMemberInfo")
def member_info(store: Store, call: Call) -> Any:
    return _member(store, call)


@answers("updateMember")
def update_member(store: Store, call: Call) -> Any:
    row = _member(store, call)
    row.update(call.body)
    return row


@answers("lockMember")
def lock_member(store: Store, call: Call) -> Any:
    return _turn(_member(store, call), "ACTIVE", "LOCKED")


@answers("unlockMember")
def unlock_member(store: Store, call: Call) -> Any:
    return _turn(_member(store, call), "LOCKED", "ACTIVE")


def _turn(row: Row, before: str, after: str) -> Row:
    if row["memberStatus"] != before:
        raise ShopProblem(409, "wrong_status", f"memberStatus is {row['memberStatus']}.")
    row["memberStatus"] = after
    return row


def _member(store: Store, call: Call) -> Row:
    return find(store.members, call.values["memberNo"], "member")


@answers("getMemberDeliveryList")
def delivery_list(store: Store, call: Call) -> Any:
    return page_of(_deliveries(store, call), call)


@answers("getMemberDeliveryCount")
def delivery_count(store: Store, call: Call) -> Any:
    return {"count": len(_deliveries(store, call))}


def _deliveries(store: Store, call: Call) -> list[Row]:
    number = _member(store, call)["memberNo"]
    return [row for row in store.deliveries.values() if row["memberNo"] == number]


def _delivery(store: Store, call: Call) -> Row:
    own = {row["deliveryNo"]: row for row in _deliveries(store, call)}
    return find(own, call.values["deliveryNo"], "delivery")


@answers("createMemberDelivery")
def create_delivery(store: Store, call: Call) -> Any:
    number, member = next_number(store.deliveries), _member(store, call)["memberNo"]
    store.deliveries[number] = {"deliveryNo": number, "memberNo": member, **call.body}
    return store.deliveries[number]


@answers("getMemberDeliveryDetail")
def delivery_detail(store: Store, call: Call) -> Any:
    return _delivery(store, call)


@answers("updateMemberDelivery")
def update_delivery(store: Store, call: Call) -> Any:
    row = _delivery(store, call)
    store.deliveries[row["deliveryNo"]] = {**shown(row, ("deliveryNo", "memberNo")), **call.body}
    return store.deliveries[row["deliveryNo"]]


@answers("deleteMemberDelivery")
def delete_delivery(store: Store, call: Call) -> Any:
    row = _delivery(store, call)
    if row.get("defaultDelivery"):
        raise ShopProblem(409, "default_delivery", "A default delivery cannot be deleted.")
    del store.deliveries[row["deliveryNo"]]


@answers("getMemberWishlist")
def wishlist(store: Store, call: Call) -> Any:
    return store.wishes.setdefault(_member(store, call)["memberNo"], [])


@answers("addWishlistItem")
def add_wish(store: Store, call: Call) -> Any:
    product = find(store.products, call.body["productNo"], "product")
    row = {"productNo": product["productNo"], "productName": product["productName"], "addedAt": at(28)}
    wishlist(store, call).append(row)
    return row


@answers("removeWishlistItem")
def remove_wish(store: Store, call: Call) -> Any:
    rows = wishlist(store, call)
    left = [row for row in rows if row["productNo"] != call.values["productNo"]]
    if len(left) == len(rows):
        raise ShopProblem(404, "no_wish")
    rows[:] = left


@answers("getMemberCoupons")
def member_coupons(store: Store, call: Call) -> Any:
    rows = store.held.setdefault(_member(store, call)["memberNo"], [])
    return [row for row in rows if call.values["usedYn"] in {None, row["usedYn"]}]


@answers("searchCoupons")
def search_coupons(store: Store, call: Call) -> Any:
    word, day = call.values["keyword"] or "", call.values["validOn"]
    rows = [row for row in store.coupons.values() if word.lower() in row["couponName"].lower()]
    return page_of([row for row in rows if not day or row.get("validFrom", "") <= day <= row["validTo"]], call)


@answers("createCoupon")
def create_coupon(store: Store, call: Call) -> Any:
    number = next_number(store.coupons)
    store.coupons[number] = {"couponNo": number, **call.body}
    return store.coupons[number]


@answers("getCoupon")
def coupon(store: Store, call: Call) -> Any:
    return find(store.coupons, call.values["couponNo"], "coupon")


@answers("issueCoupon")
def issue_coupon(store: Store, call: Call) -> Any:
    given, member = coupon(store, call), find(store.members, call.body["memberNo"], "member")
    rows = store.held.setdefault(member["memberNo"], [])
    if any(row["couponNo"] == given["couponNo"] for row in rows):
        raise ShopProblem(409, "coupon_held")
    number = max((row["memberCouponNo"] for held in store.held.values() for row in held), default=0) + 1
    row = {"memberCouponNo": number, "couponNo": given["couponNo"], "couponName": given["couponName"], "usedYn": "N"}
    rows.append({**row, "expiresOn": given["validTo"]})
    return rows[-1]


@answers("revokeCoupon")
def revoke_coupon(store: Store, call: Call) -> Any:
    given, member = coupon(store, call), find(store.members, call.body["memberNo"], "member")
    rows = store.held.setdefault(member["memberNo"], [])
    row = next((row for row in rows if row["couponNo"] == given["couponNo"]), None)
    if row is None:
        raise ShopProblem(409, "coupon_not_held")
    rows.remove(row)
    return row
