"""Imports through the browser's forms: upload, progress, dry run, decision, what went wrong, two people at once."""

import csv
import io
import json
import re
import zipfile
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from selector.models import Import, Job, SourceVersion
from selector.services import confirm_import, drop_import, read_import
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
    ("document", "error"),
    [(b"", "The file is empty."), (None, "Choose a file, or give an address.")],
    ids=["empty", "missing"],
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
    assert [(row["kind"], row["pointer"], row["line"]) for row in rows] == [("skipped", "/paths/~1orders/post", "1")]
    assert [row["pointer"] for row in data["errors"]] == ["/paths/~1orders/post"]


def test_cells_that_a_spreadsheet_would_run_are_made_harmless(db, client_as):
    record = an_import(a_collection(), a_document())
    record.problems = {"skipped": [{"pointer": "=1+1", "reason": "bad_operation", "message": "@x", "line": 3}]}
    record.save()

    table = client_as().get(f"/imports/{record.pk}/errors.csv").content.decode("utf-8-sig")

    assert table.splitlines()[1] == "skipped,'=1+1,3,bad_operation,'@x"


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


def files(**named: bytes) -> list[SimpleUploadedFile]:
    return [SimpleUploadedFile(name.replace("__", "."), raw) for name, raw in named.items()]


SPLIT = b"openapi: 3.0.3\npaths:\n  /pets: {$ref: 'pets.yaml'}\n"
PETS = b"get: {operationId: listPets}\n"


def test_several_files_are_one_document(db, client_as):
    a_collection()

    client_as().post("/collections/orders/import", {"document": files(openapi__yaml=SPLIT, pets__yaml=PETS)})

    record = read_import(Import.objects.get().pk)
    assert (record.origin, record.root_file, record.state) == ("files", "openapi.yaml", "ready")
    assert record.diff["added"] == ["listPets"]


def test_a_folder_keeps_the_paths_that_the_page_wrote_down(db, client_as):
    a_collection()
    root = SPLIT.replace(b"pets.yaml", b"../paths/pets.yaml")
    form = {
        "folder": files(openapi__yaml=root, pets__yaml=PETS, readme__md=b"#"),
        "paths": json.dumps(["shop/api/openapi.yaml", "shop/paths/pets.yaml", "shop/readme.md"]),
    }

    client_as().post("/collections/orders/import", form)

    record = read_import(Import.objects.get().pk)
    assert (record.file_name, record.root_file) == ("shop", "shop/api/openapi.yaml")
    assert record.diff["added"] == ["listPets"]


@pytest.mark.parametrize("paths", ['["../../etc/a.yaml", "b.yaml"]', '["/a.yaml", "b.yaml"]'])
def test_a_folder_whose_paths_lead_out_of_it_is_refused(db, client_as, paths: str):
    a_collection()
    form = {"folder": files(a__yaml=SPLIT, b__yaml=PETS), "paths": paths}

    response = client_as(language="en").post("/collections/orders/import", form)

    assert response.status_code == 422
    assert "a name that leads out of it" in response.content.decode()


def test_several_main_files_are_listed_and_one_can_be_named(db, client_as):
    a_collection()
    client = client_as()
    form = {"document": files(a__yaml=SPLIT, b__yaml=SPLIT, pets__yaml=PETS)}

    refused = client.post("/collections/orders/import", form)
    for file in form["document"]:
        file.seek(0)
    client.post("/collections/orders/import", {**form, "root_file": "b.yaml"})

    html = refused.content.decode()
    assert refused.status_code == 422
    assert '<option value="a.yaml">' in html
    assert 'hx-preserve="true"' in html
    assert Import.objects.get().root_file == "b.yaml"


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/latest/",
        "http://127.0.0.1:8000/x",
        "http://[::1]/x",
        "http://localhost/x",
        "http://2130706433/x",
        "ftp://api.example.com/x",
        "https://kim:secret@api.example.com/x",
        "https://api.example.com:8443/x",
        "nonsense",
    ],
)
def test_an_address_that_may_not_be_fetched_is_refused_at_its_field(db, client_as, url: str):
    a_collection()

    response = client_as().post("/collections/orders/import", {"url": url})

    html = response.content.decode()
    assert response.status_code == 422
    assert re.search(r'<input[^>]*name="url"[^>]*aria-invalid="true"', html)
    assert not Import.objects.exists()


def test_a_file_and_an_address_together_are_refused(db, client_as):
    a_collection()
    form = {"document": files(a__json=a_document()), "url": "https://api.example.com/x"}

    response = client_as(language="en").post("/collections/orders/import", form)

    assert response.status_code == 422
    assert "Give either files, or a folder, or an address." in response.content.decode()


def test_import_page_of_an_address_never_shows_its_query(db, client_as):
    a_collection()
    client = client_as()

    html = client.get(
        client.post("/collections/orders/import", {"url": "https://api.example.com/v1.json?token=abc123"})["Location"]
    ).content.decode()

    assert "https://api.example.com/v1.json" in html
    assert "abc123" not in html


def test_private_values_that_were_removed_are_counted_on_the_page(db, client_as):
    paths = {"/x": {"get": operation("getX", "Mail kim@corp.example or lee@corp.example")}}
    record = an_import(a_collection(), a_document(paths))

    html = client_as(language="en").get(f"/imports/{record.pk}").content.decode()

    assert 'id="import-scrubbed"' in html
    assert "kim@corp.example" not in html


def test_warnings_stand_on_the_page_and_in_the_downloads_with_their_lines(db, client_as):
    paths = {"/x/{id}": {"get": operation("getX")}}
    record = an_import(a_collection(), json.dumps(json.loads(a_document(paths)), indent=1).encode())
    client = client_as(language="en")

    html = client.get(f"/imports/{record.pk}").content.decode()
    data = json.loads(client.get(f"/imports/{record.pk}/errors.json").content)

    # Line 9 of the indented document says "get".
    assert [(row["reason"], row["line"]) for row in data["warnings"]] == [("undeclared_path_parameter", 9)]
    assert "A parameter of the path is not declared." in html


def test_downloads_hold_every_problem_where_the_page_shows_the_first_ones(db, client_as):
    record = an_import(a_collection(), a_document({f"/p{number:03}": {"get": None} for number in range(350)}))
    client = client_as()

    html = client.get(f"/imports/{record.pk}").content.decode()
    table = client.get(f"/imports/{record.pk}/errors.csv").content.decode("utf-8-sig")

    assert html.count("/paths/~1p") == 200
    assert sum(line.startswith("skipped,") for line in table.splitlines()) == 350


def test_progress_is_shown_in_percent(db, client_as):
    a_collection()
    client = client_as()
    location = upload(client, a_document())["Location"]
    Job.objects.update(state="running", heartbeat_at=timezone.now(), progress_done=42, progress_total=100)

    html = client.get(location).content.decode()

    assert 'max="100" value="42"' in html
    assert "42 %" in html


def test_archive_that_unpacks_to_too_much_is_413_in_the_form(db, client_as, settings):
    settings.DOCUMENT_MAX_BYTES = 3_000
    a_collection()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("openapi.yaml", SPLIT + b" " * 5_000)

    response = upload(client_as(), packed.getvalue(), name="api.zip")

    assert response.status_code == 413
    assert 'id="import-form"' in response.content.decode()
