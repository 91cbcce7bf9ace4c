"""What the page of tokens shows: each token without its value."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from .base import Display


@dataclass(frozen=True, slots=True)
class TokenRow(Display):
    """A token in the list. `collection_slug` is "" for one that opens every collection."""

    id: int
    version: int  # send it back with a revocation
    name: str
    prefix: str
    scopes: tuple[str, ...]
    collection_slug: str
    collection_name: str
    state: str  # live, expired, revoked
    created_at: datetime
    created_by: str
    expires_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None
    revoked_by: str


@dataclass(frozen=True, slots=True)
class TokenListPage(Display):
    """The tokens, those that open something first. `is_cut`: there are older ones that are over."""

    rows: tuple[TokenRow, ...]
    is_cut: bool
