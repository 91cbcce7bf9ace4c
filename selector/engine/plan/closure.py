"""The dependency closure of a target in; for each input its producers, what was blocked and where it ended out."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from selector.engine.contract import contract_of
from selector.engine.plan.inputs import ToolInput
from selector.engine.selection.closure import complete_target_dependencies
from selector.engine.selection.plain_tools import complete_tool
from selector.engine.tools import ToolGraph

# Rows of a closure that a plan keeps; chosen: the closure itself is stored beside it.
MAX_ROWS = 50


class Closed:
    """A closure as the synthesis asks it. Fields are known by tool, place and name or path."""

    def __init__(self, closure: Mapping[str, Any]) -> None:
        self._closure = closure
        self._edges: dict[tuple[str, str, str], list[Mapping[str, Any]]] = defaultdict(list)
        for row in closure["evidence"]:
            self._edges[row["consumer"], row["location"], row.get("json_path") or row["field"]].append(row)
        self._open = {(row["tool"], row["location"], row["field"]): row["reason"] for row in _open_rows(closure)}
        self._blocked: dict[tuple[str, str], list[str]] = defaultdict(list)
        for row in self.blocked_rows():
            self._blocked[row["tool"], row["field"]].append(row["producer"])

    def producers_of(self, row: ToolInput) -> list[Mapping[str, Any]]:
        """The evidence rows for an input, the chosen producer first."""
        return self._edges.get((row.tool, row.location, row.path)) or self._edges.get(
            (row.tool, row.location, row.name), []
        )

    def has_purpose(self, row: ToolInput) -> bool:
        """Whether an optional input has a producer that the call is not made without."""
        return any(edge["producer"] in self._closure["required_dependencies"] for edge in self.producers_of(row))

    def before(self, tool: str) -> list[str]:
        """Producers that an operator put in front of a tool as a whole."""
        return [row["producer"] for (consumer, _, name), rows in self._edges.items() for row in rows
                if consumer == tool and not name]  # fmt: skip

    def blocked_for(self, row: ToolInput) -> list[str]:
        """Producers of an input that were not attached because they change something."""
        return list(dict.fromkeys(self._blocked.get((row.tool, row.name), ())))

    def ends_in(self, row: ToolInput) -> str:
        """Why an input stayed open: cycle, max_depth, mutation_blocked, no_producer; "" where it did not."""
        return str(self._open.get((row.tool, row.location, row.name), ""))

    def cycle_of(self, row: ToolInput, trail: Iterable[str]) -> list[str]:
        """The tools of the cycle in which an input ends."""
        named = [cycle for cycle in self._closure["cycles"] if row.tool in cycle and len(set(cycle)) > 1]
        return list(named[0]) if named else [*trail]

    def blocked_rows(self) -> list[dict[str, Any]]:
        rows = [row for row in self._closure["diagnostics"] if "producer" in row]
        return [
            {"tool": row["tool"], "field": row["field"], "producer": row["producer"]}
            for row in rows
            if "mutation_blocked" in (row.get("code"), row.get("reason"))
        ]

    def summary(self) -> dict[str, Any]:
        """What of the closure stands in a plan."""
        kept = ("required_dependencies", "unresolved_fields", "cycles", "safety", "complete")
        rows = {key: self._closure[key] for key in kept}
        return {key: value[:MAX_ROWS] if isinstance(value, list) else value for key, value in rows.items()}


def close(
    target: str, graph: ToolGraph, goal: str, provided: Iterable[str], max_depth: int, *, allow_mutation: bool
) -> Closed:
    """The closure of a target. `provided` are keys of entities; of `tool:place:name` the place is left out."""
    entries = {key if ":" not in key else f"{key.split(':', 1)[0]}:{key.rsplit(':', 1)[-1]}" for key in provided}
    tools: Mapping[str, Any] = graph.tools
    edges: Any = graph
    # Tools that no document was read for lack what producers are found by, and their edges as well.
    if any(contract_of(tool) is None for tool in tools.values()):
        tools, edges = {name: complete_tool(name, tool) for name, tool in tools.items()}, graph.edges
    closure = complete_target_dependencies(
        target,
        tools,
        graph=edges,
        query=goal or None,
        provided=sorted(entries),
        max_hops=max_depth,
        allow_mutation=allow_mutation,
    )
    return Closed(closure.to_dict())


def _open_rows(closure: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [*closure["user_input_slots"], *closure["unresolved_fields"]]
