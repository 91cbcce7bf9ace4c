"""Path and schema names of an operation in, its primary resource and module out, singular and in snake case."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from selector.engine.contract import owner_name
from selector.engine.envelopes import unwrap
from selector.engine.fields import Node, SchemaTable, schema_name
from selector.engine.ingest.actions import Derived
from selector.engine.ingest.words import NOUN_VERBS, verb_class
from selector.engine.nouns import plain_words, singular, singular_words

Words = tuple[str, ...]

# First segments that name no module: they are the same for a whole service.
ROOT_WORDS = frozenset(
    "api apis rest admin public private internal external open openapi service services web app latest beta alpha "
    "stable gateway ws rpc odata data json v".split()
)
VERSION = re.compile(r"v?\d+([._-]?\d+)*((alpha|beta|rc)\d*)?|\d{4}-\d{2}(-\d{2})?", re.IGNORECASE)
FILE_ENDINGS = (".json", ".xml", ".php", ".do", ".action", ".aspx")
# A dotted segment with such an end is a host-like group name and no noun.
HOST_ENDINGS = frozenset({"io", "com", "org", "net", "dev"})
# Words of a segment that say which or how, not what: the first set in front, both behind.
ADJECTIVES = frozenset("my all current latest new default bulk batch each multiple single many general".split())
NO_NOUNS = frozenset(
    "me self current all latest bulk batch list search query count info detail details summary by new my default mine "
    "single multiple many each paged pagination status exists ids preview async autocomplete suggestions "
    "general".split()
)
# What is left of a verb phrase without its verb (`write-off`, `sign-in`).
PARTICLES = frozenset("by with for from to in on off out up down over back all into as and or".split())
# Things that are nothing without what they belong to.
PARTS = frozenset(
    "log setting config configuration metadata history permission property option preference field attribute stat "
    "statistic metric event limit usage content version note comment attachment tag label item line value entry "
    "address member key secret variable token file image photo avatar role rule reaction review asset environment "
    "hook child parent owner email phone relation relationship link message step task state scale reason type method "
    "proxy restriction protection".split()
)


@dataclass(frozen=True, slots=True)
class PathNames:
    """What a path says: its fixed nouns in order, the last one, the one before it, and the module.

    `nested` says that a parameter stands between the last two nouns, `many` that the last one is written as a plural.
    """

    nouns: tuple[Words, ...]
    last: Words
    parent: Words
    module: str
    nested: bool
    many: bool


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a whole document talks about: words of its paths, nouns that begin them, and how its schemas spell."""

    words: frozenset[str]
    roots: frozenset[Words]
    compounds: Mapping[str, Words]
    spelled: Mapping[Words, Words]


def read_path(path: str) -> PathNames:
    """The nouns of a path; verbs, versions and words such as `me` are no nouns.

    >>> read_path("/api/v1/members/{memberNo}/deliveries").last
    ('delivery',)
    >>> read_path("/orders/{id}/cancel").last, read_path("/chat.postMessage").module
    (('order',), 'chat')
    """
    segments = _segments(path)
    found = [(position, _noun(segments, position)) for position in range(len(segments))]
    nouns = [(position, noun) for position, noun in found if noun]
    fixed = [segment for segment in segments if "{" not in segment]
    module = fixed[0].split(".")[0] if fixed else ""
    if not nouns:
        return PathNames((), (), (), module, nested=False, many=False)
    place, last = nouns[-1]
    before, parent = nouns[-2] if len(nouns) > 1 else (place, ())
    nested = any("{" in segment for segment in segments[before:place])
    raw = plain_words(segments[place].split(".")[0] if "." in segments[place] else segments[place])
    many = bool(raw) and singular(raw[-1]) != raw[-1]
    return PathNames(tuple(noun for _, noun in nouns), last, parent, module, nested=nested, many=many)


