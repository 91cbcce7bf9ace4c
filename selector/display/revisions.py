"""What an answer says about the state of the collection that it was made on."""

from __future__ import annotations

from dataclasses import dataclass

from .base import Display


@dataclass(frozen=True, slots=True)
class RevisionFacts(Display):
    """A revision: its number in the collection, from 1, and the digest of everything that decisions depend on."""

    number: int
    digest: str
