"""Plans of runs: made from a run's target, filled by people, confirmed where they change something."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from selector.convert.plans import context_defaults, enum_mappings, needed_inputs, plan_detail, storable, stored
from selector.engine import ToolGraph, assemble_tool_bundle
from selector.engine.failures import EngineError
from selector.engine.plan import PathSynthesizer, Plan, PlanSynthesisError
from selector.models import (
    PlanState,
    Revision,
    RunPlan,
    RunStatus,
    SelectorRun,
    StageName,
    StageRecord,
    StageStatus,
)
from selector.queries.graphs import overlay_values

from .base import Actor, RuleBroken, check_version, record_audit
from .runs import current_graph
from .settling import settle
from .values import ENTITIES, INPUTS, keep_values, question_of, read_values

# Bytes of all values that are typed into the slots of one run; chosen: a file that a form sends, and what goes with it.
VALUES_BYTES = 12 * 2**20
TRUE_WORDS, FALSE_WORDS = frozenset({"true", "1", "yes", "on"}), frozenset({"false", "0", "no", "off"})


@dataclass(frozen=True, slots=True)
class Planned:
    """What the engine made of a target: a plan, or an error that says why there is none."""

    revision: Revision
    bundle: Mapping[str, Any]
    plan: Plan | None
    error: Mapping[str, Any]

    @property
    def slots(self) -> list[dict[str, Any]]:
        """What a person can give: the slots of the plan, or those that would mend the error."""
        if self.plan is not None:
            return self.plan.user_input_slots
        return list((self.error.get("evidence") or {}).get("user_input_slots") or ())


def prepare_plan(*, actor: Actor, run_id: int) -> RunPlan:
    """Make the plan of a run's target on today's collection, or make it anew; nothing is called.

    The plan is ready, waits for input, or failed with the reason of the plan stage. RuleBroken: no_target,
    plan_running.
    """
    run = SelectorRun.objects.select_related("collection").get(pk=run_id)
    if not run.selected_target:
        raise RuleBroken("no_target", "The run chose no tool, so there is nothing to plan.")
    planned = _synthesize(actor, run, *question_of(run))
    with transaction.atomic():
        return _store(actor, run_id, planned)


def _synthesize(actor: Actor, run: SelectorRun, query: str, entities: Mapping[str, Any]) -> Planned:
    revision, graph = current_graph(actor, run.collection)
    overlay = overlay_values(run.collection_id)
    allowed = run.collection.mutation_allowed
    maker = PathSynthesizer(graph, context_defaults(overlay), enum_mappings(overlay), allow_mutation=allowed)
    selector = {"selected_target": run.selected_target, "llm_target": run.llm_target, "overrode_llm": run.overrode_llm}
    bundle = _bundle(graph, run.selected_target, query, entities, allowed=allowed)
    try:
        plan = maker.synthesize(
            run.selected_target, dict(entities), query, {**selector, "reason_codes": run.reason_codes}
        )
    except PlanSynthesisError as error:
        return Planned(revision, bundle, None, error.to_dict())
    return Planned(revision, bundle, plan, {})


def make_again(actor: Actor, run: SelectorRun) -> Planned:
    """The plan as it would be made now. Plans of equal steps have equal ids, so that a change is seen."""
    return _synthesize(actor, run, *question_of(run))


def _bundle(graph: ToolGraph, target: str, query: str, entities: Mapping[str, Any], *, allowed: bool) -> dict[str, Any]:
    if target not in graph.tools:
        return {}
    try:
        bundle = assemble_tool_bundle(
            query, target, graph.tools, graph=graph, allow_mutation=allowed, provided=tuple(entities)
        )
    except EngineError as error:
        return {"error": error.to_dict()}
    return dict(bundle.to_dict())


def _store(actor: Actor, run_id: int, planned: Planned) -> RunPlan:
    run = SelectorRun.objects.select_for_update(of=("self",)).select_related("collection").get(pk=run_id)
    row = RunPlan.objects.filter(run=run).first() or RunPlan(
        run=run, version=0, created_by=actor.user, created_by_name=actor.name
    )
    if row.state == PlanState.RUNNING:
        raise RuleBroken("plan_running", "The plan is running; wait for its end or cancel it.")
    before = {"state": row.state} if row.pk else {}
    row.revision, row.error = planned.revision, stored(planned.error)
    # Slots speak of the document only; scrubbing would take some of their names for those of people.
    row.slots = storable(planned.slots)
    row.plan = planned.plan.for_storage() if planned.plan else {}
    row.mutates = any(step.mutates is not False for step in planned.plan.steps) if planned.plan else False
    # Whoever confirmed has confirmed another plan.
    row.confirmed_at, row.confirmed_by, row.confirmed_by_name = None, None, ""
    kept = read_values(run_id).get(INPUTS) or {}
    names = {slot["name"] for slot in planned.slots}
    row.given = sorted(name for name in kept if name in names) if planned.plan else []
    row.state = PlanState.FAILED if planned.plan is None else _waiting_or_ready(row)
    row.version += 1
    row.save()
    _record(run, row, planned)
    record_audit(
        actor=actor,
        action="plan.prepare",
        target=run,
        collection=run.collection,
        before=before,
        after={
            "state": row.state,
            "revision": planned.revision.pk,
            "tools": list(planned.plan.tools) if planned.plan else [],
        },
        evidence={"reason": planned.error.get("reason", "")},
    )
    return row


def _record(run: SelectorRun, row: RunPlan, planned: Planned) -> None:
    """Write the plan stage, and put the stages after it back to not reached."""
    records = {record.stage: record for record in run.stages.all()}
    plan = records[StageName.PLAN]
    plan.detail = plan_detail(planned.bundle, planned.plan, planned.error)
    plan.reason = str(planned.error.get("reason", ""))
    plan.status = StageStatus.FAILED if planned.plan is None else StageStatus.OK
    for stage in (StageName.AUTH, StageName.EXECUTE):
        records[stage].status, records[stage].reason = StageStatus.NOT_REACHED, ""
        records[stage].detail, records[stage].duration_ms = {}, None
    fields = ["status", "reason", "detail", "duration_ms"]
    StageRecord.objects.bulk_update([plan, records[StageName.AUTH], records[StageName.EXECUTE]], fields)
    settle(run, records, RunStatus.WAITING_INPUT if row.state == PlanState.WAITING_INPUT else RunStatus.SUCCEEDED)


def _waiting_or_ready(row: RunPlan) -> str:
    return PlanState.WAITING_INPUT if needed_inputs(row.plan) - set(row.given) else PlanState.READY


def provide_inputs(*, actor: Actor, run_id: int, version: int, values: Mapping[str, Any]) -> RunPlan:
    """Give values to slots of a run's plan, by their names, and go on: the plan waits for the rest, or is ready.

    Where the plan failed for want of a value, the values become entities and the plan is made again. Values are kept
    encrypted and appear in no record. RuleBroken: no_plan, plan_running, plan_over, slot_unknown, value_missing,
    value_invalid, value_not_allowed (`field` is the slot's name), values_too_large. StaleWrite.
    """
    with transaction.atomic():
        row = locked_plan(run_id, version)
        is_open = row.state in {PlanState.WAITING_INPUT, PlanState.READY}
        if not is_open and not (row.state == PlanState.FAILED and not row.plan):
            raise RuleBroken("plan_over", "The plan takes no values now; prepare it again.")
        slots = {slot["name"]: slot for slot in row.slots}
        read = {name: read_slot(slots, name, value) for name, value in values.items() if value not in ("", None)}
        if len(json.dumps(read)) > VALUES_BYTES:
            raise RuleBroken("values_too_large", f"At most {VALUES_BYTES // 2**20} MB.")
        _audit_given(actor, row, read)
        if row.plan:
            kept = {**(read_values(run_id).get(INPUTS) or {}), **read}
            keep_values(row.run, inputs=kept)
            row.given = sorted({*row.given, *read})
            row.state = _waiting_or_ready(row)
            row.version += 1
            row.save(update_fields=["given", "state", "version"])
            if row.state == PlanState.READY:
                records = {record.stage: record for record in row.run.stages.all()}
                settle(row.run, records, RunStatus.SUCCEEDED)
            return row
        query, entities = question_of(row.run)
        keep_values(row.run, **{"query": query, ENTITIES: {**entities, **read}})
    return prepare_plan(actor=actor, run_id=run_id)


def _audit_given(actor: Actor, row: RunPlan, read: Mapping[str, Any]) -> None:
    names = {"given": sorted(read)}
    record_audit(actor=actor, action="plan.provide", target=row.run, collection=row.run.collection, after=names)


def read_slot(slots: Mapping[str, Mapping[str, Any]], name: str, value: Any) -> Any:
    """The value of one slot as its type. RuleBroken: slot_unknown, value_invalid, value_not_allowed.

    >>> read_slot({"n": {"name": "n", "type": "integer"}}, "n", " 7 ")
    7
    """
    slot = slots.get(name)
    if slot is None:
        raise RuleBroken("slot_unknown", "The plan asks for no such value; look at the plan again.", name[:300])
    read = _typed(slot, value) if isinstance(value, str) else value
    allowed = slot.get("enum") or ()
    if allowed and read not in allowed and not _is_list_of(read, allowed):
        raise RuleBroken("value_not_allowed", f"Choose one of {len(allowed)} values.", name)
    return read


def _typed(slot: Mapping[str, Any], text: str) -> Any:
    kind, plain = slot.get("type"), text.strip()
    try:
        if kind == "integer":
            return int(plain)
        if kind == "number":
            return float(plain)
        if kind in {"object", "array"} and plain[:1] in {"{", "["}:
            return json.loads(plain)
    except (ValueError, RecursionError) as error:
        raise RuleBroken("value_invalid", f"This is no {kind}.", str(slot["name"])) from error
    if kind == "boolean":
        word = plain.lower()
        if word not in TRUE_WORDS | FALSE_WORDS:
            raise RuleBroken("value_invalid", "Write true or false.", str(slot["name"]))
        return word in TRUE_WORDS
    if kind == "array":
        return [part.strip() for part in plain.split(",") if part.strip()]
    if kind == "object":
        raise RuleBroken("value_invalid", "Write an object as JSON.", str(slot["name"]))
    return text


def _is_list_of(value: Any, allowed: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(item in allowed for item in value)


@transaction.atomic
def confirm_mutation(*, actor: Actor, run_id: int, version: int, reason: str = "") -> RunPlan:
    """Say that the plan of a run may change what it changes; another plan has to be confirmed again.

    RuleBroken: no_plan, plan_running, plan_over, nothing_to_confirm, mutation_not_allowed. StaleWrite.
    """
    row = locked_plan(run_id, version)
    if row.state not in {PlanState.WAITING_INPUT, PlanState.READY}:
        raise RuleBroken("plan_over", "The plan is over or could not be made; prepare it again.")
    if not row.mutates:
        raise RuleBroken("nothing_to_confirm", "The plan changes nothing.")
    if not row.run.collection.mutation_allowed:
        message = "This collection only allows reads; an admin can allow changes in its settings."
        raise RuleBroken("mutation_not_allowed", message)
    row.confirmed_at, row.confirmed_by, row.confirmed_by_name = timezone.now(), actor.user, actor.name
    row.version += 1
    row.save(update_fields=["confirmed_at", "confirmed_by", "confirmed_by_name", "version"])
    steps = [step["tool"] for step in row.plan["steps"] if step.get("mutates") is not False]
    record_audit(
        actor=actor,
        action="plan.confirm",
        target=row.run,
        collection=row.run.collection,
        after={"plan": row.plan["id"], "changes": steps},
        reason=reason,
    )
    return row


def locked_plan(run_id: int, version: int) -> RunPlan:
    """The plan of a run with its run, both held, of the version that the caller has seen."""
    run = SelectorRun.objects.select_for_update(of=("self",)).select_related("collection").get(pk=run_id)
    row = RunPlan.objects.select_for_update(of=("self",)).filter(run=run).first()
    if row is None:
        raise RuleBroken("no_plan", "The run has no plan yet; prepare one.")
    row.run = run
    check_version(row, version, {"state": row.state, "given": row.given})
    if row.state == PlanState.RUNNING:
        raise RuleBroken("plan_running", "The plan is running; wait for its end or cancel it.")
    return row
