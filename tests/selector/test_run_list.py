"""The list of runs pages by key, filters by index, and finds Korean text on both databases."""

import unicodedata

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from selector import queries
from selector.display import RunFilter
from selector.models import SelectorRun
from selector.queries import runs
from selector.services import mark_expected_target

from .factories import a_collection, a_live_collection, a_run, an_actor

pytestmark = pytest.mark.django_db


def ids(**wanted):
    return [row.id for row in queries.run_list(RunFilter(**wanted)).rows]


@pytest.fixture
def small_pages(monkeypatch):
    monkeypatch.setattr(runs, "PAGE_ROWS", 2)


def test_pages_walk_forth_and_back_over_the_same_runs(small_pages):
    collection = a_live_collection()
    made = [a_run(collection).pk for _ in range(5)]

    first = queries.run_list(RunFilter())
    second = queries.run_list(RunFilter(after=first.next_cursor))
    third = queries.run_list(RunFilter(after=second.next_cursor))
    back = queries.run_list(RunFilter(before=third.previous_cursor))

    assert [row.id for page in (first, second, third) for row in page.rows] == made[::-1]
    assert back.rows == second.rows
    assert (first.previous_cursor, third.next_cursor) == (None, None)


def test_a_page_takes_two_queries_that_neither_count_nor_skip():
    a_run()

    with CaptureQueriesContext(connection) as asked:
        queries.run_list(RunFilter(text="주문", status="succeeded", collection="orders", after=10**6))

    text = " ".join(query["sql"].upper() for query in asked.captured_queries)
    assert len(asked) == 2
    assert "OFFSET" not in text
    assert "COUNT(" not in text


def test_each_filter_narrows_the_list():
    orders, empty = a_live_collection(), a_collection("empty")
    chosen = a_run(orders, adapter_request_id="req-1").pk
    failed = a_run(empty).pk

    cases = [
        ({"collection": "orders"}, [chosen]),
        ({"status": "failed"}, [failed]),
        ({"failed_stage": "retrieve"}, [failed]),
        ({"adapter_request_id": "req-1"}, [chosen]),
        ({"overridden": True}, []),
        ({"overridden": False}, [failed, chosen]),
        ({"ambiguous": True}, [pk for pk in (failed, chosen) if SelectorRun.objects.get(pk=pk).ambiguous]),
        ({"since": SelectorRun.objects.get(pk=failed).created_at}, [failed]),
        ({"until": SelectorRun.objects.get(pk=failed).created_at}, [chosen]),
    ]

    for wanted, expected in cases:
        assert ids(**wanted) == expected, wanted


def test_neighbours_follow_the_filter():
    collection = a_live_collection()
    first = a_run(collection, query="주문 상세").pk
    a_run(collection, query="배송 조회")
    last = a_run(collection, query="주문 상세").pk

    beside = queries.run_neighbours(first, RunFilter(text="주문"))

    assert (beside.newer, beside.older) == (last, None)


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("환불", True),
        (unicodedata.normalize("NFD", "환불"), True),
        ("불", True),
        ("환불해", True),
        ("불환", False),
        ("주문", False),
        ("REFUND", True),
        ("refund 환불", True),
        ("efun", True),
        ("100%", True),
        ("%", True),
        ("_", False),
        ('"', False),
        ("getorder", True),
    ],
)
def test_text_is_found_on_real_words(text, is_found):
    collection = a_live_collection()
    run = a_run(collection, query="환불해줘 100% refund please", llm_target="getOrder")

    assert ids(text=text) == ([run.pk] if is_found else [])


def test_text_written_decomposed_is_found_composed():
    run = a_run(query=unicodedata.normalize("NFD", "환불 주문"))

    assert ids(text="환불") == [run.pk]


def test_text_is_found_by_index_and_the_plan_says_so():
    a_run()
    wanted = runs._filtered(RunFilter(text="주문"))

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # One row is read fastest without any index; the question is whether this one can serve the search.
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off")
    plan = wanted.order_by().select_related(None).explain()

    assert "selector_selectorrun_bigrams" in plan or "VIRTUAL TABLE INDEX" in plan


def test_a_marked_target_is_found_after_the_mark():
    run = a_run()
    mark_expected_target(actor=an_actor(), run_id=run.pk, target="callMoon", version=1)

    assert ids(text="callmoon") == [run.pk]


def test_an_index_that_lost_its_row_finds_nothing():
    run = a_run(query="환불")
    SelectorRun.objects.filter(pk=run.pk).delete()

    assert ids(text="환불") == []
