"""The demo's data: complete, decided by the engine, the same after a second time, and careful with what people did."""

from io import StringIO

import pytest
from django.core.management import call_command

from console.demo import people, seed
from console.demo.questions import QUESTIONS
from selector.models import AuditEvent, Collection, Import, SelectorRun, SourceVersion, User
from selector.services import Actor, confirm_import, set_password, start_import
from tests.selector.factories import a_document

DETAIL_QUERY = "회원 배송지 상세 정보를 조회해줘"


@pytest.fixture
def demo(db) -> seed.Seeded:
    return seed.seed_demo()


def the_run(key: str) -> SelectorRun:
    return SelectorRun.objects.get(idempotency_key=key)


def everything() -> dict[str, list]:
    return {model.__name__: list(model.objects.values()) for model in (User, Import, SelectorRun, AuditEvent)}


def test_seeding_makes_people_the_shop_and_a_run_for_each_question(demo: seed.Seeded):
    collection = Collection.objects.get(slug="demo-shop")
    live = SourceVersion.objects.get(source__collection=collection, state="live")

    assert (demo.people, demo.imports, demo.runs) == (4, 1, len(QUESTIONS))
    assert len(QUESTIONS) >= 25
    assert live.operation_count == 64
    assert set(SelectorRun.objects.values_list("origin", "collection")) == {("demo", collection.pk)}


def test_seeding_again_changes_nothing(demo: seed.Seeded):
    before = everything()

    again = seed.seed_demo()

    assert again == seed.Seeded(people=0, imports=0, runs=0)
    assert everything() == before


def test_command_prints_one_line_that_says_what_it_made(db):
    first, second = StringIO(), StringIO()

    call_command("seed_demo", stdout=first)
    call_command("seed_demo", stdout=second)

    assert first.getvalue() == f"demo-shop: 4 logins, 1 imports and {len(QUESTIONS)} runs made\n"
    assert second.getvalue() == "demo-shop: everything is there\n"


@pytest.mark.parametrize("person", people.DEMO_PEOPLE, ids=lambda person: person.username)
def test_printed_login_signs_in_with_its_role(demo: seed.Seeded, client, person: people.DemoPerson):
    answer = client.post("/sign-in", {"username": person.username, "password": person.password})

    user = User.objects.get(username=person.username)
    assert answer.status_code == 302
    assert (user.role, user.is_staff) == (person.username, person.username == "admin")


def test_detail_query_overrides_the_list_that_the_llm_chose(demo: seed.Seeded):
    run = the_run("demo-detail")

    assert (run.query, run.llm_target) == (DETAIL_QUERY, "getMemberDeliveryList")
    assert (run.selected_target, run.overrode_llm) == ("getMemberDeliveryDetail", True)
    assert "llm_target_overridden" in run.reason_codes


def test_weak_margin_keeps_what_the_llm_chose(demo: seed.Seeded):
    run = the_run("demo-summary")

    assert (run.query, run.selected_target) == ("주문 정보 조회", "getOrderSummary")
    assert (run.overrode_llm, run.ambiguous) == (False, True)


def test_unknown_llm_target_is_named_and_never_selected(demo: seed.Seeded):
    run = the_run("demo-unknown")

    assert run.selected_target != "listSecrets"
    assert "llm_target_not_in_candidates" in run.reason_codes


@pytest.mark.parametrize(
    ("key", "reason"),
    [("demo-papers", "not_retrieved"), ("demo-weather", "no_candidates"), ("demo-forecast", "no_candidates")],
)
def test_demo_shows_how_retrieval_fails(demo: seed.Seeded, key: str, reason: str):
    run = the_run(key)

    assert (run.status, run.failed_stage, run.failed_reason) == ("failed", "retrieve", reason)


def test_demo_shows_that_private_values_are_not_kept(demo: seed.Seeded):
    run = the_run("demo-phone")

    assert "010-1234-5678" not in run.query
    assert run.scrub_kinds == ["phone"]


def test_operator_marks_what_was_right_after_the_run(demo: seed.Seeded):
    marks = dict(SelectorRun.objects.exclude(expected_by_name="").values_list("idempotency_key", "expected_by_name"))

    assert marks["demo-general"] == "operator"
    assert marks["demo-detail"] == "engineer"


def test_document_that_people_put_in_its_place_stays(demo: seed.Seeded):
    collection = Collection.objects.get(slug="demo-shop")
    command = Actor.for_command()
    record = start_import(actor=command, collection=collection, document=a_document(), source_name="shop", run_now=True)
    confirm_import(actor=command, import_id=record.pk, version=record.version)

    again = seed.seed_demo()

    assert again.imports == 0
    assert SourceVersion.objects.get(source__collection=collection, state="live").title == "Orders"


def test_document_that_an_older_engine_read_is_read_again(demo: seed.Seeded):
    SourceVersion.objects.filter(state="live").update(engine_version="0" * 12)

    again = seed.seed_demo()

    assert (again.imports, again.runs) == (1, 0)


def test_password_that_a_person_changed_stays(demo: seed.Seeded):
    viewer = User.objects.get(username="viewer")
    set_password(actor=Actor.for_command(), user=viewer, password="my own words")

    seed.seed_demo()

    viewer.refresh_from_db()
    assert viewer.check_password("my own words")
