"""Signing in and out, preferences, the switches of the top bar, and error pages."""

from html import unescape

import pytest
from django.test import Client

from selector.models import User
from tests.selector.factories import UserFactory

PASSWORD = "a long enough word"


@pytest.fixture
def person(db) -> User:
    return UserFactory(username="erin", password=PASSWORD)


def sign_in(client: Client, password: str = PASSWORD, **more):
    headers = more.pop("headers", None)
    return client.post("/sign-in", {"username": "erin", "password": password, **more}, headers=headers)


def test_anonymous_reader_is_sent_to_sign_in_and_back(person):
    client = Client()

    asked = client.get("/runs?status=failed")
    signed_in = sign_in(client, next=asked["Location"].partition("next=")[2].replace("%3F", "?").replace("%3D", "="))

    assert asked["Location"] == "/sign-in?next=/runs%3Fstatus%3Dfailed"
    assert signed_in["Location"] == "/runs?status=failed"


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_sign_in_never_leads_elsewhere(person, target: str):
    assert sign_in(Client(), next=target)["Location"] == "/"


def test_wrong_password_is_refused_in_words(person):
    response = sign_in(Client(), password="wrong")

    assert response.status_code == 422
    assert "Name or password do not fit." in response.content.decode()


def test_too_many_wrong_passwords_lock_the_name_and_say_so(person, settings):
    client = Client()
    for _ in range(settings.AXES_FAILURE_LIMIT):
        response = sign_in(client, password="wrong")

    assert response.status_code == 429
    assert "Too many failed sign-ins" in response.content.decode()


def test_inside_a_page_the_session_that_ended_asks_in_place(person):
    client = Client()

    asked = client.post("/runs/new", {"query": "typed"}, headers={"HX-Request": "true"})
    answered = sign_in(client, headers={"HX-Request": "true"})

    assert asked.status_code == 401
    assert 'role="alert"' in asked.content.decode()
    assert 'action="/sign-in"' in asked.content.decode()
    assert "csrf-renewed" in answered["HX-Trigger"]


def test_sign_out_ends_the_session(person):
    client = Client()
    client.force_login(person)

    client.post("/sign-out")

    assert client.get("/runs").status_code == 302


def test_preferences_are_kept_and_speak_the_new_language_at_once(person):
    client = Client()
    client.force_login(person)
    form = {"language": "ko", "time_zone": "Asia/Seoul", "theme": "dark", "keyboard_shortcuts": "on"}

    html = client.post("/account", form, follow=True).content.decode()

    assert '<html lang="ko" data-theme="dark">' in html
    assert "환경 설정을 저장했습니다." in html


def test_unknown_time_zone_is_refused_at_its_field(client_as):
    response = client_as().post("/account", {"time_zone": "Asia/Nowhere", "theme": "dark"})

    html = response.content.decode()
    assert response.status_code == 422
    assert "There is no time zone of this name." in html
    assert 'aria-describedby="id_time_zone_helptext id_time_zone_error"' in html


@pytest.mark.parametrize(
    ("form", "expected"),
    [({"theme": "dark"}, 'data-theme="dark"'), ({"language": "ko"}, 'lang="ko"')],
)
def test_switch_of_the_top_bar_works_before_and_after_signing_in(person, form: dict, expected: str):
    stranger, known = Client(), Client()
    known.force_login(person)

    pages = [
        client.post("/preferences", form | {"next": url}, follow=True)
        for client, url in ((stranger, "/sign-in"), (known, "/runs"))
    ]

    assert [expected in page.content.decode() for page in pages] == [True, True]


def test_switch_refuses_what_it_does_not_know(db):
    assert Client().post("/preferences", {"theme": "pink"}).status_code == 422


@pytest.mark.parametrize("language", ["ko", "en"])
def test_missing_page_is_styled_and_speaks_the_language(client_as, language: str):
    response = client_as(language=language).get("/runs/999999")

    assert response.status_code == 404
    assert {"ko": "찾을 수 없음", "en": "Not found"}[language] in response.content.decode()
    assert "top-bar" in response.content.decode()


def test_missing_thing_inside_a_page_is_an_alert(client_as):
    response = client_as().get("/runs/999999", headers={"HX-Request": "true"})

    assert (response.status_code, "<html" in response.content.decode()) == (404, False)
    assert 'role="alert"' in response.content.decode()


def test_form_that_is_out_of_date_says_what_to_do(person):
    client = Client(enforce_csrf_checks=True)

    response = sign_in(client)

    assert response.status_code == 403
    assert "This form is out of date" in response.content.decode()


def test_our_own_fault_shows_the_request_id_and_nothing_else(client_as, monkeypatch):
    def fail(*_args):
        raise RuntimeError("secret detail")

    monkeypatch.setattr("selector.queries.collection_list", fail)
    client = client_as()
    client.raise_request_exception = False

    response = client.get("/collections", headers={"X-Request-ID": "request-00000001"})

    html = unescape(response.content.decode())
    assert response.status_code == 500
    assert "request-00000001" in html
    assert "secret detail" not in html
