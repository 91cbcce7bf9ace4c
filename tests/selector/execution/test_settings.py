"""What calls of a collection may use is written with audit rows, refused with reasons, and holds no secret."""

from __future__ import annotations

import json
from typing import Any

import pytest

from selector.models import AllowedHost, AuditEvent, AuthProfile, ServerAddress
from selector.services import (
    RuleBroken,
    StaleWrite,
    allow_host,
    forbid_host,
    remove_auth_profile,
    save_auth_profile,
    set_server,
)
from selector.services.auth import call_rules
from tests.selector.factories import a_collection, an_actor, an_import

pytestmark = pytest.mark.django_db
BEARER = {"name": "key", "kind": "bearer", "variable": "TOOL_AUTH_KEY"}


def refusal(call: Any, **fields: Any) -> tuple[str, str]:
    with pytest.raises(RuleBroken) as caught:
        call(actor=an_actor(), collection_id=a_collection().pk, **fields)
    return caught.value.reason, caught.value.field


@pytest.mark.parametrize(
    ("change", "reason", "field"),
    [
        ({"name": " "}, "profile_name_missing", "name"),
        ({"name": "x" * 101}, "profile_name_missing", "name"),
        ({"name": "password: hunter2"}, "profile_private", "name"),
        ({"kind": "guess"}, "auth_kind_unknown", "kind"),
        ({"variable": ""}, "variable_invalid", "variable"),
        ({"variable": "SECRET_KEY"}, "variable_invalid", "variable"),
        ({"variable": "sk-a-key-that-was-pasted"}, "variable_invalid", "variable"),
        ({"kind": "api_key_header"}, "parameter_missing", "parameter"),
        ({"kind": "api_key_header", "parameter": "X Key"}, "parameter_invalid", "parameter"),
        ({"kind": "api_key_header", "parameter": "Host"}, "parameter_invalid", "parameter"),
        ({"kind": "basic", "user_variable": "USER"}, "variable_invalid", "user_variable"),
        ({"kind": "client_credentials"}, "variable_invalid", "user_variable"),
        ({"kind": "client_credentials", "user_variable": "TOOL_AUTH_ID"}, "token_url_invalid", "token_url"),
        ({"scope": "x" * 301}, "profile_too_long", "scope"),
    ],
)
def test_a_profile_that_cannot_work_is_refused_with_its_field(change, reason, field) -> None:
    assert refusal(save_auth_profile, **{**BEARER, **change}) == (reason, field)
    assert not AuthProfile.objects.exists()


def test_what_was_pasted_into_the_wrong_field_is_not_repeated() -> None:
    with pytest.raises(RuleBroken) as caught:
        save_auth_profile(
            actor=an_actor(), collection_id=a_collection().pk, **{**BEARER, "variable": "sk-pasted-by-mistake"}
        )

    assert "pasted" not in caught.value.message


def test_profiles_are_versioned_and_audited() -> None:
    collection, actor = a_collection(), an_actor(username="kim")
    profile = save_auth_profile(actor=actor, collection_id=collection.pk, **BEARER)
    where = {"actor": actor, "collection_id": collection.pk, "profile_id": profile.pk}

    save_auth_profile(**where, version=1, **{**BEARER, "variable": "TOOL_AUTH_OTHER"})
    with pytest.raises(StaleWrite):
        save_auth_profile(**where, version=1, **BEARER)
    remove_auth_profile(**where, version=2)

    rows = AuditEvent.objects.filter(object_type="authprofile").order_by("id").values_list("action", "before", "after")
    assert [row[0] for row in rows] == ["auth_profile.add", "auth_profile.change", "auth_profile.remove"]
    assert rows[1][1:] == ({"profile_variable": "TOOL_AUTH_KEY"}, {"profile_variable": "TOOL_AUTH_OTHER"})
    with pytest.raises(StaleWrite):
        remove_auth_profile(**where, version=2)


def test_a_second_profile_of_a_name_is_refused() -> None:
    collection = a_collection()
    save_auth_profile(actor=an_actor(), collection_id=collection.pk, **BEARER)

    with pytest.raises(RuleBroken) as caught:
        save_auth_profile(actor=an_actor(), collection_id=collection.pk, **BEARER)

    assert caught.value.reason == "profile_name_taken"


@pytest.mark.parametrize(
    ("host", "is_private", "reason"),
    [
        ("https://api.example.com", False, "host_invalid"),
        ("", False, "host_invalid"),
        ("127.0.0.1:8790", False, "host_private"),
        ("localhost", False, "host_private"),
        ("169.254.169.254", True, "host_private"),
    ],
)
def test_a_host_that_is_none_or_lies_inside_is_refused(host, is_private, reason) -> None:
    assert refusal(allow_host, host=host, is_private=is_private) == (reason, "host")


def test_hosts_are_added_once_and_removed_once() -> None:
    collection, actor = a_collection(), an_actor()
    where = {"actor": actor, "collection_id": collection.pk}
    row = allow_host(**where, host="API.Example.com:8443")
    with pytest.raises(RuleBroken, match="allowed already"):
        allow_host(**where, host="api.example.com:8443")

    forbid_host(**where, host_id=row.pk)

    assert not AllowedHost.objects.exists()
    with pytest.raises(StaleWrite):
        forbid_host(**where, host_id=row.pk)


@pytest.mark.parametrize(
    "url", ["api.example.com", "ftp://a.example", "http://kim:pass@a.example", "http://a.example/?key=1"]
)
def test_a_base_address_that_cannot_be_called_is_refused(url: str) -> None:
    assert refusal(set_server, url=url) == ("base_url_invalid", "url")


def test_a_base_address_is_set_for_a_source_and_taken_back() -> None:
    collection, actor = a_collection(), an_actor()
    source = an_import(collection).source
    where = {"actor": actor, "collection_id": collection.pk, "namespace": source.namespace}

    first = set_server(**where, url="https://a.example/v1/")
    with pytest.raises(StaleWrite):
        set_server(**where, url="https://b.example", version=0)
    set_server(**where, url="", version=first.version)

    assert (first.url, ServerAddress.objects.count()) == ("https://a.example/v1", 0)
    assert refusal_of_unknown_source(collection) == "source_unknown"


def refusal_of_unknown_source(collection) -> str:
    with pytest.raises(RuleBroken) as caught:
        set_server(actor=an_actor(), collection_id=collection.pk, namespace="none", url="https://a.example")
    return caught.value.reason


def test_rules_hold_all_of_a_collection_and_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOL_AUTH_KEY", "the-value-itself")
    collection, actor = a_collection(), an_actor()
    where = {"actor": actor, "collection_id": collection.pk}
    save_auth_profile(**where, **BEARER)
    allow_host(**where, host="api.example.com")
    set_server(**where, url="https://api.example.com/v1")

    rules = call_rules(collection, allows_mutation=True)

    assert [str(host) for host in rules.allowed_hosts] == ["api.example.com"]
    assert rules.servers == {"": "https://api.example.com/v1"}
    # The collection allows no change, whoever asks.
    assert rules.allows_mutation is False
    events = list(AuditEvent.objects.values("before", "after", "evidence"))
    assert "the-value-itself" not in repr(rules) + json.dumps(events)
