"""The page of a tool: what it means and who says so, its neighbours and runs, and what an engineer overrides on it."""

import re
from html import unescape

import pytest

from console.tool_links import tool_url
from selector import queries
from selector.models import AuditEvent, OverlayRow, Revision
from selector.services import confirm_import, save_overlay_row
from tests.conftest import SHARED
from tests.selector.factories import a_document, a_live_collection, a_run, an_actor, an_import, operation

GITHUB = SHARED / "data" / "specs" / "github" / "api.github.com.json"
PAGE = "/collections/orders/tools/getOrder"
SEND = "/collections/orders/overrides"


def said(**changed) -> dict[str, str]:
    values = {
        "tool": "getOrder",
        "kind": "action",
        "do": "save",
        "version": "0",
        "value": "update",
        "reason": "it does",
    }
    return values | changed


def text(response) -> str:
    return unescape(response.content.decode())


def fact(html: str, kind: str) -> str:
    """One row of the table of meaning."""
    return re.search(rf'<tr data-fact="{kind}".*?</tr>', html, re.DOTALL).group()


@pytest.fixture
def page(world, client_as):
    """Get the tool page as a role: `page("viewer")`."""

    def get(role: str = "engineer", query: str = "", **fields) -> str:
        return text(client_as(role, **fields).get(PAGE + query))

    return get


def test_page_says_what_the_tool_is_and_where_each_value_comes_from(page):
    html = page()

    assert "GET" in html
    assert "주문 상세 Order detail" in html
    assert 'data-value="read" data-overridden="false"' in fact(html, "action")
    assert "HTTP method + response · 95%" in fact(html, "action")
    assert 'data-value="order"' in fact(html, "resource")
    assert 'data-value="single"' in fact(html, "shape")
    assert 'data-value="orders"' in fact(html, "module")


def test_page_lists_inputs_outputs_and_both_sides_of_the_flow(page):
    html = page()

    assert re.findall(r'data-field="([^"]+)"', html) == ["orderNo", "orderNo"]
    assert re.findall(r'data-input="(\w+)" data-producers="[1-9]', html) == ["orderNo"]
    assert f'href="{tool_url("orders", "listOrders")}"' in html


def test_page_lists_who_takes_an_input_out_of_its_answer(world, client_as):
    html = text(client_as().get(tool_url("orders", "listOrders")))

    assert re.findall(r'data-consumer="(\w+)"', html) == ["deleteOrder", "getOrder"]
    assert "[].orderNo" in html


def test_required_input_that_nobody_produces_says_who_gives_it(client_as):
    parameter = {"name": "size", "in": "query", "required": True, "schema": {"enum": [str(n) for n in range(40)]}}
    a_live_collection(document=a_document({"/x": {"get": operation("getOrder", parameters=[parameter])}}))

    html = text(client_as().get(PAGE))

    assert 'data-input="size" data-producers="0"' in html
    assert "Chosen by the caller." in html
    assert "and 28 more" in html


def test_long_lists_are_cut_and_shown_whole_when_asked_for(client_as):
    wide = {"type": "object", "properties": {f"f{number:03}": {"type": "string"} for number in range(130)}}
    answer = {"200": {"description": "", "content": {"application/json": {"schema": wide}}}}
    a_live_collection(document=a_document({"/x": {"get": operation("getOrder") | {"responses": answer}}}))
    client = client_as()

    html, whole = (
        text(client.get(PAGE)),
        text(client.get(PAGE + "?all=outputs", headers={"HX-Request": "true", "HX-Target": "tool-outputs"})),
    )

    assert "The first 100 of 130." in html
    assert (html.count('data-field="f'), whole.count('data-field="f')) == (100, 130)
    assert whole.lstrip().startswith('<section class="panel" id="tool-outputs"')


def test_runs_where_the_tool_won_and_lost_are_apart(world, page):
    lost = a_run(world.collection, "주문 삭제해줘", expected_target="getOrder")

    html = page()

    won, _, others = html.partition('data-runs="lost"')
    assert f'<li data-run="{world.run.pk}">' in won.partition('data-runs="won"')[2]
    assert f'<li data-run="{lost.pk}">' in others
    assert lost.selected_target == "deleteOrder"
    assert tool_url("orders", "deleteOrder") in others


def test_gaps_say_what_to_do(page):
    html = page()

    assert 'data-gap="auth"' in html
    assert "Declare a security scheme for it." in html


