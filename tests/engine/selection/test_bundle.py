"""The bundle: what is admitted in which order, what is left out and why, and what an LLM is shown."""

import pytest

from selector.engine import assemble_tool_bundle
from tests.engine.selection.sample_tools import GET_USER, LIST_USERS, edge, tool

STATES = [f"S{number}" for number in range(40)]
TARGET = tool(
    "getUser",
    "GET /users/{userId}",
    [
        "userId",
        {"field_name": "state", "location": "query", "required": True, "type": "string", "enum": STATES},
        {"field_name": "X-Tenant-Id", "location": "header", "required": True, "type": "string"},
        {"field_name": "teamId", "location": "query", "type": "string"},
    ],
    ["id"],
    description="Shows one user. " * 40,
)
TEAMS = tool("listTeams", "GET /teams", [], ["[].id", "[].name"])
OTHER = tool("getUserProfile", "GET /profiles/{userId}", ["userId"], ["nick"])
MAKER = tool("createUser", "POST /users", [], ["id"])


def bundle(*tools, query="Show the user", target="getUser", **arguments):
    return assemble_tool_bundle(query, target, list(tools), **arguments)


class LetterCounter:
    def count(self, text):
        return len(text)


def test_target_producers_alternatives_and_optional_tools_come_in_this_order():
    edges = [edge("listTeams", "getUser", "manual", "teamId", "[].id")]

    made = bundle(TARGET, LIST_USERS, TEAMS, OTHER, graph=edges, target_alternatives=["getUserProfile", "gone"])

    assert list(made.projected_schemas) == ["getUser", "listUsers", "getUserProfile", "listTeams"]
    assert (made.required_tools, made.target_alternatives, made.optional_tools) == (
        ["listUsers"],
        ["getUserProfile"],
        ["listTeams"],
    )


def test_candidate_rows_are_alternatives_too_and_the_target_is_none():
    made = bundle(GET_USER, LIST_USERS, OTHER, target_alternatives=[{"name": "getUserProfile"}, {"name": "getUser"}])

    assert made.target_alternatives == ["getUserProfile"]


@pytest.mark.parametrize("counter", [len, LetterCounter(), None, lambda text: len(text.split())])
def test_any_counter_is_kept_to(counter):
    made = bundle(TARGET, LIST_USERS, token_counter=counter, token_budget=700)

    assert made.token_budget["limit"] == 700
    assert 0 < made.token_budget["used"] <= 700


def test_what_is_no_counter_is_refused():
    with pytest.raises(TypeError, match="token_counter"):
        bundle(GET_USER, token_counter=7)


def test_detail_is_given_up_before_a_needed_tool_is():
    full = bundle(TARGET, LIST_USERS, token_counter=len).token_budget["used"]

    made = bundle(TARGET, LIST_USERS, token_counter=len, token_budget=full - 1)

    assert made.required_tools == ["listUsers"]
    assert made.closure_status == "ready"
    assert len(str(made.projected_schemas["getUser"])) < full


def test_what_does_not_fit_is_left_out_with_its_role_and_size():
    room = bundle(GET_USER, LIST_USERS, token_counter=len).token_budget["used"]

    made = bundle(
        GET_USER, LIST_USERS, OTHER, token_counter=len, token_budget=room, target_alternatives=["getUserProfile"]
    )

    (row,) = made.omitted_tools
    assert (row["name"], row["role"], row["reason"]) == ("getUserProfile", "alternative", "token_budget")
    assert row["tokens"] > 0
    assert made.closure_status == "ready"


@pytest.mark.parametrize("budget", [0, 5, -3])
def test_a_budget_without_room_for_the_target_says_so(budget):
    made = bundle(GET_USER, LIST_USERS, token_budget=budget)

    assert made.closure_status == "budget_insufficient"
    assert made.token_budget["used"] == 0
    assert [row["role"] for row in made.omitted_tools] == ["target", "required"]


def test_a_long_enum_is_shortened_and_marked():
    made = bundle(TARGET, LIST_USERS)

    (shown,) = [row for row in made.projected_schemas["getUser"]["inputs"] if row["name"] == "state"]
    assert (shown["enum"], shown["enum_shortened"], shown["enum_total"]) == (STATES[:12], True, 40)
    assert made.user_input_slots[0]["kind"] == "context"
    assert [row["enum"] for row in made.user_input_slots if row["field"] == "state"] == [STATES]


def test_where_each_input_comes_from_is_shown():
    made = bundle(TARGET, LIST_USERS)

    sources = {row["name"]: row.get("source") for row in made.projected_schemas["getUser"]["inputs"]}
    assert sources["userId"] == "from:listUsers $[].id"
    assert sources["X-Tenant-Id"] == "ask:context"
    assert sources["state"] == "ask:enum_required"
    assert made.projected_schemas["listUsers"]["outputs"] == ["$[].id"]


def test_a_blocked_mutation_and_an_unresolved_input_are_shown():
    made = bundle(GET_USER, MAKER)

    shown = made.projected_schemas["getUser"]
    assert shown["blocked_mutations"] == ["createUser"]
    assert shown["inputs"][0]["source"] == "unresolved:mutation_blocked"
    assert made.closure_status == "incomplete"


@pytest.mark.parametrize(
    ("query", "calls"),
    [
        ("Make a user, then look at it", ["createUser"]),
        ("사용자를 만들고 확인해줘", ["createUser"]),
        ("새 사용자를 등록한 다음 보여줘", ["createUser"]),
        ("Look at the user, create nothing", []),
        ("사용자를 만들지 말고 보여줘", []),
        ("The creation date of the user", []),
        ("등록일을 보여줘", []),
    ],
)
def test_a_maker_is_admitted_on_the_wish_and_the_permission(query, calls):
    assert bundle(GET_USER, MAKER, query=query, allow_mutation=True).required_tools == calls


def test_a_circle_is_the_status():
    cart = tool("getCart", "GET /cart-of/{cartId}", ["cartId"], ["id", "orderId"])
    order = tool("getOrder", "GET /order-of/{orderId}", ["orderId"], ["id", "cartId"])

    assert bundle(cart, order, target="getCart").closure_status == "cycle"


def test_all_of_it_is_plain_json_with_every_key():
    made = bundle(TARGET, LIST_USERS).to_dict()

    assert set(made) == {
        "target",
        "target_alternatives",
        "required_tools",
        "optional_tools",
        "user_input_slots",
        "projected_schemas",
        "omitted_tools",
        "token_budget",
        "closure",
        "closure_status",
    }
    assert set(made["closure"]) == {
        "target",
        "required_dependencies",
        "optional_dependencies",
        "alternatives_by_field",
        "resolved_fields",
        "unresolved_fields",
        "user_input_slots",
        "dependency_paths",
        "cycles",
        "evidence",
        "safety",
        "diagnostics",
        "complete",
    }
