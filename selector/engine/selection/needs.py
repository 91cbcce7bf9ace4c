"""A tool in, the inputs that must be met before it can be called out, and those that only the caller can name."""

from collections.abc import Iterable, Mapping
from typing import Any

from selector.engine.contract import contract_of, owner_name
from selector.engine.nouns import plain_words, singular_words, split_identifier
from selector.engine.retrieval.demands import LINKING, plain_path
from selector.engine.selection.given import Given
from selector.engine.selection.inputs import Input
from selector.engine.selection.producers import Link, Producers

# Words in the name of a read whose answer is what a caller may choose from.
CATALOGUE = frozenset("available allowed supported selectable eligible assignable possible catalog catalogue".split())
# Fields of an answer that a body shares with it before the body counts as a description of the thing itself; chosen.
MIN_SHARED = 2
# Fields that hold what somebody writes, the likeliest first.
CONTENT = ("body", "text", "content", "message", "comment", "title", "name")
CHANGES = frozenset({"create", "update", "delete", "action"})


def needed_inputs(producers: Producers, tool: str, given: Given, *, is_target: bool) -> list[Input]:
    """The required inputs, and for the target those optional ones without which the call would have no purpose.

    What the collection or a person gives comes first, so that it is listed with the tool nearest to the target.
    """
    rows = producers.inputs(tool)
    needed = [row for row in rows if row.required or (is_target and given.has(row))]
    if is_target:
        needed += [row for row in _purpose(producers, tool, given, rows) if row not in needed]
    return sorted(needed, key=lambda row: row.kind == "data")


def is_callers_choice(producers: Producers, wanted: Input) -> bool:
    """Whether a path names a thing that this very call makes, so that no list can give its identifier.

    So it is where nothing else makes such things and the body describes one, and with a creating `PUT /things/{name}`.
    """
    tool = producers.tool(wanted.tool)
    facts = _facts(tool)
    front = next((place for kind, place in wanted.keys if kind == "front"), "")
    if wanted.location != "path" or not front or not _is_own(wanted, front):
        return False
    if wanted.is_last:
        return facts["method"] == "PUT" and facts["action"] == "create"
    if facts["method"] != "POST" or "POST" in producers.methods_at(front):
        return False
    if any(method in ("PUT", "POST") for method in producers.methods_at(f"{front}/{{}}")):
        return False
    body = {_subject(row.json_path) for row in producers.inputs(wanted.tool) if row.location == "body" and row.required}
    reader = producers.reader_at(f"{front}/{{}}")
    contract = contract_of(producers.tool(reader)) if reader else None
    if contract is None or not contract.response or "schema" not in contract.response:
        return False
    own = {_subject(leaf.path) for leaf in contract.leaves()}
    return len(body & own) >= MIN_SHARED


def _subject(path: str) -> str:
    """What a field is about: the last word of its top name without an ending (`channelKey` -> channel)."""
    words, ending = split_identifier(path.replace("[]", "").split(".")[0])
    return (words or (ending,))[-1]


def _is_own(wanted: Input, front: str) -> bool:
    """Whether a parameter is named after the segment before it, and so is the identifier of what stands there."""
    words, _ = split_identifier(wanted.name)
    segment = singular_words(front.rsplit("/", 1)[-1])
    return not words or bool(set(words) & set(segment))


def _purpose(producers: Producers, tool: str, given: Given, rows: tuple[Input, ...]) -> Iterable[Input]:
    facts = _facts(producers.tool(tool))
    if facts["action"] not in CHANGES:
        return
    optional = [row for row in rows if not row.required and row.kind == "data" and not row.enum]
    linking = [row for row in optional if row.json_path.endswith("[]") and row.json_path.strip("[]") in LINKING]
    if linking and not any(given.has(row) for row in linking):
        yield from [row for row in linking if producers.links_to(row)][:1]
    if facts["action"] != "create" and not any(row.required and row.kind == "data" for row in rows):
        if not any(given.has(row) for row in rows):
            yield from [row for row in optional if "." not in row.json_path and _read_links(producers, row)][:1]
        return
    if any(given.has(row) or row.required for row in rows if row.location == "body"):
        return
    body = [row for row in optional if row.location == "body" and split_identifier(row.name)[1]]
    fixed = [part for part in facts["path"].split("/") if part and "{" not in part]
    last = singular_words(fixed[-1]) if fixed and not facts["path"].endswith("}") else ()
    if facts["action"] != "create":
        yield from [row for row in body if last and _names(row) == last and producers.links_to(row)][:1]
        yield from _referred(producers, tool, facts, body, last)
    else:
        own = [row for row in body if "." not in row.json_path]
        listed = [row for row in own if any(is_catalogue(link) for link in producers.links_to(row))]
        yield from listed[:1] or _content(optional)


def _content(optional: list[Input]) -> list[Input]:
    """What is written, where nothing else is required of a thing that is made: its text, else its name."""
    named = {row.name: row for row in optional if row.location == "body" and "." not in row.json_path}
    return [named[name] for name in CONTENT if name in named][:1]


def _names(row: Input) -> tuple[str, ...]:
    """The thing that a body field identifies: by its own words, else by the object around it."""
    words, _ = split_identifier(row.name)
    holder = row.json_path.replace("[]", "").rpartition(".")[0].rpartition(".")[2]
    return tuple(words) or singular_words(holder)


def _referred(
    producers: Producers, tool: str, facts: Mapping[str, str], body: list[Input], last: tuple[str, ...]
) -> Iterable[Input]:
    """Where the body is another thing's own schema (`PUT /issues/{key}/assignee` takes a User): its identifier."""
    contract = contract_of(producers.tool(tool))
    if contract is None or not contract.body or "schema" not in contract.body or not last:
        return
    thing = owner_name(contract.table.shape(contract.body["schema"]).name)
    if not thing or thing in (facts["resource"], "_".join(last)) or thing not in producers.resources:
        return
    own = [row for row in body if "." not in row.json_path and _read_links(producers, row)]
    yield from sorted(own, key=lambda row: (-_read_links(producers, row)[0].confidence, row.name))[:1]


def _read_links(producers: Producers, row: Input) -> list[Link]:
    return [link for link in producers.links_to(row) if not producers.mutates(link.producer)]


def is_catalogue(link: Link) -> bool:
    return bool(CATALOGUE & set(plain_words(link.producer)))


def _facts(tool: Mapping[str, Any]) -> dict[str, str]:
    metadata = tool["metadata"]
    ai = metadata["ai_metadata"]
    return {
        "method": str(metadata.get("method") or "").upper(),
        "path": plain_path(str(metadata.get("path") or "")),
        "action": str(ai.get("canonical_action") or ""),
        "resource": str(ai.get("primary_resource") or ""),
    }
