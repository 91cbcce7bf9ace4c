"""What is measured, on small collections made by hand: judging, causes of misses, samples, answers, the commands."""

import json

import pytest

from evidence import __main__ as command
from evidence.actions import SAMPLE, SIZE, agreement, quotas
from evidence.answers import answering_operations
from evidence.causes import causes_of
from evidence.data import OPERATIONS
from evidence.fixtures import cases_of
from evidence.judging import best_wrong, judge
from evidence.public import sample
from evidence.results import render
from selector.engine import ToolGraph, read_openapi

PATHS = {
    "/orders": {"get": {"operationId": "listOrders", "summary": "List orders"}},
    "/orders/{id}": {
        "get": {"operationId": "getOrder", "summary": "Get one order"},
        "delete": {"operationId": "deleteOrder", "summary": "Delete an order"},
    },
    "/stores": {"get": {"operationId": "listStores", "summary": "List stores"}},
}


@pytest.fixture(scope="module")
def graph() -> ToolGraph:
    return read_openapi({"openapi": "3.0.3", "info": {"title": "Shop"}, "paths": PATHS})


def test_judging_tries_no_llm_target_the_right_one_and_the_best_wrong_one(graph: ToolGraph):
    judged = judge(graph, "delete the order", "deleteOrder", {"deleteOrder"})

    assert (judged.rank, judged.first_is_right) == (1, True)
    targets = [judged.without_llm.llm_target, judged.right_llm.llm_target, judged.wrong_llm.llm_target]
    assert targets == ["", "deleteOrder", judged.names[1]]


@pytest.mark.parametrize(
    ("ranked", "right", "wrong"),
    [(["a", "b"], {"a"}, "b"), (["b", "a"], {"a"}, "b"), (["a"], {"a"}, "b"), ([], {"a", "b"}, "c")],
)
def test_wrong_target_is_the_best_ranked_wrong_candidate(ranked: list[str], right: set[str], wrong: str):
    assert best_wrong(ranked, ["c", "b", "a"], right) == wrong


@pytest.mark.parametrize(
    ("right", "sibling", "causes"),
    [
        ("listStores", "deleteOrder", {"not_met", "sibling_above"}),
        ("getOrder", "listStores", {"wrong_action", "wrong_shape"}),
        ("listOrders", "deleteOrder", {"wrong_action", "wrong_shape", "sibling_above"}),
    ],
)
def test_causes_compare_the_first_row_with_the_right_one(graph: ToolGraph, right: str, sibling: str, causes: set[str]):
    assert set(causes_of(graph, "delete the order", {right}, sibling)) == causes


def test_sample_gives_each_document_its_quota():
    given = quotas({"large": 300, "middle": 90, "small": 10})

    # 4 each, and 88 by share: 66, 19.8 and 2.2, the one left over to the largest remainder.
    assert given == {"large": 70, "middle": 24, "small": 6}
    assert sum(quotas(OPERATIONS).values()) == SIZE


def test_judged_sample_is_complete_and_names_no_action_twice():
    rows = json.loads(SAMPLE.read_text(encoding="utf-8"))["operations"]

    by_document = {name: sum(row["document"] == name for row in rows) for name in OPERATIONS}
    assert by_document == quotas(OPERATIONS)
    assert all(row["action"] not in row.get("also", ()) for row in rows)


def test_agreement_counts_defensible_readings_and_says_how_many_are_exact():
    rows = [
        {"document": "d", "operation": "a", "action": "read"},
        {"document": "d", "operation": "b", "action": "action", "also": ["create"]},
        {"document": "d", "operation": "c", "action": "update"},
        {"document": "d", "operation": "e", "action": "delete"},
    ]

    found = agreement(rows, {"d": {"a": "read", "b": "create", "c": "read", "e": "delete"}})

    assert (found["agreed"], found["agreed_exactly"], found["meets"]) == (0.75, 0.5, False)
    assert found["disagreements"] == [{"document": "d", "operation": "c", "judged": "update", "read": "read"}]


@pytest.mark.parametrize(
    ("responses", "found"),
    [
        ({"200": {"schema": {"$ref": "#/definitions/Pet"}}}, True),
        ({"200": {"content": {"application/hal+json": {"schema": {"items": {"$ref": "#/definitions/Pet"}}}}}}, True),
        ({"200": {"content": {"application/json": {"schema": {"type": "object"}}}}}, False),
        ({"200": {"schema": {"$ref": "#/definitions/Loop"}}}, False),
        ({"200": {"content": {"text/plain": {"schema": {"properties": {"id": {}}}}}}}, None),
        ({"404": {"schema": {"properties": {"id": {}}}}}, None),
    ],
)
def test_answers_are_found_without_the_engine(responses: dict, found: bool | None):
    definitions = {"Pet": {"properties": {"id": {}}}, "Loop": {"allOf": [{"$ref": "#/definitions/Loop"}]}}
    document = {"paths": {"/pets": {"get": {"responses": responses}}}, "definitions": definitions}

    assert answering_operations(document) == ({} if found is None else {"/paths/~1pets/get": found})


@pytest.mark.parametrize(("figure", "cases"), [(0.565, 13), (1.0, 23), (1, 1), (22, 22)])
def test_peer_figures_are_shares_or_counts(figure: float, cases: int):
    assert cases_of(figure, 23) == cases


def test_drawn_queries_depend_on_their_numbers_only():
    first, again = sample(list("abcdefgh"), 3), sample(list("ABCDEFGH"), 3)

    assert [letter.upper() for letter in first] == again
    assert len(set(first)) == 3


def test_written_result_is_json_again():
    value = {"a": {"long": ["x" * 60, "y" * 60]}, "b": [], "c": {"d": {"e": {"f": 1}}}}

    assert json.loads(render(value)) == value


def test_without_the_data_nothing_is_made_and_the_setting_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("EVIDENCE_DATA", str(tmp_path))

    code = command.main(["make"])

    assert code == 2
    assert "EVIDENCE_DATA" in capsys.readouterr().err


def test_an_unknown_part_is_refused_with_the_known_ones(capsys):
    code = command.main(["make", "everything"])

    assert code == 2
    assert "retrieval" in capsys.readouterr().err
