"""Search terms of a request: its words, literals and verb mentions in; weighted terms, numbered by meaning, out."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache

from selector.engine.asides import aside_positions
from selector.engine.intent import Form, Mention
from selector.engine.korean import Ending, analyse
from selector.engine.lexicon import QueryTerm, expand, find_matches
from selector.engine.phrasal import MAX_PHRASE_GAP
from selector.engine.shapes import is_shape_word
from selector.engine.stopwords import ARTICLES, FUNCTION_WORDS, QUIET_WORDS, VAGUE_WORDS
from selector.engine.text import Word
from selector.engine.values import LITERAL, QUOTED, Spot
from selector.engine.verbs import english_forms
from selector.engine.wordlists import light_nouns, verb_families

# A vague or plain-verb word still says a little: this share of its weight, and it covers nothing.
LIGHT_SHARE = 0.25
# Families whose participle only says that a thing exists: a registered card, a recorded entry.
FAINT = frozenset({"register", "record", "upload", "issue"})
# Weight of a word that "my" or "who" stands for. Chosen: it parts equals and outweighs nothing.
HINT_WEIGHT = 0.2
_SELF = ("me", "my", "myself", "self", "current", "authenticate")
_PERSON = ("user", "member")
HINTS: dict[str, tuple[str, ...]] = dict.fromkeys(
    "my mine myself 내 나의 내가 제가 본인 저의 나 저".split(), _SELF
) | dict.fromkeys("who whom whose 누가 누구 누구누구 누군지 누구야 누구인지".split(), _PERSON)


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms to look for, and the numbers of the groups that stand beside the point."""

    terms: tuple[QueryTerm, ...]
    asides: frozenset[int]


def read_terms(words: Sequence[Word], spots: Sequence[Spot], mentions: Sequence[Mention]) -> Terms:
    """Return the terms to look for; function words and literals give none, plain verbs and vague words little."""
    acting = {mention.start for mention in mentions if mention.form is not Form.DESCRIBED}
    refused = {mention.start for mention in mentions if mention.is_refused}
    faint = _faint_starts(mentions, words) | _particle_starts(mentions, words) | refused
    quoted = [_is_inside(word, spots, QUOTED) for word in words]
    literal = [_is_inside(word, spots, LITERAL) for word in words]
    nouns = _noun_positions(words, acting)
    bearing = [
        (at in nouns or _bears_meaning(word, word.start in acting)) and word.start not in faint
        for at, word in enumerate(words)
    ]
    terms: list[QueryTerm] = []
    numbers: dict[int, int] = {}
    for term in expand(words):
        exact, at = term.kind == "exact", term.group
        own = _own_position(term, words, at) if exact else at
        single = exact or " " not in term.source
        silent = literal[own] or words[at].stem.isdigit() or (quoted[own] and not exact)
        if silent or (exact and _says_nothing(term.term)):
            continue
        if not quoted[own] and (bearing[own] or not (exact or single)):
            group = numbers.setdefault(at, len(numbers))
            terms.append(QueryTerm(term.term, term.weight, term.source, term.kind, group, term.phrase))
        elif exact or term.kind in ("translation", "everyday"):
            weight = round(term.weight * LIGHT_SHARE, 4)
            terms.append(QueryTerm(term.term, weight, term.source, term.kind, -1, term.phrase))
    beside = aside_positions(words, numbers.keys())
    asides = frozenset(number for at, number in numbers.items() if at in beside)
    return Terms((*(terms if numbers else _promoted(terms, words)), *_hints(words)), asides)


def _promoted(terms: Sequence[QueryTerm], words: Sequence[Word]) -> tuple[QueryTerm, ...]:
    """Return the terms of a request of vague words alone ("the current date") with those words counting."""
    vague = [word.surface for word in words if word.stem in VAGUE_WORDS and not is_shape_word(word)]
    numbers = {surface: number for number, surface in enumerate(dict.fromkeys(vague))}
    return tuple(
        replace(term, weight=min(1.0, term.weight / LIGHT_SHARE), group=numbers[term.source])
        if term.source in numbers
        else term
        for term in terms
    )


