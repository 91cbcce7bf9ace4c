"""Synonyms: the words of a request in, weighted search terms in both languages out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from selector.engine.phrases import GAP, SKIPPED, SMALL_WORDS, Pattern, QueryTerm, keep_best, patterns
from selector.engine.stopwords import ARTICLES
from selector.engine.text import Word
from selector.engine.wordlists import weak_words

__all__ = ["Match", "QueryTerm", "expand", "find_matches"]

# Terms of one group in one script beyond these say nothing that the better ones do not.
MAX_GROUP_TERMS = 8
# Words that may stand between the first word of an idiom and the next ("move THE POD off its node").
IDIOM_GAP = 2
# An exact word inside an idiom ("put in charge") hardly means itself.
IDIOM_PART = 0.35
# A short form as written (PR, CM), beside what it is short for.
WEAK_WORD = 0.4
# Expansions of a word inside a longer match ("address" in "delivery address").
INNER_MATCH = 0.6
# Words that "..." in a pattern may stand for.
MAX_GAP = 4


@dataclass(frozen=True, slots=True)
class Match:
    """A pattern found in a request: the positions of the words that it takes."""

    pattern: Pattern
    positions: tuple[int, ...]


def expand(words: Sequence[Word]) -> tuple[QueryTerm, ...]:
    """Return the terms of a request: its own words (weight 1) and what the lexicons know for them.

    `group` is the position of the source word; the words of an idiom share the first one's. A term stands
    once in a group, at its greatest weight. Order: by group, weight, term.

    >>> from selector.engine.text import word_tokens
    >>> [(t.term, t.kind) for t in expand(word_tokens("주문"))]
    [('주문', 'exact'), ('order', 'translation')]
    """
    stems = tuple(word.stem for word in words)
    matches = find_matches(stems)
    idioms = _idiom_groups(matches)
    hollow = _hollow_positions(matches)
    best: dict[tuple[int, str], QueryTerm] = {}
    for position, word in enumerate(words):
        weight = IDIOM_PART if position in hollow else WEAK_WORD if word.stem in weak_words() else 1.0
        keep_best(best, QueryTerm(word.stem, weight, word.surface, "exact", idioms.get(position, position)))
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
                    keep_best(best, QueryTerm(term.term, weight, source, term.kind, group, term.phrase))
    # Capped by script: the words of one language must not crowd out those of the other.
    ranked = sorted(best.values(), key=lambda term: (term.group, not term.term.isascii(), -term.weight, term.term))
    by_script = groupby(ranked, key=lambda term: (term.group, term.term.isascii()))
    kept = [term for _, found in by_script for term in islice(found, MAX_GROUP_TERMS)]
    return tuple(sorted(kept, key=lambda term: (term.group, -term.weight, term.term)))


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
    # Behind an article a word opens no idiom with a gap: "a pull request from" pulls nothing from anywhere.
    is_noun = start > 0 and stems[start - 1] in ARTICLES
    opens = pattern.everyday and pattern.stems[0] not in SMALL_WORDS and not is_noun
    at, gap = start, IDIOM_GAP if opens else 0
    for part in pattern.stems:
        if part == GAP and is_noun:
            return ()
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
