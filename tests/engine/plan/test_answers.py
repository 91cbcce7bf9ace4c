"""The five questions that a failed run answers by itself."""

from typing import Any

import pytest

from selector.engine import ToolGraph
from selector.engine.plan import Question, answer_five_questions
from selector.engine.selection.closure import complete_target_dependencies

OK = [{"stage": "retrieve", "status": "ok"}, {"stage": "select", "status": "ok"}]


def failed(stage: str, reason: str, **evidence: Any) -> dict[str, Any]:
    return {"stage": stage, "status": "failed", "reason": reason, "evidence": evidence}


def holding(rows: list[dict[str, Any]], **more: Any) -> list[str]:
    return [answer.question.value for answer in answer_five_questions(rows, **more) if answer.holds]


@pytest.mark.parametrize(
    ("rows", "question"),
    [
        ([failed("retrieve", "not_retrieved", expected="getOrder")], "target_not_found"),
        ([failed("retrieve", "no_candidates")], "target_not_found"),
        ([{"stage": "retrieve", "status": "ok"}, failed("select", "no_candidates")], "target_not_found"),
        ([*OK, failed("plan", "unknown_target", target="x")], "target_not_found"),
        ([*OK, failed("plan", "unsatisfied_field", field="id")], "producer_missing"),
        ([*OK, failed("plan", "cycle", field="id")], "producer_missing"),
        ([*OK, failed("plan", "max_depth", field="id")], "producer_missing"),
        ([*OK, failed("plan", "mutation_blocked", tools=["x"])], "mutation_blocked"),
        ([*OK, failed("auth", "auth_context_required")], "handed_to_user"),
    ],
)
def test_the_stage_that_failed_answers_its_question(rows: list[dict[str, Any]], question: str) -> None:
    assert holding(rows) == [question]


def test_a_blocked_maker_is_told_from_a_missing_producer(shop: ToolGraph) -> None:
    closure = complete_target_dependencies("getSecret", shop.tools, graph=shop, query="Read the secret.").to_dict()

    answers = {answer.question: answer for answer in answer_five_questions(OK, closure)}

    assert answers[Question.MUTATION_BLOCKED].holds is True
    assert answers[Question.MUTATION_BLOCKED].evidence[0]["producer"] == "createSecret"
    assert answers[Question.PRODUCER_MISSING].holds is False


def test_a_context_input_is_said_to_be_handed_to_the_user(shop: ToolGraph) -> None:
    closure = complete_target_dependencies("getOrderDetail", shop.tools, graph=shop, query="show it").to_dict()

    answers = {answer.question: answer for answer in answer_five_questions(OK, closure)}

    assert answers[Question.HANDED_TO_USER].holds is True
    assert {row["field"] for row in answers[Question.HANDED_TO_USER].evidence} == {"X-Tenant-Id"}


def test_a_description_left_out_for_the_budget_is_named() -> None:
    omitted = [{"tool": "listOrders", "reason": "token_budget"}, {"tool": "x", "reason": "duplicate"}]

    answers = answer_five_questions(OK, bundle={"omitted_tools": omitted})

    assert (answers[4].holds, answers[4].evidence) == (True, ({"tool": "listOrders", "reason": "token_budget"},))


def test_what_a_run_never_reached_is_unknown_and_not_denied() -> None:
    answers = answer_five_questions([failed("retrieve", "no_candidates"), {"stage": "plan", "status": "not_reached"}])

    assert [answer.holds for answer in answers] == [True, None, None, None, None]


def test_answers_are_plain_values() -> None:
    row = answer_five_questions([failed("retrieve", "not_retrieved", expected="x")])[0].to_dict()

    assert row == {
        "question": "target_not_found",
        "holds": True,
        "evidence": [{"stage": "retrieve", "reason": "not_retrieved", "expected": "x"}],
    }
