"""A tool graph, a request and its right answers in; where retrieval and selection put them out."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from evidence.metrics import RANK_CUT, rank_of
from selector.engine import ToolGraph, retrieve_graphify, select_target_candidate

# Candidates that selection sees: what an LLM is shown.
SELECTION_TOP_K = 8
READS = frozenset({"read", "search"})


@dataclass(frozen=True, slots=True)
class Choice:
    """What selection made of one LLM target ("" for none)."""

    llm_target: str
    selected: str
    right: bool
    overrode: bool
    ambiguous: bool
    read_to_write: bool
    blocked_by: str


@dataclass(frozen=True, slots=True)
class Judged:
    """One request judged: the ranking to `RANK_CUT`, and the choices with no, the right and the wrong LLM target."""

    names: tuple[str, ...]
    rank: int | None
    without_llm: Choice
    right_llm: Choice
    wrong_llm: Choice

    @property
    def first_is_right(self) -> bool:
        return self.rank == 1


def judge(graph: ToolGraph, query: str, expected: str, right: Collection[str], wrong: str = "") -> Judged:
    """Judge one request. `right` are all names that count as right, `expected` the one that an LLM would name;
    `wrong` is the LLM's wrong target, by default the best-ranked wrong candidate."""
    rows = retrieve_graphify(graph, query, top_k=RANK_CUT, include_evidence=True)["results"]
    names = tuple(row["name"] for row in rows)
    candidates = rows[:SELECTION_TOP_K]
    wrong = wrong or best_wrong(names[:SELECTION_TOP_K], tuple(graph.tools), right)
    choices = (choose(graph.tools, query, candidates, target, right) for target in ("", expected, wrong))
    return Judged(names, rank_of(names, right), *choices)


def best_wrong(ranked: Collection[str], every: Collection[str], right: Collection[str]) -> str:
    """Return the best-ranked name that is not right; the first other tool by name where all candidates are right."""
    others = [*(name for name in ranked if name not in right), *(name for name in sorted(every) if name not in right)]
    return others[0] if others else ""


def choose(
    tools: Mapping[str, Any], query: str, candidates: list[Any], llm_target: str, right: Collection[str]
) -> Choice:
    """Let selection choose among the candidates beside an LLM's target."""
    ranked = candidates if any(isinstance(row, Mapping) for row in candidates) else None
    block = select_target_candidate(query, candidates, tools, retrieval_results=ranked, llm_target=llm_target or None)
    selected = block["selected_target"]
    explanation = block.get("explanation") or {}
    return Choice(
        llm_target=llm_target,
        selected=selected,
        right=selected in right,
        overrode=block["overrode_llm"],
        ambiguous=block["ambiguous"],
        read_to_write=block["overrode_llm"] and is_read(tools, llm_target) and not is_read(tools, selected),
        blocked_by=str(explanation.get("blocked_by", "")),
    )


def is_read(tools: Mapping[str, Any], name: str) -> bool:
    return str(tools[name]["metadata"]["ai_metadata"].get("canonical_action", "")) in READS
