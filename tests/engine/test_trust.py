"""How far a derived fact counts: a verb of prose says less than one of a name."""

from typing import Any

import pytest

from selector.engine import read_tools, retrieve_graphify
from selector.engine.profile import profile_tool


def function(name: str, description: str) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object"}}


@pytest.mark.parametrize(
    ("name", "description", "action", "trust"),
    [
        ("search_flights", "Flights by day", "search", 1.0),
        ("skylark", "Search flights by day", "search", 0.3),
        ("skylark", "Flights by day", "", 0.0),
    ],
)
def test_an_action_counts_by_where_it_was_read(name: str, description: str, action: str, trust: float) -> None:
    tool = read_tools([function(name, description)]).tools[name]

    profile = profile_tool(tool)

    assert profile.action == action
    assert profile.action_trust == pytest.approx(trust)


def test_a_shape_that_follows_from_an_action_is_no_surer_than_it() -> None:
    profile = profile_tool(read_tools([function("skylark", "Search flights by day")]).tools["skylark"])

    assert (profile.shape, profile.shape_trust) == ("list", pytest.approx(0.3))


def test_a_fact_without_provenance_counts_in_full() -> None:
    profile = profile_tool({"name": "x", "metadata": {"ai_metadata": {"canonical_action": "read"}}})

    assert profile.action_trust == 1.0


def test_a_verb_of_prose_does_not_lift_a_tool_over_one_that_speaks_of_the_query() -> None:
    graph = read_tools([function("almanac", "Tides and weather of harbours"), function("lark", "Search the weather")])

    row = retrieve_graphify(graph, "find the tides of a harbour")["results"][0]

    assert row["name"] == "almanac"
