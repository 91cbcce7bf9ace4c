"""Tool dicts of the engine in, index rows and the difference between two versions out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from selector.engine import ToolGraph
from selector.engine.contract import contract_of
from selector.models import ToolRow
from selector.search import fold

from .digests import short_digest
from .problems import page_problems

# Names of each kind that a stored diff lists; the counts are whole. Chosen: the page stays readable and small.
DIFF_NAMES = 200
# Characters of a summary in a list.
SUMMARY_CHARACTERS = 300


def tool_rows(graph: ToolGraph) -> list[ToolRow]:
    """The index rows of a version's tools, without their version and not saved."""
    digests = SchemaDigests(graph.schemas.nodes)
    return [_tool_row(tool, gaps_of(graph.readiness, name), digests) for name, tool in graph.tools.items()]


def _tool_row(tool: Mapping[str, Any], gaps: Iterable[str], digests: SchemaDigests) -> ToolRow:
    metadata = tool.get("metadata", {})
    semantic = metadata.get("ai_metadata", {})
    summary = str(semantic.get("one_line_summary") or "")[:SUMMARY_CHARACTERS]
    return ToolRow(
        name=tool["name"],
        method=metadata.get("method") or "",
        path=metadata.get("path") or "",
        summary=summary,
        canonical_action=semantic.get("canonical_action") or "",
        primary_resource=semantic.get("primary_resource") or "",
        result_shape=semantic.get("result_shape") or "",
        path_module=metadata.get("openapi", {}).get("path_module") or "",
        deprecated=bool(metadata.get("deprecated")),
        gaps=sorted(gaps),
        facts=tool_facts(tool, digests),
        search=fold(f"{tool['name']} {metadata.get('path') or ''} {summary}"),
    )


def tool_facts(tool: Mapping[str, Any], digests: SchemaDigests) -> dict[str, str]:
    """What two versions of a tool are compared by, as fact -> short digest."""
    metadata = tool.get("metadata", {})
    semantic = metadata.get("ai_metadata", {})
    values = {
        "method": metadata.get("method"),
        "path": metadata.get("path"),
        "summary": semantic.get("one_line_summary"),
        "description": tool.get("description"),
        "action": semantic.get("canonical_action"),
        "resource": semantic.get("primary_resource"),
        "shape": semantic.get("result_shape"),
        "deprecated": bool(metadata.get("deprecated")),
        "security": metadata.get("openapi", {}).get("security"),
    }
    return {fact: short_digest(value) for fact, value in values.items()} | _contract_facts(tool, digests)


def _contract_facts(tool: Mapping[str, Any], digests: SchemaDigests) -> dict[str, str]:
    contract = contract_of(tool)
    if contract is None:
        plain = tool.get("metadata", {}).get("api_contract", {})
        parts = {"parameters": plain.get("consumes"), "body": None, "response": plain.get("produces")}
        return {fact: short_digest(value) for fact, value in parts.items()}
    parts = {"parameters": contract.parameters, "body": contract.body, "response": contract.response}
    return {fact: digests.digest(value) for fact, value in parts.items()}


class SchemaDigests:
    """Digests of compact schemas that see through references, without flattening anything.

    The digest of a value covers its own JSON and that of every schema it can reach.
    """

    def __init__(self, nodes: Mapping[str, Any]) -> None:
        self._nodes = nodes
        self._own: dict[str, str] = {}
        self._next: dict[str, tuple[str, ...]] = {}

    def digest(self, value: Any) -> str:
        """12 hex digits for a value that may hold `{"$ref": key}` at any depth."""
        reached: set[str] = set()
        waiting = list(_references(value))
        while waiting:
            key = waiting.pop()
            if key not in reached:
                reached.add(key)
                waiting.extend(self._look_up(key))
        return short_digest([value, sorted((key, self._own[key]) for key in reached)])

    def _look_up(self, key: str) -> tuple[str, ...]:
        if key not in self._next:
            node = self._nodes.get(key)
            self._own[key] = short_digest(node)
            self._next[key] = tuple(_references(node))
        return self._next[key]


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        reference = value.get("$ref")
        if isinstance(reference, str):
            yield reference
        for item in value.values():
            yield from _references(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _references(item)


def gaps_of(readiness: Mapping[str, Any], name: str) -> list[str]:
    """The readiness flags that a tool lacks: from a list of names, or from a dict of flags."""
    flags = readiness.get("tools", {}).get(name, ())
    if isinstance(flags, Mapping):
        return sorted(flag for flag, present in flags.items() if not present)
    return sorted(flags)


def version_diff(
    old: Mapping[str, Mapping[str, str]], new: Mapping[str, Mapping[str, str]], readiness: Mapping[str, Any]
) -> dict[str, Any]:
    """What replacing `old` by `new` would do; both are tool name -> facts. Plain JSON as `Import.diff` stores it."""
    added = sorted(new.keys() - old.keys())
    removed = sorted(old.keys() - new.keys())
    changed = [
        {"name": name, "what": what}
        for name in sorted(old.keys() & new.keys())
        if (what := [fact for fact in new[name] if new[name][fact] != old[name].get(fact)])
    ]
    problems = page_problems(readiness)
    return {
        "schema_version": 1,
        "added": added[:DIFF_NAMES],
        "changed": changed[:DIFF_NAMES],
        "removed": removed[:DIFF_NAMES],
        **problems,
        "added_count": len(added),
        "changed_count": len(changed),
        "removed_count": len(removed),
        "unchanged_count": len(old.keys() & new.keys()) - len(changed),
    }
