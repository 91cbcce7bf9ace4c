"""Whatever goes wrong under /api/, the answer is one problem in JSON that says what, where and what to do."""

import ast
import json
from pathlib import Path

import pytest
from django.test import Client

from console import problem_json
from console.problem_json import PROBLEMS
from selector.models import SelectorRun
from tests.console.api.conftest import Caller, as_role, problem_of, with_token
from tests.selector.factories import a_run

KEY = {"Idempotency-Key": "k"}
GOOD = {"collection": "orders", "query": "주문 상세"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("query", ""),
        ("query", "   "),
        ("query", None),
        ("query", 12),
        ("query", ["a"]),
        ("query", "a\0b"),
        ("query", "half \ud800"),
        ("query", "가" * 4001),
        ("collection", None),
        ("collection", {"slug": "orders"}),
        ("collection", "x" * 65),
        ("top_k", 0),
        ("top_k", 51),
        ("top_k", -(10**30)),
        ("top_k", "8"),
        ("top_k", 8.0),
        ("top_k", True),
        ("top_k", None),
        ("llm_target", "x" * 341),
        ("llm_target", 1),
        ("expected_target", "a\0"),
        ("entities", []),
        ("entities", "orderNo"),
        ("entities", {"orderNo": "a\0b"}),
        ("entities", {"a\0b": 1}),
        ("entities", {"a": ["x", {"b": "\udfff"}]}),
        ("entities", {"a": "x" * 17000}),
        ("adapter_request_id", "x" * 129),
        ("qeury", "a"),
    ],
)
def test_a_field_that_does_not_fit_is_named(orders, program, field, value):
    body = problem_of(program.post("runs", {**GOOD, field: value}, **KEY))

    assert (body["status"], body["reason"]) == (422, "invalid")
    assert [name.partition(".")[0] for name in body["evidence"]["fields"]] == [field]
    assert body["detail"].startswith(field)
    assert SelectorRun.objects.count() == 0


@pytest.mark.parametrize(
    ("field", "value", "said"), [("query", "가" * 200_000, "4000"), ("top_k", 51, "50"), ("top_k", 0, "1")]
)
def test_a_limit_is_said(orders, program, field, value, said):
    body = problem_of(program.post("collections/orders/retrieve", {"query": "a", field: value}))

    assert said in body["detail"] or body["evidence"].get("limit") == 256 * 1024


@pytest.mark.parametrize(
    ("candidates", "field"),
    [([1], "candidates.0"), (["a"] * 51, "candidates"), ("getOrder", "candidates"), (["x" * 341], "candidates.0")],
)
def test_candidates_that_do_not_fit_are_named(orders, program, candidates, field):
    body = problem_of(program.post("collections/orders/select", {"query": "a", "candidates": candidates}))

    assert (body["status"], list(body["evidence"]["fields"])) == (422, [field])


@pytest.mark.parametrize(
    "sent",
    [
        b"{",
        b"[]",
        b'"text"',
        b"null",
        b"true",
        b"7",
        b"\xff\xfe{\x00}\x00",
        b'{"query": NaN}',
        b'{"top_k": ' + b"9" * 5000 + b"}",
        b'{"entities": ' + b'{"a":' * 40 + b"1" + b"}" * 41,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 30_000 + b"1" + b"}" * 30_000,
    ],
    ids=lambda sent: sent[:16],
)
def test_what_is_no_json_object_is_malformed(orders, program, sent):
    body = problem_of(program.post("runs", sent, **KEY))

    assert (body["status"], body["reason"]) == (400, "malformed")


def test_an_infinite_number_in_entities_is_named(orders, program):
    sent = '{"collection": "orders", "query": "a", "entities": {"a": 1e999}}'

    assert list(problem_of(program.post("runs", sent, **KEY))["evidence"]["fields"]) == ["entities"]


@pytest.mark.parametrize("length", [256 * 1024 + 1, 3_000_000])
def test_a_body_above_the_limit_is_too_large(orders, program, length):
    body = problem_of(program.post("runs", b'{"query": "' + b"a" * length + b'"}', **KEY))

    assert (body["status"], body["reason"], body["evidence"]) == (413, "too_large", {"limit": 256 * 1024})


def test_a_body_above_the_limit_of_the_console_is_too_large_too(orders, program, settings):
    settings.REQUEST_MAX_BYTES = 10

    assert problem_of(program.post("runs", GOOD, **KEY))["reason"] == "too_large"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"])
def test_another_media_type_is_refused(orders, program, kind):
    body = problem_of(program.post("runs", b"query=a", **{"content-type": kind}, **KEY))

    assert (body["status"], body["reason"]) == (415, "unsupported_media_type")


def test_a_charset_that_claims_something_else_changes_nothing(orders, program):
    kind = {"content-type": "application/json; charset=base64"}

    assert program.post("runs", json.dumps(GOOD).encode(), **kind, **KEY).status_code == 201


def test_a_byte_order_mark_is_read_over(orders, program):
    assert program.post("collections/orders/retrieve", b'\xef\xbb\xbf{"query": "order"}').status_code == 200


