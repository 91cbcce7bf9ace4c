"""Korean verb forms: the units of one sentence in, whether each verb commands, asks or only describes out."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from selector.engine import korean
from selector.engine.intent import Form
from selector.engine.korean import Ending
from selector.engine.wordlists import Verb, korean_things

NEGATING = (
    "말고",
    "말아",
    "말것",
    "말길",
    "마",
    "마라",
    "마요",
    "마세요",
    "마시고",
    "마십시오",
    "않",
    "못하",
    "안돼",
    "안되",
    "없이",
    "금지",
)
FILLERS = frozenset("좀 요 좀요 지금 바로 당장 빨리 다시 모두 전부 다 한번 한 번 수".split())
HOW_WORDS = ("방법", "어떻게", "어떡해", "방식", "절차", "어찌")
# In front of a noun that names a thing as well as an act, these make it the act: 지금 바로 결제.
URGING = frozenset("지금 바로 즉시 당장 다시 새로 얼른 빨리".split())
# Behind an act, these ask after the operation itself: 회원을 삭제하는 API.
OPERATION_WORDS = (*HOW_WORDS, "api", "API", "엔드포인트", "오퍼레이션", "기능")
AFTER_DOING = frozenset("뒤 뒤에 후 후에 다음 다음에 채".split())
# Endings that only describe the noun behind a form that could command: 취소해야 하는 주문, 환불해 달라는 요청.
OUGHT = ("하는", "할", "되는", "됐던", "했던")
REPORTED = frozenset(
    "달라는 달라던 달란 버린 버렸던 준 둔 두었던 뒀던 놓은 놓았던 놨던 주는 줬던 본 봤던 온 "
    "왔던 있는 있던 진 졌던".split()
)
NEGATABLE = frozenset({Ending.NONE, Ending.MODIFIER, Ending.CONDITION, Ending.CONNECT, Ending.NOMINAL})
ASKED_AFTER = frozenset({Ending.CONDITION, Ending.NOMINAL, Ending.ASK, Ending.POTENTIAL})


@dataclass(slots=True)
class Unit:
    """One spaced unit: its verb family where it acts, and the ending that decides the form."""

    text: str
    start: int
    base: str
    family: Verb | None
    ending: Ending
    particle: str
    bare_verb: str = ""  # a light verb that stands alone: 해줘
    ends_clause: bool = False  # a comma follows


def decide_forms(units: Sequence[Unit]) -> list[Form | None]:
    """Return the form of each acting unit, None for the others; a connective takes the form of what follows it."""
    forms: list[Form | None] = [None] * len(units)
    how = _asks_how(units)
    following: Form | None = None
    for position in range(len(units) - 1, -1, -1):
        unit = units[position]
        if unit.family is None:
            continue
        form = _form(units, position, following, how)
        forms[position] = form
        if form is not Form.DESCRIBED or unit.ending is not Ending.NONE:
            following = form
    return forms


def last_noun(stem: str) -> str:
    """Return the last noun of a joined noun that is no act as a whole: 회원삭제 -> 삭제."""
    if not stem or stem in korean.acting_nouns():
        return stem
    return korean.split_compound(stem)[-1]


def _asks_how(units: Sequence[Unit]) -> bool:
    # "What becomes of it if ..." (어떻게 되나요) is a question, not after an operation.
    becomes = any(before.text == "어떻게" and unit.text.startswith("되") for before, unit in pairwise(units))
    return not becomes and any(unit.text.startswith(HOW_WORDS) for unit in units)


def _form(units: Sequence[Unit], position: int, following: Form | None, how: bool) -> Form:
    unit, after = units[position], _next_text(units, position)
    if _is_negated(units, position):
        return Form.NEGATED
    match unit.ending:
        case Ending.COMMAND:
            return _command_form(unit, after, how)
        case Ending.CONNECT | Ending.MODIFIER:
            return _linked_form(unit, after, following)
        case Ending.ADVERB:
            return Form.COMMAND if following is Form.COMMAND or after.startswith("해") else Form.DESCRIBED
        case Ending.NONE:
            return _bare_form(units, position, how)
        case _:
            return _open_form(units, position, how)


def _command_form(unit: Unit, after: str, how: bool) -> Form:
    if after in REPORTED or (unit.text.endswith("야") and after.startswith(OUGHT)):
        return Form.DESCRIBED
    return Form.HOW if how and unit.family is not None and unit.family.writes else Form.COMMAND


def _linked_form(unit: Unit, after: str, following: Form | None) -> Form:
    """Return the form of 하고, 해서 (goes with what follows) and 한, 하는 (describes, but for 한 뒤 and 하는 방법)."""
    if unit.ending is Ending.CONNECT and after.startswith("싶"):
        return Form.COMMAND
    if unit.ending is Ending.MODIFIER and after.startswith(OPERATION_WORDS):
        return Form.HOW
    goes_on = unit.ending is Ending.CONNECT or after in AFTER_DOING
    return following if goes_on and following is not None else Form.DESCRIBED


def _open_form(units: Sequence[Unit], position: int, how: bool) -> Form:
    ending = units[position].ending
    if how and ending in ASKED_AFTER:
        return Form.HOW
    if ending in (Ending.ASK, Ending.POTENTIAL):
        return Form.ASK
    titled = units[position].ends_clause or _is_last(units, position)
    return Form.COMMAND if ending is Ending.NOMINAL and titled else Form.DESCRIBED


def _bare_form(units: Sequence[Unit], position: int, how: bool) -> Form:
    """Return the form of an act named by its noun alone: terse commands end the sentence ("주문 3번 취소")."""
    unit = units[position]
    if not korean.is_hangul(unit.text):
        return Form.DESCRIBED
    urged = position > 0 and units[position - 1].text in URGING
    if last_noun(korean.analyse(unit.text).stem) in korean_things() and not urged:
        return Form.DESCRIBED
    if how or _next_text(units, position).startswith(OPERATION_WORDS):
        after_it = _next_text(units, position).startswith(OPERATION_WORDS) or unit.particle in ("은", "는")
        return Form.HOW if after_it else Form.DESCRIBED
    return Form.COMMAND if unit.particle in ("", "요", "만") and _is_last(units, position) else Form.DESCRIBED


def _is_negated(units: Sequence[Unit], position: int) -> bool:
    unit = units[position]
    before = units[position - 1].text if position else ""
    if before in ("안", "못") or unit.ending is Ending.NEGATED:
        return True
    refused = unit.text.endswith(("말고", "없이", "말고는")) or _next_text(units, position).startswith(NEGATING)
    return unit.ending in NEGATABLE and refused


def _next_text(units: Sequence[Unit], position: int) -> str:
    return units[position + 1].text if position + 1 < len(units) else ""


def _is_last(units: Sequence[Unit], position: int) -> bool:
    return all(unit.text in FILLERS or unit.bare_verb for unit in units[position + 1 :])
