"""Values in, the text of a path, query, header or cookie out, written as the document says.

Styles are those of OpenAPI 3 (Parameter Object, "Style Values") and of Swagger 2.0's `collectionFormat`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

Pairs = list[tuple[str, str]]

USUAL_STYLE = {"path": "simple", "header": "simple", "query": "form", "cookie": "form"}
# 2.0's words as 3.0's: style and explode.
COLLECTION_FORMATS = {
    "csv": (None, False),
    "multi": ("form", True),
    "ssv": ("spaceDelimited", False),
    "pipes": ("pipeDelimited", False),
    "tsv": ("tabDelimited", False),
}
SEPARATORS = {"spaceDelimited": "%20", "pipeDelimited": "|", "tabDelimited": "%09"}
# RFC 3986, 2.2: reserved characters that `allowReserved` lets stand; the three that end a value never do.
RESERVED = ":/?@!$'()*,;[]"


def text_of(value: Any) -> str:
    """One plain value as text, the way JSON writes it.

    >>> text_of(True), text_of(3), text_of("a b"), text_of({"x": 1})
    ('true', '3', 'a b', '{"x": 1}')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    return json.dumps(value, ensure_ascii=False)


def query_pairs(parameter: Mapping[str, Any], value: Any) -> Pairs:
    """The quoted `name=value` pairs of one query parameter; none for no value or an empty list.

    >>> query_pairs({"name": "id", "in": "query"}, [3, 4])
    [('id', '3'), ('id', '4')]
    >>> query_pairs({"name": "f", "in": "query", "style": "deepObject"}, {"from": "a b"})
    [('f%5Bfrom%5D', 'a%20b')]
    """
    name = parameter["name"]
    style, explode = style_of(parameter)
    safe = RESERVED if parameter.get("allowReserved") is True else ""
    if parameter.get("media_type"):
        return [(_quoted(name), quote(json.dumps(value, ensure_ascii=False), safe=safe))]
    if isinstance(value, Mapping):
        if style == "deepObject":
            return _deep(name, value, safe)
        rows = [(str(key), text_of(inner)) for key, inner in value.items() if inner is not None]
        if explode:
            return [(_quoted(key), quote(text, safe=safe)) for key, text in rows]
        flat = [part for row in rows for part in row]
        return [(_quoted(name), _joined(flat, style, safe))] if flat else []
    if isinstance(value, list | tuple):
        if style == "deepObject":
            return _deep(name, dict(enumerate(value)), safe)
        texts = [text_of(item) for item in value if item is not None]
        if explode:
            return [(_quoted(name), quote(text, safe=safe)) for text in texts]
        return [(_quoted(name), _joined(texts, style, safe))] if texts else []
    return [] if value is None else [(_quoted(name), quote(text_of(value), safe=safe))]


def path_text(parameter: Mapping[str, Any], value: Any) -> str:
    """The quoted text that replaces `{name}` in a path (RFC 6570 for label and matrix).

    >>> (
    ...     path_text({"name": "id", "in": "path"}, "a/b"),
    ...     path_text({"name": "id", "in": "path", "style": "label"}, [1, 2]),
    ... )
    ('a%2Fb', '.1,2')
    """
    style, explode = style_of(parameter)
    if parameter.get("media_type"):
        return quote(json.dumps(value, ensure_ascii=False), safe="")
    name = _quoted(parameter["name"])
    if isinstance(value, Mapping):
        rows = [(_quoted(str(key)), quote(text_of(inner), safe="")) for key, inner in value.items()]
        parts = [f"{key}={text}" for key, text in rows] if explode else [part for row in rows for part in row]
    else:
        items = list(value) if isinstance(value, list | tuple) else [value]
        parts = [quote(text_of(item), safe="") for item in items]
    if style == "label":
        return "." + (".".join(parts) if explode else ",".join(parts))
    if style == "matrix":
        if not explode:
            return f";{name}={','.join(parts)}"
        return "".join(f";{part}" if isinstance(value, Mapping) else f";{name}={part}" for part in parts)
    return ",".join(parts)


def plain_text(parameter: Mapping[str, Any], value: Any) -> str:
    """The text of a header or a cookie, unquoted.

    >>> plain_text({"name": "X-Ids", "in": "header"}, [1, 2])
    '1,2'
    """
    _, explode = style_of(parameter)
    if parameter.get("media_type"):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        rows = [(str(key), text_of(inner)) for key, inner in value.items()]
        return ",".join(f"{key}={text}" if explode else f"{key},{text}" for key, text in rows)
    items = value if isinstance(value, list | tuple) else [value]
    return ",".join(text_of(item) for item in items)


def style_of(parameter: Mapping[str, Any]) -> tuple[str, bool]:
    """Style and explode of a parameter, with what holds where the document says nothing."""
    usual = USUAL_STYLE.get(str(parameter.get("in")), "form")
    known = COLLECTION_FORMATS.get(str(parameter.get("collectionFormat")))
    if known is not None:
        return known[0] or usual, known[1]
    style = str(parameter.get("style") or usual)
    explode = parameter.get("explode")
    return style, explode if isinstance(explode, bool) else style in {"form", "deepObject"}


def _deep(name: str, value: Mapping[Any, Any], safe: str) -> Pairs:
    pairs: Pairs = []
    for key, inner in value.items():
        place = f"{name}[{key}]"
        if isinstance(inner, Mapping):
            pairs += _deep(place, inner, safe)
        elif isinstance(inner, list | tuple):
            # The specification leaves lists open; servers that take them take them so.
            pairs += [(_quoted(place), quote(text_of(item), safe=safe)) for item in inner]
        elif inner is not None:
            pairs.append((_quoted(place), quote(text_of(inner), safe=safe)))
    return pairs


def _joined(texts: list[str], style: str, safe: str) -> str:
    return SEPARATORS.get(style, ",").join(quote(text, safe=safe.replace(",", "")) for text in texts)


def _quoted(name: str) -> str:
    return quote(name, safe="")
