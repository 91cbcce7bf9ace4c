"""graph-tool-call's public fixtures in; our choices beside its published figures out, misses by id."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evidence.data import read_json
from evidence.judging import Choice, Judged, choose, judge
from evidence.metrics import hit_at
from evidence.results import Measured
from selector.engine import ToolGraph, read_openapi, read_tools, retrieve_graphify

# Not more than so many cases below the peer's figure. From the goals.
SLACK = 1


@dataclass(frozen=True, slots=True)
class Peer:
    """The peer's figures for one set: shares for retrieval, counts of cases for selection."""

    hit_1: float
    hit_5: float
    kept: int
    repaired: int
    without_llm: int


@dataclass(frozen=True, slots=True)
class Request:
    id: str
    query: str
    right: tuple[str, ...]


# As the table of the data gives them.
PEERS = {
    "petstore": Peer(0.565, 1.0, 22, 6, 12),
    "ecommerce": Peer(0.848, 0.978, 46, 11, 33),
    "github_subset": Peer(0.725, 0.925, 39, 9, 23),
    "mixed_mcp": Peer(0.833, 0.967, 30, 1, 21),
    "playwright": Peer(0.800, 0.920, 25, 1, 19),
    "xgen_commerce": Peer(0.857, 1.0, 7, 1, 4),
}
OPENAPI_SETS = {"petstore": "petstore3", "ecommerce": "ecommerce", "github_subset": "github_subset"}
TOOL_LISTS = {"mixed_mcp": ("filesystem", "github"), "playwright": ("playwright",)}
TRUTH_FILES = {"github_subset": "github"}
SIBLINGS_PEER = 10
SETTINGS = {
    "top_k": 8,
    "right_llm_target": "the first expected tool",
    "wrong_llm_target": "the best-ranked wrong candidate; for the siblings the one that the fixture names",
    "right": "any expected tool",
    "siblings": "ranked by retrieval over the candidates of a case; the fixture's order, right one first, is not used",
    "passes": f"not more than {SLACK} case below the peer; siblings all",
}


def measure(folder: Path) -> Measured:
    """Measure every set, each with its misses."""
    gtc = folder / "gtc"
    graphs = {name: graph_of(gtc, name) for name in PEERS}
    sets = {name: summarise(peer, _judged(graphs[name], requests_of(gtc, name))) for name, peer in PEERS.items()}
    sizes = {name: {"tools": len(graph.tools), "cases": sets[name]["cases"]} for name, graph in graphs.items()}
    return Measured(sizes, SETTINGS, {"sets": sets, "siblings": siblings(gtc)})


def graph_of(gtc: Path, name: str) -> ToolGraph:
    if name in OPENAPI_SETS:
        return read_openapi((gtc / "specs" / f"{OPENAPI_SETS[name]}.json").read_bytes())
    if name in TOOL_LISTS:
        lists = [read_json(gtc / "mcp_tools" / f"{part}.json")["tools"] for part in TOOL_LISTS[name]]
        return read_tools([tool for tools in lists for tool in tools])
    return read_openapi((gtc / "xgen" / "commerce_openapi.json").read_bytes())


def requests_of(gtc: Path, name: str) -> tuple[Request, ...]:
    """Return the requests of a set; those without an id of their own are numbered from 1 in the file's order."""
    if name == "xgen_commerce":
        rows = read_json(gtc / "xgen" / "cases.json")["cases"]
        return tuple(Request(row["id"], row["query"], (row["expected_target"],)) for row in rows)
    rows = read_json(gtc / "ground_truth" / f"{TRUTH_FILES.get(name, name)}.json")["queries"]
    return tuple(
        Request(f"{name}-{number:02}", row["query"], tuple(row["expected_tools"]))
        for number, row in enumerate(rows, start=1)
    )


def _judged(graph: ToolGraph, requests: tuple[Request, ...]) -> Iterator[tuple[Request, Judged]]:
    names = {tool["metadata"]["openapi"]["operation_id"]: name for name, tool in graph.tools.items()}
    for request in requests:
        right = tuple(names.get(name, name) for name in request.right)
        yield request, judge(graph, request.query, right[0], right)


