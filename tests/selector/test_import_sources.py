"""Documents at an address, in archives, and lists of functions: fetched and read by the job; no secret is stored."""

import io
import json
import logging
import zipfile

import pytest

from selector import queries
from selector.addresses import FetchError
from selector.fetch import Fetched
from selector.models import AuditEvent, Import, ImportState, Job
from selector.services import Actor, DocumentsUnclear, RuleBroken, confirm_import, read_import, start_import

from .factories import a_collection, a_document, a_live_collection, an_import

pytestmark = pytest.mark.django_db

URL = "https://api.example.com/specs/orders.json?token=s3cr3tT0ken"
SPLIT = {
    "api/openapi.yaml": b"openapi: 3.0.3\npaths:\n  /pets: {$ref: '../paths/pets.yaml'}\n",
    "paths/pets.yaml": b"get: {operationId: listPets}\n",
}


@pytest.fixture
def server(monkeypatch):
    """What the network answers: bytes, or an error; and the addresses that were asked."""
    asked: list[str] = []
    answers: list[bytes | Exception] = []

    def fetch(url, limits, *, tick):
        asked.append(url)
        tick()
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return Fetched(answer, "orders.json")

    monkeypatch.setattr("selector.services.reading.fetch_document", fetch)
    return type("Server", (), {"asked": asked, "answers": answers})


def a_zip(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, raw in files.items():
            archive.writestr(name, raw)
    return buffer.getvalue()


def by_address(collection, url: str = URL, **fields) -> Import:
    return start_import(actor=Actor.for_command(), collection=collection, url=url, **fields)


def everything_stored() -> str:
    rows = [*Import.objects.values(), *Job.objects.values(), *AuditEvent.objects.values()]
    return json.dumps(
        rows, default=lambda value: bytes(value).decode() if isinstance(value, memoryview | bytes) else str(value)
    )


def test_nothing_is_fetched_before_the_job_runs(server):
    record = by_address(a_collection())

    assert (server.asked, record.state, record.document_digest) == ([], ImportState.QUEUED, "")


def test_a_document_at_an_address_is_fetched_read_and_confirmed(server):
    server.answers.append(a_document())

    record = read_import(by_address(a_collection()).pk)
    confirm_import(actor=Actor.for_command(), import_id=record.pk, version=record.version)

    assert server.asked == [URL]
    assert (record.origin, record.file_name) == ("url", "https://api.example.com/specs/orders.json")
    assert queries.collection_page("orders").operation_count == 4
    assert list(AuditEvent.objects.filter(action="import.fetch").values_list("after__state", flat=True)) == ["reading"]


@pytest.mark.parametrize("answer", [a_document(), b"<html>sign in</html>", FetchError("unreachable", "Not there.")])
def test_a_token_in_the_query_is_stored_nowhere_after_the_fetch(server, caplog, answer):
    server.answers.append(answer)

    with caplog.at_level(logging.DEBUG):
        read_import(by_address(a_collection(), source_name="orders?token=s3cr3tT0ken").pk)

    assert "s3cr3tT0ken" not in everything_stored()
    assert "s3cr3tT0ken" not in caplog.text


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (FetchError("private_address", "It leads inside."), "private_address"),
        (b"<!doctype html><title>Sign in</title>", "web_page"),
        (b"", "empty"),
        (a_zip({"a.txt": b"x"}), "no_root"),
        (a_zip({**SPLIT, "b.yaml": SPLIT["api/openapi.yaml"]}), "several_roots"),
    ],
)
def test_an_address_that_gives_no_document_fails_with_its_reason_and_keeps_nothing(server, answer, reason):
    server.answers.append(answer)

    record = read_import(by_address(a_collection()).pk)

    assert (record.state, record.error_reason, record.raw) == (ImportState.FAILED, reason, None)
    assert record.error_message


def test_the_same_document_from_an_address_changes_nothing(server):
    collection = a_live_collection()
    server.answers.append(a_document())

    record = read_import(by_address(collection).pk)

    assert (record.state, record.raw, record.draft, record.job.state) == (ImportState.UNCHANGED, None, None, "done")


def test_an_archive_at_an_address_is_opened_and_its_main_file_can_be_named(server):
    server.answers.append(a_zip({**SPLIT, "b.yaml": SPLIT["api/openapi.yaml"]}))

    record = read_import(by_address(a_collection(), root_file="api/openapi.yaml").pk)

    assert (record.state, record.root_file, record.diff["added"]) == ("ready", "api/openapi.yaml", ["listPets"])


def test_an_address_inside_is_refused_before_anything_is_made(server):
    with pytest.raises(RuleBroken) as caught:
        by_address(a_collection(), "http://169.254.169.254/latest/")

    assert (caught.value.reason, caught.value.field) == ("private_address", "url")
    assert not Import.objects.exists()


def test_hosts_of_an_own_network_can_be_allowed(settings):
    settings.IMPORT_ALLOWED_HOSTS = frozenset({"10.1.2.3"})

    assert by_address(a_collection(), "http://10.1.2.3/x.json").state == ImportState.QUEUED


def test_an_archive_that_was_packed_anew_changes_nothing():
    collection = a_collection()
    first = an_import(collection, a_zip(SPLIT))
    confirm_import(actor=Actor.for_command(), import_id=first.pk, version=first.version)

    again = an_import(collection, a_zip(dict(reversed(SPLIT.items())) | {"README.md": b"# Hello"}))

    assert (first.origin, first.root_file, again.state) == ("files", "api/openapi.yaml", ImportState.UNCHANGED)


def test_several_main_files_are_named_for_a_choice():
    with pytest.raises(DocumentsUnclear) as caught:
        an_import(a_collection(), a_zip({**SPLIT, "b.yaml": SPLIT["api/openapi.yaml"]}))

    assert caught.value.candidates == ("api/openapi.yaml", "b.yaml")


def test_a_list_of_functions_is_a_document_too():
    record = an_import(a_collection(), json.dumps({"tools": [{"name": "list_files", "inputSchema": {}}]}).encode())

    assert record.diff["added"] == ["list_files"]


def test_a_worker_that_died_after_the_fetch_does_not_fetch_again(server):
    record = by_address(a_collection())
    # What the first attempt left behind: the document in the place of its address.
    Import.objects.update(raw=a_document(), document_digest="d" * 64, state=ImportState.READING)

    read = read_import(record.pk)

    assert (server.asked, read.state, read.diff["added_count"]) == ([], ImportState.READY, 4)
