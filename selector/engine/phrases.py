"""Lexicon phrases: the data files in, patterns of stems with the weighted terms that they stand for out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from selector.engine.stopwords import FUNCTION_WORDS
from selector.engine.text import word_tokens
from selector.engine.wordlists import Pairing, everyday_pairings, korean_english

# Weights of terms that the request does not say itself; chosen, an exact word is 1.
TRANSLATION_WEIGHT = 0.8
EVERYDAY_WEIGHT = 0.85
SYNONYM_WEIGHT = 0.5
# An everyday word said in the other language goes through the API word: two steps.
TWO_STEP_WEIGHT = 0.5
# An English word of the same line as another: the lines are made for their Korean side, so it is a looser link.
ENGLISH_SYNONYM_WEIGHT = 0.2
# API word -> an everyday word (one word only): documents rarely speak so.
BACKWARD_WEIGHT = 0.2
# One word of a translated phrase says less than the phrase: "delivery" of "delivery address".
PHRASE_PART = 0.75
# A later word of a line is the less usual one: share lost per place, and the least that is left. Chosen.
RANK_STEP = 0.05
LAST_RANK = 0.7
GAP = "..."
SKIPPED = frozenset("the a an my our your their his her its this that these those all any some it".split())


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """One stem to look for: weight 0..1, the words of the request it comes from, and the group that it covers."""

    term: str
    weight: float
    source: str
    kind: str  # exact, translation, synonym, everyday
    group: int = -1  # -1: covers nothing (a stop word or a plain verb)
    phrase: tuple[str, ...] = ()  # the whole phrase, where the term is one word of several


@dataclass(frozen=True, slots=True)
class Pattern:
    """A phrase of one side of a lexicon line, as stems, with the terms that it stands for."""

    stems: tuple[str, ...]
    terms: tuple[QueryTerm, ...]
    everyday: bool


def keep_best(best: dict[tuple[int, str], QueryTerm], term: QueryTerm) -> None:
    """Keep a term where its group has none of the same stem and a greater weight."""
    known = best.get((term.group, term.term))
    if known is None or (term.weight, known.kind) > (known.weight, term.kind):
        best[(term.group, term.term)] = term


@lru_cache(maxsize=1)
def patterns() -> dict[str, tuple[Pattern, ...]]:
    """Return every pattern of both lexicons by its first stem."""
    table: dict[tuple[str, ...], list[QueryTerm]] = {}
    idioms: set[tuple[str, ...]] = set()
    for pairing in korean_english():
        _add_translations(table, pairing)
    for pairing in everyday_pairings():
        _add_everyday(table, pairing)
        idioms |= {phrase_stems(phrase) for phrase in pairing.left}
    _add_two_steps(table)
    by_first: dict[str, list[Pattern]] = {}
    for stems in sorted(table):
        terms = tuple(term for term in _merged(table[stems]) if term.term not in stems or len(stems) > 1)
        by_first.setdefault(stems[0], []).append(Pattern(stems, terms, stems in idioms))
    return {first: tuple(found) for first, found in by_first.items()}


def _add_translations(table: dict[tuple[str, ...], list[QueryTerm]], line: Pairing) -> None:
    sides = ((line.left, line.right, SYNONYM_WEIGHT), (line.right, line.left, ENGLISH_SYNONYM_WEIGHT))
    for own, other, own_weight in sides:
        for phrase in own:
            terms = _ranked_terms(other, TRANSLATION_WEIGHT, "translation")
            beside = [text for text in own if not _contains(text, phrase) and not _contains(phrase, text)]
            terms += _ranked_terms(beside, own_weight, "synonym")
            _add(table, phrase, terms)


def _ranked_terms(texts: Sequence[str], weight: float, kind: str) -> list[QueryTerm]:
    """Return the terms of one side of a line, the first word of which is the usual one."""
    shares = (weight * max(1 - RANK_STEP * rank, LAST_RANK) for rank in range(len(texts)))
    return [term for text, share in zip(texts, shares, strict=True) for term in phrase_terms(text, share, kind)]


def _contains(longer: str, shorter: str) -> bool:
    """Return whether a phrase is another with more words: "payment history" narrows "payment", it is no synonym."""
    return set(phrase_stems(shorter)) <= set(phrase_stems(longer))


def _add_everyday(table: dict[tuple[str, ...], list[QueryTerm]], line: Pairing) -> None:
    for phrase in line.left:
        _add(table, phrase, _ranked_terms(line.right, EVERYDAY_WEIGHT, "everyday"))
    single = [text for text in line.left if len(phrase_stems(text)) == 1]
    for phrase in line.right:
        _add(table, phrase, [term for text in single for term in phrase_terms(text, BACKWARD_WEIGHT, "everyday")])


def _add(table: dict[tuple[str, ...], list[QueryTerm]], phrase: str, terms: list[QueryTerm]) -> None:
    """Add a pattern; one that is only small words, or lost all words but one, would match anything and is left out."""
    stems = phrase_stems(phrase)
    shrunk = len(stems) == 1 and " " in phrase
    small = len(stems) < 3 and all(stem in SMALL_WORDS or stem in FUNCTION_WORDS for stem in stems)
    if stems and not shrunk and not small:
        table.setdefault(stems, []).extend(terms)


def _add_two_steps(table: dict[tuple[str, ...], list[QueryTerm]]) -> None:
    """Give everyday phrases the Korean words of their API words: "give money back" -> refund -> 환불."""
    for pairing in everyday_pairings():
        korean = [
            term
            for api in pairing.right
            for term in table.get(phrase_stems(api), [])
            if term.kind == "translation" and not term.term.isascii()
        ]
        for phrase in pairing.left:
            _add(
                table,
                phrase,
                [replace(term, weight=TWO_STEP_WEIGHT * term.weight / TRANSLATION_WEIGHT) for term in korean],
            )


def _merged(terms: Iterable[QueryTerm]) -> list[QueryTerm]:
    best: dict[tuple[int, str], QueryTerm] = {}
    for term in terms:
        keep_best(best, term)
    return sorted(best.values(), key=lambda term: (-term.weight, term.term))


@lru_cache(maxsize=16384)
def phrase_stems(phrase: str) -> tuple[str, ...]:
    """Return the stems of a lexicon phrase; "..." stays as the gap."""
    parts = phrase.split(GAP)
    stems: list[str] = []
    for index, part in enumerate(parts):
        stems += [GAP] if index else []
        stems += [word.stem for word in word_tokens(part)]
    return tuple(stems)


def phrase_terms(phrase: str, weight: float, kind: str) -> tuple[QueryTerm, ...]:
    """Return the terms that a lexicon phrase gives to a search: its words but for the small ones."""
    stems = tuple(stem for stem in phrase_stems(phrase) if stem not in SMALL_WORDS)
    share = weight if len(stems) == 1 else weight * PHRASE_PART
    return tuple(QueryTerm(stem, round(share, 4), "", kind, phrase=stems if len(stems) > 1 else ()) for stem in stems)


SMALL_WORDS = SKIPPED | frozenset(
    "... of to in on for by with at from and or be is are was were do not as up out off into over back me you i we "
    "they them him us who what which how many much get have has".split()
)
