"""What the page of one tool shows: what it means and who says so, its fields, its neighbours, its runs, its history."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from .base import Display


@dataclass(frozen=True, slots=True)
class OverrideFacts(Display):
    """What an operator says of a tool. `version` goes back with a change; the text of an alias is its key."""

    id: int
    kind: str  # action, resource, shape, alias
    key: str
    value: str
    reason: str
    version: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class OrphanRow(Display):
    """What an operator says of a tool that the live versions no longer have: kept, without effect."""

    tool: str
    override: OverrideFacts


@dataclass(frozen=True, slots=True)
class SemanticFact(Display):
    """One derived value with where it comes from. `sources` are codes ("method", "response", "operator").

    `confidence` is 0..1, None where nothing weighs it. The `document_*` fields are what stands in the document,
    overridden or not.
    """

    kind: str  # action, resource, shape, module
    value: str
    sources: tuple[str, ...]
    confidence: float | None
    document_value: str
    document_sources: tuple[str, ...]
    document_confidence: float | None
    override: OverrideFacts | None = None


@dataclass(frozen=True, slots=True)
class AliasFact(Display):
    """Another name of the tool; `override` is None for one that the document gives."""

    text: str
    override: OverrideFacts | None = None


@dataclass(frozen=True, slots=True)
class FieldRow(Display):
    """An input or an output. `enum` is cut, `enum_count` is whole. `location`: path, query, header, cookie, body."""

    name: str
    path: str
    location: str
    required: bool
    type: str
    format: str
    enum: tuple[str, ...]
    enum_count: int
    semantic_tag: str
    kind: str  # data, context, auth, paging


@dataclass(frozen=True, slots=True)
class FieldList(Display):
    """The first fields and how many there are. `is_cut`: the engine itself stopped at its bounds of depth or number."""

    rows: tuple[FieldRow, ...]
    total: int
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class EdgeRow(Display):
    """A flow from one tool's answer into another's input; `tool` is the one on the other side."""

    tool: str
    method: str
    path: str
    from_path: str
    to_field: str
    to_location: str
    tier: str
    confidence: float


@dataclass(frozen=True, slots=True)
class InputSource(Display):
    """An input with the tools that produce it, the strongest evidence first; `total` counts those not shown too."""

    field: str
    location: str
    required: bool
    kind: str
    producers: tuple[EdgeRow, ...]
    total: int


@dataclass(frozen=True, slots=True)
class EdgeList(Display):
    """The first flows out of a tool and how many there are."""

    rows: tuple[EdgeRow, ...]
    total: int


@dataclass(frozen=True, slots=True)
class ToolRun(Display):
    """A run that the tool had a part in. `rank` is its place in the comparison, None where it never came to it."""

    run_id: int
    query: str
    created_at: datetime
    status: str
    selected_target: str
    rank: int | None
    is_llm: bool
    is_expected: bool
    ambiguous: bool
    overrode_llm: bool


@dataclass(frozen=True, slots=True)
class ToolRunList(Display):
    """The last runs, newest first; `has_more` says that there are older ones."""

    rows: tuple[ToolRun, ...]
    has_more: bool


@dataclass(frozen=True, slots=True)
class OverlayEvent(Display):
    """One change of what operators say about a tool, as the audit holds it. `before` and `after` are values."""

    at: datetime
    by: str
    channel: str
    action: str  # overlay.add, overlay.change, overlay.remove
    kind: str
    key: str
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True)
class ToolPage(Display):
    """One tool of a collection at its head revision."""

    collection_slug: str
    collection_name: str
    revision_number: int
    name: str
    operation_id: str
    summary: str
    description: str
    method: str
    path: str
    tags: tuple[str, ...]
    deprecated: bool
    facts: tuple[SemanticFact, ...]
    aliases: tuple[AliasFact, ...]
    inputs: FieldList
    outputs: FieldList
    sources: tuple[InputSource, ...]  # the inputs that somebody produces, and the required ones that nobody does
    consumers: EdgeList
    won: ToolRunList
    lost: ToolRunList
    gaps: tuple[str, ...]  # readiness flags that are missing: action, resource, contract, response_schema, ...
    mended: tuple[str, ...]  # gaps of the document that an operator has filled
    history: tuple[OverlayEvent, ...]
    actions: tuple[str, ...]  # what an action can be set to
    shapes: tuple[str, ...]
