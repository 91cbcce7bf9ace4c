"""Every route x method x role against the checked-in matrix, and no control for what would be refused."""

import re

import pytest
from django.db import transaction
from django.test import Client
from django.urls import Resolver404, resolve

from tests.console.routes import EXPECTED, ROLES, address, pages, statuses
from tests.selector.factories import UserFactory

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def client_of(role: str) -> Client:
    client = Client()
    if role != "anonymous":
        client.force_login(UserFactory(role=role))
    return client


def send(role: str, method: str, url: str) -> int:
    """The status of a request, whose writes are taken back."""
    client = client_of(role)
    with transaction.atomic():
        status = client.generic(method, url, content_type="application/x-www-form-urlencoded").status_code
        transaction.set_rollback(True)
    return status


def test_every_route_stands_in_the_matrix():
    assert sorted(pages()) == sorted(EXPECTED)


def test_every_view_names_the_role_it_needs():
    bare = [name for name, page in pages().items() if not hasattr(page.callback, "required_role")]

    assert bare == []


@pytest.mark.parametrize(("name", "method"), statuses())
def test_each_role_gets_the_status_of_the_matrix(world, name: str, method: str):
    url = address(name, world.arguments)

    found = {role: send(role, method, url) for role in ROLES}

    assert found == dict(zip(ROLES, EXPECTED[name][method], strict=True))


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_methods_that_are_not_in_the_matrix_are_refused(world, name: str):
    url = address(name, world.arguments)
    others = [method for method in METHODS if method not in EXPECTED[name]]

    assert {method: send("admin", method, url) for method in others} == dict.fromkeys(others, 405)


@pytest.mark.parametrize("role", ROLES[1:])
@pytest.mark.parametrize("name", [name for name in EXPECTED if "GET" in EXPECTED[name]])
def test_pages_draw_no_control_that_would_be_refused(world, role: str, name: str):
    response = client_of(role).get(address(name, world.arguments))

    refused = [url for method, url in controls(response.content.decode()) if is_refused(role, method, url)]

    assert response.status_code == 403 or refused == []


def controls(html: str) -> list[tuple[str, str]]:
    """What a page lets a person do: (method, address)."""
    posts = re.findall(r'<form method="post" action="([^"]+)"', html) + re.findall(r'hx-post="([^"]+)"', html)
    gets = re.findall(r'<a [^>]*href="(/[^"]*)"', html) + re.findall(r'hx-get="(/[^"]*)"', html)
    return [("POST", url) for url in posts] + [("GET", url) for url in gets]


def is_refused(role: str, method: str, url: str) -> bool:
    try:
        name = resolve(re.split("[?#]", url)[0]).url_name
    except Resolver404:
        return True
    return name in EXPECTED and EXPECTED[name][method][ROLES.index(role)] == 403
