"""Around every request: the id that is kept or made, the person's preferences, the limit on the body."""

from http import HTTPStatus

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from console import middleware
from selector.models.people import User


def answer(request) -> HttpResponse:
    """A view that says in which language and zone it was called."""
    return HttpResponse(f"{translation.get_language()} {timezone.get_current_timezone_name()} {request.theme}")


def serve_preferences(user, **cookies: str) -> HttpResponse:
    request = RequestFactory(headers={"accept-language": "ko,en;q=0.5"}).get("/")
    request.user = user
    request.COOKIES.update(cookies)
    return middleware.PreferencesMiddleware(answer)(request)


@pytest.mark.parametrize(
    ("offered", "is_kept"),
    [
        ("4f0c1d2e-0001-4000-8000-000000000000", True),
        ("adapter.7_req-12", True),
        ("", False),
        ("short", False),
        ("-starts-with-a-dash", False),
        ("a" * 65, False),
        ("line\nbreak-in-it", False),
        ("<script>alert(1)</script>", False),
    ],
)
def test_request_id_is_kept_only_if_it_is_a_short_token(offered: str, is_kept: bool):
    accepted = middleware.accept_request_id(offered)

    assert (accepted == offered) is is_kept
    assert middleware.REQUEST_ID_PATTERN.fullmatch(accepted)


def test_response_carries_the_request_id():
    request = RequestFactory(headers={"x-request-id": "adapter-0001"}).get("/")

    response = middleware.RequestIdMiddleware(lambda request: HttpResponse(request.request_id))(request)

    assert response["X-Request-ID"] == "adapter-0001"
    assert response.content == b"adapter-0001"


def test_person_is_served_in_their_language_zone_and_theme():
    person = User(username="kim", language="en", time_zone="Asia/Seoul", theme="dark")

    response = serve_preferences(person, lang="ko", theme="light")

    assert response.content == b"en Asia/Seoul dark"
    assert response["Content-Language"] == "en"


@pytest.mark.parametrize(
    ("cookies", "content"),
    [
        ({"lang": "en", "theme": "dark"}, b"en UTC dark"),
        ({}, b"ko UTC system"),
        ({"lang": "xx", "theme": "<b>"}, b"ko UTC system"),
    ],
)
def test_anonymous_visitor_is_served_by_cookies_then_by_the_browser(cookies: dict[str, str], content: bytes):
    response = serve_preferences(AnonymousUser(), **cookies)

    assert response.content == content


@pytest.mark.parametrize("name", ["Mars/Olympus", "../../etc/passwd", "/etc/passwd", ""])
def test_unknown_time_zone_is_utc(name: str):
    zone = middleware.known_zone(name)

    assert zone.key == "UTC"


@pytest.mark.parametrize(("size", "is_refused"), [(10, False), (11, True)])
def test_body_above_the_limit_is_refused_before_it_is_parsed(client: Client, settings, size: int, is_refused: bool):
    settings.REQUEST_MAX_BYTES = 10

    response = client.post("/sign-in", b"x" * size, content_type="application/octet-stream")

    assert (response.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE) is is_refused
    assert "X-Request-ID" in response
