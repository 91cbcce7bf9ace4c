"""The table of specification 2.3: each situation once, on the demo shop."""

from typing import Any

import pytest

from selector.engine import ToolGraph, retrieve_graphify, select_target_candidate

DELIVERIES = ["getMemberDeliveryList", "getMemberDeliveryDetail", "getMemberInfo"]


def select(shop: ToolGraph, query: str, llm_target: str | None = None, **options: Any) -> dict[str, Any]:
    rows = retrieve_graphify(shop, query, top_k=8, include_evidence=True)["results"]
    return select_target_candidate(query, rows, shop.tools, retrieval_results=rows, llm_target=llm_target, **options)


def test_an_unknown_policy_is_an_error_that_names_the_known_ones(shop: ToolGraph) -> None:
    with pytest.raises(ValueError, match="strong_evidence"):
        select_target_candidate("주문 조회", ["getOrderInfo"], shop.tools, policy="bold")


def test_nothing_to_choose_from_is_said_and_no_target_is_made_up(shop: ToolGraph) -> None:
    selection = select_target_candidate("주문 조회", ["noSuchTool"], shop.tools, llm_target="alsoMissing")

    assert selection["selected_target"] == ""
    assert selection["reason_codes"] == ["no_candidates", "llm_target_not_in_candidates"]


def test_an_llm_target_that_nothing_holds_is_reported_and_never_selected(shop: ToolGraph) -> None:
    selection = select_target_candidate("회원 배송지 목록", DELIVERIES, shop.tools, llm_target="inventedTool")

    assert selection["selected_target"] in DELIVERIES
    assert "llm_target_not_in_candidates" in selection["reason_codes"]


def test_an_llm_target_outside_the_candidates_joins_the_comparison(shop: ToolGraph) -> None:
    selection = select_target_candidate("회원 배송지 목록", DELIVERIES[1:], shop.tools, llm_target=DELIVERIES[0])

    assert DELIVERIES[0] in [row["name"] for row in selection["rank_signals"]]


@pytest.mark.parametrize("query", ["회원 배송지 상세 조회", "cancel order 7", "find refund-ready order details"])
def test_contributions_add_up_to_the_score_and_scores_stay_in_bounds(shop: ToolGraph, query: str) -> None:
    for row in select(shop, query)["rank_signals"]:
        assert sum(row["contributions"].values()) == pytest.approx(row["selector_score"], abs=1e-9)
        assert 0 <= row["selector_score"] <= 1


@pytest.mark.parametrize(
    ("query", "llm_target"),
    [
        ("delete the secret db-pass", "getSecret"),
        ("주문을 취소해줘", "getOrderDetail"),
        ("회원 배송지를 삭제해줘", "getMemberDeliveryList"),
        ("환불을 신청해줘", "searchRefunds"),
    ],
)
def test_a_read_that_the_llm_chose_never_becomes_a_write(shop: ToolGraph, query: str, llm_target: str) -> None:
    selection = select(shop, query, llm_target)

    assert selection["selected_target"] == llm_target
    assert selection["overrode_llm"] is False
    assert selection["explanation"]["blocked_by"] == "read_to_mutation"


@pytest.mark.parametrize(
    ("query", "llm_target", "undone"),
    [
        ("lock the member", "lockMember", "unlockMember"),
        ("회원 잠금을 해제해줘", "unlockMember", "lockMember"),
        ("remove the wishlist item", "removeWishlistItem", "addWishlistItem"),
    ],
)
def test_a_choice_never_turns_into_its_opposite(shop: ToolGraph, query: str, llm_target: str, undone: str) -> None:
    selection = select_target_candidate(query, [undone, llm_target], shop.tools, llm_target=llm_target)

    assert selection["selected_target"] == llm_target


def test_a_learned_preference_lifts_a_close_candidate_and_is_seen_in_its_row(shop: ToolGraph) -> None:
    from selector.engine.signals import query_fingerprint

    query = "주문 정보 조회"
    learned = {
        "type": "target_preference",
        "status": "promoted",
        "query_fingerprint": query_fingerprint(query),
        "target": "getOrderSummary",
        "observations": 3,
    }
    selection = select_target_candidate(
        query, ["getOrderInfo", "getOrderSummary"], shop.tools, learning_suggestions=[learned]
    )

    row = next(row for row in selection["rank_signals"] if row["name"] == "getOrderSummary")
    assert row["contributions"]["learning"] == pytest.approx(0.045)
    assert selection["learning_applied"] is True


def test_equal_candidates_are_a_tie_ordered_by_name(tools_by_name: dict[str, Any]) -> None:
    twin = {**tools_by_name["getMemberInfo"], "name": "getMemberInfo"}
    tools = {"b": twin, "a": twin}
    rows = [{"name": "b", "rank": 1, "score": 0.5}, {"name": "a", "rank": 2, "score": 0.5}]

    selection = select_target_candidate("회원 정보", rows, tools)

    assert selection["selected_target"] == "a"
    assert selection["ambiguous"]
    assert "candidate_tie" in selection["reason_codes"]
