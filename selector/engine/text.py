"""Words: a name, a document text or a request in, folded and stemmed tokens out, in the same form for all three."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from selector.engine import korean
from selector.engine.english import stem as english_stem

# A request or description of more words than this says nothing new; the rest is not read.
MAX_WORDS = 512
# Characters of one text that are read at all: MAX_WORDS words of 16 characters, twice.
MAX_CHARACTERS = 16384
# One run of letters longer than this is a blob (a key, a hash) and is cut.
MAX_TOKEN = 64

_TOKEN = re.compile(
    r"[A-Za-z]+n['’]t(?![A-Za-z])"  # don't, can’t
    r"|(?<![A-Za-z\d])[Rr]e-[a-z]{3,}"  # re-run
    r"|[vV]\d+(?:(?:alpha|beta)\d+)?(?![a-z\d])"  # v1, V2, v1beta1
    r"|[bpcBPC]2[bcpBCP](?![a-z\d])"  # b2b, B2C, p2p
    r"|\d+[dDfF][aAsS]?(?![a-zA-Z\d])"  # 2fa, 3ds, 3d
    r"|[A-Z]{2,}s(?![a-z])"  # IDs, URLs
    r"|[A-Z]+(?=[A-Z][a-z])"  # URL of URLList
    r"|[A-Z]?[a-z]+\d*"
    r"|[A-Z]+\d*"
    r"|\d+"
    r"|[가-힣]+"
    r"|[^\W\d_]+?(?=[A-Za-z\d가-힣])|[^\W\d_]+"
)
_POSSESSIVE = re.compile(r"(?<=[A-Za-z])['’][sS](?![A-Za-z])")
# Names whose inner capital is part of one word.
_ONE_WORD = re.compile(
    r"OAuth|GitHub|GitLab|OpenID|PayPal|KakaoPay|NaverPay|iOS|macOS|YouTube|LinkedIn|WhatsApp|JavaScript|TypeScript|PostgreSQL|MySQL|GraphQL|eSIM|WebSocket|MongoDB|DevOps|QRCode|IPv(?=[46])"
)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text: as written, its stem, "ko", "en" or "other", and its offset in the normalised text."""

    surface: str
    stem: str
    language: str
    start: int


def normalise(text: str) -> str:
    """Return the text in NFKC (Hangul composed), cut at MAX_CHARACTERS; case and spaces stay."""
    # Cut before and after: normalising may lengthen a text by a factor of 18.
    return unicodedata.normalize("NFKC", text[:MAX_CHARACTERS])[:MAX_CHARACTERS]


def fold(text: str) -> str:
    """Return the text in NFKC, without case, with runs of spaces as one space.

    >>> fold("  Ｈello   World ")
    'hello world'
    """
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).split())


@lru_cache(maxsize=65536)
def stem(token: str) -> str:
    """Return the light stem of one token, the same for documents and requests; Korean tokens lose their ending.

    >>> stem("Repositories"), stem("배송지를")
    ('repository', '배송지')
    """
    folded = fold(token).replace("’", "'").replace("re-", "re", 1)
    if korean.is_hangul(folded):
        return korean.analyse(folded).stem or folded
    return english_stem(folded)


@lru_cache(maxsize=32768)
def identifier_tokens(name: str) -> tuple[str, ...]:
    """Return the stemmed words of an operation id, path, tag or field name.

    >>> identifier_tokens("getURLList")
    ('get', 'url', 'list')
    """
    return tuple(word.stem for word in word_tokens(name))


def word_tokens(text: str) -> tuple[Word, ...]:
    """Return the words of a text in order, at most MAX_WORDS; particles and verb endings are no words of their own.

    >>> [word.stem for word in word_tokens("회원의 배송지목록을 조회해줘")]
    ['회원', '배송지', '목록', '조회']
    """
    words: list[Word] = []
    clean = normalise(text)
    for start, token in raw_tokens(clean):
        words.extend(_words_of(clean, start, token))
        if len(words) >= MAX_WORDS:
            break
    return tuple(words[:MAX_WORDS])


def raw_tokens(clean: str) -> list[tuple[int, str]]:
    """Return (offset, letters) of each run of one script in a normalised text; apostrophes are read over."""
    # Every replacement keeps the length, so that offsets stay true.
    even = _ONE_WORD.sub(lambda match: match.group()[0] + match.group()[1:].lower(), clean)
    even = _POSSESSIVE.sub("  ", even)
    return [(match.start(), match.group()[:MAX_TOKEN]) for match in _TOKEN.finditer(even)]


def _words_of(clean: str, start: int, token: str) -> list[Word]:
    if not korean.is_hangul(token):
        return [Word(clean[start : start + len(token)], stem(token), "en" if token.isascii() else "other", start)]
    after_latin = start > 0 and clean[start - 1].isascii() and clean[start - 1].isalnum()
    return _korean_words(token, start, after_latin)


def _korean_words(token: str, start: int, after_latin: bool) -> list[Word]:
    """Return the nouns of a Korean unit; a bare particle or light verb (해줘) after a Latin word is none."""
    found = korean.analyse(token)
    if after_latin and token in korean.PARTICLES:
        return []
    if not found.stem:
        return []
    if found.is_native:
        return [Word(token, found.stem, "ko", start)]
    parts = korean.split_compound(found.stem)
    offsets = [found.stem.index(part) if index == 0 else token.index(part, 1) for index, part in enumerate(parts)]
    ends = [*offsets[1:], len(found.stem) if found.glued else len(token)]
    words = [Word(token[at:end], part, "ko", start + at) for part, at, end in zip(parts, offsets, ends, strict=True)]
    if found.glued:
        words.append(Word(token[len(found.stem) :], found.verb, "ko", start + len(found.stem)))
    return words


def language_of(text: str) -> str:
    """Return "ko", "en", "mixed" or "other", by the letters of a text; a small share of the other script is not mixed.

    >>> language_of("주문을 찾아줘"), language_of("secret을 만들고 확인해줘")
    ('ko', 'mixed')
    """
    hangul = sum("가" <= char <= "힣" for char in text[:MAX_CHARACTERS])
    latin = sum(char.isascii() and char.isalpha() for char in text[:MAX_CHARACTERS])
    if hangul and latin > 2:
        return "mixed"
    if hangul:
        return "ko"
    return "en" if latin else "other"
