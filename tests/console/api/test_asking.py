"""Retrieve, select and runs through the API: the engine's own answers, one run for one key, marks with a version."""

import pytest

from selector.models import AuditEvent, SelectorRun
from selector.queries import run_page
from tests.console.api.conftest import Caller, as_role, problem_of, with_token
from tests.selector.factories import a_collection, a_live_collection, a_run


def test_retrieve_ranks_and_stores_nothing(orders, program):
    plain = program.post("collections/orders/retrieve", {"query": "주문 상세", "top_k": 2})
    whole = program.post("collections/orders/retrieve", {"query": "주문 상세", "top_k": 2, "include_evidence": True})

    rows = whole.json()["results"]
    assert [row["name"] for row in plain.json()["results"]] == [row["name"] for row in rows]
    assert (rows[0]["rank"], rows[0]["name"], rows[0]["canonical_action"]) == (1, "getOrder", "read")
    assert sum(rows[0]["score_breakdown"].values()) == pytest.approx(rows[0]["score"], abs=1e-9)
    assert "score_breakdown" not in plain.json()["results"][0]
    assert plain["X-Collection-Revision"] == f"{orders.head.number}/{orders.head.digest}"
    assert SelectorRun.objects.count() == 0


def test_select_decides_as_a_run_does_and_stores_nothing(orders, program):
    body = program.post("collections/orders/select", {"query": "주문 상세 보여줘", "llm_target": "listOrders"}).json()

    count = SelectorRun.objects.count()
    decision = run_page(a_run(orders, llm_target="listOrders").pk).decision
    assert count == 0
    assert (body["selected_target"], body["overrode_llm"]) == (decision.final.name, decision.badges[0].kind != "kept")
    assert body["reason_codes"] == list(decision.reason_codes)
    assert body["confidence"] == pytest.approx(decision.confidence, abs=1e-9)
    assert body["revision"] == {"number": orders.head.number, "digest": orders.head.digest}


@pytest.mark.parametrize(
    ("candidates", "selected", "unknown"),
    [
        (["listOrders", "deleteOrder"], "listOrders", []),
        (["deleteOrder"], "deleteOrder", []),
        (["nothing", "getOrder", "getOrder"], "getOrder", ["nothing"]),
        (["nothing"], "", ["nothing"]),
        ([], "", []),
        (None, "getOrder", []),
    ],
)
def test_select_compares_the_candidates_that_are_given(orders, program, candidates, selected, unknown):
    body = program.post("collections/orders/select", {"query": "주문 상세", "candidates": candidates}).json()

    assert (body["selected_target"], body["unknown_candidates"]) == (selected, unknown)
    assert sorted(row["name"] for row in body["rank_signals"]) == sorted(set(candidates or ()) - set(unknown)) or (
        candidates is None
    )
    assert body["reason_codes"] == ["no_candidates"] or selected


def test_candidates_outside_of_the_first_ones_have_their_rank(orders, program):
    """Only one row is asked for; the other candidate is the second in the whole collection all the same."""
    given = {"query": "주문 상세", "top_k": 1, "candidates": ["getOrder", "listOrders"]}

    rows = program.post("collections/orders/select", given).json()["rank_signals"]

    assert {row["name"]: row["retrieval_rank"] for row in rows} == {"getOrder": 1, "listOrders": 2}


def test_a_run_is_made_once_for_a_key(orders, program):
    first = program.ask("k", llm_target="listOrders")
    second = program.ask("k", llm_target="listOrders")

    run = SelectorRun.objects.get()
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert first["Location"] == f"/api/v1/runs/{run.pk}"
    assert (run.origin, run.created_by, run.created_by_name) == ("api", None, "adapter")
    assert AuditEvent.objects.filter(action="run.start").count() == 1


@pytest.mark.parametrize(
    "changed",
    [
        {"query": "주문 상세 보여 줘요"},
        {"query": "010-1234-9999 주문 상세"},
        {"llm_target": "listOrders"},
        {"expected_target": "getOrder"},
        {"entities": {"orderNo": 2}},
        {"top_k": 3},
        {"adapter_request_id": "r-2"},
    ],
)
def test_the_same_key_with_another_body_is_refused(orders, program, changed):
    program.ask("k", query="010-1234-5678 주문 상세", entities={"orderNo": 1})

    body = problem_of(program.ask("k", **{"query": "010-1234-5678 주문 상세", "entities": {"orderNo": 1}, **changed}))

    assert (body["status"], body["reason"]) == (409, "key_reused")
    assert SelectorRun.objects.count() == 1


def test_the_digest_of_a_question_cannot_be_tried_out(orders, program, settings):
    program.ask("k", query="010-1234-5678 주문 상세")
    stored = SelectorRun.objects.get()

    settings.SECRET_KEY = "another key of another console"
    body = problem_of(program.ask("k", query="010-1234-5678 주문 상세"))

    assert body["reason"] == "key_reused"
    assert "1234" not in f"{stored.query} {stored.request_digest} {AuditEvent.objects.last().after}"


def test_keys_of_two_programs_and_of_a_person_do_not_meet(orders):
    callers = [with_token(name="one"), with_token(name="two"), as_role("engineer")]

    statuses = [caller.ask("same").status_code for caller in callers]

    assert statuses == [201, 201, 201]
    assert SelectorRun.objects.count() == 3


