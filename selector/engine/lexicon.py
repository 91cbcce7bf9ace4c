"""Synonyms: the words of a request in, weighted search terms in both languages out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, islice

from selector.engine.stopwords import FUNCTION_WORDS
from selector.engine.text import Word, word_tokens
from selector.engine.wordlists import Pairing, everyday_english, korean_english

# Weights of terms that the request does not say itself; chosen, an exact word is 1.
TRANSLATION_WEIGHT = 0.8
EVERYDAY_WEIGHT = 0.85
SYNONYM_WEIGHT = 0.5
# An everyday word said in the other language goes through the API word: two steps.
TWO_STEP_WEIGHT = 0.5
# An English word of the same line as another: the lines are made for their Korean side, so it is a looser link.
ENGLISH_SYNONYM_WEIGHT = 0.3
# API word -> an everyday word (one word only): documents rarely speak so.
BACKWARD_WEIGHT = 0.2
# Terms of one group in one script beyond these say nothing that the better ones do not.
MAX_GROUP_TERMS = 8
# Words that may stand between the first word of an idiom and the next ("move THE POD off its node").
IDIOM_GAP = 2
# One word of a translated phrase says less than the phrase: "delivery" of "delivery address".
PHRASE_PART = 0.75
# An exact word inside an idiom ("put in charge") hardly means itself.
IDIOM_PART = 0.35
# Expansions of a word inside a longer match ("address" in "delivery address").
INNER_MATCH = 0.6
# Words that "..." in a pattern may stand for.
MAX_GAP = 4
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


@dataclass(frozen=True, slots=True)
class Match:
    """A pattern found in a request: the positions of the words that it takes."""

    pattern: Pattern
    positions: tuple[int, ...]


def expand(words: Sequence[Word]) -> tuple[QueryTerm, ...]:
    """Return the terms of a request: its own words (weight 1) and what the lexicons know for them.

    `group` is the position of the source word; the words of an idiom share the first one's. A term stands
    once in a group, at its greatest weight. Order: by group, weight, term.

    >>> [(t.term, t.kind) for t in expand(word_tokens("주문"))]
    [('주문', 'exact'), ('order', 'translation')]
    """
    stems = tuple(word.stem for word in words)
    matches = find_matches(stems)
    idioms = _idiom_groups(matches)
    hollow = _hollow_positions(matches)
    best: dict[tuple[int, str], QueryTerm] = {}
    for position, word in enumerate(words):
        weight = IDIOM_PART if position in hollow else 1.0
        _keep(best, QueryTerm(word.stem, weight, word.surface, "exact", idioms.get(position, position)))
    longer = _longer_matches(matches)
    for match in matches:
        if len(match.positions) == 1 and match.positions[0] in hollow:
            continue
        source = " ".join(words[position].surface for position in match.positions)
        share = INNER_MATCH if _is_inner(match, longer) else 1.0
        for group in sorted({idioms.get(position, position) for position in match.positions}):
            for term in match.pattern.terms:
                if term.term not in match.pattern.stems:
                    weight = round(term.weight * share, 4)
                    _keep(best, QueryTerm(term.term, weight, source, term.kind, group, term.phrase))
    # Capped by script: the words of one language must not crowd out those of the other.
    ranked = sorted(best.values(), key=lambda term: (term.group, not term.term.isascii(), -term.weight, term.term))
    by_script = groupby(ranked, key=lambda term: (term.group, term.term.isascii()))
    kept = [term for _, found in by_script for term in islice(found, MAX_GROUP_TERMS)]
    return tuple(sorted(kept, key=lambda term: (term.group, -term.weight, term.term)))


def _keep(best: dict[tuple[int, str], QueryTerm], term: QueryTerm) -> None:
    known = best.get((term.group, term.term))
    if known is None or (term.weight, known.kind) > (known.weight, term.kind):
        best[(term.group, term.term)] = term


def _idiom_groups(matches: Iterable[Match]) -> dict[int, int]:
    """Return position -> shared group for the words of every everyday phrase of two or more words."""
    shared: dict[int, int] = {}
    for match in matches:
        if match.pattern.everyday and len(match.positions) > 1:
            first = min(shared.get(position, position) for position in match.positions)
            shared |= dict.fromkeys(match.positions, first)
    return shared


def _hollow_positions(matches: Iterable[Match]) -> set[int]:
    """Return the positions of idiom words that no API word of the idiom repeats: "rid" of "get rid of"."""
    hollow: set[int] = set()
    for match in matches:
        if match.pattern.everyday and len(match.positions) > 1:
            said = {term.term for term in match.pattern.terms}
            parts = (part for part in match.pattern.stems if part != GAP)
            hollow |= {at for at, part in zip(match.positions, parts, strict=True) if part not in said}
    return hollow


def _longer_matches(matches: Iterable[Match]) -> dict[int, list[set[int]]]:
    """Return position -> the positions of each match of several words that takes it."""
    table: dict[int, list[set[int]]] = {}
    for match in matches:
        if len(match.positions) > 1:
            for position in match.positions:
                table.setdefault(position, []).append(set(match.positions))
    return table


def _is_inner(match: Match, longer: dict[int, list[set[int]]]) -> bool:
    inside = set(match.positions)
    return any(inside < other for other in longer.get(match.positions[0], ()))


def find_matches(stems: tuple[str, ...]) -> tuple[Match, ...]:
    """Return every lexicon pattern that stands in a row of stems, in order of position, longest first."""
    found: list[Match] = []
    for start, first in enumerate(stems):
        for pattern in patterns().get(first, ()):
            positions = _match_at(stems, start, pattern)
            if positions:
                found.append(Match(pattern, positions))
    return tuple(sorted(found, key=lambda match: (match.positions[0], -len(match.positions), match.pattern.stems)))


def _match_at(stems: tuple[str, ...], start: int, pattern: Pattern) -> tuple[int, ...]:
    positions: list[int] = []
    at, gap = start, IDIOM_GAP if pattern.everyday and pattern.stems[0] not in SMALL_WORDS else 0
    for part in pattern.stems:
        if part == GAP:
            gap = MAX_GAP
            continue
        at = _next_position(stems, at, part, gap) if positions else at
        if at < 0:
            return ()
        gap = gap if not positions else 0
        positions.append(at)
        at += 1
    return tuple(positions)


def _next_position(stems: tuple[str, ...], at: int, part: str, gap: int) -> int:
    """Return where `part` stands at or after `at`, over small words and at most `gap` others; -1 where it does not."""
    left = gap
    for position in range(at, len(stems)):
        if stems[position] == part:
            return position
        if stems[position] not in SKIPPED:
            left -= 1
        if left < 0:
            return -1
    return -1


@lru_cache(maxsize=1)
def patterns() -> dict[str, tuple[Pattern, ...]]:
    """Return every pattern of both lexicons by its first stem."""
    table: dict[tuple[str, ...], list[QueryTerm]] = {}
    idioms: set[tuple[str, ...]] = set()
    for pairing in korean_english():
        _add_translations(table, pairing)
    for pairing in everyday_english():
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
            terms = [term for text in other for term in phrase_terms(text, TRANSLATION_WEIGHT, "translation")]
            terms += [term for text in own if text != phrase for term in phrase_terms(text, own_weight, "synonym")]
            _add(table, phrase, terms)


def _add_everyday(table: dict[tuple[str, ...], list[QueryTerm]], line: Pairing) -> None:
    for phrase in line.left:
        _add(table, phrase, [term for text in line.right for term in phrase_terms(text, EVERYDAY_WEIGHT, "everyday")])
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
    for pairing in everyday_english():
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
        _keep(best, term)
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
