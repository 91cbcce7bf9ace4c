"""Sentences and verb mentions: a normalised text and its words in, sentences out; shapes shared by both languages."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from selector.engine.text import Word
from selector.engine.wordlists import Verb


class Form(StrEnum):
    """How a verb stands in a request."""

    COMMAND = "command"  # it is to be done
    HOW = "how"  # asked after as an operation: "how do I cancel", "creating a label"
    ASK = "ask"  # a question or permission: "am I allowed to delete"
    NEGATED = "negated"  # it is not to be done
    DESCRIBED = "described"  # a noun, a past tense, a participle


@dataclass(frozen=True, slots=True)
class Mention:
    """One verb of a request: the base form as named, its family, its form, and the words that say it."""

    base: str
    family: Verb
    form: Form
    surface: str
    start: int

    @property
    def is_refused(self) -> bool:
        """Whether it is a thing not to be done; a state that is not reached ("not finished") is none."""
        return self.form is Form.NEGATED and not self.surface.casefold().endswith(("ed", "ing"))


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words of one sentence with, for each, the punctuation in front of it."""

    words: tuple[Word, ...]
    before: tuple[str, ...]
    asks: bool  # it is a question, by its first word or its mark
    asks_mark: bool  # it ends with a question mark
    end: int  # offset at which the next sentence begins

    @property
    def has_korean(self) -> bool:
        return any(word.language == "ko" for word in self.words)


_END = re.compile(r"[.!?;。？！…](?=\s|$)|[\n;。？！]")
QUESTION_WORDS = frozenset("what which who whose whom when where why how whats whos hows".split())
AUXILIARIES = frozenset(
    "is are was were am do does did can could may might has have had should will would shall isn't aren't wasn't "
    "weren't doesn't didn't can't couldn't hasn't haven't won't wouldn't shouldn't".split()
)


def sentences(clean: str, words: Sequence[Word]) -> tuple[Sentence, ...]:
    """Return the words of a normalised text by sentence."""
    rows: list[Sentence] = []
    current: list[Word] = []
    before: list[str] = []
    end = 0
    for word in words:
        gap = clean[end : word.start]
        if current and _END.search(gap):
            rows.append(_sentence(current, before, "?" in gap or "？" in gap, word.start))
            current, before = [], []
        current.append(word)
        before.append(gap)
        end = max(end, word.start + len(word.surface))
    if current:
        rows.append(_sentence(current, before, "?" in clean[end:] or "？" in clean[end:], len(clean)))
    return tuple(rows)


def _sentence(words: list[Word], before: list[str], marked: bool, end: int) -> Sentence:
    return Sentence(
        tuple(words), tuple(before), marked or _starts_question([word.stem for word in words[:4]]), marked, end
    )


def _starts_question(stems: Sequence[str]) -> bool:
    if not stems:
        return False
    first = stems[0]
    return first in QUESTION_WORDS or (first in AUXILIARIES and len(stems) > 1)
