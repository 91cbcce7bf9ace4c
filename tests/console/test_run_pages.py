"""Pages of runs: the run page by kind of decision, asking, the mark of the expected target, the list."""

import dataclasses
import re
import uuid
from html import unescape

import pytest

from selector.models import SelectorRun
from selector.services import mark_expected_target
from tests.console import samples
from tests.selector.factories import a_live_collection, a_run, an_actor


@pytest.fixture
def show(client_as, monkeypatch):
    """Show a hand-made run: `show(run, "ko")` gives the page's text."""

    def get(run, language: str = "en", query: str = "", role: str = "engineer") -> str:
        monkeypatch.setattr("selector.queries.run_page", lambda run_id: run)
        return unescape(client_as(role, language=language).get(f"/runs/{run.id}{query}").content.decode())

    return get


def cells(html: str, tool: str) -> dict[str, float]:
    """The numbers of one row of the evidence table, by column."""
    row = re.search(rf'<tr class="evidence__row[^>]*data-tool="{tool}".*?</tr>', html, re.DOTALL).group()
    return {column: float(value) for column, value in re.findall(r'data-column="(\w+)" data-value="([-\d.]+)"', row)}


@pytest.mark.parametrize("tool", [row[0] for row in samples.ROWS])
def test_contributions_of_each_row_add_up_to_its_score(show, tool: str):
    row = cells(show(samples.run_page()), tool)

    parts = [value for column, value in row.items() if column not in ("score", "delta")]

    assert sum(parts) == pytest.approx(row["score"], abs=1e-6)


def test_columns_stand_in_the_fixed_order(show):
    html = show(samples.run_page())

    assert re.findall(r'<th scope="col"[^>]*data-column="(\w+)"', html) == [
        "rank",
        "name",
        "score",
        "delta",
        *samples.SIGNALS,
    ]


def test_adjustment_gets_a_column_of_its_own_after_the_signals(show):
    cell = samples.SignalCell("deprecated", -0.05, "", 0.2, True)
    rows = [dataclasses.replace(row, cells=(*row.cells, cell)) for row in samples.candidates()]

    html = show(samples.run_page(signals=(*samples.SIGNALS, "deprecated"), candidates=tuple(rows)))

    assert re.findall(r'<th scope="col"[^>]*data-column="(\w+)"', html)[-1] == "deprecated"
    assert cells(html, "getMemberInfo")["deprecated"] == -0.05


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["LLM target overridden", "Low risk", "The query asks for", "override from 0.12"]),
        ("ko", ["LLM 대상 교체됨", "위험 낮음", "질문은", "교체 기준 0.12", "후보 비교"]),
    ],
)
def test_overridden_run_says_so_in_both_languages(show, language: str, texts: list[str]):
    html = show(samples.run_page(), language)

    assert [text for text in texts if text not in html] == []
    assert 'data-pick="final"' in html


@pytest.mark.parametrize(
    ("run", "badges"),
    [
        (samples.agreed_run(), ["agreed"]),
        (samples.run_page(), ["overridden", "risk"]),
        (samples.kept_run(), ["kept", "ambiguous"]),
        (samples.ambiguous_run(), ["chosen", "ambiguous"]),
    ],
    ids=["agreed", "overridden", "kept", "ambiguous"],
)
def test_header_has_exactly_the_badges_of_its_decision(show, run, badges: list[str]):
    assert re.findall(r'data-badge="(\w+)"', show(run)) == badges


def test_unsure_choice_is_not_drawn_like_a_strong_one(show):
    html = show(samples.ambiguous_run())

    assert "pick-card--unsure" in html
    assert "pick-card--final" not in html
    assert "evidence__row--winner" not in html


def test_failed_stage_is_marked_in_words_and_the_rest_not_reached(show):
    html = show(samples.missed_run())

    assert 'id="stage-retrieve" data-stage="retrieve" data-status="failed" aria-current="step"' in html
    assert "The expected target is not among the candidates" in html
    assert re.findall(r'data-stage="(\w+)" data-status="not_reached"', html) == ["plan", "auth", "execute"]


def test_expected_target_that_was_not_retrieved_has_a_row_with_rank_and_reason(show):
    html = show(samples.missed_run())

    assert 'data-tool="getDeliveryHistory" data-retrieved="false"' in html
    assert "Its rank in the whole index is 23." in html
    assert "It has no summary." in html
    assert "/collections/shop/tools/getDeliveryHistory" in html


