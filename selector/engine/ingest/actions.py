"""Method, path, operation id and summary of an operation in, its canonical action with source and confidence out."""

from dataclasses import dataclass

from selector.engine.ingest.words import MANNERS, NOUN_VERBS, READING, summary_class, verb_class
from selector.engine.nouns import plain_words, singular
from selector.engine.text import stem

# The order of harm; where two readings of one operation differ, the later one counts.
HARM = ("read", "search", "create", "update", "action", "delete")
HTTP_WORDS = frozenset({"get", "post", "put", "patch", "delete", "head", "options"})
# Verbs whose POST only asks when nothing but the summary has a verb, and verbs that read under GET only.
ASKING = frozenset({"get", "list", "search", "find", "retrieve", "fetch", "query", "show", "count"})
WORKING = frozenset({"export", "report", "load", "watch", "download"})
# What a GET deletes whatever else is said of it; other words of this kind may be nouns (a trash).
STRICT_DELETES = frozenset({"delete", "remove", "destroy", "erase", "purge", "drop", "wipe"})
# Words of a path that are as often nouns (an import, a merge, a star) and mean a verb only when nothing says a read.
READ_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


@dataclass(frozen=True, slots=True)
class Derived:
    """A derived value with where it came from and how sure that is (0..1)."""

    value: str
    source: str
    confidence: float


def derive_action(method: str, path: str, operation_id: str, summary: str, shape: str) -> Derived:
    """One of search, read, create, update, delete, action. `shape` is the answer's shape as far as it is known.

    >>> derive_action("POST", "/orders/search", "searchOrders", "", "list").value
    'search'
    >>> derive_action("GET", "/users/delete", "deleteUsers", "", "").value
    'delete'
    """
    by_name = name_class(operation_id)
    by_path = path_class(path)
    by_text = summary_class(summary)
    if method == "DELETE":
        return Derived("delete", "method", 1.0)
    if method in READ_METHODS:
        return _reading(by_name, by_path, by_text, operation_id, path, shape)
    if method == "POST":
        return _post(path, operation_id, summary, by_name, by_path, by_text, shape)
    return _put_or_patch(method, by_name, by_path, by_text)


def name_class(operation_id: str) -> str:
    """The action class that an operation id names: its first verb, else its last; of joined verbs the more harmful one.

    >>> name_class("get-or-create-user"), name_class("ByProjectKeyCartsGet"), name_class("checkout_lookup")
    ('create', 'read', 'action')
    """
    words = _verb_part(operation_id)
    if not words:
        return ""
    for index, word in enumerate(words[1:-1], start=1):
        if word in ("or", "and") and verb_class(words[index - 1]) and verb_class(words[index + 1]):
            return max(verb_class(words[index - 1]), verb_class(words[index + 1]), key=HARM.index)
    # `post` in front or at the end is the method (PostOrdersId, CartsByIdPost), which is known anyway.
    known = ["" if word == "post" and len(words) > 1 else verb_class(word) for word in words]
    if known[0] in HARM[2:] and words[1:] == ["lookup"]:
        return known[0]
    # Some ids begin with the method and end with the verb: PostOrdersIdCancel.
    if words[0] in HTTP_WORDS and words[0] != "get" and known[-1] in HARM[2:]:
        return known[-1]
    return known[0] or known[-1]


def path_class(path: str) -> str:
    """The action class that the last fixed segment of a path names, "" where it is a noun."""
    segments = [part for part in path.replace(":", "/").split("/") if part]
    if not segments or "{" in segments[-1]:
        return ""
    # `/message/validate/multicast` asks about a multicast and sends none.
    if len(segments) > 1 and segments[-2] in ("validate", "preview", "estimate", "check"):
        return "read"
    words = [word for word in plain_words(segments[-1].rsplit(".", 1)[-1]) if word not in MANNERS]
    if len(words) > 1 and words[0] in ("execute", "run", "do", "perform") and verb_class(words[-1]) in READING:
        return verb_class(words[-1])
    # `/refund-reasons` and `/return-items` are things; `/cancel-orders` is not: nobody calls a thing a cancel.
    if len(words) > 1 and words[0] in NOUN_VERBS and singular(words[-1]) != words[-1]:
        return ""
    return verb_class(words[0]) if words and words[0] not in ("issue", "report", "status", "detail", "details") else ""


def _verb_part(operation_id: str) -> list[str]:
    tail = operation_id.rsplit("/", 1)[-1].rsplit(".", 1)[-1].rsplit("#", 1)[-1]
    # `workflows_updateStep`: a camel-case phrase behind an underscore is the verb with its object.
    phrase = plain_words(tail.rsplit("_", 1)[-1])
    words = list(phrase if len(phrase) > 1 and verb_class(phrase[0]) else plain_words(tail))
    while len(words) > 1 and words[0] in MANNERS:
        words.pop(0)
    return words


