"""Runs: a question in, a stored run with one record for each stage out; and the expected target marked on one later."""

from __future__ import annotations

import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from selector.convert.candidates import candidates_of_run
from selector.convert.details import hidden_words, retrieve_detail, select_detail
from selector.convert.expected import expected_detail
from selector.convert.judgement import LATER_STAGES, RunFacts, StageVerdict, Verdict, judge
from selector.engine import ENGINE_VERSION, ToolGraph, retrieve_graphify, select_target_candidate
from selector.engine.retrieval.ranking import find_row
from selector.engine.scrub import scrub_text, scrub_value
from selector.models import Collection, Revision, RunCandidate, RunOrigin, SelectorRun, StageName, StageRecord
from selector.queries.collections import TOP_K_DEFAULT, TOP_K_MAX
from selector.queries.graphs import head_graph
from selector.search import bigrams, fold

from .base import Actor, RuleBroken, check_version, record_audit
from .collections import lock_collection
from .revisions import make_revision
from .settling import end_of_plan
from .values import ENTITIES, QUERY, keep_values

# Characters of a query, and bytes of the entities that come with it. Chosen: a long question, not a document.
QUERY_CHARACTERS = 4000
ENTITIES_BYTES = 16 * 1024
KEY_CHARACTERS = 128
TOOL_CHARACTERS = 340


@dataclass(frozen=True, slots=True)
class Decided:
    """What the engine said, with how long each stage took in milliseconds."""

    retrieval: Mapping[str, Any]
    selection: Mapping[str, Any]
    retrieve_ms: int
    select_ms: int

    @property
    def candidates(self) -> tuple[str, ...]:
        return tuple(row["name"] for row in self.retrieval["results"])


def start_run(
    *,
    actor: Actor,
    collection: Collection,
    query: str,
    llm_target: str = "",
    expected_target: str = "",
    entities: Mapping[str, Any] | None = None,
    top_k: int = TOP_K_DEFAULT,
    idempotency_key: str = "",
    origin: str = RunOrigin.PAGE,
    adapter_request_id: str = "",
    request_digest: str = "",
) -> SelectorRun:
    """Ask a collection and store what was decided; the run that is there where this actor used the key before.

    The engine decides on the query as typed; what is stored is scrubbed. With a `request_digest` the run that is there
    must have been asked for with the same one. RuleBroken: query_missing, query_too_long, top_k_out_of_range,
    entities_too_large, tool_name_too_long, key_too_long, key_reused.
    """
    query, llm_target, expected_target = query.strip(), llm_target.strip(), expected_target.strip()
    check_question(query, llm_target, expected_target, top_k, idempotency_key, entities or {})
    known = _by_key(actor, idempotency_key, request_digest)
    if known is not None:
        return known
    started = time.perf_counter()
    revision, graph = current_graph(actor, collection)
    decided = decide(graph, query, llm_target, top_k, revision.policy)
    scrubbed, scrubbed_entities = scrub_text(query), scrub_value(dict(entities or {}))
    run = SelectorRun(
        collection=collection,
        revision=revision,
        query=scrubbed.text,
        scrub_kinds=sorted({*scrubbed.kinds, *scrubbed_entities.kinds}),
        llm_target=scrub_text(llm_target).text,
        entities=scrubbed_entities.value,
        top_k=top_k,
        origin=origin,
        adapter_request_id=scrub_text(adapter_request_id).text[:128],
        idempotency_key=idempotency_key or uuid.uuid4().hex,
        request_digest=request_digest or None,
        created_by=actor.user,
        created_by_name=actor.name,
        duration_ms=_since(started),
    )
    _fill_decision(run, decided.selection)
    records = _records(run, decided, hidden_words(query, scrubbed.text))
    if expected_target:
        _expect(actor, run, scrub_text(expected_target).text)
        records[StageName.RETRIEVE].detail["expected"] = _find_expected(graph, query, expected_target, decided, top_k)
    _apply(run, records, judge(_facts(run, decided.candidates)))
    tools = candidates_of_run(run, decided.selection["rank_signals"])
    typed = {QUERY: query, ENTITIES: dict(entities or {})} if run.scrub_kinds else {}
    return _store(actor, run, list(records.values()), tools, typed)


def current_graph(actor: Actor, collection: Collection) -> tuple[Revision, ToolGraph]:
    """The head and its graph; a head of an older engine gets a successor first, since this one decides differently."""
    revision, graph = head_graph(collection.pk)
    if revision.engine_version == ENGINE_VERSION:
        return revision, graph
    with transaction.atomic():
        make_revision(actor=actor, collection=lock_collection(collection.pk), cause="engine.upgrade")
    return head_graph(collection.pk)


