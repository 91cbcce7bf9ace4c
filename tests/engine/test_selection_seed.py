"""The examples of the seed on target selection, run as written with only the import changed."""

from typing import Any

import pytest

from selector.engine import ToolGraph, retrieve_graphify, select_target_candidate

# The detail leads by words and rank, so that only what is unknown of it can keep it from winning.
SIBLINGS = ["getMemberDeliveryDetail", "getMemberDeliveryList", "getMemberInfo"]


def test_detail_wins_over_list_where_shape_resource_and_contract_agree(shop: ToolGraph) -> None:
    tools_by_name = shop.tools
    retrieval_results = retrieve_graphify(shop, "회원 배송지 상세 정보를 조회해줘", top_k=8, include_evidence=True)[
        "results"
    ]

    selection = select_target_candidate(
        query="회원 배송지 상세 정보를 조회해줘",
        candidates=[
            "getMemberDeliveryList",
            "getMemberDeliveryDetail",
            "getMemberInfo",
        ],
        tools=tools_by_name,
        retrieval_results=retrieval_results,
        llm_target="getMemberDeliveryList",
    )

    assert selection["selected_target"] == "getMemberDeliveryDetail"
    assert selection["overrode_llm"] is True
    assert "llm_target_overridden" in selection["reason_codes"]
    reason = selection["explanation"]
    assert (reason["deciding_signal"], reason["wanted"]) == ("result_shape", "single")
    assert (reason["winner_value"], reason["other_value"]) == ("single", "list")
    assert any("상세" in word for word in reason["query_words"])


@pytest.mark.parametrize("with_retrieval", [True, False])
def test_without_shape_and_response_fields_nothing_is_overridden(
    tools_by_name: dict[str, Any], with_retrieval: bool
) -> None:
    for name in SIBLINGS:
        tools_by_name[name]["metadata"]["ai_metadata"]["result_shape"] = ""
        tools_by_name[name]["metadata"]["api_contract"] = {"consumes": [], "produces": []}
    rows = [{"name": name, "rank": rank} for rank, name in enumerate(SIBLINGS, start=1)]

    selection = select_target_candidate(
        query="회원 배송지 상세 정보를 조회해줘",
        candidates=SIBLINGS,
        tools=tools_by_name,
        retrieval_results=rows if with_retrieval else None,
        llm_target="getMemberDeliveryList",
    )

    assert selection["selected_target"] == "getMemberDeliveryList"
    assert selection["overrode_llm"] is False
    assert selection["explanation"]["blocked_by"] == "unknown_metadata"


def test_a_weak_margin_keeps_the_llm_target_and_says_that_it_is_ambiguous(shop: ToolGraph) -> None:
    tools_by_name = shop.tools

    selection = select_target_candidate(
        query="주문 정보 조회",
        candidates=["getOrderInfo", "getOrderSummary"],
        tools=tools_by_name,
        llm_target="getOrderSummary",
    )

    assert selection["selected_target"] == "getOrderSummary"
    assert selection["ambiguous"]
    assert set(selection["reason_codes"]) == {"llm_target_preserved", "ambiguous_target"}


def test_the_first_example_prints_a_target_and_its_reasons(shop: ToolGraph) -> None:
    candidate_names = ["getOrderDetail", "getGeneralOrderInfo", "getRefundableOrders"]

    selection = select_target_candidate(
        query="find refund-ready order details",
        candidates=candidate_names,
        tools=shop.tools,
    )

    assert selection["selected_target"] in candidate_names
    assert selection["reason_codes"]


def test_the_example_with_retrieval_and_an_llm_target_runs_on_a_loaded_graph(shop: ToolGraph, tmp_path: Any) -> None:
    shop.save(tmp_path / "collection.json")
    graph = ToolGraph.load(tmp_path / "collection.json")
    retrieval = retrieve_graphify(
        graph,
        "회원 배송지 상세 조회",
        top_k=8,
        include_evidence=True,
    )

    selection = select_target_candidate(
        query="회원 배송지 상세 조회",
        candidates=retrieval["results"],
        tools=graph.tools,
        retrieval_results=retrieval["results"],
        llm_target="getMemberDeliveryList",
        policy="strong_evidence",
    )

    assert selection["selected_target"] == "getMemberDeliveryDetail"
