"""The page of a tool as a value: built once for a collection, bounded, found by index, equal after JSON."""

import json

import pytest
from django.db import connection

from selector import queries
from selector.convert.tool_facts import Neighbours
from selector.display import ToolPage
from selector.engine import ToolGraph
from selector.models import RunCandidate, ToolRow
from selector.services import confirm_import, save_overlay_row

from .factories import a_document, a_live_collection, a_run, an_actor, an_import


@pytest.mark.django_db
def test_page_equals_what_its_json_gives_back():
    collection = a_live_collection()
    fields = {"kind": "action", "tool_name": "getOrder", "value": "search", "reason": "r"}
    save_overlay_row(actor=an_actor(), collection_id=collection.pk, **fields)
    a_run(collection, llm_target="listOrders")

    page = queries.tool_page("orders", "getOrder")

    assert page.won.rows
    assert page.history
    assert ToolPage.from_dict(json.loads(json.dumps(page.to_dict()))) == page


@pytest.mark.django_db
def test_runs_of_a_tool_are_found_by_index_and_only_of_its_collection():
    orders = a_live_collection()
    a_run(a_live_collection("others"))
    runs = [a_run(orders) for _ in range(12)]
    found = RunCandidate.objects.filter(collection=orders, tool_name="getOrder", selected=True).order_by("-run_id")

    page = queries.tool_page("orders", "getOrder")

    assert [row.run_id for row in page.won.rows] == [run.pk for run in reversed(runs)][:10]
    assert page.won.has_more
    assert len(queries.tool_page("orders", "getOrder", {"won"}).won.rows) == 12
    assert connection.vendor != "sqlite" or "selector_runcandidate_tool" in found[:11].explain()


@pytest.mark.django_db
def test_tools_of_several_sources_are_found_with_their_gaps():
    collection = a_live_collection()
    bare = {"/x": {"get": {"operationId": "getX", "responses": {"200": {"description": ""}}}}}
    record = an_import(collection, a_document(bare), source_name="second")
    confirm_import(actor=an_actor(), import_id=record.pk, version=record.version)

    page = queries.tool_page("orders", "second.getX")

    assert page.operation_id == "getX"
    assert "response_schema" in page.gaps
    with pytest.raises(ToolRow.DoesNotExist):
        queries.tool_page("orders", "getX")


def test_producers_stand_by_evidence_then_confidence_then_name():
    names = ("a", "b", "c", "target")
    tools = {name: {"name": name, "metadata": {"api_contract": {"consumes": [], "produces": []}}} for name in names}
    graph = ToolGraph.from_tools(tools)
    for source, tier, confidence in (("a", "contract", 0.6), ("b", "contract", 0.9), ("c", "manual", 0.5)):
        graph = graph.add_edge(source, "target", tier, "items[].id", "id", confidence)

    (source,) = Neighbours(graph, "target").sources(graph.tools["target"], shown=2)

    assert [row.tool for row in source.producers] == ["c", "b"]
    assert (source.field, source.total) == ("id", 3)
