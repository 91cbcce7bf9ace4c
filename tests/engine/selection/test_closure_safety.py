"""A property: whatever the tools, edges and words are, nothing that changes something is attached without both keys."""

from hypothesis import given, settings
from hypothesis import strategies as st

from selector.engine import complete_target_dependencies
from selector.engine.selection.mutations import is_mutating, wants_to_write
from tests.engine.selection.sample_tools import edge, tool

NAMES = ["getUser", "listUsers", "getOrCreateUser", "find-and-delete-user", "createUser", "removeTeam", "listTeams"]
CALLS = ["GET /users", "POST /users", "DELETE /users", "GET /users/delete", "PATCH /users/{userId}", "GET /teams", ""]
FIELDS = ["userId", "teamId", "id", "name"]
QUERIES = ["show the user", "create a user", "do not delete it", "사용자를 삭제해줘", "the created user", "", None]

tools = st.lists(
    st.tuples(
        st.sampled_from(NAMES),
        st.sampled_from(CALLS),
        st.lists(st.sampled_from(FIELDS), max_size=2, unique=True),
        st.lists(st.sampled_from(FIELDS), max_size=3, unique=True),
        st.sampled_from(["", "read", "create", "delete"]),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda row: row[0],
)
edges = st.lists(
    st.tuples(
        st.sampled_from(NAMES),
        st.sampled_from(NAMES),
        st.sampled_from(["manual", "openapi_link", "contract", "promoted_trace", "trace"]),
        st.sampled_from([*FIELDS, ""]),
    ),
    max_size=8,
)


@settings(max_examples=150, deadline=None)
@given(tools, edges, st.sampled_from(QUERIES), st.booleans(), st.integers(0, 4))
def test_nothing_that_changes_something_is_attached_without_both_keys(rows, links, query, allowed, hops):
    named = {row[0]: tool(row[0], row[1], row[2], row[3], row[4]) for row in rows}
    graph = [edge(source, target, tier, name, name) for source, target, tier, name in links]

    closure = complete_target_dependencies(
        rows[0][0], named, graph=graph, query=query, max_hops=hops, allow_mutation=allowed
    )

    attached = [*closure.required_dependencies, *closure.optional_dependencies]
    changing = [name for name in attached if is_mutating(name, named[name])]
    assert not changing or (allowed and wants_to_write(query))
    assert rows[0][0] not in attached
    assert len(set(attached)) == len(attached)
    assert {row["producer"] for row in closure.evidence} <= set(attached)
