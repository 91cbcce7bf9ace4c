"""The decisions of a search in, the parts of a dependency closure as plain rows out."""

from typing import Any

from selector.engine.selection.inputs import Input
from selector.engine.selection.producers import Link, Producers
from selector.engine.selection.reasons import OPEN, InputReason
from selector.engine.selection.search import Binding, State

# Alternatives listed for one field; chosen: a person compares no more.
MAX_ALTERNATIVES = 8
NOTED = (OPEN - {InputReason.MUTATION_BLOCKED.value}) | {InputReason.ENUM_REQUIRED.value}


def report_closure(
    producers: Producers, target: str, required: tuple[str, ...], state: State, may_write: bool
) -> dict[str, Any]:
    """All keys of contract.md 2.4 but `target` and `safety`; `required` are the calls before optional ones came in."""
    bindings = _unique(state.bindings)
    open_rows = [binding for binding in bindings if _is_open(binding)]
    return {
        "required_dependencies": list(required),
        "optional_dependencies": [name for name in state.calls if name not in required],
        "alternatives_by_field": _alternatives(producers, bindings, may_write),
        "resolved_fields": [_resolved(row) for row in bindings if row.reason == "provided" or row.link is not None],
        "unresolved_fields": [row.wanted.to_row(row.reason) for row in open_rows],
        "user_input_slots": _slots(producers, target, bindings),
        "dependency_paths": _paths(target, state),
        "cycles": [list(chain) for chain in sorted({row.chain for row in bindings if row.chain})],
        "evidence": [evidence_row(row, row.link) for row in bindings if row.link is not None],
        "diagnostics": _diagnostics(producers, target, bindings, may_write),
        "complete": not open_rows,
    }


def evidence_row(row: Binding, link: Link) -> dict[str, Any]:
    return {
        "consumer": row.wanted.tool,
        "field": row.wanted.name,
        "location": row.wanted.location,
        "json_path": row.wanted.json_path,
        "producer": link.producer,
        "from_path": json_path(link.from_path),
        "from_field": link.from_field,
        "tier": link.tier,
        "confidence": link.confidence,
        "reason": row.reason,
        "required": row.wanted.required,
        "hop": row.hop,
    }


def json_path(path: str) -> str:
    """A path of an edge as a JSON path from the answer's root.

    >>> json_path("items[].id"), json_path("[].id"), json_path("")
    ('$.items[].id', '$[].id', '')
    """
    if not path:
        return ""
    return f"${path}" if path.startswith("[") else f"$.{path}"


def _unique(bindings: tuple[Binding, ...]) -> list[Binding]:
    rows: dict[tuple[str, str, str], Binding] = {}
    for row in bindings:
        rows.setdefault((row.wanted.tool, row.wanted.location, row.wanted.json_path), row)
    return list(rows.values())


def _is_open(row: Binding) -> bool:
    """Whether an input stays without the value that another call should give; a value of the user's own is none."""
    if row.reason not in OPEN:
        return False
    return row.reason != InputReason.NO_PRODUCER or row.wanted.location == "path"


def _resolved(row: Binding) -> dict[str, Any]:
    made = {"producer": row.link.producer, "from_path": json_path(row.link.from_path)} if row.link else {}
    return row.wanted.to_row(row.reason) | made


def _slots(producers: Producers, target: str, bindings: list[Binding]) -> list[dict[str, Any]]:
    """What a person or the collection's defaults must give: context, auth, enums, and what nothing produces."""
    rows = [row.wanted.to_row(_slot_reason(row)) for row in bindings if row.link is None and row.reason != "provided"]
    taken = {(row.wanted.tool, row.wanted.location, row.wanted.json_path) for row in bindings}
    rows += [
        wanted.to_row(wanted.kind)
        for wanted in producers.inputs(target)
        if wanted.kind in ("context", "auth") and (wanted.tool, wanted.location, wanted.json_path) not in taken
    ]
    return [row for row in rows if row["reason"] != "shared"]


def _slot_reason(row: Binding) -> str:
    return (
        InputReason.USER_VALUE.value
        if row.reason == InputReason.NO_PRODUCER and row.wanted.location != "path"
        else row.reason
    )


def _alternatives(producers: Producers, bindings: list[Binding], may_write: bool) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for row in bindings:
        if row.link is None:
            continue
        others = [
            _alternative(link)
            for link in producers.links_to(row.wanted)
            if link.producer != row.link.producer and (may_write or not producers.mutates(link.producer))
        ]
        if others:
            found[field_key(row.wanted)] = others[:MAX_ALTERNATIVES]
    return found


def field_key(wanted: Input) -> str:
    return f"{wanted.tool}:{wanted.name}"


def _alternative(link: Link) -> dict[str, Any]:
    return {
        "producer": link.producer,
        "from_path": json_path(link.from_path),
        "from_field": link.from_field,
        "tier": link.tier,
        "confidence": link.confidence,
    }


def _paths(target: str, state: State) -> list[list[str]]:
    """For each call the chain from it to the target."""
    consumer: dict[str, str] = {}
    for row in state.bindings:
        if row.link is not None:
            consumer.setdefault(row.link.producer, row.wanted.tool)
    paths = []
    for call in state.calls:
        path = [call]
        while path[-1] != target and path[-1] in consumer and consumer[path[-1]] not in path:
            path.append(consumer[path[-1]])
        paths.append(path)
    return paths


def _diagnostics(producers: Producers, target: str, bindings: list[Binding], may_write: bool) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for row in bindings:
        place = {"tool": row.wanted.tool, "field": row.wanted.name}
        if row.reason != "provided" and row.wanted.kind == "data" and not may_write:
            rows += [
                {"code": "mutation_blocked", **place, "producer": link.producer, "tier": link.tier}
                for link in producers.links_to(row.wanted)
                if producers.mutates(link.producer)
            ]
        if row.reason in NOTED:
            rows.append({"code": row.reason, **place})
        if row.reason == InputReason.NO_PRODUCER:
            rows += [
                {"code": "weak_evidence", **place, "producer": link.producer, "tier": link.tier}
                for link in producers.weak_links(row.wanted.tool)
                if link.fits(row.wanted)
            ]
    for tool in dict.fromkeys((target, *(row.wanted.tool for row in bindings))):
        rows += [
            {"code": "forbidden_edge", "tool": tool, "field": link.field, "producer": link.producer}
            for link in producers.forbidden_links(tool)
        ]
        if not may_write:
            rows += [
                {"code": "mutation_blocked", "tool": tool, "field": "", "producer": link.producer, "tier": link.tier}
                for link in producers.whole_links(tool)
                if producers.mutates(link.producer)
            ]
    return rows
