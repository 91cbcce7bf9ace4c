"""The project's own requests in, on nine documents of which no case was known while the engine was made; figures out.

Their kinds of miss were looked at once (1 December 2026, before the figures of that day): grounds of an override that
replaced right targets were taken away, and rules of reading were mended. The lexicons were extended by people who had
not seen them.
"""

from pathlib import Path

from evidence.data import own_requests
from evidence.labelled import grouped, judge_own, read_graphs
from evidence.results import Measured
from evidence.retrieval import SETTINGS, hits, misses, selection


def measure(folder: Path) -> Measured:
    """Measure every request, as the labelled cases are measured."""
    graphs = read_graphs(folder, sorted({case.document for case in own_requests()}))
    outcomes = judge_own(graphs)
    tools = {name: len(graph.tools) for name, graph in graphs.items()}
    figures = {
        "hits": hits(outcomes),
        "by_language": {key: hits(rows) for key, rows in grouped(outcomes, lambda row: row.case.pair).items()},
        "by_document": {key: hits(rows) for key, rows in grouped(outcomes, lambda row: row.case.document).items()},
        "by_difficulty": {key: hits(rows) for key, rows in grouped(outcomes, lambda row: row.case.difficulty).items()},
        "selection": selection(outcomes),
        "misses": misses(outcomes, graphs),
    }
    return Measured({"cases": len(outcomes), "tools": tools}, SETTINGS, figures)
