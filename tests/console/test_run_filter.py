"""The filter of the run list: every part by the address, chips, what cannot be read, and the way through it."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest
from django.http import QueryDict
from django.utils import timezone

from console.forms import RunFilterForm
from console.run_filter import carried
from selector.models import SelectorRun
from tests.selector.factories import a_live_collection, a_run


def text(response) -> str:
    return unescape(response.content.decode())


def read(query: str):
    form = RunFilterForm(QueryDict(query))
    return form, form.value()


def listed(html: str) -> list[int]:
    return [int(each) for each in re.findall(r'data-run="(\d+)"', html)]


def chips(html: str) -> dict[str, str]:
    return dict(re.findall(r'data-chip="(\w+)" href="([^"]+)"', html))


@pytest.fixture
def runs(db) -> list[SelectorRun]:
    """Five runs, oldest first: succeeded, failed, succeeded, failed, succeeded."""
    collection = a_live_collection()
    questions = ("주문 상세", "xyzzy one", "주문 목록", "xyzzy two", "주문 삭제해줘")
    return [a_run(collection, question, adapter_request_id=f"req-{n}") for n, question in enumerate(questions)]


@pytest.mark.parametrize(
    ("query", "places"),
    [
        ("failed_stage=retrieve", [3, 1]),
        ("failed_stage=select", []),
        ("adapter_request_id=req-2", [2]),
        ("status=succeeded&text=주문", [4, 2, 0]),
        ("since=2026-05-02T00:00&until=2026-05-04T00:00", [2, 1]),
        ("since=2026-05-03&until=2026-05-03", [2]),
        ("until=2026-05-02T12:00", [0]),
        ("since=2026-05-04T21:00%2B09:00", [4, 3]),
    ],
)
def test_list_narrows_by_stage_request_and_time(runs, client_as, query: str, places: list[int]):
    for number, run in enumerate(runs):
        SelectorRun.objects.filter(pk=run.pk).update(created_at=datetime(2026, 5, number + 1, 12, tzinfo=UTC))

    html = text(client_as().get(f"/runs?{query}"))

    assert listed(html) == [runs[place].pk for place in places]


def test_times_are_those_of_the_readers_zone():
    with timezone.override("Asia/Seoul"):
        wanted = read("since=2026-11-30&until=2026-11-30")[1]

    assert wanted.since == datetime(2026, 11, 29, 15, tzinfo=UTC)
    assert wanted.until == datetime(2026, 11, 30, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("query", "part", "message"),
    [
        ("status=fine", "Status", "There is no such value. Choose one of the list."),
        ("failed_stage=dream", "Failed stage", "There is no such value. Choose one of the list."),
        ("overridden=maybe", "Overridden", "There is no such value. Choose one of the list."),
        ("collection=nowhere", "Collection", "There is no collection of this short name."),
        ("since=yesterday", "Since", "Write a date, or a date and a time"),
        ("since=0001-01-01", "Since", "Write a date, or a date and a time"),
        ("until=9999-12-31", "Before", "Write a date, or a date and a time"),
        ("since=2026-05-02&until=2026-05-01T00:00", "Before", "The end must come after the beginning."),
        ("after=abc", "Place in the list", "Enter a whole number."),
        ("before=99999999999999999999", "Place in the list", "less than or equal to"),
        ("text=" + "x" * 201, "Text of the query", "at most 200"),
        ("text=a%00b", "Text of the query", "Null characters are not allowed."),
    ],
)
def test_part_that_cannot_be_read_is_named_and_the_rest_still_narrows(runs, client_as, query, part, message):
    response = client_as().get(f"/runs?{query}&text=xyzzy" if not query.startswith("text") else f"/runs?{query}")

    html = text(response)
    problems = html.partition('class="notice notice--bad filter-problems"')[2].partition("</div>")[0]
    assert response.status_code == 422
    assert part in problems
    assert message in problems
    if not query.startswith(("text", "collection", "since=2026")):
        assert listed(html) == [runs[3].pk, runs[1].pk]


def test_every_active_part_has_a_chip_that_takes_it_away(runs, client_as):
    html = text(client_as().get("/runs?text=주문&status=succeeded&collection=orders&ambiguous=0&after=999"))

    found = chips(html)
    assert list(found) == ["text", "collection", "status", "ambiguous"]
    assert 'Collection: <span dir="auto">Orders' in html
    assert found["status"] == "/runs?text=%EC%A3%BC%EB%AC%B8&collection=orders&ambiguous=0"
    assert 'id="run-filter-clear" href="/runs"' in html


def test_list_without_a_filter_has_no_chips(runs, client_as):
    html = text(client_as().get("/runs"))

    assert chips(html) == {}
    assert "run-filter-clear" not in html


def test_runs_of_the_list_carry_its_filter_and_place(runs, client_as):
    html = text(client_as().get(f"/runs?status=failed&after={runs[-1].pk}"))

    assert f'href="/runs/{runs[3].pk}?status=failed&after={runs[-1].pk}"' in html
    assert f'id="run-{runs[3].pk}"' in html


def way(html: str) -> dict[str, str]:
    return dict(re.findall(r'id="way-(\w+)"(?: rel="\w+")? href="([^"]+)"', html))


def test_run_page_leads_to_its_neighbours_inside_the_filter_and_back(runs, client_as):
    client = client_as()

    middle = way(text(client.get(f"/runs/{runs[2].pk}?status=succeeded")))
    newest = way(text(client.get(f"/runs/{runs[4].pk}?status=succeeded")))
    plain = way(text(client.get(f"/runs/{runs[2].pk}")))

    assert middle == {
        "back": f"/runs?status=succeeded#run-{runs[2].pk}",
        "newer": f"/runs/{runs[4].pk}?status=succeeded",
        "older": f"/runs/{runs[0].pk}?status=succeeded",
    }
    assert set(newest) == {"back", "older"}
    assert (plain["newer"], plain["older"]) == (f"/runs/{runs[3].pk}", f"/runs/{runs[1].pk}")


@pytest.mark.parametrize(("keys", "drawn"), [(True, ["KeyK", "KeyJ"]), (False, [])])
def test_keys_are_drawn_only_for_who_wants_them(runs, client_as, keys: bool, drawn: list[str]):
    html = text(client_as(keyboard_shortcuts=keys).get(f"/runs/{runs[2].pk}"))

    assert re.findall(r'data-key="(\w+)"', html) == drawn
    assert html.count("<kbd") == len(drawn)


def test_marking_asking_again_and_sorting_stay_in_the_list(runs, client_as):
    client, run = client_as(), runs[2]

    html = text(client.get(f"/runs/{run.pk}?status=succeeded"))
    marked = client.post(f"/runs/{run.pk}/expected?status=succeeded", {"target": "getOrder", "version": run.version})
    again = text(client.get(re.search(r'href="(/runs/new\?from=[^"]+)"', html).group(1)))
    key = re.search(r'name="idempotency_key" value="(\w+)"', again).group(1)
    form = {"collection": "orders", "query": "주문", "idempotency_key": key, "list": "status=succeeded"}
    asked = client.post("/runs/new", form)

    assert marked["Location"] == f"/runs/{run.pk}?status=succeeded"
    assert 'name="list" value="status=succeeded"' in again
    assert re.fullmatch(r"/runs/\d+\?status=succeeded(#.*)?", asked["Location"])
    assert 'href="?status=succeeded&sort=contract&dir=desc#evidence"' in html


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("status=failed&next=//elsewhere&sort=score", "?status=failed"),
        ("status=fine", ""),
        ("", ""),
        ('text="><script>', "?text=%22%3E%3Cscript%3E"),
    ],
)
def test_only_what_a_filter_knows_is_carried_on(query: str, kept: str):
    assert carried(query) == kept


def test_run_page_asks_the_database_little_inside_a_filter(runs, client_as, django_assert_max_num_queries):
    client = client_as()

    # Session and person, the run and its stages, the neighbour on each side.
    with django_assert_max_num_queries(6):
        client.get(f"/runs/{runs[2].pk}?status=succeeded&text=주문")
