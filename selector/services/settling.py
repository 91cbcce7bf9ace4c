"""The status of a run out of its stages: the first that failed, or how its plan stands."""

from __future__ import annotations

from collections.abc import Mapping

from selector.models import PlanState, RunPlan, RunStatus, SelectorRun, StageName, StageRecord, StageStatus

# How a run stands by its plan, where no stage failed.
ENDS = {
    PlanState.WAITING_INPUT: RunStatus.WAITING_INPUT,
    PlanState.RUNNING: RunStatus.RUNNING,
    PlanState.CANCELLED: RunStatus.CANCELLED,
}


def settle(run: SelectorRun, records: Mapping[str, StageRecord], end: str) -> None:
    """Write how a run stands: failed at its first failed stage, else `end`."""
    failed = next((stage.value for stage in StageName if records[stage].status == StageStatus.FAILED), "")
    run.status = RunStatus.FAILED if failed else end
    run.failed_stage = failed
    run.failed_reason = records[failed].reason if failed else ""
    run.save(update_fields=["status", "failed_stage", "failed_reason"])


def end_of_plan(run: SelectorRun) -> str:
    """How a run stands where no stage failed: as its plan does, or as one that only chose."""
    state = RunPlan.objects.filter(run=run).values_list("state", flat=True).first()
    return ENDS.get(PlanState(state), RunStatus.SUCCEEDED) if state else RunStatus.SUCCEEDED
