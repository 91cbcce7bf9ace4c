"""Tokens on their pages: made by an admin, shown once, listed without their value, revoked with a reason."""

import re

import pytest
from django.urls import reverse

from selector.models import ApiToken, AuditEvent
from selector.services import Actor
from selector.services.tokens import revoke_token
from tests.selector.factories import a_collection, a_token

pytestmark = pytest.mark.django_db
NEW = {"name": "shop bot", "scopes": ["select", "runs:read"], "collection": "", "days": "30"}


def value_on(page: str) -> str:
    return re.findall(r"sel_[a-z0-9]{8}_[A-Za-z0-9_-]{43}", page)[0]


def test_a_new_token_is_shown_once_and_opens_the_api(client_as):
    admin, orders = client_as("admin", username="ada"), a_collection()

    made = admin.post("/tokens/new", {**NEW, "collection": "orders"})

    value, token = value_on(made.content.decode()), ApiToken.objects.get()
    listed = admin.get("/tokens").content.decode()
    answer = admin.get("/api/v1/runs", headers={"Authorization": f"Bearer {value}"})
    assert (made.status_code, answer.status_code) == (201, 200)
    assert "no-store" in made["Cache-Control"]
    assert (token.collection, token.scopes, token.created_by_name) == (orders, ["select", "runs:read"], "ada")
    assert (token.expires_at - token.created_at).days == 30
    assert token.prefix in listed
    assert value not in listed
    event = AuditEvent.objects.get(action="token.create")
    assert (event.channel, event.actor_name, event.after["name"]) == ("page", "ada", "shop bot")


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "adapter"}, "A token of this name is there already."),
        ({"name": "a\0b"}, "Null characters are not allowed."),
        ({"scopes": []}, "Choose what the token may do."),
        ({"scopes": ["root"]}, "root"),
        ({"days": "0"}, "greater than or equal to 1"),
        ({"days": "367"}, "less than or equal to 366"),
        ({"days": "x"}, "Enter a whole number."),
        ({"collection": "none"}, "none"),
    ],
)
def test_a_form_that_does_not_fit_says_so_and_keeps_what_was_typed(client_as, changed, text):
    a_token(name="adapter")

    answer = client_as("admin", language="en").post("/tokens/new", {**NEW, **changed})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert text in page
    assert "shop bot" in page or "name" in changed
    assert ApiToken.objects.count() == 1


def test_the_list_says_what_each_token_may_and_how_it_stands(client_as):
    a_token("select", name="live one", collection=a_collection())
    gone = a_token(name="gone one").token
    revoke_token(actor=Actor.for_command("somebody"), token_id=gone.pk, version=1)

    page = client_as("admin", language="en").get("/tokens").content.decode()

    rows = re.findall(r'<tr data-token="\d+" data-state="(\w+)">(.*?)</tr>', page, re.DOTALL)
    assert [state for state, _row in rows] == ["live", "revoked"]
    assert all(text in rows[0][1] for text in ("live one", "select", "/collections/orders", "Revoke", "never"))
    assert "somebody" in rows[1][1]
    assert reverse("token_revoke", args=[gone.pk]) not in page


def test_a_token_is_revoked_with_a_reason(client_as):
    token, admin = a_token().token, client_as("admin", username="ada")
    url = reverse("token_revoke", args=[token.pk])
    asked, bare = admin.get(url), admin.post(url, {"version": 1})

    answer = admin.post(url, {"version": 1, "reason": "lost laptop"}, follow=True)

    event = AuditEvent.objects.get(action="token.revoke")
    assert (asked.status_code, bare.status_code, answer.redirect_chain) == (200, 422, [("/tokens", 302)])
    assert (event.actor_name, event.reason) == ("ada", "lost laptop")
    assert ApiToken.objects.get().revoked_by_name == "ada"


def test_a_stale_revocation_and_a_second_one_are_refused(client_as):
    token, admin = a_token().token, client_as("admin", language="en")
    url = reverse("token_revoke", args=[token.pk])

    stale = admin.post(url, {"version": 9, "reason": "my reason"})
    revoke_token(actor=Actor.for_command("somebody"), token_id=token.pk, version=1)
    second = admin.post(url, {"version": 2, "reason": "mine"})

    assert (stale.status_code, second.status_code) == (409, 409)
    assert "my reason" in stale.content.decode()
    assert "revoked already" in second.content.decode()
    assert "somebody" in admin.get(url).content.decode()


def test_a_token_that_there_is_not_is_not_found(client_as):
    assert client_as("admin").get("/tokens/999/revoke").status_code == 404


@pytest.mark.parametrize("language", ["ko", "en"])
def test_names_are_text_on_every_page(client_as, language):
    token = a_token(name="<b>bot</b>").token
    admin = client_as("admin", language=language)

    pages = [admin.get(url).content.decode() for url in ("/tokens", f"/tokens/{token.pk}/revoke")]

    assert [("<b>bot" in page, "&lt;b&gt;bot" in page) for page in pages] == [(False, True)] * 2
