"""On what ground a winner may replace the LLM's target: each ground once, and what looks like it and is none."""

from typing import Any

import pytest

from selector.engine import ToolGraph, retrieve_graphify, select_target_candidate


def tool(
    name: str, method: str, path: str, resource: str, action: str, shape: str, summary: str = ""
) -> dict[str, Any]:
    return {
        "name": name,
        "description": summary,
        "metadata": {
            "method": method,
            "path": path,
            "ai_metadata": {
                "one_line_summary": summary,
                "canonical_action": action,
                "primary_resource": resource,
                "result_shape": shape,
            },
            "api_contract": {"consumes": [], "produces": [{"field_name": "id", "json_path": "id"}]},
        },
    }


SHIPS = ToolGraph.from_tools(
    [
        tool("listShips", "GET", "/ships", "ship", "search", "list", "List ships"),
        tool("getShip", "GET", "/ships/{id}", "ship", "read", "single", "Get a ship"),
        tool("sinkShip", "POST", "/ships/{id}/sink", "ship", "action", "mutation", "Sink a ship"),
        tool("addShip", "POST", "/ships", "ship", "create", "mutation", "Add a ship"),
        tool("changeShip", "PATCH", "/ships/{id}", "ship", "update", "mutation", "Change a ship"),
        tool("cancelShip", "POST", "/ships/{id}/cancel", "ship", "action", "mutation", "Cancel a ship"),
        tool("cancelShipCrew", "POST", "/ships/{id}/crew/cancel", "crew", "action", "mutation", "Cancel a ship's crew"),
        tool("listHarbourFees", "GET", "/harbour-fees", "harbour_fee", "search", "list", "List harbour fees"),
        tool("listPriceLists", "GET", "/price-lists", "price_list", "search", "list", "List price lists"),
        tool("listPriceRules", "GET", "/price-rules", "price_rule", "search", "list", "List price rules"),
        tool("listPilotFees", "GET", "/pilot-fees", "pilot_fee", "search", "list", "List pilot fees"),
    ]
)


def select(query: str, llm_target: str) -> dict[str, Any]:
    rows = retrieve_graphify(SHIPS, query, top_k=9)["results"]
    return select_target_candidate(query, rows, SHIPS.tools, retrieval_results=rows, llm_target=llm_target)


@pytest.mark.parametrize(
    ("query", "llm_target", "final", "ground"),
    [
        ("show the details of ship 7", "listShips", "getShip", "contradicted"),
        ("list all ships", "getShip", "listShips", "contradicted"),
        ("change ship 7", "addShip", "changeShip", "contradicted"),
        # A question that the LLM answers by a change becomes the read that was asked for.
        ("show ship 7", "sinkShip", "getShip", "contradicted"),
        ("cancel ship 7", "cancelShipCrew", "cancelShip", "beyond_query"),
        ("list the pilot fees", "listHarbourFees", "listPilotFees", "outspoken"),
    ],
)
def test_what_the_query_says_against_the_llms_target_replaces_it(
    query: str, llm_target: str, final: str, ground: str
) -> None:
    selection = select(query, llm_target)

    assert selection["selected_target"] == final
    assert selection["overrode_llm"]
    assert selection["explanation"]["ground"] == ground


@pytest.mark.parametrize(
    ("query", "llm_target"),
    [
        # A part that the query names is not beyond it.
        ("cancel the crew of ship 7", "cancelShipCrew"),
        ("list the harbour fees", "listHarbourFees"),
        # A read is never replaced by a change, whatever the query says.
        ("sink ship 7", "getShip"),
        ("add a ship", "listShips"),
    ],
)
def test_a_target_that_the_query_does_not_speak_against_stays(query: str, llm_target: str) -> None:
    selection = select(query, llm_target)

    assert selection["selected_target"] == llm_target
    assert selection["explanation"]["ground"] == ""


