"""Measures of rankings against calculation by hand."""

import math

import pytest

from evidence import metrics
from evidence.goals import compare

RANKING = ["a", "b", "c", "d"]


@pytest.mark.parametrize(("right", "rank"), [({"a"}, 1), ({"d", "c"}, 3), ({"z"}, None), (set(), None)])
def test_rank_is_that_of_the_first_right_name(right: set[str], rank: int | None):
    assert metrics.rank_of(RANKING, right) == rank


@pytest.mark.parametrize(("k", "share"), [(1, 0.25), (5, 0.5), (20, 0.75)])
def test_hit_counts_ranks_up_to_k_over_all_cases(k: int, share: float):
    ranks = [1, 5, 6, None]

    assert metrics.hit_at(ranks, k) == share


def test_reciprocal_rank_is_zero_beyond_the_cut():
    ranks = [1, 4, 21, None]

    # (1 + 1/4 + 0 + 0) / 4
    assert metrics.mean_reciprocal_rank(ranks) == 0.3125


@pytest.mark.parametrize(
    ("right", "gain"),
    [
        ({"a"}, 1.0),
        ({"b"}, 1 / math.log2(3)),
        ({"d"}, 0.0),
        # Ranks 1 and 3 of an ideal 1 and 2.
        ({"a", "c"}, (1 + 1 / 2) / (1 + 1 / math.log2(3))),
    ],
)
def test_discounted_gain_of_the_first_three(right: set[str], gain: float):
    assert metrics.ndcg_at(RANKING, right, 3) == pytest.approx(gain)


@pytest.mark.parametrize(("percent", "value"), [(50, 3.0), (95, 5.0), (20, 1.0), (21, 2.0)])
def test_percentile_is_the_nearest_rank(percent: float, value: float):
    assert metrics.percentile([5.0, 3.0, 1.0, 2.0, 4.0], percent) == value


def test_figures_of_nothing_are_zero():
    found = [metrics.hit_at([], 1), metrics.mean_reciprocal_rank([]), metrics.percentile([], 50), metrics.share([])]

    assert found == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("measure", "ours", "meets"),
    [
        ("hit_1", 0.595, {"first_version": True, "goal": False}),
        ("right_ambiguous", 0.34, {"first_version": True, "goal": False}),
        ("right_ambiguous", 0.15, {"first_version": True, "goal": True}),
        ("reads_turned_into_writes", 1, {"first_version": False, "goal": False}),
    ],
)
def test_a_figure_is_held_against_its_columns_by_its_own_direction(measure: str, ours: float, meets: dict[str, bool]):
    limits = {"hit_1": (0.4, 0.6), "right_ambiguous": (0.35, 0.15), "reads_turned_into_writes": (0, 0)}
    columns = dict(zip(("first_version", "goal"), limits[measure], strict=True))

    assert compare(measure, ours, columns)["meets"] == meets
