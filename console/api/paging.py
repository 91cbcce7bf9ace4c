"""Cursors: the place of a page in a list in, an opaque text out, and back."""

import base64
import binascii
import json

from rest_framework import serializers

DIRECTIONS = ("after", "before")


def write_cursor(direction: str, value: str | int | None) -> str | None:
    """The text for "what comes after (or before) `value`"; None where nothing comes.

    >>> read_cursor(write_cursor("after", 41))
    ('after', 41)
    """
    if value in (None, ""):
        return None
    text = json.dumps([direction, value], ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_cursor(text: str) -> tuple[str, str | int]:
    """The direction and the value of a cursor; ValidationError for a text that no answer of ours holds."""
    try:
        padded = text.encode("ascii") + b"=" * (-len(text) % 4)
        direction, value = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (ValueError, TypeError, UnicodeError, binascii.Error, RecursionError) as error:
        raise _invalid() from error
    if direction not in DIRECTIONS or not isinstance(value, (str, int)) or isinstance(value, bool):
        raise _invalid()
    return direction, value


def place(text: str, kind: type) -> dict[str, str | int]:
    """The keyword for a filter out of a cursor: `{"after": 41}`, or nothing without a cursor."""
    if not text:
        return {}
    direction, value = read_cursor(text)
    if not isinstance(value, kind) or (isinstance(value, int) and not 0 <= value < 2**63) or _is_unfit(value):
        raise _invalid()
    return {direction: value}


def _is_unfit(value: str | int) -> bool:
    """Whether a database could not take the text."""
    return isinstance(value, str) and any(sign == "\0" or "\ud800" <= sign <= "\udfff" for sign in value)


def _invalid() -> serializers.ValidationError:
    message = "Take the cursor from `next` or `previous` of an answer."
    return serializers.ValidationError({"cursor": [message]})
