"""Private values out of text and nested JSON: the same text or value with `<kind>` in their place, and how many."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal
from enum import Enum
from functools import lru_cache
from typing import Any
from uuid import UUID

from selector.engine.scrub_labels import LABEL_RULES
from selector.engine.scrub_names import Kind, is_id_name, sensitive_kind
from selector.engine.scrub_numbers import MAIL_RULES, NUMBER_RULES
from selector.engine.scrub_passes import MAX_TEXT_CHARS, REMOVED, Scrubbed, counted, scrub_with
from selector.engine.scrub_people import PEOPLE_RULES
from selector.engine.scrub_rules import ENTROPY_RULES, NETWORK_RULES, SECRET_RULES, Rule

__all__ = ["Scrubbed", "ScrubbedValue", "scrub_text", "scrub_value"]

# Whole secrets first, so that no later rule takes a part of one; labels before shapes, since they know the kind better.
RULES: tuple[Rule, ...] = (
    SECRET_RULES + LABEL_RULES + MAIL_RULES + NETWORK_RULES + NUMBER_RULES + PEOPLE_RULES + ENTROPY_RULES
)
STRONG_RULES: tuple[Rule, ...] = tuple(rule for rule in RULES if not rule.is_weak)

# A key that is a path, a placeholder or prose says nothing about its value.
FIELD_NAME = re.compile(r"[\w .\-\[\]$@:]+")
# Expressions of OpenAPI links (3.0.3, section 4.7.20.4) and our own bindings point at a value and hold none.
EXPRESSION = re.compile(r"\$(?:response|request|url|method|statusCode)\b.*|\$?\{[^{}]*\}|\{\{[^{}]*\}\}|<[a-z_ ]+>")
CUT = "<cut>"
MAX_CACHED_CHARS = 200  # chosen: names, paths and codes come again and again; prose does not
MIN_CHARS = 40  # a shorter bound would cut placeholders
TOO_DEEP = "<too deep>"


@dataclass(frozen=True, slots=True)
class ScrubbedValue:
    """A JSON-safe value without private values, and how many were removed by kind. `is_cut`: something was left out."""

    value: Any
    kinds: Mapping[str, int] = field(default_factory=dict)
    is_cut: bool = False


def scrub_text(text: str, *, max_chars: int = MAX_TEXT_CHARS) -> Scrubbed:
    """The text with each private value replaced by `<kind>`; at most `max_chars` characters long. It never raises.

    Text that holds nothing private comes back as it is. Scrubbing again changes nothing. Where something was removed,
    full-width characters and dashes of the whole text come back as plain ones.

    >>> scrub_text("hong@example.com의 주문 ORD-2024-000123")
    Scrubbed(text='<email>의 주문 ORD-2024-000123', kinds={'email': 1}, is_cut=False)
    """
    return scrub_with(text, RULES, max_chars)


def scrub_value(value: Any, *, max_depth: int = 12, max_items: int = 10_000, max_chars: int = 20_000) -> ScrubbedValue:
    """A JSON-safe copy of the value, scrubbed in keys, texts and integers. It never raises.

    The name of a field decides first: under `password`, `token`, `authorization`, `email`, `비밀번호` and the like the
    whole value goes, unless it is a schema that describes such a field; under names of ids (`orderNo`, `sha`) digests
    and plain numbers stay. What is deeper than `max_depth` levels is shown as `<too deep>`. What comes after
    `max_items` entries in total (list elements and keys) is left out and marked `<cut>`. Texts are cut to `max_chars`
    characters (40 at least).

    >>> scrub_value({"secretName": "pg", "password": "hunter2"}).value
    {'secretName': 'pg', 'password': '<password>'}
    """
    walk = _Walk(max_items, max(max_chars, MIN_CHARS))
    cleaned = walk.clean(value, "", max_depth)
    return ScrubbedValue(cleaned, counted(walk.kinds), walk.is_cut)


@lru_cache(maxsize=8192)
def _scrub_short(text: str, is_id: bool, max_chars: int) -> Scrubbed:
    return scrub_with(text, STRONG_RULES if is_id else RULES, max_chars)


class _Walk:
    """One walk over a nested value: what it may still keep, and what it has removed."""

    def __init__(self, max_items: int, max_chars: int) -> None:
        self.items_left = max_items
        self.max_chars = max_chars
        self.kinds: Counter[Kind] = Counter()
        self.is_cut = False

    def clean(self, value: Any, name: str, depth: int) -> Any:
        value = _plain(value)
        kind = sensitive_kind(name) if name else None
        if kind is not None and _is_private(value, kind):
            self.kinds[kind] += 1
            return f"<{kind}>"
        if isinstance(value, Mapping | list | tuple):
            if depth <= 0 and value:
                self.is_cut = True
                return TOO_DEEP
            return self._mapping(value, depth) if isinstance(value, Mapping) else self._list(value, name, depth)
        if isinstance(value, str):
            return self._text(value, name)
        return self._number(value, name) if isinstance(value, int) and not isinstance(value, bool) else value

    def _list(self, values: Sequence[Any], name: str, depth: int) -> list[Any]:
        kept: list[Any] = []
        for value in values:
            if value == CUT and isinstance(value, str):
                self.is_cut = True
            elif self._spend():
                kept.append(self.clean(value, name, depth - 1))
            else:
                break
        return [*kept, CUT] if self._lost(len(kept) < len(values)) else kept

    def _mapping(self, values: Mapping[Any, Any], depth: int) -> dict[str, Any]:
        kept: dict[str, Any] = {}
        names = self._keys(values)
        for key, value in values.items():
            if key == CUT:
                continue
            if not self._spend():
                break
            shown = names[key]
            kept[shown] = self.clean(value, shown if FIELD_NAME.fullmatch(shown) else "", depth - 1)
        return {**kept, CUT: CUT} if self._lost(len(kept) < len(values)) else kept

    def _keys(self, values: Mapping[Any, Any]) -> dict[Any, str]:
        """Scrubbed keys; where two become one, the later in alphabet gets a number, whatever the order of the input."""
        names: dict[Any, str] = {}
        taken: set[str] = set()
        cleaned = {key: self._text(_text_of(key), "") for key in list(values)[: max(0, self.items_left) + 1]}
        for key in sorted(cleaned, key=lambda key: (cleaned[key] != _text_of(key), _text_of(key), str(type(key)))):
            name, number = cleaned[key], 1
            while name in taken:
                number += 1
                name = f"{cleaned[key]}#{number}"
            names[key] = name
            taken.add(name)
        return names

    def _text(self, text: str, name: str) -> str:
        is_id = bool(name) and is_id_name(name)
        read = _scrub_short if len(text) <= MAX_CACHED_CHARS else _scrub_short.__wrapped__
        scrubbed = read(text, is_id, self.max_chars)
        self.kinds.update({Kind(kind): count for kind, count in scrubbed.kinds.items()})
        self.is_cut |= scrubbed.is_cut
        return scrubbed.text

    def _number(self, value: int, name: str) -> int | str:
        text = str(value)
        cleaned = self._text(text, name)
        return value if cleaned == text else cleaned

    def _spend(self) -> bool:
        self.items_left -= 1
        return self.items_left >= 0

    def _lost(self, is_shorter: bool) -> bool:
        self.is_cut |= is_shorter
        return is_shorter


def _is_private(value: Any, kind: Kind) -> bool:
    """Whether a value under a telling name is to go; a schema that describes the field, a count or a flag is not."""
    if value is None or isinstance(value, bool) or value in ("", [], {}, f"<{kind}>"):
        return False
    if isinstance(value, Mapping):
        return not ({"type", "$ref", "schema", "properties", "oneOf", "anyOf", "allOf"} & value.keys())
    if isinstance(value, str):
        return EXPRESSION.fullmatch(value) is None
    is_count = isinstance(value, int | float) and kind in (Kind.TOKEN, Kind.SECRET, Kind.API_KEY, Kind.COOKIE)
    return not (is_count and abs(value) < 100_000)


def _text_of(key: Any) -> str:
    key = _plain(key)
    return (
        key
        if isinstance(key, str)
        else str(key)
        if isinstance(key, int | float)
        else "null"
        if key is None
        else REMOVED
    )


def _plain(value: Any) -> Any:
    """The value as JSON knows it; what JSON cannot hold becomes text, or a placeholder if that could say too much."""
    if isinstance(value, Enum):
        value = value.value
    if value is None or isinstance(value, bool | Mapping | list | tuple):
        return value
    if isinstance(value, str):
        return str(value).encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, int):
        return int(value) if abs(value) < 10**30 else REMOVED
    if isinstance(value, float):
        return float(value) if value - value == 0 else None
    if isinstance(value, date | time | Decimal | UUID):
        return str(value)
    if isinstance(value, set | frozenset):
        return sorted((_plain(item) for item in value), key=repr)
    return REMOVED
