"""The text of an LLM's reply in; its target and entities out, or what is wrong with it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

# Bounds of a reply, chosen far above any right one.
MAX_REPLY_CHARS = 50_000
MAX_ENTITIES = 64
MAX_NAME_CHARS = 128
MAX_TEXT_CHARS = 2_000
MAX_DEPTH = 4
MAX_VALUES = 500
# A fence around the whole reply is markup, and what stands inside it is still one object.
FENCE = re.compile(r"```(?:json)?[ \t]*\n(.*)\n?```", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply that was read: `target` "" where the LLM chose nothing, or `problem` with a stable word for its fault."""

    target: str = ""
    entities: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""


class _Bad(Exception):
    """Carries the word for the fault out of nested reading."""


def read_reply(text: Any) -> Reply:
    """The reply as a value. Nothing is repaired: what is no JSON object of the asked form has a `problem`.

    >>> read_reply('{"target": "getOrder", "entities": {"orderNo": "A-1"}}').entities
    {'orderNo': 'A-1'}
    >>> read_reply("I would call getOrder.").problem, read_reply('{"target": 3}').problem
    ('not_json', 'target_is_no_text')
    """
    try:
        return _read(text)
    except _Bad as bad:
        return Reply(problem=str(bad))


def _read(text: Any) -> Reply:
    row = _object(text)
    if "target" not in row:
        raise _Bad("no_target")
    target, entities = row["target"], row.get("entities")
    if target is not None and not isinstance(target, str):
        raise _Bad("target_is_no_text")
    if entities is not None and not isinstance(entities, dict):
        raise _Bad("entities_are_no_object")
    return Reply(target=(target or "").strip(), entities=_entities(entities or {}))


def _object(text: Any) -> dict[str, Any]:
    if not isinstance(text, str):
        raise _Bad("not_text")
    if not text.strip():
        raise _Bad("empty")
    if len(text) > MAX_REPLY_CHARS:
        raise _Bad("too_long")
    fenced = FENCE.fullmatch(text.strip())
    try:
        value = json.loads(fenced[1] if fenced else text, object_pairs_hook=_no_repeats, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise _Bad("not_json") from error
    if not isinstance(value, dict):
        raise _Bad("no_object")
    return value


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Bad("repeated_key")
    return found


def _no_constant(name: str) -> NoReturn:
    # NaN and Infinity are no JSON.
    raise _Bad("not_json") from ValueError(name)


def _entities(rows: Mapping[str, Any]) -> dict[str, Any]:
    """Entities that say something; null and "" are an LLM's way to say that it found nothing."""
    if len(rows) > MAX_ENTITIES or any(not 0 < len(name.strip()) <= MAX_NAME_CHARS for name in rows):
        raise _Bad("entities_too_large")
    budget = [MAX_VALUES]
    read = {name.strip(): _bounded(value, MAX_DEPTH, budget) for name, value in rows.items()}
    return {name: value for name, value in read.items() if value not in (None, "", [], {})}


def _bounded(value: Any, depth: int, budget: list[int]) -> Any:
    budget[0] -= 1
    too_long = isinstance(value, str) and len(value) > MAX_TEXT_CHARS
    too_large = isinstance(value, int | float) and not abs(value) < 10**30
    if budget[0] < 0 or too_long or too_large or (depth <= 0 and isinstance(value, dict | list)):
        raise _Bad("entities_too_large")
    if isinstance(value, dict):
        return {key: _bounded(inner, depth - 1, budget) for key, inner in value.items()}
    if isinstance(value, list):
        return [_bounded(inner, depth - 1, budget) for inner in value]
    if isinstance(value, str):
        # Half of a surrogate pair is legal in JSON and cannot be stored.
        return value.encode("utf-8", "replace").decode("utf-8").strip()
    return value
