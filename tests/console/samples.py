"""Hand-made display values for page tests: one run for each way a decision can fall. Contributions add up by hand."""

import dataclasses
from datetime import UTC, datetime

from selector.display import (
    Badge,
    CandidateRow,
    Decision,
    ExpectedTarget,
    Explanation,
    NextCheck,
    PickCard,
    RunPage,
    SignalCell,
    StageCell,
)

SIGNALS = (
    "retrieval_rank",
    "operation_surface",
    "canonical_action",
    "primary_resource",
    "result_shape",
    "contract",
    "path_module",
    "graph",
    "learning",
)
WHEN = datetime(2026, 11, 30, 10, 12, tzinfo=UTC)
DETAIL = PickCard(
    name="getMemberDeliveryDetail",
    summary="배송지 한 건의 상세",
    method="GET",
    path="/members/{memberNo}/deliveries/{deliveryNo}",
    action="read",
    resource="member_delivery",
    shape="single",
)
LISTING = dataclasses.replace(
    DETAIL,
    name="getMemberDeliveryList",
    summary="회원의 배송지 목록",
    path="/members/{memberNo}/deliveries",
    shape="list",
)

# name, contributions in the order of the columns, action, resource, shape.
ROWS = (
    ("getMemberDeliveryDetail", (0.08, 0.23, 0.14, 0.15, 0.12, 0.10, 0.05, 0, 0), "read", "member_delivery", "single"),
    ("getMemberDeliveryList", (0.10, 0.20, 0.14, 0.15, 0.00, 0.04, 0.05, 0, 0), "read", "member_delivery", "list"),
    ("getMemberInfo", (0.05, 0.13, 0.14, 0.04, 0.12, 0.02, 0.05, 0, 0), "read", "member", "single"),
    (
        "updateMemberDelivery",
        (0.03, 0.24, -0.10, 0.15, 0.00, 0.04, 0.05, 0, 0),
        "update",
        "member_delivery",
        "mutation",
    ),
)
SCORES = (0.87, 0.68, 0.55, 0.41)


def candidates(*, llm: str = "getMemberDeliveryList", selected: str = ROWS[0][0], expected: str = "") -> tuple:
    return tuple(
        _candidate(rank, row, score, llm=llm, selected=selected, expected=expected)
        for rank, (row, score) in enumerate(zip(ROWS, SCORES, strict=True), start=1)
    )


def _candidate(rank, row, score, *, llm, selected, expected) -> CandidateRow:
    name, values, action, resource, shape = row
    texts = {"canonical_action": action, "primary_resource": resource, "result_shape": shape}
    return CandidateRow(
        rank=rank,
        name=name,
        selected=name == selected,
        is_llm=name == llm,
        is_expected=name == expected,
        score=score,
        delta_to_winner=score - SCORES[0],
        retrieval_rank=rank,
        cells=tuple(
            SignalCell(signal, value, texts.get(signal, ""), abs(value) / 0.24, value < 0)
            for signal, value in zip(SIGNALS, values, strict=True)
        ),
        summary="",
        method="GET",
        path="/members/{memberNo}",
        matched_terms=(),
        matched_fields=(),
    )


def stages(**changed: str) -> tuple[StageCell, ...]:
    notes = {"retrieve": "4", "llm_intent": "getMemberDeliveryList", "select": "getMemberDeliveryDetail"}
    times = {"retrieve": 3, "select": 1}
    usual = {"retrieve": "ok", "llm_intent": "ok", "select": "ok"}
    names = ("retrieve", "llm_intent", "select", "plan", "auth", "execute")
    return tuple(
        StageCell(
            stage=name,
            number=number,
            status=changed.get(name, usual.get(name, "not_reached")).split(":")[0],
            reason=changed.get(name, "").partition(":")[2],
            duration_ms=times.get(name),
            note=notes.get(name, ""),
            is_first_failure=changed.get(name, "").startswith("failed"),
        )
        for number, name in enumerate(names, start=1)
    )


def explanation(kind: str, **changed) -> Explanation:
    values = {
        "kind": kind,
        "winner": DETAIL.name,
        "other": LISTING.name,
        "deciding_signal": "result_shape",
        "query_words": ("상세",),
        "wanted": "single",
        "winner_value": "single",
        "other_value": "list",
        "agreeing_signals": ("canonical_action", "primary_resource"),
        "supporting_signals": ("result_shape", "contract"),
    }
    return Explanation(**values | changed)


