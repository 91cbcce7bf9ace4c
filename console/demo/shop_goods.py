"""The shop's answers about what it sells: products, reviews, categories and stock; and about its secrets."""

from __future__ import annotations

from typing import Any

from .shop_contract import Call, ShopProblem
from .shop_data import Row, Store, at
from .shop_rows import answers, find, next_number, page_of, shown

SUMMARY = ("productNo", "skuId", "productName", "salePrice", "productStatus")


@answers("searchProducts")
def search_products(store: Store, call: Call) -> Any:
    wanted = call.values
    rows = [
        row
        for row in store.products.values()
        if (wanted["keyword"] or "").lower() in row["productName"].lower()
        and all(wanted[name] in {None, row[name]} for name in ("categoryId", "productStatus"))
        and (wanted["minPrice"] or 0) <= row["salePrice"] <= (wanted["maxPrice"] or row["salePrice"])
    ]
    return page_of([shown(row, SUMMARY) for row in rows], call)


@answers("createProduct")
def create_product(store: Store, call: Call) -> Any:
    find(store.categories, call.body["categoryId"], "category")
    number = next_number(store.products)
    sku = f"SKU-{number - 1000}"
    row = {"productNo": number, "skuId": sku, **call.body, "productStatus": "DRAFT", "createdAt": at(28)}
    store.products[number] = row
    store.inventory[sku] = {"skuId": sku, "availableQuantity": 0, "reservedQuantity": 0}
    return row


def _product(store: Store, call: Call) -> Row:
    return find(store.products, call.values["productNo"], "product")


@answers("getProduct")
def product(store: Store, call: Call) -> Any:
    return _product(store, call)


@answers("updateProduct")
def update_product(store: Store, call: Call) -> Any:
    row = _product(store, call)
    row.update(call.body)
    return row


@answers("deleteProduct")
def delete_product(store: Store, call: Call) -> Any:
    row = _product(store, call)
    sold = any(line["productNo"] == row["productNo"] for order in store.orders.values() for line in order["lines"])
    if sold:
        raise ShopProblem(409, "product_sold", "What has been sold cannot be deleted.")
    del store.products[row["productNo"]]


@answers("publishProduct")
def publish(store: Store, call: Call) -> Any:
    return _turn(_product(store, call), frozenset({"DRAFT", "HIDDEN"}), "ON_SALE")


@answers("unpublishProduct")
def unpublish(store: Store, call: Call) -> Any:
    return _turn(_product(store, call), frozenset({"ON_SALE", "SOLD_OUT"}), "HIDDEN")


def _turn(row: Row, allowed: frozenset[str], status: str) -> Row:
    if row["productStatus"] not in allowed:
        raise ShopProblem(409, "wrong_status", f"productStatus is {row['productStatus']}.")
    row["productStatus"] = status
    return row


@answers("uploadProductImage")
def upload_image(store: Store, call: Call) -> Any:
    _product(store, call)
    number = next_number(store.images) + 900 * (not store.images)
    alt = {"altText": call.body["altText"]} if "altText" in call.body else {}
    store.images[number] = {"imageId": number, "imageUrl": f"http://127.0.0.1:8790/images/{number}.png", **alt}
    return store.images[number]


@answers("getProductReviews")
def reviews(store: Store, call: Call) -> Any:
    number, least = _product(store, call)["productNo"], call.values["minRating"] or 1
    rows = [row for row in store.reviews.values() if row["productNo"] == number and row["rating"] >= least]
    return page_of(rows, call)


@answers("createProductReview")
def create_review(store: Store, call: Call) -> Any:
    number = next_number(store.reviews)
    product_no = _product(store, call)["productNo"]
    store.reviews[number] = {"reviewNo": number, "productNo": product_no, **call.body, "writtenAt": at(28)}
    return store.reviews[number]


@answers("getCategoryList")
def categories(store: Store, call: Call) -> Any:
    depth = call.values["depth"]
    if depth:
        return [shown(row, ("id", "name", "depth")) for row in store.categories.values() if row["depth"] == depth]
    return [_with_children(store, row) for row in store.categories.values() if not row["parent"]]


@answers("getCategory")
def category(store: Store, call: Call) -> Any:
    # The document takes this number as a text, as real ones do.
    by_text = {str(number): row for number, row in store.categories.items()}
    return _with_children(store, find(by_text, call.values["categoryId"], "category"))


def _with_children(store: Store, row: Row) -> Row:
    children = [_with_children(store, child) for child in store.categories.values() if child["parent"] == row["id"]]
    return {**shown(row, ("id", "name", "depth")), "children": children}


def _stock(store: Store, call: Call) -> Row:
    return find(store.inventory, call.values["skuId"], "sku")


@answers("getInventory")
def inventory(store: Store, call: Call) -> Any:
    return _stock(store, call)


@answers("adjustInventory")
def adjust(store: Store, call: Call) -> Any:
    row = _stock(store, call)
    row.update(shown(call.body, ("availableQuantity", "safetyQuantity")))
    return _moved(store, row, "ADJUST", 0)


@answers("restockInventory")
def restock(store: Store, call: Call) -> Any:
    return _moved(store, _stock(store, call), "RESTOCK", call.body["quantity"])


@answers("writeOffInventory")
def write_off(store: Store, call: Call) -> Any:
    row = _stock(store, call)
    if row["availableQuantity"] < call.body["quantity"]:
        raise ShopProblem(409, "not_enough", f"availableQuantity is {row['availableQuantity']}.")
    return _moved(store, row, "WRITE_OFF", -call.body["quantity"])


def _moved(store: Store, row: Row, kind: str, quantity: int) -> Row:
    row["availableQuantity"] += quantity
    rows = store.movements.setdefault(row["skuId"], [])
    number = max((item["movementNo"] for every in store.movements.values() for item in every), default=0) + 1
    rows.append({"movementNo": number, "movementType": kind, "quantity": abs(quantity), "movedAt": at(28)})
    return row


@answers("bulkAdjustInventory")
def bulk_adjust(store: Store, call: Call) -> Any:
    accepted = [line for line in call.body if line["skuId"] in store.inventory]
    for line in accepted:
        store.inventory[line["skuId"]].update(line)
    return {"acceptedCount": len(accepted), "rejectedCount": len(call.body) - len(accepted)}


@answers("getInventoryMovements")
def movements(store: Store, call: Call) -> Any:
    return page_of(store.movements.get(_stock(store, call)["skuId"], []), call)


@answers("createSecret")
def create_secret(store: Store, call: Call) -> Any:
    name = f"{call.body['purpose'].lower().replace('_', '-')}-{len(store.secrets) + 1}"
    kept = shown(call.body, ("purpose", "expiresAt"))
    store.secrets[name] = {"secretName": name, "secretVersion": 1, **kept, "createdAt": at(28)}
    return store.secrets[name]


@answers("getSecret")
def secret(store: Store, call: Call) -> Any:
    return find(store.secrets, call.values["secretName"], "secret")


@answers("deleteSecret")
def delete_secret(store: Store, call: Call) -> Any:
    del store.secrets[secret(store, call)["secretName"]]
