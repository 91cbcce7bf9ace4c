"""Plans as values: their JSON form, what is kept of it, and what cannot be read."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selector.engine.failures import EngineError, Reason
from selector.engine.plan import Binding, Plan, PlanStep, PlanSynthesisError

TEXTS = st.text(max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(TEXTS, JSON, max_size=4)
PLACES = st.dictionaries(TEXTS, TEXTS, max_size=3)
BINDINGS = st.builds(
    Binding, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS, st.booleans(), TEXTS, confidence=st.floats(0, 1), select=PLACES
)
STEPS = st.builds(
    PlanStep,
    TEXTS,
    TEXTS,
    OBJECTS,
    TEXTS,
    TEXTS,
    PLACES,
    st.lists(BINDINGS, max_size=2),
    st.sampled_from([True, False, None]),
    st.lists(TEXTS, max_size=2),
)
PLANS = st.builds(Plan, TEXTS, TEXTS, st.lists(STEPS, max_size=3), TEXTS, OBJECTS, OBJECTS)


@given(PLANS)
def test_a_plan_is_equal_after_a_round_trip_through_json(plan: Plan) -> None:
    again = Plan.from_dict(json.loads(json.dumps(plan.to_dict())))

    assert again == plan


@given(PLANS)
def test_the_stored_form_of_any_plan_is_json_that_can_be_read(plan: Plan) -> None:
    stored = Plan.from_dict(json.loads(json.dumps(plan.for_storage())))

    assert dict(stored.inputs) == {}
    assert len(stored.steps) == len(plan.steps)


def test_unknown_keys_of_a_plan_and_its_steps_are_kept() -> None:
    row = {"id": "p", "goal": "", "note": 1, "steps": [{"id": "s1", "tool": "t", "on_error": "skip"}]}

    again = Plan.from_dict(row).to_dict()

    assert (again["note"], again["steps"][0]["on_error"], again["schema_version"]) == (1, "skip", 1)


@pytest.mark.parametrize(
    "row", [{}, {"id": 3}, [], "plan", {"id": "p", "steps": [{"id": "s1"}]}, {"id": "p", "schema_version": 2}]
)
def test_what_is_no_plan_is_refused_with_a_reason(row: Any) -> None:
    with pytest.raises(EngineError) as caught:
        Plan.from_dict(row)

    assert caught.value.reason == "bad_plan"


def test_metadata_may_be_added_to() -> None:
    plan = Plan("p", "", [PlanStep("s1", "t")])

    plan.metadata.setdefault("synthesis", {})["target_selector"] = {"selected_target": "t"}

    assert plan.to_dict()["metadata"] == {"synthesis": {"target_selector": {"selected_target": "t"}}}


def test_an_error_of_synthesis_says_stage_reason_message_and_evidence() -> None:
    error = PlanSynthesisError(Reason.CYCLE, "a needs b, b needs a", {"cycle": ["a", "b"]})

    assert error.to_dict() == {
        "stage": "plan",
        "reason": "cycle",
        "message": "a needs b, b needs a",
        "evidence": {"cycle": ["a", "b"]},
    }
    assert error.failure.to_dict() == {"stage": "plan", "reason": "cycle", "evidence": {"cycle": ["a", "b"]}}
