"""No private value that goes through a run is found in the database or the logs afterwards."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from django.db import connection

from selector.models import Collection, RunPlan, RunValues, SelectorRun
from selector.services import confirm_mutation, prepare_plan, provide_inputs, start_execution
from tests.engine.plan.test_secrets import NAMED, SAMPLES
from tests.selector.factories import an_actor

from .loopback import Loopback
from .world import VARIABLE, a_target, a_world

pytestmark = pytest.mark.django_db(transaction=True)
# A shorter one stands in other texts by chance.
NAMED_LONG = [row for row in NAMED if len(row[1]) > 3]
KEY = "k3y-of-the-orders-1b2c"


def everything_stored() -> str:
    """Every text of every table, as the database holds it; JSON is written without escapes."""
    texts = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            for row in cursor.fetchall():
                texts += [_plain(value) for value in row if isinstance(value, str | bytes | memoryview | dict | list)]
    return "\n".join(texts)


def _plain(value: Any) -> str:
    if isinstance(value, memoryview | bytes):
        return bytes(value).decode("utf-8", "replace")
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    # What stands escaped is looked for both as it stands and as it is meant.
    return text + "\n" + text.encode().decode("unicode_escape", "replace") if "\\" in text else text


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG)
    return caplog


def through_a_run(server: Loopback, collection: Collection, text: str, *, status: int) -> SelectorRun:
    """A run whose query, entities, slots and answer all hold the text, to its end."""
    headers = {"X-Request-Id": text.encode("ascii", "ignore").decode().replace("\n", " ")}
    answer = {"message": text, "list": [{"deep": text}]}
    server.answer = lambda seen: (
        status,
        headers,
        {**answer, "you_sent": [seen.body.decode(), *seen.headers.values()]},
    )
    run = a_target(collection, "createSession", f"로그인 해줘: {text}", entities={"note": text, "loginId": text})
    plan = prepare_plan(actor=an_actor(), run_id=run.pk)
    values = {slot["name"]: "given-by-hand-9" if slot["name"] == "password" else text for slot in plan.slots}
    plan = provide_inputs(actor=an_actor(), run_id=run.pk, version=plan.version, values=values)
    plan = confirm_mutation(actor=an_actor(), run_id=run.pk, version=plan.version, reason=text)
    start_execution(actor=an_actor(), run_id=run.pk, version=plan.version, run_now=True)
    return SelectorRun.objects.get(pk=run.pk)


@pytest.mark.parametrize("status", [200, 422])
def test_thirty_kinds_leave_no_trace(server, logged, monkeypatch, status) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    collection = a_world(server, mutations=True)

    for _, before, secret, after in SAMPLES:
        run = through_a_run(server, collection, before + secret + after, status=status)

        assert run.status == ("succeeded" if status == 200 else "failed")
        # It did arrive, and only there.
        assert json.loads(server.last.body)["loginId"] == before + secret + after
        assert server.last.headers["Authorization"] == f"Bearer {KEY}"
    stored = everything_stored() + logged.text
    kept = [kind for kind, _, secret, _ in SAMPLES if secret in stored]
    assert kept == []
    assert KEY not in stored
    assert "given-by-hand-9" not in stored
    assert not RunValues.objects.exists()


def test_what_is_secret_by_its_name_leaves_no_trace(server, logged, monkeypatch) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    collection = a_world(server, mutations=True)

    for name, secret in NAMED_LONG:
        send_by_name(server, collection, name, secret)

        assert secret in server.last.body.decode()
    stored = everything_stored() + logged.text
    assert [name for name, secret in NAMED_LONG if secret in stored] == []
    assert set(RunPlan.objects.values_list("state", flat=True)) == {"failed"}


def send_by_name(server: Loopback, collection: Collection, name: str, secret: str) -> None:
    """A run whose input of that name is the secret, to its failure."""
    server.answer = lambda seen: (400, {}, {"message": f"[{secret}] is wrong", "echo": json.loads(seen.body or b"{}")})
    run = a_target(collection, "createSession", "로그인 해줘", entities={name: secret, "loginId": "kim"})
    plan = prepare_plan(actor=an_actor(), run_id=run.pk)
    values = {slot["name"]: secret for slot in plan.slots}
    if values:
        plan = provide_inputs(actor=an_actor(), run_id=run.pk, version=plan.version, values=values)
    plan = confirm_mutation(actor=an_actor(), run_id=run.pk, version=plan.version)

    start_execution(actor=an_actor(), run_id=run.pk, version=plan.version, run_now=True)


def test_while_a_run_waits_what_was_typed_is_only_there_encrypted(server, monkeypatch) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    collection = a_world(server, mutations=True)
    run = a_target(collection, "createSession", "로그인 kim@example.com", entities={"loginId": "kim@example.com"})
    plan = prepare_plan(actor=an_actor(), run_id=run.pk)

    provide_inputs(actor=an_actor(), run_id=run.pk, version=plan.version, values={"password": "hunter2-and-more"})

    stored = everything_stored()
    assert "hunter2" not in stored
    assert "kim@example.com" not in stored
    assert RunValues.objects.get().sealed[:4] == "gAAA"
