"""Imports through the browser's forms: upload, progress, dry run, decision, what went wrong, two people at once."""

import csv
import io
import json
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from selector.models import Import, Job, SourceVersion
from selector.services import confirm_import, drop_import
from tests.selector.factories import a_collection, a_document, a_live_collection, an_actor, an_import, operation


def upload(client, document: bytes, slug: str = "orders", name: str = "orders.json", **headers):
    form = {"document": SimpleUploadedFile(name, document), "source_name": "main"}
    return client.post(f"/collections/{slug}/import", form, headers=headers)


def counts(html: str) -> dict[str, int]:
    return {kind: int(count) for kind, count in re.findall(r'data-count="(\w+)"><strong>(\d+)', html)}


def decide(client, record: Import, what: str = "confirm", version: int | None = None):
    return client.post(f"/imports/{record.pk}/{what}", {"version": version or record.version})


def test_upload_leads_to_a_page_that_shows_progress_and_refreshes_by_itself(db, client_as):
    a_collection()
    client = client_as()

    response = upload(client, a_document())

    html = client.get(response["Location"]).content.decode()
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in html
    assert 'hx-trigger="every 1s"' in html
    assert "<progress" in html


def test_polling_ends_by_itself_when_the_document_is_read(db, client_as):
    record = an_import(a_collection())

    fragment = client_as().get(f"/imports/{record.pk}", headers={"HX-Request": "true"}).content.decode()

    assert 'id="import-state" data-state="ready"' in fragment
    assert "hx-trigger" not in fragment


def test_nothing_is_live_before_it_is_confirmed(db, client_as):
    record = an_import(a_collection())
    client = client_as()

    before = client.get("/collections/orders").content.decode()
    decide(client, record)
    after = client.get("/collections/orders").content.decode()

    assert "This collection has no tools yet." in before
    assert len(re.findall(r'<tr class="tool-table__row"', after)) == 4


def test_dry_run_counts_what_would_change(world, client_as):
    # Of four live tools two paths are gone and a POST became unreadable; one summary changed.
    html = client_as().get(f"/imports/{world.waiting.pk}").content.decode()

    assert counts(html) == {"added": 0, "changed": 1, "removed": 3, "invalid": 1, "unchanged": 0}
    assert "/paths/~1orders/post" in html


def test_dropped_import_changes_nothing(world, client_as):
    client = client_as()

    decide(client, world.waiting, "drop")

    world.waiting.refresh_from_db()
    assert world.waiting.state == "dropped"
    assert SourceVersion.objects.filter(state="live").count() == 1


def test_same_document_again_says_that_nothing_changes(db, client_as):
    a_live_collection()
    client = client_as()

    html = client.get(upload(client, a_document())["Location"]).content.decode()

    assert "This document changes nothing." in html


def test_unreadable_document_says_what_and_what_to_do(db, client_as):
    record = an_import(a_collection(), b"<!doctype html><html><body>Sign in</body></html>")

    html = client_as(language="ko").get(f"/imports/{record.pk}").content.decode()

    assert "API 문서가 아니라 웹 페이지입니다." in html
    assert "로그인한 상태에서 다시 내려받으십시오." in html


@pytest.mark.parametrize("state", ["queued", "running", "cancelling"])
def test_each_state_of_a_job_is_said_in_words(db, client_as, state: str):
    a_collection()
    client = client_as()
    location = upload(client, a_document())["Location"]
    Job.objects.update(state=state, heartbeat_at=None if state == "queued" else timezone.now())

    html = client.get(location).content.decode()

    assert {"queued": "Waiting for a worker", "running": "Running", "cancelling": "Being cancelled"}[state] in html


def test_waiting_job_can_be_cancelled(db, client_as):
    a_collection()
    client = client_as()
    location = upload(client, a_document())["Location"]

    back = client.post(f"/jobs/{Job.objects.get().pk}/cancel", {"next": location}, follow=True)

    assert Job.objects.get().state == "cancelled"
    assert "The reading was cancelled." in back.content.decode()


