"""A run fails at one stage for one reason, or only warns."""

import pytest

from selector.convert.judgement import RunFacts, judge

FOUND = ("getOrder", "listOrders")


def facts(**more) -> RunFacts:
    base = {
        "candidates": FOUND,
        "llm_target": "",
        "selected_target": "getOrder",
        "reason_codes": (),
        "ambiguous": False,
    }
    return RunFacts(**{**base, **more})


KEPT = {"llm_target": "listOrders", "selected_target": "listOrders", "reason_codes": ("llm_target_preserved",)}


@pytest.mark.parametrize(
    ("more", "status", "stage", "reason"),
    [
        ({}, "succeeded", "", ""),
        ({"ambiguous": True}, "succeeded", "", ""),
        ({"candidates": (), "selected_target": ""}, "failed", "retrieve", "no_candidates"),
        ({"expected_target": "getOrder"}, "succeeded", "", ""),
        ({"expected_target": "refund"}, "failed", "retrieve", "not_retrieved"),
        ({"expected_target": "listOrders"}, "failed", "select", "selector_mismatch"),
        ({"expected_target": "getOrder", "llm_target": "listOrders"}, "succeeded", "", ""),
        ({"expected_target": "getOrder", **KEPT}, "failed", "llm_intent", "llm_target_mismatch"),
        ({"llm_target": "nowhere", "reason_codes": ("llm_target_not_in_candidates",)}, "succeeded", "", ""),
        (
            {"expected_target": "listOrders", "llm_target": "getOrder"},
            "failed",
            "select",
            "selector_mismatch",
        ),
    ],
)
def test_a_run_ends_at_its_first_failed_stage(more, status, stage, reason):
    verdict = judge(facts(**more))

    assert (verdict.status, verdict.failed_stage, verdict.failed_reason) == (status, stage, reason)


@pytest.mark.parametrize(
    ("more", "stage", "status", "reason"),
    [
        ({}, "llm_intent", "skipped", ""),
        ({"llm_target": "getOrder"}, "llm_intent", "ok", ""),
        ({"llm_target": "listOrders", "expected_target": "getOrder"}, "llm_intent", "warning", "llm_target_mismatch"),
        (
            {"llm_target": "x", "reason_codes": ("llm_target_not_in_candidates",)},
            "llm_intent",
            "warning",
            "llm_target_not_in_candidates",
        ),
        ({"ambiguous": True}, "select", "warning", "ambiguous_target"),
        ({"reason_codes": ("candidate_tie",), "ambiguous": True}, "select", "warning", "candidate_tie"),
        ({"candidates": (), "selected_target": ""}, "select", "not_reached", ""),
        ({"expected_target": "refund"}, "select", "ok", ""),
        ({}, "plan", "not_reached", ""),
        ({}, "execute", "not_reached", ""),
    ],
)
def test_each_stage_says_how_it_went(more, stage, status, reason):
    verdict = judge(facts(**more)).stages[stage]

    assert (verdict.status, verdict.reason) == (status, reason)


def test_stages_stand_in_the_order_of_the_strip():
    assert list(judge(facts()).stages) == ["retrieve", "llm_intent", "select", "plan", "auth", "execute"]
