"""Producer edges by kind: each rule of the ranking with its smallest document."""

import pytest

from selector.engine import read_openapi


def thing(title="", **types):
    properties = {name: kind if isinstance(kind, dict) else {"type": kind} for name, kind in types.items()}
    return {"type": "object", "title": title, "properties": properties}


def many(item):
    return {"type": "array", "items": item}


def parameter(name, place, required=True):
    return {"name": name, "in": place, "required": required, "schema": {"type": "string"}}


def call(name, answer=None, inputs=(), body=None):
    operation = {"operationId": name, "parameters": list(inputs), "responses": {"200": {"description": ""}}}
    if answer is not None:
        operation["responses"]["200"]["content"] = {"application/json": {"schema": answer}}
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return operation


def producers(paths, target, field):
    """The producers of an input that hold the thing, best first; behind them, in brackets, those that refer to it."""
    graph = read_openapi({"openapi": "3.0.3", "paths": paths})
    rows = [row for row in graph.edges if (row["target"], row["data_flow"]["to_field"]) == (target, field)]
    ranked = sorted(rows, key=lambda row: (-row["confidence"], row["source"]))
    return [row["source"] if row["confidence"] >= 0.6 else f"({row['source']})" for row in ranked]


ITEM = thing("User", id="string", name="string")


def test_an_item_of_several_kinds_is_each_of_them():
    refs = [{"$ref": f"#/components/schemas/{name}"} for name in ("File", "Folder")]
    found = {"type": "object", "properties": {"entries": many({"oneOf": refs})}}
    paths = {
        "/search": {"get": call("search", found)},
        "/files/{file_id}": {"get": call("getFile", None, [parameter("file_id", "path")])},
    }
    schemas = {"File": thing("", id="string", name="string"), "Folder": thing("", id="string", name="string")}

    graph = read_openapi({"openapi": "3.0.3", "paths": paths, "components": {"schemas": schemas}})

    assert [(row["source"], row["data_flow"]["from_path"]) for row in graph.edges] == [("search", "entries[].id")]


@pytest.mark.parametrize("name", ["user", "user_id", "userId"])
def test_a_required_input_that_is_named_like_a_thing_takes_its_identifier(name):
    paths = {
        "/users": {"get": call("listUsers", many(ITEM))},
        "/mail": {"post": call("sendMail", None, body={**thing("", **{name: "string"}), "required": [name]})},
    }

    assert producers(paths, "sendMail", name) == ["listUsers"]


@pytest.mark.parametrize("name", ["phoneNumber", "zipCode", "firstName", "status", "parentId", "externalId"])
def test_values_and_relations_have_no_producer(name):
    item = thing("User", **{"id": "string", name: "string"})
    paths = {
        "/users": {"get": call("listUsers", many(item))},
        "/mail": {"post": call("sendMail", None, body={**thing("", **{name: "string"}), "required": [name]})},
    }

    assert producers(paths, "sendMail", name) == []


def test_a_compound_is_not_its_first_word():
    paths = {
        "/users": {"get": call("listUsers", many(ITEM))},
        "/usergroups": {"get": call("listUsergroups", many(thing("Usergroup", id="string", name="string")))},
        "/mail": {"get": call("readMail", None, [parameter("user_id", "query")])},
    }

    assert producers(paths, "readMail", "user_id") == ["listUsers"]


def test_a_list_inside_holds_its_things_and_an_object_inside_refers_to_one():
    order = thing("Order", id="string", payments=many(thing("Payment", id="string")), owner=thing("Team", id="string"))
    paths = {
        "/orders": {"get": call("listOrders", many(order))},
        "/payments/{paymentId}": {"get": call("getPayment", None, [parameter("paymentId", "path")])},
        "/teams/{teamId}": {"get": call("getTeam", None, [parameter("teamId", "path")])},
    }

    assert producers(paths, "getPayment", "paymentId") == ["listOrders"]
    assert producers(paths, "getTeam", "teamId") == ["(listOrders)"]


def test_the_trash_comes_after_what_is_in_use():
    item = thing("Folder", id="string", name="string")
    paths = {
        "/a/trash/folders": {"get": call("aFolders", many(item))},
        "/z/folders": {"get": call("zFolders", many(item))},
        "/notes": {"get": call("listNotes", None, [parameter("folder_id", "query")])},
    }

    assert producers(paths, "listNotes", "folder_id") == ["zFolders", "aFolders"]


def test_what_is_put_into_a_place_is_not_looked_for_in_it():
    level = thing("Level", location_id="string", stocked="integer")
    paths = {
        "/items/{id}/levels": {"get": call("listLevels", many(level), [parameter("id", "path")])},
        "/items/{id}/levels/{location_id}": {
            "post": call("putLevel", None, [parameter("id", "path"), parameter("location_id", "path")])
        },
        "/locations": {"get": call("listLocations", many(thing("Location", id="string", name="string")))},
    }

    assert producers(paths, "putLevel", "location_id")[0] == "listLocations"


def test_what_is_added_to_a_collection_is_not_looked_for_in_it():
    group = [parameter("groupId", "path")]
    body = {**thing("", userId="string"), "required": ["userId"]}
    paths = {
        "/groups/{groupId}/users": {
            "get": call("listGroupUsers", many(ITEM), group),
            "post": call("addGroupUser", None, group, body),
        },
        "/users": {"get": call("listUsers", many(ITEM))},
    }

    assert producers(paths, "addGroupUser", "userId")[0] == "listUsers"


def test_where_the_list_in_front_is_not_described_others_only_refer():
    paths = {
        "/orders": {"get": call("listOrders")},
        "/orders/{orderId}": {"get": call("getOrder", None, [parameter("orderId", "path")])},
        "/gifts": {
            "get": call("listGifts", many(thing("Gift", id="string", orders=many(thing("Order", id="string")))))
        },
    }

    assert producers(paths, "getOrder", "orderId") == ["(listGifts)"]


def test_a_read_by_identifiers_is_no_way_to_them():
    paths = {
        "/users/by-ids": {
            "post": call(
                "getUsersByIds",
                many(ITEM),
                body={**thing("", userIds=many({"type": "string"})), "required": ["userIds"]},
            )
        },
        "/mail": {"get": call("readMail", None, [parameter("userId", "query")])},
    }

    assert producers(paths, "readMail", "userId") == []


def test_a_list_of_bare_identifiers_is_a_list_of_the_things():
    paths = {
        "/followers": {"get": call("getFollowers", thing("", userIds=many({"type": "string"}), next="string"))},
        "/users/{userId}": {"get": call("getUser", None, [parameter("userId", "path")])},
    }

    assert producers(paths, "getUser", "userId") == ["getFollowers"]


def test_schemas_listed_under_items_are_branches():
    branches = {"items": [ITEM, thing("", id="string")]}
    paths = {
        "/users": {"get": call("listUsers", {"type": "object", "properties": {"members": many(branches)}})},
        "/users/{userId}": {"get": call("getUser", None, [parameter("userId", "path")])},
    }

    assert producers(paths, "getUser", "userId") == ["listUsers"]
