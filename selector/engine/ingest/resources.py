"""Path and schema names of an operation in, its primary resource and module out, singular and in snake case."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from selector.engine.envelopes import unwrap
from selector.engine.fields import Node, SchemaTable
from selector.engine.ingest.actions import Derived
from selector.engine.ingest.words import MANNERS, verb_class
from selector.engine.nouns import plain_words, singular, singular_words

# First segments that name no module: they are the same for a whole service.
ROOT_WORDS = frozenset(
    "api apis rest admin public private internal external open openapi service services web app latest beta alpha "
    "stable gateway ws rpc odata data json v".split()
)
VERSION = re.compile(r"v?\d+([._-]?\d+)*((alpha|beta|rc)\d*)?|\d{4}-\d{2}(-\d{2})?", re.IGNORECASE)
FILE_ENDINGS = (".json", ".xml", ".php", ".do", ".action", ".aspx")
# Last segments that say which or how, not what.
NO_NOUNS = frozenset(
    "me self current all latest bulk batch list search query count info detail details summary by new my default mine "
    "single multiple many each paged pagination status exists ids preview async autocomplete suggestions".split()
)
# Things that are nothing without what they belong to.
PARTS = frozenset(
    "log setting config configuration metadata history permission property option preference field attribute stat "
    "statistic metric event limit usage content version note comment attachment tag label item line value entry "
    "address member key secret variable token file image photo avatar role rule reaction review asset environment "
    "hook child parent owner email phone relation relationship link message step "
    "task state scale statu reason type method".split()
)


@dataclass(frozen=True, slots=True)
class PathNames:
    """What a path says: its fixed nouns in order, the one that stands last, the one before it, and the module."""

    nouns: tuple[tuple[str, ...], ...]
    last: tuple[str, ...]
    parent: tuple[str, ...]
    module: str


def read_path(path: str) -> PathNames:
    """The nouns of a path; verbs, versions and words such as `me` are no nouns.

    >>> read_path("/api/v1/members/{memberNo}/deliveries").last
    ('delivery',)
    >>> read_path("/orders/{id}/cancel").last, read_path("/chat.postMessage").module
    (('order',), 'chat')
    """
    segments = _segments(path)
    nouns = [noun for noun in (_noun(segment) for segment in segments) if noun]
    fixed = [segment for segment in segments if "{" not in segment]
    module = fixed[0].split(".")[0] if fixed else ""
    last = nouns[-1] if nouns else ()
    parent = nouns[-2] if len(nouns) > 1 else ()
    return PathNames(tuple(nouns), last, parent, module)


def noun_vocabulary(paths: Iterable[str]) -> frozenset[str]:
    """Every singular word that stands as a noun in some path: what the document talks about."""
    return frozenset(word for path in paths for noun in read_path(path).nouns for word in noun)


def entity_name(table: SchemaTable, node: Node | None) -> str:
    """The name of the thing that an answer carries: the item of a list, the content of an envelope, or the object."""
    return unwrap(table, node).name if node is not None else ""


def derive_resource(path: str, entity: str, vocabulary: frozenset[str], operation_id: str) -> Derived:
    """The primary resource of an operation.

    >>> derive_resource(
    ...     "/members/{memberNo}/deliveries", "member_delivery", frozenset({"member", "delivery"}), ""
    ... ).value
    'member_delivery'
    """
    names = read_path(path)
    schema = tuple(entity.split("_")) if entity else ()
    last = names.last
    if not last:
        if schema:
            return Derived(entity, "schema", 0.7)
        named = _id_nouns(operation_id)
        return Derived("_".join(named), "operation_id", 0.5) if named else Derived("", "none", 0.0)
    if len(schema) > len(last) and schema[-len(last) :] == last and set(schema[: -len(last)]) <= vocabulary:
        return Derived(entity, "path+schema", 0.95)
    if schema == last:
        return Derived(entity, "path+schema", 0.95)
    if schema and len(schema) < len(last) and last[-len(schema) :] == schema and last[0] not in vocabulary - set(last):
        return Derived("_".join(last), "path", 0.85)
    if names.parent and len(last) == 1 and last[0] in PARTS and last[0] not in names.parent:
        return Derived("_".join((*names.parent, *last)), "path", 0.8)
    return Derived("_".join(last), "path", 0.85)


def parameter_owners(path: str, resource: str) -> dict[str, str]:
    """For each bare identifier in a path what it identifies: the segment before it; the last one is the resource's.

    >>> parameter_owners("/campaigns/{id}/promotions/{promotionId}", "promotion")
    {'id': 'campaign'}
    """
    owners: dict[str, str] = {}
    before: tuple[str, ...] = ()
    last = read_path(path).last
    for segment in path.split("/"):
        if "{" not in segment:
            before = _noun(segment) or before
            continue
        name = segment.partition("{")[2].partition("}")[0]
        if before and len(singular_words(name)) == 1:
            owners[name] = resource if before == last and resource else "_".join(before)
    return owners


def _segments(path: str) -> list[str]:
    """The segments of a path without what stands before its first name of its own."""
    segments = [part for part in path.split("?")[0].split("/") if part]
    segments = [part.partition(":")[0] if "{" in part.partition(":")[0] else part for part in segments]
    for ending in FILE_ENDINGS:
        if segments and segments[-1].endswith(ending):
            segments[-1] = segments[-1].removesuffix(ending)
    start = 0
    while start < len(segments) and (segments[start].lower() in ROOT_WORDS or VERSION.fullmatch(segments[start])):
        start += 1
    return segments[start:] or segments[-1:]


def _noun(segment: str) -> tuple[str, ...]:
    if "{" in segment or VERSION.fullmatch(segment):
        return ()
    parts = segment.split(".")
    words = list(plain_words(parts[-1]))
    while words and words[0] in MANNERS:
        words.pop(0)
    if words and verb_class(words[0]) and (len(words) > 1 or len(parts) > 1 or words[0] not in PARTS):
        words = words[1:] if len(words) > 1 and words[1] not in ("by", "with", "for", "from", "to", "in", "all") else []
        if not words and len(parts) > 1:
            return tuple(word for part in parts[:-1] for word in map(singular, plain_words(part)))
    words = [singular(word) for word in words if word not in NO_NOUNS]
    while words and words[-1] in ("list", "detail", "info"):
        words.pop()
    return tuple(words)


def _id_nouns(operation_id: str) -> tuple[str, ...]:
    words = []
    for word in plain_words(operation_id.rsplit("/", 1)[-1]):
        if word in ("by", "for", "with", "from", "in", "of"):
            break
        if not verb_class(word) and word not in NO_NOUNS:
            words.append(singular(word))
    return tuple(words[-3:])
