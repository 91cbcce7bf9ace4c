"""What pages show of a plan and its runs, and of what calls of a collection may use."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from .base import Display


@dataclass(frozen=True, slots=True)
class SlotRow(Display):
    """One value that a person gives. `reason` is the engine's word for why it is asked; `is_given` that a value is
    kept, which nobody is shown."""

    name: str
    tool: str
    field: str
    location: str
    kind: str
    type: str
    format: str
    required: bool
    reason: str
    is_given: bool
    enum: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BindingRow(Display):
    """Where one argument of a step takes its value from: `source` is entity, context, producer or user_input."""

    argument: str
    location: str
    path: str
    kind: str
    required: bool
    source: str
    expression: str
    from_step: str
    from_tool: str
    from_path: str
    tier: str


@dataclass(frozen=True, slots=True)
class StepRow(Display):
    """One call of a plan. `state` is that of the last attempt: running, completed, failed, "" where it came to none."""

    id: str
    tool: str
    rationale: str
    tier: str
    mutates: bool
    state: str
    status: int | None
    duration_ms: int | None
    bindings: tuple[BindingRow, ...] = ()


@dataclass(frozen=True, slots=True)
class AttemptRow(Display):
    """One execution of a plan."""

    number: int
    state: str
    failed_stage: str
    failed_reason: str
    failed_step: str
    started_at: datetime
    finished_at: datetime | None
    started_by: str
    job_id: int


@dataclass(frozen=True, slots=True)
class PlanView(Display):
    """The plan of a run. `blocked_by` is why it cannot be started: no_plan, waiting_input, mutation_not_allowed,
    mutation_not_confirmed, plan_running, plan_over, or "". `failure` is that of the plan or of the last attempt."""

    run_id: int
    version: int
    state: str
    target: str
    revision: int
    is_head_revision: bool
    steps: tuple[StepRow, ...]
    slots: tuple[SlotRow, ...]
    attempts: tuple[AttemptRow, ...]
    mutates: bool
    mutation_allowed: bool
    confirmed_by: str
    confirmed_at: datetime | None
    blocked_by: str
    failure: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EventRow(Display):
    """One event of an attempt; `payload` is what the engine said, scrubbed."""

    attempt: int
    sequence: int
    at: datetime
    kind: str
    stage: str
    step_id: str
    tool: str
    payload: dict[str, Any]


@dataclass(frozen=True, slots=True)
class EventList(Display):
    """Events after a place. `last` is where the next question begins; `is_over` that no more will come."""

    attempt: int
    rows: tuple[EventRow, ...]
    last: int
    is_over: bool


@dataclass(frozen=True, slots=True)
class ProfileRow(Display):
    """An auth profile. `is_set` says whether this process has a value for every variable that it names."""

    id: int
    version: int
    name: str
    kind: str
    scheme: str
    parameter: str
    variable: str
    user_variable: str
    token_url: str
    scope: str
    is_set: bool
    updated_by: str
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class HostRow(Display):
    """A host that may be called."""

    id: int
    host: str
    is_private: bool
    reason: str
    created_by: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ServerRow(Display):
    """A base address; `version` 0 where nobody has set one. `documented` are those that the document names."""

    namespace: str
    url: str
    version: int
    documented: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CallSettings(Display):
    """What calls of a collection may use. `schemes` are the security schemes that its tools ask for."""

    collection_id: int
    slug: str
    mutation_allowed: bool
    variable_prefix: str
    hosts: tuple[HostRow, ...]
    profiles: tuple[ProfileRow, ...]
    servers: tuple[ServerRow, ...]
    schemes: tuple[str, ...]
