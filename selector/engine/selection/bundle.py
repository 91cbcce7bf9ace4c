"""A request, its target and a token budget in, the smallest set of tools that an LLM needs for a plan out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from selector.engine.selection.closure import by_name, complete_target_dependencies
from selector.engine.selection.connect import find_producers
from selector.engine.selection.producers import Producers
from selector.engine.selection.projection import BARE, FULL, as_text, counter_of, project_tool

# Roles in their order of admission.
ROLES = ("target", "required", "alternative", "optional")
NEEDED = ("target", "required")


@dataclass(frozen=True, slots=True)
class ToolBundle:
    """What an LLM is given for one plan (contract.md 2.4). `required_tools` stand in call order."""

    target: str
    target_alternatives: list[str]
    required_tools: list[str]
    optional_tools: list[str]
    user_input_slots: list[dict[str, Any]]
    projected_schemas: dict[str, dict[str, Any]]
    omitted_tools: list[dict[str, Any]]
    token_budget: dict[str, int]
    closure: dict[str, Any]
    closure_status: str

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def assemble_tool_bundle(
    query: str,
    target: str,
    tools: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    graph: Any = None,
    token_counter: Any = None,
    token_budget: int = 4000,
    allow_mutation: bool = False,
    target_alternatives: Iterable[str | Mapping[str, Any]] = (),
    provided: Iterable[str] = (),
) -> ToolBundle:
    """The target with its closure, fitted into `token_budget` tokens as `token_counter` counts them.

    The target comes first, then required producers, other targets, optional producers; what does not fit in full is
    shown in less detail, then left out with its reason. Raises what `complete_target_dependencies` raises.

    >>> tools = {"getUser": {"metadata": {"method": "GET", "path": "/users/{userId}"}}}
    >>> assemble_tool_bundle("show the user", "getUser", tools, token_counter=len).required_tools
    []
    """
    named = by_name(tools)
    closure = complete_target_dependencies(
        target, named, graph, query=query, provided=provided, allow_mutation=allow_mutation
    ).to_dict()
    producers = find_producers(named, graph)
    queue = _queue(target, closure, _alternatives(target, target_alternatives, named))
    fitter = _Fitter(producers, closure, counter_of(token_counter), max(0, int(token_budget)))
    fitter.admit(queue)
    return ToolBundle(
        target=target,
        target_alternatives=fitter.names("alternative"),
        required_tools=fitter.names("required"),
        optional_tools=fitter.names("optional"),
        user_input_slots=closure["user_input_slots"],
        projected_schemas=fitter.shown,
        omitted_tools=fitter.omitted,
        token_budget={"limit": fitter.limit, "used": fitter.used},
        closure=closure,
        closure_status=_status(closure, fitter.omitted),
    )


def _alternatives(target: str, given: Iterable[str | Mapping[str, Any]], tools: Mapping[str, Any]) -> list[str]:
    names = [str(row.get("name", "")) if isinstance(row, Mapping) else str(row) for row in given]
    return [name for name in dict.fromkeys(names) if name in tools and name != target]


def _queue(target: str, closure: Mapping[str, Any], alternatives: list[str]) -> list[tuple[str, str]]:
    """Names with their roles, in order of admission, each once."""
    rows = [(target, "target")]
    rows += [(name, "required") for name in closure["required_dependencies"]]
    rows += [(name, "alternative") for name in alternatives]
    rows += [(name, "optional") for name in closure["optional_dependencies"]]
    roles: dict[str, str] = {}
    for name, role in rows:
        roles.setdefault(name, role)
    return list(roles.items())


def _status(closure: Mapping[str, Any], omitted: list[dict[str, Any]]) -> str:
    if any(row["role"] in NEEDED for row in omitted):
        return "budget_insufficient"
    if closure["cycles"]:
        return "cycle"
    return "ready" if closure["complete"] else "incomplete"


class _Fitter:
    """Admits tools one by one, and keeps room for what is needed after them."""

    def __init__(
        self, producers: Producers, closure: Mapping[str, Any], count: Callable[[str], int], limit: int
    ) -> None:
        self._producers = producers
        self._closure = closure
        self._count = count
        self.limit = limit
        self.used = 0
        self.shown: dict[str, dict[str, Any]] = {}
        self.omitted: list[dict[str, Any]] = []
        self._roles: dict[str, str] = {}

    def admit(self, queue: list[tuple[str, str]]) -> None:
        smallest = {name: self._size(name, BARE)[1] for name, role in queue if role in NEEDED}
        for name, role in queue:
            later = sum(size for other, size in smallest.items() if other not in self._roles and other != name)
            self._admit(name, role, later if role in NEEDED else 0)
            self._roles[name] = role

    def names(self, role: str) -> list[str]:
        return [name for name, own in self._roles.items() if own == role and name in self.shown]

    def _admit(self, name: str, role: str, reserved: int) -> None:
        room = self.limit - self.used - reserved
        size = 0
        for level in range(FULL, BARE + 1):
            projection, size = self._size(name, level)
            if size <= room or (level == BARE and size <= self.limit - self.used):
                self.shown[name] = projection
                self.used += size
                return
        self.omitted.append({"name": name, "role": role, "reason": "token_budget", "tokens": size})

    def _size(self, name: str, level: int) -> tuple[dict[str, Any], int]:
        tool = self._producers.tool(name)
        projection = project_tool(name, tool, self._producers.inputs(name), self._closure, level)
        return projection, self._count(as_text(projection))
