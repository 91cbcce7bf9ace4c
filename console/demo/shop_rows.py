"""What all answers of the shop are made with: a table of them by operation, pages, and rows by number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from .shop_contract import Call, ShopProblem
from .shop_data import Row, Store

Answer = Callable[[Store, Call], Any]
Key = TypeVar("Key", int, str)

# The answer of each operation: a body as its document has it, bytes for a file, None where there is none.
ANSWERS: dict[str, Answer] = {}


def answers(operation: str) -> Callable[[Answer], Answer]:
    """Say that a function answers an operation."""

    def note(function: Answer) -> Answer:
        ANSWERS[operation] = function
        return function

    return note


def page_of(rows: list[Row], call: Call) -> dict[str, Any]:
    """The page of rows that was asked for, counted from 1."""
    page, size = call.values["page"], call.values["size"]
    start = (page - 1) * size
    info = {"page": page, "size": size, "totalCount": len(rows)}
    return {"items": rows[start : start + size], "pageInfo": info}


def find(rows: Mapping[Key, Row], key: Key, noun: str) -> Row:
    """The row of a number. ShopProblem 404."""
    if key not in rows:
        raise ShopProblem(404, f"no_{noun}")
    return rows[key]


def shown(row: Row, names: Iterable[str]) -> Row:
    """Those fields of a row that an answer has."""
    return {name: row[name] for name in names if name in row}


def next_number(rows: Mapping[int, Row]) -> int:
    """The number after the highest one."""
    return max(rows, default=0) + 1
