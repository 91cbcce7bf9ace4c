"""Facts of a finished run in, the status of each stage and of the run out. Used when a run is made and when somebody
marks the expected target later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from selector.engine.failures import Reason, ReasonCode
from selector.models import RunStatus, StageName, StageStatus

# What comes after the decision: reached where a plan was made.
LATER_STAGES = (StageName.PLAN, StageName.AUTH, StageName.EXECUTE)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFacts:
    """What is known of a run when it is judged. `candidates` are the names that retrieval returned."""

    candidates: Sequence[str]
    llm_target: str
    selected_target: str
    reason_codes: Sequence[str]
    ambiguous: bool
    expected_target: str = ""


@dataclass(frozen=True, slots=True)
class StageVerdict:
    status: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a run ended: its stages in order, the first one that failed, and what it is where none did."""

    stages: dict[str, StageVerdict]
    end: str = RunStatus.SUCCEEDED

    @property
    def failed_stage(self) -> str:
        return next((stage for stage, verdict in self.stages.items() if verdict.status == StageStatus.FAILED), "")

    @property
    def failed_reason(self) -> str:
        return self.stages[self.failed_stage].reason if self.failed_stage else ""

    @property
    def status(self) -> str:
        return RunStatus.FAILED if self.failed_stage else self.end


def judge(facts: RunFacts, later: Mapping[str, StageVerdict] | None = None, end: str = RunStatus.SUCCEEDED) -> Verdict:
    """The verdict on the decision of a run. `later` is how the stages of its plan stand, `end` how the plan does.

    A target that retrieval never returned is a retrieval fault, whatever selection made of the rest. A wrong LLM
    target fails the run only where selection kept it against higher evidence; a wrong target that the selector stands
    behind is the selector's. Uncertainty is a warning.
    """
    stages = {
        StageName.RETRIEVE.value: _retrieve(facts),
        StageName.LLM_INTENT.value: _llm_intent(facts),
        StageName.SELECT.value: _select(facts),
    }
    not_reached = StageVerdict(StageStatus.NOT_REACHED)
    return Verdict(stages | {stage.value: (later or {}).get(stage.value, not_reached) for stage in LATER_STAGES}, end)


def _retrieve(facts: RunFacts) -> StageVerdict:
    if not facts.candidates:
        return StageVerdict(StageStatus.FAILED, Reason.NO_CANDIDATES)
    if facts.expected_target and facts.expected_target not in facts.candidates:
        return StageVerdict(StageStatus.FAILED, Reason.NOT_RETRIEVED)
    return StageVerdict(StageStatus.OK)


def _llm_intent(facts: RunFacts) -> StageVerdict:
    if not facts.llm_target:
        return StageVerdict(StageStatus.SKIPPED)
    if _is_misled(facts):
        return StageVerdict(StageStatus.FAILED, Reason.LLM_TARGET_MISMATCH)
    if ReasonCode.LLM_TARGET_NOT_IN_CANDIDATES in facts.reason_codes:
        return StageVerdict(StageStatus.WARNING, Reason.LLM_TARGET_NOT_IN_CANDIDATES)
    if facts.expected_target and facts.llm_target != facts.expected_target:
        return StageVerdict(StageStatus.WARNING, Reason.LLM_TARGET_MISMATCH)
    return StageVerdict(StageStatus.OK)


def _select(facts: RunFacts) -> StageVerdict:
    if not facts.selected_target:
        return StageVerdict(StageStatus.NOT_REACHED)
    expected_was_there = facts.expected_target in facts.candidates
    if expected_was_there and facts.selected_target != facts.expected_target and not _is_misled(facts):
        return StageVerdict(StageStatus.FAILED, Reason.SELECTOR_MISMATCH)
    if ReasonCode.CANDIDATE_TIE in facts.reason_codes:
        return StageVerdict(StageStatus.WARNING, Reason.CANDIDATE_TIE)
    if facts.ambiguous:
        return StageVerdict(StageStatus.WARNING, Reason.AMBIGUOUS_TARGET)
    return StageVerdict(StageStatus.OK)


def _is_misled(facts: RunFacts) -> bool:
    """Whether the run ended on the LLM's wrong target although the evidence pointed elsewhere."""
    return (
        facts.expected_target in facts.candidates
        and facts.llm_target == facts.selected_target != facts.expected_target
        and ReasonCode.LLM_TARGET_PRESERVED in facts.reason_codes
    )
