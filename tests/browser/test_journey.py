"""The whole way in a browser, in both languages and without script: sign in, import a document, ask, read why."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from console.demo import SHOP_DOCUMENT
from selector.models import Role, SelectorRun, SourceVersion
from tests.conftest import SHARED
from tests.selector.factories import UserFactory

GITHUB = SHARED / "data" / "specs" / "github" / "api.github.com.json"
PASSWORD = "a walk in the browser"
# Milliseconds that reading the largest document may take here; two cores also run the browser and the server.
READING_MS = 120_000


@dataclass(frozen=True)
class Question:
    """A question with a wrong choice of an LLM, the tool that the evidence chooses, and the word that decides."""

    query: str
    llm_target: str
    target: str
    word: str


@dataclass(frozen=True)
class Sample:
    """A document with the number of its operations and a question in each language."""

    path: Path
    operations: int
    questions: tuple[Question, ...]


SHOP = Sample(
    SHOP_DOCUMENT,
    64,
    (
        Question("download the invoice of an order", "getOrderDetail", "downloadInvoice", "download"),
        Question("회원 배송지 상세 정보를 조회해줘", "getMemberDeliveryList", "getMemberDeliveryDetail", "상세"),
    ),
)
REAL = Sample(
    GITHUB,
    1223,
    (
        Question("get a single gist", "gists/list", "gists/get", "single"),
        Question("풀 리퀘스트 상세 정보를 조회해줘", "pulls/list", "pulls/get", "상세"),
    ),
)


@pytest.fixture
def sample() -> Sample:
    """GitHub's document where the shared data is beside the repository, else the demo shop."""
    return REAL if GITHUB.is_file() else SHOP


@pytest.fixture
def engineer(transactional_db: None) -> Any:
    return UserFactory(username="erin", role=Role.ENGINEER, password=PASSWORD)


def sign_in(page: Page) -> None:
    page.goto("/")
    page.fill("#id_username", "erin")
    page.fill("#id_password", PASSWORD)
    page.click("main button")
    page.wait_for_url("**/collections")


def make_collection(page: Page) -> None:
    page.click("a[href='/collections/new']")
    page.fill("#id_name", "첫 모음 First")
    page.fill("#id_slug", "first")
    page.click("main form .button--main")
    page.wait_for_url("**/collections/first/import")


def hand_in(page: Page, path: Path) -> None:
    page.goto("/collections/first/import")
    page.set_input_files("#id_document", path)
    page.click("#import-form .button--main")
    page.wait_for_url("**/imports/*")


def ask(page: Page, question: Question) -> None:
    page.goto("/runs/new?collection=first")
    page.fill("#id_query", question.query)
    page.fill("#id_llm_target", question.llm_target)
    page.click("#run-form .button--main")
    page.wait_for_selector("#decision")


def assert_run_page_says_why(page: Page, question: Question) -> None:
    sentence = page.locator(".decision__reason").inner_text()
    assert page.locator("h1").inner_text() == question.query
    assert question.target in page.locator("[data-pick=final]").inner_text()
    assert question.llm_target in page.locator("[data-pick=other]").inner_text()
    assert page.locator("[data-badge=overridden]").is_visible()
    assert page.locator("[data-reason=llm_target_overridden]").is_visible()
    assert all(part in sentence for part in (question.word, question.target, question.llm_target)), sentence
    assert stages(page) == ["ok", "ok", "ok", "not_reached", "not_reached", "not_reached"]
    assert_evidence_adds_up(page, question)


def stages(page: Page) -> list[str | None]:
    return [cell.get_attribute("data-status") for cell in page.locator("[data-stage]").all()]


def assert_evidence_adds_up(page: Page, question: Question) -> None:
    rows = {row["tool"]: row for row in evidence(page)}
    assert len(rows) >= 8
    assert [name for name, row in rows.items() if row["selected"]] == [question.target]
    assert [name for name, row in rows.items() if row["llm"]] == [question.llm_target]
    assert [name for name, row in rows.items() if abs(sum(row["parts"]) - row["score"]) > 1e-6] == []
    assert rows[question.target]["score"] == max(row["score"] for row in rows.values())


def evidence(page: Page) -> list[dict[str, Any]]:
    """The rows of the evidence table, as they stand on the page."""
    return page.locator("tr.evidence__row").evaluate_all(
        """(rows) => rows.map((row) => ({
            tool: row.dataset.tool,
            selected: row.dataset.selected === "true",
            llm: row.dataset.llm === "true",
            score: Number(row.querySelector("[data-column=score]").dataset.value),
            parts: [...row.querySelectorAll(".evidence__cell[data-value]")].map((cell) => Number(cell.dataset.value)),
        }))"""
    )


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ko"])
def test_person_imports_a_real_document_asks_and_reads_why(
    language: str, sample: Sample, engineer: Any, worker: Any, new_page: Callable[..., Page]
):
    page = new_page(language=language)

    sign_in(page)
    make_collection(page)
    hand_in(page, sample.path)
    shown = list(progress(page))
    page.wait_for_selector("[data-state=ready]", timeout=READING_MS)
    assert shown
    assert shown == sorted(shown)
    assert page.locator("[data-count=added] strong").inner_text() == f"{sample.operations:,}"
    assert not SourceVersion.objects.filter(state="live").exists()

    page.click("#import-confirm")
    page.wait_for_url("**/collections/first")
    assert f"{sample.operations:,}" in page.locator("#sources").inner_text()
    for question in sample.questions:
        ask(page, question)
        assert_run_page_says_why(page, question)

    hand_in(page, sample.path)
    assert page.locator("[data-state=unchanged]").is_visible()
    assert page.locator("html").get_attribute("lang") == language
    assert list(SourceVersion.objects.values_list("state", "operation_count")) == [("live", sample.operations)]


def progress(page: Page) -> Iterator[float]:
    """How far the reading has come, each time the page shows it, until it is over."""
    end = time.monotonic() + READING_MS / 1000
    while page.locator("#import-progress").count() and time.monotonic() < end:
        bar = page.locator("#import-progress")
        if bar.count():
            yield float(bar.evaluate("(bar) => bar.position"))
        page.wait_for_timeout(300)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_person_without_javascript_imports_filters_asks_and_reads_why(
    language: str, engineer: Any, worker: Any, new_page: Callable[..., Page]
):
    page = new_page(language=language, javascript=False)

    sign_in(page)
    make_collection(page)
    hand_in(page, SHOP.path)
    # The page asks again by itself, every three seconds.
    page.wait_for_selector("#import-confirm")
    page.click("#import-confirm")
    page.wait_for_url("**/collections/first")
    page.fill("#tool_text", "배송지")
    page.click("#tool-filter-apply")
    names = {row.get_attribute("data-tool") for row in page.locator(".tool-table__row").all()}
    assert "getMemberDeliveryDetail" in names
    assert "getPayment" not in names

    for question in SHOP.questions:
        ask(page, question)
        assert_run_page_says_why(page, question)
    page.goto("/runs?overridden=1&text=invoice")
    assert page.locator(".run-table__row").count() == 1
    page.click(".run-table__row th a")
    page.fill("#id_target", "downloadInvoice")
    page.click("#expected form button")
    assert SelectorRun.objects.get(expected_target="downloadInvoice").expected_by_name == "erin"
