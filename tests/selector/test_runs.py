"""A question becomes a run that says what was decided, on which revision, and why."""

import json

import pytest

from selector import queries
from selector.models import AuditEvent, Revision, SelectorRun, StageRecord
from selector.services import Actor, RuleBroken, StaleWrite, confirm_import, mark_expected_target, start_run

from .factories import a_collection, a_document, a_live_collection, a_run, an_actor, an_import, operation

pytestmark = pytest.mark.django_db


def stage(page, name):
    return next(cell for cell in page.stages if cell.stage == name)


def test_a_run_names_its_revision_and_has_a_record_for_each_stage():
    run = a_run()

    page = queries.run_page(run.pk)

    assert (page.revision_number, page.is_head_revision, page.status) == (2, True, "succeeded")
    assert [cell.stage for cell in page.stages] == ["retrieve", "llm_intent", "select", "plan", "auth", "execute"]
    assert [cell.status for cell in page.stages[3:]] == ["not_reached"] * 3
    assert page.decision.final.name == run.selected_target == "getOrder"


def test_contributions_of_every_row_add_up_to_its_score():
    page = queries.run_page(a_run().pk)

    assert page.candidates
    for row in page.candidates:
        assert sum(cell.value for cell in row.cells) == pytest.approx(row.score, abs=1e-6)
        assert [cell.signal for cell in row.cells] == list(page.signals)
        assert all(0.0 <= cell.bar <= 1.0 for cell in row.cells)


def test_an_empty_collection_fails_at_retrieve():
    page = queries.run_page(a_run(a_collection()).pk)

    assert (page.status, page.failed_stage, page.failed_reason) == ("failed", "retrieve", "no_candidates")
    assert stage(page, "retrieve").is_first_failure
    assert [badge.kind for badge in page.decision.badges] == ["none"]
    assert page.next_checks[0].code == "no_candidates"


def test_an_agreed_target_wears_the_badge_agreed():
    page = queries.run_page(a_run(llm_target="getOrder").pk)

    assert page.decision.badges[0].kind == "agreed"
    assert stage(page, "llm_intent").status == "ok"


def test_an_unknown_llm_target_is_reported_and_never_selected():
    page = queries.run_page(a_run(llm_target="callMoon").pk)

    assert "llm_target_not_in_candidates" in page.decision.reason_codes
    assert (page.decision.llm.name, page.decision.llm.is_known) == ("callMoon", False)
    assert page.decision.final.name == "getOrder"


def test_an_expected_target_below_top_k_has_its_rank_in_the_whole_index():
    page = queries.run_page(a_run(query="주문 상세 보여줘", expected_target="deleteOrder", top_k=1).pk)

    assert (page.status, page.failed_reason) == ("failed", "not_retrieved")
    assert not page.expected.retrieved
    assert page.expected.rank > 1
    assert "below_top_k" in page.expected.missed
    assert page.next_checks[0].code == "not_retrieved"


def test_an_expected_target_that_was_missed_says_which_signals_gave_it_nothing():
    page = queries.run_page(a_run(query="주문 상세 보여줘", expected_target="deleteOrder", top_k=1).pk)

    assert "canonical_action" in page.expected.missing_signals
    assert "primary_resource" not in page.expected.missing_signals
    assert "deprecated" not in page.expected.missing_signals


def test_a_newer_engine_gives_the_collection_a_revision_of_its_own(monkeypatch):
    collection = a_live_collection()
    for module in ("selector.services.runs", "selector.services.revisions"):
        monkeypatch.setattr(f"{module}.ENGINE_VERSION", "next")

    page = queries.run_page(a_run(collection).pk)

    assert (page.revision_number, page.is_head_revision) == (3, True)
    assert Revision.objects.get(number=3).cause == "engine.upgrade"


def test_an_expected_target_that_the_collection_lacks_is_said_to_be_missing():
    page = queries.run_page(a_run(expected_target="callMoon").pk)

    assert (page.expected.retrieved, page.expected.rank) == (False, None)
    assert page.expected.missed == ("not_in_collection",)
    assert page.next_checks[0].code == "not_in_collection"


def test_run_names_the_private_values_of_query_and_entities():
    run = a_run(query="010-1234-5678 주문 상세", entities={"mail": "kim@example.com"})

    assert run.scrub_kinds == ["email", "phone"]


def test_personal_data_is_stored_nowhere():
    secret = "kim.minsu@example.com"
    run = a_run(query=f"주문 상세 {secret} 010-1234-5678", entities={"email": secret, "note": f"ask {secret}"})

    stored = [run.query, json.dumps(run.entities), run.search_text, *run.bigrams]
    stored += [json.dumps(record.detail, ensure_ascii=False) for record in StageRecord.objects.all()]
    stored += [json.dumps([event.after, event.before], ensure_ascii=False) for event in AuditEvent.objects.all()]

    assert run.scrub_kinds
    for text in stored:
        for part in (secret, "minsu", "5678"):
            assert part not in text