def decision(kind: str, **changed) -> Decision:
    values = {
        "final": DETAIL,
        "llm": LISTING,
        "badges": (Badge("overridden", "low"),),
        "reason_codes": ("llm_target_overridden", "selected_by_strong_evidence"),
        "confidence": 0.87,
        "margin": 0.19,
        "llm_margin": 0.19,
        "threshold": 0.12,
        "ambiguity_threshold": 0.05,
        "tie_threshold": 0.005,
        "ambiguity_set": (),
        "policy": "strong_evidence",
        "explanation": explanation(kind),
    }
    return Decision(**values | changed)


def run_page(**changed) -> RunPage:
    """A run whose LLM target was overridden; `changed` replaces fields."""
    values = {
        "id": 4821,
        "version": 1,
        "collection_slug": "shop",
        "collection_name": "Demo shop",
        "query": "회원 배송지 상세 정보를 조회해줘",
        "created_at": WHEN,
        "created_by": "erin",
        "origin": "page",
        "adapter_request_id": "",
        "revision_number": 3,
        "revision_digest": "ab12" * 16,
        "is_head_revision": True,
        "status": "succeeded",
        "failed_stage": "",
        "failed_reason": "",
        "top_k": 8,
        "stages": stages(),
        "decision": decision("overridden"),
        "signals": SIGNALS,
        "candidates": candidates(),
        "candidates_cut": 0,
        "expected": None,
        "next_checks": (
            NextCheck("llm_target_overridden", "neutral", ""),
            NextCheck("mark_expected", "neutral", "expected"),
        ),
        "entities": {},
        "scrub_kinds": (),
        "duration_ms": 5,
    }
    return RunPage(**values | changed)


def agreed_run() -> RunPage:
    return run_page(
        decision=decision(
            "agreed",
            llm=DETAIL,
            badges=(Badge("agreed", "good"),),
            llm_margin=0.0,
            reason_codes=("selected_by_strong_evidence",),
        ),
        candidates=candidates(llm=DETAIL.name),
    )


def kept_run() -> RunPage:
    """The evidence leans to the detail, not enough: the LLM's list stays."""
    why = explanation("kept", blocked_by="margin")
    kept = decision(
        "kept",
        final=LISTING,
        badges=(Badge("kept", "caution"), Badge("ambiguous", "caution", "2")),
        reason_codes=("llm_target_preserved", "ambiguous_target"),
        margin=0.04,
        llm_margin=0.04,
        ambiguity_set=(LISTING.name, DETAIL.name),
        explanation=why,
    )
    checks = (NextCheck("ambiguous_target", "caution", "tool", {"slug": "shop", "tool": LISTING.name}),)
    return run_page(
        decision=kept,
        candidates=candidates(selected=LISTING.name),
        stages=stages(select="warning:ambiguous_target"),
        next_checks=checks,
    )


def ambiguous_run() -> RunPage:
    unsure = decision(
        "ambiguous",
        llm=None,
        badges=(Badge("chosen", "neutral"), Badge("ambiguous", "caution", "2")),
        reason_codes=("selected_by_rank", "ambiguous_target"),
        margin=0.02,
        llm_margin=0.0,
        ambiguity_set=(DETAIL.name, LISTING.name),
    )
    return run_page(
        decision=unsure,
        candidates=candidates(llm=""),
        stages=stages(llm_intent="skipped", select="warning:ambiguous_target"),
    )


def missed_run() -> RunPage:
    """The expected target was not among the candidates."""
    return run_page(
        status="failed",
        failed_stage="retrieve",
        failed_reason="not_retrieved",
        stages=stages(retrieve="failed:not_retrieved"),
        expected=ExpectedTarget(
            "getDeliveryHistory", False, 23, ("below_top_k", "no_summary"), ("canonical_action",), "owen", WHEN
        ),
        next_checks=(NextCheck("not_retrieved", "bad", "tool", {"slug": "shop", "tool": "getDeliveryHistory"}),),
    )


def empty_run() -> RunPage:
    nothing = decision(
        "none",
        final=None,
        llm=None,
        badges=(Badge("none", "bad"),),
        reason_codes=("no_candidates",),
        margin=0.0,
        llm_margin=0.0,
        explanation=Explanation("none"),
    )
    return run_page(
        decision=nothing,
        signals=(),
        candidates=(),
        status="failed",
        failed_stage="retrieve",
        failed_reason="no_candidates",
        stages=stages(retrieve="failed:no_candidates", llm_intent="skipped", select="not_reached"),
        next_checks=(NextCheck("no_candidates", "bad", "collection", {"slug": "shop"}),),
    )