def summarise(peer: Peer, rows: Iterator[tuple[Request, Judged]]) -> dict[str, Any]:
    """Return ours, the peer's, whether it passes in each column, and the ids of the misses."""
    found = tuple(rows)
    judged = [row for _, row in found]
    count, ranks = len(judged), [row.rank for row in judged]
    ours = {
        "hit_1": hit_at(ranks, 1),
        "hit_5": hit_at(ranks, 5),
        "kept": sum(row.right_llm.right for row in judged),
        "repaired": sum(row.wrong_llm.right for row in judged),
        "without_llm": sum(row.without_llm.right for row in judged),
    }
    theirs = {key: getattr(peer, key) for key in ours}
    misses = {
        "hit_1": [request.id for request, row in found if row.rank != 1],
        "hit_5": [request.id for request, row in found if row.rank is None or row.rank > 5],
        "kept": [request.id for request, row in found if not row.right_llm.right],
        "repaired": [request.id for request, row in found if not row.wrong_llm.right],
        "without_llm": [request.id for request, row in found if not row.without_llm.right],
    }
    passes = {key: count - len(misses[key]) >= cases_of(theirs[key], count) - SLACK for key in ours}
    return {
        "cases": count,
        "ours": ours,
        "peer": theirs,
        "passes": passes,
        "meets": all(passes.values()),
        "reads_turned_into_writes": sum(row.wrong_llm.read_to_write + row.right_llm.read_to_write for row in judged),
        "misses": misses,
    }


def cases_of(figure: float, count: int) -> int:
    """Return a figure as a number of cases: shares are written with a point, counts are whole.

    >>> cases_of(0.565, 23), cases_of(12, 23)
    (13, 12)
    """
    return figure if isinstance(figure, int) else round(figure * count)


def siblings(gtc: Path) -> dict[str, Any]:
    """Return the choices on the sibling cases: with the right LLM target, with the fixture's wrong one, with none.

    `unranked` has the same counts where the candidates are names in the order of the alphabet, without retrieval.
    """
    cases = read_json(gtc / "contrastive_sibling_cases.json")["cases"]
    ranked = {case["id"]: sibling_choices(case, is_ranked=True) for case in cases}
    unranked = {case["id"]: sibling_choices(case, is_ranked=False) for case in cases}
    ours, count = _right(ranked), len(cases)
    return {
        "cases": count,
        "ours": ours,
        "unranked": _right(unranked),
        "peer": dict.fromkeys(ours, SIBLINGS_PEER),
        "passes": {key: right == count for key, right in ours.items()},
        "meets": all(right == count for right in ours.values()),
        "misses": {key: [name for name, choices in ranked.items() if not choices[key].right] for key in ours},
    }


def sibling_choices(case: dict[str, Any], is_ranked: bool) -> dict[str, Choice]:
    graph = ToolGraph.from_tools([sibling_tool(case["resource"], row) for row in case["candidates"]])
    rows: list[Any] = sorted(graph.tools)
    if is_ranked:
        rows = retrieve_graphify(graph, case["query"], top_k=len(rows), include_evidence=True)["results"]
    targets = {"kept": case["expected"], "repaired": case["llm_target"], "without_llm": ""}
    right = {case["expected"]}
    return {key: choose(graph.tools, case["query"], rows, target, right) for key, target in targets.items()}


def _right(cases: dict[str, dict[str, Choice]]) -> dict[str, int]:
    return {key: sum(choices[key].right for choices in cases.values()) for key in ("kept", "repaired", "without_llm")}


def sibling_tool(resource: str, row: dict[str, Any]) -> dict[str, Any]:
    """Return one candidate of the sibling fixture as a tool dict, with its facts as the fixture states them."""
    fields = {
        side: [{"field_name": name, "semantic_tag": name, "kind": "data"} for name in row.get(side, ())]
        for side in ("consumes", "produces")
    }
    return {
        "name": row["name"],
        "description": row["summary"],
        "metadata": {
            "ai_metadata": {
                "canonical_action": row["action"],
                "primary_resource": resource,
                "result_shape": row["shape"],
                "one_line_summary": row["summary"],
            },
            "openapi": {"operation_id": row["name"], "path_module": resource},
            "api_contract": fields,
        },
    }
