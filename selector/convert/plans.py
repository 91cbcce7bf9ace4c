"""Overlay rows and kept entities in, what the planner takes out; plans, bundles and events in, bounded records out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from selector.engine.plan import Plan
from selector.engine.plan.bindings import USER_INPUT, inputs_wanted, references_in
from selector.engine.plan.model import MAX_STORED_CHARS, MAX_STORED_ITEMS
from selector.engine.scrub import scrub_text, scrub_value
from selector.models import OverlayKind

SCHEMA_VERSION = 1
# Bytes of JSON that one event and the detail of the plan stage may hold. Chosen: a run's page stays small.
EVENT_BYTES = 32 * 1024
DETAIL_BYTES = 64 * 1024
# Parts of a bundle that may be left out of a detail that is too large, the least needed first.
LESS_NEEDED = ("projected_schemas", "alternatives_by_field", "evidence", "resolved_fields", "dependency_paths")
# What scrubbing puts in place of a value: such an entity is none any more.
PLACEHOLDER = re.compile(r"<[a-z_]+>")


def context_defaults(overlay: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """What operators say fills a context input everywhere in the collection."""
    return _by_key(overlay, OverlayKind.CONTEXT_DEFAULT)


def enum_mappings(overlay: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Labels and values of inputs that take values of a closed list, by the input's name."""
    return _by_key(overlay, OverlayKind.ENUM_MAPPING)


def _by_key(overlay: Iterable[Mapping[str, Any]], kind: str) -> dict[str, Any]:
    rows = sorted((row["tool_name"], row["key"], row["value"]) for row in overlay if row["kind"] == kind)
    # A row about one tool is named so; the planner knows `tool:field` as well as `field`.
    return {f"{tool}:{key}" if tool else key: value for tool, key, value in rows}


def usable_entities(entities: Mapping[str, Any]) -> dict[str, Any]:
    """The entities without those whose value scrubbing has taken away."""
    kept = {name: value for name, value in entities.items() if PLACEHOLDER.search(json.dumps(value)) is None}
    return {name: value for name, value in kept.items() if PLACEHOLDER.search(name) is None}


def needed_inputs(plan: Mapping[str, Any]) -> set[str]:
    """The names of the slots without whose values a stored plan does not run."""
    steps = plan.get("steps") or ()
    wanted = {name for step in steps for ref in references_in(step["args"]) for name in inputs_wanted(ref)}
    return {name.partition(".")[2] for name in wanted if name.startswith(f"{USER_INPUT}.")}


def plan_detail(bundle: Mapping[str, Any], plan: Plan | None, error: Mapping[str, Any]) -> dict[str, Any]:
    """What the plan stage keeps: the closure, the bundle with its tokens and what it left out, and the error if any."""
    raw = {
        "schema_version": SCHEMA_VERSION,
        "plan_id": plan.id if plan else "",
        "tools": list(plan.tools) if plan else [],
        "bundle": dict(bundle),
        "error": dict(error),
    }
    detail = stored(raw)
    for part in LESS_NEEDED:
        if size_of(detail) <= DETAIL_BYTES:
            return detail
        for holder in (detail["bundle"], detail["bundle"].get("closure") or {}):
            if part in holder:
                holder[part] = {} if isinstance(holder[part], dict) else []
                detail["cut"] = [*detail.get("cut", ()), part]
    return detail if size_of(detail) <= DETAIL_BYTES else {**detail, "bundle": {}, "cut": ["bundle"]}


def stored(value: Mapping[str, Any]) -> dict[str, Any]:
    """A scrubbed copy that any database takes."""
    cleaned = scrub_value(dict(value), max_items=MAX_STORED_ITEMS, max_chars=MAX_STORED_CHARS, max_depth=16).value
    return dict(storable(cleaned))


def storable(value: Any) -> Any:
    """The value without what PostgreSQL's JSON refuses: the null character and halves of surrogate pairs."""
    if isinstance(value, Mapping):
        return {storable(key): storable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [storable(inner) for inner in value]
    if isinstance(value, str):
        return value.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()
    return value


def private_texts(values: Any) -> list[str]:
    """The typed texts in which scrubbing finds something private, as they stand and as JSON writes them.

    Where an API repeats such a text inside another one, its own words may hide from scrubbing what they hold.

    >>> private_texts({"note": "user_id=hong123", "orderNo": "A-1"})
    ['user_id=hong123']
    """
    if isinstance(values, Mapping):
        return [text for inner in values.values() for text in private_texts(inner)]
    if isinstance(values, list | tuple):
        return [text for inner in values for text in private_texts(inner)]
    if not isinstance(values, str) or not scrub_text(values).kinds:
        return []
    return list(dict.fromkeys([values, json.dumps(values, ensure_ascii=False)[1:-1], json.dumps(values)[1:-1]]))


def event_payload(event: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of an event, but for what has a column of its own: bounded, and as any database takes it."""
    columns = {"type", "sequence", "stage", "step_id", "tool"}
    payload = dict(storable({key: value for key, value in event.items() if key not in columns}))
    for part in ("output_preview", "args", "slots", "trace_metadata"):
        if size_of(payload) <= EVENT_BYTES:
            break
        if part in payload:
            payload[part] = {"cut": True, "bytes": size_of(payload[part])}
    return payload


def size_of(value: Any) -> int:
    """Bytes of a value as JSON."""
    return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