def read_vocabulary(pairs: Iterable[tuple[str, str, str]], schemas: Iterable[str]) -> Vocabulary:
    """The vocabulary of a document from method, path and entity of its operations and the keys of its schemas.

    A noun that its own collections answer with a longer form is spelled so: `pulls` of PullRequest, `repos` of
    Repository.
    """
    compounds: dict[str, Words] = {}
    for key in sorted(schemas):
        bare = schema_name(key).rsplit(".", 1)[-1]
        for name in (singular_words(bare), tuple(owner_name(bare).split("_"))):
            if len(name) > 1:
                compounds.setdefault("".join(name), name)
    words: set[str] = set()
    roots: set[Words] = set()
    answers: dict[Words, Counter[Words]] = defaultdict(Counter)
    for method, path, entity in pairs:
        names = read_path(path)
        if len(names.nouns) == 1 and names.many:
            roots.add(names.last)
        for noun in names.nouns:
            words.update(compounds.get("".join(noun), noun))
        if method == "GET" and names.many and entity:
            answers[names.last][tuple(entity.split("_"))] += 1
    spelled = {noun: form for noun, counts in answers.items() if (form := _longer_form(noun, counts))}
    return Vocabulary(frozenset(words), frozenset(roots), compounds, spelled)


def entity_name(table: SchemaTable, node: Node | None) -> str:
    """The name of the thing that an answer carries: the item of a list, the content of an envelope, or the object."""
    return unwrap(table, node).name if node is not None else ""


def derive_resource(path: str, entity: str, vocabulary: Vocabulary, operation_id: str) -> Derived:
    """The primary resource of an operation: the last noun of its path, as its schema or owner spells it.

    >>> words = read_vocabulary([("GET", "/members/{no}/deliveries", "member_delivery")], ())
    >>> derive_resource("/members/{memberNo}/deliveries", "member_delivery", words, "").value
    'member_delivery'
    """
    names = read_path(path)
    schema = _without_verb(tuple(entity.split("_"))) if entity else ()
    if not names.last:
        return _without_path(path, schema, operation_id)
    last = vocabulary.compounds.get("".join(names.last), names.last) if len(names.last) == 1 else names.last
    last = vocabulary.spelled.get(last, last)
    if len(schema) > len(last) and schema[-len(last) :] == last and set(schema[: -len(last)]) <= vocabulary.words:
        return Derived("_".join(schema), "path+schema", 0.95)
    if not names.many and schema in names.nouns[:-1]:
        return Derived("_".join(schema), "path+schema", 0.85)
    if names.nested and len(last) == 1 and last[0] in PARTS - set(names.parent) and last not in vocabulary.roots:
        parent = vocabulary.spelled.get(names.parent, names.parent)
        return Derived("_".join((*parent, *last)), "path", 0.8)
    if schema and len(names.last) == 1 and names.last[0] in NOUN_VERBS and not names.many:
        return Derived("_".join(schema), "schema", 0.7)
    return Derived("_".join(last), "path+schema" if schema == last else "path", 0.95 if schema == last else 0.85)


def parameter_owners(path: str, resource: str) -> dict[str, str]:
    """For each bare identifier in a path what it identifies: the segment before it; the last one is the resource's.

    >>> parameter_owners("/campaigns/{id}/promotions/{promotionId}", "promotion")
    {'id': 'campaign'}
    """
    owners: dict[str, str] = {}
    before: Words = ()
    last = read_path(path).last
    segments = path.split("/")
    for position, segment in enumerate(segments):
        if "{" not in segment:
            before = _noun(segments, position) or before
            continue
        name = segment.partition("{")[2].partition("}")[0]
        if before and len(singular_words(name)) == 1:
            owners[name] = resource if before == last and resource else "_".join(before)
    return owners


def _without_path(path: str, schema: Words, operation_id: str) -> Derived:
    """The resource of a path without a noun: from the schema, else from the id, else whatever the path ends with."""
    if schema:
        return Derived("_".join(schema), "schema", 0.7)
    named = _id_nouns(operation_id)
    if named:
        return Derived("_".join(named), "operation_id", 0.5)
    fixed = [part for part in path.split("/") if part and "{" not in part and not VERSION.fullmatch(part)]
    words = singular_words(fixed[-1]) if fixed else ()
    return Derived("_".join(words), "path", 0.3) if words else Derived("", "none", 0.0)