@pytest.mark.parametrize(("role", "forms"), [("viewer", 0), ("operator", 0), ("engineer", 4), ("admin", 4)])
def test_only_who_may_override_sees_the_forms(page, role: str, forms: int):
    assert page(role).count('action="/collections/orders/overrides"') == forms


def test_unknown_tool_leads_to_the_search(world, client_as):
    response = client_as("viewer").get("/collections/orders/tools/callMoon")

    assert response.status_code == 404
    assert "/collections/orders?text=callMoon#tool-table" in text(response)


@pytest.mark.parametrize("name", ["gists/get", "../x", "a//b", 'q"><script>', "한글 이름", "a?b#c%d", "."])
def test_every_name_of_a_document_has_an_address_that_a_browser_keeps(client_as, name: str):
    a_live_collection(document=a_document({"/x": {"get": operation(name)}}))
    stored = next(iter(queries.collection_page("orders").tools.rows)).name

    response = client_as().get(tool_url("orders", stored))

    assert response.status_code == 200
    assert "<script>" not in response.content.decode().partition("<main")[2]
    assert not re.search(r"/\.\.?(/|$)|//", tool_url("orders", stored).partition("?")[0])


def test_page_of_a_warm_collection_asks_little(world, client_as, django_assert_max_num_queries):
    client = client_as()
    client.get(PAGE)

    # Session and person, collection, head, overlay, gaps, history, won, lost.
    with django_assert_max_num_queries(9) as asked:
        client.get(PAGE)

    assert not [query for query in asked.captured_queries if "artifact" in query["sql"]]


@pytest.mark.slow
@pytest.mark.skipif(not GITHUB.is_file(), reason="the shared data is not beside the repository")
def test_page_of_githubs_largest_tools_is_bounded_and_builds_nothing_twice(client_as, django_assert_max_num_queries):
    a_live_collection("github", GITHUB.read_bytes())
    name = "activity/list-repos-starred-by-authenticated-user"
    client = client_as("viewer")
    client.get(f"/collections/github/tools/{name}")

    with django_assert_max_num_queries(9) as asked:
        html = client.get(f"/collections/github/tools/{name}").content

    assert not [query for query in asked.captured_queries if "artifact" in query["sql"]]
    assert len(html) < 150_000
    assert b"The first 50 of " in html


# Overriding


def test_override_makes_a_revision_that_new_runs_use_and_says_what_changed(world, client_as):
    client, before = client_as(), Revision.objects.count()

    response = client.post(SEND, said(), follow=True)

    html = text(response)
    assert response.redirect_chain[0][0] == PAGE + "#tool-meaning"
    assert "Action: read → update. Revision 3 is live; new runs are decided on it." in html
    assert 'data-value="update" data-overridden="true"' in fact(html, "action")
    assert "read · HTTP method + response · 95%" in fact(html, "action")
    assert "it does" in fact(html, "action")
    assert Revision.objects.count() == before + 1
    assert a_run(world.collection).revision.number == 3


def test_alias_lets_new_runs_find_the_tool(world, client_as):
    client = client_as()
    missed = a_run(world.collection, "zebra please", top_k=1)

    client.post(SEND, said(kind="alias", value="zebra"))
    client.post(SEND, said(kind="alias", value="얼룩말"))

    assert missed.selected_target == ""
    assert a_run(world.collection, "zebra please", top_k=1).selected_target == "getOrder"
    assert [alias.text for alias in queries.tool_page("orders", "getOrder").aliases] == ["zebra", "얼룩말"]


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"reason": " "}, "Say why, for those who come after."),
        ({"value": ""}, "Choose or type what is right."),
        ({"value": "juggle"}, "This value is not allowed."),
        ({"kind": "resource", "value": "two words"}, "Write one thing in snake_case"),
        ({"kind": "alias", "value": "x" * 121}, "At most 120 characters."),
        ({"kind": "alias", "value": "010-1234-5678"}, "An alias must not hold personal data or a secret."),
    ],
)
def test_bad_value_comes_back_at_its_field_with_the_form_open(world, client_as, changed, error: str):
    form = said(**changed)
    response = client_as().post(SEND, form)

    html = text(response)
    block = html.partition(f'id="override-{form["kind"]}" open')[2].partition("</details>")[0]
    assert response.status_code == 422
    assert error in block
    assert 'aria-invalid="true"' in block
    assert not OverlayRow.objects.exists()


