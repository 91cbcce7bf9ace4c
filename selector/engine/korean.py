"""Korean word forms: one spaced unit (eojeol) in, its stem and the kind of its ending out."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import product

from selector.engine.wordlists import korean_nouns, verb_families

SYLLABLE_BASE, SYLLABLE_LAST, FINALS = 0xAC00, 0xD7A3, 28
FINAL_N, FINAL_L, FINAL_M, FINAL_B, FINAL_SS = 4, 8, 16, 17, 20
# No Korean word that people type is longer; a longer run is a blob and is kept as it is.
MAX_EOJEOL = 24


class Ending(StrEnum):
    """What the ending of a word says about its verb."""

    NONE = "none"  # a noun, with or without a particle
    COMMAND = "command"  # 해줘, 하세요, 해야
    CONNECT = "connect"  # 하고, 해서: goes with the verb that follows
    CONDITION = "condition"  # 하면, 하려면
    NEGATED = "negated"  # 하지 (말고, 않고)
    PAST = "past"  # 했어, 했는지
    MODIFIER = "modifier"  # 하는, 한, 된: describes the noun that follows
    POTENTIAL = "potential"  # 할 (수 있는지)
    NOMINAL = "nominal"  # 하기, 함
    ADVERB = "adverb"  # 하게, 하도록
    ASK = "ask"  # 하나요, 되는지, 할까


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


PARTICLES = tuple(
    "을 를 이 가 은 는 의 에 도 만 로 와 과 랑 나 께 야 요 에서 에게 한테 으로 까지 부터 보다 처럼 마다 이나 이라도 라도 "
    "이랑 하고 이며 조차 마저 밖에 대로 만큼 같이 에서의 에서는 에서도 에게서 한테서 에는 에도 에만 에게는 에게도 에게만 으로는 "
    "으로도 으로만 으로부터 로부터 로는 로도 로만 까지의 까지는 까지만 부터는 만을 만이 만의 와의 과의 께서 께서는 이라는 라는 "
    "이란 란 이든 든 이든지 든지 이야 이에요 예요 인가요 인가 인지 인데 입니다 입니까 이고 이면 인 이었던 였던 이었어 였어 이었는지 "
    "였는지 들 들을 들이 들은 들의 들도 들만 들에 들에게 들과 들로 별 별로 당 용 님 님이 님의 님을 님께 님에게 쪽 측 씩 째 쯤 에대한 에대해 "
    "으로서 로서 으로써 로써 에다 에다가 한테는 한테도 랑은 말고 말고는 없이 없는 있는 이라고 라고 인것 중 중인 전 후 내 상 관련 정도 뿐 뿐만 이라 "
    "들에서 들까지 들부터 에의 이시 이요".split()
)
# Particles that could just as well be the end of an unknown noun: cut only from a noun that is known.
CAUTIOUS = frozenset(
    "나 야 요 로 들 별 당 용 님 쪽 측 씩 째 쯤 인 란 든 라는 이란 중 전 후 내 상 이야 이고 이면 하고 관련 정도 뿐 이라 라도 같이 대로 가 과 이시 도 만 의 께 랑 이나 있는 없는 없이 별로".split()
)
LIGHT_VERBS = (
    ("하", "해"), ("하", "하여"), ("되", "돼"), ("되", "되어"), ("시키", "시켜"), ("받", "받아"), ("당하", "당해"), ("드리", "드려"),
    ("바라", "바라"), ("원하", "원해"), ("해주", "해줘"), ("해주시", "해주셔"), ("하시", "하셔"),
)  # fmt: skip
# Written between two joined nouns (환불가능한주문); they are no part of either.
CONNECTORS = frozenset({"한", "된", "할", "의", "및", "와", "과", "별", "하는", "되는", "중인"})
FAVOURS = frozenset({"해주", "해주시"})
# Nouns of one syllable that are written onto another noun: 정산건, 취소일, 요청자, 결제액.
SHORT_NOUNS = frozenset("건일액금율률료비자처형권증장국점품분표값키수명서팀")
OWN_VERBS = frozenset({"받", "당하"})
PASSIVE = frozenset({"되", "당하"})
# Endings that are one syllable when joined: safe only after a noun that is known to act.
COMMAND_TAILS = (
    " 라 요 줄 줘 줘요 주라 줄래 줄래요 주세요 주십시오 주시오 주시겠어요 주시겠습니까 주실래요 주실 주렴 주길 주기 줬으면 주면 달라 달라고 다오 보자 봐 봐요 "
    "봐줘 보세요 볼래 놔 놔줘 둬 둬줘 두자 버려 버려줘 버리자 야 야지 야해 야돼 야겠다 야겠어 야함 야합니다 야됩니다 라고 줌 주시면 주셔 주시길 줄수있어 줄수있나요 주었으면 주도록 내 내줘 와 와줘 다줘 다주세요"
).split(" ")
PAST_TAILS = (
    "다 어 어요 니 나 나요 는지 는데 는가 습니다 습니까 을 을까 으면 고 지 지만 네 음 거든 으니 냐 더라 을때 기 다는 다고 었던 죠 는지도 는지를 는지가"
).split()


def _compose(syllables: str, final: int) -> str:
    """Give the last syllable, which has no final consonant or ㄹ, the final consonant `final`."""
    code = ord(syllables[-1]) - SYLLABLE_BASE
    return syllables[:-1] + chr(SYLLABLE_BASE + code - code % FINALS + final)


def _final(syllables: str) -> int:
    return (ord(syllables[-1]) - SYLLABLE_BASE) % FINALS


@lru_cache(maxsize=1024)
def conjugate(stem: str, infinitive: str) -> dict[str, Ending]:
    """Return the forms of one verb, given its stem and infinitive, with what each ending says.

    >>> conjugate("지우", "지워")["지운"].value
    'modifier'
    """
    final = _final(stem)
    loose = final in (0, FINAL_L)  # a vowel or ㄹ stem joins without 으
    bare = _compose(stem, 0) if final == FINAL_L else stem
    joined = stem if loose else stem + "으"
    forms = {infinitive + tail: Ending.COMMAND for tail in COMMAND_TAILS}
    polite = bare if loose else joined
    forms |= {polite + tail: Ending.COMMAND for tail in ("세요", "십시오", "시오", "시죠", "실래요", "시길")}
    forms |= {
        stem + tail: Ending.COMMAND
        for tail in ("자", "고싶어", "고싶다", "고싶은데", "고싶어요", "고싶습니다", "길", "기를")
    }
    forms |= {
        joined + tail: Ending.COMMAND for tail in ("라", "렴", "려고", "려고해", "려고요", "려는데", "려고하는데")
    }
    forms |= {stem + tail: Ending.CONNECT for tail in ("고", "고서", "고나서", "고는", "거나", "면서", "며")}
    forms |= {
        infinitive + tail: Ending.CONNECT
        for tail in ("서", "다가", "가지고", "놓고", "두고", "주고", "준뒤", "준다음", "보고")
    }
    forms |= {joined + tail: Ending.CONDITION for tail in ("면", "려면", "려면은", "니까", "니", "므로")}
    forms |= {infinitive + "도": Ending.CONDITION, stem + "기만하면": Ending.CONDITION, stem + "거든": Ending.CONDITION}
    forms |= {
        stem + tail: Ending.NEGATED
        for tail in ("지", "지는", "지도", "지를", "지말고", "지마", "지마세요", "지않고", "지않은", "지않는", "질")
    }
    forms |= {
        stem + tail: Ending.NOMINAL
        for tail in ("기", "기가", "기는", "기만", "기에", "기위해", "기위한", "기전에", "기로")
    }
    forms |= {
        stem + tail: Ending.ASK
        for tail in ("나", "나요", "니", "냐", "는지", "는지를", "는지도", "는가", "는가요", "는지요", "느냐")
    }
    forms |= {stem + tail: Ending.ADVERB for tail in ("게", "게끔", "도록")}
    forms |= {bare + tail: Ending.MODIFIER for tail in ("는", "는데", "는것", "는거")} | {stem + "던": Ending.MODIFIER}
    forms |= _joined_finals(stem, bare, final)
    past = _compose(infinitive, FINAL_SS) if _final(infinitive) == 0 else ""
    if past:
        forms |= {past + tail: Ending.PAST for tail in PAST_TAILS} | {
            past + "던": Ending.MODIFIER,
            past + "었던": Ending.MODIFIER,
        }
    forms |= {
        infinitive + "준": Ending.MODIFIER,
        infinitive + "줬던": Ending.MODIFIER,
        infinitive + "줬어": Ending.PAST,
    }
    forms[stem + "다"] = Ending.NONE
    return forms


def _joined_finals(stem: str, bare: str, final: int) -> dict[str, Ending]:
    """Return the forms whose ending melts into the last syllable: 한, 할, 함, 합니다, 할게."""
    if final in (0, FINAL_L):
        past, future, noun = _compose(bare, FINAL_N), _compose(bare, FINAL_L), _compose(bare, FINAL_M)
        polite, plain, noun = _compose(bare, FINAL_B), past + "다", stem + "ㅁ" if final == FINAL_L else noun
    else:
        past, future, noun, polite, plain = stem + "은", stem + "을", stem + "음", stem + "습", stem + "는다"
    forms = {
        past: Ending.MODIFIER,
        past + "것": Ending.MODIFIER,
        past + "거": Ending.MODIFIER,
        past + "지": Ending.ASK,
        past + "적": Ending.PAST,
    }
    forms |= {past + tail: Ending.CONNECT for tail in ("뒤", "뒤에", "후", "후에", "다음", "다음에", "채")}
    forms |= {
        future: Ending.POTENTIAL,
        future + "지": Ending.ASK,
        future + "까": Ending.ASK,
        future + "까요": Ending.ASK,
    }
    forms |= {
        future + tail: Ending.POTENTIAL
        for tail in ("수", "수있는", "수있는지", "수있나", "수있나요", "수있을까", "때", "것", "만한")
    }
    forms |= {future + tail: Ending.COMMAND for tail in ("게", "게요", "래", "래요", "거야", "거예요", "겁니다", "것")}
    forms |= {
        noun: Ending.NOMINAL,
        polite + "니다": Ending.COMMAND,
        polite + "시다": Ending.COMMAND,
        polite + "니까": Ending.ASK,
        plain: Ending.ASK,
    }
    return forms


@lru_cache(maxsize=1)
def light_forms() -> dict[str, tuple[str, Ending]]:
    """Return every form of the verbs that turn a noun into an act (하다, 되다, 시키다), with the verb and the ending."""
    table: dict[str, tuple[str, Ending]] = {}
    for stem, infinitive in LIGHT_VERBS:
        for form, ending in conjugate(stem, infinitive).items():
            passive = stem in PASSIVE and ending in (Ending.COMMAND, Ending.CONNECT)
            favour = stem in FAVOURS and ending is Ending.POTENTIAL  # 해주실 (수 있나요) asks a favour
            table.setdefault(form, (stem, Ending.ASK if passive else Ending.COMMAND if favour else ending))
    return table


@lru_cache(maxsize=1)
def _helper_forms() -> dict[str, Ending]:
    """Return the forms of 주다 as they stand apart from their verb: 조회해 줘."""
    return conjugate("주", "줘") | {"주라": Ending.COMMAND, "주시겠어요": Ending.COMMAND, "주실": Ending.COMMAND}


@lru_cache(maxsize=1)
def native_forms() -> dict[str, tuple[str, Ending]]:
    """Return every form of the native verbs of verbs.toml (지우다, 찾다), with the verb and the ending."""
    table: dict[str, tuple[str, Ending]] = {}
    for family in verb_families():
        for stem, infinitive in family.korean_natives:
            for form, ending in conjugate(stem, infinitive).items():
                if len(form) > 1:
                    table.setdefault(form, (stem, ending))
    return table


@lru_cache(maxsize=1)
def acting_nouns() -> frozenset[str]:
    return frozenset(noun for family in verb_families() for noun in family.korean_nouns)


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
    if eojeol in native_forms():
        verb, ending = native_forms()[eojeol]
        return Analysis(verb, ending, verb)
    if eojeol in light_forms():
        verb, ending = light_forms()[eojeol]
        # Alone, "to receive" is a verb of its own (받는 사람); the others only carry the noun in front of them.
        return Analysis(verb if verb in OWN_VERBS else "", ending, verb)
    if eojeol in _helper_forms():
        return Analysis("", _helper_forms()[eojeol], "주")
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
    if tail not in _PARTICLE_SET:
        return []
    if known or (len(rest) >= 2 and tail not in CAUTIOUS):
        return [(_preference(rest, known, 3), Analysis(rest, particle=tail))]
    return []


def _off_particle(tail: str) -> tuple[str, str]:
    for particle in ("에는", "에", "을", "를", "은", "는", "이", "가", "도", "만", "요", "의"):
        if tail.endswith(particle) and tail[: -len(particle)] in light_forms():
            return tail[: -len(particle)], particle
    return tail, ""


_PARTICLE_SET = frozenset(PARTICLES)


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
