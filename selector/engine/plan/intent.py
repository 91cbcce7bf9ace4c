"""A query, a catalog and a way to ask an LLM in; the LLM's target and entities out, or a typed failure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from selector.engine.failures import Failure, Reason, Stage
from selector.engine.plan.catalog import ToolCatalogEntry
from selector.engine.plan.prompt import build_prompt
from selector.engine.plan.reply import read_reply
from selector.engine.scrub import scrub_text

# Characters of a name or message that stand in a failure's evidence; chosen: enough to recognise it.
MAX_SHOWN = 200

Llm = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class IntentResult:
    """What the LLM made of a query.

    `target` is a name of the catalog or "" (nothing fits, or `failure`). `llm_target` is the name as the LLM gave it,
    so it may lie outside the catalog. `selected_target` and `overrode_llm` are selection's, once it has been made.
    """

    target: str = ""
    entities: Mapping[str, Any] = field(default_factory=dict)
    llm_target: str = ""
    selected_target: str = ""
    overrode_llm: bool = False
    failure: Failure | None = None

    @property
    def ok(self) -> bool:
        return self.failure is None

    def with_selection(self, selection: Mapping[str, Any]) -> "IntentResult":
        """The same result with what `select_target_candidate` made of it."""
        final, overrode = str(selection.get("selected_target") or ""), bool(selection.get("overrode_llm"))
        return replace(self, selected_target=final, overrode_llm=overrode)

    def to_dict(self) -> dict[str, Any]:
        return {
            "target": self.target,
            "entities": dict(self.entities),
            "llm_target": self.llm_target,
            "selected_target": self.selected_target,
            "overrode_llm": self.overrode_llm,
            "failure": None if self.failure is None else self.failure.to_dict(),
        }


def parse_intent(query: str, catalog: Sequence[ToolCatalogEntry], llm: Llm | None) -> IntentResult:
    """Ask `llm` (prompt -> text) for one tool of the catalog and for the values that the query names.

    It never raises for what the LLM does: no answer is `llm_unavailable`, an answer that is not the strict JSON object
    is `llm_bad_reply`, a name outside the catalog `llm_target_not_in_candidates` (its entities are dropped too). With
    an empty catalog nothing is asked, since there is nothing to choose from.

    >>> entry = ToolCatalogEntry("getOrder")
    >>> parse_intent("order A-1", [entry], lambda prompt: '{"target": "getOrder", "entities": {}}').target
    'getOrder'
    >>> parse_intent("order A-1", [entry], lambda prompt: "getOrder!").failure.reason.value
    'llm_bad_reply'
    """
    if not catalog:
        return IntentResult()
    if llm is None:
        return _failed(Reason.LLM_UNAVAILABLE, {"error": "not_configured"})
    try:
        text = llm(build_prompt(query, catalog))
    # The callable is foreign code over a network: whatever it raises means the same, that there is no answer.
    except Exception as error:  # noqa: BLE001
        shown = scrub_text(str(error)[: MAX_SHOWN * 4], max_chars=MAX_SHOWN).text
        return _failed(Reason.LLM_UNAVAILABLE, {"error": type(error).__name__, "message": shown})
    reply = read_reply(text)
    if reply.problem:
        size = len(text) if isinstance(text, str) else 0
        return _failed(Reason.LLM_BAD_REPLY, {"problem": reply.problem, "characters": size})
    names = {entry.name for entry in catalog}
    if reply.target and reply.target not in names:
        shown = scrub_text(reply.target[: MAX_SHOWN * 4], max_chars=MAX_SHOWN).text
        evidence = {"llm_target": shown, "candidates": [entry.name for entry in catalog]}
        return replace(_failed(Reason.LLM_TARGET_NOT_IN_CANDIDATES, evidence), llm_target=shown)
    return IntentResult(target=reply.target, entities=reply.entities, llm_target=reply.target)


def _failed(reason: Reason, evidence: Mapping[str, Any]) -> IntentResult:
    return IntentResult(failure=Failure(Stage.LLM_INTENT, reason, evidence))
