"""Binding texts such as `${s1.items[0].id}` and the values known so far in, the bound value or what is missing out."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

# One whole value is one binding. Text around it stays text, so that a value from outside is never read as a binding.
WHOLE = re.compile(r"\$\{([^{}]+)\}")
INPUT, USER_INPUT = "input", "user_input"
SEGMENT = re.compile(
    r"""(?:
        \.(?P<name>[^.\[\]"=]+)
      | \[(?P<index>\d+)\]
      | \[(?P<quoted>"(?:[^"\\]|\\.)*")\]
      | \[(?P<field>"(?:[^"\\]|\\.)*"|[^\[\]"=]+)=(?P<wanted>(?:input|user_input)\.[^\[\]]+)\]
    )""",
    re.VERBOSE,
)
ROOT = re.compile(r"[A-Za-z_]\w*")
FIELD_NAME = re.compile(r"[^\[\]{}\"=\s]+")
DIGITS = re.compile("[0-9]{1,9}")
PLAIN_NAME = re.compile(r"[^.\[\]{}\"=\s]+")
# Items of one list that are looked at for a value or a match; chosen: more than any page of an answer holds.
MAX_ITEMS = 10_000


@dataclass(frozen=True, slots=True)
class Match:
    """A choice of one item of a list: the item whose `field` equals the value of `wanted` (`input.x`)."""

    field: str
    wanted: str


Segment = str | int | Match


@dataclass(frozen=True, slots=True)
class Reference:
    """A binding, read: its root (`input`, `user_input` or a step's id), and the way to the value below it."""

    root: str
    name: str
    segments: tuple[Segment, ...]

    @property
    def is_input(self) -> bool:
        return self.root in (INPUT, USER_INPUT)


@dataclass(frozen=True, slots=True)
class Missing:
    """Why a binding gave no value, as plain JSON values."""

    evidence: Mapping[str, Any]


def read_binding(value: Any) -> Reference | None:
    """The reference in a binding text, None for every other value. A text that only looks like one is plain text.

    >>> read_binding("${s1.items[0].id}")
    Reference(root='s1', name='', segments=('items', 0, 'id'))
    >>> read_binding("${input.X-Tenant-Id}").name, read_binding("order ${s1.id}")
    ('X-Tenant-Id', None)
    """
    whole = WHOLE.fullmatch(value) if isinstance(value, str) else None
    if whole is None:
        return None
    for root in (INPUT, USER_INPUT):
        if whole[1].startswith(f"{root}."):
            name = whole[1][len(root) + 1 :]
            return Reference(root, name, ()) if name else None
    head = ROOT.match(whole[1])
    segments = _segments(whole[1][head.end() :]) if head else None
    return (
        None if head is None or segments is None or head[0] in (INPUT, USER_INPUT) else Reference(head[0], "", segments)
    )


def write_path(path: str, match: tuple[str, Match] | None = None) -> str:
    """The way into an answer as a binding writes it: the first item of every list, or of one list the item that fits.

    >>> write_path("$.items[].id"), write_path("[].id")
    ('.items[0].id', '[0].id')
    >>> write_path("items[].id", ("items[]", Match("name", "input.name")))
    '.items[name=input.name].id'
    """
    written, walked = "", ""
    for part in split_path(path):
        walked = walked + "[]" if part == "[]" else f"{walked}.{part}" if walked else part
        if part != "[]":
            written += f".{part}" if PLAIN_NAME.fullmatch(part) else f"[{_quoted(part)}]"
        elif match is not None and walked == match[0]:
            field = match[1].field
            written += f"[{field if FIELD_NAME.fullmatch(field) else _quoted(field)}={match[1].wanted}]"
        else:
            written += "[0]"
    return written


def split_path(path: str) -> list[str]:
    """The parts of a field's path, `[]` for each list.

    >>> split_path("$.items[].id"), split_path("[]")
    (['items', '[]', 'id'], ['[]'])
    """
    plain = path.removeprefix("$").lstrip(".")
    return [part for name in plain.replace("[]", ".[].").split(".") for part in (name,) if part]


def references_in(value: Any) -> Iterator[Reference]:
    """Every binding inside a nested value."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, Mapping):
            stack.extend(item.values())
        elif isinstance(item, list | tuple):
            stack.extend(item)
        elif (found := read_binding(item)) is not None:
            yield found


def inputs_wanted(reference: Reference) -> list[str]:
    """The inputs that a binding needs, as `input.x` or `user_input.x`: its own name, and what its matches look for."""
    own = [f"{reference.root}.{reference.name}"] if reference.is_input else []
    return own + [part.wanted for part in reference.segments if isinstance(part, Match)]


def follow(reference: Reference, results: Mapping[str, Any], value_of: Callable[[str], Any]) -> Any:
    """The value of a binding, or `Missing`.

    `results` holds the answers by step; `value_of("input.x")` gives an input or `Missing`. A list's first item is the
    first one that has the rest of the way, since which one comes first says nothing.
    """
    if reference.is_input:
        return value_of(f"{reference.root}.{reference.name}")
    if reference.root not in results:
        return Missing({"step": reference.root, "found": "no answer of this step"})
    found = _walk(results[reference.root], reference.segments, value_of, "")
    return Missing({"step": reference.root, **found.evidence}) if isinstance(found, Missing) else found


def _segments(text: str) -> tuple[Segment, ...] | None:
    found: list[Segment] = []
    position = 0
    while position < len(text):
        read = SEGMENT.match(text, position)
        if read is None:
            return None
        if read["index"] is not None:
            found.append(int(read["index"][:9]))
        elif read["field"] is not None:
            found.append(Match(_unquoted(read["field"]), read["wanted"]))
        else:
            found.append(_unquoted(read["quoted"] or read["name"]))
        position = read.end()
    return tuple(found)


def _quoted(text: str) -> str:
    # A brace would end the binding.
    return json.dumps(text, ensure_ascii=False).replace("{", "\\u007b").replace("}", "\\u007d")


def _unquoted(text: str) -> str:
    try:
        return str(json.loads(text)) if text.startswith('"') else text
    except ValueError:
        return text


def _walk(value: Any, segments: tuple[Segment, ...], value_of: Callable[[str], Any], walked: str) -> Any:
    if not segments:
        return Missing({"at": walked or "$", "found": "null"}) if value is None else value
    head, rest = segments[0], segments[1:]
    if isinstance(head, Match):
        return _matching(value, head, rest, value_of, walked)
    # A dotted number is a place in a list too, as other writers of plans have it.
    if isinstance(value, list) and (isinstance(head, int) or DIGITS.fullmatch(head)):
        return _item(value, int(head), rest, value_of, walked)
    here = f"{walked}.{head}" if walked else str(head)
    if not isinstance(value, Mapping) or str(head) not in value:
        return Missing({"at": here, "found": _kind(value)})
    return _walk(value[str(head)], rest, value_of, here)


def _item(items: list[Any], index: int, rest: tuple[Segment, ...], value_of: Callable[[str], Any], walked: str) -> Any:
    here = f"{walked}[{index}]"
    if index >= len(items):
        return Missing({"at": here, "found": "an empty list" if not items else f"a list of {len(items)}"})
    first = _walk(items[index], rest, value_of, here)
    if index == 0 and isinstance(first, Missing):
        for item in items[1:MAX_ITEMS]:
            later = _walk(item, rest, value_of, here)
            if not isinstance(later, Missing):
                return later
    return first


def _matching(value: Any, match: Match, rest: tuple[Segment, ...], value_of: Callable[[str], Any], walked: str) -> Any:
    wanted = value_of(match.wanted)
    if isinstance(wanted, Missing):
        return wanted
    items = value[:MAX_ITEMS] if isinstance(value, list) else []
    fields = split_path(match.field)
    for same in (lambda a, b: a == b, lambda a, b: _folded(a) == _folded(b)):
        for item in items:
            held = _walk(item, tuple(fields), value_of, "")
            if not isinstance(held, Missing) and same(held, wanted):
                return _walk(item, rest, value_of, f"{walked}[{match.field}]")
    looked = {"field": match.field, "equals": wanted, "items": len(items)}
    return Missing({"at": walked or "$", "found": "no item that fits" if items else _kind(value), "looked_for": looked})


def _folded(value: Any) -> str:
    return unicodedata.normalize("NFC", str(value)).strip().casefold()


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, list):
        return "an empty list" if not value else f"a list of {len(value)}"
    if isinstance(value, Mapping):
        return "an object without it"
    return "a text" if isinstance(value, str) else "a plain value"
