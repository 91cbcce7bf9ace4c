"""Formatting for templates: words for codes, numbers, bars and times; nothing is decided here."""

import dataclasses
import json
import re
from collections.abc import Iterable, Mapping, Sized
from datetime import UTC, datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from console import tool_links, words

register = template.Library()

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EM DASH}"
# Width in units of the bars' view box, whose height is 4.
BAR_WIDTH = 100
# After a separator, and before the capital of the next word.
BREAK_AT = re.compile(r"(?<=[^/_.\-][/_.\-])(?=[^/_.\-])|(?<=[a-z0-9])(?=[A-Z])")


@register.filter
def word(code: str, table: str) -> str | Promise:
    """Give the text of a code in the reader's language; an unknown code is shown raw."""
    return words.word(table, str(code))


@register.filter
def knows(code: str, table: str) -> bool:
    """Say whether a code has a text, so that a raw code is not shown twice."""
    return words.knows(table, str(code))


@register.filter
def score(value: float) -> str:
    """Give a score or margin, 0..1, with two decimals: 0.87."""
    return f"{value:.2f}".replace("-", MINUS)


@register.filter
def contribution(value: float) -> str:
    """Give one signal's part without the leading nought, as the columns are many: .08, −.10, and 1.00."""
    text = f"{abs(value):.2f}"
    sign = MINUS if value < 0 and text != "0.00" else ""
    return sign + text.removeprefix("0")


@register.filter
def delta(value: float) -> str:
    """Give a distance to the winner: −0.19; a dash for the winner itself."""
    return DASH if value == 0 else f"{value:+.2f}".replace("-", MINUS)


@register.filter
def bar_width(ratio: float) -> str:
    """Give the width of a bar, 0..100, from a ratio 0..1."""
    return f"{max(0.0, min(1.0, ratio)) * BAR_WIDTH:.1f}"


@register.filter
def percent(ratio: float) -> str:
    """Give a ratio 0..1 as a whole percentage; only what is whole is 0 or 100."""
    rounded = round(ratio * 100)
    if ratio < 1 and rounded == 100:
        rounded = 99
    if ratio > 0 and rounded == 0:
        rounded = 1
    return f"{rounded}%"


@register.filter
def grouped(value: int) -> str:
    """Give a count with the separators of the reader's language: 1,223."""
    return str(number_format(value, force_grouping=True))


@register.filter
def size(count: int) -> str:
    """Give bytes in a unit that fits, by powers of 1,024: 13.0 MB."""
    if count < 1024:
        return _("%(count)s bytes") % {"count": grouped(count)}
    value, unit = (count / 1024, "KB") if count < 1024 * 1024 else (count / 1024 / 1024, "MB")
    return f"{number_format(value, 1, force_grouping=True)} {unit}"


@register.filter
def duration(ms: int | None) -> str:
    """Give a time span in a unit that fits: 3 ms, 1.4 s."""
    if ms is None:
        return DASH
    return f"{ms} ms" if ms < 1000 else f"{number_format(ms / 1000, 1)} s"


@register.filter
def pretty_json(value: Any) -> str:
    """Give plain data as indented JSON, with letters as they are."""
    return json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True, default=str)


@register.filter
def lookup(mapping: Mapping[str, Any], key: str) -> Any:
    """Give a mapping's value; an empty text where there is none."""
    return mapping.get(key, "")


@register.filter
def when(moment: datetime | None) -> SafeString | str:
    """Give a time in the reader's zone, named; the attribute stays UTC and the tip says UTC too."""
    if moment is None:
        return DASH
    utc = moment.astimezone(UTC)
    local = timezone.localtime(moment)
    # Translators: Django's date format, in the order that is usual in the language.
    text = format_date(local, pgettext("date format", "j M Y, H:i"))
    return format_html(
        '<time class="nowrap" datetime="{}" title="{} UTC">{} {}</time>',
        utc.strftime("%Y-%m-%dT%H:%M:%SZ"),
        utc.strftime("%Y-%m-%d %H:%M:%S"),
        text,
        local.tzname() or "",
    )


@register.filter
def exact(value: float) -> str:
    """Give a number for programs: up to nine decimals, a full stop, no rounding that shows in a sum."""
    return f"{value:.9f}".rstrip("0").rstrip(".")


@register.filter
def breakable(name: str) -> SafeString:
    """Give a name or path, escaped, that a narrow column breaks between its words: get|Member, /orders/|{id}."""
    pieces = BREAK_AT.split(name)
    return mark_safe("<wbr>".join(map(conditional_escape, pieces)))  # noqa: S308


@register.filter
def minus(count: int, rows: Sized) -> int:
    """Give how many are not shown."""
    return count - len(rows)


@register.filter
def gap_of(readiness: str) -> str:
    """Give the gap of the tool filter that belongs to a readiness bar; an empty text where there is none."""
    gap = readiness.removesuffix("_known").removesuffix("_present").removesuffix("_declared")
    return gap if words.knows("gap", gap) else ""


@register.filter
def is_narrowed(chosen: Any) -> bool:
    """Say whether a filter leaves anything out; its cursors do not count."""
    parts = {field.name: getattr(chosen, field.name) for field in dataclasses.fields(chosen)}
    return any(value not in ("", None) for name, value in parts.items() if name not in ("after", "before"))


@register.simple_tag
def tool_url(slug: str, name: str) -> str:
    """Give the address of a tool's page."""
    return tool_links.tool_url(slug, name)


@register.filter
def joined_words(codes: Iterable[str], table: str) -> str:
    """Give the texts of several codes with a plus between them: path + schema."""
    return " + ".join(str(words.word(table, code)) for code in codes)


@register.filter
def semantic(value: str, kind: str) -> str | Promise:
    """Give a tool's action or shape in words, and what is a name as it is."""
    return words.word(kind, value) if kind in ("action", "shape") else value or DASH
