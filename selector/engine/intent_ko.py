"""Korean verbs of a request: a normalised sentence in, its verb mentions with their forms out."""

from dataclasses import dataclass

from selector.engine import korean
from selector.engine.intent import Form, Mention
from selector.engine.korean import Ending
from selector.engine.text import raw_tokens
from selector.engine.verbs import english_bases, korean_verbs
from selector.engine.wordlists import Verb, korean_things

# Nouns that carry a request for the act in front of them: 삭제 처리해줘, 삭제 부탁해.
CARRIERS = frozenset(
    "처리 진행 부탁 요청 실행 수행 신청 필요 희망 요망 바람 조치 작업 시도 부탁드립니다 부탁드려요 부탁드려 부탁합니다 부탁해요 바랍니다 원합니다".split()
)
ALWAYS_ASKING = frozenset(
    "부탁 필요 희망 요망 바람 부탁드립니다 부탁드려요 부탁드려 부탁합니다 부탁해요 바랍니다 원합니다".split()
)
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
HOW_WORDS = frozenset("방법 어떻게 어떡해 방식 절차 어찌".split())
AFTER_DOING = frozenset("뒤 뒤에 후 후에 다음 다음에 채".split())
LINKING_PARTICLES = frozenset(("", "을", "를", "만", "도", "은", "는", "좀", "이", "가", "부터"))


@dataclass(slots=True)
class _Unit:
    """One spaced unit: its verb family where it acts, and the ending that decides the form."""

    text: str
    start: int
    base: str
    family: Verb | None
    ending: Ending
    particle: str
    bare_verb: str = ""  # a light verb that stands alone: 해줘


def read_korean(clean: str, offset: int = 0) -> tuple[Mention, ...]:
    """Return the verb mentions of one sentence that has Korean in it, in order.

    >>> [(m.base, m.form.value) for m in read_korean("삭제하지 말고 조회해줘")]
    [('delete', 'negated'), ('get', 'command')]
    """
    units = [_unit(start, token) for start, token in raw_tokens(clean)]
    _join_light_verbs(units)
    forms = _forms(units)
    return tuple(
        Mention(unit.base, unit.family, form, unit.text, unit.start + offset)
        for unit, form in zip(units, forms, strict=True)
        if unit.family is not None and form is not None
    )


def _unit(start: int, token: str) -> _Unit:
    if not korean.is_hangul(token):
        family = english_bases().get(token.casefold())
        return _Unit(token, start, token.casefold(), family, Ending.NONE, "")
    found = korean.analyse(token)
    verb = found.verb if found.is_native or found.glued else _last_noun(found.stem)
    family = korean_verbs().get(verb)
    base = family.name if family else ""
    return _Unit(token, start, base, family, found.ending, found.particle, "" if found.stem else found.verb)


def _last_noun(stem: str) -> str:
    if not stem or stem in korean_verbs():
        return stem
    return korean.split_compound(stem)[-1]


def _join_light_verbs(units: list[_Unit]) -> None:
    """Give a bare 해줘, 부탁해 or 처리해줘 to the act in front of it."""
    for position in range(1, len(units)):
        unit = units[position]
        carrier = _carrier(unit)
        before = units[position - 1]
        if before.text in FILLERS and position > 1:
            before = units[position - 2]
        if not (unit.bare_verb or carrier) or before.family is None or before.ending is not Ending.NONE:
            continue
        if carrier and unit.ending is Ending.NONE and unit.text not in ALWAYS_ASKING:
            continue
        if before.particle not in LINKING_PARTICLES:
            continue
        before.ending = Ending.COMMAND if unit.text in ALWAYS_ASKING or carrier in ALWAYS_ASKING else unit.ending
        unit.family, unit.ending = None, Ending.NONE


def _carrier(unit: _Unit) -> str:
    stem = korean.analyse(unit.text).stem if korean.is_hangul(unit.text) else ""
    return stem if stem in CARRIERS else (unit.text if unit.text in CARRIERS else "")