def test_unknown_codes_are_shown_raw(show):
    unknown = dataclasses.replace(samples.decision("agreed"), reason_codes=("code_of_tomorrow",))

    assert ">code_of_tomorrow<" in show(samples.run_page(decision=unknown))


def test_hostile_names_are_escaped(client_as, monkeypatch):
    hostile = '"><script>alert(1)</script>'
    rows = (dataclasses.replace(samples.candidates()[0], name=hostile, summary=hostile),)
    run = samples.run_page(query=hostile, collection_name=hostile, candidates=rows, entities={hostile: hostile})
    monkeypatch.setattr("selector.queries.run_page", lambda run_id: run)

    assert "<script>alert" not in client_as().get("/runs/1").content.decode()


def test_reader_in_seoul_sees_seoul_time(client_as, monkeypatch):
    monkeypatch.setattr("selector.queries.run_page", lambda run_id: samples.run_page())

    html = client_as(time_zone="Asia/Seoul").get("/runs/1").content.decode()

    assert 'datetime="2026-11-30T10:12:00Z"' in html
    assert "30 Nov 2026, 19:12 KST" in html


def test_sorting_inside_the_page_gives_the_table_alone(world, client_as):
    response = client_as().get(f"/runs/{world.run.pk}?sort=contract", headers={"HX-Request": "true"})

    assert response.templates[0].name == "runs/_evidence.html"
    assert response.content.decode().count('id="evidence"') == 1


def test_run_page_asks_the_database_little(world, client_as, django_assert_max_num_queries):
    client = client_as()
    client.get("/runs")

    with django_assert_max_num_queries(6):
        response = client.get(f"/runs/{world.run.pk}")

    assert len(response.content) < 150_000


# Asking


def asked(**changed) -> dict[str, str]:
    return {"collection": "orders", "query": "주문 상세 보여줘", "idempotency_key": uuid.uuid4().hex} | changed


def test_asking_leads_to_the_run(db, client_as):
    a_live_collection()

    response = client_as().post("/runs/new", asked(llm_target="listOrders", entities="orderNo=O-1"), follow=True)

    run = SelectorRun.objects.get()
    assert response.redirect_chain[0][0].partition("#")[0] == f"/runs/{run.pk}"
    assert (run.llm_target, run.origin, list(run.entities)) == ("listOrders", "page", ["orderNo"])


def test_asking_twice_with_one_key_gives_one_run(db, client_as):
    a_live_collection()
    client, form = client_as(), asked()

    first, second = client.post("/runs/new", form), client.post("/runs/new", form)

    assert first["Location"] == second["Location"]
    assert SelectorRun.objects.count() == 1


def test_run_that_failed_opens_at_the_stage_that_failed(db, client_as):
    a_live_collection()

    response = client_as().post("/runs/new", asked(query="xyzzy qwerty"))

    assert response["Location"].endswith("#stage-retrieve")


def test_asking_inside_the_page_moves_the_browser(db, client_as):
    a_live_collection()

    response = client_as().post("/runs/new", asked(), headers={"HX-Request": "true"})

    assert response["HX-Redirect"].startswith("/runs/")


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"query": " "}, "This field is required."),
        ({"collection": "nowhere"}, "There is no such collection, or it has no tools yet."),
        ({"entities": "orderNo"}, "Line 1: write key=value."),
        ({"entities": "a=1\n\nb"}, "Line 3: write key=value."),
        ({"entities": '{"a": 1,}'}, "This is no JSON: line 1, column 9."),
        ({"entities": "[1]"}, "The JSON must be an object"),
        ({"top_k": "51"}, "At most 50 candidates."),
    ],
)
def test_refused_question_says_why_and_keeps_what_was_typed(db, client_as, changed: dict, error: str):
    a_live_collection()

    response = client_as().post("/runs/new", asked(llm_target="keptTool") | changed)

    assert response.status_code == 422
    assert error in unescape(response.content.decode())
    assert 'value="keptTool"' in response.content.decode()


def test_asking_again_starts_from_the_run(world, client_as):
    html = client_as().get(f"/runs/new?from={world.run.pk}").content.decode()

    assert world.run.query in html
    assert 'value="listOrders"' in html


