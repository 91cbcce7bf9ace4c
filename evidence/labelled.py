"""The labelled cases and their documents in; each case judged, by the names that its document gives, out."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from evidence.data import Case, document_path, labelled_cases, own_requests
from evidence.judging import Judged, judge
from evidence.metrics import rank_of
from selector.engine import ToolGraph, read_openapi


@dataclass(frozen=True, slots=True)
class Outcome:
    """One case, judged; names are those of the tool graph."""

    case: Case
    judged: Judged
    expected: str
    right: frozenset[str]
    sibling: str

    @property
    def rank(self) -> int | None:
        return self.judged.rank

    @property
    def strict_rank(self) -> int | None:
        return rank_of(self.judged.names, {self.expected})

    @property
    def is_sibling_above(self) -> bool:
        sibling = rank_of(self.judged.names, {self.sibling})
        return sibling is not None and (self.rank is None or sibling < self.rank)


def read_graphs(folder: Path, names: Iterable[str]) -> dict[str, ToolGraph]:
    """Return the tool graph of each named document; each is read once in a process."""
    return {name: _read(document_path(folder, name)) for name in names}


@cache
def _read(path: Path) -> ToolGraph:
    return read_openapi(path.read_bytes())


def case_documents(folder: Path) -> list[str]:
    return sorted({case.document for case in labelled_cases(folder)})


def judge_cases(folder: Path, graphs: dict[str, ToolGraph]) -> list[Outcome]:
    """Judge the cases whose documents are in `graphs`; the LLM's wrong target is the labelled sibling."""
    names = {document: names_by_operation(graph) for document, graph in graphs.items()}
    cases = [case for case in labelled_cases(folder) if case.document in graphs]
    return [judge_case(case, graphs[case.document], names[case.document]) for case in cases]


def judge_own(graphs: dict[str, ToolGraph]) -> list[Outcome]:
    """Judge the project's own requests on `graphs` by document."""
    names = {document: names_by_address(graph) | names_by_operation(graph) for document, graph in graphs.items()}
    return [judge_case(case, graphs[case.document], names[case.document]) for case in own_requests()]


def judge_case(case: Case, graph: ToolGraph, names: dict[str, str]) -> Outcome:
    expected, sibling = names.get(case.expected, case.expected), names.get(case.sibling, case.sibling)
    right = frozenset({expected, *(names.get(also, also) for also in case.acceptable)})
    return Outcome(case, judge(graph, case.query, expected, right, sibling), expected, right, sibling)


def names_by_operation(graph: ToolGraph) -> dict[str, str]:
    """Return operation id -> name in the graph; they differ where an id stands twice."""
    return {tool["metadata"]["openapi"]["operation_id"]: name for name, tool in graph.tools.items()}


def names_by_address(graph: ToolGraph) -> dict[str, str]:
    """Return "METHOD /path" -> name in the graph, for documents without operation ids."""
    return {f"{tool['metadata']['method']} {tool['metadata']['path']}": name for name, tool in graph.tools.items()}


def plain_rows(outcomes: Sequence[Outcome]) -> dict[str, dict[str, Any]]:
    """Return what comparisons of several runs need of each case, JSON-safe, by case id."""
    return {
        outcome.case.id: {
            "document": outcome.case.document,
            "pair": outcome.case.pair,
            "rank": outcome.rank,
            "kept": outcome.judged.right_llm.right,
            "repaired": outcome.judged.wrong_llm.right,
            "without_llm": outcome.judged.without_llm.right,
        }
        for outcome in outcomes
    }


def grouped(outcomes: Sequence[Outcome], key: Callable[[Outcome], str]) -> dict[str, list[Outcome]]:
    groups: dict[str, list[Outcome]] = {}
    for outcome in sorted(outcomes, key=key):
        groups.setdefault(key(outcome), []).append(outcome)
    return groups
