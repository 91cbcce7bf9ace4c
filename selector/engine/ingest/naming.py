"""Operation ids, methods and paths in, unique tool names out; the order of the paths decides nothing."""

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

# Characters of a name; chosen: long enough for every real operation id here (the longest has 118).
MAX_NAME_LENGTH = 200
# Hex digits that keep two names apart; chosen: one clash in sixteen million pairs.
MARK_LENGTH = 6


@dataclass(frozen=True, slots=True)
class NameRequest:
    """What one operation brings for its name."""

    operation_id: str
    method: str
    path: str


def name_tools(requests: Sequence[NameRequest]) -> list[str]:
    """A name for each request, in the same order; names differ even when case is ignored.

    An operation id that stands alone is the name. Where several share one (case ignored) each gets its method and
    path as well, so that a name depends on the operation and on the set of ids, never on their order.

    >>> name_tools([NameRequest("list", "GET", "/a"), NameRequest("", "POST", "/books/{book-id}")])
    ['list', 'post_books_by_book_id']
    """
    plain = [_clean(request.operation_id) for request in requests]
    shared = Counter(name.casefold() for name in plain if name)
    wished = []
    for request, name in zip(requests, plain, strict=True):
        if name and shared[name.casefold()] == 1:
            wished.append(name)
        else:
            wished.append("_".join(part for part in (name, name_from_path(request.method, request.path)) if part))
    own = {name.casefold() for name in plain if name and shared[name.casefold()] == 1}
    clashes = Counter(name.casefold() for name in wished)
    return [
        name
        if clashes[name.casefold()] == 1 or (name.casefold() in own and wished_name == name)
        else f"{name[: MAX_NAME_LENGTH - MARK_LENGTH - 1]}_{_mark(request)}"
        for request, name, wished_name in zip(requests, wished, plain, strict=True)
    ]


def name_from_path(method: str, path: str) -> str:
    """A readable name where the document gives none.

    >>> name_from_path("GET", "/shops/{shopId}/items")
    'get_shops_by_shopId_items'
    """
    parts = [method.lower()]
    for segment in path.split("/"):
        plain = re.sub(r"\{([^}]*)\}", r" by \1 ", segment)
        parts.extend(re.findall(r"\w+", plain))
    return "_".join(parts)[:MAX_NAME_LENGTH]


def _clean(operation_id: str) -> str:
    return re.sub(r"[\x00-\x1f\x7f]+|\s+", "_", operation_id.strip())[:MAX_NAME_LENGTH]


def _mark(request: NameRequest) -> str:
    return hashlib.sha256(f"{request.method} {request.path}".encode()).hexdigest()[:MARK_LENGTH]