@pytest.mark.parametrize(
    ("reason", "fields"),
    [
        ("query_missing", {"query": "  "}),
        ("query_too_long", {"query": "x" * 4001}),
        ("top_k_out_of_range", {"top_k": 0}),
        ("top_k_out_of_range", {"top_k": 51}),
        ("tool_name_too_long", {"llm_target": "x" * 341}),
        ("entities_too_large", {"entities": {"a": "x" * 20_000}}),
        ("key_too_long", {"idempotency_key": "k" * 129}),
    ],
)
def test_a_question_out_of_bounds_is_refused(reason, fields):
    collection = a_live_collection()

    with pytest.raises(RuleBroken) as caught:
        a_run(collection, **fields)

    assert caught.value.reason == reason
    assert not SelectorRun.objects.exists()


def test_the_same_key_gives_the_same_run_and_another_person_may_use_it():
    collection, kim, lee = a_live_collection(), an_actor(), an_actor()

    first = a_run(collection, actor=kim, idempotency_key="k1")
    again = a_run(collection, actor=kim, idempotency_key="k1", query="something else")
    other = a_run(collection, actor=lee, idempotency_key="k1")

    assert (again.pk, again.query) == (first.pk, first.query)
    assert other.pk != first.pk


def test_marking_the_expected_target_judges_the_stages_and_leaves_the_decision():
    run = a_run(llm_target="getOrder")
    before = queries.run_page(run.pk)

    mark_expected_target(actor=an_actor(), run_id=run.pk, target="listOrders", version=run.version)

    after = queries.run_page(run.pk)
    assert (after.status, after.failed_reason) == ("failed", "selector_mismatch")
    assert (after.decision, after.version) == (before.decision, 2)
    assert after.expected.name == "listOrders"
    assert after.expected.retrieved
    assert [row.name for row in after.candidates if row.is_expected] == ["listOrders"]


def test_a_mark_can_be_taken_back():
    run = a_run(expected_target="listOrders")

    mark_expected_target(actor=an_actor(), run_id=run.pk, target="", version=run.version)

    page = queries.run_page(run.pk)
    assert (page.expected, page.status) == (None, "succeeded")
    assert "mark_expected" in [check.code for check in page.next_checks]


def test_two_people_cannot_mark_over_each_other():
    run = a_run()
    mark_expected_target(actor=an_actor(username="kim"), run_id=run.pk, target="listOrders", version=1)

    with pytest.raises(StaleWrite) as caught:
        mark_expected_target(actor=an_actor(), run_id=run.pk, target="getOrder", version=1)

    current = caught.value.current
    assert (current.changed_by, current.values["expected_target"], current.version) == ("kim", "listOrders", 2)


def test_marking_after_the_collection_changed_says_that_the_rank_is_unknown():
    collection = a_live_collection()
    run = a_run(collection, top_k=1)
    record = an_import(collection, a_document({"/x": {"get": operation("getX")}}))
    confirm_import(actor=Actor.for_command(), import_id=record.pk, version=record.version)

    mark_expected_target(actor=an_actor(), run_id=run.pk, target="deleteOrder", version=1)

    page = queries.run_page(run.pk)
    assert (page.expected.rank, page.expected.missed, page.is_head_revision) == (None, ("collection_changed",), False)


def test_a_run_page_is_the_same_after_the_collection_changed():
    collection = a_live_collection()
    run = a_run(collection)
    before = queries.run_page(run.pk)
    record = an_import(collection, a_document({"/x": {"get": operation("getX")}}))

    confirm_import(actor=Actor.for_command(), import_id=record.pk, version=record.version)

    assert queries.run_page(run.pk).candidates == before.candidates


def test_a_run_and_its_mark_are_in_the_audit():
    actor = an_actor()
    run = a_run(actor=actor)
    mark_expected_target(actor=actor, run_id=run.pk, target="listOrders", version=1, reason="I asked for a list")

    events = AuditEvent.objects.filter(object_type="selectorrun", object_id=str(run.pk)).order_by("id")

    assert [(event.action, event.actor_name) for event in events] == [
        ("run.start", actor.name),
        ("run.expect", actor.name),
    ]
    assert events.last().reason == "I asked for a list"


def test_a_run_page_takes_two_queries(django_assert_num_queries):
    run = a_run(llm_target="listOrders", expected_target="deleteOrder")

    with django_assert_num_queries(2):
        queries.run_page(run.pk)


def test_a_warm_collection_is_asked_without_building_its_graph_again(django_assert_max_num_queries):
    collection = a_live_collection()
    a_run(collection)

    # The head, then savepoint, run, stages, tools, audit and release.
    with django_assert_max_num_queries(7) as asked:
        start_run(actor=Actor.for_command(), collection=collection, query="주문 목록")

    assert not [query for query in asked.captured_queries if "artifact" in query["sql"]]
