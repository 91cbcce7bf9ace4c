"""Names of tools: stable, distinct, and independent of the order of the paths."""

import random

from selector.engine.ingest.naming import NameRequest, name_tools

TWINS = [
    NameRequest("list", "GET", "/orders"),
    NameRequest("list", "GET", "/refunds"),
    NameRequest("List", "GET", "/Orders"),
    NameRequest("get", "GET", "/orders/{id}"),
    NameRequest("", "GET", "/books/{book-id}"),
    NameRequest("", "GET", "/books/{book-id}/"),
]


def test_a_lone_operation_id_is_the_name_and_its_twins_get_method_and_path():
    names = name_tools(TWINS)

    assert names[1] == "list_get_refunds"
    assert names[3] == "get"


def test_names_differ_even_where_case_is_ignored():
    names = name_tools(TWINS)

    assert len({name.casefold() for name in names}) == len(TWINS)


def test_names_do_not_depend_on_the_order_of_the_operations():
    expected = dict(zip(TWINS, name_tools(TWINS), strict=True))

    for seed in range(20):
        shuffled = random.Random(seed).sample(TWINS, len(TWINS))
        assert dict(zip(shuffled, name_tools(shuffled), strict=True)) == expected


def test_a_generated_name_gives_way_to_a_real_operation_id():
    requests = [NameRequest("get_books", "GET", "/other"), NameRequest("", "GET", "/books")]

    first, second = name_tools(requests)

    assert first == "get_books"
    assert second.startswith("get_books_")
