"""Collections: the list, a new one, and one with readiness, sources and its table of tools."""

import re

import pytest

from selector.models import AuditEvent, Collection
from tests.selector.factories import a_collection, a_document, a_live_collection, operation


def tools(html: str) -> list[str]:
    return re.findall(r'<tr class="tool-table__row" data-tool="([^"]+)"', html)


@pytest.fixture
def many(db) -> Collection:
    """120 tools, so three pages of them; one in three without a summary."""
    paths = {f"/things{n:03}": {"get": operation(f"getThing{n:03}", "Thing" if n % 3 else "")} for n in range(120)}
    for number, item in enumerate(paths.values()):
        if number % 3 == 0:
            del item["get"]["summary"]
    return a_live_collection("many", a_document(paths))


def test_empty_list_says_what_next_to_who_may_do_it(client_as):
    engineer, viewer = (client_as(role).get("/collections").content.decode() for role in ("engineer", "viewer"))

    assert "There are no collections yet." in engineer
    assert 'href="/collections/new"' in engineer
    assert 'href="/collections/new"' not in viewer


def test_new_collection_leads_to_its_first_import(client_as):
    response = client_as().post("/collections/new", {"name": "Orders", "slug": "Orders"})

    assert response["Location"] == "/collections/orders/import"
    assert AuditEvent.objects.filter(action="collection.create").count() == 1


@pytest.mark.parametrize(
    ("form", "error"),
    [
        ({"name": "Orders", "slug": "orders"}, "There is a collection of this short name already."),
        ({"name": "Orders", "slug": "new"}, "is an address of the console"),
        ({"name": "Orders", "slug": "주문"}, "Use lower-case letters, digits and hyphens"),
        ({"slug": "other"}, "This field is required."),
    ],
)
def test_refused_collection_says_why(client_as, form: dict[str, str], error: str):
    a_collection()

    response = client_as().post("/collections/new", form)

    assert response.status_code == 422
    assert error in response.content.decode()


def test_collection_shows_readiness_with_number_and_words(many, client_as):
    html = client_as().get("/collections/many").content.decode()
    bar = re.search(r'data-readiness="summary_present".*?</div>', html, re.DOTALL).group()

    # 80 of 120 have a summary.
    assert "67%" in bar
    assert "80 of 120" in bar
    assert 'rect width="66.7"' in bar
    assert 'href="?gap=summary#tool-table"' in bar


def test_unreliable_collection_says_so_and_how_to_mend_it(db, client_as):
    document = (
        b'{"openapi": "3.0.3", "info": {"title": "x", "version": "1"}, "paths": {"/": {"get": {"responses": {}}}}}'
    )
    collection = a_live_collection("odd", document)
    version = collection.sources.get().versions.get()
    version.readiness = version.readiness | {"reliable": False}
    version.save()

    assert "The selector cannot be trusted on this collection." in client_as().get("/collections/odd").content.decode()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?text=thing007", ["getThing007"]),
        ("?text=nothing", []),
        ("?action=delete", []),
        ("?gap=summary&text=thing00", ["getThing000", "getThing003", "getThing006", "getThing009"]),
        ("?text=thing005&resource=elsewhere", []),
    ],
)
def test_table_narrows_by_the_address(many, client_as, query: str, found: list[str]):
    assert tools(client_as().get(f"/collections/many{query}").content.decode()) == found


def test_pages_of_tools_follow_each_other_and_lead_back(many, client_as):
    client = client_as()
    first = client.get("/collections/many").content.decode()
    second = client.get("/collections/many" + link(first, "tools-next")).content.decode()
    third = client.get("/collections/many" + link(second, "tools-next")).content.decode()
    back = client.get("/collections/many" + link(second, "tools-previous")).content.decode()

    assert [len(tools(page)) for page in (first, second, third)] == [50, 50, 20]
    assert tools(back) == tools(first)
    assert "51–100 of 120" in second


def link(html: str, name: str) -> str:
    return re.search(rf'id="{name}"[^>]*href="([^"#]+)', html).group(1).replace("&amp;", "&")


def test_next_page_keeps_the_filter(many, client_as):
    html = client_as().get("/collections/many?text=thing").content.decode()

    assert link(html, "tools-next").startswith("?text=thing&after=")


def test_filter_inside_the_page_gives_the_table_and_tells_the_result(many, client_as):
    html = client_as().get("/collections/many?text=thing007", headers={"HX-Request": "true"}).content.decode()

    assert html.lstrip().startswith('<div class="tool-table" id="tool-table"')
    assert re.search(r'id="status-line" hx-swap-oob="innerHTML"><p class="visually-hidden">1–1 of 1\s*</p>', html)


def test_collection_page_asks_the_database_little(many, client_as, django_assert_max_num_queries):
    client = client_as()
    client.get("/runs")

    with django_assert_max_num_queries(11):
        client.get("/collections/many")


def test_unknown_collection_is_not_found(client_as):
    assert client_as().get("/collections/nowhere").status_code == 404
