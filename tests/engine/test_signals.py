"""Learned boosts are small, bounded, and act in their own family only."""

from typing import Any

import pytest

from selector.engine.signals import learned_boosts, query_fingerprint

QUERY = "환불 가능한 주문을 찾아줘"
TOOLS = {"getRefundableOrders": {}}


def suggestion(**changes: Any) -> dict[str, Any]:
    return {
        "id": "target_preference:1",
        "type": "target_preference",
        "status": "promoted",
        "query_fingerprint": query_fingerprint(QUERY),
        "target": "getRefundableOrders",
        "observations": 3,
    } | changes


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("취소해줘", "취소해 줘", True),
        ("주문 123 취소해줘", "주문 7을 취소해 줘", True),
        ("order 123", "order 7", True),
        ("delete the order", "do not delete the order", False),
        ("주문을 삭제해줘", "주문을 조회해줘", False),
    ],
)
def test_wordings_of_one_request_share_a_fingerprint_and_others_do_not(one: str, other: str, same: bool) -> None:
    assert (query_fingerprint(one) == query_fingerprint(other)) is same


@pytest.mark.parametrize(
    ("changes", "value"),
    [
        ({}, 0.045),  # the specification's example: 3 observations
        ({"observations": 1}, 0.015),
        ({"observations": 400}, 0.06),  # the bound
    ],
)
def test_a_promoted_preference_lifts_its_target_a_little(changes: dict[str, Any], value: float) -> None:
    boosts = learned_boosts(QUERY, [suggestion(**changes)], TOOLS)

    assert boosts["getRefundableOrders"].value == pytest.approx(value)


@pytest.mark.parametrize(
    "changes",
    [
        {"status": "promotable"},
        {"status": "rejected"},
        {"query_fingerprint": "0" * 16},
        {"target": "goneTool"},
        {"type": "plan_path"},
        {"observations": 0},
    ],
)
def test_what_is_not_promoted_or_not_of_this_family_has_no_effect(changes: dict[str, Any]) -> None:
    assert learned_boosts(QUERY, [suggestion(**changes)], TOOLS) == {}
