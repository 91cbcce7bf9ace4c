"""What kind of answer a request wants: its words in, weights over list, single, count, file, mutation, none out."""

import re
from collections.abc import Sequence
from enum import StrEnum

from selector.engine import korean
from selector.engine.english import inflections
from selector.engine.text import Word

# Weights on the contract's scale of 1 to 3; chosen.
LISTED = {"list": 3, "single": 1}
DETAILED = {"single": 3, "list": 1}
COUNTED = {"count": 3, "single": 1}
FILED = {"file": 3, "single": 1}
MUTATED = {"mutation": 3, "single": 1, "none": 1}
# A plural or a "find" hints at a list, a literal id or "this" at one; an explicit word outweighs both.
LIST_HINT = {"list": 2, "single": 1}
SINGLE_HINT = {"single": 2, "list": 1}

# "The history of order 7", "7번 주문의 이력": the id is the owner's, and what it owns may be one or many.
EVEN_HINT = {"single": 3, "list": 2}

LIST_STEMS = frozenset("list all every each any several many multiple various everyone everything everybody".split())
DETAIL_STEMS = frozenset(
    "detail detailed specific particular single one individual selected exact certain given".split()
)
COUNT_PHRASES = (("how", "many"), ("number", "of"), ("total", "number"), ("head", "count"), ("how", "much", "of"))
COUNT_STEMS = frozenset(("count", "tally", "headcount"))
FILE_STEMS = frozenset("download export csv pdf excel xlsx spreadsheet zip printable".split())
POINTING = frozenset("this that my current own me myself latest newest default".split())
KOREAN_LIST = frozenset("목록 리스트 모든 전체 전부 모두 여러 다수 각각 일람 명단 싹 죄다 현황 내역 리스트업".split())
KOREAN_DETAIL = frozenset(
    "상세 자세히 상세히 상세정보 세부 하나만 한개만 하나 단건 특정 해당 선택한 구체적 단일 개별 한개 세부정보 디테일 상세내용".split()
)
KOREAN_COUNT = frozenset("건수 개수 갯수 인원수 횟수 총수 몇개 몇명 몇건 몇번 카운트 얼마나많 총개수 총건수".split())
KOREAN_FILE = frozenset("다운로드 내려받기 내보내기 엑셀 파일로 다운 csv pdf 엑셀로".split())
KOREAN_POINTING = frozenset("이 내 나의 제 현재 본인 최신 최근하나 그".split())
WHAT = frozenset("뭐 뭐뭐 뭐가 뭣 뭣뭣 무엇 무엇이 무엇무엇 누구 누구누구 누가".split())
COUNTERS = ("개", "명", "건", "번", "회", "대", "장", "곳")
_SHAPE_ONLY = LIST_STEMS | DETAIL_STEMS | COUNT_STEMS | KOREAN_LIST | KOREAN_DETAIL | KOREAN_COUNT
_PLURAL = re.compile(r"[a-z]{3,}s$", re.IGNORECASE)
NOT_PLURAL_HEAD = frozenset(
    "details status address access settings information process progress success analytics statistics stats news https always this has was does is its credentials permissions usage".split()
)


class Literal(StrEnum):
    """How an id stands in a request."""

    NONE = "none"
    TARGET = "target"  # "order 7"
    OWNER = "owner"  # "the history of order 7": what is wanted is not what the id names


def read_shapes(
    words: Sequence[Word], literal: Literal, writes: bool, finds: bool
) -> tuple[dict[str, int], tuple[str, ...]]:
    """Return shape weights and the words that say so; empty where nothing does.

    `literal`: how an id stands in the request; `finds`: its verb looks for things; `writes`: it changes something.
    """
    said = [*_said(words)]
    weights: dict[str, int] = {}
    for _, row in said:
        _raise_to(weights, row)
    spoken = tuple(dict.fromkeys(surface for surface, _ in said))
    if writes:
        return _ordered(MUTATED), spoken
    plurals = [word.surface for word in words if _is_plural(word)]
    if not ({"list", "count", "file"} & {_top(row) for _, row in said}) and not any(
        _top(row) == "single" for _, row in said
    ):
        _add_hints(weights, words, plurals, literal, finds)
    if {"list", "single"} <= {_top(row) for _, row in said}:
        weights = _both(weights, said, plurals)
    return _ordered(weights), spoken