def _forms(units: list[_Unit]) -> list[Form | None]:
    """Return the form of each acting unit, read from the end: a connective takes the form of what follows it."""
    forms: list[Form | None] = [None] * len(units)
    asks_how = any(unit.text.startswith(tuple(HOW_WORDS)) for unit in units)
    following: Form | None = None
    for position in range(len(units) - 1, -1, -1):
        unit = units[position]
        form = _form(units, position, following, asks_how)
        if unit.family is not None:
            forms[position] = form
            if form is not Form.DESCRIBED or unit.ending is not Ending.NONE:
                following = form
    return forms


def _form(units: list[_Unit], position: int, following: Form | None, asks_how: bool) -> Form:
    unit = units[position]
    if _is_negated(units, position):
        return Form.NEGATED
    if unit.ending is Ending.COMMAND:
        return Form.HOW if asks_how and unit.family and unit.family.writes else Form.COMMAND
    if unit.ending is Ending.CONNECT and _next_text(units, position).startswith("싶"):
        return Form.COMMAND
    if unit.ending is Ending.MODIFIER and _next_text(units, position).startswith(tuple(HOW_WORDS)):
        return Form.HOW
    if unit.ending is Ending.CONNECT or _goes_before(units, position):
        return following if following is not None else Form.DESCRIBED
    if unit.ending is Ending.ADVERB:
        return (
            Form.COMMAND
            if following is Form.COMMAND or _next_text(units, position).startswith("해")
            else Form.DESCRIBED
        )
    if unit.ending in (Ending.CONDITION, Ending.NOMINAL, Ending.ASK, Ending.MODIFIER, Ending.POTENTIAL) and asks_how:
        return Form.HOW if unit.ending is not Ending.MODIFIER else Form.DESCRIBED
    if unit.ending in (Ending.ASK, Ending.POTENTIAL):
        return Form.ASK
    if unit.ending is Ending.NOMINAL and _is_last(units, position):
        return Form.COMMAND
    if unit.ending is Ending.NONE:
        return _bare_form(units, position, asks_how)
    return Form.DESCRIBED


def _bare_form(units: list[_Unit], position: int, asks_how: bool) -> Form:
    """Return the form of an act named by its noun alone: terse commands end the sentence ("주문 3번 취소")."""
    unit = units[position]
    stem = _last_noun(korean.analyse(unit.text).stem) if korean.is_hangul(unit.text) else unit.text
    if not korean.is_hangul(unit.text) or stem in korean_things():
        return Form.DESCRIBED
    if asks_how and unit.family is not None:
        return (
            Form.HOW
            if _next_text(units, position).startswith(tuple(HOW_WORDS)) or unit.particle in ("은", "는")
            else Form.DESCRIBED
        )
    return Form.COMMAND if unit.particle in ("", "요") and _is_last(units, position) else Form.DESCRIBED


def _is_negated(units: list[_Unit], position: int) -> bool:
    unit = units[position]
    if position and units[position - 1].text in ("안", "못"):
        return True
    if unit.ending is Ending.NEGATED:
        return True
    return unit.ending in (Ending.NONE, Ending.MODIFIER, Ending.CONDITION, Ending.CONNECT, Ending.NOMINAL) and (
        unit.text.endswith(("말고", "없이", "말고는")) or _next_text(units, position).startswith(NEGATING)
    )


def _goes_before(units: list[_Unit], position: int) -> bool:
    return units[position].ending is Ending.MODIFIER and _next_text(units, position) in AFTER_DOING


def _next_text(units: list[_Unit], position: int) -> str:
    return units[position + 1].text if position + 1 < len(units) else ""


def _is_last(units: list[_Unit], position: int) -> bool:
    return all(unit.text in FILLERS or unit.bare_verb for unit in units[position + 1 :])
