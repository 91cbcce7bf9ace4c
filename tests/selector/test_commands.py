"""Commands do one thing, print one line, and fail with a status when they cannot."""

import json

import pytest
from django.core.management import CommandError, call_command

from selector import queries
from selector.models import AuditEvent, Collection, SelectorRun

from .factories import a_collection, a_document, a_live_collection, operation

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(capsys):
    def call(*args):
        call_command(*[str(arg) for arg in args])
        return capsys.readouterr().out.strip()

    return call


def test_a_document_is_imported_into_a_new_collection_and_again_changes_nothing(run, tmp_path):
    path = tmp_path / "orders.json"
    path.write_bytes(a_document())

    first = run("import_openapi", "orders", path, "--name", "Orders of all shops")
    second = run("import_openapi", "orders", path)

    assert first == "orders: 4 added, 0 changed, 0 removed, 0 skipped"
    assert second == "orders: no changes"
    assert Collection.objects.get().name == "Orders of all shops"
    assert set(AuditEvent.objects.values_list("channel", flat=True)) == {"command", "job"}


def test_a_source_can_be_named(run, tmp_path):
    a_live_collection()
    path = tmp_path / "x.json"
    path.write_bytes(a_document({"/x": {"get": operation("getX")}}))

    run("import_openapi", "orders", path, "--source", "extra")

    assert [source.name for source in queries.collection_page("orders").sources] == ["extra", "main"]


@pytest.mark.parametrize("content", [None, b"", b"<html></html>"])
def test_a_file_that_cannot_be_imported_is_an_error(tmp_path, content):
    path = tmp_path / "x.json"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(CommandError):
        call_command("import_openapi", "orders", str(path))

    assert not SelectorRun.objects.exists()


def test_select_prints_the_target_and_why_and_stores_nothing(run):
    a_live_collection()

    line = run("select", "orders", "주문 상세 보여줘")

    assert line.startswith("getOrder: selected_by_")
    assert not SelectorRun.objects.exists()


def test_select_gives_the_engines_answer_as_json(run):
    a_live_collection()

    answer = json.loads(run("select", "orders", "주문 목록", "--llm-target", "listOrders", "--json"))

    assert (answer["selected_target"], answer["llm_target"], answer["revision"]) == ("listOrders", "listOrders", 2)


def test_a_saved_selection_prints_what_its_page_shows(run):
    a_live_collection()

    answer = json.loads(run("select", "orders", "주문 목록", "--json", "--save"))

    stored = SelectorRun.objects.get()
    assert stored.origin == "command"
    assert answer == json.loads(json.dumps(queries.run_page(stored.pk).to_dict()))


@pytest.mark.parametrize("args", [("nowhere", "x"), ("empty", "x"), ("empty", " "), ("empty", "x", "--save")])
def test_select_fails_where_there_is_nothing_to_choose(args):
    a_collection("empty")

    with pytest.raises(CommandError):
        call_command("select", *args)


def test_reaping_says_how_many_jobs_it_rescued(run):
    assert run("reap_jobs") == "0 jobs rescued"


def test_a_folder_is_imported_with_its_files(run, tmp_path):
    (tmp_path / "shop" / "paths").mkdir(parents=True)
    (tmp_path / "shop" / "openapi.yaml").write_text("openapi: 3.0.3\npaths:\n  /pets: {$ref: 'paths/pets.yaml'}\n")
    (tmp_path / "shop" / "paths" / "pets.yaml").write_text("get: {operationId: listPets}\n")

    assert run("import_openapi", "pets", tmp_path / "shop") == "pets: 1 added, 0 changed, 0 removed, 0 skipped"


def test_an_address_inside_is_refused_by_the_command_too(run):
    with pytest.raises(CommandError, match="private network"):
        run("import_openapi", "pets", "http://127.0.0.1/openapi.json")
