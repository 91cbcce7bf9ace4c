"""Reading a request: its raw text in; language, terms, wanted action and shape, intent to write, literals out."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from selector.engine.intent import Form, Mention, Sentence, sentences
from selector.engine.intent_en import read_english
from selector.engine.intent_ko import read_korean
from selector.engine.lexicon import QueryTerm, expand
from selector.engine.shapes import read_shapes
from selector.engine.stopwords import FUNCTION_WORDS, QUESTION_STEMS, VAGUE_WORDS
from selector.engine.text import Word, fold, language_of, normalise, word_tokens
from selector.engine.verbs import (
    KOREAN_UNDONE,
    UNDOING,
    are_opposite,
    canonical_verb,
    english_forms,
    korean_verbs,
    undone_state,
)
from selector.engine.wordlists import verb_families

__all__ = ["QueryReading", "QueryTerm", "are_opposite", "canonical_verb", "read_query"]

# A vague or plain-verb word still says a little: this share of its weight, and it covers nothing.
LIGHT_SHARE = 0.25
# Literals of one request that are kept, and the length of the longest.
MAX_VALUES = 32
MAX_VALUE_LENGTH = 200
ASKED = (("read", 3), ("search", 2))

_VALUE = re.compile(
    r"(?P<url>https?://[^\s<>\"'“”]{1,400})"
    r"|(?P<email>[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4})"
    r"|\"(?P<double>[^\"\n]{1,200})\"|“(?P<curly>[^”\n]{1,200})”|(?<![A-Za-z])'(?P<single>[^'\n]{1,200})'(?![A-Za-z])"
    r"|`(?P<tick>[^`\n]{1,200})`"
    r"|「(?P<corner>[^」\n]{1,200})」|‘(?P<curled>[^’\n]{1,200})’"
    r"|(?P<uuid>\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b)"
    r"|(?<![A-Za-z0-9])@(?P<handle>[A-Za-z0-9][A-Za-z0-9_-]{1,63})"
    r"|(?P<slashed>(?<![A-Za-z0-9/])[A-Za-z0-9][\w.-]{0,63}/[\w.-]{1,63}(?:/[\w.-]{1,63}){0,6})"
    r"|(?P<name>(?<![A-Za-z0-9_])[A-Za-z][A-Za-z0-9]{0,63}(?:[_-][A-Za-z0-9]{1,63}){1,8}(?![A-Za-z0-9]))"
    r"|(?P<camel>(?<![A-Za-z0-9_])[A-Za-z]{0,40}[a-z0-9][A-Z][A-Za-z0-9]{0,60})"
    r"|(?P<number>(?<![A-Za-z0-9])#?\d(?:[\d,.:-]{0,40}\d)?(?![A-Za-z0-9]))"
    r"|(?P<mixed>(?<![A-Za-z0-9_])(?=[A-Za-z]{0,30}\d)[A-Za-z0-9]{2,64}(?![A-Za-z0-9]))"
)
_PLAIN_HYPHEN = re.compile(r"^[a-z]{2,}(?:-[a-z]{2,})+$")


@dataclass(frozen=True, slots=True)
class QueryReading:
    """What a request says; everything in it is immutable and follows from the text alone."""

    text: str
    language: str
    words: tuple[Word, ...]
    terms: tuple[QueryTerm, ...]
    actions: tuple[tuple[str, int], ...]
    action_words: tuple[str, ...]
    shapes: tuple[tuple[str, int], ...]
    shape_words: tuple[str, ...]
    writes: bool
    write_actions: tuple[str, ...]
    verbs: tuple[str, ...]
    values: tuple[str, ...]

    @property
    def groups(self) -> tuple[int, ...]:
        """The groups of meaning-bearing words, for coverage."""
        return tuple(sorted({term.group for term in self.terms if term.group >= 0}))


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
    values = read_values(clean)
    finds = any(mention.family.action == "search" for mention in commands)
    shapes, shape_words = read_shapes(words, bool(values), bool(writing), finds)
    actions, action_words = _actions(mentions, rows, words)
    return QueryReading(
        text=text,
        language=language_of(clean),
        words=words,
        terms=_terms(words, values, shape_words),
        actions=actions,
        action_words=action_words,
        shapes=tuple(shapes.items()),
        shape_words=shape_words,
        writes=bool(writing),
        write_actions=tuple(dict.fromkeys(mention.family.action for mention in writing)),
        verbs=_verbs(mentions, words),
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
    if not asked and (any(row.asks for row in rows) or any(word.stem in QUESTION_STEMS for word in words)):
        weights = dict(ASKED)
        said = [word.surface for word in words if word.stem in QUESTION_STEMS][:1]
    first = asked[0].family.action if asked else "read"
    kept = [(action, weight) for action, weight in weights.items() if weight > 0]
    return tuple(sorted(kept, key=lambda item: (-item[1], item[0] != first, item[0]))), tuple(dict.fromkeys(said))


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


def _terms(words: Sequence[Word], values: Sequence[str], shape_words: Sequence[str]) -> tuple[QueryTerm, ...]:
    """Return the terms to look for; function words and literals give none, plain verbs and vague words little."""
    literal = {fold(value).strip("#@") for value in values}
    named = [fold(word.surface) in literal for word in words]
    bearing = [_bears_meaning(word, shape_words) for word in words]
    means = {word.stem: bears for word, bears in zip(words, bearing, strict=True)}
    terms: list[QueryTerm] = []
    numbers: dict[int, int] = {}
    for term in expand(words):
        exact, at = term.kind == "exact", term.group
        single = exact or " " not in term.source
        if words[at].stem.isdigit() or (named[at] and not exact) or (exact and _says_nothing(term.term)):
            continue
        if (exact and means[term.term]) or (not exact and (bearing[at] or not single)):
            group = numbers.setdefault(at, len(numbers))
            terms.append(QueryTerm(term.term, term.weight, term.source, term.kind, group, term.phrase))
        elif exact or term.kind == "translation":
            weight = round(term.weight * LIGHT_SHARE, 4)
            terms.append(QueryTerm(term.term, weight, term.source, term.kind, -1, term.phrase))
    return tuple(terms)


def _says_nothing(term: str) -> bool:
    return term in FUNCTION_WORDS or (term.isascii() and len(term) < 2)


@lru_cache(maxsize=1)
def _light_words() -> frozenset[str]:
    """Return the stems of plain verbs in both languages: show, find, 조회, 보이."""
    light = [family for family in verb_families() if family.light]
    english = {base for family in light for base in family.english}
    korean = {noun for family in light for noun in family.korean_nouns} | {
        stem for family in light for stem, _ in family.korean_natives
    }
    return frozenset(english | korean)


def _bears_meaning(word: Word, shape_words: Sequence[str]) -> bool:
    if word.stem in FUNCTION_WORDS or word.stem in VAGUE_WORDS or word.surface in shape_words:
        return False
    return word.stem not in _light_words() and not any(
        base in _light_words() for base, _ in english_forms().get(word.stem, ())
    )


def read_values(clean: str) -> tuple[str, ...]:
    """Return the literals of a request as typed: numbers, ids, e-mails, quoted text, addresses, operation-like names.

    >>> read_values('order 123 of "kim" via getOrderInfo')
    ('123', 'kim', 'getOrderInfo')
    """
    found: list[str] = []
    for match in _VALUE.finditer(clean):
        kind = match.lastgroup or ""
        value = match.group(kind).strip()
        if value and not (kind in ("name", "slashed") and _PLAIN_HYPHEN.match(value)) and value not in found:
            found.append(value[:MAX_VALUE_LENGTH])
        if len(found) >= MAX_VALUES:
            break
    return tuple(found)
