"""`python -m evidence.ingest_child FILE [whole]` reads one document in a process of its own and prints its figures."""

import json
import sys
import time
import zlib
from pathlib import Path
from typing import Any

import yaml

from evidence.answers import answering_operations
from evidence.memory import peak_mb
from selector.engine import DocumentError, ToolGraph, read_openapi
from selector.engine.contract import contract_of
from selector.engine.retrieval.index import index_of

MB = 1_000_000


def main(name: str, *options: str) -> None:
    path = Path(name)
    raw, baseline = path.read_bytes(), peak_mb()
    started, used = time.perf_counter(), time.process_time()
    figures: dict[str, Any]
    try:
        graph = read_openapi(raw, documents=_neighbours(path) if "folder" in options else None)
        figures = {"operations": len(graph.tools)}
    except DocumentError as refused:
        graph, figures = None, {"operations": 0, "refused": str(refused.reason)}
    figures |= {
        "read_s": round(time.perf_counter() - started, 3),
        "read_cpu_s": round(time.process_time() - used, 3),
        "peak_mb": peak_mb(),
        "above_baseline_mb": round(peak_mb() - baseline, 1),
    }
    if graph is not None and "whole" in options:
        figures |= whole(graph, raw, path)
    json.dump(figures, sys.stdout)


def _neighbours(path: Path) -> dict[str, bytes]:
    files = (file for file in path.parent.rglob("*") if file.is_file())
    return {file.relative_to(path.parent).as_posix(): file.read_bytes() for file in files}


def whole(graph: ToolGraph, raw: bytes, path: Path) -> dict[str, Any]:
    """Return sizes, edges, readiness and the share of answers whose fields were found."""
    used = time.process_time()
    index_of(graph)
    index_s = round(time.process_time() - used, 3)
    used = time.process_time()
    stored = json.dumps(graph.to_artifact(), ensure_ascii=False, separators=(",", ":")).encode()
    stored_s, used = round(time.process_time() - used, 3), time.process_time()
    ToolGraph.from_artifact(json.loads(stored))
    loaded_s = round(time.process_time() - used, 3)
    whole_peak, packed = peak_mb(), len(zlib.compress(stored, 6))
    return {
        "format": graph.format,
        "document_mb": round(len(raw) / MB, 3),
        "index_cpu_s": index_s,
        "store_cpu_s": stored_s,
        "load_cpu_s": loaded_s,
        "peak_with_index_and_copy_mb": whole_peak,
        "stored_mb": round(len(stored) / MB, 3),
        "stored_ratio": round(len(stored) / len(raw), 2),
        "stored_zlib_mb": round(packed / MB, 3),
        "stored_zlib_ratio": round(packed / len(raw), 3),
        "edges": len(graph.compact_edges),
        "readiness": dict(graph.readiness["counts"]),
        "skipped": len(graph.readiness["skipped"]),
        "warnings": len(graph.readiness["warnings"]),
        "webhooks": graph.readiness["webhooks"],
        "answers": answers(graph, raw, path),
    }


def answers(graph: ToolGraph, raw: bytes, path: Path) -> dict[str, int]:
    """Return how many operations have a JSON 2xx schema, one that has any property, and produced fields."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    # Both loaders are safe ones.
    document = json.loads(raw) if path.suffix == ".json" else yaml.load(raw, Loader=loader)  # noqa: S506
    schemas = answering_operations(document)
    contracts = {tool["metadata"]["openapi"]["pointer"]: contract_of(tool) for tool in graph.tools.values()}
    produced = {pointer for pointer, contract in contracts.items() if contract is not None and contract.output_names(1)}
    return {
        "with_json_schema": len(schemas),
        "produced": len(produced & schemas.keys()),
        "with_properties": sum(schemas.values()),
        "produced_of_those": sum(pointer in produced for pointer, has in schemas.items() if has),
    }


if __name__ == "__main__":
    main(*sys.argv[1:])
