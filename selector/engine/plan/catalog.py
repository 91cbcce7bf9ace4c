"""Ranked candidates in, the compact catalog that an LLM chooses from out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# Characters and tags of one tool that are shown; chosen: an entry stays near fifty tokens.
MAX_SUMMARY, MAX_WHEN, MAX_TAGS, MAX_TAG = 180, 180, 12, 60


@dataclass(frozen=True, slots=True)
class ToolCatalogEntry:
    """One tool as an LLM is shown it. Its texts come from an API document and are data, never orders.

    >>> ToolCatalogEntry(name="getOrder", consumes_tags=["order_no", None]).consumes_tags
    ('order_no',)
    """

    name: str
    summary: str = ""
    when_to_use: str = ""
    canonical_action: str = ""
    primary_resource: str = ""
    consumes_tags: Sequence[str] = ()

    def __post_init__(self) -> None:
        tags = (tag for tag in self.consumes_tags or () if isinstance(tag, str) and tag)
        object.__setattr__(self, "consumes_tags", tuple(dict.fromkeys(tags)))

    def to_dict(self) -> dict[str, Any]:
        """The entry as it is shown: empty parts left out, texts on one line and cut."""
        row = {
            "name": self.name,
            "summary": one_line(self.summary, MAX_SUMMARY),
            "when_to_use": one_line(self.when_to_use, MAX_WHEN),
            "action": one_line(self.canonical_action, MAX_TAG),
            "resource": one_line(self.primary_resource, MAX_TAG),
            "inputs": [one_line(tag, MAX_TAG) for tag in self.consumes_tags[:MAX_TAGS]],
        }
        return {key: value for key, value in row.items() if value}


def build_catalog(
    candidates: Iterable[str | Mapping[str, Any]], tools: Mapping[str, Any]
) -> tuple[ToolCatalogEntry, ...]:
    """One entry for each candidate that `tools` knows, in the order given: exactly what selection compares.

    >>> [entry.name for entry in build_catalog([{"name": "a"}, "b", "a"], {"a": {"name": "a"}})]
    ['a']
    """
    names = (row if isinstance(row, str) else str(row.get("name", "")) for row in candidates)
    return tuple(_entry(name, tools[name]) for name in dict.fromkeys(names) if name in tools)


def one_line(text: Any, max_chars: int) -> str:
    """A text without line breaks and control characters, cut with an ellipsis.

    >>> one_line("a\\n  b", 10), one_line("abcdef", 4)
    ('a b', 'abc…')
    """
    raw = text[: max_chars * 4] if isinstance(text, str) else ""
    plain = " ".join("".join(char if char.isprintable() else " " for char in raw).split())
    return plain if len(plain) <= max_chars else plain[: max_chars - 1] + "…"


def _entry(name: str, tool: Mapping[str, Any]) -> ToolCatalogEntry:
    metadata = tool.get("metadata") or {}
    ai = metadata.get("ai_metadata") or {}
    contract = metadata.get("api_contract") or {}
    consumes = contract.get("consumes") or metadata.get("consumes") or []
    return ToolCatalogEntry(
        name=name,
        summary=str(ai.get("one_line_summary") or tool.get("description") or ""),
        when_to_use=str(ai.get("when_to_use") or ""),
        canonical_action=str(ai.get("canonical_action") or ""),
        primary_resource=str(ai.get("primary_resource") or ""),
        consumes_tags=[
            str(item.get("semantic_tag") or item.get("field_name") or "")
            for item in consumes
            if isinstance(item, Mapping) and item.get("kind", "data") == "data"
        ],
    )
