"""BM25 over postings is held against the library it follows, and against arithmetic by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from selector.engine.retrieval.lexical import LexicalIndex, ShiftedBM25, TokenSets, idf

WORDS = st.sampled_from(["order", "refund", "member", "list", "detail", "주문", "환불"])
CORPORA = st.lists(st.lists(WORDS, min_size=1, max_size=8), min_size=1, max_size=12)


@given(corpus=CORPORA, query=st.lists(WORDS, max_size=4))
def test_scores_equal_those_of_the_library_that_scores_every_document(
    corpus: list[list[str]], query: list[str]
) -> None:
    oracle = ShiftedBM25(corpus)

    scores = LexicalIndex(corpus).scores(query)

    np.testing.assert_allclose(scores, oracle.get_scores(query), rtol=1e-12, atol=1e-12)


def test_idf_stays_positive_where_the_library_goes_below_zero() -> None:
    # Three of four documents hold the term: log(1 + (4 - 3 + 0.5) / (3 + 0.5)) = log(10 / 7).
    assert idf(4, 3) == pytest.approx(math.log(10 / 7))
    assert idf(4, 4) == pytest.approx(math.log(1 + 0.5 / 4.5))


def test_a_one_document_corpus_scores_above_zero() -> None:
    # Length is the average, so the norm is k1: idf * tf * (k1 + 1) / (tf + k1) = idf * 2.5 / 2.5 = idf(1, 1).
    assert LexicalIndex([["order"]]).scores(["order"])[0] == pytest.approx(math.log(1 + 0.5 / 1.5))


def test_an_empty_corpus_is_refused_by_the_model_and_harmless_to_the_index() -> None:
    with pytest.raises(ValueError, match="no term"):
        ShiftedBM25([[]])

    assert LexicalIndex([]).scores(["order"]).shape == (0,)


def test_a_phrase_counts_only_where_all_of_its_words_stand_and_then_their_mean() -> None:
    index = LexicalIndex([["pull", "request"], ["pull"], ["order"]])
    pull, request = index.scores(["pull"]), index.scores(["request"])

    impacts = index.impacts(("pull", "request"))

    np.testing.assert_allclose(impacts, [(pull[0] + request[0]) / 2, 0, 0])


@pytest.mark.parametrize(
    ("terms", "share"),
    [
        ({"member": 1.0, "delivery": 1.0}, 1.0),
        ({"member": 1.0}, 0.5),
        ({"delivery": 0.6}, 0.3),
        ({"order": 1.0}, 0.0),
    ],
)
def test_share_of_a_short_field_that_the_query_explains(terms: dict[str, float], share: float) -> None:
    # One document, so both tokens are as rare: each is half of the field.
    sets = TokenSets([["member", "delivery"]])

    assert sets.explained(terms)[0] == pytest.approx(share)
