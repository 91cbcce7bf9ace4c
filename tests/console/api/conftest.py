"""What the tests of the API share: a caller with a token, and a small collection to ask."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from selector.models import Scope
from tests.selector.factories import UserFactory, a_live_collection, a_token


class Caller:
    """Sends JSON and reads JSON; `headers` go with every request."""

    def __init__(self, client: Client, **headers: str) -> None:
        self.client, self.headers = client, headers

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api/v1/{path}", headers={**self.headers, **headers})

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        """A dict goes as JSON, bytes and text go as they are."""
        sent = body if isinstance(body, (bytes, str)) else json.dumps({} if body is None else body)
        given = {"content-type": "application/json", **self.headers, **headers}
        kind = given.pop("content-type")
        return self.client.generic("POST", f"/api/v1/{path}", sent, content_type=kind, headers=given)

    def ask(self, key: str = "key-1", **body: Any) -> Any:
        """Start a run."""
        given = {"collection": "orders", "query": "주문 상세 보여줘", **body}
        return self.post("runs", given, **{"Idempotency-Key": key})


def with_token(*scopes: str, **fields: Any) -> Caller:
    """A program whose token has these scopes, or all."""
    minted = a_token(*(scopes or Scope.values), **fields)
    return Caller(Client(raise_request_exception=False), Authorization=f"Bearer {minted.value}")


def as_role(role: str) -> Caller:
    """A signed-in person."""
    client = Client(raise_request_exception=False)
    client.force_login(UserFactory(role=role))
    return Caller(client)


def problem_of(response: Any) -> dict[str, Any]:
    """The error body of an answer, which is one."""
    assert response["Content-Type"] == "application/problem+json", response.content[:300]
    body = response.json()
    assert set(body) == {
        "type", "title", "status", "detail", "instance", "stage", "reason", "evidence", "request_id",
    }  # fmt: skip
    assert body["status"] == response.status_code
    assert body["request_id"] == response["X-Request-ID"]
    return body


@pytest.fixture(autouse=True)
def _no_request_is_remembered():
    """Tokens of two tests may have one number, and requests are counted by it."""
    cache.clear()


@pytest.fixture
def orders(db):
    return a_live_collection()


@pytest.fixture
def program(db) -> Caller:
    return with_token()
