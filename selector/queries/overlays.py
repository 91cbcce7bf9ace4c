"""A collection in, what operators say about its tools out: rows by tool, rows of gone tools, and the history of one."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from django.db.models import Q, QuerySet

from selector.display import OrphanRow, OverlayEvent, OverrideFacts
from selector.engine.scrub import scrub_value
from selector.models import AuditEvent, OverlayKind, OverlayRow
from selector.search import fold

ACTIONS = ("search", "read", "create", "update", "delete", "action")
SHAPES = ("list", "single", "count", "mutation", "file", "none")
# Kinds whose value stands in a tool's row, with the column that they override.
COLUMNS = {"action": "canonical_action", "resource": "primary_resource", "shape": "result_shape"}
# Events of a tool's history that are shown. Chosen: more are a curiosity, and the audit has them.
EVENTS_SHOWN = 50


def collection_rows(collection_id: int) -> list[OverlayRow]:
    """Everything that operators say about the tools of a collection, in one query. People type these: they are few."""
    return list(OverlayRow.objects.filter(collection_id=collection_id).exclude(tool_name=""))


def overrides_of(rows: Iterable[OverlayRow]) -> dict[str, dict[str, str]]:
    """Name of a tool -> kind -> value, for the kinds in `COLUMNS`; under "alias" its aliases, folded, a line each."""
    said: dict[str, dict[str, str]] = {}
    for row in rows:
        own = said.setdefault(row.tool_name, {})
        if row.kind in COLUMNS:
            own[row.kind] = row.value
        elif row.kind == OverlayKind.ALIAS:
            own["alias"] = "\n".join(filter(None, (own.get("alias"), fold(row.key))))
    return said


def tool_overrides(collection_id: int, name: str) -> dict[tuple[str, str], OverrideFacts]:
    """What operators say of one tool, by (kind, key); aliases in the order of their texts."""
    rows = OverlayRow.objects.filter(collection_id=collection_id, tool_name=name).order_by("kind", "key")
    return {(row.kind, row.key): override_facts(row) for row in rows}


def override_facts(row: OverlayRow) -> OverrideFacts:
    """A row as the pages show it."""
    return OverrideFacts(
        id=row.pk,
        kind=row.kind,
        key=row.key,
        value=row.value if isinstance(row.value, str) else "",
        reason=row.reason,
        version=row.version,
        by=row.updated_by_name,
        at=row.updated_at,
    )


def orphans(rows: Iterable[OverlayRow], known: Container[str]) -> tuple[OrphanRow, ...]:
    """The rows about tools that are not among the `known` ones: they have no effect."""
    gone = [row for row in rows if row.tool_name not in known]
    gone.sort(key=lambda row: (row.tool_name, row.kind, row.key))
    return tuple(OrphanRow(row.tool_name, override_facts(row)) for row in gone)


def overlay_events(collection_id: int, name: str) -> QuerySet[AuditEvent]:
    """The audit of what was said about one tool, newest first. Overlay rows are few: an index leads to them alone."""
    # The audit holds scrubbed values, so it is asked for the name as it holds it.
    stored = scrub_value({"tool_name": name}).value["tool_name"]
    about = Q(before__tool_name=stored) | Q(after__tool_name=stored)
    return AuditEvent.objects.filter(about, object_type="overlayrow", collection_id=collection_id).order_by("-id")


def tool_history(collection_id: int, name: str) -> tuple[OverlayEvent, ...]:
    """The last changes of what was said about one tool."""
    return tuple(_event(event) for event in overlay_events(collection_id, name)[:EVENTS_SHOWN])


def _event(event: AuditEvent) -> OverlayEvent:
    said = event.after or event.before
    return OverlayEvent(
        at=event.at,
        by=event.actor_name,
        channel=event.channel,
        action=event.action,
        kind=str(said.get("kind", "")),
        key=str(said.get("key", "")),
        before=_value(event.before),
        after=_value(event.after),
        reason=event.reason,
    )


def _value(side: Mapping[str, Any]) -> str:
    value = side.get("value", "")
    return value if isinstance(value, str) else ""
