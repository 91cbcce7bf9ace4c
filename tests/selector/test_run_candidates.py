"""The index of tools that had a part in a run: written with the run, moved with its mark, filled for older runs."""

import importlib

import pytest
from django.apps import apps

from selector.models import RunCandidate, SelectorRun
from selector.services import mark_expected_target, start_run

from .factories import a_live_collection, a_run, an_actor

pytestmark = pytest.mark.django_db


def flags(run: SelectorRun) -> dict[str, tuple]:
    """Each tool of a run with its rank and what it was: selected, the LLM's, the expected one."""
    rows = run.tools.values_list("tool_name", "rank", "selected", "is_llm", "is_expected")
    return {name: tuple(rest) for name, *rest in rows}


def test_every_candidate_of_a_run_gets_its_row():
    run = a_run(llm_target="listOrders", expected_target="getOrder")

    rows = flags(run)

    assert run.selected_target == "getOrder"
    assert rows["getOrder"] == (1, True, False, True)
    assert rows["listOrders"][1:] == (False, True, False)
    assert sorted(row[0] for row in rows.values()) == list(range(1, len(rows) + 1))


def test_targets_that_were_never_compared_have_no_rank():
    rows = flags(a_run(llm_target="callMoon", expected_target="callSun"))

    assert rows["callMoon"] == (None, False, True, False)
    assert rows["callSun"] == (None, False, False, True)


def test_rows_are_bounded_by_the_candidates_asked_for():
    run = a_run(top_k=1, llm_target="callMoon", expected_target="callSun")

    assert len(flags(run)) == 3


def test_the_same_question_by_key_writes_no_second_set():
    collection, actor = a_live_collection(), an_actor()
    given = {"actor": actor, "collection": collection, "query": "주문 상세", "idempotency_key": "k"}

    first, second = start_run(**given), start_run(**given)

    assert first.pk == second.pk
    assert RunCandidate.objects.count() == len(flags(first))


@pytest.mark.parametrize(
    ("marks", "expected", "has_row"),
    [
        (["callSun"], {"callSun"}, True),
        (["callSun", "getOrder"], {"getOrder"}, False),
        (["callSun", ""], set(), False),
        (["getOrder", "listOrders"], {"listOrders"}, False),
    ],
)
def test_a_mark_moves_in_the_index_too(marks, expected, has_row):
    run = a_run()
    before = set(flags(run))

    for version, target in enumerate(marks, start=1):
        mark_expected_target(actor=an_actor(), run_id=run.pk, target=target, version=version)

    rows = flags(run)
    assert {name for name, row in rows.items() if row[3]} == expected
    assert ("callSun" in rows) == has_row
    assert before <= set(rows)


def test_a_mark_that_equals_the_llm_target_keeps_its_row_when_it_is_taken_back():
    run = a_run(llm_target="callMoon")

    mark_expected_target(actor=an_actor(), run_id=run.pk, target="callMoon", version=1)
    mark_expected_target(actor=an_actor(), run_id=run.pk, target="", version=2)

    assert flags(run)["callMoon"] == (None, False, True, False)


def test_runs_from_before_the_index_are_filled_alike():
    runs = [a_run(a_live_collection(), llm_target="callMoon", expected_target="listOrders")]
    runs.append(a_run(runs[0].collection, "xyzzy qwerty", llm_target="listOrders"))
    written = [flags(run) for run in runs]
    RunCandidate.objects.all().delete()

    importlib.import_module("selector.migrations.0004_fill_run_candidates").fill(apps, None)

    assert [flags(run) for run in runs] == written