def _reading(by_name: str, by_path: str, by_text: str, operation_id: str, path: str, shape: str) -> Derived:
    says_read = by_name in READING or by_text in READING
    if (by_path == "delete" and (not says_read or _last_word(path) in STRICT_DELETES)) or (
        by_path in ("create", "update") and not says_read and _is_bare(path)
    ):
        return Derived(by_path, "path", 0.8)
    if by_name not in READING and by_name and by_text not in READING and not _is_noun(operation_id):
        return Derived(by_name, "operation_id", 0.7)
    if by_name not in READING and by_name in ("delete", "create", "update") and by_text in ("", by_name):
        return Derived(by_name, "operation_id", 0.7)
    if shape == "list":
        return Derived("search", "method+response", 0.95)
    if shape in ("single", "count", "file"):
        return Derived("read", "method+response", 0.95)
    if by_name == "search" or by_path == "search":
        return Derived("search", "method+name", 0.85)
    if by_name == "read" or by_text == "read" or path.rstrip("/").endswith("}"):
        return Derived("read", "method+name", 0.85)
    return Derived("search" if by_text == "search" else "read", "method", 0.7)


def _is_noun(operation_id: str) -> bool:
    """An id whose first word could be a noun (`orderTransfer`) is no verb in front of a GET unless it stands alone."""
    words = _verb_part(operation_id)
    return len(words) > 2 and not verb_class(words[0])


def _last_word(path: str) -> str:
    return (plain_words(path.rstrip("/").rsplit("/", 1)[-1]) or ("",))[0]


def _is_bare(path: str) -> bool:
    return len(plain_words(path.rstrip("/").rsplit("/", 1)[-1])) == 1


def _is_made(path: str) -> bool:
    """Things that are made by asking for them: `POST /sessions` makes one, even where it says "Get a session"."""
    words = plain_words(path.rstrip("/").rsplit("/", 1)[-1])
    return bool(words) and stem(words[-1]) in ("session", "token", "url", "link", "key", "secret", "code")


def _names_itself(path: str, operation_id: str, summary: str) -> bool:
    """Whether the last segment is the word that id or summary begin with: a verb that no list knows."""
    words = plain_words(path.rstrip("/").rsplit("/", 1)[-1])
    firsts = {named[0] for named in (_verb_part(operation_id), plain_words(summary[:80])) if named}
    return "}/" in path and bool(words) and words[0] in firsts


def _post(path: str, operation_id: str, summary: str, by_name: str, by_path: str, by_text: str, shape: str) -> Derived:
    voices = [voice for voice in (by_name, by_path) if voice]
    agreed = by_name if by_name == by_text and by_name not in ("", *READING) else ""
    # A delete counts wherever it is said, but for a thing named after one (`POST /remove-token` creates a token).
    if "delete" in (by_name, by_text) or (by_path == "delete" and (_is_bare(path) or not agreed)):
        return Derived("delete", _source_of("delete", by_name, by_path), 0.9)
    harmful = [voice for voice in (*voices, by_text) if voice not in ("", *READING)]
    if any(voice in READING for voice in voices) and not harmful and not _does_work(operation_id, path):
        finds = shape == "list" or (shape != "count" and "search" in voices)
        return Derived("search" if finds else "read", "path" if by_path in READING else "operation_id", 0.85)
    if agreed:
        return Derived(agreed, "operation_id+summary", 0.95)
    for voice, source in ((by_path, "path"), (by_name, "operation_id")):
        if voice and voice not in READING:
            return Derived(voice, source, 0.9)
    return _post_without_verb(path, operation_id, summary, by_text if not voices else "", shape)


def _post_without_verb(path: str, operation_id: str, summary: str, by_text: str, shape: str) -> Derived:
    """What a POST does whose id and path have no verb: what its text says, else what its path is."""
    first = stem(plain_words(summary[:80])[0]) if plain_words(summary[:80]) else ""
    if by_text in READING and first in ASKING and not _is_made(path):
        return Derived("search" if shape == "list" else "read", "summary", 0.6)
    if not by_text and _names_itself(path, operation_id, summary):
        return Derived("action", "path", 0.7)
    if first == "assign" and not path.rstrip("/").endswith("}"):
        return Derived("create", "method+summary", 0.7)
    if by_text and by_text not in READING:
        return Derived(by_text, "summary", 0.8)
    return Derived("update" if path.rstrip("/").endswith("}") else "create", "method+path", 0.7)


def _does_work(operation_id: str, path: str) -> bool:
    """Whether the verb of id or path reads under GET but sets off work under POST (an export, a report)."""
    words = (_verb_part(operation_id)[:1], plain_words(path.rstrip("/").rsplit("/", 1)[-1])[:1])
    return any(singular(word) in WORKING for part in words for word in part)


def _source_of(action: str, by_name: str, by_path: str) -> str:
    return "operation_id" if by_name == action else "path" if by_path == action else "summary"


def _put_or_patch(method: str, by_name: str, by_path: str, by_text: str) -> Derived:
    for voice, source in ((by_name, "operation_id"), (by_path, "path"), (by_text, "summary")):
        if voice == "delete":
            return Derived("delete", source, 0.8)
    for voice, source in ((by_name, "operation_id"), (by_path, "path")):
        if voice == "action" or (voice == "create" and method == "PUT" and by_text in ("", "create")):
            return Derived(voice, source, 0.8)
    return Derived("update", "method", 0.9)
