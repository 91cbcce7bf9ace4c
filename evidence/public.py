"""Public benchmarks of tool retrieval in; our figures on them out, beside the published ones."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evidence.data import read_json
from evidence.metrics import DIGITS, ndcg_at, share
from evidence.results import Measured
from selector.engine import ToolGraph, read_tools, retrieve_graphify

# Queries of ToolE that are drawn: those with the smallest digests. Chosen, as others measured 1,000 with vectors.
TOOLE_SAMPLE = 1000
TOOLE_K = 5
K = 10
TOOLE_OTHERS = {
    "bm25": {"ndcg_5": 0.521, "hit_1": 0.419},
    "e5": {"ndcg_5": 0.518, "hit_1": 0.405},
    "bm25_and_e5": {"ndcg_5": 0.593, "hit_1": 0.474},
}
TOOLLINKOS_OTHERS = {
    "bm25": 0.906,
    "e5": 0.985,
    "hybrid": 0.968,
    "graph_rag": 0.866,
    "peer_typed": 0.953,
    "peer_b8": 0.960,
}
SETTINGS = {
    "toole": f"{TOOLE_SAMPLE} of the single-tool queries, those with the smallest SHA-256 of 'toole-1|number'",
    "toollinkos": f"the query's main tool among the first {K}; closure is not measured here",
    "apibank": f"all APIs of the request among the first {K}",
    "vectors": False,
}


def measure(folder: Path) -> Measured:
    graphs = {name: read_tools(read_json(folder / name / "tools.json")) for name in ("toole", "toollinkos", "apibank")}
    rows = {name: read_json(folder / name / "queries_dev.json") for name in graphs}
    drawn = sample(rows["toole"], TOOLE_SAMPLE)
    sizes = {name: {"tools": len(graph.tools), "queries": len(rows[name])} for name, graph in graphs.items()}
    sizes["toole"]["drawn"] = len(drawn)
    figures = {
        "toole": single_tool(graphs["toole"], drawn),
        "toollinkos": main_tool(graphs["toollinkos"], rows["toollinkos"]),
        "apibank": all_tools(graphs["apibank"], rows["apibank"]),
    }
    return Measured(sizes, SETTINGS, figures)


def sample(rows: Sequence[Any], size: int) -> list[Any]:
    """Return the rows whose numbers have the smallest digests: the same ones on every machine."""

    def digest(number: int) -> str:
        return hashlib.sha256(f"toole-1|{number}".encode()).hexdigest()

    return [rows[number] for number in sorted(range(len(rows)), key=digest)[:size]]


def ranked(graph: ToolGraph, query: str, k: int) -> list[str]:
    """Return the first k as the names that the list itself uses."""
    rows = retrieve_graphify(graph, query, top_k=k)["results"]
    return [row["tool"]["metadata"]["openapi"]["operation_id"] for row in rows]


def single_tool(graph: ToolGraph, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    found = [(ranked(graph, row["query"], TOOLE_K), {row["tool"]}) for row in rows]
    gains = [ndcg_at(names, right, TOOLE_K) for names, right in found]
    ours = {
        "ndcg_5": round(sum(gains) / len(gains), DIGITS),
        "hit_1": share([names[:1] == list(right) for names, right in found]),
    }
    return {"ours": ours, "others": TOOLE_OTHERS}


def main_tool(graph: ToolGraph, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    hits = [row["main_golden_function_name"] in ranked(graph, row["user_query"], K) for row in rows]
    return {"ours": {"target_hit_10": share(hits)}, "others": TOOLLINKOS_OTHERS}


def all_tools(graph: ToolGraph, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    hits = [set(row["tools"]) <= set(ranked(graph, row["query"], K)) for row in rows]
    return {"ours": {"all_in_10": share(hits)}, "others": {"trained_retriever": 0.788}}
