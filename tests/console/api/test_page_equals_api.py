"""The page of a run and the API show the same values, field by field, however the decision fell."""

import html
import re
from typing import Any

import pytest
from django.utils import translation

from console.demo.seed import seed_demo
from console.templatetags.console_format import duration, pretty_json
from console.words import word
from selector.models import SelectorRun, User
from tests.console.api.conftest import with_token

KINDS = {"agreed", "overridden", "kept", "ambiguous"}


def plain(text: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", text)).strip()


def section(page: str, name: str) -> str:
    return page.partition(f'id="{name}"')[2].partition("</section>")[0]


def attributes(tag: str) -> dict[str, str]:
    return {key: html.unescape(value) for key, value in re.findall(r'([a-z-]+)="([^"]*)"', tag)}


def rows_of_page(page: str) -> list[dict[str, Any]]:
    found = []
    for tag, body in re.findall(r'<tr (class="evidence__row[^>]*)>(.*?)</tr>', page, re.DOTALL):
        row = attributes(tag)
        if row.get("data-retrieved") == "false":
            continue
        cells = [attributes(each) for each in re.findall(r"<td ([^>]*data-column[^>]*)>", body)]
        values = {cell["data-column"]: float(cell["data-value"]) for cell in cells if "data-value" in cell}
        flags = {key: row[f"data-{key}"] == "true" for key in ("selected", "llm", "expected")}
        rank = int(plain(re.search(r'data-column="rank">(.*?)</td>', body)[1]))
        found.append({"name": row["data-tool"], "rank": rank, **flags, **values})
    return found


def rows_of_api(run: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "name": row["name"],
            "rank": row["rank"],
            "selected": row["selected"],
            "llm": row["is_llm"],
            "expected": row["is_expected"],
            "score": row["score"],
            "delta": row["delta_to_winner"],
            **{cell["signal"]: cell["value"] for cell in row["cells"]},
        }
        for row in run["candidates"]
    ]


def facts_of_page(page: str) -> dict[str, Any]:
    # Its two picks are sections of their own.
    decision = page.partition('id="decision"')[2].partition('id="evidence"')[0]
    picks = re.findall(r'data-pick="(final|other)">.*?<code[^>]*>(.*?)</code>', decision, re.DOTALL)
    missing = re.search(r'data-tool="([^"]*)" data-retrieved="false"', page)
    expected = section(page, "expected").partition("<form")[0]
    marked = re.search(r'<a href[^>]*><code dir="ltr">(.*?)</code>', expected)
    close = re.search(r'decision__set second">(.*?)</p>', decision, re.DOTALL)
    return {
        "query": plain(re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)[1]),
        "stages": re.findall(r'data-stage="(\w+)" data-status="(\w+)"', page),
        "first failure": re.findall(r'data-stage="(\w+)"[^>]*aria-current="step"', page),
        "badges": [kind for kind in re.findall(r'data-badge="(\w+)"', decision) if kind not in ("risk", "llm_unknown")],
        "codes": re.findall(r'data-reason="(\w+)"', decision),
        "final": next((plain(name) for kind, name in picks if kind == "final"), ""),
        "margin": float((re.findall(r'decision__margin">.*?data-value="([^"]+)"', decision) or ["0"])[0]),
        "set": re.findall(r"<code[^>]*>(.*?)</code>", close[1]) if close else [],
        "expected": plain(marked[1]) if marked else "",
        "missing": html.unescape(missing[1]) if missing else "",
        "revision": re.search(r'dir="ltr" title="([0-9a-f]{64})"', page)[1],
        "columns": re.findall(r'<th scope="col"[^>]*data-column="(\w+)"', page)[4:],
    }


def facts_of_api(run: dict[str, Any]) -> dict[str, Any]:
    decision, expected = run["decision"], run["expected"]
    is_llm = decision["explanation"]["kind"] in ("overridden", "kept")
    # A target that the LLM made up has a badge of its own in place of "chosen".
    hidden = {"chosen"} if decision["llm"] else set()
    return {
        "query": run["query"],
        "stages": [(stage["stage"], stage["status"]) for stage in run["stages"]],
        "first failure": [stage["stage"] for stage in run["stages"] if stage["is_first_failure"]],
        "badges": [badge["kind"] for badge in decision["badges"] if badge["kind"] not in hidden],
        "codes": decision["reason_codes"],
        "final": decision["final"]["name"] if decision["final"] else "",
        "margin": pytest.approx(decision["llm_margin" if is_llm else "margin"], abs=1e-6) if decision["final"] else 0,
        "set": decision["ambiguity_set"] if len(decision["ambiguity_set"]) > 1 else [],
        "expected": expected["name"] if expected else "",
        "missing": expected["name"] if expected and not expected["retrieved"] else "",
        "revision": run["revision"]["digest"],
        "columns": run["signals"],
    }


def texts_of_api(run: dict[str, Any]) -> list[str]:
    """What the page says in words of the same values."""
    told = [str(word("run_status", run["status"])), str(run["top_k"]), run["created_by"], run["collection_name"]]
    told += [str(word("reason", stage["reason"])) for stage in run["stages"] if stage["reason"]]
    told += [duration(stage["duration_ms"]) for stage in run["stages"] if stage["duration_ms"] is not None]
    told += [run["decision"]["llm"]["name"]] if run["decision"]["llm"] else []
    told += [cell["text"] for row in run["candidates"] for cell in row["cells"]]
    if run["expected"]:
        told += [run["expected"]["by"]] + [str(word("why_missed", code)) for code in run["expected"]["missed"]]
    return [*told, *([pretty_json(run["entities"])] if run["entities"] else [])]


@pytest.mark.django_db
def test_every_run_of_the_demo_is_the_same_on_its_page_and_in_the_api(client_as):
    seed_demo()
    person, program = client_as("viewer", language="en"), with_token()
    met = set()

    for pk in SelectorRun.objects.values_list("pk", flat=True):
        page = person.get(f"/runs/{pk}").content.decode()
        run = program.get(f"runs/{pk}").json()
        met |= {badge["kind"] for badge in run["decision"]["badges"]} | {run["status"]}
        assert facts_of_page(page) == facts_of_api(run)
        rows = rows_of_page(page)
        assert len(rows) == len(run["candidates"])
        for shown, given in zip(rows, rows_of_api(run), strict=True):
            assert shown == pytest.approx(given, abs=1e-9) or shown == given
        with translation.override("en"):
            words, shown_words = texts_of_api(run), plain(page)
        assert [text for text in words if text not in shown_words] == []

    assert met >= KINDS | {"failed", "succeeded"}
    assert User.objects.filter(username="viewer").exists()
