"""What operators say about tools: by place and version, with its history, in lists, and kept when a tool is gone."""

import pytest

from selector import queries
from selector.display import ToolFilter
from selector.models import AuditEvent, OverlayRow, Revision, ToolRow
from selector.queries.overlays import tool_history
from selector.services import Actor, RuleBroken, StaleWrite, confirm_import, remove_overlay_row, save_overlay_row

from .factories import ORDERS, a_document, a_live_collection, an_actor, an_import, operation

pytestmark = pytest.mark.django_db


def overlay(collection, actor=None, **fields):
    values = {"kind": "action", "tool_name": "getOrder", "value": "update", "reason": "looked at it", **fields}
    return save_overlay_row(actor=actor or an_actor(), collection_id=collection.pk, **values)


def names(**wanted) -> list[str]:
    return [row.name for row in queries.collection_page("orders", ToolFilter(**wanted)).tools.rows]


def test_a_change_of_what_was_removed_meanwhile_says_who_removed_it():
    collection = a_live_collection()
    row = overlay(collection)
    remove_overlay_row(actor=an_actor(username="faster"), row_id=row.pk, version=1, reason="was wrong")

    with pytest.raises(StaleWrite) as caught:
        overlay(collection, value="read", version=1)

    current = caught.value.current
    assert (current.version, current.changed_by, current.action) == (0, "faster", "overlay.remove")
    assert not OverlayRow.objects.exists()


def test_a_second_removal_says_who_was_first():
    collection = a_live_collection()
    row = overlay(collection)
    remove_overlay_row(actor=an_actor(username="faster"), row_id=row.pk, version=1, reason="was wrong")

    with pytest.raises(StaleWrite) as caught:
        remove_overlay_row(actor=an_actor(), row_id=row.pk, version=1, reason="me too")

    assert caught.value.current.changed_by == "faster"


def test_a_refused_write_leaves_neither_row_nor_revision_nor_audit():
    collection = a_live_collection()
    overlay(collection)
    before = (AuditEvent.objects.count(), Revision.objects.count())

    with pytest.raises(StaleWrite):
        overlay(collection, value="read")

    assert (AuditEvent.objects.count(), Revision.objects.count()) == before


@pytest.mark.parametrize(
    ("reason", "fields"),
    [
        ("reason_too_long", {"reason": "x" * 2001}),
        ("alias_too_long", {"kind": "alias", "key": "x" * 121, "value": True}),
        ("key_missing", {"kind": "alias", "key": "  ", "value": True}),
        ("private_value", {"kind": "alias", "key": "call 010-1234-5678", "value": True}),
        ("resource_invalid", {"kind": "resource", "value": "two words"}),
        ("resource_invalid", {"kind": "resource", "value": "x" * 101}),
        ("resource_invalid", {"kind": "resource", "value": "<script>"}),
    ],
)
def test_what_no_tool_can_be_called_is_refused(reason, fields):
    with pytest.raises(RuleBroken) as caught:
        overlay(a_live_collection(), **fields)

    assert caught.value.reason == reason


def test_taking_back_needs_a_reason():
    row = overlay(a_live_collection())

    with pytest.raises(RuleBroken) as caught:
        remove_overlay_row(actor=an_actor(), row_id=row.pk, version=1, reason=" ")

    assert (caught.value.reason, caught.value.field) == ("reason_missing", "reason")


def test_spaces_of_an_alias_are_evened_out():
    row = overlay(a_live_collection(), kind="alias", key="  주문   찾기 ", value=True)

    assert row.key == "주문 찾기"


def test_history_of_a_tool_holds_every_change_newest_first_and_no_other_tools():
    collection = a_live_collection()
    overlay(collection, an_actor(username="ann"))
    row = overlay(collection, an_actor(username="bob"), value="read", version=1, reason="no, reads")
    overlay(collection, tool_name="listOrders")
    remove_overlay_row(actor=an_actor(username="cyd"), row_id=row.pk, version=2, reason="document is right")

    events = [(e.by, e.action, e.before, e.after, e.reason) for e in tool_history(collection.pk, "getOrder")]

    assert events == [
        ("cyd", "overlay.remove", "read", "", "document is right"),
        ("bob", "overlay.change", "update", "read", "no, reads"),
        ("ann", "overlay.add", "", "update", "looked at it"),
    ]


def test_the_list_of_tools_shows_and_filters_by_what_operators_say():
    collection = a_live_collection()
    overlay(collection)
    overlay(collection, kind="resource", value="parcel")

    row = queries.collection_page("orders", ToolFilter(resource="parcel")).tools.rows[0]

    assert (row.name, row.canonical_action, row.overridden) == ("getOrder", "update", ("action", "resource"))
    assert names(action="update") == ["getOrder"]
    assert "getOrder" not in names(action="read")


def test_the_list_of_tools_is_searched_by_the_aliases_of_operators_too():
    collection = a_live_collection()
    for alias in ("Zebra parcel", "얼룩말"):
        overlay(collection, kind="alias", key=alias, value=True)

    assert names(text="zebra") == names(text="얼룩 parcel") == ["getOrder"]
    assert names(text="zebra giraffe") == []


def test_a_gap_that_an_operator_filled_is_no_gap_any_more():
    collection = a_live_collection()
    ToolRow.objects.filter(name="getOrder").update(gaps=["resource", "summary"])
    before = names(gap="resource")

    overlay(collection, kind="resource", value="parcel")

    assert (before, names(gap="resource")) == (["getOrder"], [])
    assert queries.collection_page("orders", ToolFilter(gap="summary")).tools.rows[0].gaps == ("summary",)


def go_live(collection, document: bytes, source_name: str = "main") -> None:
    record = an_import(collection, document, source_name=source_name)
    confirm_import(actor=Actor.for_command(), import_id=record.pk, version=record.version)


def test_what_is_said_of_a_tool_that_is_gone_is_listed_and_works_again_when_it_is_back():
    collection = a_live_collection()
    overlay(collection)
    overlay(collection, tool_name="listOrders", kind="alias", key="orders", value=True)

    go_live(collection, a_document({"/orders": {"get": operation("listOrders", many=True)}}))
    gone = queries.collection_page("orders").orphans
    go_live(collection, a_document(ORDERS))

    assert [(row.tool, row.override.kind, row.override.value) for row in gone] == [("getOrder", "action", "update")]
    assert queries.collection_page("orders").orphans == ()
    assert names(action="update") == ["getOrder"]


def test_names_of_several_sources_are_known_with_their_namespace():
    collection = a_live_collection()
    overlay(collection)
    go_live(collection, a_document({"/x": {"get": operation("getX")}}), "second")

    page = queries.collection_page("orders", ToolFilter(action="update"))

    assert [row.name for row in page.tools.rows] == ["main.getOrder"]
    assert page.orphans == ()