def sibling(name: str, summary: str, inputs: tuple[str, ...] = ()) -> dict[str, Any]:
    found = tool(name, "", "", "parcel", "read", "single", summary)
    found["metadata"]["api_contract"]["consumes"] = [{"field_name": each} for each in inputs]
    return found


@pytest.mark.parametrize(
    ("query", "final", "ground"),
    [
        # The whole query against a sibling that misses a word of it.
        ("show the customs state of parcel 7", "getParcelCustomsState", "complete"),
        # The query gives a value, and the sibling takes none.
        ("show the parcel detail of parcel 7", "getParcelDetail", "takes_given"),
    ],
)
def test_siblings_are_told_apart_by_what_they_say_and_take(query: str, final: str, ground: str) -> None:
    graph = ToolGraph.from_tools(
        [
            sibling("getParcelCustomsState", "Customs state of a parcel", ("parcelId",)),
            sibling("getParcelDetail", "Parcel detail by number", ("parcelId",)),
            sibling("getGeneralParcelInfo", "General parcel information"),
        ]
    )
    rows = retrieve_graphify(graph, query)["results"]

    selection = select_target_candidate(query, rows, graph.tools, rows, llm_target="getGeneralParcelInfo")

    assert (selection["selected_target"], selection["explanation"]["ground"]) == (final, ground)


def test_without_an_llm_the_order_of_retrieval_decides_between_those_that_are_too_close() -> None:
    twins = ToolGraph.from_tools([sibling("getParcelA", "A parcel"), sibling("getParcelB", "A parcel")])
    rows = [{"name": "getParcelB", "rank": 1, "score": 0.700}, {"name": "getParcelA", "rank": 2, "score": 0.699}]

    selection = select_target_candidate("show the parcel", rows, twins.tools, rows)

    assert selection["selected_target"] == "getParcelB"
    assert selection["ambiguous"]


def test_what_is_not_to_be_done_loses_the_penalty_of_an_opposite() -> None:
    selection = select("change ship 7, do not cancel it", "changeShip")

    row = next(row for row in selection["rank_signals"] if row["name"] == "cancelShip")
    assert row["contributions"]["opposite_action"] == pytest.approx(-0.2)


def test_a_bare_noun_is_no_question_that_could_rule_a_change_out() -> None:
    selection = select("the change ship", "changeShip")

    assert selection["selected_target"] == "changeShip"


def test_a_higher_score_alone_replaces_nothing_and_the_reason_says_so() -> None:
    selection = select("list harbour ships", "listShips")

    assert selection["selected_target"] == "listShips"
    assert selection["explanation"]["blocked_by"] in ("no_ground", "weak_evidence")
    assert "llm_target_preserved" in selection["reason_codes"]


def test_a_query_of_names_alone_does_not_turn_the_llms_change_into_a_read() -> None:
    # No list knows the verb, so the query reads like a mere name.
    selection = select("ship 7 yonder", "sinkShip")

    assert selection["selected_target"] == "sinkShip"


def test_the_doubtful_half_of_a_synonym_is_no_word_that_a_target_misses() -> None:
    rows = [{"name": "listHarbourFees", "rank": 1, "score": 0.9}, {"name": "listShips", "rank": 2, "score": 0.5}]

    selection = select_target_candidate("show the boats", rows, SHIPS.tools, rows, llm_target="listHarbourFees")

    assert selection["selected_target"] == "listHarbourFees"


def test_bare_names_are_ranked_here_since_their_order_means_nothing() -> None:
    query = "show the details of ship 7"

    chosen = {
        select_target_candidate(query, names, SHIPS.tools)["selected_target"]
        for names in (["listShips", "getShip", "sinkShip"], ["sinkShip", "getShip", "listShips"])
    }

    assert chosen == {"getShip"}


def test_an_override_names_every_signal_that_it_was_counted_on() -> None:
    selection = select("cancel ship 7", "cancelShipCrew")

    named = selection["explanation"]["supporting_signals"]
    assert len(named) >= 2
    assert "retrieval_rank" in named
