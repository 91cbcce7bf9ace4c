"""The records of a run's stages in, the answers to the five questions that a failed run answers by itself out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from selector.engine.failures import Reason, Stage

# Rows of evidence for one answer; chosen: a person looks at the first few.
MAX_ROWS = 20


class Question(StrEnum):
    """What went wrong, in the order in which one looks."""

    TARGET_NOT_FOUND = "target_not_found"
    PRODUCER_MISSING = "producer_missing"
    MUTATION_BLOCKED = "mutation_blocked"
    HANDED_TO_USER = "handed_to_user"
    LEFT_OUT_FOR_BUDGET = "left_out_for_budget"


@dataclass(frozen=True, slots=True)
class Answer:
    """One question and its answer: `holds` is None where the run never came so far. `evidence` are plain JSON rows."""

    question: Question
    holds: bool | None
    evidence: tuple[Mapping[str, Any], ...] = field(default=())

    def to_dict(self) -> dict[str, Any]:
        return {
            "question": self.question.value,
            "holds": self.holds,
            "evidence": [dict(row) for row in self.evidence],
        }


NOT_FOUND = frozenset({Reason.NO_CANDIDATES, Reason.NOT_RETRIEVED, Reason.UNKNOWN_TARGET})
NO_PRODUCER = frozenset({Reason.UNSATISFIED_FIELD, Reason.CYCLE, Reason.MAX_DEPTH})
OPEN = frozenset({"no_producer", "max_depth", "cycle"})
PERSONAL = frozenset({"context", "auth"})


def answer_five_questions(
    stages: Iterable[Mapping[str, Any]],
    closure: Mapping[str, Any] | None = None,
    bundle: Mapping[str, Any] | None = None,
    slots: Iterable[Mapping[str, Any]] = (),
) -> tuple[Answer, ...]:
    """The five answers of a run, in order, from what it recorded.

    `stages` are rows with `stage`, `status` (ok, warning, failed, skipped, not_reached), `reason` and `evidence` (or
    `detail`). `closure` and `bundle` are their `to_dict`, `slots` the plan's; all three where the run came so far.

    >>> rows = [{"stage": "retrieve", "status": "failed", "reason": "not_retrieved", "evidence": {"expected": "x"}}]
    >>> [answer.holds for answer in answer_five_questions(rows)]
    [True, None, None, None, None]
    """
    rows = [dict(row) for row in stages]
    closed = dict(closure or (bundle or {}).get("closure") or {})
    asked = [*slots, *closed.get("user_input_slots", ())]
    planned = bool(closed) or _was_reached(rows, Stage.PLAN)
    return (
        _answer(Question.TARGET_NOT_FOUND, _failures(rows, NOT_FOUND), known=_was_reached(rows, Stage.RETRIEVE)),
        _answer(Question.PRODUCER_MISSING, _missing(rows, closed, asked), known=planned),
        _answer(Question.MUTATION_BLOCKED, _blocked(rows, closed, asked), known=planned),
        _answer(Question.HANDED_TO_USER, _handed(rows, asked), known=planned),
        _answer(Question.LEFT_OUT_FOR_BUDGET, _left_out(bundle or {}), known=bundle is not None),
    )


def _answer(question: Question, evidence: Iterable[Mapping[str, Any]], *, known: bool) -> Answer:
    unique: list[Mapping[str, Any]] = []
    for row in evidence:
        if row not in unique and len(unique) < MAX_ROWS:
            unique.append(row)
    return Answer(question, bool(unique) if known or unique else None, tuple(unique))


def _was_reached(rows: Iterable[Mapping[str, Any]], stage: Stage) -> bool:
    return any(row.get("stage") == stage and row.get("status") not in ("skipped", "not_reached") for row in rows)


def _failures(rows: Iterable[Mapping[str, Any]], reasons: frozenset[Reason]) -> list[dict[str, Any]]:
    found = []
    for row in rows:
        if row.get("status") in ("failed", "warning") and row.get("reason") in {reason.value for reason in reasons}:
            evidence = row.get("evidence") or row.get("detail") or {}
            found.append({"stage": str(row.get("stage")), "reason": str(row["reason"]), **evidence})
    return found


def _missing(
    rows: Iterable[Mapping[str, Any]], closure: Mapping[str, Any], slots: Iterable[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    open_rows = [row for row in closure.get("unresolved_fields", ()) if row.get("reason") in OPEN]
    asked = [row for row in slots if row.get("reason") in OPEN]
    return _failures(rows, NO_PRODUCER) + [_place(row) for row in (*open_rows, *asked)]


def _blocked(
    rows: Iterable[Mapping[str, Any]], closure: Mapping[str, Any], slots: Iterable[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    word = Reason.MUTATION_BLOCKED.value
    noted = [row for row in closure.get("diagnostics", ()) if word in (row.get("code"), row.get("reason"))]
    open_fields = {(row.get("tool"), row.get("field")) for row in (*closure.get("unresolved_fields", ()), *slots)}
    # A blocked producer beside one that was attached is no reason for a failure.
    stopped = [row for row in noted if (row.get("tool"), row.get("field")) in open_fields]
    return _failures(rows, frozenset({Reason.MUTATION_BLOCKED})) + [
        {key: row[key] for key in ("tool", "field", "producer") if key in row} for row in stopped
    ]


def _handed(rows: Iterable[Mapping[str, Any]], slots: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    personal = [_place(row) for row in slots if row.get("kind") in PERSONAL and row.get("required", True)]
    return _failures(rows, frozenset({Reason.AUTH_CONTEXT_REQUIRED})) + personal


def _left_out(bundle: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = [row for row in bundle.get("omitted_tools", ()) if isinstance(row, Mapping)]
    return [dict(row) for row in rows if "budget" in str(row.get("reason") or row.get("code") or "")]


def _place(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in ("tool", "field", "location", "kind", "reason") if key in row}
