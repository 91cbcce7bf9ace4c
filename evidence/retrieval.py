"""The labelled cases in; how often retrieval and selection are right on them out, with every miss by id and kind."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evidence.causes import KINDS, causes_of, count_kinds
from evidence.goals import RETRIEVAL, SELECTION, compare
from evidence.judging import SELECTION_TOP_K
from evidence.labelled import Outcome, case_documents, grouped, judge_cases, read_graphs
from evidence.metrics import RANK_CUT, hit_at, mean_reciprocal_rank, share
from evidence.results import Measured
from selector.engine import ToolGraph

SETTINGS = {
    "rank_cut": RANK_CUT,
    "selection_top_k": SELECTION_TOP_K,
    "right": "the expected operation or one that is also acceptable; strict: the expected one only",
    "right_llm_target": "the expected operation",
    "wrong_llm_target": "the labelled sibling",
    "vectors": False,
    "learning": False,
}


def measure(folder: Path) -> Measured:
    graphs = read_graphs(folder, case_documents(folder))
    outcomes = judge_cases(folder, graphs)
    figures = {
        "goals": goals(outcomes),
        **figures_of(outcomes, graphs),
        "selection_by_language": {
            key: selection(rows) for key, rows in grouped(outcomes, lambda row: row.case.pair).items()
        },
    }
    return Measured(sizes_of(outcomes, graphs), SETTINGS, figures)


def sizes_of(outcomes: Sequence[Outcome], graphs: dict[str, ToolGraph]) -> dict[str, Any]:
    return {"cases": len(outcomes), "tools": {name: len(graph.tools) for name, graph in graphs.items()}}


def figures_of(outcomes: Sequence[Outcome], graphs: dict[str, ToolGraph]) -> dict[str, Any]:
    """Return what any set of judged requests is measured by: hits in all and by group, selection, misses by id."""
    return {
        "hits": hits(outcomes),
        "by_language": {key: hits(rows) for key, rows in grouped(outcomes, lambda row: row.case.pair).items()},
        "by_document": {key: hits(rows) for key, rows in grouped(outcomes, lambda row: row.case.document).items()},
        "by_difficulty": {key: hits(rows) for key, rows in grouped(outcomes, lambda row: row.case.difficulty).items()},
        "selection": selection(outcomes),
        "misses": misses(outcomes, graphs),
    }


def hits(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return shares of the cases with a right operation among the first 1, 5 and 20, and its mean reciprocal rank."""
    ranks, strict = [row.rank for row in outcomes], [row.strict_rank for row in outcomes]
    return (
        {"cases": len(outcomes)}
        | _ranks(ranks)
        | {
            "strict": _ranks(strict),
            "sibling_above": share([row.is_sibling_above for row in outcomes]),
        }
    )


def _ranks(ranks: Sequence[int | None]) -> dict[str, float]:
    return {f"hit_{k}": hit_at(ranks, k) for k in (1, 5, 20)} | {"mrr": mean_reciprocal_rank(ranks)}


def selection(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return shares of the cases by what selection made of the right LLM target, of the sibling, and of none."""
    right = [row.judged.right_llm for row in outcomes]
    wrong = [row.judged.wrong_llm for row in outcomes]
    alone = [row.judged.without_llm for row in outcomes]
    return {
        "cases": len(outcomes),
        "right_kept": share([choice.right for choice in right]),
        "right_ambiguous": share([choice.ambiguous for choice in right]),
        "wrong_repaired": share([choice.right for choice in wrong]),
        "wrong_repaired_or_ambiguous": share([choice.right or choice.ambiguous for choice in wrong]),
        "wrong_overridden_by_wrong": share([choice.overrode and not choice.right for choice in wrong]),
        "reads_turned_into_writes": sum(choice.read_to_write for choice in [*right, *wrong]),
        "without_llm_right": share([choice.right for choice in alone]),
        "without_llm_ambiguous": share([choice.ambiguous for choice in alone]),
        "first_row_right": share([row.judged.first_is_right for row in outcomes]),
    }


def goals(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return each figure beside the columns of the data's table, and whether it meets them."""
    ranked, selected = hits(outcomes), selection(outcomes)
    rows = {key: compare(key, ranked[key], columns) for key, columns in RETRIEVAL.items()}
    rows |= {key: compare(key, selected[key], columns) for key, columns in SELECTION.items()}
    alone, first = selected["without_llm_right"], selected["first_row_right"]
    rows["without_llm_right"] = {"ours": alone, "first_row": first, "meets": {"first_row": alone >= first}}
    return rows


def misses(outcomes: Sequence[Outcome], graphs: dict[str, ToolGraph]) -> dict[str, Any]:
    """Return the missed cases by id: of retrieval with the kinds of their cause, of selection with what blocked."""
    missed = [row for row in outcomes if row.rank != 1]
    causes = [causes_of(graphs[row.case.document], row.case.query, row.right, row.sibling) for row in missed]
    return {
        "kinds": KINDS,
        "first_row": {"cases": len(missed), "by_kind": count_kinds(causes)},
        "by_id": {row.case.id: {"rank": row.rank, "causes": found} for row, found in zip(missed, causes, strict=True)},
        "right_target_lost": [row.case.id for row in outcomes if not row.judged.right_llm.right],
        "wrong_target_kept": {
            row.case.id: row.judged.wrong_llm.blocked_by or "leads"
            for row in outcomes
            if not row.judged.wrong_llm.right and not row.judged.wrong_llm.overrode
        },
        "wrong_target_replaced_by_wrong": [
            row.case.id for row in outcomes if row.judged.wrong_llm.overrode and not row.judged.wrong_llm.right
        ],
    }