def test_a_representation_that_there_is_not_is_not_acceptable(orders, program):
    assert problem_of(program.get("collections", Accept="text/html"))["status"] == 406


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "trace", "post"])
def test_a_method_that_there_is_not_is_refused(orders, program, method):
    response = getattr(program.client, method)("/api/v1/collections", headers=program.headers)

    body = problem_of(response)
    assert (body["status"], body["reason"]) == (405, "method_not_allowed")
    assert "GET" in response["Allow"]


@pytest.mark.parametrize(
    "path", ["nothing", "runs/abc", "runs/99999999999999999999999", "runs/0", "runs/1/nothing", "collections/a b", ""]
)
def test_an_address_that_there_is_not_is_not_found(orders, program, path):
    assert problem_of(program.get(path))["status"] == 404


def test_every_address_below_api_answers_in_json(orders, program):
    for path in ("/api", "/api/", "/api/v2/runs", "/api/v1/runs/"):
        response = program.client.get(path, headers=program.headers)

        assert response.status_code == 404
        assert path == "/api" or problem_of(response)["reason"] == "not_found"


@pytest.mark.parametrize(
    ("key", "reason"),
    [("", "key_missing"), ("two words", "key_invalid"), ("x" * 101, "key_invalid"), ("k\x7f", "key_invalid")],
)
def test_a_run_needs_a_key(orders, program, key, reason):
    headers = {"Idempotency-Key": key} if key else {}

    body = problem_of(program.post("runs", GOOD, **headers))

    assert (body["status"], body["reason"]) == (400, reason)


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Bearer sel_aaaaaaaa_" + "x" * 43,
        "Basic dXNlcjpwYXNz",
        "Bearer \xe9",
        "Token x",
    ],
)
def test_without_a_token_that_opens_there_is_a_challenge(orders, header):
    response = Caller(Client(raise_request_exception=False), **({"Authorization": header} if header else {})).get(
        "runs"
    )

    body = problem_of(response)
    assert body["status"] == 401
    assert body["reason"] in ("not_authenticated", "token_unknown")
    assert response["WWW-Authenticate"].startswith("Bearer")


def test_a_token_without_the_scope_is_told_which(orders):
    reader = with_token("collections:read")

    body = problem_of(reader.post("runs", GOOD, **KEY))

    assert (body["status"], body["reason"], body["evidence"]) == (403, "scope_missing", {"scope": "runs:write"})


def test_a_person_of_too_low_a_role_is_told_which(orders):
    body = problem_of(as_role("operator").post("runs", GOOD, **KEY))

    assert (body["status"], body["reason"], body["evidence"]) == (403, "role_too_low", {"role": "engineer"})


def test_a_person_needs_the_csrf_token_of_a_page(orders):
    person = as_role("engineer")
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = person.client.cookies
    bare = Caller(strict).post("runs", GOOD, **KEY)
    strict.get("/runs/new")

    token = strict.cookies["csrftoken"].value
    sent = Caller(strict, **{"X-CSRFToken": token}).post("runs", GOOD, **KEY)

    assert problem_of(bare)["reason"] == "csrf_failed"
    assert sent.status_code == 201


def test_too_many_requests_are_told_to_wait(orders, settings):
    settings.API_RATE = "3/min"
    busy, other = with_token(name="busy"), with_token(name="other")

    statuses = [busy.get("runs").status_code for _ in range(4)]
    refused = busy.get("runs")

    assert statuses == [200, 200, 200, 429]
    assert problem_of(refused)["reason"] == "throttled"
    assert 1 <= int(refused["Retry-After"]) <= 60
    assert other.get("runs").status_code == 200


def test_a_fault_of_ours_is_a_problem_without_its_insides(orders, program, monkeypatch):
    def fail(*_args, **_options):
        raise RuntimeError("the insides")

    monkeypatch.setattr("console.api.views.run_list", fail)
    body = problem_of(program.get("runs"))

    assert (body["status"], body["reason"]) == (500, "internal")
    assert "insides" not in str(body)


def test_texts_do_not_change_with_the_language_of_the_caller(orders, program):
    answers = [
        problem_of(program.post("runs", {**GOOD, "query": ""}, **{"Accept-Language": language}, **KEY))
        for language in ("en", "ko")
    ]

    assert answers[0]["evidence"] == answers[1]["evidence"]


def test_the_request_id_of_the_caller_comes_back(orders, program):
    response = program.get("nothing", **{"X-Request-ID": "adapter-0001"})

    assert problem_of(response)["request_id"] == "adapter-0001"


def test_every_reason_of_the_code_stands_in_the_table_and_has_its_status():
    room = Path(problem_json.__file__).parent
    used = {}
    for path in [*(room / "api").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ApiProblem":
                used[node.args[1].value] = node.args[0].value

    assert used
    assert {reason: PROBLEMS[reason].status for reason in used} == used
    assert {status: PROBLEMS[reason].status for status, reason in problem_json.REASON_BY_STATUS.items()} == {
        status: status for status in problem_json.REASON_BY_STATUS
    }


def test_a_head_request_is_answered_as_a_get(orders, program):
    run = a_run(orders)

    response = program.client.head(f"/api/v1/runs/{run.pk}", headers=program.headers)

    assert (response.status_code, response.content) == (200, b"")
