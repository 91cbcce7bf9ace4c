"""Digests of plain JSON: equal values in, equal hex out, whatever the order of keys."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

# Bytes of a short digest. Chosen: 48 bits tell the facts of one tool in two versions apart.
SHORT_BYTES = 6


def canonical(value: Any) -> bytes:
    """The one JSON text of a value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_plain).encode()


def digest(value: Any) -> str:
    """sha256 of a JSON value, as 64 hex digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def short_digest(value: Any) -> str:
    """A digest of 12 hex digits, for comparing facts within one source."""
    return hashlib.blake2s(canonical(value), digest_size=SHORT_BYTES).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError(f"{type(value).__name__} is not JSON.")


def overlay_digest(rows: Sequence[Mapping[str, Any]]) -> str:
    """The digest of overlay rows (kind, tool_name, key, value); their order does not count."""
    keys = ("kind", "tool_name", "key", "value")
    return digest(sorted(canonical([row[key] for key in keys]).decode() for row in rows))


def revision_digest(
    *, live_versions: Sequence[Mapping[str, Any]], overlay: str, signals: str, policy: str, engine_version: str
) -> str:
    """The digest of everything that a decision depends on. Database ids do not count: equal content, equal digest."""
    live = sorted([row["namespace"], row["graph_digest"]] for row in live_versions)
    return digest([live, overlay, signals, policy, engine_version])
