"""Every page's value survives the way to JSON and back."""

import json
from datetime import UTC, datetime

import pytest

from selector import display, queries
from selector.display import CollectionPage, Display, ImportPage, RunFilter, RunListPage, RunPage, ToolFilter

from .factories import a_collection, a_live_collection, a_run, an_import


def through_json(value: Display) -> Display:
    return type(value).from_dict(json.loads(json.dumps(value.to_dict())))


@pytest.mark.parametrize(
    "value",
    [
        RunFilter(text="환불", overridden=False, since=datetime(2026, 1, 2, tzinfo=UTC), after=7),
        ToolFilter(action="read", gap="summary"),
        display.PickCard("getOrder"),
        display.NextCheck("not_retrieved", "bad", "tool", {"tool": "getOrder"}),
        display.ImportDiff(changed=(display.ChangedTool("getOrder", ("path", "summary")),), changed_count=1),
        display.Problem("/paths/~1x/get", "null_operation", "It is null.", 12),
    ],
)
def test_a_value_equals_what_its_json_gives_back(value: Display):
    assert through_json(value) == value


def test_unknown_keys_of_later_versions_are_left_aside():
    data = {**display.Badge("agreed", "good").to_dict(), "colour": "green"}

    assert display.Badge.from_dict(data) == display.Badge("agreed", "good")


@pytest.mark.django_db
def test_whole_pages_equal_what_their_json_gives_back():
    run = a_run(llm_target="listOrders", expected_target="nowhere", entities={"orderNo": "7"})
    waiting = an_import(a_collection("other"))

    pages = [
        (RunPage, queries.run_page(run.pk)),
        (RunListPage, queries.run_list(RunFilter())),
        (CollectionPage, queries.collection_page("orders")),
        (CollectionPage, queries.collection_page("other")),
        (ImportPage, queries.import_page(waiting.pk)),
        (display.NewRunOptions, queries.new_run_options()),
    ]

    for kind, page in pages:
        assert isinstance(page, kind)
        assert through_json(page) == page


@pytest.mark.django_db
def test_display_values_hold_no_rows_of_the_database():
    run = a_run(a_live_collection())

    text = json.dumps(queries.run_page(run.pk).to_dict())

    assert '"orders"' in text