def test_new_run_without_collections_says_what_next(client_as):
    html = client_as().get("/runs/new").content.decode()

    assert "No collection has tools yet." in html


def test_names_of_tools_are_offered_while_one_is_typed(db, client_as):
    a_live_collection()

    html = client_as().get("/runs/tool-names?collection=orders&llm_target=getO").content.decode()

    assert html.split() == ["<option", 'value="getOrder"></option>']


# The expected target


def mark(client, run, target: str = "getOrder", version: int | None = None, **headers):
    form = {"target": target, "version": version or run.version}
    return client.post(f"/runs/{run.pk}/expected", form, headers=headers)


def test_operator_marks_the_expected_target(world, client_as):
    response = mark(client_as("operator"), world.run)

    world.run.refresh_from_db()
    assert (response.status_code, world.run.expected_target) == (302, "getOrder")


def test_two_at_once_second_sees_who_was_faster_and_keeps_the_text(world, client_as):
    faster = an_actor("operator", username="faster")
    mark_expected_target(actor=faster, run_id=world.run.pk, target="listOrders", version=world.run.version)

    response = mark(client_as("operator"), world.run, target="myOwnIdea", version=1)

    html = response.content.decode()
    assert response.status_code == 409
    assert "Changed by faster" in html
    assert "myOwnIdea" in html
    assert SelectorRun.objects.get(pk=world.run.pk).expected_target == "listOrders"


def test_two_at_once_inside_the_page_gives_the_panel_with_both(world, client_as):
    faster = an_actor("operator", username="faster")
    mark_expected_target(actor=faster, run_id=world.run.pk, target="listOrders", version=world.run.version)

    response = mark(client_as("operator"), world.run, target="myOwnIdea", version=1, **{"HX-Request": "true"})

    html = response.content.decode()
    assert response.status_code == 409
    assert html.lstrip().startswith('<section class="panel" id="expected"')
    assert 'name="version" value="2"' in html
    assert "Changed by faster" in html


# The list


def listed(client, query: str = "") -> list[int]:
    return [int(each) for each in re.findall(r'data-run="(\d+)"', client.get(f"/runs{query}").content.decode())]


def test_list_narrows_by_each_filter_in_the_address(db, client_as):
    orders = a_live_collection()
    detail = a_run(orders, "주문 상세 보여줘")
    nothing = a_run(orders, "xyzzy qwerty")
    client = client_as()

    assert listed(client) == [nothing.pk, detail.pk]
    assert listed(client, "?status=failed") == [nothing.pk]
    assert listed(client, "?text=주문") == [detail.pk]
    assert listed(client, "?collection=elsewhere") == []


def test_long_list_pages_without_counting(db, client_as, django_assert_max_num_queries):
    runs = [a_run(a_live_collection())]
    rows = [SelectorRun(**values(runs[0], number)) for number in range(60)]
    SelectorRun.objects.bulk_create(rows)
    client = client_as()

    with django_assert_max_num_queries(6) as captured:
        html = client.get("/runs").content.decode()

    older = re.search(r'id="runs-older"[^>]*href="([^"]+)"', html).group(1)
    assert not any("OFFSET" in query["sql"] or "COUNT(" in query["sql"] for query in captured)
    assert set(listed(client)) & set(listed(client, unescape(older))) == set()


def values(run: SelectorRun, number: int) -> dict:
    kept = {field.attname: getattr(run, field.attname) for field in run._meta.concrete_fields if not field.primary_key}
    return kept | {"idempotency_key": f"copy-{number}"}


def test_list_names_an_llm_target_that_nobody_knows(db, client_as):
    a_run(llm_target="callMoon")

    row = client_as().get("/runs").content.decode().partition("<tbody>")[2]

    assert "LLM target unknown" in row


def test_empty_list_says_what_next(client_as):
    assert "Nothing has been asked yet." in client_as().get("/runs").content.decode()


def test_filter_that_fits_nothing_says_so(world, client_as):
    assert "No run fits this filter." in client_as().get("/runs?text=nothinglikethis").content.decode()


def test_filter_inside_the_page_gives_the_table_and_tells_the_result(world, client_as):
    html = client_as().get("/runs?text=주문", headers={"HX-Request": "true"}).content.decode()

    assert html.lstrip().startswith('<div class="run-table" id="run-table"')
    assert '<div id="status-line" hx-swap-oob="innerHTML"><p class="visually-hidden">1 run shown' in html
