"""Korean word forms: one spaced unit (eojeol) in, its stem and the kind of its ending out."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from selector.engine.conjugation import (
    SYLLABLE_BASE,
    SYLLABLE_LAST,
    Ending,
    acting_nouns,
    helper_forms,
    light_forms,
    native_forms,
)
from selector.engine.wordlists import korean_nouns

__all__ = ["Analysis", "Ending", "acting_nouns", "analyse", "is_hangul", "is_known", "split_compound"]

# No Korean word that people type is longer; a longer run is a blob and is kept as it is.
MAX_EOJEOL = 24
PARTICLES = frozenset(
    (
        "을 를 이 가 은 는 의 에 도 만 로 와 과 랑 나 께 야 요 에서 에게 한테 으로 까지 부터 보다 처럼 마다 이나 "
        "이라도 라도 이랑 하고 이며 조차 마저 밖에 대로 만큼 같이 에서의 에서는 에서도 에게서 한테서 에는 에도 "
        "에만 에게는 에게도 에게만 으로는 으로도 으로만 으로부터 로부터 로는 로도 로만 까지의 까지는 까지만 "
        "부터는 만을 만이 만의 와의 과의 께서 께서는 이라는 라는 이란 란 이든 든 이든지 든지 이야 이에요 예요 "
        "인가요 인가 인지 인데 입니다 입니까 이고 이면 인 이었던 였던 이었어 였어 이었는지 였는지 들 들을 들이 "
        "들은 들의 들도 들만 들에 들에게 들과 들로 별 별로 당 용 님 님이 님의 님을 님께 님에게 쪽 측 씩 째 쯤 "
        "에대한 에대해 으로서 로서 으로써 로써 에다 에다가 한테는 한테도 랑은 말고 말고는 없이 없는 있는 이라고 "
        "라고 인것 중 중인 전 후 내 상 관련 정도 뿐 뿐만 이라 들에서 들까지 들부터 에의 이시 이요"
    ).split()
)
# Particles that could just as well be the end of an unknown noun: cut only from a noun that is known.
CAUTIOUS = frozenset(
    (
        "나 야 요 들 별 당 용 님 쪽 측 씩 째 쯤 인 란 든 라는 이란 중 전 후 내 상 이야 이면 하고 정도 뿐 이라 "
        "같이 이시 있는 없는 없이 별로"
    ).split()
)
# These are cut from an unknown noun of three syllables or more as well (크리에이터가).
USUAL = frozenset("도 만 로 가 과 의 께 랑 이나 라도 대로 이고 인지 관련".split())
# Written between two joined nouns (환불가능한주문); they are no part of either.
CONNECTORS = frozenset({"한", "된", "할", "의", "및", "와", "과", "별", "하는", "되는", "중인"})
# Nouns of one syllable that are written onto another noun: 정산건, 취소일, 요청자, 결제액.
SHORT_NOUNS = frozenset("건일액금율률료비자처형권증장국점품분표값키수명서팀")
# Light verbs that are verbs of their own when they stand alone (받는 사람).
OWN_VERBS = frozenset({"받", "당하"})


@dataclass(frozen=True, slots=True)
class Analysis:
    """A spaced unit taken apart: `stem` ("" for a bare 해줘), `verb` stem of a native or light verb, its ending."""

    stem: str
    ending: Ending = Ending.NONE
    verb: str = ""
    particle: str = ""
    glued: bool = False  # a native verb written onto its noun: 목록보여줘

    @property
    def is_native(self) -> bool:
        return bool(self.stem) and self.stem == self.verb


@lru_cache(maxsize=32768)
def analyse(eojeol: str) -> Analysis:
    """Return the stem and ending of one spaced Korean unit; never an empty stem but for a bare light verb (해줘).

    >>> analyse("조회해줘").stem, analyse("회의를").stem, analyse("회의").stem
    ('조회', '회의', '회의')
    """
    if len(eojeol) > MAX_EOJEOL:
        return Analysis(eojeol)
    if eojeol in korean_nouns():
        return Analysis(eojeol)
    # Before the native verbs, whose 달래 (hang it) is rarer than the wish passed on (지워 달래).
    if eojeol in helper_forms():
        return Analysis("", helper_forms()[eojeol], "주")
    if eojeol in native_forms():
        verb, ending = native_forms()[eojeol]
        return Analysis(verb, ending, verb)
    if eojeol in light_forms():
        verb, ending = light_forms()[eojeol]
        # Alone, "to receive" is a verb of its own (받는 사람); the others only carry the noun in front of them.
        return Analysis(verb if verb in OWN_VERBS else "", ending, verb)
    found = _cuts(eojeol)
    return min(found, key=lambda pair: pair[0])[1] if found else Analysis(eojeol)


def _cuts(eojeol: str) -> list[tuple[tuple[int, int], Analysis]]:
    """Return the possible ways to cut an ending off, each with its preference (lower is better)."""
    found: list[tuple[tuple[int, int], Analysis]] = []
    for size in range(1, len(eojeol)):
        rest, tail = eojeol[:size], eojeol[size:]
        known = is_known(rest)
        found += _verb_cuts(rest, tail, known) + _particle_cuts(rest, tail, known)
    return found


def _verb_cuts(rest: str, tail: str, known: bool) -> list[tuple[tuple[int, int], Analysis]]:
    found: list[tuple[tuple[int, int], Analysis]] = []
    base, particle = (tail, "") if tail in light_forms() else _off_particle(tail)
    if base in light_forms() and (known or (len(rest) >= 2 and len(base) >= 2)):
        verb, ending = light_forms()[base]
        if len(base) > 1 or rest in acting_nouns() or (known and base in ("된", "한", "할", "될")):
            found.append((_preference(rest, known, 2), Analysis(rest, ending, verb, particle)))
    if known and len(rest) >= 2 and tail in native_forms():
        verb, ending = native_forms()[tail]
        found.append(((1, -len(rest)), Analysis(rest, ending, verb, glued=True)))
    return found


def _preference(rest: str, known: bool, unknown: int) -> tuple[int, int]:
    """Prefer the longest known noun (역할을 is 역할, not 역), else the longest ending."""
    if rest in korean_nouns():
        return 0, -len(rest)
    return (1, -len(rest)) if known else (unknown, len(rest))


def _particle_cuts(rest: str, tail: str, known: bool) -> list[tuple[tuple[int, int], Analysis]]:
    if tail not in PARTICLES:
        return []
    if known or (len(rest) >= (3 if tail in USUAL else 2) and tail not in CAUTIOUS):
        return [(_preference(rest, known, 3), Analysis(rest, particle=tail))]
    return []


def _off_particle(tail: str) -> tuple[str, str]:
    for particle in ("에는", "에", "을", "를", "은", "는", "이", "가", "도", "만", "요", "의"):
        if tail.endswith(particle) and tail[: -len(particle)] in light_forms():
            return tail[: -len(particle)], particle
    return tail, ""


@lru_cache(maxsize=32768)
def is_known(word: str) -> bool:
    """Return whether a word is a lexicon noun or joined from lexicon nouns alone."""
    return word in korean_nouns() or (len(word) >= 3 and len(split_compound(word)) > 1 and all(
        part in korean_nouns() or part in SHORT_NOUNS for part in split_compound(word)
    ))  # fmt: skip


@lru_cache(maxsize=32768)
def split_compound(word: str) -> tuple[str, ...]:
    """Return the nouns that a joined noun is made of, in order; the word alone where it does not come apart.

    Fewest parts win; unknown parts of two syllables or more are allowed beside known ones, up to half of the word,
    and one short noun at the end (정산건, 취소일).

    >>> split_compound("배송지목록")
    ('배송지', '목록')
    """
    if word in korean_nouns() or not (3 <= len(word) <= MAX_EOJEOL) or not is_hangul(word):
        return (word,)
    # best[i]: (unknown syllables, number of parts, parts) of the first i syllables.
    best: list[tuple[int, int, tuple[str, ...]] | None] = [(0, 0, ())] + [None] * len(word)
    for end, start in product(range(1, len(word) + 1), range(len(word))):
        before = best[start] if start < end else None
        piece = word[start:end]
        if before is None or not (len(piece) > 1 or _may_stand(piece, start, end == len(word), before[0])):
            continue
        known = len(piece) == 1 or piece in korean_nouns() or piece in CONNECTORS
        option = (before[0] + (0 if known else len(piece)), before[1] + 1, (*before[2], piece))
        best[end] = option if best[end] is None else min(best[end], option)  # type: ignore[type-var]
    whole = best[len(word)]
    parts = whole[2] if whole is not None and whole[0] * 2 <= len(word) else (word,)
    return tuple(part for part in parts if part not in CONNECTORS)


def _may_stand(syllable: str, start: int, last: bool, unknown: int) -> bool:
    """Return whether one syllable may be a part: between two nouns, or a short noun behind known ones."""
    return start > 1 and (syllable in SHORT_NOUNS and unknown == 0 if last else syllable in CONNECTORS)


def is_hangul(text: str) -> bool:
    """Return whether every character is a whole Hangul syllable."""
    return bool(text) and all(SYLLABLE_BASE <= ord(char) <= SYLLABLE_LAST for char in text)
