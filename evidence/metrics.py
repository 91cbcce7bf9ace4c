"""Rankings and lists of numbers in, measures of information retrieval out; ranks count from 1, shares are 0..1."""

import math
from collections.abc import Collection, Sequence

# A rank below this one is no rank: rankings are cut here, as in the figures that ours are compared with.
RANK_CUT = 20
DIGITS = 4


def rank_of(names: Sequence[str], right: Collection[str]) -> int | None:
    """Return the rank of the first right name, None where there is none.

    >>> rank_of(["a", "b", "c"], {"c", "b"})
    2
    """
    return next((rank for rank, name in enumerate(names, start=1) if name in right), None)


def share(claims: Collection[bool]) -> float:
    """Return how many of the claims hold, as a share; 0 for none."""
    return round(sum(claims) / len(claims), DIGITS) if claims else 0.0


def hit_at(ranks: Collection[int | None], k: int) -> float:
    """Return the share of cases whose right answer stands among the first k.

    >>> hit_at([1, 3, None, 6], 5)
    0.5
    """
    return share([rank is not None and rank <= k for rank in ranks])


def mean_reciprocal_rank(ranks: Collection[int | None], cut: int = RANK_CUT) -> float:
    """Return the mean of 1 / rank, where a rank beyond the cut counts 0.

    >>> mean_reciprocal_rank([1, 2, None, 30])
    0.375
    """
    found = [1 / rank for rank in ranks if rank is not None and rank <= cut]
    return round(sum(found) / len(ranks), DIGITS) if ranks else 0.0


def ndcg_at(names: Sequence[str], right: Collection[str], k: int) -> float:
    """Return the discounted gain of the first k over the best possible one; a right name gains 1 (Järvelin 2002).

    >>> round(ndcg_at(["x", "a"], {"a"}, 5), 4)
    0.6309
    """
    gain = sum(1 / math.log2(rank + 1) for rank, name in enumerate(names[:k], start=1) if name in right)
    best = sum(1 / math.log2(rank + 1) for rank in range(1, min(len(right), k) + 1))
    return gain / best if best else 0.0


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that at least `percent` of the values do not exceed (nearest rank).

    >>> percentile([4.0, 1.0, 3.0, 2.0], 50), percentile([4.0, 1.0, 3.0, 2.0], 95)
    (2.0, 4.0)
    """
    ordered = sorted(values)
    return ordered[max(math.ceil(percent / 100 * len(ordered)), 1) - 1] if ordered else 0.0