def _noun_positions(words: Sequence[Word], acting: AbstractSet[int]) -> frozenset[int]:
    """Return the positions of plain verbs that name a thing here: behind an article, or in a term ("pull request")."""
    stems = tuple(word.stem for word in words)
    compounds = {
        at
        for match in find_matches(stems)
        if len(match.positions) > 1 and not match.pattern.everyday
        for at in match.positions
    }
    articled = {at + 1 for at, stem in enumerate(stems) if stem in ARTICLES}
    # "order tracking status": a gerund between nouns is one.
    gerunds = {
        at
        for at, word in enumerate(words)
        if at and word.surface.casefold().endswith("ing") and stems[at - 1] not in FUNCTION_WORDS
    }
    return frozenset(
        at
        for at, word in enumerate(words)
        if at in compounds | articled | gerunds
        and word.start not in acting
        and word.stem not in QUIET_WORDS | VAGUE_WORDS
        and not is_shape_word(word)
    )


def _own_position(term: QueryTerm, words: Sequence[Word], at: int) -> int:
    """Return the position of an exact term, whose group may be that of the first word of its idiom."""
    return next((place for place in range(at, len(words)) if words[place].stem == term.term), at)


def _is_inside(word: Word, spots: Sequence[Spot], kinds: frozenset[str]) -> bool:
    return any(spot.kind in kinds and spot.start <= word.start < spot.end for spot in spots)


def _hints(words: Sequence[Word]) -> tuple[QueryTerm, ...]:
    """Return what "my" and "who" say beside the words of the request: the caller, some person."""
    found: dict[str, QueryTerm] = {}
    for word in words:
        for term in HINTS.get(word.surface.casefold(), HINTS.get(word.stem, ())):
            found.setdefault(term, QueryTerm(term, HINT_WEIGHT, word.surface, "synonym"))
    return tuple(found.values())


def _says_nothing(term: str) -> bool:
    return term in QUIET_WORDS or (term.isascii() and len(term) < 2)


@lru_cache(maxsize=1)
def _light_words() -> frozenset[str]:
    """Return the stems of plain verbs in both languages: show, find, 조회, 보이."""
    light = [family for family in verb_families() if family.light]
    english = {base for family in light for base in family.english}
    korean = {noun for family in light for noun in family.korean_nouns} | {
        stem for family in light for stem, _ in family.korean_natives
    }
    return frozenset(english | korean)


def _bears_meaning(word: Word, commanding: bool) -> bool:
    if word.stem in QUIET_WORDS or word.stem in VAGUE_WORDS or is_shape_word(word):
        return False
    if not commanding and word.stem in light_nouns():
        return True
    return word.stem not in _light_words() and not any(
        base in _light_words() for base, _ in english_forms().get(word.stem, ())
    )


def _faint_starts(mentions: Sequence[Mention], words: Sequence[Word]) -> set[int]:
    """Return the offsets of participles that only say that a thing exists: the registered card, 등록된 카드."""
    described = {
        mention.start for mention in mentions if mention.form is Form.DESCRIBED and mention.family.name in FAINT
    }
    return {word.start for word in words if word.start in described and _is_participle(word)}


def _particle_starts(mentions: Sequence[Mention], words: Sequence[Word]) -> set[int]:
    """Return the offsets of the later words of phrasal verbs ("take AWAY the star")."""
    starts: set[int] = set()
    for mention in mentions:
        rest = mention.surface.casefold().split()[1:]
        behind = [word for word in words if word.start > mention.start][: len(rest) + MAX_PHRASE_GAP] if rest else ()
        starts |= {word.start for word in behind if word.surface.casefold() in rest}
    return starts


def _is_participle(word: Word) -> bool:
    if word.language == "ko":
        return analyse(word.surface).ending is not Ending.NONE
    return any(
        kind == "past" and base != word.surface.casefold()
        for base, kind in english_forms().get(word.surface.casefold(), ())
    )
