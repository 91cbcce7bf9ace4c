"""What people typed for one run: kept encrypted until the run ends or for a day, then gone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from selector.convert.plans import usable_entities
from selector.models import PlanState, RunPlan, RunStatus, RunValues, SelectorRun
from selector.sealing import KEPT_SECONDS, open_sealed, seal

QUERY, ENTITIES, INPUTS = "query", "entities", "inputs"


def keep_values(run: SelectorRun, **parts: Any) -> None:
    """Keep parts of what was typed for a run beside what is kept already; the day begins anew."""
    if not any(parts.values()):
        return
    known = read_values(run.pk)
    until = timezone.now() + timedelta(seconds=KEPT_SECONDS)
    fields = {"sealed": seal({**known, **parts}), "expires_at": until}
    RunValues.objects.update_or_create(run=run, defaults=fields)


def read_values(run_id: int) -> dict[str, Any]:
    """What is kept for a run; nothing where it ended, or where the day is over."""
    row = RunValues.objects.filter(run_id=run_id, expires_at__gt=timezone.now()).first()
    return open_sealed(row.sealed) if row else {}


def question_of(run: SelectorRun) -> tuple[str, dict[str, Any]]:
    """The query and the entities as they were typed, or what scrubbing left of them."""
    values = read_values(run.pk)
    entities: Mapping[str, Any] = values.get(ENTITIES) or usable_entities(run.entities)
    return str(values.get(QUERY) or run.query), dict(entities)


def forget_values(run_id: int) -> None:
    """Let go of what was typed for a run."""
    RunValues.objects.filter(run_id=run_id).delete()


@transaction.atomic
def forget_old_values(now: datetime | None = None) -> int:
    """Let go of what has been kept for a day, and ask again where a plan waits for it; gives how many runs had any."""
    at = now or timezone.now()
    old = list(RunValues.objects.filter(expires_at__lte=at).values_list("run_id", flat=True))
    waiting = RunPlan.objects.select_for_update(of=("self",)).filter(
        run_id__in=old, state__in=[PlanState.READY, PlanState.WAITING_INPUT]
    )
    for plan in [row for row in waiting if row.given]:
        plan.given, plan.state, plan.version = [], PlanState.WAITING_INPUT, plan.version + 1
        plan.save(update_fields=["given", "state", "version"])
        SelectorRun.objects.filter(pk=plan.run_id, failed_stage="").update(status=RunStatus.WAITING_INPUT)
    RunValues.objects.filter(run_id__in=old, expires_at__lte=at).delete()
    return len(old)
