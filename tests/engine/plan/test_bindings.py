"""What a binding text says, and the value that it finds."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selector.engine.plan.arguments import Inputs
from selector.engine.plan.bindings import Match, Missing, follow, read_binding, write_path

ANSWER = {
    "items": [
        {"id": 1, "name": "Blue", "variants": []},
        {"id": 2, "name": "Red", "variants": [{"sku": "R-1"}], "owner": {"name": "Kim"}},
    ],
    "a.b": {"c d": 5},
    "empty": [],
    "nothing": None,
}


def find(text: str, **inputs: Any) -> Any:
    reference = read_binding(text)
    assert reference is not None
    return follow(reference, {"s1": ANSWER, "s2": [{"id": 9}]}, Inputs(inputs, {}).value_of)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("${s1.items[0].id}", 1),
        ("${s1.items[1].id}", 2),
        ("${s1.items.1.id}", 2),
        ("${s2[0].id}", 9),
        ("${s2}", [{"id": 9}]),
        ('${s1["a.b"]["c d"]}', 5),
        ("${s1.items[name=input.colour].id}", 2),
        ("${s1.items[owner.name=input.who].id}", 2),
        # The first item that has one, since the first item has no variants.
        ("${s1.items[0].variants[0].sku}", "R-1"),
        ('${s1["a\\u002eb"]["c d"]}', 5),
        ("${input.colour}", " red "),
        ("${input.X-Tenant-Id}", "t"),
    ],
)
def test_a_binding_finds_its_value(text: str, value: Any) -> None:
    assert find(text, **{"colour": " red ", "who": "kim", "X-Tenant-Id": "t"}) == value


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("${s1.rows[0].id}", {"step": "s1", "at": "rows", "found": "an object without it"}),
        ("${s1.empty[0].id}", {"step": "s1", "at": "empty[0]", "found": "an empty list"}),
        ("${s1.items[5].id}", {"step": "s1", "at": "items[5]", "found": "a list of 2"}),
        ("${s1.nothing}", {"step": "s1", "at": "nothing", "found": "null"}),
        ("${s1.items.²}", {"step": "s1", "at": "items.²", "found": "a list of 2"}),
        ("${s1.items.id}", {"step": "s1", "at": "items.id", "found": "a list of 2"}),
        ("${s9.id}", {"step": "s9", "found": "no answer of this step"}),
        ("${input.lost}", {"input": "input.lost", "found": "no value"}),
        (
            "${s1.items[name=input.colour].id}",
            {
                "step": "s1",
                "at": "items",
                "found": "no item that fits",
                "looked_for": {"field": "name", "equals": "Green", "items": 2},
            },
        ),
    ],
)
def test_a_binding_without_a_value_says_where_it_ended(text: str, evidence: dict[str, Any]) -> None:
    found = find(text, colour="Green")

    assert isinstance(found, Missing)
    assert dict(found.evidence) == evidence


@pytest.mark.parametrize(
    "text",
    [
        "order ${s1.id}",
        "${}",
        "${input}",
        "${input.}",
        "$s1.id",
        "${s1.}",
        "${s1..id}",
        "${input[0]}",
        "${1s.id}",
        "${a b.c}",
        7,
    ],
)
def test_other_texts_are_no_bindings(text: Any) -> None:
    assert read_binding(text) is None


def test_a_value_that_looks_like_a_binding_is_not_followed() -> None:
    assert find("${input.evil}", evil="${s1.items[0].id}") == "${s1.items[0].id}"


def test_an_exact_match_goes_before_one_in_another_case() -> None:
    reference = read_binding("${s1[name=input.x].id}")
    assert reference is not None
    rows = [{"id": 1, "name": "red"}, {"id": 2, "name": "Red"}]

    assert follow(reference, {"s1": rows}, Inputs({"x": "Red"}, {}).value_of) == 2


NAMES = st.text(min_size=1, max_size=8).filter(lambda name: "[]" not in name)
SEGMENTS = st.lists(
    st.one_of(NAMES.filter(lambda name: "." not in name and not name.startswith("$")), st.just("[]")), max_size=5
)


@given(SEGMENTS)
def test_a_written_path_leads_to_the_value_that_stands_there(parts: list[str]) -> None:
    value: Any = "found"
    for part in reversed(parts):
        value = [value] if part == "[]" else {part: value}
    path = "".join(part if part == "[]" else f".{part}" for part in parts).lstrip(".")

    reference = read_binding(f"${{s1{write_path(path)}}}")

    assert reference is not None
    assert follow(reference, {"s1": value}, Inputs({}, {}).value_of) == "found"


@given(st.text(max_size=40), st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(
    inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3), max_leaves=8))  # fmt: skip
def test_no_text_and_no_answer_raises(text: str, answer: Any) -> None:
    for candidate in (text, f"${{{text}}}", f"${{s1.{text}}}"):
        reference = read_binding(candidate)
        found = reference and follow(reference, {"s1": answer}, Inputs({}, {}).value_of)
        assert found is None or isinstance(found, Missing) or json.dumps(found) is not None


def test_a_match_is_written_into_its_list_only() -> None:
    path = write_path("items[].rows[].id", ("items[]", Match("name", "input.name")))

    assert path == ".items[name=input.name].rows[0].id"