def decide(graph: ToolGraph, query: str, llm_target: str, top_k: int, policy: str) -> Decided:
    """Retrieve and select, without storing anything."""
    begun = time.perf_counter()
    retrieval = retrieve_graphify(graph, query, top_k=top_k, include_evidence=True)
    retrieve_ms, begun = _since(begun), time.perf_counter()
    selection = select_target_candidate(
        query,
        [row["name"] for row in retrieval["results"]],
        graph.tools,
        retrieval_results=retrieval["results"],
        llm_target=llm_target or None,
        policy=policy,
    )
    return Decided(retrieval, selection, retrieve_ms, _since(begun))


def _since(begun: float) -> int:
    return round((time.perf_counter() - begun) * 1000)


def check_question(
    query: str, llm_target: str, expected_target: str, top_k: int, key: str, entities: Mapping[str, Any]
) -> None:
    if not query:
        raise RuleBroken("query_missing", "Type what is wanted.", "query")
    if len(query) > QUERY_CHARACTERS:
        raise RuleBroken("query_too_long", f"At most {QUERY_CHARACTERS} characters.", "query")
    if not 1 <= top_k <= TOP_K_MAX:
        raise RuleBroken("top_k_out_of_range", f"Ask for 1 to {TOP_K_MAX} candidates.", "top_k")
    for field, name in {"llm_target": llm_target, "expected_target": expected_target}.items():
        if len(name) > TOOL_CHARACTERS:
            raise RuleBroken("tool_name_too_long", f"At most {TOOL_CHARACTERS} characters.", field)
    if len(key) > KEY_CHARACTERS:
        raise RuleBroken("key_too_long", f"At most {KEY_CHARACTERS} characters.", "idempotency_key")
    if len(str(entities)) > ENTITIES_BYTES:
        raise RuleBroken("entities_too_large", f"At most {ENTITIES_BYTES} bytes.", "entities")


def _by_key(actor: Actor, key: str, request_digest: str) -> SelectorRun | None:
    """The run that the actor has made with the key, if any."""
    known = SelectorRun.objects.filter(created_by=actor.user, idempotency_key=key).first() if key else None
    if known is None:
        return None
    if request_digest and known.request_digest != request_digest:
        message = "Another question was asked with this key; make a new key for each question."
        raise RuleBroken("key_reused", message, "idempotency_key")
    known.is_repeat = True
    return known


def _fill_decision(run: SelectorRun, selection: Mapping[str, Any]) -> None:
    run.selected_target = selection["selected_target"]
    run.overrode_llm = selection["overrode_llm"]
    run.ambiguous = selection["ambiguous"]
    run.override_risk = selection.get("override_risk", "") if selection["overrode_llm"] else ""
    run.reason_codes = [str(code) for code in selection["reason_codes"]]
    run.confidence = min(1.0, max(0.0, selection["confidence"]))
    run.margin = selection["margin"]
    run.llm_margin = selection["llm_margin"]


def _records(run: SelectorRun, decided: Decided, hidden: frozenset[str]) -> dict[str, StageRecord]:
    records = {stage.value: StageRecord(run=run, stage=stage.value) for stage in StageName}
    records[StageName.RETRIEVE].detail = retrieve_detail(decided.retrieval, run.top_k, hidden)
    records[StageName.RETRIEVE].duration_ms = decided.retrieve_ms
    records[StageName.SELECT].detail = select_detail(decided.selection, hidden)
    records[StageName.SELECT].duration_ms = decided.select_ms
    return records


def _expect(actor: Actor, run: SelectorRun, target: str) -> None:
    run.expected_target = target
    run.expected_at, run.expected_by, run.expected_by_name = timezone.now(), actor.user, actor.name


def _find_expected(graph: ToolGraph, query: str, target: str, decided: Decided, top_k: int) -> dict[str, Any]:
    row = next((row for row in decided.retrieval["results"] if row["name"] == target), None)
    return expected_detail(target, graph.tools.get(target), row or find_row(graph, query, target), top_k)


def _facts(run: SelectorRun, candidates: Sequence[str]) -> RunFacts:
    return RunFacts(
        candidates=candidates,
        llm_target=run.llm_target,
        selected_target=run.selected_target,
        reason_codes=run.reason_codes,
        ambiguous=run.ambiguous,
        expected_target=run.expected_target,
    )


