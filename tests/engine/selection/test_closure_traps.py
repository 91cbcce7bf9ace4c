"""The kinds of fault that a comparable engine had, each with its smallest input."""

import pytest

from selector.engine import complete_target_dependencies
from tests.engine.selection.sample_tools import GET_USER, LIST_USERS, field, tool

MUTATIONS = [
    ("get-or-create-user", "POST /users"),
    ("get_or_create_user", "GET /users/find"),
    ("getOrCreateUser", ""),
    ("find-and-delete-user", "GET /users/find"),
    ("checkout-lookup", "POST /users"),
    ("checkout-lookup", ""),
    ("usersDelete", "GET /users/delete"),
    ("lookupUser", "DELETE /users"),
    ("lookupUser", "PATCH /users"),
]


def close(*tools, target="getUser", **arguments):
    return complete_target_dependencies(target, list(tools), **arguments)


def test_a_list_of_rows_with_an_id_is_the_producer_of_the_paths_user_id():
    closure = close(GET_USER, LIST_USERS)

    assert closure.required_dependencies == ["listUsers"]
    assert closure.evidence[0]["from_path"] == "$[].id"
    assert closure.complete


@pytest.mark.parametrize("name", ["aReport", "zReport"])
def test_the_nearest_producer_of_the_same_resource_wins_whatever_the_alphabet_says(name):
    report = tool(name, "GET /report", [], ["rows[].userId", "rows[].total"])

    closure = close(GET_USER, LIST_USERS, report)

    assert closure.required_dependencies == ["listUsers"]
    assert [row["producer"] for row in closure.alternatives_by_field["getUser:userId"]] == [name]


@pytest.mark.parametrize(("given", "wanted", "found"), [("integer", "string", True), ("string", "string", True)])
def test_an_integer_identifier_fits_a_text(given, wanted, found):
    target = tool(
        "getUser",
        "GET /users/{userId}",
        [{"field_name": "userId", "location": "path", "required": True, "type": wanted}],
    )
    users = tool("listUsers", "GET /users", [], [field("[].id", type=given), "[].name"])

    closure = close(target, users)

    assert (closure.required_dependencies == ["listUsers"]) is found


@pytest.mark.parametrize(
    "query",
    [
        "Show the user",
        "show me that user's profile please",
        "GET USER",
        "사용자 보여줘",
        "사용자 정보를 조회해 주세요",
        "delete nothing, only show",
        "the created user",
        "who is it?",
        "",
        None,
    ],
)
def test_ten_wordings_give_the_same_producers(query):
    assert close(GET_USER, LIST_USERS, query=query).required_dependencies == ["listUsers"]


@pytest.mark.parametrize(("name", "call"), MUTATIONS)
def test_a_producer_that_changes_something_is_blocked_when_the_intent_is_to_read(name, call):
    maker = tool(name, call, [], ["id", "userId"], action="read")

    closure = close(GET_USER, maker, query="Show the user", allow_mutation=True)

    assert closure.required_dependencies == []
    assert ("mutation_blocked", name) in [(row["code"], row.get("producer")) for row in closure.diagnostics]
    assert closure.unresolved_fields[0]["reason"] == "mutation_blocked"
    assert not closure.complete


@pytest.mark.parametrize(
    "query",
    [
        "the create date of the user",
        "show the update history",
        "do not create anything, just show the user",
        "생성일을 보여줘",
        "아무것도 만들지 말고 조회만 해줘",
        "삭제된 사용자를 보여줘",
        "",
        None,
    ],
)
def test_permission_alone_attaches_nothing_that_changes_something(query):
    maker = tool("createUser", "POST /users", [], ["id"])

    closure = close(GET_USER, maker, query=query, allow_mutation=True)

    assert closure.required_dependencies == []
    assert closure.safety == {
        "query_intent": "read",
        "allow_mutation": True,
        "mutation_dependencies_allowed": False,
    }


@pytest.mark.parametrize("query", ["Create a user and show it", "Delete the old user", "사용자를 만들고 보여줘"])
def test_the_wish_to_write_alone_attaches_nothing_that_changes_something(query):
    maker = tool("createUser", "POST /users", [], ["id"])

    assert close(GET_USER, maker, query=query).required_dependencies == []
    assert close(GET_USER, maker, query=query, allow_mutation=True).required_dependencies == ["createUser"]


def test_a_read_comes_before_a_maker_where_the_target_is_what_the_request_writes():
    target = tool("lockUser", "POST /users/{userId}/lock", ["userId"], ["state"])
    maker = tool("createUser", "POST /users", [], ["id"])

    closure = close(target, LIST_USERS, maker, target="lockUser", query="Lock the user", allow_mutation=True)

    assert closure.required_dependencies == ["listUsers"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("tenantId", "context"),
        ("locale", "context"),
        ("namespace", "context"),
        ("X-Api-Key", "auth"),
        ("page", "paging"),
    ],
)
def test_context_auth_and_paging_never_get_a_producer(name, kind):
    target = tool("getUser", "GET /users", [name], ["id"])
    other = tool("listThings", "GET /things", [], [f"[].{name}", "[].id"])

    closure = close(target, other)

    assert closure.required_dependencies == []
    assert [(row["field"], row["kind"]) for row in closure.user_input_slots] == [(name, kind)]
