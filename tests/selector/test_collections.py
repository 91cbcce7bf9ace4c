"""Collections change by version, with an audit row each, and get a revision where a decision could differ."""

import pytest

from selector import queries
from selector.display import ToolFilter
from selector.models import AuditEvent, OverlayRow, Revision
from selector.queries import tools
from selector.queries.graphs import GraphCache, graph_cache, head_graph
from selector.services import (
    Actor,
    RuleBroken,
    StaleWrite,
    change_collection,
    confirm_import,
    create_collection,
    remove_overlay_row,
    save_overlay_row,
)

from .factories import a_collection, a_document, a_live_collection, an_actor, an_import, operation

pytestmark = pytest.mark.django_db


def overlay(collection, **fields):
    values = {
        "actor": an_actor(),
        "kind": "action",
        "tool_name": "getOrder",
        "value": "search",
        "reason": "it searches",
    }
    return save_overlay_row(collection_id=collection.pk, **{**values, **fields})


@pytest.mark.parametrize(
    ("reason", "slug", "name"),
    [
        ("slug_invalid", "Not A Slug", "x"),
        ("slug_invalid", "", "x"),
        ("slug_invalid", "a" * 65, "x"),
        ("name_missing", "fine", "  "),
        ("slug_taken", "orders", "x"),
    ],
)
def test_a_collection_needs_a_free_slug_and_a_name(reason, slug, name):
    a_collection("orders")

    with pytest.raises(RuleBroken) as caught:
        create_collection(actor=an_actor(), slug=slug, name=name)

    assert caught.value.reason == reason


def test_a_new_collection_has_a_revision_and_an_audit_row():
    collection = a_collection(actor=an_actor(username="kim"))

    event = AuditEvent.objects.get(action="collection.create")
    assert (collection.head.number, collection.head.cause) == (1, "collection.create")
    assert (event.actor_name, event.role, event.channel, event.object_id) == (
        "kim",
        "engineer",
        "page",
        str(collection.pk),
    )


def test_a_setting_changes_by_version_and_only_what_decides_makes_a_revision():
    collection = a_collection()

    changed = change_collection(
        actor=an_actor(),
        collection_id=collection.pk,
        version=1,
        changes={"description": "all orders", "four_eyes": True},
    )

    event = AuditEvent.objects.get(action="collection.change")
    assert (changed.version, changed.head.number) == (2, 1)
    assert event.before == {"description": "", "four_eyes": False}
    assert event.after == {"description": "all orders", "four_eyes": True}


def test_a_change_on_an_older_version_is_refused_with_how_it_is_now():
    collection = a_collection()
    change = {"collection_id": collection.pk, "version": 1}
    change_collection(actor=an_actor(username="kim"), changes={"name": "Theirs"}, **change)

    with pytest.raises(StaleWrite) as caught:
        change_collection(actor=an_actor(), changes={"name": "Mine"}, **change)

    current = caught.value.current
    assert (current.version, current.changed_by, current.values["name"]) == (2, "kim", "Theirs")
    assert current.changed_at is not None


@pytest.mark.parametrize(
    ("reason", "changes"),
    [
        ("setting_unknown", {"slug": "x"}),
        ("value_unknown", {"learning_mode": "loud"}),
        ("value_unknown", {"policy": "coin"}),
        ("name_missing", {"name": " "}),
    ],
)
def test_an_unknown_setting_or_value_is_refused(reason, changes):
    collection = a_collection()

    with pytest.raises(RuleBroken) as caught:
        change_collection(actor=an_actor(), collection_id=collection.pk, version=1, changes=changes)

    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("kind", "key", "value", "read"),
    [
        ("action", "", "search", lambda semantic: semantic["canonical_action"]),
        ("resource", "", "parcel", lambda semantic: semantic["primary_resource"]),
        ("shape", "", "list", lambda semantic: semantic["result_shape"]),
    ],
)
def test_what_an_operator_says_is_what_decisions_are_made_from(kind, key, value, read):
    collection = a_live_collection()

    overlay(collection, kind=kind, key=key, value=value)

    revision, graph = head_graph(collection.pk)
    semantic = graph.tools["getOrder"]["metadata"]["ai_metadata"]
    assert read(semantic) == value
    assert (revision.number, revision.cause) == (3, "overlay.add")
    assert list(semantic["provenance"].values()).count({"source": "operator", "confidence": 1.0}) == 1


def test_an_alias_is_added_and_the_stored_version_stays_as_it_was():
    collection = a_live_collection()
    before = head_graph(collection.pk)[1]

    overlay(collection, kind="alias", key="주문 찾기", value=True)

    assert "주문 찾기" in head_graph(collection.pk)[1].tools["getOrder"]["metadata"]["ai_metadata"]["aliases"]
    assert "주문 찾기" not in before.tools["getOrder"]["metadata"]["ai_metadata"].get("aliases", ())


