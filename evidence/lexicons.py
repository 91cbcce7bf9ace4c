"""The labelled cases in; what the lexicons add to the figures, and what stays without lines made for a document, out.

Leaving a document out: every line of the Korean-English and everyday lexicons that a request of this document says a
phrase of, and no request of another document does, is dropped; then the requests of this document are measured.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from evidence.data import labelled_cases
from evidence.labelled import case_documents, judge_cases, plain_rows, read_graphs
from evidence.lexicon_files import FILES, Line, lines_only_for, lines_used, read_lines, write_engine
from evidence.metrics import hit_at, mean_reciprocal_rank, share
from evidence.results import Measured

Row = Mapping[str, Any]
Drop = Callable[[str, int], bool]
# Processes at a time.
PROCESSES = 2
# Seconds for one run of the cases, ten times what it takes.
LIMIT_S = 240
SETTINGS = {
    "used": "a line is used by a request where a phrase of either of its sides stands in it, as the engine matches it",
    "leave_one_out": "lines that only one document's requests use are dropped, and these requests are measured",
    "without_lexicons": "all lines dropped; the table of verbs and the word lists of the readers stay",
    "how": "each run but the full one in a copy of the engine with smaller lexicon files, on the same tool graphs",
    "reads_low": "lines for everyday words are dropped with the others when only one document's requests use them",
    "reads_high": "rules and weights were chosen by kinds of miss on these documents; only lines are left out",
}


def measure(folder: Path) -> Measured:
    documents, lines = case_documents(folder), read_lines()
    cases = labelled_cases(folder)
    by_document = lines_used(lines, {name: [c.query for c in cases if c.document == name] for name in documents})
    by_case = lines_used(lines, {case.id: [case.query] for case in cases})
    dropped = {name: lines_only_for(name, by_document) for name in documents}
    graphs = read_graphs(folder, documents)
    full = plain_rows(judge_cases(folder, graphs))
    with TemporaryDirectory() as saved, ThreadPoolExecutor(PROCESSES) as pool:
        for name, graph in graphs.items():
            graph.save(Path(saved) / f"{name}.json")
        empty = pool.submit(run_cases, folder, saved, documents, lambda _file, _number: True)
        rows = pool.map(lambda name: run_cases(folder, saved, [name], _dropper(dropped[name])), documents)
        left_out = {case: row for found in rows for case, row in found.items()}
        none = empty.result()
    runs: dict[str, dict[str, Row]] = {"full": dict(full), "leave_one_out": left_out, "without_lexicons": none}
    figures = {
        "lines": count_lines(by_case, by_document),
        "dropped": {name: {"lines": len(found)} for name, found in dropped.items()},
        "hits": {name: summary(rows) for name, rows in runs.items()},
        "by_document": {
            name: {run: summary(_of(rows, "document", name)) for run, rows in runs.items()} for name in documents
        },
        "by_language": {
            pair: {run: summary(_of(rows, "pair", pair)) for run, rows in runs.items()}
            for pair in sorted({case.pair for case in cases})
        },
        "changed_first": changed(full, left_out),
    }
    return Measured({"cases": len(cases), "documents": len(documents), "lines": len(lines)}, SETTINGS, figures)


def _dropper(lines: frozenset[Line]) -> Drop:
    places = {(line.file, line.number) for line in lines}
    return lambda file, number: (file, number) in places


def run_cases(folder: Path, saved: str, documents: list[str], drop: Drop) -> dict[str, Row]:
    """Return outcomes by case id, from a copy of the engine without the dropped lines."""
    with TemporaryDirectory() as place:
        write_engine(Path(place), drop)
        command = [sys.executable, "-m", "evidence.lexicons_child", str(folder), saved, *documents]
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=True, timeout=LIMIT_S)
    rows: dict[str, Row] = json.loads(done.stdout)
    return rows


def _of(rows: Mapping[str, Row], key: str, value: str) -> dict[str, Row]:
    return {name: row for name, row in rows.items() if row[key] == value}


def summary(rows: Mapping[str, Row]) -> dict[str, Any]:
    ranks = [row["rank"] for row in rows.values()]
    return (
        {"cases": len(rows)}
        | {f"hit_{k}": hit_at(ranks, k) for k in (1, 5, 20)}
        | {"mrr": mean_reciprocal_rank(ranks)}
        | {key: share([row[key] for row in rows.values()]) for key in ("kept", "repaired", "without_llm")}
    )


def count_lines(by_case: Mapping[Line, frozenset[str]], by_document: Mapping[Line, frozenset[str]]) -> dict[str, Any]:
    """Return how many lines each file has, how many the cases use, and how many only one document or one case uses."""
    return {
        file: {
            "lines": sum(line.file == file for line in by_case),
            "used": sum(line.file == file and bool(users) for line, users in by_case.items()),
            "used_by_one_document": sum(line.file == file and len(users) == 1 for line, users in by_document.items()),
            "used_by_one_case": sum(line.file == file and len(users) == 1 for line, users in by_case.items()),
        }
        for file in FILES
    }


def changed(full: Mapping[str, Row], left_out: Mapping[str, Row]) -> dict[str, list[str]]:
    """Return the ids of the cases whose first row is right only with, or only without, the dropped lines."""
    return {
        "lost": [name for name, row in full.items() if row["rank"] == 1 and left_out[name]["rank"] != 1],
        "won": [name for name, row in full.items() if row["rank"] != 1 and left_out[name]["rank"] == 1],
    }
