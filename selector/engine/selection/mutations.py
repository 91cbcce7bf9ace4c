"""A tool or a query in, whether it changes something out: the two keys that a writing producer needs."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from selector.engine.ingest.actions import HTTP_WORDS, derive_action, name_class, path_class
from selector.engine.ingest.words import verb_class
from selector.engine.nouns import plain_words
from selector.engine.query import read_query

READS = frozenset({"read", "search"})
WRITING_METHODS = frozenset({"PUT", "PATCH", "DELETE"})
READING_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
# Verbs that no reading call has in its name but as a verb; others (a release, a transfer) are as often nouns.
STRICT = frozenset("delete remove destroy erase purge drop wipe create update upsert insert revoke cancel".split())


def wants_to_write(query: str | None) -> bool:
    """Whether a request asks for a change; a noun, a negation or a past tense does not, and no query neither."""
    return bool(query) and read_query(str(query)).writes


def is_mutating(name: str, tool: Mapping[str, Any]) -> bool:
    """Whether calling the tool may change something. Of two readings the more harmful one counts.

    >>> is_mutating("findAndDelete", {}), is_mutating("listUsers", {"metadata": {"method": "GET", "path": "/users"}})
    (True, False)
    """
    metadata = tool.get("metadata")
    metadata = metadata if isinstance(metadata, Mapping) else {}
    method = str(metadata.get("method") or "").upper()
    if method in WRITING_METHODS:
        return True
    ai = metadata.get("ai_metadata")
    ai = ai if isinstance(ai, Mapping) else {}
    claimed = str(ai.get("canonical_action") or "")
    openapi = metadata.get("openapi")
    openapi = openapi if isinstance(openapi, Mapping) else {}
    operation_id = str(openapi.get("operation_id") or name)
    path = str(metadata.get("path") or "")
    if claimed and claimed not in READS:
        return True
    if _joins_a_write(operation_id) or _joins_a_write(name) or path_class(path) == "delete":
        return True
    if method in READING_METHODS:
        return _strict_verb(operation_id) or derive_action(method, path, operation_id, "", "").value not in READS
    if method == "POST":
        return _post_writes(claimed or derive_action(method, path, operation_id, "", "").value, path, operation_id)
    return bool(name_class(operation_id) and name_class(operation_id) not in READS) or _names_a_write(operation_id)


def _post_writes(claimed: str, path: str, operation_id: str) -> bool:
    if claimed not in READS:
        return True
    # What ingest read from the document as a search is one, unless the id says a change as well.
    return (
        name_class(operation_id) not in ("", *READS)
        or _strict_verb(operation_id)
        or path_class(path) in ("delete", "create", "update")
    )


def _joins_a_write(operation_id: str) -> bool:
    """`get-or-create`, `find_and_delete`: the second verb counts."""
    words = plain_words(operation_id)
    return any(
        word in ("or", "and", "then") and verb_class(after) not in ("", *READS) for word, after in pairwise(words)
    )


def _strict_verb(operation_id: str) -> bool:
    words = plain_words(operation_id)
    return bool(words) and (words[0] in STRICT or words[-1] in STRICT)


def _names_a_write(operation_id: str) -> bool:
    words = [word for word in plain_words(operation_id) if word not in HTTP_WORDS]
    return any(word in STRICT for word in words)
