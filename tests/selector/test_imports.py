"""A document goes from upload over a dry run to a decision, and nothing is live before that."""

import json

import pytest

from selector import queries
from selector.models import AuditEvent, Import, ImportState, Job, SourceVersion, ToolRow
from selector.queries.graphs import head_graph
from selector.services import (
    Actor,
    RuleBroken,
    StaleWrite,
    confirm_import,
    drop_import,
    read_import,
    reread_import,
    start_import,
)

from .factories import ORDERS, a_collection, a_document, a_live_collection, an_actor, an_import, operation

pytestmark = pytest.mark.django_db

CHANGED = {
    "/orders": {"get": operation("listOrders", "주문 목록 List all orders", many=True)},
    "/orders/{orderNo}": ORDERS["/orders/{orderNo}"],
    "/refunds": {"get": operation("listRefunds", "환불 목록", many=True), "post": None},
}


def confirm(record: Import, actor: Actor | None = None) -> Import:
    return confirm_import(actor=actor or Actor.for_command(), import_id=record.pk, version=record.version)


def test_nothing_is_in_the_catalogue_before_an_import_is_confirmed():
    collection = a_collection()

    record = an_import(collection)

    page = queries.collection_page("orders")
    assert record.state == ImportState.READY
    assert (page.operation_count, page.tools.rows, page.sources, page.revision_number) == (0, (), (), 1)
    assert [waiting.id for waiting in page.open_imports] == [record.pk]


def test_a_confirmed_import_is_live_with_a_new_revision_and_without_its_bytes():
    record = confirm(an_import(a_collection()))

    page = queries.collection_page("orders")
    assert [row.name for row in page.tools.rows] == ["createOrder", "deleteOrder", "getOrder", "listOrders"]
    assert (page.operation_count, page.revision_number, page.warning) == (4, 2, "")
    assert (record.state, record.raw, record.decided_by_name) == (ImportState.CONFIRMED, None, "command")


def test_a_second_version_is_compared_with_the_live_one_fact_by_fact():
    record = an_import(a_live_collection(), a_document(CHANGED))

    diff = queries.import_page(record.pk).diff

    assert diff.added == ("listRefunds",)
    assert diff.removed == ("createOrder",)
    assert [(tool.name, set(tool.what)) for tool in diff.changed] == [("listOrders", {"summary", "description"})]
    assert [row.pointer for row in diff.invalid] == ["/paths/~1refunds/post"]
    assert (diff.added_count, diff.changed_count, diff.removed_count, diff.unchanged_count) == (1, 1, 1, 2)


@pytest.mark.parametrize(
    ("edit", "what"),
    [
        (lambda got: got.update(deprecated=True), {"deprecated"}),
        (lambda got: got.update(security=[{"key": []}]), {"security"}),
        (
            lambda got: got.update(parameters=[{"name": "full", "in": "query", "schema": {"type": "boolean"}}]),
            {"parameters"},
        ),
    ],
)
def test_a_changed_fact_is_named(edit, what):
    paths = json.loads(json.dumps(ORDERS))
    edit(paths["/orders/{orderNo}"]["get"])

    record = an_import(a_live_collection(), a_document(paths))

    assert [(row["name"], set(row["what"])) for row in record.diff["changed"]] == [("getOrder", what)]


def test_a_change_inside_a_shared_schema_is_seen_through_its_reference():
    paths = {"/a": {"get": operation("getA")}}
    paths["/a"]["get"]["responses"]["200"]["content"]["application/json"]["schema"] = {"$ref": "#/components/schemas/A"}
    inner = {"A": {"type": "object", "properties": {"b": {"$ref": "#/components/schemas/B"}}}, "B": {"type": "string"}}
    first = {
        "openapi": "3.0.3",
        "info": {"title": "t", "version": "1"},
        "paths": paths,
        "components": {"schemas": inner},
    }
    collection = a_live_collection(document=json.dumps(first).encode())
    inner["B"] = {"type": "integer"}

    record = an_import(collection, json.dumps(first).encode())

    assert record.diff["changed"] == [{"name": "getA", "what": ["response"]}]


def test_the_same_document_again_changes_nothing():
    collection = a_live_collection()
    jobs, versions = Job.objects.count(), SourceVersion.objects.count()

    record = an_import(collection)

    assert (record.state, record.raw, record.job) == (ImportState.UNCHANGED, None, None)
    assert (Job.objects.count(), SourceVersion.objects.count()) == (jobs, versions)
    assert queries.collection_page("orders").revision_number == 2


def test_other_bytes_with_the_same_content_change_nothing_either():
    collection = a_live_collection()
    reordered = json.dumps(dict(reversed(json.loads(a_document()).items())), indent=2).encode()

    record = an_import(collection, reordered)

    assert (record.state, record.draft) == (ImportState.UNCHANGED, None)
    assert SourceVersion.objects.count() == 1


