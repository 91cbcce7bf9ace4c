"""Audit and revisions stay as they were written, whoever tries."""

import pytest
from django.db import DatabaseError, connection, transaction

from selector.models import AppendOnlyError, AuditEvent, Job, Revision, RunAttempt, RunEvent
from selector.services import Actor, record_audit
from selector.triggers import APPEND_ONLY_TABLES, EVENT_TABLES

from .factories import a_collection, a_run


@pytest.mark.django_db
@pytest.mark.parametrize("model", [AuditEvent, Revision])
def test_rows_cannot_be_changed_or_removed_through_models(model):
    a_collection()
    row = model.objects.first()

    for attempt in (
        row.save,
        row.delete,
        lambda: model.objects.update(created_by_name="x"),
        lambda: model.objects.all().delete(),
        lambda: model.objects.bulk_update([row], ["collection"]),
    ):
        with pytest.raises(AppendOnlyError):
            attempt()


@pytest.mark.django_db
def test_the_database_refuses_an_update_of_an_event():
    run = a_run()
    attempt = RunAttempt.objects.create(run=run, number=1, started_by_name="x", job=Job.objects.create(
        kind="run.execute", queue="interactive", created_by_name="x"))  # fmt: skip
    event = RunEvent.objects.create(attempt=attempt, sequence=1, kind="plan.started", stage="execute")

    with pytest.raises(AppendOnlyError):
        event.save()
    for table in EVENT_TABLES:
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"UPDATE {table} SET kind = 'x'")


@pytest.mark.django_db
@pytest.mark.parametrize("table", APPEND_ONLY_TABLES)
def test_the_database_refuses_an_update_past_the_models(table):
    a_collection()

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET collection_id = NULL")


@pytest.mark.django_db(transaction=True)
def test_an_audit_row_needs_the_transaction_of_its_change():
    collection = a_collection()

    with pytest.raises(RuntimeError, match="transaction"):
        record_audit(actor=Actor.for_command(), action="a.b", target=collection)


@pytest.mark.django_db(transaction=True)
def test_tests_can_still_empty_the_tables():
    a_collection()

    assert AuditEvent.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_tables_were_emptied_after_the_test_before():
    assert not AuditEvent.objects.exists()
    assert not Revision.objects.exists()
