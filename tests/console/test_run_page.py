"""What the run page adds to a run: order of rows, columns as addresses, badges, picks face to face, checks."""

import pytest
from django.http import QueryDict

from console.run_page import run_view
from selector.display import Badge, PickCard
from tests.console import samples


def names(view) -> list[str]:
    return [row.candidate.name for row in (*view.pinned, *view.rows)]


def test_rows_stand_by_rank_unless_asked_otherwise():
    view = run_view(samples.run_page(), QueryDict(""))

    assert names(view) == [row[0] for row in samples.ROWS]
    assert view.pinned == ()


def test_sorting_by_a_signal_keeps_winner_and_llm_row_on_top():
    view = run_view(samples.run_page(), QueryDict("sort=operation_surface"))

    # .24 for the update, .13 for the info; the winner and the LLM's row stay above them.
    assert [row.candidate.name for row in view.pinned] == ["getMemberDeliveryDetail", "getMemberDeliveryList"]
    assert [row.candidate.name for row in view.rows] == ["updateMemberDelivery", "getMemberInfo"]


def test_expected_row_is_pinned_too():
    run = samples.run_page(candidates=samples.candidates(expected="getMemberInfo"))

    view = run_view(run, QueryDict("sort=name"))

    assert [row.candidate.name for row in view.pinned][-1] == "getMemberInfo"


def test_each_column_is_an_address_that_sorts_the_other_way_next_time():
    columns = {column.key: column for column in run_view(samples.run_page(), QueryDict("sort=contract")).columns}

    assert columns["contract"].url == "?sort=contract&dir=asc"
    assert columns["contract"].aria_sort == "descending"
    assert columns["graph"].url == "?sort=graph&dir=desc"
    assert list(columns)[4:] == list(samples.SIGNALS)


@pytest.mark.parametrize("query", ["sort=nonsense", "sort=", "sort=learning_&dir=up"])
def test_unknown_order_falls_back_to_rank(query: str):
    assert names(run_view(samples.run_page(), QueryDict(query)))[0] == "getMemberDeliveryDetail"


@pytest.mark.parametrize(
    ("run", "kinds"),
    [
        (samples.agreed_run(), ["agreed"]),
        (samples.run_page(), ["overridden", "risk"]),
        (samples.kept_run(), ["kept", "ambiguous"]),
        (samples.ambiguous_run(), ["chosen", "ambiguous"]),
        (samples.empty_run(), ["none"]),
    ],
    ids=["agreed", "overridden", "kept", "ambiguous", "none"],
)
def test_badges_say_who_decided_and_how_sure(run, kinds: list[str]):
    assert [badge.kind for badge in run_view(run, QueryDict("")).badges] == kinds


def test_llm_target_that_nobody_knows_is_not_called_missing():
    unknown = samples.decision(
        "chosen", llm=PickCard("noSuchTool", is_known=False), badges=(Badge("chosen", "neutral"),)
    )

    view = run_view(samples.run_page(decision=unknown), QueryDict(""))

    assert [badge.text for badge in view.badges] == ["LLM target unknown"]


@pytest.mark.parametrize(
    ("run", "other", "role", "margin", "threshold"),
    [
        (samples.run_page(), "getMemberDeliveryList", "The LLM's choice", 0.19, "override from 0.12"),
        (samples.kept_run(), "getMemberDeliveryDetail", "Scores higher, not taken", 0.04, "override from 0.12"),
        (samples.agreed_run(), "getMemberDeliveryList", "Runner-up", 0.19, "ambiguous below 0.05"),
        (samples.ambiguous_run(), "getMemberDeliveryList", "Runner-up", 0.02, "ambiguous below 0.05"),
    ],
    ids=["overridden", "kept", "agreed", "ambiguous"],
)
def test_other_pick_and_the_margin_that_mattered(run, other: str, role: str, margin: float, threshold: str):
    view = run_view(run, QueryDict(""))

    assert (view.other.name, view.other_role, view.margin, view.threshold_text) == (other, role, margin, threshold)


def test_run_without_candidates_has_no_picks():
    view = run_view(samples.empty_run(), QueryDict(""))

    assert (view.other, view.rows, view.sentences != ()) == (None, (), True)


@pytest.mark.parametrize(("run", "is_unsure"), [(samples.kept_run(), True), (samples.agreed_run(), False)])
def test_only_an_unsure_run_is_drawn_unsure(run, is_unsure: bool):
    assert run_view(run, QueryDict("")).is_unsure is is_unsure


def test_check_links_to_the_tool_that_is_to_be_mended():
    check = run_view(samples.missed_run(), QueryDict("")).checks[0]

    assert (check.tool, check.url) == ("getDeliveryHistory", "/collections/shop/tools/getDeliveryHistory")