def _apply(run: SelectorRun, records: Mapping[str, StageRecord], verdict: Verdict) -> None:
    for stage, outcome in verdict.stages.items():
        records[stage].status, records[stage].reason = outcome.status, outcome.reason
    run.status, run.failed_stage, run.failed_reason = verdict.status, verdict.failed_stage, verdict.failed_reason
    # Searched: what was asked, what was chosen, and what was said to be right.
    words = [run.query, run.selected_target, run.llm_target, run.expected_target]
    run.search_text = fold(" ".join(word for word in words if word))
    run.bigrams = bigrams(run.search_text)


def _store(
    actor: Actor,
    run: SelectorRun,
    records: list[StageRecord],
    tools: list[RunCandidate],
    typed: Mapping[str, Any],
) -> SelectorRun:
    try:
        with transaction.atomic():
            run.save()
            # A plan needs what scrubbing took away; it is kept encrypted until the run ends, a day at most.
            keep_values(run, **typed)
            StageRecord.objects.bulk_create(records)
            RunCandidate.objects.bulk_create(tools)
            record_audit(
                actor=actor,
                action="run.start",
                target=run,
                collection=run.collection,
                after={
                    "revision": run.revision_id,
                    "status": run.status,
                    "selected_target": run.selected_target,
                    "llm_target": run.llm_target,
                    "origin": run.origin,
                },
            )
    except IntegrityError:
        # Somebody with the same key was faster; what they stored is the answer.
        known = _by_key(actor, run.idempotency_key, run.request_digest or "")
        if known is None:
            raise
        return known
    return run


@transaction.atomic
def mark_expected_target(*, actor: Actor, run_id: int, target: str, version: int, reason: str = "") -> SelectorRun:
    """Say which tool was right, or with "" that nobody knows; the stages are judged anew, the decision stays as it was.

    StaleWrite where somebody marked the run meanwhile. RuleBroken: tool_name_too_long.
    """
    target = scrub_text(target.strip()).text
    if len(target) > TOOL_CHARACTERS:
        raise RuleBroken("tool_name_too_long", f"At most {TOOL_CHARACTERS} characters.", "target")
    run = SelectorRun.objects.select_for_update(of=("self",)).select_related("collection", "revision").get(pk=run_id)
    before = {"expected_target": run.expected_target, "status": run.status, "failed_stage": run.failed_stage}
    check_version(run, version, {**before, "expected_by": run.expected_by_name})
    records = {record.stage: record for record in run.stages.all()}
    retrieve = records[StageName.RETRIEVE]
    retrieve.detail.pop("expected", None)
    if target:
        _expect(actor, run, target)
        retrieve.detail["expected"] = _expected_later(run, retrieve.detail, target)
    else:
        run.expected_target = run.expected_by_name = ""
        run.expected_at = run.expected_by = None
    later = {stage.value: StageVerdict(records[stage].status, records[stage].reason) for stage in LATER_STAGES}
    facts = _facts(run, [row["name"] for row in retrieve.detail.get("rows", ())])
    _apply(run, records, judge(facts, later, end_of_plan(run)))
    run.version += 1
    run.save()
    StageRecord.objects.bulk_update(records.values(), ["status", "reason", "detail"])
    _move_expected(run, before["expected_target"])
    record_audit(
        actor=actor,
        action="run.expect",
        target=run,
        collection=run.collection,
        before=before,
        after={"expected_target": target, "status": run.status, "failed_stage": run.failed_stage},
        reason=reason,
    )
    return run


def _expected_later(run: SelectorRun, detail: Mapping[str, Any], target: str) -> dict[str, Any]:
    """Where the target stands, out of what was stored; its rank in the whole index only while the graph is the same."""
    stored = next((row for row in detail.get("rows", ()) if row["name"] == target), None)
    if stored is not None:
        return expected_detail(target, {}, stored, run.top_k)
    head, graph = head_graph(run.collection_id)
    if head.digest != run.revision.digest:
        return {"name": target, "retrieved": False, "rank": None, "missed": ["collection_changed"]}
    row = find_row(graph, run.query, target)
    # The scrubbed query may rank it higher than the typed one did; it was not among the candidates then.
    rank = max(row["rank"], run.top_k + 1) if row else None
    return expected_detail(target, graph.tools.get(target), {**row, "rank": rank} if row else None, run.top_k)


def _move_expected(run: SelectorRun, earlier: str) -> None:
    """Keep the index of tools in step with the mark; a row that only the earlier mark had made goes."""
    run.tools.filter(tool_name=earlier, rank=None, is_llm=False).exclude(tool_name=run.expected_target).delete()
    run.tools.filter(is_expected=True).update(is_expected=False)
    if run.expected_target:
        fields = {"collection_id": run.collection_id, "is_expected": True}
        run.tools.update_or_create(tool_name=run.expected_target, defaults=fields)
