"""Credentials come from variables that a profile may name, go where they belong, and are found nowhere else."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from selector.engine.plan import PlanRunner, PlanStep
from selector.engine.plan.model import Plan
from selector.execution import AllowedHost, Profile, ProfileKind

from .loopback import Loopback, loopback

KEY = "k3y-of-the-shop/+=1"
ENVIRON = {"TOOL_AUTH_KEY": KEY, "TOOL_AUTH_USER": "owner", "SECRET_KEY": "of the console"}
SECURED = {"security": [{"shopKey": []}]}


def a_profile(kind: ProfileKind = ProfileKind.BEARER, **more: Any) -> Profile:
    return Profile(**{"name": "shop", "kind": kind, "variable": "TOOL_AUTH_KEY", **more})


def events_of(server: Loopback, *profiles: Profile, operation: dict[str, Any] | None = None, **rules: Any) -> list[Any]:
    caller = server.caller(operation or SECURED, ENVIRON, profiles=profiles, **rules)
    plan = Plan("p", "", [PlanStep("s1", "call", {}, mutates=False)])
    return list(PlanRunner(caller, check_step=caller.check_step).run_stream(plan))


def failure_of(server: Loopback, *profiles: Profile, **more: Any) -> tuple[str, dict[str, Any]]:
    failure = events_of(server, *profiles, **more)[-1]["failure"]
    return f"{failure['stage']} {failure['reason']}", failure["evidence"]


BASIC = base64.b64encode(f"owner:{KEY}".encode()).decode()


@pytest.mark.parametrize(
    ("profile", "where", "sent"),
    [
        (a_profile(), "Authorization", f"Bearer {KEY}"),
        (a_profile(ProfileKind.BASIC, user_variable="TOOL_AUTH_USER"), "Authorization", f"Basic {BASIC}"),
        (a_profile(ProfileKind.HEADER, parameter="X-Api-Key"), "X-Api-Key", KEY),
        (a_profile(ProfileKind.COOKIE, parameter="sid"), "Cookie", "sid=k3y-of-the-shop%2F%2B%3D1"),
        (a_profile(ProfileKind.QUERY, parameter="key"), "target", "/things?key=k3y-of-the-shop%2F%2B%3D1"),
    ],
)
def test_a_credential_is_sent_as_its_kind_says(server: Loopback, profile, where, sent) -> None:
    events_of(server, profile)

    assert {**server.last.headers, "target": server.last.target}[where] == sent


@pytest.mark.parametrize(
    ("security", "schemes", "reason"),
    [
        ([{"shopKey": []}], [], "auth auth_context_required"),
        ([{"shopKey": []}], ["other"], "auth auth_profile_missing"),
        ([{"shopKey": [], "other": []}], ["shopKey"], "auth auth_profile_missing"),
        ([{"shopKey": []}], ["shopKey"], ""),
        ([{"other": []}, {"shopKey": []}], ["shopKey"], ""),
        ([{"shopKey": [], "other": []}], ["shopKey", "other"], ""),
        ([{"shopKey": []}], [""], ""),
        ([{"shopKey": []}, {}], [], ""),
        ([], [], ""),
    ],
)
def test_profiles_are_chosen_by_the_schemes_of_the_document(server: Loopback, security, schemes, reason) -> None:
    profiles = [a_profile(name=f"p{place}", scheme=scheme) for place, scheme in enumerate(schemes)]

    last = events_of(server, *profiles, operation={"security": security})[-1]

    failure = last.get("failure")
    assert (f"{failure['stage']} {failure['reason']}" if failure else "") == reason
    assert len(server.seen) == (not reason)


@pytest.mark.parametrize(
    ("variable", "problem"),
    [
        ("TOOL_AUTH_NOT_SET", "not_set"),
        ("SECRET_KEY", "not_allowed"),
        ("TOOL_AUTH_", "not_allowed"),
        ("tool_auth_key", "not_a_name"),
        ("TOOL_AUTH_KEY\nX", "not_a_name"),
    ],
)
def test_a_variable_that_cannot_be_read_is_named_and_nothing_is_sent(server: Loopback, variable, problem) -> None:
    reason, evidence = failure_of(server, a_profile(variable=variable))

    assert (reason, evidence["problem"]) == ("auth auth_header_resolution_failed", problem)
    assert (evidence["variable"], evidence["profile"], server.seen) == (variable, "shop", [])


def test_an_answer_that_repeats_the_credential_is_blanked(server: Loopback) -> None:
    server.answer = lambda seen: (200, {}, {"you_sent": seen.headers["X-Api-Key"], "also": [f"a{KEY}b"]})

    events = events_of(server, a_profile(ProfileKind.HEADER, parameter="X-Api-Key"))

    assert server.last.headers["X-Api-Key"] == KEY
    assert events[-1]["output_preview"] == {"you_sent": "<auth>", "also": ["a<auth>b"]}


@pytest.mark.parametrize("kind", list(ProfileKind))
@pytest.mark.parametrize("status", [200, 401, 500, 0])
def test_no_event_holds_a_credential_whatever_comes_back(server: Loopback, kind: ProfileKind, status: int) -> None:
    server.answer = lambda seen: (status, {}, {"echo": [seen.target, *seen.headers.values()], "access_token": "t0k3n"})
    more = {"parameter": "key", "user_variable": "TOOL_AUTH_USER", "token_url": f"{server.url}/token"}

    text = json.dumps(events_of(server, a_profile(kind, **more)))

    for secret in (KEY, BASIC, "t0k3n", "k3y-of-the-shop"):
        assert secret not in text


def test_a_client_asks_for_its_token_once(server: Loopback) -> None:
    answers = {"/token": {"access_token": "t0k3n", "expires_in": 3600}}
    server.answer = lambda seen: (200, {}, answers.get(seen.target, {}))
    more = {"user_variable": "TOOL_AUTH_USER", "token_url": f"{server.url}/token", "scope": "read write"}
    caller = server.caller(SECURED, ENVIRON, profiles=(a_profile(ProfileKind.CLIENT_CREDENTIALS, **more),))

    caller("call", {})
    caller("call", {})

    assert [seen.target for seen in server.seen] == ["/token", "/things", "/things"]
    assert server.seen[0].body == b"grant_type=client_credentials&scope=read+write"
    assert server.seen[0].headers["Authorization"] == f"Basic {BASIC}"
    assert server.last.headers["Authorization"] == "Bearer t0k3n"


def test_a_token_that_is_refused_or_elsewhere_is_no_call(server: Loopback) -> None:
    server.answer = lambda _: (400, {}, {"error": "invalid_client"})
    kind, own = ProfileKind.CLIENT_CREDENTIALS, {"user_variable": "TOOL_AUTH_USER"}

    with loopback() as other:
        refused = failure_of(server, a_profile(kind, **own, token_url=f"{server.url}/token"))
        elsewhere = failure_of(server, a_profile(kind, **own, token_url=f"{other.url}/token"))

        assert other.seen == []
    assert (refused[0], refused[1]["problem"]) == ("auth auth_header_resolution_failed", "token_refused")
    assert elsewhere[0] == "execute host_not_allowed"
    assert [seen.target for seen in server.seen] == ["/token"]


def test_a_redirect_takes_the_credential_nowhere_else(server: Loopback) -> None:
    with loopback() as other:
        server.answer = lambda _: (302, {"Location": f"http://localhost:{other.port}/"}, None)
        hosts = (*server.rules().allowed_hosts, AllowedHost("localhost", other.port, is_private=True))

        events_of(server, a_profile(), allowed_hosts=hosts)

        assert other.seen == []


def test_credentials_show_nothing_of_themselves(server: Loopback) -> None:
    from selector.execution.credentials import make_credential
    from selector.execution.requests import prepare_request

    from .loopback import a_tool

    credential = make_credential(a_profile(), ENVIRON, "TOOL_AUTH_")
    prepared = prepare_request(a_tool(SECURED)["call"], {}, credential)

    assert KEY not in repr(credential) + repr(prepared)
    assert KEY in str(prepared.headers)
