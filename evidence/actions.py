"""The hand-checked sample of operations in; how often the engine reads their canonical action alike out."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evidence.data import OPERATIONS, ROOT, read_json
from evidence.labelled import read_graphs
from evidence.metrics import share
from evidence.results import Measured
from selector.engine import ToolGraph

SAMPLE = ROOT / "evidence" / "actions_sample.json"
SIZE = 100
# Operations that each document gives at least; the others are shared out by size. Chosen.
LEAST = 4
# Share that must agree. From the goals.
NEEDED = 0.98


def measure(folder: Path) -> Measured:
    sample = read_json(SAMPLE)
    rows: list[dict[str, Any]] = sample["operations"]
    graphs = read_graphs(folder, OPERATIONS)
    drawn = {name: draw(name, graph) for name, graph in graphs.items()}
    if sorted((row["document"], row["operation"]) for row in rows) != sorted(
        (name, operation) for name, operations in drawn.items() for operation in operations
    ):
        raise ValueError(f"{SAMPLE.name} is not the sample that today's documents give; judge the new one.")
    figures = agreement(rows, {name: actions_of(graph) for name, graph in graphs.items()})
    settings = {"drawn": sample["drawn"], "judged": sample["judged"], "needed": NEEDED}
    return Measured({"documents": len(graphs), "operations": len(rows)}, settings, figures)


def draw(document: str, graph: ToolGraph) -> list[str]:
    """Return the operations that the sample takes from a document: those with the smallest digests."""

    def digest(pointer: str) -> str:
        return hashlib.sha256(f"actions-1|{document}|{pointer}".encode()).hexdigest()

    by_pointer = {tool["metadata"]["openapi"]["pointer"]: identity(tool) for tool in graph.tools.values()}
    return [by_pointer[pointer] for pointer in sorted(by_pointer, key=digest)[: quotas(OPERATIONS)[document]]]


def quotas(sizes: Mapping[str, int]) -> dict[str, int]:
    """Return how many operations each document gives: `LEAST`, and its share of the rest by largest remainder."""
    extra = {name: (SIZE - LEAST * len(sizes)) * size / sum(sizes.values()) for name, size in sizes.items()}
    given = {name: LEAST + int(share_) for name, share_ in extra.items()}
    by_remainder = sorted(extra, key=lambda name: (-(extra[name] % 1), name))
    for name in by_remainder[: SIZE - sum(given.values())]:
        given[name] += 1
    return given


def identity(tool: Mapping[str, Any]) -> str:
    """Return the operation id, or the JSON pointer where the document gives none."""
    openapi = tool["metadata"]["openapi"]
    return str(openapi.get("operation_id") or openapi["pointer"])


def actions_of(graph: ToolGraph) -> dict[str, str]:
    return {identity(tool): tool["metadata"]["ai_metadata"]["canonical_action"] for tool in graph.tools.values()}


def agreement(rows: Sequence[Mapping[str, Any]], actions: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Return the shares that agree with the judgement or a reading as defensible, and with the judgement alone."""
    read = [actions[row["document"]][row["operation"]] for row in rows]
    agreed = [action in (row["action"], *row.get("also", ())) for row, action in zip(rows, read, strict=True)]
    exact = [action == row["action"] for row, action in zip(rows, read, strict=True)]
    return {
        "agreed": share(agreed),
        "agreed_exactly": share(exact),
        "meets": share(agreed) >= NEEDED,
        "disagreements": [
            {"document": row["document"], "operation": row["operation"], "judged": row["action"], "read": action}
            for row, action, fits in zip(rows, read, agreed, strict=True)
            if not fits
        ],
    }
