"""Korean particles: "주문을(를)" in, "주문을" out, by the final consonant of the word before the written pair."""

import re

# Sound of a word's last syllable: none, ㄹ (which takes 로, not 으로), or another consonant.
OPEN, RIEUL, CLOSED = 0, 1, 2

# Written pair -> the form for (open, ㄹ, other consonant).
PAIRS: dict[str, tuple[str, str, str]] = {
    "을(를)": ("를", "을", "을"),
    "은(는)": ("는", "은", "은"),
    "이(가)": ("가", "이", "이"),
    "과(와)": ("와", "과", "과"),
    "(으)로": ("로", "로", "으로"),
    "(이)라": ("라", "이라", "이라"),
    "(이)고": ("고", "이고", "이고"),
    "(이)며": ("며", "이며", "이며"),
}

# What may stand between the word and its particle and has no sound: tags, quotes and closing brackets.
_SILENT = re.compile(r"(?:<[^>]*>|&(?:quot|#x27|gt|lt|amp);|[\"'”’»\)\]}·`…]|\s)+$")
_PAIR = re.compile("|".join(re.escape(pair) for pair in PAIRS))

# Digits as they are read: 영 일 이 삼 사 오 육 칠 팔 구.
_DIGITS = {
    "0": CLOSED,
    "1": RIEUL,
    "2": OPEN,
    "3": CLOSED,
    "4": OPEN,
    "5": OPEN,
    "6": CLOSED,
    "7": RIEUL,
    "8": RIEUL,
    "9": OPEN,
}

# Endings of Latin words as Koreans say them (Detail -> 디테일, name -> 네임, Info -> 인포); the first that fits counts.
# Endings that are said either way (set, map, stock) are left out, and keep the written pair.
_LATIN = (
    (re.compile(r"(?:le|l)$"), RIEUL),
    (re.compile(r"(?:ng|me|ne|[mn])$"), CLOSED),
    (re.compile(r"(?:[aeiouydrsxzfvjwqh]|[lnrsfpc]t)$"), OPEN),
)


def final_sound(word: str) -> int | None:
    """Give the sound of the last syllable of a word, or None where it cannot be told.

    >>> final_sound("상세") == OPEN, final_sound("목록") == CLOSED, final_sound("deliveryNo") == OPEN
    (True, True, True)
    """
    last = word[-1:]
    if "가" <= last <= "힣":
        jong = (ord(last) - ord("가")) % 28
        return OPEN if jong == 0 else RIEUL if jong == 8 else CLOSED
    if last in _DIGITS:
        return _DIGITS[last]
    tail = (re.search(r"[A-Za-z]+$", word) or [""])[0].lower()
    return next((sound for ending, sound in _LATIN if tail and ending.search(tail)), None)


def settle_particles(text: str) -> str:
    """Replace each written pair of particles by the one that fits the word before it; keep the pair where unsure.

    >>> settle_particles("<b>상세</b>을(를) 원합니다")
    '<b>상세</b>를 원합니다'
    """
    settled = ""
    at = 0
    for pair in _PAIR.finditer(text):
        settled += text[at : pair.start()]
        sound = final_sound(_SILENT.sub("", settled))
        settled += pair.group() if sound is None else PAIRS[pair.group()][sound]
        at = pair.end()
    return settled + text[at:]
