"""English verbs of several words: a sentence and a position in, the phrasal verb or the sense of the verb out."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from selector.engine.english import inflections
from selector.engine.intent import Sentence
from selector.engine.stopwords import ARTICLES
from selector.engine.verbs import english_forms, english_phrases
from selector.engine.wordlists import Verb, english_senses

# Words that may stand inside a phrasal verb; chosen, long enough for "give the customer their money back".
MAX_PHRASE_GAP = 4
GAP_STOPS = frozenset("that which who and or but then to for from".split())
# Phrasal verbs that are not taken apart: "log two hours on" is no logging on.
JOINED_ONLY = frozenset("log look go run keep carry opt check start".split())
# "let me know" asks to be told, "let everyone know" sends.
TOLD_TO_ME = frozenset({"me", "us"})
TIME_NOUNS = frozenset("history date time timestamp log marker event attempt page method token record button".split())
# Words behind a verb among which the object that decides its meaning stands. Chosen: "put the 'bug' tag".
SENSE_REACH = 5
CLAUSE_ENDS = frozenset("and or then but so because that which who when if".split())
PLURAL_NOUNS = frozenset({"orders", "users"})


@dataclass(frozen=True, slots=True)
class Phrasal:
    """A phrasal verb in a sentence: its family, its words, the position after its last one."""

    family: Verb
    words: tuple[str, ...]
    end: int


def find_phrasal(sentence: Sentence, position: int) -> Phrasal | None:
    """Return the longest phrasal verb whose base form stands at a position; None where none does.

    A noun made of one ("sign-in history") is none.
    """
    surface = sentence.words[position].surface.casefold()
    for first in _bases().get(surface, ()):
        for rest, family in english_phrases()[first]:
            end = _rest_ends(sentence, position + 1, rest, 0 if first in JOINED_ONLY else MAX_PHRASE_GAP)
            if end and not _is_noun(sentence, position, end, rest):
                return Phrasal(family, (first, *rest), end)
    return None


def find_sense(sentence: Sentence, position: int, base: str) -> str:
    """Return the family that the object of a verb chooses ("leave a remark"); "" where none does."""
    reach = sentence.words[position + 1 : position + 1 + SENSE_REACH]
    clause = takewhile(lambda word: word.stem not in CLAUSE_ENDS, reach)
    after = {word.stem for word in clause}
    found = (sense.name for sense in english_senses() if sense.verb == base and sense.objects & after)
    return next(found, "")


@lru_cache(maxsize=1)
def _bases() -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for first in english_phrases():
        table.setdefault(inflections(first)[0][0], []).append(first)
    return {surface: tuple(found) for surface, found in table.items()}


def _is_noun(sentence: Sentence, position: int, end: int, rest: tuple[str, ...]) -> bool:
    told = rest == ("know",) and any(word.stem in TOLD_TO_ME for word in sentence.words[position:end])
    joined = end - position == 1 + len(rest)
    follows = end < len(sentence.words) and sentence.words[end].stem in TIME_NOUNS
    return told or (joined and follows)


def _rest_ends(sentence: Sentence, start: int, rest: tuple[str, ...], gap: int) -> int:
    """Return the position after the last word of a phrasal verb, 0 where it does not stand there."""
    at = start
    for part in rest:
        while at < len(sentence.words) and sentence.words[at].surface.casefold() != part:
            surface = sentence.words[at].surface.casefold()
            if (
                (gap == 0 and surface not in ARTICLES)
                or surface in GAP_STOPS
                or "," in sentence.before[at]
                or _is_participle(surface)
            ):
                return 0
            at, gap = at + 1, max(gap - 1, 0)
        if at >= len(sentence.words):
            return 0
        at, gap = at + 1, 0
    return at


def _is_participle(surface: str) -> bool:
    forms = english_forms().get(surface, ())
    return any(kind in ("past", "third") for _, kind in forms) and surface not in PLURAL_NOUNS
