"""What the run pages show: the list, and one run with stage strip, decision and evidence table."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from .base import Display


@dataclass(frozen=True, slots=True)
class RunFilter(Display):
    """What the run list is narrowed to. `after` and `before` are cursors (run ids) out of a `RunListPage`."""

    collection: str = ""  # slug
    status: str = ""
    text: str = ""
    overridden: bool | None = None
    ambiguous: bool | None = None
    failed_stage: str = ""
    adapter_request_id: str = ""
    since: datetime | None = None
    until: datetime | None = None
    after: int | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class RunRow(Display):
    """A run in the list."""

    id: int
    collection_slug: str
    collection_name: str
    query: str
    created_at: datetime
    created_by: str
    origin: str
    status: str
    failed_stage: str
    failed_reason: str
    selected_target: str
    llm_target: str
    overrode_llm: bool
    override_risk: str
    ambiguous: bool
    duration_ms: int


@dataclass(frozen=True, slots=True)
class RunListPage(Display):
    """A page of runs, newest first. The total is not known on purpose: counting a long list is what makes it slow."""

    rows: tuple[RunRow, ...]
    filter: RunFilter
    collections: tuple[tuple[str, ...], ...]  # (slug, name) pairs for the filter
    next_cursor: int | None = None  # older
    previous_cursor: int | None = None  # newer


@dataclass(frozen=True, slots=True)
class RunNeighbours(Display):
    """The runs beside one run inside a filter."""

    newer: int | None
    older: int | None


@dataclass(frozen=True, slots=True)
class StageCell(Display):
    """One cell of the stage strip. `note` is a short value beside the status: "8" rows found, a set size, a tool."""

    stage: str  # retrieve, llm_intent, select, plan, auth, execute
    number: int  # 1..6
    status: str  # ok, warning, failed, skipped, not_reached
    reason: str
    duration_ms: int | None
    note: str = ""
    is_first_failure: bool = False


@dataclass(frozen=True, slots=True)
class PickCard(Display):
    """A tool face to face with another. All but `name` is "" for a tool that the collection does not know."""

    name: str
    summary: str = ""
    method: str = ""
    path: str = ""
    action: str = ""
    resource: str = ""
    shape: str = ""
    is_known: bool = True


@dataclass(frozen=True, slots=True)
class Badge(Display):
    """kind: agreed, overridden, kept, chosen, none, ambiguous, tie. level: good, caution, bad, neutral or, for
    overridden, the risk: low, medium, high. value: for ambiguous and tie the size of the set."""

    kind: str
    level: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Explanation(Display):
    """Why the decision fell as it did, as the engine says it; `console.sentences` makes a sentence of it."""

    kind: str  # agreed, overridden, kept, chosen, ambiguous, tie, none
    winner: str = ""
    other: str = ""  # the LLM's target, or the runner-up
    deciding_signal: str = ""
    query_words: tuple[str, ...] = ()
    wanted: str = ""
    winner_value: str = ""
    other_value: str = ""
    agreeing_signals: tuple[str, ...] = ()
    supporting_signals: tuple[str, ...] = ()
    blocked_by: str = ""  # why the LLM's target was not replaced
    ground: str = ""  # on what the override rests


@dataclass(frozen=True, slots=True)
class Decision(Display):
    """Who decided what. Margins are differences of selector scores, 0..1; `threshold` is what an override needs."""

    final: PickCard | None
    llm: PickCard | None
    badges: tuple[Badge, ...]
    reason_codes: tuple[str, ...]
    confidence: float
    margin: float
    llm_margin: float
    threshold: float
    ambiguity_threshold: float
    tie_threshold: float
    ambiguity_set: tuple[str, ...]
    policy: str
    explanation: Explanation


@dataclass(frozen=True, slots=True)
class SignalCell(Display):
    """One contribution. `text` is what matched; `bar` is |value| over the largest |value| of the table, 0..1."""

    signal: str
    value: float
    text: str
    bar: float
    negative: bool


@dataclass(frozen=True, slots=True)
class CandidateRow(Display):
    """A row of the evidence table. The values of `cells` add up to `score` within 1e-6."""

    rank: int
    name: str
    selected: bool
    is_llm: bool
    is_expected: bool
    score: float
    delta_to_winner: float  # to the final target; positive only above an LLM target that was kept
    retrieval_rank: int | None
    cells: tuple[SignalCell, ...]
    summary: str
    method: str
    path: str
    matched_terms: tuple[str, ...]
    matched_fields: tuple[str, ...]
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class ExpectedTarget(Display):
    """The tool that a person says is right.

    `missed` holds codes: not_in_collection, not_matched, below_top_k, action_unknown, resource_unknown, no_contract,
    no_summary. `missing_signals` are retrieval signals that gave it nothing.
    """

    name: str
    retrieved: bool
    rank: int | None  # in the whole index; None when unknown
    missed: tuple[str, ...] = ()
    missing_signals: tuple[str, ...] = ()
    by: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class NextCheck(Display):
    """One thing to look at next. `code` is a failure reason, a selection reason code, mark_expected or
    collection_unreliable; `link` says where it is mended: collection, tool, import, new_run, expected or ""."""

    code: str
    severity: str  # bad, caution, neutral
    link: str
    values: dict[str, str] = field(default_factory=dict)  # slug, tool


@dataclass(frozen=True, slots=True)
class RunPage(Display):
    """One run, rebuilt from what was stored when it was made."""

    id: int
    version: int  # send it back when the expected target is marked
    collection_slug: str
    collection_name: str
    query: str
    created_at: datetime
    created_by: str
    origin: str
    adapter_request_id: str
    revision_number: int
    revision_digest: str
    is_head_revision: bool  # False: the collection has changed since
    status: str
    failed_stage: str
    failed_reason: str
    top_k: int
    stages: tuple[StageCell, ...]
    decision: Decision
    signals: tuple[str, ...]  # columns in fixed order, then the adjustments that occur
    candidates: tuple[CandidateRow, ...]
    candidates_cut: int  # rows left out because the record is bounded
    expected: ExpectedTarget | None
    next_checks: tuple[NextCheck, ...]
    entities: dict[str, object]
    scrub_kinds: tuple[str, ...]
    duration_ms: int
