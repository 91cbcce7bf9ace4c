"""Words of a query meet a collection's vocabulary, also misspelt or joined."""

import pytest

from selector.engine import ToolGraph, retrieve_graphify
from selector.engine.query import read_query
from selector.engine.retrieval.lexical import LexicalIndex
from selector.engine.retrieval.ranking import find_row
from selector.engine.retrieval.terms import edit_distance, group_terms

VOCABULARY = [["delete", "repository"], ["pull", "request"], ["star"]]


@pytest.mark.parametrize(
    ("left", "right", "distance"),
    [
        ("order", "order", 0),
        ("order", "ordr", 1),  # one letter left out
        ("delte", "delete", 1),
        ("repositroy", "repository", 1),  # two neighbours swapped count once
        ("kitten", "sitting", 3),  # more than the limit of 2: the answer is limit + 1
    ],
)
def test_edit_distance_counts_a_swap_once_and_stops_at_its_limit(left: str, right: str, distance: int) -> None:
    assert edit_distance(left, right, 2) == distance


@pytest.mark.parametrize(
    ("query", "met"),
    [
        ("repositroy", {"repository"}),
        ("pullrequest", {"pull", "request"}),
        ("stat", set()),  # too short to repair: "stat" is not "star"
        ("qwertyuiop", set()),
    ],
)
def test_a_word_that_no_document_holds_is_repaired_or_left_out(query: str, met: set[str]) -> None:
    groups = group_terms(read_query(query), LexicalIndex(VOCABULARY))

    assert {term for group in groups for term in group.weights} == met


@pytest.mark.parametrize("name", ["getMemberDeliveryDetail", "getOrderDetail"])
def test_the_row_of_one_tool_is_the_row_that_a_ranking_of_all_gives_it(shop: ToolGraph, name: str) -> None:
    query = "회원 배송지 상세 조회"
    everything = retrieve_graphify(shop, query, top_k=len(shop.tools), include_evidence=True)["results"]

    row = find_row(shop, query, name)

    assert row == next(row for row in everything if row["name"] == name)
