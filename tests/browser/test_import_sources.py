"""The ways in of an import in a real browser: several files, a folder with its paths, an address."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from selector.models import Import
from selector.services import read_import
from tests.selector.factories import UserFactory, a_collection

SPLIT = "openapi: 3.0.3\npaths:\n  /pets: {$ref: '../paths/pets.yaml'}\n"
REFUSED = "422 (Unprocessable Entity)"


@pytest.fixture
def form(transactional_db: None, new_page: Callable[..., Page]) -> Page:
    a_collection()
    page = new_page(user=UserFactory())
    page.goto("/collections/orders/import")
    page.faults.expected.append(REFUSED)
    return page


def a_folder(path: Path, roots: tuple[str, ...] = ("openapi.yaml",)) -> Path:
    """A document that is split over two folders."""
    for name in ("api", "paths"):
        (path / "shop" / name).mkdir(parents=True)
    for root in roots:
        (path / "shop" / "api" / root).write_text(SPLIT)
    (path / "shop" / "paths" / "pets.yaml").write_text("get: {operationId: listPets}\n")
    return path / "shop"


def send(page: Page) -> None:
    page.get_by_role("button", name="Read the document").click()


def test_a_folder_is_given_with_the_paths_of_its_files(form: Page, tmp_path: Path):
    form.set_input_files("#id_folder", a_folder(tmp_path))

    send(form)
    form.wait_for_url("**/imports/*")

    record = read_import(Import.objects.get().pk)
    assert (record.root_file, record.diff["added"]) == ("shop/api/openapi.yaml", ["listPets"])


def test_files_stay_chosen_while_the_main_one_is_named(form: Page, tmp_path: Path):
    form.set_input_files("#id_folder", a_folder(tmp_path, ("a.yaml", "b.yaml")))

    send(form)
    form.select_option("#id_root_file", "shop/api/b.yaml")
    send(form)
    form.wait_for_url("**/imports/*")

    assert Import.objects.get().root_file == "shop/api/b.yaml"


def test_an_address_that_is_refused_stays_in_its_field(form: Page):
    form.fill("#id_url", "http://169.254.169.254/latest/")

    send(form)
    form.wait_for_selector("#id_url[aria-invalid=true]")

    assert form.input_value("#id_url") == "http://169.254.169.254/latest/"
    assert "private network" in form.locator("#id_url_error").inner_text()


def test_without_script_there_is_no_folder_and_several_files_are_one_document(
    transactional_db: None, new_page: Callable[..., Page], tmp_path: Path
):
    a_collection()
    page = new_page(user=UserFactory(), javascript=False)
    folder = a_folder(tmp_path)
    (folder / "api" / "openapi.yaml").write_text(SPLIT.replace("../paths/", ""))
    page.goto("/collections/orders/import")

    assert not page.locator("#id_folder").is_visible()
    page.set_input_files("#id_document", [folder / "api" / "openapi.yaml", folder / "paths" / "pets.yaml"])
    send(page)
    page.wait_for_url("**/imports/*")

    assert read_import(Import.objects.get().pk).diff["added"] == ["listPets"]
