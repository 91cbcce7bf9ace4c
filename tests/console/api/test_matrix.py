"""Every route of the API x method x party against the checked-in matrix."""

import tomllib
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from console.api import urls
from selector.models import Scope
from tests.console.api.conftest import Caller, as_role, with_token
from tests.selector.factories import a_run

MATRIX = tomllib.loads((Path(urls.__file__).parent / "matrix.toml").read_text(encoding="utf-8"))
PARTIES: list[str] = MATRIX["parties"]
ROUTES: dict[str, dict[str, list[int]]] = MATRIX["routes"]
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


@pytest.fixture
def callers(orders) -> dict[str, Caller]:
    found = {"nobody": Caller(Client(raise_request_exception=False))}
    return found | {
        party: with_token(party, name=party) if party in Scope.values else as_role(party) for party in PARTIES[1:]
    }


@pytest.fixture
def run(orders):
    return a_run(orders)


def address(name: str, run) -> str:
    wanted = next(entry for entry in urls.urlpatterns if entry.name == name).pattern.converters
    known = {"slug": "orders", "run_id": run.pk}
    return reverse(f"api:{name}", kwargs={key: known[key] for key in wanted})


def send(caller: Caller, method: str, url: str) -> int:
    """The status of a request, whose writes are taken back."""
    with transaction.atomic():
        body = "{}" if method != "GET" else ""
        answer = caller.client.generic(method, url, body, content_type="application/json", headers=caller.headers)
        transaction.set_rollback(True)
    assert answer["Content-Type"].startswith(("application/json", "application/problem+json"))
    return answer.status_code


def test_every_route_stands_in_the_matrix():
    assert sorted(ROUTES) == sorted(entry.name for entry in urls.urlpatterns)


def test_every_scope_and_role_opens_something():
    opened = {party for methods in ROUTES.values() for row in methods.values() for party, status in zip(PARTIES, row, strict=True) if status not in (401, 403)}  # fmt: skip # noqa: E501

    assert opened == set(PARTIES) - {"nobody"}
    assert set(Scope.values) <= set(PARTIES)


@pytest.mark.parametrize(("name", "method"), [(name, method) for name, row in ROUTES.items() for method in row])
def test_each_party_gets_the_status_of_the_matrix(callers, run, name: str, method: str):
    url = address(name, run)

    found = {party: send(caller, method, url) for party, caller in callers.items()}

    assert found == dict(zip(PARTIES, ROUTES[name][method], strict=True))


@pytest.mark.parametrize("name", sorted(ROUTES))
def test_methods_that_are_not_in_the_matrix_are_refused(callers, run, name: str):
    others = [method for method in METHODS if method not in ROUTES[name]]

    found = {method: send(callers["admin"], method, address(name, run)) for method in others}

    assert found == dict.fromkeys(others, 405)
