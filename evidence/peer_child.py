"""`python peer_child.py DOCUMENT QUERIES` builds a document with graph-tool-call and prints its figures.

It is run by the interpreter of another environment, so it imports nothing of this product; QUERIES is a JSON file.
"""

import importlib.metadata
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any


def main(document: str, queries: str) -> None:
    from graph_tool_call import ToolGraph
    from graph_tool_call.graphify import build_openapi_collection_artifact, retrieve_graphify

    text = Path(document).read_text(encoding="utf-8")
    used = time.process_time()
    artifact = build_openapi_collection_artifact(_parsed(text, document))
    figures: dict[str, Any] = {
        "version": importlib.metadata.version("graph-tool-call"),
        "build_cpu_s": round(time.process_time() - used, 3),
        "operations": len(artifact["tools"]),
    }
    stored = json.dumps(artifact, ensure_ascii=False, separators=(",", ":"))
    figures["stored_mb"] = round(len(stored.encode()) / 1_000_000, 3)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "collection.json"
        path.write_text(stored, encoding="utf-8")
        graph = ToolGraph.load(path)
    figures["peak_mb"] = _peak_mb()
    times = []
    for query in json.loads(Path(queries).read_text(encoding="utf-8")):
        each = []
        for _ in range(3):
            used = time.process_time()
            retrieve_graphify(graph, query, top_k=8, include_evidence=True)
            each.append(time.process_time() - used)
        times.append(min(each) * 1000)
    if times:
        figures["retrieve_ms"] = round(statistics.median(times), 2)
    json.dump(figures, sys.stdout)


def _parsed(text: str, name: str) -> Any:
    if name.endswith(".json"):
        return json.loads(text)
    import yaml

    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 -- both are safe loaders


def _peak_mb() -> float:
    """Return the peak as `evidence.memory` reads it; that module is out of this environment's reach."""
    rows = Path("/proc/self/status").read_text().splitlines()
    return round(next(int(row.split()[1]) for row in rows if row.startswith("VmHWM:")) / 1024, 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
