"""Collections and tools through the API: the facts of the pages, the revision, cursors, filters, restrictions."""

import pytest

from selector import queries
from selector.display import ToolFilter
from selector.queries.tools import PAGE_ROWS
from tests.console.api.conftest import problem_of, with_token
from tests.selector.factories import a_collection, a_document, a_live_collection, operation


def revision_of(collection) -> dict:
    return {"number": collection.head.number, "digest": collection.head.digest}


def test_collections_are_listed_with_their_head_revisions(orders, program):
    response = program.get("collections")

    row = queries.collection_list()[0]
    assert response.status_code == 200
    assert response.json() == {"results": [{"revision": revision_of(orders), **row.to_dict()}]}


def test_a_collection_gives_what_its_page_shows(orders, program):
    response = program.get("collections/orders")

    body, page = response.json(), queries.collection_page("orders").to_dict()
    assert body.pop("revision") == revision_of(orders)
    assert body == {name: value for name, value in page.items() if name not in ("tools", "open_imports")}
    assert response["X-Collection-Revision"] == f"{orders.head.number}/{orders.head.digest}"


def test_tools_are_paged_by_cursors_there_and_back(db, program):
    count = PAGE_ROWS + 3
    paths = {f"/things{number:03}": {"get": operation(f"listThings{number:03}")} for number in range(count)}
    a_live_collection("orders", a_document(paths))

    first = program.get("collections/orders/tools").json()
    second = program.get(f"collections/orders/tools?cursor={first['next']}").json()
    back = program.get(f"collections/orders/tools?cursor={second['previous']}").json()

    names = [row["name"] for row in first["results"] + second["results"]]
    assert names == sorted(names)
    assert (len(first["results"]), len(second["results"]), first["total"]) == (PAGE_ROWS, 3, count)
    assert (first["previous"], second["next"]) == (None, None)
    assert back["results"] == first["results"]


def test_tools_are_narrowed_as_on_the_page(orders, program):
    body = program.get("collections/orders/tools?text=주문&action=read&resource=order").json()

    page = queries.collection_page("orders", ToolFilter(text="주문", action="read", resource="order"))
    assert [row["name"] for row in body["results"]] == ["getOrder"]
    assert body["results"] == [row.to_dict() for row in page.tools.rows]
    assert body["revision"] == revision_of(orders)


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("collections/orders/tools?actoin=read", "actoin"),
        ("collections/orders/tools?action=fly", "action"),
        ("collections/orders/tools?gap=none", "gap"),
        ("collections/orders/tools?cursor=%21%21", "cursor"),
        ("collections/orders/tools?cursor=WyJhZnRlciIsMV0", "cursor"),  # ["after",1]: a cursor of runs
        ("collections/orders/tools?cursor=WyJhZnRlciIsIlx1MDAwMCJd", "cursor"),  # a NUL
        ("collections/orders/tools?text=" + "x" * 201, "text"),
        ("collections/orders/tools?text=a%00b", "text"),
        ("collections/orders/tools?text=a&text=b", "text"),
    ],
)
def test_a_parameter_that_does_not_fit_is_named(orders, program, address, field):
    body = problem_of(program.get(address))

    assert (body["status"], body["reason"]) == (422, "invalid")
    assert list(body["evidence"]["fields"]) == [field]


def test_an_unknown_collection_is_a_problem_with_its_name(orders, program):
    for path in ("collections/none", "collections/none/tools"):
        body = problem_of(program.get(path))

        assert (body["status"], body["reason"], body["evidence"]) == (404, "collection_unknown", {"collection": "none"})


def test_a_token_of_one_collection_sees_no_other(orders):
    a_collection("secret")
    shop = with_token(name="only", collection=orders)

    listed = [row["slug"] for row in shop.get("collections").json()["results"]]

    assert listed == ["orders"]
    assert shop.get("collections/orders").status_code == 200
    for path in ("collections/secret", "collections/secret/tools", "runs?collection=secret"):
        assert problem_of(shop.get(path))["reason"] == "collection_unknown"


def test_what_has_not_changed_is_not_sent_again(orders, program):
    first = program.get("collections/orders")

    again = program.get("collections/orders", **{"If-None-Match": first["ETag"]})

    assert (again.status_code, again.content) == (304, b"")
    assert "Authorization" in first["Vary"]


@pytest.mark.parametrize("path", ["collections", "collections/orders", "collections/orders/tools", "runs"])
def test_a_page_takes_a_bounded_number_of_queries(orders, program, django_assert_max_num_queries, path):
    program.get(path)  # The first use of the token is written down.

    with django_assert_max_num_queries(9):
        assert program.get(path).status_code == 200