def is_shape_word(word: Word) -> bool:
    """Return whether a word says nothing but the shape; a plural (노드들) or a file kind (pdf) also names something."""
    return word.stem in _SHAPE_ONLY


def _both(
    weights: dict[str, int], said: Sequence[tuple[str, dict[str, int]]], plurals: Sequence[str]
) -> dict[str, int]:
    """Weigh both: "all details of one order" is one, "list the selected orders" is many."""
    tops = [_top(row) for _, row in said if _top(row) in ("list", "single")]
    winner = "list" if plurals and tops.count("list") >= tops.count("single") else tops[-1]
    loser = "single" if winner == "list" else "list"
    return weights | {winner: 3, loser: 2}


def _add_hints(
    weights: dict[str, int], words: Sequence[Word], plurals: Sequence[str], literal: Literal, finds: bool
) -> None:
    pointing = any(word.stem in POINTING or word.surface in KOREAN_POINTING for word in words)
    if plurals:
        _raise_to(weights, LIST_HINT)
    elif literal is not Literal.NONE:
        _raise_to(weights, EVEN_HINT if literal is Literal.OWNER else DETAILED)
    elif finds:
        _raise_to(weights, LIST_HINT)
    elif pointing:
        _raise_to(weights, SINGLE_HINT)


def _said(words: Sequence[Word]) -> list[tuple[str, dict[str, int]]]:
    """Return each shape word with its weights, in order."""
    found: list[tuple[str, dict[str, int]]] = []
    for position, word in enumerate(words):
        row = _korean_row(word) if word.language == "ko" else _english_row(words, position)
        row = row or (LISTED if _asks_what_is_there(words, position) else {})
        if row:
            found.append((word.surface, row))
    return found


def _asks_what_is_there(words: Sequence[Word], position: int) -> bool:
    """Return whether "뭐 있어", "누구누구 있지" stands here: it asks for all of them."""
    following = words[position + 1].surface if position + 1 < len(words) else ""
    return words[position].surface in WHAT and following.startswith("있")


def _english_row(words: Sequence[Word], position: int) -> dict[str, int]:
    stem = words[position].stem
    after = tuple(word.stem for word in words[position : position + 3])
    if any(after[: len(phrase)] == phrase for phrase in COUNT_PHRASES) or stem in COUNT_STEMS:
        return COUNTED
    if stem in FILE_STEMS:
        return FILED
    if stem in LIST_STEMS:
        return LISTED
    if stem == "which" and any(_is_plural(word) for word in words[position + 1 : position + 4]):
        return LISTED
    if stem == "by" and len(after) > 1 and after[1] in ("id", "key", "number", "name", "slug", "uuid"):
        return DETAILED
    return DETAILED if stem in DETAIL_STEMS or words[position].surface.casefold() in DETAIL_STEMS else {}


def _korean_row(word: Word) -> dict[str, int]:
    text, stem = word.surface, word.stem
    if stem in KOREAN_COUNT or (text.startswith("몇") and (len(text) == 1 or text[1:2] in COUNTERS)):
        return COUNTED
    if stem in KOREAN_FILE or text in KOREAN_FILE:
        return FILED
    if stem in KOREAN_LIST or (
        len(text) > 2 and korean.is_hangul(text) and text.rstrip("을를이가은는의도만").endswith("들")
    ):
        return LISTED
    return DETAILED if stem in KOREAN_DETAIL or text in KOREAN_DETAIL else {}


def _is_plural(word: Word) -> bool:
    surface = word.surface.casefold()
    plain = word.language == "en" and _PLURAL.search(surface) is not None and surface != word.stem
    return plain and surface not in NOT_PLURAL_HEAD and dict(inflections(word.stem)).get(surface, "") in ("", "third")


def _top(row: dict[str, int]) -> str:
    return max(sorted(row), key=lambda shape: row[shape])


def _raise_to(weights: dict[str, int], row: dict[str, int]) -> None:
    for shape, weight in row.items():
        weights[shape] = max(weights.get(shape, 0), weight)


def _ordered(weights: dict[str, int]) -> dict[str, int]:
    return dict(sorted(weights.items(), key=lambda item: (-item[1], item[0])))
