"""The figures that ours are held against: the data's own table for the labelled cases."""

from collections.abc import Mapping

# Retrieval, shares of the cases; `also_acceptable` counts as right, ranks are cut at 20.
RETRIEVAL: dict[str, dict[str, float]] = {
    "hit_1": {"peer": 0.05, "bm25": 0.25, "simple_without_vectors": 0.39, "first_version": 0.40, "goal": 0.60},
    "hit_5": {"peer": 0.28, "bm25": 0.48, "simple_without_vectors": 0.67, "first_version": 0.67, "goal": 0.85},
    "hit_20": {"peer": 0.42, "bm25": 0.65, "simple_without_vectors": 0.82, "first_version": 0.80, "goal": 0.95},
}
# Selection among the first 8, shares of the cases.
SELECTION: dict[str, dict[str, float]] = {
    "right_kept": {"peer": 0.92, "first_version": 0.98, "goal": 0.99},
    "right_ambiguous": {"peer": 0.83, "first_version": 0.35, "goal": 0.15},
    "wrong_repaired": {"peer": 0.0, "first_version": 0.20, "goal": 0.40},
    "wrong_repaired_or_ambiguous": {"first_version": 0.60, "goal": 0.80},
    "reads_turned_into_writes": {"first_version": 0, "goal": 0},
}
LOWER_IS_BETTER = frozenset({"right_ambiguous", "reads_turned_into_writes"})
COLUMNS = ("first_version", "goal")


def compare(measure: str, ours: float, columns: Mapping[str, float]) -> dict[str, object]:
    """Return ours beside the columns, and whether it meets the first version's and the goal's.

    Figures of the table have two decimals, so ours is compared at two.

    >>> compare("hit_1", 0.396, {"first_version": 0.40, "goal": 0.60})["meets"]
    {'first_version': True, 'goal': False}
    """
    sign = -1 if measure in LOWER_IS_BETTER else 1
    meets = {name: sign * round(ours, 2) >= sign * columns[name] for name in COLUMNS if name in columns}
    return {"ours": ours, **columns, "meets": meets}
