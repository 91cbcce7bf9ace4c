"""Tokens of programs: shown once, stored as a digest, checked, expiring, revoked with a row in the audit."""

import hashlib
from datetime import timedelta

import pytest
from django.utils import timezone

from selector.models import ApiToken, AuditEvent
from selector.queries.tokens import token_list
from selector.services import Actor, RuleBroken, StaleWrite
from selector.services.tokens import TokenRefused, create_token, open_token, revoke_token

from .factories import a_collection, a_token, an_actor

pytestmark = pytest.mark.django_db


def refusal_of(value, now=None):
    with pytest.raises(TokenRefused) as caught:
        open_token(value, now or timezone.now())
    return caught.value.reason


def test_the_value_opens_its_token_and_is_stored_nowhere():
    minted = a_token("select", name="shop bot")

    found = open_token(minted.value, timezone.now())

    row = ApiToken.objects.values().get()
    assert found.pk == minted.token.pk
    assert row["digest"] == hashlib.sha256(minted.value.encode()).hexdigest()
    assert minted.value[13:] not in str(row) + str(AuditEvent.objects.values().get())
    assert minted.value.startswith(row["prefix"])


@pytest.mark.parametrize("change", ["last", "prefix", "empty", "spaces", "surrogate", "long"])
def test_any_other_value_opens_nothing(change):
    value = a_token().value
    last = "A" if value[-1] != "A" else "B"
    others = {
        "last": value[:-1] + last,
        "prefix": "sel_00000000" + value[12:],
        "empty": "",
        "spaces": f" {value}",
        "surrogate": value[:-1] + "\ud800",
        "long": value * 1000,
    }

    assert refusal_of(others[change]) == "token_unknown"


def test_a_token_opens_until_the_moment_it_expires():
    minted = a_token(days=1)
    end = minted.token.expires_at

    assert open_token(minted.value, end - timedelta(microseconds=1)).pk == minted.token.pk
    assert refusal_of(minted.value, end) == "token_expired"


def test_a_revoked_token_opens_nothing_and_the_audit_says_who_and_why():
    minted, admin = a_token(name="old bot"), an_actor("admin", username="ada")

    revoke_token(actor=admin, token_id=minted.token.pk, version=1, reason="the bot is gone")

    event = AuditEvent.objects.get(action="token.revoke")
    assert refusal_of(minted.value) == "token_revoked"
    assert (event.actor_name, event.reason, event.before) == ("ada", "the bot is gone", {"state": "live"})
    assert (event.after["name"], event.object_id) == ("old bot", str(minted.token.pk))


def test_revoking_twice_and_on_an_older_version_is_refused():
    token = a_token().token
    with pytest.raises(StaleWrite):
        revoke_token(actor=Actor.for_command(), token_id=token.pk, version=7)

    revoke_token(actor=Actor.for_command(), token_id=token.pk, version=1)

    with pytest.raises(RuleBroken) as caught:
        revoke_token(actor=Actor.for_command(), token_id=token.pk, version=2)
    assert caught.value.reason == "token_revoked"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"name": "  "}, "token_name_missing"),
        ({"scopes": []}, "scopes_missing"),
        ({"scopes": ["select", "root"]}, "scope_unknown"),
        ({"days": 0}, "days_out_of_range"),
        ({"days": 367}, "days_out_of_range"),
    ],
)
def test_a_token_that_says_too_little_or_too_much_is_refused(fields, reason):
    with pytest.raises(RuleBroken) as caught:
        create_token(actor=Actor.for_command(), **{"name": "bot", "scopes": ["select"], **fields})

    assert caught.value.reason == reason


def test_a_name_is_free_again_only_when_its_token_is_revoked():
    first = a_token(name="bot").token
    with pytest.raises(RuleBroken, match="bot already"):
        a_token(name="bot")

    revoke_token(actor=Actor.for_command(), token_id=first.pk, version=1)

    assert a_token(name="bot").token.pk != first.pk


def test_the_last_use_is_written_at_most_once_a_minute_and_moves_no_version():
    minted, start = a_token(), timezone.now()

    used = []
    for seconds in (0, 59, 61):
        open_token(minted.value, start + timedelta(seconds=seconds))
        used.append((ApiToken.objects.get().last_used_at - start).total_seconds())

    assert used == [0, 0, 61]
    assert ApiToken.objects.get().version == 1


def test_scopes_are_kept_in_one_order_and_once():
    token = a_token("runs:write", "select", "runs:write", name="bot").token

    assert token.scopes == ["select", "runs:write"]


def test_the_list_shows_live_tokens_by_name_then_those_that_are_over(django_assert_num_queries):
    shop, now = a_collection("shop"), timezone.now()
    gone = a_token(name="aaa").token
    revoke_token(actor=Actor.for_command(), token_id=gone.pk, version=1)
    a_token(name="short", days=1)
    a_token("select", name="zoo", collection=shop)
    a_token(name="bee")

    with django_assert_num_queries(1):
        page = token_list(now + timedelta(days=2))

    assert [(row.name, row.state) for row in page.rows] == [
        ("bee", "live"),
        ("zoo", "live"),
        ("short", "expired"),
        ("aaa", "revoked"),
    ]
    assert (page.rows[1].collection_slug, page.rows[1].scopes) == ("shop", ("select",))
