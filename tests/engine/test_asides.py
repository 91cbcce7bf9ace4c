"""What a request asks for, told from where, whose or when."""

import pytest

from selector.engine.query import read_query


@pytest.mark.parametrize(
    ("text", "point", "beside"),
    [
        ("View recent commits on a branch", {"recent", "commits"}, {"branch"}),
        ("Put a label on issue 17", {"label"}, {"issue"}),
        # A list or details of something are no point of their own.
        ("list of orders", {"orders"}, set()),
        ("the orders that wait for a courier", {"orders"}, {"wait", "courier"}),
        # An "and" asks for one thing more.
        ("orders of a customer and invoices", {"orders", "invoices"}, {"customer"}),
        ("그룹에 있는 사용자를 보여줘", {"사용자를"}, {"그룹에"}),
        ("프로젝트의 컴포넌트들", {"컴포넌트들"}, {"프로젝트의"}),
        # Where everything stands beside the point, nothing does.
        ("저장소에", {"저장소에"}, set()),
    ],
)
def test_words_that_say_where_or_whose_stand_beside_the_point(text: str, point: set[str], beside: set[str]) -> None:
    groups = read_query(text).grouped_terms

    assert {group.source for group in groups if group.is_aside} == beside
    assert point <= {group.source for group in groups if not group.is_aside}