@pytest.mark.parametrize(
    ("document", "error"), [(b"", "The file is empty."), (None, "Choose a file.")], ids=["empty", "missing"]
)
def test_missing_document_is_refused_at_its_field(db, client_as, document, error: str):
    a_collection()
    form = {} if document is None else {"document": SimpleUploadedFile("x.json", document)}

    response = client_as().post("/collections/orders/import", form)

    assert response.status_code == 422
    assert error in response.content.decode()


def test_document_above_the_limit_is_413_in_the_form(db, client_as, settings):
    settings.DOCUMENT_MAX_BYTES = 100
    a_collection()

    response = upload(client_as(), a_document(), **{"HX-Request": "true"})

    assert response.status_code == 413
    assert 'id="import-form"' in response.content.decode()
    assert "The file is too large." in response.content.decode()


def test_refusal_of_the_service_stands_at_its_field_in_the_readers_language(db, client_as):
    a_live_collection()
    form = {"document": SimpleUploadedFile("x.json", a_document()), "source_name": "main", "namespace": "other"}

    response = client_as(language="ko").post("/collections/orders/import", form)

    assert response.status_code == 422
    assert "이 소스의 네임스페이스는 다르며" in response.content.decode()


@pytest.mark.parametrize(("first", "second"), [(confirm_import, "drop"), (drop_import, "confirm")])
def test_two_at_once_second_sees_who_decided(world, client_as, first, second: str):
    version = world.waiting.version
    first(actor=an_actor(username="faster"), import_id=world.waiting.pk, version=version)

    response = decide(client_as(), world.waiting, second, version=version)

    assert response.status_code == 409
    assert "Changed by faster" in response.content.decode()


def test_live_version_that_moved_offers_to_compare_again(world, client_as):
    other = an_import(world.collection, a_document({"/new": {"get": operation("getNew")}}))
    client = client_as()
    decide(client, other)

    html = client.get(f"/imports/{world.waiting.pk}").content.decode()

    assert "The live version has moved since this was compared." in html
    assert 'id="import-reread"' in html
    assert 'id="import-confirm"' not in html


def test_errors_can_be_taken_away_as_csv_and_json(world, client_as):
    client = client_as()

    table = client.get(f"/imports/{world.waiting.pk}/errors.csv").content.decode("utf-8-sig")
    data = json.loads(client.get(f"/imports/{world.waiting.pk}/errors.json").content)

    rows = list(csv.DictReader(io.StringIO(table)))
    assert [row["pointer"] for row in rows] == ["/paths/~1orders/post"]
    assert [row["pointer"] for row in data["errors"]] == ["/paths/~1orders/post"]


def test_cells_that_a_spreadsheet_would_run_are_made_harmless(db, client_as):
    record = an_import(a_collection(), a_document())
    record.diff = record.diff | {
        "invalid": [{"pointer": "=1+1", "reason": "bad_operation", "message": "@x", "line": 3}]
    }
    record.save()

    table = client_as().get(f"/imports/{record.pk}/errors.csv").content.decode("utf-8-sig")

    assert table.splitlines()[1] == "'=1+1,3,bad_operation,'@x"


def test_viewer_sees_the_dry_run_without_its_buttons(world, client_as):
    html = client_as("viewer").get(f"/imports/{world.waiting.pk}").content.decode()

    assert "What would change" in html
    assert "import-confirm" not in html
    assert "Someone with the role engineer decides" in unescape(html)


def test_import_page_asks_the_database_little(world, client_as, django_assert_max_num_queries):
    client = client_as()
    client.get("/runs")

    with django_assert_max_num_queries(6):
        client.get(f"/imports/{world.waiting.pk}")


def test_import_stands_in_the_area_of_collections(world, client_as):
    html = client_as(language="en").get(f"/imports/{world.waiting.pk}").content.decode()

    assert '<a href="/collections" aria-current="true">Collections</a>' in html
