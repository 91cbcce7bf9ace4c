"""Stored rows of a run in, its page out. Nothing is decided again: stored values are only put in their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from selector.display import (
    Badge,
    CandidateRow,
    Decision,
    ExpectedTarget,
    Explanation,
    PickCard,
    RunPage,
    SignalCell,
    StageCell,
)
from selector.engine.selection.policy import SIGNALS
from selector.models import SelectorRun, StageName, StageRecord, StageStatus

from .checks import next_checks


def run_page_of(run: SelectorRun, *, is_head_revision: bool) -> RunPage:
    """The page of a run whose collection, revision and stages are loaded."""
    stages = {record.stage: record for record in run.stages.all()}
    selected = _detail(stages, StageName.SELECT)
    decision = decision_of(selected.get("decision", {}), run)
    signals = signals_of(selected.get("candidates", ()))
    expected = expected_of(run, stages)
    return RunPage(
        id=run.pk,
        version=run.version,
        collection_slug=run.collection.slug,
        collection_name=run.collection.name,
        query=run.query,
        created_at=run.created_at,
        created_by=run.created_by_name,
        origin=run.origin,
        adapter_request_id=run.adapter_request_id,
        revision_number=run.revision.number,
        revision_digest=run.revision.digest,
        is_head_revision=is_head_revision,
        status=run.status,
        failed_stage=run.failed_stage,
        failed_reason=run.failed_reason,
        top_k=run.top_k,
        stages=_strip(run, stages),
        decision=decision,
        signals=signals,
        candidates=candidates_of(selected.get("candidates", ()), signals, run.expected_target),
        candidates_cut=selected.get("candidates_cut", 0),
        expected=expected,
        next_checks=next_checks(run, decision, expected),
        entities=run.entities,
        scrub_kinds=tuple(run.scrub_kinds),
        duration_ms=run.duration_ms,
    )


def _detail(stages: Mapping[str, StageRecord], stage: StageName) -> dict[str, Any]:
    record = stages.get(stage)
    return record.detail if record else {}


def _strip(run: SelectorRun, stages: Mapping[str, StageRecord]) -> tuple[StageCell, ...]:
    notes = {
        StageName.RETRIEVE: str(_detail(stages, StageName.RETRIEVE).get("found", "")),
        StageName.LLM_INTENT: run.llm_target,
        StageName.SELECT: run.selected_target,
    }
    cells = []
    for number, stage in enumerate(StageName, start=1):
        record = stages.get(stage)
        cells.append(
            StageCell(
                stage=stage.value,
                number=number,
                status=record.status if record else StageStatus.NOT_REACHED.value,
                reason=record.reason if record else "",
                duration_ms=record.duration_ms if record else None,
                note=notes.get(stage, ""),
                is_first_failure=stage == run.failed_stage,
            )
        )
    return tuple(cells)


def decision_of(stored: Mapping[str, Any], run: SelectorRun) -> Decision:
    """The decision as stored; of a run without one, an empty one that still names the LLM's target."""
    thresholds = stored.get("thresholds", {})
    explanation = Explanation.from_dict({"kind": "none", **stored.get("explanation", {})})
    llm = stored.get("llm") or ({"name": run.llm_target, "is_known": False} if run.llm_target else None)
    return Decision(
        final=PickCard.from_dict(stored["final"]) if stored.get("final") else None,
        llm=PickCard.from_dict(llm) if llm else None,
        badges=badges_of(stored, explanation.kind),
        reason_codes=tuple(run.reason_codes),
        confidence=run.confidence,
        margin=run.margin,
        llm_margin=run.llm_margin,
        threshold=thresholds.get("override", 0.0),
        ambiguity_threshold=thresholds.get("ambiguity", 0.0),
        tie_threshold=thresholds.get("tie", 0.0),
        ambiguity_set=tuple(stored.get("ambiguity_set", ())),
        policy=stored.get("policy", ""),
        explanation=explanation,
    )


def badges_of(stored: Mapping[str, Any], kind: str) -> tuple[Badge, ...]:
    """Who decided (agreed, overridden with its risk, kept, chosen or none), then how sure (ambiguous or tie)."""
    size = str(len(stored.get("ambiguity_set", ())) or "")
    by = _who_decided(stored, kind)
    level = {"agreed": "good", "overridden": stored.get("override_risk") or "low", "kept": "caution"}
    badges = [Badge(by, level.get(by, "bad" if by == "none" else "neutral"))]
    if stored.get("ambiguous"):
        is_tie = "candidate_tie" in stored.get("reason_codes", ())
        badges.append(Badge("tie" if is_tie else "ambiguous", "caution", size))
    return tuple(badges)


def _who_decided(stored: Mapping[str, Any], kind: str) -> str:
    if stored.get("overrode_llm"):
        return "overridden"
    if not stored.get("final"):
        return "none"
    llm = stored.get("llm")
    if not llm:
        return "chosen"
    if kind == "kept":
        return "kept"
    return "agreed" if llm["name"] == stored["final"]["name"] else "chosen"


def signals_of(candidates: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The columns: every signal, then the adjustments that occur in a row."""
    if not candidates:
        return ()
    extra = {signal for row in candidates for signal in row["cells"]} - set(SIGNALS)
    return SIGNALS + tuple(sorted(extra))


def candidates_of(
    candidates: Sequence[Mapping[str, Any]], signals: Sequence[str], expected: str
) -> tuple[CandidateRow, ...]:
    """The rows of the evidence table, best first."""
    largest = max((abs(cell[0]) for row in candidates for cell in row["cells"].values()), default=0.0)
    winner = next((row["score"] for row in candidates if row["selected"]), 0.0)
    return tuple(_row(row, signals, largest, winner, expected) for row in candidates)


def _row(row: Mapping[str, Any], signals: Sequence[str], largest: float, winner: float, expected: str) -> CandidateRow:
    return CandidateRow(
        rank=row["rank"],
        name=row["name"],
        selected=row["selected"],
        is_llm=row["llm"],
        is_expected=row["name"] == expected,
        score=row["score"],
        delta_to_winner=row["score"] - winner,
        retrieval_rank=row["retrieval_rank"],
        cells=tuple(_cell(signal, row["cells"].get(signal, (0.0, "")), largest) for signal in signals),
        summary=row["summary"],
        method=row["method"],
        path=row["path"],
        matched_terms=tuple(row["terms"]),
        matched_fields=tuple(row["fields"]),
        deprecated=row["deprecated"],
    )


def _cell(signal: str, stored: Sequence[Any], largest: float) -> SignalCell:
    value, text = stored
    bar = abs(value) / largest if largest else 0.0
    return SignalCell(signal=signal, value=value, text=text, bar=bar, negative=value < 0)


def expected_of(run: SelectorRun, stages: Mapping[str, StageRecord]) -> ExpectedTarget | None:
    """The expected target with what was found out about it when it was given or marked."""
    if not run.expected_target:
        return None
    stored = _detail(stages, StageName.RETRIEVE).get("expected", {"name": run.expected_target, "retrieved": False})
    return ExpectedTarget(
        name=run.expected_target,
        retrieved=stored["retrieved"],
        rank=stored.get("rank"),
        missed=tuple(stored.get("missed", ())),
        missing_signals=tuple(stored.get("missing_signals", ())),
        by=run.expected_by_name,
        at=run.expected_at,
    )
