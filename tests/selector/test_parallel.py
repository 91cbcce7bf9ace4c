"""Two requests at once end as one, on both databases."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from selector import queries
from selector.models import AuditEvent, ImportState, SelectorRun, SourceVersion
from selector.services import Actor, ServiceError, confirm_import, mark_expected_target

from .factories import a_collection, a_document, a_live_collection, a_run, an_actor, an_import, operation

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What the calls return when they start together, or the error of a service that refused."""
    start, results = threading.Barrier(len(calls)), [None] * len(calls)

    def work(place: int, call: Callable[[], Any]) -> None:
        try:
            start.wait()
            results[place] = call()
        except ServiceError as error:
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return results


@pytest.mark.parametrize("who", ["a person", "nobody"])
def test_the_same_key_at_once_makes_one_run(who):
    collection = a_live_collection()
    actor = an_actor() if who == "a person" else Actor.for_command()

    runs = at_once(*[lambda: a_run(collection, actor=actor, idempotency_key="same")] * 4)

    assert len({run.pk for run in runs}) == 1
    assert SelectorRun.objects.count() == 1
    assert AuditEvent.objects.filter(action="run.start").count() == 1
    assert len(queries.run_page(runs[0].pk).stages) == 6


def test_an_import_confirmed_twice_at_once_goes_live_once():
    record = an_import(a_collection())

    def confirm():
        return confirm_import(actor=Actor.for_command(), import_id=record.pk, version=record.version)

    results = at_once(confirm, confirm)

    assert sorted(isinstance(result, ServiceError) for result in results) == [False, True]
    assert AuditEvent.objects.filter(action="import.confirm").count() == 1


def test_two_drafts_of_one_source_confirmed_at_once_leave_one_live_version():
    collection = a_live_collection()
    drafts = [an_import(collection, a_document({f"/{name}": {"get": operation(name)}})) for name in ("a", "b")]

    def confirm(record):
        return lambda: confirm_import(actor=Actor.for_command(), import_id=record.pk, version=record.version)

    results = at_once(*[confirm(record) for record in drafts])

    assert sorted(isinstance(result, ServiceError) for result in results) == [False, True]
    assert SourceVersion.objects.filter(state="live").count() == 1
    assert {record.state for record in results if not isinstance(record, ServiceError)} == {ImportState.CONFIRMED}


def test_two_marks_at_once_leave_one():
    run = a_run()

    def mark(target):
        return lambda: mark_expected_target(actor=Actor.for_command(), run_id=run.pk, target=target, version=1)

    results = at_once(mark("getOrder"), mark("listOrders"))

    assert sorted(isinstance(result, ServiceError) for result in results) == [False, True]
    assert SelectorRun.objects.get(pk=run.pk).version == 2