def _longer_form(noun: Words, counts: Counter[Words]) -> Words:
    """The form that most answers of a noun's collections have, if it begins with the noun or is abbreviated to it."""
    form, count = max(counts.items(), key=lambda pair: (pair[1], pair[0]))
    if form == noun or count * 2 < sum(counts.values()):
        return ()
    longer = form[: len(noun)] == noun and len(form) == len(noun) + 1 and not set(form) & PARTS
    abbreviated = len(form) == len(noun) == 1 and len(noun[0]) > 2 and form[0].startswith(noun[0])
    return form if longer or abbreviated else ()


def body_entity(entity: str) -> str:
    """What the schema of a body is about: its name without the verb and the word request.

    >>> body_entity("schedule_platform_partner"), body_entity("order_request")
    ('platform_partner', 'order')
    """
    words = entity.split("_")
    if len(words) > 1 and verb_class(words[0]):
        words = words[1:]
    return "_".join(words[:-1] if len(words) > 1 and words[-1] == "request" else words)


def _without_verb(schema: Words) -> Words:
    """A schema's name without the verb of its operation (`CancelOrderResponse` is about an order)."""
    if len(schema) > 1 and verb_class(schema[0]) and schema[0] not in NOUN_VERBS:
        return schema[1:]
    return schema


def _segments(path: str) -> list[str]:
    """The segments of a path without what stands before its first name of its own."""
    segments = [part for part in re.split(r"[?#]", path)[0].split("/") if part]
    segments = [part.partition(":")[0] or part for part in segments]
    for ending in FILE_ENDINGS:
        if segments and segments[-1].endswith(ending):
            segments[-1] = segments[-1].removesuffix(ending)
    start = 0
    while start < len(segments) and (segments[start].lower() in ROOT_WORDS or VERSION.fullmatch(segments[start])):
        start += 1
    return segments[start:] or segments[-1:]


def _noun(segments: list[str], position: int) -> Words:
    """The noun of one segment, () for a parameter, a version or a verb."""
    segment = segments[position]
    if "{" in segment or VERSION.fullmatch(segment):
        return ()
    parts = segment.split(".")
    words = list(plain_words(parts[-1]))
    if words and verb_class(words[0]):
        words = _without_leading_verb(words, segments, position)
        if not words and len(parts) > 1:
            return tuple(word for part in parts[:-1] for word in singular_words(part))
    while words and (words[-1] in NO_NOUNS or words[-1] in PARTICLES):
        words.pop()
    if len(words) > 1 and verb_class(words[-1]) and words[-1] not in NOUN_VERBS:
        return ()
    if len(parts) > 1 and parts[-1] in HOST_ENDINGS:
        return ()
    while words and words[0] in ADJECTIVES:
        words.pop(0)
    return tuple(singular(word) for word in words)


def _without_leading_verb(words: list[str], segments: list[str], position: int) -> list[str]:
    """A verb alone is a noun only where a parameter follows; before other words only where those make it a noun."""
    followed = position + 1 < len(segments) and "{" in segments[position + 1]
    if len(words) == 1:
        return words if followed and words[0] in NOUN_VERBS else []
    if words[0] in NOUN_VERBS and (singular(words[-1]) != words[-1] or followed):
        return words
    rest = [] if words[1] in PARTICLES else words[1:]
    return [] if rest and all(verb_class(word) for word in rest) and rest[-1] not in NOUN_VERBS else rest


def name_nouns(name: str) -> str:
    """What a function's name is about, without its verb, in snake case; "" where it is a verb only.

    >>> name_nouns("create_or_update_file"), name_nouns("listClosedIssues")
    ('file', 'closed_issue')
    """
    words = plain_words(name)
    while words and (verb_class(words[0]) or words[0] in PARTICLES):
        words = words[1:]
    return "_".join(_id_nouns(" ".join(words)))


def _id_nouns(operation_id: str) -> Words:
    words = []
    for word in plain_words(operation_id.rsplit("/", 1)[-1]):
        if word in PARTICLES:
            break
        if not verb_class(word) and word not in NO_NOUNS:
            words.append(singular(word))
    return tuple(words[-3:])
