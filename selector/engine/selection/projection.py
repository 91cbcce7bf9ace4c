"""A tool and what the closure found for it in, what an LLM is shown of it out, in three levels of detail."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from selector.engine.selection.inputs import Input

# Values of an enum that are shown; chosen: a longer list is cut and marked so.
MAX_ENUM = 12
MAX_DESCRIPTION = 300
# Levels of detail: everything, required inputs only, the name with its required inputs' names.
FULL, REQUIRED, BARE = 0, 1, 2


class TextCounter(Protocol):
    def count(self, text: str) -> int: ...


Counter = Callable[[str], int] | TextCounter


def count_tokens(text: str) -> int:
    """An estimate without a tokenizer: four plain letters a token, one of any other script.

    >>> count_tokens("abcdefgh"), count_tokens("주문")
    (2, 2)
    """
    plain = sum(1 for char in text if char.isascii())
    return (plain + 3) // 4 + len(text) - plain


def counter_of(counter: Any) -> Callable[[str], int]:
    """Any counter as a function: a callable, an object with `count(text)`, or None for the estimate."""
    if counter is None:
        return count_tokens
    method = getattr(counter, "count", None)
    chosen = method if callable(method) and not isinstance(counter, type) else counter
    if not callable(chosen):
        raise TypeError("token_counter is neither a function of a text nor an object with count(text)")
    return lambda text: max(0, int(chosen(text)))


def as_text(projection: Mapping[str, Any]) -> str:
    """The text that is counted: compact JSON, as it is put into a prompt."""
    return json.dumps(projection, ensure_ascii=False, separators=(",", ":"))


def project_tool(
    name: str, tool: Mapping[str, Any], inputs: tuple[Input, ...], closure: Mapping[str, Any], level: int = FULL
) -> dict[str, Any]:
    """The tool as an LLM is shown it: what it does, where its inputs come from, what of its answer is used."""
    metadata = tool.get("metadata")
    metadata = metadata if isinstance(metadata, Mapping) else {}
    shown: dict[str, Any] = {"name": name}
    if level < BARE:
        shown["description"] = _description(tool, metadata, 120 if level else MAX_DESCRIPTION)
        if metadata.get("method"):
            shown["call"] = f"{metadata['method']} {metadata.get('path', '')}"
    sources = _sources(name, closure)
    wanted = [row for row in inputs if row.required or (row.location, row.name) in sources or level == FULL]
    shown["inputs"] = [_input(row, sources.get((row.location, row.name)), level) for row in wanted]
    used = sorted({row["from_path"] for row in closure["evidence"] if row["producer"] == name and row["from_path"]})
    if used:
        shown["outputs"] = used
    blocked = sorted(
        {row["producer"] for row in closure["diagnostics"] if row["code"] == "mutation_blocked" and row["tool"] == name}
    )
    if blocked:
        shown["blocked_mutations"] = blocked
    return shown


def _description(tool: Mapping[str, Any], metadata: Mapping[str, Any], limit: int) -> str:
    ai = metadata.get("ai_metadata")
    summary = ai.get("one_line_summary") if isinstance(ai, Mapping) else ""
    text = str(summary or tool.get("description") or "")
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _sources(name: str, closure: Mapping[str, Any]) -> dict[tuple[str, str], str]:
    """Where each input's value comes from: `from:<tool> <path>`, `given`, or the reason why it is asked for."""
    found: dict[tuple[str, str], str] = {}
    for row in closure["user_input_slots"]:
        if row["tool"] == name:
            found[row["location"], row["field"]] = f"ask:{row['reason']}"
    for row in closure["resolved_fields"]:
        if row["tool"] == name:
            made = f"from:{row['producer']} {row['from_path']}".rstrip() if "producer" in row else "given"
            found[row["location"], row["field"]] = made
    for row in closure["unresolved_fields"]:
        if row["tool"] == name:
            found[row["location"], row["field"]] = f"unresolved:{row['reason']}"
    return found


def _input(row: Input, source: str | None, level: int) -> dict[str, Any]:
    shown: dict[str, Any] = {"name": row.name, "in": row.location}
    if level < BARE:
        shown["type"] = row.type
    if row.required:
        shown["required"] = True
    if row.kind in ("context", "auth"):
        shown["kind"] = row.kind
    if source:
        shown["source"] = source
    if row.enum and (row.required or level == FULL):
        shown["enum"] = list(row.enum[:MAX_ENUM])
        if len(row.enum) > MAX_ENUM:
            shown |= {"enum_shortened": True, "enum_total": len(row.enum)}
    return shown
