"""A fixed target and its tools in, the calls that must come first out, with the evidence for each input."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from selector.engine.failures import EngineError
from selector.engine.selection.connect import find_producers
from selector.engine.selection.given import Given
from selector.engine.selection.mutations import wants_to_write
from selector.engine.selection.report import report_closure
from selector.engine.selection.search import Search

Rows = tuple[dict[str, Any], ...]
POLICIES = frozenset({"evidence_gated"})


@dataclass(frozen=True, slots=True)
class DependencyClosure:
    """What a target needs (contract.md 2.4). Names stand in call order; rows are plain JSON values."""

    target: str
    required_dependencies: list[str]
    optional_dependencies: list[str]
    alternatives_by_field: dict[str, list[dict[str, Any]]]
    resolved_fields: list[dict[str, Any]]
    unresolved_fields: list[dict[str, Any]]
    user_input_slots: list[dict[str, Any]]
    dependency_paths: list[list[str]]
    cycles: list[list[str]]
    evidence: list[dict[str, Any]]
    safety: dict[str, Any]
    diagnostics: list[dict[str, Any]] = field(default_factory=list)
    complete: bool = True

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def complete_target_dependencies(
    target: str,
    tools: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    graph: Any = None,
    query: str | None = None,
    provided: Iterable[str] = (),
    max_hops: int = 3,
    policy: str = "evidence_gated",
    allow_mutation: bool = False,
) -> DependencyClosure:
    """Completes what a fixed target needs: the calls that must come first, in order, each on evidence.

    `graph` is a ToolGraph or edge rows; without one the producers are worked out from the contracts. `provided` are
    inputs already answered, `field` or `tool:field`. Raises EngineError (unknown_target) where `tools` has no such
    tool, and ValueError for an unknown policy.

    >>> tools = {"getUser": {"metadata": {"method": "GET", "path": "/users/{userId}"}}}
    >>> complete_target_dependencies("getUser", tools).required_dependencies
    []
    """
    if policy not in POLICIES:
        raise ValueError(f"unknown policy {policy!r}; known: {', '.join(sorted(POLICIES))}")
    named = by_name(tools)
    if target not in named:
        raise EngineError("unknown_target", f"There is no tool {target!r} in this collection; check the name.")
    producers = find_producers(named, graph)
    given = Given.read(target, producers.inputs(target), provided)
    writes = wants_to_write(query)
    may_write = writes and allow_mutation
    search = Search(producers, given, max(0, max_hops), may_write, may_write and not producers.mutates(target))
    needed = search.close(target)
    state = search.add_optional(target, needed)
    safety = {
        "query_intent": "write" if writes else "read",
        "allow_mutation": bool(allow_mutation),
        "mutation_dependencies_allowed": may_write,
    }
    return DependencyClosure(
        target=target, safety=safety, **report_closure(producers, target, needed.calls, state, may_write)
    )


def by_name(tools: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The tools as a dict by name; rows without a name are left out."""
    if isinstance(tools, Mapping):
        plain = all(isinstance(tool, Mapping) for tool in tools.values())
        return tools if plain else {name: tool for name, tool in tools.items() if isinstance(tool, Mapping)}
    return {str(tool["name"]): tool for tool in tools if isinstance(tool, Mapping) and tool.get("name")}
