"""Literals: a normalised request in; what it quotes or names by id, with kind and place, out."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from selector.engine.phrases import patterns
from selector.engine.shapes import Literal
from selector.engine.stopwords import FUNCTION_WORDS
from selector.engine.text import stem
from selector.engine.verbs import english_forms

# Literals of one request that are kept, and the length of the longest.
MAX_VALUES = 32
MAX_VALUE_LENGTH = 200
# Places of literals that are looked at in one request.
MAX_SPOTS = 256
# Kinds of literals whose words are no words of the request, and those whose words say a little.
LITERAL = frozenset("url email uuid handle hash slashed file name number given".split())
QUOTED = frozenset("double curly single tick corner curled joined".split())

# Endings of file names and of domain names.
_ENDINGS = (
    "py|js|ts|tsx|jsx|md|txt|pdf|csv|tsv|json|ya?ml|toml|xml|html?|css|png|jpe?g|gif|svg|mp[34]|wav|mov|zip|tar|gz|docx?|xlsx?|pptx?|"
    "log|sh|go|rs|java|rb|php|sql|ini|conf|env|lock|com|net|org|io|dev|app|kr|example"
)
_VALUE = re.compile(
    r"(?P<url>https?://[^\s<>\"'“”]{1,400})"
    r"|(?P<email>[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4})"
    r"|\"(?P<double>[^\"\n]{1,200})\"|“(?P<curly>[^”\n]{1,200})”|(?<![A-Za-z])'(?P<single>[^'\n]{1,200})'(?![A-Za-z])"
    r"|`(?P<tick>[^`\n]{1,200})`"
    r"|「(?P<corner>[^」\n]{1,200})」|‘(?P<curled>[^’\n]{1,200})’"
    r"|(?<![A-Za-z0-9&/])(?P<hash>#[A-Za-z가-힣][\w-]{1,63})"
    r"|(?P<uuid>\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b)"
    r"|(?<![A-Za-z0-9])@(?P<handle>[A-Za-z0-9][A-Za-z0-9_-]{1,63})"
    r"|(?P<file>(?<![A-Za-z0-9_.])[\w-]{1,60}(?:[./][\w-]{1,60}){0,6}\.(?:" + _ENDINGS + r")(?![A-Za-z0-9]))"
    r"|(?P<slashed>(?<![A-Za-z0-9/])[A-Za-z0-9][\w.-]{0,63}/[\w.-]{1,63}(?:/[\w.-]{1,63}){0,6})"
    r"|(?P<name>(?<![A-Za-z0-9_])[A-Za-z][A-Za-z0-9]{0,63}(?:[_-][A-Za-z0-9]{1,63}){1,8}(?![A-Za-z0-9]))"
    r"|(?<=\b[iI][dD] )(?P<given>[A-Za-z][A-Za-z0-9]{0,63})(?![\w-])"  # id abc
    r"|(?P<camel>(?<![A-Za-z0-9_])[A-Za-z]{0,40}[a-z0-9][A-Z][A-Za-z0-9]{0,60})"
    r"|(?P<number>(?<![A-Za-z0-9])#?\d(?:[\d,.:-]{0,40}\d)?(?![A-Za-z0-9]))"
    r"|(?P<mixed>(?<![A-Za-z0-9_])(?=[A-Za-z]{0,30}\d)[A-Za-z0-9]{2,64}(?![A-Za-z0-9]))"
)
# "the history of the order 7", "7번 주문의 이력", "7에 담긴 것": the id belongs to the owner of what is wanted.
_OWNED_BEFORE = re.compile(
    r"\w\W+(?:of|on|in|for|from|under|inside|within|to)\s+(?:\w+\s+){0,3}[\"'(#]?$", re.IGNORECASE
)
_OWNING_AFTER = re.compile(
    r"[\"'’”)]?번?\s?[^\s\d]{0,8}?(?:의|에|에서|에게|한테)(?=\s)(?!\s?(?:대해|대한|관해))|['’]s\s"
)
_PLAIN_HYPHEN = re.compile(r"^[a-z]{2,}(?:-[a-z]{2,})+$")


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a literal stands in a normalised text: kind, value as typed, first offset, offset behind its last."""

    kind: str
    value: str
    start: int
    end: int


def read_values(clean: str) -> tuple[str, ...]:
    """Return the literals of a request as typed: numbers, ids, e-mails, quoted text, addresses, operation-like names.

    >>> read_values('order 123 of "kim" via getOrderInfo')
    ('123', 'kim', 'getOrderInfo')
    """
    return tuple(dict.fromkeys(spot.value for spot in find_spots(clean)))[:MAX_VALUES]


def find_spots(clean: str) -> tuple[Spot, ...]:
    """Return the literals of a normalised text with their places."""
    found: list[Spot] = []
    korean = any("가" <= letter <= "힣" for letter in clean)
    for match in _VALUE.finditer(clean):
        kind = match.lastgroup or ""
        value = match.group(kind).strip()
        # The capital that opens a sentence makes no name of "Cluster-wide".
        opening = value[:1].lower() + value[1:] if match.start() == 0 else value
        if value and not _is_plain(kind, opening, korean):
            found.append(Spot(_kind_of(kind, value), value[:MAX_VALUE_LENGTH], match.start(), match.end()))
        if len(found) >= MAX_SPOTS:
            break
    return tuple(found)


def literal_role(clean: str, spots: Sequence[Spot]) -> Literal:
    """Return how the first literal of a request stands in it.

    >>> literal_role("comments of issue 7", find_spots("comments of issue 7")).value
    'owner'
    """
    if not spots:
        return Literal.NONE
    before, after = clean[: spots[0].start], clean[spots[0].end :]
    return Literal.OWNER if _OWNED_BEFORE.search(before) or _OWNING_AFTER.match(after) else Literal.TARGET


def _is_plain(kind: str, value: str, korean: bool) -> bool:
    """Return whether a joined run is only words (cluster-wide, read/write); in Korean text it is a name (web-api)."""
    if kind == "name" and _PLAIN_HYPHEN.match(value):
        return not korean
    if kind == "given":
        return value.casefold() in FUNCTION_WORDS or value.casefold() in english_forms()
    return kind == "slashed" and all(_is_plain_word(part) for part in value.split("/"))


def _is_plain_word(part: str) -> bool:
    word = part.casefold()
    return (
        bool(_PLAIN_HYPHEN.match(word)) or word in FUNCTION_WORDS or word in english_forms() or stem(word) in patterns()
    )


def _kind_of(kind: str, value: str) -> str:
    """Return the kind of a literal; small letters without digits (user_id) name a field and speak as words."""
    if kind == "name" and _PLAIN_HYPHEN.match(value) and all(_is_plain_word(part) for part in value.split("-")):
        return "joined"
    return "field" if kind == "name" and "_" in value and value.islower() and value.replace("_", "").isalpha() else kind
