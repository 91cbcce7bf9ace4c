"""A few documents in; cost of ours and of graph-tool-call, measured in one run, and the ratios out.

The peer is no dependency: it is measured where `make peer` has put it into an environment of its own, or where
EVIDENCE_PEER names the interpreter of one.
"""

import json
import os
import subprocess
import time
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from evidence.data import OPERATIONS, ROOT, document_path, labelled_cases
from evidence.ingest import probe
from evidence.judging import SELECTION_TOP_K
from evidence.metrics import percentile
from evidence.results import Measured
from selector.engine import ToolGraph, read_openapi, retrieve_graphify
from selector.engine.query import read_query

SETTING = "EVIDENCE_PEER"
INSTALLED = ROOT / "var" / "peer" / "bin" / "python"
CHILD = ROOT / "evidence" / "peer_child.py"
# Small to large; the others add time and say nothing else.
DOCUMENTS = ("petstore", "slack", "portone", "jira", "github")
# Seconds for one document, after which the peer is stopped.
LIMIT_S = 120
RATIOS = {"build_cpu_s": 2, "stored_mb": 2, "peak_mb": 2, "retrieve_ms": 2}
SETTINGS = {
    "limit_s": LIMIT_S,
    "peer": "build_openapi_collection_artifact as it comes, saved and loaded as JSON; retrieve_graphify with evidence",
    "ours": "read_openapi and the artifact, in a process of its own; retrieve_graphify with evidence",
    "peak_mb": "peak of the process with dump and load, interpreter and libraries counted",
    "retrieve_ms": f"median over the document's labelled queries, top {SELECTION_TOP_K}, the best of 3 each",
    "ratio": "peer / ours",
    "clock": "processor time",
}


def interpreter() -> Path:
    return Path(os.environ.get(SETTING) or INSTALLED)


def is_installed() -> bool:
    """Whether there is an interpreter to run the peer with."""
    return interpreter().exists()


def measure(folder: Path) -> Measured:
    if not is_installed():
        raise FileNotFoundError(f"graph-tool-call is not at {interpreter()}. Install it with: make peer")
    rows = {name: measure_document(folder, name) for name in DOCUMENTS}
    for name, row in rows.items():
        print(f"  {name}: peer / ours = {row.get('ratio') or row['peer']}")
    return Measured({name: OPERATIONS[name] for name in DOCUMENTS}, SETTINGS, rows)


def measure_document(folder: Path, name: str) -> dict[str, Any]:
    path = document_path(folder, name)
    queries = [case.query for case in labelled_cases(folder) if case.document == name]
    ours, theirs = measure_ours(path, queries), measure_peer(path, queries)
    ratio = {key: round(theirs[key] / ours[key], digits) for key, digits in RATIOS.items() if theirs.get(key)}
    return {"ours": ours, "peer": theirs, "ratio": ratio}


def measure_ours(path: Path, queries: list[str]) -> dict[str, Any]:
    figures = probe(path, "whole")
    ours = {
        "build_cpu_s": figures["read_cpu_s"],
        "operations": figures["operations"],
        "stored_mb": figures["stored_mb"],
        "peak_mb": figures["peak_with_index_and_copy_mb"],
    }
    graph = read_openapi(path.read_bytes())
    return ours | ({"retrieve_ms": retrieve_ms(graph, queries)} if queries else {})


def retrieve_ms(graph: ToolGraph, queries: list[str]) -> float:
    retrieve_graphify(graph, "the first request of a process", SELECTION_TOP_K)
    times = []
    for query in queries:
        each = []
        for _ in range(3):
            read_query.cache_clear()
            used = time.process_time()
            retrieve_graphify(graph, query, SELECTION_TOP_K, include_evidence=True)
            each.append(time.process_time() - used)
        times.append(min(each) * 1000)
    return round(percentile(times, 50), 2)


def measure_peer(path: Path, queries: list[str]) -> dict[str, Any]:
    """Return the peer's figures, or why it has none: stopped after the limit, or its last line of complaint."""
    with NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(queries, file)
        file.flush()
        command = [str(interpreter()), str(CHILD), str(path), file.name]
        try:
            done = subprocess.run(command, cwd="/", capture_output=True, text=True, timeout=LIMIT_S, check=False)
        except subprocess.TimeoutExpired:
            return {"failed": f"not built in {LIMIT_S} s"}
    if done.returncode:
        return {"failed": (done.stderr.strip().splitlines() or ["no reason given"])[-1][:100]}
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures
