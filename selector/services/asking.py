"""A question of a program in, the ranking or the decision and its revision out; the question is not stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from selector.display.revisions import RevisionFacts
from selector.engine import ToolGraph, retrieve_graphify, select_target_candidate
from selector.engine.retrieval.ranking import find_row
from selector.models import Collection, Revision
from selector.queries.collections import TOP_K_DEFAULT, TOP_K_MAX
from selector.queries.revisions import revision_facts

from .base import Actor, RuleBroken
from .runs import TOOL_CHARACTERS, check_question, current_graph

# What a row of an answer says about its tool; the rest is read from the collection's tools.
FACTS = ("canonical_action", "primary_resource", "result_shape")
EVIDENCE = ("score_breakdown", "semantic_evidence", "edge_evidence", "expanded_from", "learning_evidence")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the engine said, as plain JSON, and the revision it said it on."""

    revision: RevisionFacts
    result: dict[str, Any]


def retrieve_tools(
    *, actor: Actor, collection: Collection, query: str, top_k: int = TOP_K_DEFAULT, include_evidence: bool = False
) -> Answer:
    """The tools that fit the query best: `results` (rows, best first), `intent`, `stats`.

    RuleBroken: query_missing, query_too_long, top_k_out_of_range, collection_empty.
    """
    query = query.strip()
    check_question(query, "", "", top_k, "", {})
    revision, graph = usable_graph(actor, collection)
    found = retrieve_graphify(graph, query, top_k=top_k, include_evidence=include_evidence)
    rows = [_row(row) for row in found["results"]]
    return Answer(revision_facts(revision), {"results": rows, "intent": found["intent"], "stats": found["stats"]})


def select_tool(
    *,
    actor: Actor,
    collection: Collection,
    query: str,
    llm_target: str = "",
    candidates: Sequence[str] | None = None,
    top_k: int = TOP_K_DEFAULT,
) -> Answer:
    """The decision of the specification (2.3) among `candidates`, or among the first `top_k` that retrieval finds.

    Candidates that the collection does not know stand in `unknown_candidates` and take no part.
    RuleBroken: as above, and tool_name_too_long, too_many_candidates.
    """
    query, llm_target = query.strip(), llm_target.strip()
    check_question(query, llm_target, "", top_k, "", {})
    _check_candidates(candidates or ())
    revision, graph = usable_graph(actor, collection)
    rows = retrieve_graphify(graph, query, top_k=top_k, include_evidence=True)["results"]
    names = [row["name"] for row in rows] if candidates is None else list(dict.fromkeys(candidates))
    known = [name for name in names if name in graph.tools]
    selection = select_target_candidate(
        query,
        known,
        graph.tools,
        retrieval_results=_rows_of(graph, query, rows, known),
        llm_target=llm_target or None,
        policy=revision.policy,
    )
    unknown = sorted(set(names) - set(known))
    return Answer(revision_facts(revision), {**selection, "unknown_candidates": unknown})


def usable_graph(actor: Actor, collection: Collection) -> tuple[Revision, ToolGraph]:
    """The head with its graph. RuleBroken: collection_empty, where no document is live."""
    revision, graph = current_graph(actor, collection)
    if not revision.live_versions:
        message = f"{collection.slug} has no live version: import a document into it and confirm the import."
        raise RuleBroken("collection_empty", message)
    return revision, graph


def _check_candidates(candidates: Sequence[str]) -> None:
    if len(candidates) > TOP_K_MAX:
        raise RuleBroken("too_many_candidates", f"Compare at most {TOP_K_MAX} candidates.", "candidates")
    if any(len(name) > TOOL_CHARACTERS for name in candidates):
        raise RuleBroken("tool_name_too_long", f"At most {TOOL_CHARACTERS} characters.", "candidates")


def _rows_of(
    graph: ToolGraph, query: str, rows: Sequence[Mapping[str, Any]], names: Sequence[str]
) -> list[Mapping[str, Any]]:
    """The retrieval rows of the candidates, with their ranks in the whole collection."""
    ranked = {row["name"]: row for row in rows}
    found = [ranked.get(name) or find_row(graph, query, name) for name in names]
    return sorted((row for row in found if row), key=lambda row: row["rank"])


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    metadata = row["tool"].get("metadata", {})
    semantic = metadata.get("ai_metadata", {})
    facts = {key: semantic.get(key) or "" for key in FACTS}
    own = {
        "rank": row["rank"],
        "name": row["name"],
        "score": row["score"],
        "method": metadata.get("method", ""),
        "path": metadata.get("path", ""),
        "summary": semantic.get("one_line_summary") or "",
        "deprecated": bool(metadata.get("deprecated")),
    }
    return own | facts | {key: row[key] for key in EVIDENCE if key in row}