def test_taking_an_override_back_gives_the_revision_digest_of_before():
    collection = a_live_collection()
    before = head_graph(collection.pk)[0]
    row = overlay(collection)

    remove_overlay_row(actor=an_actor(), row_id=row.pk, version=1, reason="wrong")

    after = head_graph(collection.pk)[0]
    assert (after.number, after.digest) == (before.number + 2, before.digest)
    assert not OverlayRow.objects.exists()


def test_an_overlay_row_changes_by_version():
    collection = a_live_collection()
    overlay(collection)

    with pytest.raises(StaleWrite):
        overlay(collection, value="read", version=0)

    assert overlay(collection, value="read", version=1).version == 2


@pytest.mark.parametrize(
    ("reason", "fields"),
    [
        ("kind_unknown", {"kind": "mood"}),
        ("reason_missing", {"reason": " "}),
        ("tool_missing", {"tool_name": ""}),
        ("key_missing", {"kind": "alias", "key": ""}),
        ("value_unknown", {"value": "juggle"}),
        ("value_unknown", {"kind": "shape", "value": "round"}),
        ("value_unknown", {"kind": "resource", "value": ""}),
    ],
)
def test_an_overlay_row_that_means_nothing_is_refused(reason, fields):
    collection = a_live_collection()

    with pytest.raises(RuleBroken) as caught:
        overlay(collection, **fields)

    assert caught.value.reason == reason


def test_an_override_of_a_tool_that_is_gone_does_nothing():
    collection = a_live_collection()

    overlay(collection, tool_name="callMoon")

    assert "callMoon" not in head_graph(collection.pk)[1].tools


def test_overrides_stay_on_their_tools_when_a_second_source_renames_them():
    collection = a_live_collection()
    overlay(collection)
    record = an_import(collection, a_document({"/x": {"get": operation("getX")}}), source_name="second")

    confirm_import(actor=Actor.for_command(), import_id=record.pk, version=record.version)

    tool = head_graph(collection.pk)[1].tools["main.getOrder"]
    assert tool["metadata"]["ai_metadata"]["canonical_action"] == "search"


def test_equal_content_has_an_equal_digest_in_every_collection():
    digests = {head_graph(a_live_collection(slug).pk)[0].digest for slug in ("one", "two")}

    assert len(digests) == 1
    assert Revision.objects.values("digest").distinct().count() == 2


def test_a_graph_is_built_once_for_equal_content(monkeypatch):
    graph_cache.clear()
    one, two = a_live_collection("one"), a_live_collection("two")

    assert head_graph(one.pk)[1] is head_graph(two.pk)[1]


def test_the_cache_forgets_the_graph_that_was_used_longest_ago():
    cache, built = GraphCache(size=2), []

    for key in ("a", "b", "a", "c", "a", "b"):
        cache.get(key, lambda key=key: built.append(key) or key)

    assert built == ["a", "b", "c", "b"]


def test_the_tool_list_pages_by_name_forth_and_back(monkeypatch):
    monkeypatch.setattr(tools, "PAGE_ROWS", 3)
    a_live_collection()

    def page(**wanted):
        return queries.collection_page("orders", ToolFilter(**wanted)).tools

    first = page()
    second = page(after=first.next_cursor)
    back = page(before=second.previous_cursor)

    assert [row.name for row in first.rows] == ["createOrder", "deleteOrder", "getOrder"]
    assert [row.name for row in second.rows] == ["listOrders"]
    assert (first.first, first.last, first.total, second.first, second.last) == (1, 3, 4, 4, 4)
    assert back.rows == first.rows
    assert (first.previous_cursor, second.next_cursor) == ("", "")


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ({"text": "주문 상세"}, ["getOrder"]),
        ({"text": "ORDERNO"}, ["deleteOrder", "getOrder"]),
        ({"action": "delete"}, ["deleteOrder"]),
        ({"resource": "refund"}, []),
        ({"gap": "auth", "action": "create"}, ["createOrder"]),
        ({"gap": "summary"}, []),
        ({"gap": "nonsense"}, ["createOrder", "deleteOrder", "getOrder", "listOrders"]),
    ],
)
def test_the_tool_list_is_narrowed_by_each_filter(wanted, names):
    a_live_collection()

    assert [row.name for row in queries.collection_page("orders", ToolFilter(**wanted)).tools.rows] == names


def test_a_collection_whose_tools_say_nothing_is_called_unreliable():
    collection = a_live_collection()
    collection.sources.get().versions.filter(state="live").update(readiness={"operations": 4, "reliable": False})

    assert queries.collection_page("orders").warning == "unreliable"
    assert not queries.collection_list()[0].is_reliable


def test_lists_take_the_same_queries_however_many_collections_there_are(django_assert_num_queries):
    for number in range(3):
        a_live_collection(f"c{number}")

    with django_assert_num_queries(2):
        rows = queries.collection_list()
    with django_assert_num_queries(7):
        queries.collection_page("c1")

    assert [(row.slug, row.operation_count, row.source_count) for row in rows] == [(f"c{n}", 4, 1) for n in range(3)]


def test_only_collections_with_tools_can_be_asked():
    a_collection("empty")
    a_live_collection("full")

    assert [option.slug for option in queries.new_run_options().collections] == ["full"]
