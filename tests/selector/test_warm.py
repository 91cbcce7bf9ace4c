"""What first questions need is built beforehand, once for each head, and by one thread only."""

import threading
import time

import pytest

from selector.engine import ToolGraph
from selector.queries import graphs, warm
from selector.queries.graphs import GraphCache, head_graph
from selector.queries.warm import Warmer
from selector.services import Actor, confirm_import

from .factories import a_collection, a_document, a_live_collection, an_import, operation


@pytest.fixture(autouse=True)
def empty_cache():
    graphs.graph_cache.clear()
    yield
    graphs.graph_cache.clear()


@pytest.mark.django_db
def test_a_warmed_head_is_asked_without_building_anything(monkeypatch):
    collection = a_live_collection()

    built = Warmer().warm_heads()

    monkeypatch.setattr(graphs, "_build", lambda revision: pytest.fail("built in the request"))
    assert built == 1
    assert len(head_graph(collection.pk)[1].tools) == 4


@pytest.mark.django_db
def test_a_head_is_warmed_once_and_again_when_it_moves():
    collection, warmer = a_live_collection(), Warmer()
    counts = [warmer.warm_heads(), warmer.warm_heads()]
    record = an_import(collection, a_document({"/x": {"get": operation("getX")}}))
    confirm_import(actor=Actor.for_command(), import_id=record.pk, version=record.version)

    assert [*counts, warmer.warm_heads()] == [1, 0, 1]


@pytest.mark.django_db
def test_only_as_many_heads_are_warmed_as_the_cache_holds(monkeypatch):
    monkeypatch.setattr(warm, "CACHED_GRAPHS", 2)
    for slug in ("one", "two", "three"):
        a_live_collection(slug)

    assert Warmer().warm_heads() == 2


@pytest.mark.django_db
def test_a_collection_that_cannot_be_built_does_not_stop_the_others(monkeypatch):
    a_live_collection()
    a_collection("empty")
    broken = iter([LookupError(), None])

    def build(collection_id):
        error = next(broken)
        if error:
            raise error
        return None, ToolGraph.from_tools({})

    monkeypatch.setattr(warm, "head_graph", build)

    assert Warmer().warm_heads() == 2


def test_threads_that_miss_at_once_wait_for_one_of_them():
    cache, built = GraphCache(), []

    def build():
        time.sleep(0.05)
        built.append(ToolGraph.from_tools({}))
        return built[-1]

    threads = [threading.Thread(target=lambda: cache.get("key", build)) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(built) == 1


def test_a_build_that_fails_is_tried_again_by_the_next():
    cache = GraphCache()

    with pytest.raises(KeyError):
        cache.get("key", lambda: {}["gone"])

    assert cache.get("key", lambda: ToolGraph.from_tools({})).title == ""