@pytest.mark.parametrize(
    ("changed", "named"),
    [({"kind": "mood"}, "kind"), ({"do": "dance"}, "do"), ({"version": "x"}, "version"), ({"tool": ""}, "tool")],
)
def test_form_that_no_page_draws_says_what_is_wrong(world, client_as, changed, named: str):
    response = client_as().post(SEND, said(**changed))

    assert response.status_code == 422
    assert re.search(rf"<p>{named}: ", text(response))


def test_alias_that_is_there_already_is_refused(world, client_as):
    client = client_as()
    client.post(SEND, said(kind="alias", value="Zebra"))

    response = client.post(SEND, said(kind="alias", value="zebra"))

    assert response.status_code == 422
    assert "The tool has this alias already." in text(response)


@pytest.mark.parametrize("inside", [True, False], ids=["inside", "whole"])
def test_two_at_once_second_sees_who_was_faster_and_keeps_the_text(world, client_as, inside: bool):
    faster = an_actor(username="faster")
    fields = {"kind": "action", "tool_name": "getOrder", "value": "delete", "reason": "theirs"}
    save_overlay_row(actor=faster, collection_id=world.collection.pk, **fields)

    response = client_as().post(
        SEND, said(reason="mine, typed at length"), headers={"HX-Request": "true"} if inside else {}
    )

    html = text(response)
    assert response.status_code == 409
    assert ("<html" in html) != inside
    assert all(part in html for part in ("Changed by faster", "theirs", "mine, typed at length"))
    assert 'name="version" value="1"' in html.partition('id="override-action" open')[2]
    assert OverlayRow.objects.get().value == "delete"


def test_taking_the_documents_value_again_is_kept_in_the_history(world, client_as):
    client = client_as(username="erin")
    client.post(SEND, said())

    html = text(client.post(SEND, said(do="remove", version="1", reason="was wrong"), follow=True))

    assert "Action: update → read. Revision 4 is live" in html
    assert re.findall(r'data-event="([\w.]+)"', html) == ["overlay.remove", "overlay.add"]
    assert "was wrong" in html.partition('id="tool-history"')[2]
    assert AuditEvent.objects.filter(object_type="overlayrow", actor_name="erin").count() == 2


def test_alias_is_removed_by_its_own_form(world, client_as):
    client = client_as()
    client.post(SEND, said(kind="alias", value="zebra"))
    row = OverlayRow.objects.get()

    html = text(client.get(PAGE))
    client.post(SEND, said(kind="alias", value="zebra", do="remove", version="1"))

    assert f'id="override-alias{row.pk}"' in html
    assert not OverlayRow.objects.exists()


def test_override_inside_the_page_swaps_the_block_and_tells_the_result(world, client_as):
    html = text(client_as().post(SEND, said(), headers={"HX-Request": "true"}))

    assert html.lstrip().startswith('<section class="panel" id="tool-meaning"')
    assert '<div id="status-line" hx-swap-oob="innerHTML"><p class="visually-hidden">Action: read → update' in html
    assert 'id="tool-gaps"' in html
    assert '<span id="tool-revision" hx-swap-oob="outerHTML">Revision 3</span>' in html


def test_override_of_a_tool_that_is_gone_is_listed_and_can_be_removed(world, client_as):
    client = client_as()
    client.post(SEND, said())
    paths = {"/orders": {"get": operation("listOrders", many=True)}}
    record = an_import(world.collection, a_document(paths), source_name="main")
    confirm_import(actor=an_actor(), import_id=record.pk, version=record.version)

    html = text(client.get("/collections/orders"))
    response = client.post(SEND, said(do="remove", version="1"))

    assert 'data-orphan="getOrder"' in html
    assert "tool gone, no effect" in html
    assert (response["Location"], OverlayRow.objects.count()) == ("/collections/orders", 0)


@pytest.mark.parametrize(("changed", "status"), [({}, 404), ({"reason": ""}, 422), ({"do": "remove"}, 409)])
def test_nothing_can_be_said_of_a_tool_that_is_not_there(world, client_as, changed, status: int):
    response = client_as().post(SEND, said(tool="callMoon", **changed))

    assert response.status_code == status
    assert not OverlayRow.objects.exists()


def test_page_speaks_korean(page):
    html = page(language="ko")

    assert "입력을 만드는 도구" in html
