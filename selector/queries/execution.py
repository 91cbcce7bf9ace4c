"""A run or a collection in; its plan, its events, or what its calls may use out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings

from selector.display.execution import (
    AttemptRow,
    BindingRow,
    CallSettings,
    EventList,
    EventRow,
    HostRow,
    PlanView,
    ProfileRow,
    ServerRow,
    SlotRow,
    StepRow,
)
from selector.engine import ToolGraph
from selector.models import (
    AllowedHost,
    AttemptState,
    AuthProfile,
    Collection,
    PlanState,
    RunAttempt,
    RunEvent,
    RunPlan,
    ServerAddress,
    StageName,
    StageRecord,
)
from selector.queries.graphs import head_graph

# Events that one question gives. Chosen: more than a plan of usual length has.
EVENT_ROWS = 200
# Documented servers that are shown of one source.
SERVER_ROWS = 20


def plan_view(run_id: int) -> PlanView | None:
    """The plan of a run with its attempts, in three queries; None where nobody has prepared one."""
    plan = RunPlan.objects.select_related("run__collection", "revision").filter(run_id=run_id).first()
    if plan is None:
        return None
    attempts = tuple(_attempt(row) for row in RunAttempt.objects.filter(run_id=run_id).order_by("-number"))
    execute = StageRecord.objects.get(run_id=run_id, stage=StageName.EXECUTE).detail
    collection = plan.run.collection
    return PlanView(
        run_id=run_id,
        version=plan.version,
        state=plan.state,
        target=plan.run.selected_target,
        revision=plan.revision.number,
        is_head_revision=plan.revision_id == collection.head_id,
        steps=tuple(_steps(plan.plan, execute)),
        slots=tuple(_slot(row, plan.given) for row in plan.slots),
        attempts=attempts,
        mutates=plan.mutates,
        mutation_allowed=collection.mutation_allowed,
        confirmed_by=plan.confirmed_by_name,
        confirmed_at=plan.confirmed_at,
        blocked_by=_blocked_by(plan),
        failure=dict(plan.error or execute.get("failure") or {}),
    )


def _blocked_by(plan: RunPlan) -> str:
    if not plan.plan:
        return "no_plan"
    by_state = {PlanState.WAITING_INPUT: "waiting_input", PlanState.RUNNING: "plan_running"}
    if plan.state != PlanState.READY:
        return by_state.get(PlanState(plan.state), "plan_over")
    if not plan.mutates:
        return ""
    if not plan.run.collection.mutation_allowed:
        return "mutation_not_allowed"
    return "" if plan.confirmed_at else "mutation_not_confirmed"


def _steps(plan: Mapping[str, Any], execute: Mapping[str, Any]) -> Iterable[StepRow]:
    states = {row["step_id"]: row for row in execute.get("steps", ())}
    for step in plan.get("steps", ()):
        row = states.get(step["id"], {})
        yield StepRow(
            id=step["id"],
            tool=step["tool"],
            rationale=step["rationale"],
            tier=step["evidence_tier"],
            mutates=step["mutates"] is not False,
            state=row.get("state", ""),
            status=row.get("status"),
            duration_ms=row.get("duration_ms"),
            bindings=tuple(_binding(binding) for binding in step["bindings"]),
        )


def _binding(row: Mapping[str, Any]) -> BindingRow:
    names = (
        "argument",
        "location",
        "path",
        "kind",
        "source",
        "expression",
        "from_step",
        "from_tool",
        "from_path",
        "tier",
    )
    return BindingRow(required=bool(row.get("required")), **{name: str(row.get(name) or "") for name in names})


def _slot(row: Mapping[str, Any], given: Iterable[str]) -> SlotRow:
    names = ("name", "tool", "field", "location", "kind", "type", "format", "reason")
    return SlotRow(
        required=bool(row.get("required", True)),
        is_given=row["name"] in given,
        enum=tuple(str(value) for value in row.get("enum") or ()),
        **{name: str(row.get(name) or "") for name in names},
    )


def _attempt(row: RunAttempt) -> AttemptRow:
    return AttemptRow(
        number=row.number,
        state=row.state,
        failed_stage=row.failed_stage,
        failed_reason=row.failed_reason,
        failed_step=row.failed_step,
        started_at=row.started_at,
        finished_at=row.finished_at,
        started_by=row.started_by_name,
        job_id=row.job_id,
    )


def run_events(run_id: int, *, attempt: int | None = None, after: int = 0) -> EventList:
    """The events of an attempt of a run (the last one) after a sequence number, oldest first, in two queries."""
    attempts = RunAttempt.objects.filter(run_id=run_id, **({"number": attempt} if attempt else {}))
    chosen = attempts.order_by("-number").first()
    if chosen is None:
        return EventList(attempt=attempt or 0, rows=(), last=after, is_over=True)
    events = RunEvent.objects.filter(attempt=chosen, sequence__gt=after).order_by("sequence")
    found = list(events[: EVENT_ROWS + 1])
    rows = tuple(_event(chosen.number, row) for row in found[:EVENT_ROWS])
    is_over = chosen.state != AttemptState.RUNNING and len(found) <= EVENT_ROWS
    return EventList(attempt=chosen.number, rows=rows, last=rows[-1].sequence if rows else after, is_over=is_over)


def _event(number: int, row: RunEvent) -> EventRow:
    return EventRow(number, row.sequence, row.at, row.kind, row.stage, row.step_id, row.tool_name, dict(row.payload))


def call_settings(slug: str) -> CallSettings:
    """What calls of a collection may use; `Collection.DoesNotExist` where there is none."""
    collection = Collection.objects.get(slug=slug)
    graph = head_graph(collection.pk)[1]
    return CallSettings(
        collection_id=collection.pk,
        slug=collection.slug,
        mutation_allowed=collection.mutation_allowed,
        variable_prefix=settings.TOOL_AUTH_PREFIX,
        hosts=tuple(_host(row) for row in AllowedHost.objects.filter(collection=collection).order_by("host")),
        profiles=tuple(_profile(row) for row in AuthProfile.objects.filter(collection=collection).order_by("name")),
        servers=tuple(_servers(collection, graph)),
        schemes=tuple(sorted({name for tool in graph.tools.values() for name in _schemes(tool)})),
    )


def _schemes(tool: Mapping[str, Any]) -> Iterable[str]:
    security = (tool.get("metadata", {}).get("openapi") or {}).get("security") or ()
    return (str(name) for alternative in security for name in alternative)


def _host(row: AllowedHost) -> HostRow:
    return HostRow(row.pk, row.host, row.is_private, row.reason, row.created_by_name, row.created_at)


def _profile(row: AuthProfile) -> ProfileRow:
    wanted = [name for name in (row.variable, row.user_variable) if name]
    names = ("name", "kind", "scheme", "parameter", "variable", "user_variable", "token_url", "scope")
    return ProfileRow(
        id=row.pk,
        version=row.version,
        is_set=all(name.startswith(settings.TOOL_AUTH_PREFIX) and os.environ.get(name) for name in wanted),
        updated_by=row.updated_by_name,
        updated_at=row.updated_at,
        **{name: getattr(row, name) for name in names},
    )


def _servers(collection: Collection, graph: ToolGraph) -> Iterable[ServerRow]:
    """A row for all sources and one for each, with what somebody set and what the tools of the source are documented
    to be called at."""
    own = {row.namespace: row for row in ServerAddress.objects.filter(collection=collection)}
    namespaces = list(collection.sources.order_by("namespace").values_list("namespace", flat=True))
    documented: dict[str, list[str]] = {}
    for name, tool in graph.tools.items():
        place = name.partition(".")[0] if len(namespaces) > 1 else namespaces[0]
        urls = (tool.get("metadata", {}).get("openapi") or {}).get("servers") or ()
        documented.setdefault(place, []).extend(url for url in urls if url not in documented.get(place, ()))
    for namespace in ("", *namespaces):
        row = own.get(namespace)
        yield ServerRow(
            namespace=namespace,
            url=row.url if row else "",
            version=row.version if row else 0,
            documented=tuple(documented.get(namespace, ())[:SERVER_ROWS]),
        )