def test_a_run_is_read_as_its_page_shows_it(orders, program):
    run = a_run(orders, llm_target="listOrders", expected_target="getOrder", entities={"orderNo": "O-1"})

    response = program.get(f"runs/{run.pk}")

    body = response.json()
    assert body.pop("revision") == {"number": run.revision.number, "digest": run.revision.digest}
    assert body == run_page(run.pk).to_dict()
    assert response["X-Collection-Revision"] == f"{run.revision.number}/{run.revision.digest}"


def test_the_audit_names_the_program_and_the_request(orders, program):
    response = program.ask(adapter_request_id="adapter-77")

    event = AuditEvent.objects.get(action="run.start")
    assert (event.actor, event.actor_name, event.role, event.channel) == (None, "adapter", "adapter", "api")
    assert event.request_id == response["X-Request-ID"]
    assert response.json()["adapter_request_id"] == "adapter-77"


def listed(program: Caller, query: str = "") -> list[int]:
    return [row["id"] for row in program.get(f"runs?{query}").json()["results"]]


def test_runs_are_paged_by_cursors_there_and_back(orders, program, monkeypatch):
    monkeypatch.setattr("selector.queries.runs.PAGE_ROWS", 2)
    ids = [a_run(orders, query=f"주문 {number}").pk for number in range(5)][::-1]

    first = program.get("runs").json()
    second = program.get(f"runs?cursor={first['next']}").json()
    third = program.get(f"runs?cursor={second['next']}").json()
    back = program.get(f"runs?cursor={third['previous']}").json()

    pages = [[row["id"] for row in page["results"]] for page in (first, second, third, back)]
    assert pages == [ids[:2], ids[2:4], ids[4:], ids[2:4]]
    assert (first["previous"], third["next"]) == (None, None)
    assert first["results"][0]["revision"] == {"number": orders.head.number, "digest": orders.head.digest}


def test_runs_are_narrowed_by_every_filter(orders, program):
    other = a_live_collection("other")
    plain = a_run(other, query="list everything")
    over = a_run(orders, llm_target="listOrders", adapter_request_id="r-9")
    failed = a_run(orders, query="zzz qqq")
    both = a_run(orders, query="order", expected_target="nothing")

    cases = {
        "collection=other": [plain.pk],
        "status=failed&failed_stage=retrieve&text=zzz": [failed.pk],
        "overridden=true": [over.pk],
        "adapter_request_id=r-9": [over.pk],
        "text=everything": [plain.pk],
        "since=2999-01-01": [],
        "until=2001-01-01T00:00:00Z": [],
        "since=2001-01-01T00:00:00%2B09:00&collection=other": [plain.pk],
    }
    assert over.overrode_llm
    assert both.failed_stage == "retrieve"
    assert {query: listed(program, query) for query in cases} == cases
    assert set(listed(program, "ambiguous=true")) == {run.pk for run in (plain, over, failed, both) if run.ambiguous}


@pytest.mark.parametrize(
    "parameter",
    ["status=fine", "failed_stage=learn", "overridden=maybe", "since=yesterday", "unknown=1", "cursor=x", "limit=5"],
)
def test_a_filter_that_does_not_fit_is_named(orders, program, parameter):
    body = problem_of(program.get(f"runs?{parameter}"))

    assert (body["status"], list(body["evidence"]["fields"])) == (422, [parameter.partition("=")[0]])


def test_a_mark_needs_the_version_and_a_stale_one_gets_the_present_state(orders, program):
    run = a_run(orders)
    marked = program.post(f"runs/{run.pk}/expected", {"target": "getOrder", "version": 1})

    body = problem_of(program.post(f"runs/{run.pk}/expected", {"target": "listOrders", "version": 1}))

    assert (marked.status_code, marked.json()["expected"]["name"], marked.json()["version"]) == (200, "getOrder", 2)
    assert (body["status"], body["reason"]) == (409, "stale")
    current = body["evidence"]["current"]
    assert (current["version"], current["changed_by"], current["values"]["expected_target"]) == (
        2,
        "adapter",
        "getOrder",
    )


def test_a_mark_can_be_taken_back(orders, program):
    run = a_run(orders, expected_target="listOrders")

    body = program.post(f"runs/{run.pk}/expected", {"target": "", "version": 1}).json()

    assert (body["expected"], body["status"]) == (None, "succeeded")


def test_a_token_of_one_collection_meets_no_run_of_another(orders):
    other = a_run(a_live_collection("other"))
    mine = a_run(orders)
    only = with_token(name="only", collection=orders)

    assert listed(only) == [mine.pk]
    assert only.get(f"runs/{mine.pk}").status_code == 200
    for response in (
        only.get(f"runs/{other.pk}"),
        only.post(f"runs/{other.pk}/expected", {"target": "getOrder", "version": 1}),
    ):
        assert problem_of(response)["reason"] == "run_unknown"
    assert problem_of(only.ask(collection="other"))["reason"] == "collection_unknown"
    assert problem_of(only.post("collections/other/select", {"query": "a"}))["reason"] == "collection_unknown"


@pytest.mark.parametrize("path", ["collections/bare/retrieve", "collections/bare/select", "runs"])
def test_a_collection_without_a_live_version_says_so(program, path):
    a_collection("bare")
    given = {"query": "order"} | ({"collection": "bare"} if path == "runs" else {})

    body = problem_of(program.post(path, given, **{"Idempotency-Key": "k"}))

    assert (body["status"], body["reason"], body["stage"]) == (409, "collection_empty", "retrieve")
    assert "bare" in body["detail"]
    assert SelectorRun.objects.count() == 0
