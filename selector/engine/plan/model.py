"""A plan and its steps as values: what is called in which order, with which bindings, and how it is stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from selector.engine.failures import EngineError, Failure, Reason, Stage
from selector.engine.scrub import scrub_value

SCHEMA_VERSION = 1
# Characters of a text and entries of a plan that are kept in its stored form; chosen: far above any plan that is made.
MAX_STORED_CHARS = 2_000
MAX_STORED_ITEMS = 20_000


class PlanSynthesisError(EngineError):
    """No plan can be made: `reason` is one of the plan stage's reasons, `evidence` says where and what helps.

    >>> PlanSynthesisError(Reason.UNKNOWN_TARGET, "There is no tool 'x'.").to_dict()["stage"]
    'plan'
    """

    def __init__(self, reason: Reason, message: str, evidence: Mapping[str, Any] | None = None) -> None:
        super().__init__(reason.value, message, evidence)
        self.stage = Stage.PLAN

    @property
    def failure(self) -> Failure:
        return Failure(self.stage, Reason(self.reason), self.evidence)

    def to_dict(self) -> dict[str, Any]:
        return {"stage": self.stage.value, **super().to_dict()}


@dataclass(frozen=True, slots=True)
class Binding:
    """Where one input of a step takes its value from.

    `argument` is the key in the step's `args`, `path` the way inside it (`lines[].skuId`), `name` and `location` are
    the document's. `source` is entity, context, producer or user_input; `expression` the binding text, "" for a value
    that stands in the plan. `from_step`, `from_tool`, `from_path`, `tier` and `confidence` (0..1) are a producer's;
    `select` is the choice of a list's item: {list, field, equals}.
    """

    argument: str
    name: str
    location: str
    path: str
    type: str
    kind: str
    required: bool
    source: str
    expression: str = ""
    from_step: str = ""
    from_tool: str = ""
    from_path: str = ""
    tier: str = ""
    confidence: float = 0.0
    reason: str = ""
    select: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        row = {part.name: getattr(self, part.name) for part in fields(self)}
        return {**row, "select": dict(self.select)}

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> "Binding":
        return cls(**{part.name: row[part.name] for part in fields(cls) if part.name in row})


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One call. `args` maps each argument to a value or a binding; see `inputs.argument_keys` for its keys.

    `locations` says where each argument goes: path, query, header, cookie or body. `mutates` is None where nobody
    knows, and then counts as yes. `data_fields` are names such as `status` that the answer has by its document.
    """

    id: str
    tool: str
    args: dict[str, Any] = field(default_factory=dict)
    rationale: str = ""
    evidence_tier: str = ""
    locations: Mapping[str, str] = field(default_factory=dict)
    bindings: tuple[Binding, ...] = ()
    mutates: bool | None = None
    data_fields: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bindings", tuple(self.bindings))
        object.__setattr__(self, "data_fields", tuple(self.data_fields))

    def to_dict(self) -> dict[str, Any]:
        return {
            **self.extra,
            "id": self.id,
            "tool": self.tool,
            "args": dict(self.args),
            "rationale": self.rationale,
            "evidence_tier": self.evidence_tier,
            "locations": dict(self.locations),
            "bindings": [binding.to_dict() for binding in self.bindings],
            "mutates": self.mutates,
            "data_fields": list(self.data_fields),
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> "PlanStep":
        """The step that `to_dict` wrote; unknown keys are kept. EngineError (bad_plan) for anything else."""
        known = _known(cls, row, ("id", "tool"))
        known["bindings"] = tuple(Binding.from_dict(item) for item in known.get("bindings", ()))
        return cls(**known)


@dataclass(frozen=True, slots=True)
class Plan:
    """Steps in call order. `inputs` holds the values of `${input.x}`; `metadata` may be added to.

    >>> plan = Plan("p", "find", [PlanStep("s1", "find_order", {"id": "${input.id}"})])
    >>> Plan.from_dict(plan.to_dict()) == plan, plan.target, plan.output_binding
    (True, 'find_order', '${s1}')
    """

    id: str
    goal: str
    steps: tuple[PlanStep, ...] = ()
    output_binding: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    metadata: dict[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", tuple(self.steps))
        if self.steps and not self.output_binding:
            object.__setattr__(self, "output_binding", f"${{{self.steps[-1].id}}}")

    @property
    def target(self) -> str:
        """The tool of the last step."""
        return self.steps[-1].tool if self.steps else ""

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools in call order."""
        return tuple(step.tool for step in self.steps)

    @property
    def user_input_slots(self) -> list[dict[str, Any]]:
        """What a person has to give before the plan can run."""
        return list(self.metadata.get("synthesis", {}).get("user_input_slots", ()))

    def to_dict(self) -> dict[str, Any]:
        """The whole plan, values of inputs included; `for_storage` is the form to keep."""
        return {
            **self.extra,
            "schema_version": SCHEMA_VERSION,
            "id": self.id,
            "goal": self.goal,
            "steps": [step.to_dict() for step in self.steps],
            "output_binding": self.output_binding,
            "inputs": dict(self.inputs),
            "metadata": dict(self.metadata),
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> "Plan":
        """The plan that `to_dict` wrote; unknown keys are kept. EngineError (bad_plan) for anything else."""
        known = _known(cls, row, ("id",))
        version = known["extra"].pop("schema_version", SCHEMA_VERSION)
        if version != SCHEMA_VERSION:
            raise EngineError("bad_plan", f"Plans of schema version {version} cannot be read; make the plan again.")
        known["steps"] = tuple(PlanStep.from_dict(step) for step in known.get("steps", ()))
        known.setdefault("goal", "")
        return cls(**known)

    def for_storage(self) -> dict[str, Any]:
        """The plan without the values of its inputs and scrubbed elsewhere: it runs again when they are given again."""
        bare = replace(self, inputs={}).to_dict()
        cleaned = scrub_value(bare, max_items=MAX_STORED_ITEMS, max_chars=MAX_STORED_CHARS, max_depth=16).value
        # The word for a place stands under the name of an input, which must not take it for the input's value.
        for step, original in zip(cleaned["steps"], bare["steps"], strict=True):
            step["locations"] = original["locations"]
        return dict(cleaned)


def _known(cls: Any, row: Any, needed: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(row, Mapping) or any(not isinstance(row.get(name), str) for name in needed):
        raise EngineError("bad_plan", f"A {cls.__name__} needs {' and '.join(needed)} as text; make the plan again.")
    names = {part.name for part in fields(cls)} - {"extra"}
    known = {name: row[name] for name in row if name in names}
    return {**known, "extra": {name: row[name] for name in row if name not in names}}
