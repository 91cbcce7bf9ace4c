"""The passes of the scrubber: text and rules in, text that no rule changes any more out."""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from selector.engine.scrub_names import Kind, sensitive_kind
from selector.engine.scrub_rules import FIRST_MARK, MARKS, Rule

MAX_TEXT_CHARS = 262_144  # chosen: longer text is cut before it is read, which bounds the time
MAX_PASSES = 6  # chosen: real text settles after two; what does not settle is removed whole
CUT_END = "…"
REMOVED = f"<{Kind.UNREADABLE}>"

MARK_OF = {kind: chr(FIRST_MARK + number) for number, kind in enumerate(Kind)}
SHOWN_FOR = {ord(mark): f"<{kind}>" for kind, mark in MARK_OF.items()}
PLACEHOLDER = re.compile("<(" + "|".join(Kind) + ")>")
ELEMENT = re.compile(rf"<([A-Za-z_][\w.\-]{{0,63}})>([^<>{MARKS}]+)(?=</\1>)")

# Full-width forms, spaces, dashes and invisible characters, as which a number may be written.
_FOLDS: dict[int, str | None] = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_FOLDS |= dict.fromkeys((0x00A0, 0x2007, 0x202F, 0x3000), " ")
_FOLDS |= dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2212), "-")
_FOLDS |= dict.fromkeys((0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF), None)
_FOLDS |= dict.fromkeys(range(FIRST_MARK, FIRST_MARK + 0x100), "\ufffd")
ODD = re.compile("[\u00a0\u00ad\u1100-\u11ff\u2007-\u2014\u202f\u2060\u2212\u3000\ue000-\ue0ff\ufeff\uff01-\uff5e]")
JAMO = re.compile("[\uac00-\ud7a3]?[\u1100-\u11ff]+")


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """Text without private values, and how many were removed by kind. `is_cut`: the text was longer than allowed."""

    text: str
    kinds: Mapping[str, int] = field(default_factory=dict)
    is_cut: bool = False


def scrub_with(text: str, rules: Sequence[Rule], max_chars: int) -> Scrubbed:
    """The text with what the rules find replaced, at most `max_chars` long; scrubbing it again changes nothing."""
    kinds: Counter[Kind] = Counter()
    limit = max(0, min(max_chars, MAX_TEXT_CHARS))
    is_cut = len(text) > limit
    # Twice as much is read as is kept, so that a value on the edge of the cut is still seen whole.
    cleaned = _settle(text[: 2 * limit], rules, kinds) if is_cut else _settle(text, rules, kinds)
    for _ in range(MAX_PASSES):
        if len(cleaned) <= limit:
            return Scrubbed(cleaned, counted(kinds), is_cut)
        is_cut = True
        cleaned = _settle(_cut(cleaned, limit), rules, kinds)
    return Scrubbed(REMOVED[:limit], {Kind.UNREADABLE.value: 1}, is_cut=True)


def counted(kinds: Mapping[Kind, int]) -> dict[str, int]:
    return {kind.value: count for kind, count in sorted(kinds.items())}


def _cut(text: str, limit: int) -> str:
    """At most `limit` characters: whole words and whole placeholders, then an ellipsis."""
    kept = text[: max(0, limit - 1)]
    opened = kept.rfind("<", max(0, len(kept) - 40))
    if opened > kept.rfind(">"):
        kept = kept[:opened]
    at_space = kept.rfind(" ", max(0, len(kept) - 40))
    return (kept[:at_space] if at_space > 0 else kept) + CUT_END[:limit]


def _settle(text: str, rules: Sequence[Rule], kinds: Counter[Kind]) -> str:
    """Pass after pass until nothing changes, so that the result scrubs to itself."""
    before = _fold(text)
    for _ in range(MAX_PASSES):
        after = _pass(before, rules, kinds)
        if after == before:
            return before if kinds else text
        before = after
    kinds[Kind.UNREADABLE] += 1
    return REMOVED


def _fold(text: str) -> str:
    if not ODD.search(text):
        return text
    return JAMO.sub(lambda match: unicodedata.normalize("NFC", match.group()), text.translate(_FOLDS))


def _pass(text: str, rules: Sequence[Rule], kinds: Counter[Kind]) -> str:
    found: Counter[Kind] = Counter()
    marked = ELEMENT.sub(lambda match: _hide_element(match, found), text) if "</" in text else text
    if "<" in marked:
        marked = PLACEHOLDER.sub(lambda match: MARK_OF[Kind(match.group(1))], marked)
    lowered = marked.lower()
    for rule in rules:
        if not rule.needs or any(word in lowered for word in rule.needs):
            marked = _apply(rule, marked, found)
    kinds.update(found)
    return marked.translate(SHOWN_FOR) if found else text


def _hide_element(match: re.Match[str], found: Counter[Kind]) -> str:
    kind = sensitive_kind(match.group(1))
    if kind is None or not match.group(2).strip():
        return match.group()
    found[kind] += 1
    return f"<{match.group(1)}>{MARK_OF[kind]}"


def _apply(rule: Rule, text: str, found: Counter[Kind]) -> str:
    parts: list[str] = []
    cursor = 0
    for match in rule.pattern.finditer(text):
        # A label inside of what is already removed is not read again: that would take quadratic time.
        if match.start() < cursor:
            continue
        span = rule.find(match)
        if span is None or span.start < cursor:
            continue
        parts += (text[cursor : span.start], MARK_OF[span.kind])
        cursor = span.end
        found[span.kind] += 1
    return "".join((*parts, text[cursor:])) if parts else text
