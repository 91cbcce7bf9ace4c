"""Reading a request: its raw text in; language, terms, wanted action and shape, intent to write, literals out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from selector.engine.intent import Form, Mention, Sentence, sentences
from selector.engine.intent_en import read_english
from selector.engine.intent_ko import read_korean
from selector.engine.lexicon import QueryTerm
from selector.engine.query_terms import read_terms
from selector.engine.shapes import read_shapes
from selector.engine.stopwords import QUESTION_STEMS, QUIET_WORDS
from selector.engine.text import Word, language_of, normalise, word_tokens
from selector.engine.values import MAX_VALUES, find_spots, literal_role, read_values
from selector.engine.verbs import (
    KOREAN_UNDONE,
    STATE_NOUNS,
    UNDOING,
    are_opposite,
    canonical_verb,
    korean_verbs,
    undone_state,
)

__all__ = ["QueryReading", "QueryTerm", "are_opposite", "canonical_verb", "read_query", "read_values"]

ASKED = (("read", 3), ("search", 2))
# A request without any verb ("the open invoices of Kim") asks to be shown what it names.
NAMED = (("read", 2), ("search", 1))
ASKED_LIST = (("search", 3), ("read", 2))
NAMED_LIST = (("search", 2), ("read", 1))


# Question words that open a relative clause behind a noun.
RELATIVE_STEMS = frozenset("which who whom whose when where".split())


@dataclass(frozen=True, slots=True)
class WordGroup:
    """One meaning-bearing word: as typed, the terms that may stand for it, and whether it stands beside the point."""

    source: str
    terms: tuple[QueryTerm, ...]
    is_aside: bool


@dataclass(frozen=True, slots=True)
class QueryReading:
    """What a request says; everything in it is immutable and follows from the text alone."""

    text: str
    language: str
    words: tuple[Word, ...]
    terms: tuple[QueryTerm, ...]
    asides: frozenset[int]  # groups that only say where, whose or when
    actions: tuple[tuple[str, int], ...]
    action_words: tuple[str, ...]
    shapes: tuple[tuple[str, int], ...]
    shape_words: tuple[str, ...]
    writes: bool
    write_actions: tuple[str, ...]
    verbs: tuple[str, ...]
    refused: tuple[str, ...]  # verbs that are not to be done
    values: tuple[str, ...]

    @property
    def groups(self) -> tuple[int, ...]:
        """The groups of meaning-bearing words, for coverage."""
        return tuple(sorted({term.group for term in self.terms if term.group >= 0}))

    @property
    def grouped_terms(self) -> tuple["WordGroup", ...]:
        """Each meaning-bearing word as typed with the terms that may stand for it, in the order of the query."""
        groups: dict[int, list[QueryTerm]] = {}
        for term in self.terms:
            if term.group >= 0:
                groups.setdefault(term.group, []).append(term)
        return tuple(
            WordGroup(terms[0].source, tuple(terms), number in self.asides) for number, terms in sorted(groups.items())
        )


@lru_cache(maxsize=4096)
def read_query(text: str) -> QueryReading:
    """Return the reading of a request; any text has one, and no text costs more than MAX_WORDS words.

    >>> reading = read_query("회원 배송지 상세 정보를 조회해줘")
    >>> reading.actions[0], reading.shapes[0], reading.writes
    (('read', 3), ('single', 3), False)
    """
    clean = normalise(text)
    words = word_tokens(clean)
    rows = sentences(clean, words)
    mentions = tuple(mention for row in rows for mention in _mentions(clean, row))
    commands = [mention for mention in mentions if mention.form is Form.COMMAND]
    writing = [mention for mention in commands if mention.family.writes]
    spots = find_spots(clean)
    values = tuple(dict.fromkeys(spot.value for spot in spots))[:MAX_VALUES]
    finds = any(mention.family.action == "search" for mention in commands)
    shapes, shape_words = read_shapes(words, literal_role(clean, spots), bool(writing), finds)
    actions, action_words = _actions(mentions, rows, words)
    verbs = _verbs(mentions, words)
    found = read_terms(words, spots, mentions)
    return QueryReading(
        text=text,
        language=language_of(clean),
        words=words,
        terms=_with_undone(found.terms, verbs),
        asides=found.asides,
        actions=_lean_to_list(actions, mentions, words, shapes),
        action_words=action_words,
        shapes=tuple(shapes.items()),
        shape_words=shape_words,
        writes=bool(writing),
        write_actions=tuple(dict.fromkeys(mention.family.action for mention in writing)),
        verbs=verbs,
        refused=tuple(dict.fromkeys(each.base for each in mentions if each.is_refused)),
        values=values,
    )


def _mentions(clean: str, row: Sentence) -> tuple[Mention, ...]:
    if not row.has_korean:
        return read_english(row)
    start = row.words[0].start
    return read_korean(clean[start : row.end], start)


def _actions(
    mentions: Sequence[Mention], rows: Sequence[Sentence], words: Sequence[Word]
) -> tuple[tuple[tuple[str, int], ...], tuple[str, ...]]:
    """Return action weights, best first, and the words that said so."""
    asked = [mention for mention in mentions if mention.form in (Form.COMMAND, Form.HOW)]
    # What is to be changed decides over what is to be looked at beside it ("find it and cancel it").
    asked.sort(key=lambda mention: (mention.form is Form.HOW, not mention.family.writes, mention.start))
    weights: dict[str, int] = {}
    for rank, mention in enumerate(asked):
        for action, weight in mention.family.weights:
            weights[action] = max(weights.get(action, 0), weight - (rank > 0))
    said = [mention.surface for mention in asked]
    if not asked and (any(row.asks for row in rows) or any(_asks(words, at) for at in range(len(words)))):
        weights = dict(ASKED)
        said = [word.surface for word in words if word.stem in QUESTION_STEMS][:1]
    first = asked[0].family.action if asked else "read"
    kept = [(action, weight) for action, weight in weights.items() if weight > 0]
    return tuple(sorted(kept, key=lambda item: (-item[1], item[0] != first, item[0]))), tuple(dict.fromkeys(said))


def _asks(words: Sequence[Word], at: int) -> bool:
    """Return whether a word asks; behind a noun "the people who signed" only tells which ones."""
    stem = words[at].stem
    return stem in QUESTION_STEMS and not (at and stem in RELATIVE_STEMS)


def _lean_to_list(
    actions: tuple[tuple[str, int], ...], mentions: Sequence[Mention], words: Sequence[Word], shapes: dict[str, int]
) -> tuple[tuple[str, int], ...]:
    """Return the actions, leaning to a search where many are wanted; a mild wish to read where no verb asks."""
    listed = next(iter(shapes), "") == "list"
    if not actions:
        if not any(word.stem not in QUIET_WORDS and not word.stem.isdigit() for word in words):
            return ()
        return NAMED_LIST if listed else NAMED
    plain = all(mention.family.name == "get" for mention in mentions if mention.form in (Form.COMMAND, Form.HOW))
    if listed and shapes["list"] > shapes.get("single", 0) and plain and dict(actions) == dict(ASKED):
        return ASKED_LIST
    return actions


def _with_undone(terms: tuple[QueryTerm, ...], verbs: Sequence[str]) -> tuple[QueryTerm, ...]:
    """Return the terms, with "unstar" beside the star that is to be removed."""
    undone = {STATE_NOUNS[term.term]: term for term in terms if term.group >= 0 and term.term in STATE_NOUNS}
    return terms + tuple(replace(undone[verb], term=verb, kind="synonym") for verb in verbs if verb in undone)


def _verbs(mentions: Sequence[Mention], words: Sequence[Word]) -> tuple[str, ...]:
    """Return the verbs that the request wants, and what "remove the star" comes to (unstar)."""
    wanted = [mention for mention in mentions if mention.form in (Form.COMMAND, Form.HOW)]
    names: list[str] = []
    for mention in wanted:
        names.append(mention.base)
        after = [word for word in words if word.start > mention.start][:6]
        if mention.base in ("mark", "flag", "set"):
            names += [word.surface.casefold() for before, word in pairwise(after) if before.stem == "as"]
        names += [found for word in after if (found := undone_state(mention.base, word.stem))]
        names += _undone_korean(mention, words)
    return tuple(dict.fromkeys(name for name in names if name))


def _undone_korean(mention: Mention, words: Sequence[Word]) -> list[str]:
    """Return what a Korean undoing comes to: 차단 해제 -> unblock, 구독을 취소해줘 -> unsubscribe."""
    before = [word for word in words if word.start < mention.start and word.language == "ko"][-1:]
    family = korean_verbs().get(before[0].stem) if before else None
    if family is None or mention.base not in UNDOING or family.name not in KOREAN_UNDONE:
        return []
    return [KOREAN_UNDONE[family.name]]
