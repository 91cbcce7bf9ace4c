"""Korean verbs: a stem and an infinitive in, every form with what its ending says out."""

from enum import StrEnum
from functools import lru_cache

from selector.engine.wordlists import plain_natives, verb_families

SYLLABLE_BASE, SYLLABLE_LAST, FINALS = 0xAC00, 0xD7A3, 28
FINAL_N, FINAL_L, FINAL_M, FINAL_B, FINAL_SS = 4, 8, 16, 17, 20


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


LIGHT_VERBS = (
    ("하", "해"), ("하", "하여"), ("되", "돼"), ("되", "되어"), ("시키", "시켜"), ("받", "받아"), ("당하", "당해"),
    ("드리", "드려"), ("바라", "바라"), ("원하", "원해"), ("해주", "해줘"), ("해주시", "해주셔"), ("하시", "하셔"),
)  # fmt: skip
# Of a favour that is asked (해주실 수 있나요).
FAVOURS = frozenset({"해주", "해주시"})
PASSIVE = frozenset({"되", "당하"})
# Another's wish passed on: 지워 달래, 보내 달라고 하네.
PASSED_ON = (
    "달래 달래요 달래서 달라 달라고 달라고요 달라네 달라네요 달라는데 달라는데요 달랍니다 달라십니다 달라셔 달라셔서 "
    "달라시네요 달라고해 달라고해요 달라고하네 달라고하네요 달라고하셔 달라고합니다 달라며 달라해"
).split()
# Endings behind an infinitive (해, 지워) that ask for the act; the first is none at all.
COMMAND_TAILS = (
    " 라 요 줄 줘 줘요 주라 줄래 줄래요 주세요 주십시오 주시오 주시겠어요 주시겠습니까 주실래요 주실 주렴 주길 "
    "주기 줬으면 주면 달라 달라고 다오 보자 봐 봐요 봐줘 보세요 볼래 놔 놔줘 둬 둬줘 두자 버려 버려줘 버리자 야 "
    "야지 야해 야돼 야겠다 야겠어 야함 야합니다 야됩니다 라고 줌 주시면 주셔 주시길 줄수있어 줄수있나요 주었으면 "
    "주도록 내 내줘 와 와줘 다줘 다주세요"
).split(" ")
# Behind an infinitive, these describe what was done (저장해둔 검색).
DONE_TAILS = tuple(
    "준 줬던 둔 뒀던 두었던 놓은 놨던 놓았던 온 왔던 본 봤던 버린 낸 있는 있던 달라는 달라던 달란 진 지는 졌던".split()
)
PAST_TAILS = (
    "다 어 어요 니 나 나요 는지 는데 는가 습니다 습니까 을 을까 으면 고 지 지만 네 음 거든 으니 냐 더라 을때 기 "
    "다는 다고 었던 죠 는지도 는지를 는지가 대 대요 다네 다네요 답니다 네요 거든요 다던데 다면 잖아 는데요"
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
    forms = {infinitive + tail: Ending.COMMAND for tail in (*COMMAND_TAILS, *PASSED_ON)}
    polite = bare if loose else joined
    forms |= {polite + tail: Ending.COMMAND for tail in ("세요", "십시오", "시오", "시죠", "실래요", "시길")}
    forms |= {
        stem + tail: Ending.COMMAND
        for tail in ("자", "고싶어", "고싶다", "고싶은데", "고싶어요", "고싶습니다", "길", "기를")
    }
    forms |= {
        joined + tail: Ending.COMMAND for tail in ("라", "렴", "려고", "려고해", "려고요", "려는데", "려고하는데")
    }
    # Said of how another act is done ("이어가며 내려받기"), so it asks for nothing itself.
    forms |= {joined + tail: Ending.MODIFIER for tail in ("면서", "며")}
    forms |= {stem + tail: Ending.CONNECT for tail in ("고", "고서", "고나서", "고는", "거나")}
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
        **dict.fromkeys((infinitive + tail for tail in DONE_TAILS), Ending.MODIFIER),
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
        **dict.fromkeys(
            (stem + "네", stem + "네요", stem + "거든요", past + "대", past + "대요", past + "데", past + "데요"),
            Ending.PAST,
        ),
    }
    return forms


@lru_cache(maxsize=1)
def light_forms() -> dict[str, tuple[str, Ending]]:
    """Return every form of the verbs that turn a noun into an act (하다, 되다, 시키다): form -> (verb, ending)."""
    table: dict[str, tuple[str, Ending]] = {}
    for stem, infinitive in LIGHT_VERBS:
        for form, ending in conjugate(stem, infinitive).items():
            passive = stem in PASSIVE and ending in (Ending.COMMAND, Ending.CONNECT)
            favour = stem in FAVOURS and ending is Ending.POTENTIAL  # 해주실 (수 있나요) asks a favour
            table.setdefault(form, (stem, Ending.ASK if passive else Ending.COMMAND if favour else ending))
    return table


@lru_cache(maxsize=1)
def helper_forms() -> dict[str, Ending]:
    """Return the forms of 주다 as they stand apart from their verb: 조회해 줘."""
    forms = conjugate("주", "줘") | dict.fromkeys((*PASSED_ON, "주라", "주시겠어요", "주실"), Ending.COMMAND)
    return forms | dict.fromkeys(("달라는", "달라던", "달란"), Ending.MODIFIER)


@lru_cache(maxsize=1)
def native_forms() -> dict[str, tuple[str, Ending]]:
    """Return every form of the native verbs of verbs.toml (지우다, 찾다), with the verb and the ending."""
    table: dict[str, tuple[str, Ending]] = {}
    for family in verb_families():
        for stem, infinitive in family.korean_natives:
            for form, ending in conjugate(stem, infinitive).items():
                if len(form) > 1:
                    table.setdefault(form, (stem, ending))
    for stem, infinitive in plain_natives():
        for form, ending in conjugate(stem, infinitive).items():
            if len(form) > 1:
                table.setdefault(form, (stem, ending))
    return table


@lru_cache(maxsize=1)
def acting_nouns() -> frozenset[str]:
    return frozenset(noun for family in verb_families() for noun in family.korean_nouns)
