"""Korean verbs of a request: a normalised sentence in, its verb mentions with their forms out."""

from functools import lru_cache
from itertools import pairwise

from selector.engine import korean
from selector.engine.forms_ko import FILLERS, Unit, decide_forms, last_noun
from selector.engine.intent import Mention
from selector.engine.korean import Ending
from selector.engine.text import raw_tokens
from selector.engine.verbs import english_bases, korean_verbs
from selector.engine.wordlists import Idiom, korean_idioms, korean_senses, korean_things

# Nouns that carry a request for the act in front of them: 삭제 처리해줘, 삭제 부탁해.
CARRIERS = frozenset(
    "처리 진행 부탁 요청 실행 수행 신청 필요 희망 요망 바람 조치 작업 시도 부탁드립니다 부탁드려요 부탁드려 부탁합니다 부탁해요 바랍니다 원합니다".split()
)
ALWAYS_ASKING = frozenset(
    "부탁 필요 희망 요망 바람 부탁드립니다 부탁드려요 부탁드려 부탁합니다 부탁해요 바랍니다 원합니다".split()
)
# Changes that bring a state about: 완료로 바꿔줘.
CHANGES = frozenset({"update", "set", "process", "move", "convert", "restore"})
LINKING_PARTICLES = frozenset(("", "을", "를", "만", "도", "은", "는", "좀", "이", "가", "부터"))


def read_korean(clean: str, offset: int = 0) -> tuple[Mention, ...]:
    """Return the verb mentions of one sentence that has Korean in it, in order.

    >>> [(m.base, m.form.value) for m in read_korean("삭제하지 말고 조회해줘")]
    [('delete', 'negated'), ('get', 'command')]
    """
    units = [_unit(start, token) for start, token in raw_tokens(clean)]
    for unit in units:
        end = unit.start + len(unit.text)
        unit.ends_clause = clean[end : end + 2].lstrip().startswith((",", "，", "、"))
    _take_senses(units)
    _take_idioms(units)
    _join_states(units)
    _join_light_verbs(units)
    forms = decide_forms(units)
    return tuple(
        Mention(unit.base, unit.family, form, unit.text, unit.start + offset)
        for unit, form in zip(units, forms, strict=True)
        if unit.family is not None and form is not None
    )


def _unit(start: int, token: str) -> Unit:
    if not korean.is_hangul(token):
        family = english_bases().get(token.casefold())
        return Unit(token, start, token.casefold(), family, Ending.NONE, "")
    found = korean.analyse(token)
    if token.startswith("어떻게") or not found.stem:
        return Unit(token, start, "", None, found.ending, found.particle, found.verb)
    verb = found.verb if found.is_native or found.glued else last_noun(found.stem)
    family = korean_verbs().get(verb)
    base = family.name if family else ""
    return Unit(token, start, base, family, found.ending, found.particle, "" if found.stem else found.verb)


def _take_senses(units: list[Unit]) -> None:
    """Give a verb that hangs on its object (돌려줘, 끊어줘) the family that the words in front of it choose."""
    for position, unit in enumerate(units):
        found = korean.analyse(unit.text) if korean.is_hangul(unit.text) else None
        verb = "" if found is None else found.verb if found.is_native or found.glued else last_noun(found.stem)
        before = {_object_name(other.text) for other in units[max(0, position - 3) : position]}
        before |= {found.stem} if found is not None and found.glued else set()
        for sense in korean_senses():
            if sense.verb == verb and sense.objects & before:
                unit.family, unit.base = english_bases()[sense.name], sense.name
                break


def _take_idioms(units: list[Unit]) -> None:
    """Give the last word of an idiom (없던 일로 해줘, 못 쓰게 막아줘) the family of the whole; its ending decides the form."""
    taken: set[int] = set()
    for position, unit in enumerate(units):
        for idiom in _idioms_by_start().get(unit.text[:1], ()):
            row = units[position : position + len(idiom.parts)]
            last = position + len(row) - 1
            fits = len(row) == len(idiom.parts) and last not in taken
            if fits and all(part.text.startswith(start) for part, start in zip(row, idiom.parts, strict=True)):
                for inner in row[:-1]:
                    inner.family = None
                row[-1].family, row[-1].base = english_bases()[idiom.name], idiom.name
                taken.add(last)
                break


@lru_cache(maxsize=1)
def _idioms_by_start() -> dict[str, tuple[Idiom, ...]]:
    """Return the idioms by their first syllable, longest first: 못 쓰게 막아줘 goes before 쓰게 막아줘."""
    table: dict[str, list[Idiom]] = {}
    for idiom in sorted(korean_idioms(), key=lambda idiom: (-len(idiom.parts), idiom.parts)):
        table.setdefault(idiom.parts[0][:1], []).append(idiom)
    return {start: tuple(found) for start, found in table.items()}


def _object_name(text: str) -> str:
    if not korean.is_hangul(text):
        return text.casefold()
    return text[-2:] if text.endswith(("다고", "라고")) else last_noun(korean.analyse(text).stem)


def _join_light_verbs(units: list[Unit]) -> None:
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


def _join_states(units: list[Unit]) -> None:
    """Read "완료로 바꿔줘" and "비공개로 해줘" as the act that the state comes from."""
    for state, change in pairwise(units):
        if state.family is None or not state.family.writes or state.particle not in ("로", "으로"):
            continue
        bare = bool(change.bare_verb) or change.base in CHANGES
        if bare and state.ending is Ending.NONE and korean.analyse(state.text).stem not in korean_things():
            change.family, change.base, change.bare_verb = state.family, state.base, ""
            state.family = None


def _carrier(unit: Unit) -> str:
    stem = korean.analyse(unit.text).stem if korean.is_hangul(unit.text) else ""
    return stem if stem in CARRIERS else (unit.text if unit.text in CARRIERS else "")