def test_an_unreadable_document_fails_with_its_reason_and_leaves_no_bytes():
    record = an_import(a_collection(), b"<html>sign in</html>")

    page = queries.import_page(record.pk)
    assert (record.state, record.raw) == (ImportState.FAILED, None)
    assert page.error_reason == "web_page"
    assert page.job.state == "failed"
    assert not SourceVersion.objects.exists()


def test_confirming_is_refused_when_the_live_version_moved_and_reading_again_mends_it():
    collection = a_live_collection()
    first, second = (
        an_import(collection, a_document(CHANGED)),
        an_import(collection, a_document({"/x": CHANGED["/orders"]})),
    )
    confirm(first, an_actor(username="kim"))

    with pytest.raises(StaleWrite) as caught:
        confirm(second)

    assert (caught.value.current.changed_by, caught.value.current.values["can_reread"]) == ("kim", True)
    assert queries.import_page(second.pk).is_stale


def test_reading_again_compares_with_what_is_live_by_now():
    collection = a_live_collection()
    first, second = (
        an_import(collection, a_document(CHANGED)),
        an_import(collection, a_document({"/x": CHANGED["/orders"]})),
    )
    confirm(first)

    again = reread_import(actor=Actor.for_command(), import_id=second.pk, version=second.version)
    again = read_import(again.pk)
    assert again.state == ImportState.READY
    assert set(again.diff["removed"]) == {"deleteOrder", "getOrder", "listRefunds"}
    assert confirm(again).state == ImportState.CONFIRMED


def test_two_people_cannot_both_decide_an_import():
    record = an_import(a_collection())
    drop_import(actor=an_actor(username="kim"), import_id=record.pk, version=record.version)

    with pytest.raises(StaleWrite) as caught:
        confirm(record)

    current = caught.value.current
    assert (current.changed_by, current.action, current.values["state"]) == ("kim", "import.drop", "dropped")


def test_a_dropped_import_leaves_no_draft_no_tools_and_no_bytes():
    record = an_import(a_collection())

    dropped = drop_import(actor=Actor.for_command(), import_id=record.pk, version=record.version)

    assert (dropped.state, dropped.draft, dropped.raw) == (ImportState.DROPPED, None, None)
    assert not SourceVersion.objects.exists()
    assert not ToolRow.objects.exists()


def test_a_second_source_puts_namespaces_before_all_names():
    collection = a_live_collection()
    record = an_import(collection, a_document(CHANGED, "Refunds"), source_name="refunds")

    assert queries.import_page(record.pk).renames_others
    confirm(record)

    names = [row.name for row in queries.collection_page("orders").tools.rows]
    assert "main.getOrder" in names
    assert "refunds.getOrder" in names
    assert set(head_graph(collection.pk)[1].tools) == set(names)


def test_the_old_version_is_kept_as_archived():
    collection = a_live_collection()

    confirm(an_import(collection, a_document(CHANGED)))

    versions = queries.collection_page("orders").sources[0].versions
    assert [(version.number, version.state) for version in versions] == [(2, "live"), (1, "archived")]


@pytest.mark.parametrize(
    ("reason", "fields"),
    [
        ("document_empty", {"document": b""}),
        ("namespace_fixed", {"document": b"{}", "source_name": "main", "namespace": "other"}),
        ("namespace_taken", {"document": b"{}", "source_name": "other", "namespace": "main"}),
        ("namespace_invalid", {"document": b"{}", "source_name": "other", "namespace": "a b"}),
    ],
)
def test_an_import_that_cannot_be_taken_in_is_refused_with_a_reason(reason, fields):
    collection = a_live_collection()

    with pytest.raises(RuleBroken) as caught:
        start_import(actor=Actor.for_command(), collection=collection, **fields)

    assert caught.value.reason == reason


def test_a_document_above_the_limit_is_refused(settings):
    settings.DOCUMENT_MAX_BYTES = 10

    with pytest.raises(RuleBroken, match="larger"):
        an_import(a_collection())


def test_personal_data_in_the_file_name_is_not_stored():
    record = an_import(a_collection(), file_name="kim@example.com.json")

    assert "kim@example.com" not in record.file_name


def test_each_step_of_an_import_is_in_the_audit():
    record = confirm(an_import(a_collection()))

    events = AuditEvent.objects.filter(object_type="import", object_id=str(record.pk)).order_by("id")
    assert [event.action for event in events] == ["import.start", "import.read", "import.confirm"]
    assert events.last().evidence["added_count"] == 4


def test_an_import_page_takes_two_queries(django_assert_num_queries):
    record = an_import(a_collection())

    with django_assert_num_queries(2):
        queries.import_page(record.pk)
