"""Nothing private of a document is stored, and nothing that retrieval reads is lost to it."""

import json

import pytest

from selector.engine import read_openapi, read_tools
from selector.engine.ingest.cleaning import Cleaner, is_suspect

MAIL, PHONE, TOKEN = "hong.gildong@corp.example", "010-1234-5678", "s3cr3tT0k3nValue9"


def a_document(**operation) -> dict:
    answer = {
        "200": {"description": MAIL, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/P"}}}}
    }
    person = {
        "title": f"Person ({MAIL})",
        "description": f"Call {PHONE}",
        "example": {"mail": MAIL},
        "properties": {
            "mail": {"type": "string", "default": MAIL, "example": MAIL, "description": f"as {MAIL}"},
            "contact": {"type": "string", "enum": ["web", MAIL]},
        },
    }
    parameter = {
        "name": "q",
        "in": "query",
        "description": f"e.g. {PHONE}",
        "example": PHONE,
        "schema": {"default": PHONE},
    }
    return {
        "openapi": "3.0.3",
        "info": {"title": f"People of {MAIL}", "version": "1", "contact": {"email": MAIL}},
        "servers": [{"url": f"https://kim:{TOKEN}@api.example.test/v1?token={TOKEN}"}],
        "paths": {f"/people?token={TOKEN}": {"get": {"parameters": [parameter], "responses": answer, **operation}}},
        "components": {"schemas": {"P": person}},
    }


def everything(graph) -> str:
    return json.dumps([graph.to_artifact(), graph.readiness, graph.title], ensure_ascii=False)


def test_private_values_of_a_document_are_nowhere_in_what_is_stored():
    description = f"Write to {MAIL} or call {PHONE}. GET https://x.test/a?token={TOKEN}&page=2"
    graph = read_openapi(
        a_document(operationId="listPeople", summary=f"List {MAIL}", description=description, tags=[MAIL])
    )

    stored = everything(graph)

    assert [value for value in (MAIL, PHONE, TOKEN, "hong.gildong") if value in stored] == []
    assert graph.tools["listPeople"]["description"].endswith("?token=<token>&page=2")


def test_what_was_removed_is_counted_by_kind():
    # The title of the document, of the schema, and one value of its enum; examples and defaults are not kept at all.
    graph = read_openapi(a_document(operationId="listPeople"))

    assert graph.readiness["scrubbed"]["email"] == 3
    assert graph.readiness["scrubbed"]["phone"] == 1


def test_problems_do_not_repeat_private_values():
    document = a_document(operationId="x")
    document["paths"] = {f"/a?token={TOKEN}": {"get": None}, f"/b?mail={MAIL}": 12}

    skipped = read_openapi(document).readiness["skipped"]

    assert len(skipped) == 2
    assert TOKEN not in json.dumps(skipped)
    assert MAIL not in json.dumps(skipped)


def test_a_list_of_functions_is_cleaned_too():
    rows = [
        {"name": "send", "description": f"Sends to {MAIL}", "inputSchema": {"properties": {"to": {"default": MAIL}}}}
    ]

    graph = read_tools(rows)

    assert MAIL not in everything(graph)
    assert graph.readiness["scrubbed"] == {"email": 1}


@pytest.mark.parametrize(
    "text",
    [
        "Get a repository by its numeric id 1296269",
        "Lists API keys and access tokens of a user; the token is required.",
        "Version 2022-11-28 of GET /repos/{owner}/{repo}/issues/{issue_number}",
        "Filter by `created>=2024-02-29T10:00:00Z` and page=2&per_page=100",
        "Order ORD-2024-000123, SKU 8801234567893, /users/@me, @octocat, #1347",
        "SHA 6dcb09b5b57875f334f61aebed695e2e4193db5e on 127.0.0.1:8080, v1.10.3-beta",
        "주문 번호로 주문을 조회합니다. 토큰과 비밀번호는 필요하지 않습니다.",
    ],
)
def test_words_ids_dates_and_versions_stay(text):
    cleaner = Cleaner()

    assert cleaner.clean(text) == text
    assert dict(cleaner.kinds) == {}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (MAIL, "email"),
        ("전화 010 1234 5678", "phone"),
        ("+82-10-1234-5678", "phone"),
        ("(02) 123-4567", "phone"),
        (f"?access_token={TOKEN}", "token"),
        ("password: hunter22", "password"),
        ("Authorization: Bearer abcdef0123456789abcdef", "authorization"),
        ("ghp_0123456789abcdefghijklmnopqrstuvwxyz", "github_key"),
        ("AKIAIOSFODNN7EXAMPLE", "aws_key"),
        ("postgres://kim:hunter2@db.example/x", "url_credentials"),
        ("900101-1234568", "resident_number"),
        ("4111 1111 1111 1111", "card"),
    ],
)
def test_the_quick_look_lets_nothing_private_pass(text, kind):
    cleaner = Cleaner()

    cleaned = cleaner.clean(f"See {text} there")

    assert kind in cleaner.kinds
    assert text not in cleaned


def test_a_value_on_the_edge_of_a_cut_is_not_kept_in_half():
    cleaned = Cleaner().clean("a " * 10 + MAIL, limit=24)

    assert "hong" not in cleaned
    assert len(cleaned) <= 24


def test_most_texts_are_told_by_one_quick_look():
    assert not is_suspect("Lists the keys of a session, its tokens and secrets, as passwords are no keys")
