"""A table of tools comes in; every field that retrieval weighs, inverted once, goes out."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from selector.engine.profile import ToolProfile, profile_of
from selector.engine.query import are_opposite, canonical_verb
from selector.engine.retrieval.lexical import LexicalIndex, Positions, TokenSets, Vector

# How often a field's tokens stand in the document that BM25 sees: fields are weighted by repetition, since the
# length normalisation of BM25F is another model. Tuned on the labelled cases as kinds, by halves of documents.
FIELD_REPEATS = {
    "name_tokens": 3,
    "summary_tokens": 3,
    "alias_tokens": 3,
    "resource_tokens": 2,
    "path_tokens": 2,
    "tag_tokens": 1,
    "description_tokens": 1,
    "parameter_tokens": 1,
    "input_tokens": 1,
    "output_tokens": 1,
}


# Verbs of queries whose tools are kept for one collection: more than the lexicon knows. Chosen.
KNOWN_VERBS = 2048


@dataclass(frozen=True, slots=True)
class FieldIndexes:
    """One inverted index for each question that ranking asks of a tool."""

    lexical: LexicalIndex
    names: TokenSets
    resources: TokenSets
    modules: TokenSets
    parameters: TokenSets
    inputs: TokenSets
    outputs: TokenSets


class Facts:
    """One fact of every tool out of few different values, so that a query weighs each value once.

    ``trust`` (0..1) says how far each tool's value counts.
    """

    def __init__(self, values: Sequence[str], trust: Sequence[float]) -> None:
        self.trust: Vector = np.array(trust, dtype=np.float64)
        self.values: tuple[str, ...] = tuple(sorted(frozenset(values)))
        place = {value: number for number, value in enumerate(self.values)}
        self.places: NDArray[np.intp] = np.array([place[value] for value in values], dtype=np.intp)

    def weigh(self, weight: Callable[[str], float]) -> Vector:
        """Return ``weight(value)`` for each tool, shape (tools,)."""
        return np.array([weight(value) for value in self.values], dtype=np.float64)[self.places] * self.trust


class CollectionIndex:
    """Tools in order of name, their profiles, and the inverted fields over them."""

    def __init__(self, tools: Mapping[str, Any]) -> None:
        self.names: tuple[str, ...] = tuple(sorted(tools))
        self.profiles: tuple[ToolProfile, ...] = tuple(profile_of(tools, name) for name in self.names)
        self.fields = _field_indexes(self.profiles)
        rows = self.profiles
        self.actions = Facts([row.action for row in rows], [row.action_trust for row in rows])
        self.shapes = Facts([row.shape for row in rows], [row.shape_trust for row in rows])
        self.verbs = TokenSets([profile.verb_tokens for profile in self.profiles])
        self._by_verb: dict[tuple[str, bool], Positions] = {}
        self.deprecated: NDArray[np.bool_] = np.array([profile.deprecated for profile in self.profiles], dtype=np.bool_)

    def doing(self, verb: str) -> Positions:
        """Return the tools whose name says ``verb``."""
        return self._saying(verb, opposite=False)

    def undoing(self, verb: str) -> Positions:
        """Return the tools whose name says the opposite of ``verb``."""
        return self._saying(verb, opposite=True)

    def _saying(self, verb: str, *, opposite: bool) -> Positions:
        """Return the tools whose name says a verb or its opposite, worked out once for each."""
        asked = (verb, opposite)
        if asked not in self._by_verb:
            if len(self._by_verb) >= KNOWN_VERBS:
                self._by_verb.clear()
            tokens = [
                token
                for token in sorted(self.verbs.postings)
                if (are_opposite(verb, token) if opposite else canonical_verb(token) == verb)
            ]
            self._by_verb[asked] = np.flatnonzero(self.verbs.holding(tokens)).astype(np.int32)
        return self._by_verb[asked]


_INDEXES: weakref.WeakKeyDictionary[Any, CollectionIndex] = weakref.WeakKeyDictionary()


def index_of(graph: Any) -> CollectionIndex:
    """Return the index of an immutable graph, made at first use and kept for as long as the graph lives."""
    index = _INDEXES.get(graph)
    if index is None:
        index = _INDEXES.setdefault(graph, CollectionIndex(graph.tools))
    return index


def _field_indexes(profiles: tuple[ToolProfile, ...]) -> FieldIndexes:
    return FieldIndexes(
        lexical=LexicalIndex([_document(profile) for profile in profiles]),
        names=TokenSets([profile.distinctive_tokens for profile in profiles]),
        resources=TokenSets([profile.resource_tokens for profile in profiles]),
        modules=TokenSets([(*profile.module_tokens, *profile.tag_tokens) for profile in profiles]),
        parameters=TokenSets([profile.parameter_tokens for profile in profiles]),
        inputs=TokenSets([profile.input_tokens for profile in profiles]),
        outputs=TokenSets([profile.output_tokens for profile in profiles]),
    )


def _document(profile: ToolProfile) -> list[str]:
    return [token for field, repeats in FIELD_REPEATS.items() for token in repeats * getattr(profile, field)]
