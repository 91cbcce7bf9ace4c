"""A program with a real HTTP client against a served console: tokens, runs, and many at once."""

import http.client
import json
import threading
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection

from selector.models import AuditEvent, SelectorRun
from selector.services import Actor
from selector.services.tokens import revoke_token
from tests.selector.factories import a_live_collection, a_token

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 8


class Program:
    """A program that knows nothing but an address and a token."""

    def __init__(self, url: str, token: str) -> None:
        self.host, self.token = urlsplit(url).netloc, token

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        line = http.client.HTTPConnection(self.host, timeout=30)
        sent = None if body is None else json.dumps(body).encode()
        kind = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        line.request(method, f"/api/v1/{path}", sent, {**kind, **headers})
        answer = line.getresponse()
        content = json.loads(answer.read())
        line.close()
        return answer.status, content

    def ask(self, key: str) -> tuple[int, Any]:
        body = {"collection": "orders", "query": "주문 상세 보여줘", "llm_target": "listOrders"}
        return self.send("POST", "runs", body, **{"Idempotency-Key": key})


def test_a_program_asks_reads_and_is_shut_out_when_its_token_is_revoked(live_server):
    a_live_collection()
    minted = a_token()
    program = Program(live_server.url, minted.value)

    asked, run = program.ask("first")
    read, same = program.send("GET", f"runs/{run['id']}")
    listed, page = program.send("GET", "runs?text=%EC%A3%BC%EB%AC%B8")
    revoke_token(actor=Actor.for_command(), token_id=minted.token.pk, version=1)
    shut, problem = program.send("GET", "runs")

    assert (asked, read, listed, shut) == (201, 200, 200, 401)
    assert same == run
    assert [row["id"] for row in page["results"]] == [run["id"]]
    assert problem["reason"] == "token_revoked"


def test_many_requests_with_one_key_make_one_run(live_server):
    a_live_collection()
    program = Program(live_server.url, a_token().value)
    program.send("GET", "runs")
    start, answers = threading.Barrier(AT_ONCE), []

    def ask() -> None:
        start.wait()
        answers.append(program.ask("same"))

    threads = [threading.Thread(target=ask) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)

    assert sorted(status for status, _run in answers) == [200] * (AT_ONCE - 1) + [201]
    assert len({run["id"] for _status, run in answers}) == 1
    assert SelectorRun.objects.count() == 1
    assert AuditEvent.objects.filter(action="run.start").count() == 1
    connection.close()


def test_a_body_above_the_limit_is_answered_and_not_cut_off(live_server):
    program = Program(live_server.url, a_token().value)

    status, problem = program.send("POST", "runs", {"query": "가" * 600_000}, **{"Idempotency-Key": "k"})

    assert (status, problem["reason"]) == (413, "too_large")
