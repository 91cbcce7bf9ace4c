"""Texts for the codes of a decision: stages, statuses, signals, values, badges, reasons and next checks."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Texts = dict[str, str | Promise]

STAGES: Texts = {
    "retrieve": pgettext_lazy("stage", "Retrieve"),
    "llm_intent": pgettext_lazy("stage", "LLM intent"),
    "select": pgettext_lazy("stage", "Select"),
    "plan": pgettext_lazy("stage", "Plan"),
    "auth": pgettext_lazy("stage", "Auth"),
    "execute": pgettext_lazy("stage", "Execute"),
    "learn": pgettext_lazy("stage", "Learn"),
}

STAGE_STATUSES: Texts = {
    "ok": pgettext_lazy("stage status", "Passed"),
    "warning": pgettext_lazy("stage status", "Passed with a warning"),
    "failed": pgettext_lazy("stage status", "Failed"),
    "skipped": pgettext_lazy("stage status", "Skipped"),
    "not_reached": pgettext_lazy("stage status", "Not reached"),
}

SIGNALS: Texts = {
    "retrieval_rank": pgettext_lazy("signal", "Retrieval rank"),
    "operation_surface": pgettext_lazy("signal", "Name and summary"),
    "canonical_action": pgettext_lazy("signal", "Action"),
    "primary_resource": pgettext_lazy("signal", "Resource"),
    "result_shape": pgettext_lazy("signal", "Result shape"),
    "contract": pgettext_lazy("signal", "Contract"),
    "path_module": pgettext_lazy("signal", "Module"),
    "graph": pgettext_lazy("signal", "Graph"),
    "learning": pgettext_lazy("signal", "Learning"),
    "dense": pgettext_lazy("signal", "Meaning"),
    "deprecated": pgettext_lazy("signal", "Deprecated"),
    "opposite_action": pgettext_lazy("signal", "Opposite action"),
    "clamp": pgettext_lazy("signal", "Limit to 0–1"),
}

SIGNAL_HINTS: Texts = {
    "retrieval_rank": _("The place that retrieval gave the tool."),
    "operation_surface": _("Words of the query found in the tool's name, operation id, summary or description."),
    "canonical_action": _("Whether the tool does what the query asks: search, read, create, update, delete or act."),
    "primary_resource": _("Whether the tool is about the thing that the query names."),
    "result_shape": _("Whether the answer has the form that the query wants: one item, a list, a count."),
    "contract": _("Fields of the request and the response that fit the query."),
    "path_module": _("Whether the tool belongs to the part of the API that the query names."),
    "graph": _("Links to other candidates in the tool graph."),
    "learning": _("A small boost from suggestions that a person promoted."),
    "dense": _("Nearness in meaning, by the embedding model."),
    "deprecated": _("Taken off because the document marks the tool as deprecated."),
    "opposite_action": _("Taken off because the tool does the opposite of what the query asks."),
    "clamp": _("What keeps the total between 0 and 1."),
}

# The value of a tool, as a reader would say it; used in cells and sentences.
ACTIONS: Texts = {
    "search": pgettext_lazy("action", "search"),
    "read": pgettext_lazy("action", "read"),
    "create": pgettext_lazy("action", "create"),
    "update": pgettext_lazy("action", "update"),
    "delete": pgettext_lazy("action", "delete"),
    "action": pgettext_lazy("action", "act"),
    "unknown": pgettext_lazy("action", "unknown"),
    "": pgettext_lazy("action", "unknown"),
}

SHAPES: Texts = {
    "single": pgettext_lazy("shape", "one item"),
    "list": pgettext_lazy("shape", "a list"),
    "count": pgettext_lazy("shape", "a count"),
    "mutation": pgettext_lazy("shape", "the result of a change"),
    "file": pgettext_lazy("shape", "a file"),
    "none": pgettext_lazy("shape", "no content"),
    "unknown": pgettext_lazy("shape", "an unknown form"),
    "": pgettext_lazy("shape", "an unknown form"),
}

# What the query asks for, as a phrase after "The query asks for".
WANTED_SHAPES: Texts = {
    "single": pgettext_lazy("wanted", "the details of one item"),
    "list": pgettext_lazy("wanted", "a list"),
    "count": pgettext_lazy("wanted", "a count"),
    "mutation": pgettext_lazy("wanted", "a change"),
    "file": pgettext_lazy("wanted", "a file"),
    "none": pgettext_lazy("wanted", "no answer"),
}

WANTED_ACTIONS: Texts = {
    "search": pgettext_lazy("wanted", "a search"),
    "read": pgettext_lazy("wanted", "reading"),
    "create": pgettext_lazy("wanted", "creating"),
    "update": pgettext_lazy("wanted", "changing"),
    "delete": pgettext_lazy("wanted", "deleting"),
    "action": pgettext_lazy("wanted", "an action"),
}

BADGES: Texts = {
    "agreed": _("Agreed with the LLM"),
    "overridden": _("LLM target overridden"),
    "kept": _("LLM target kept"),
    "chosen": _("Chosen without an LLM target"),
    "strong_evidence": _("Strong evidence"),
    "by_rank": _("Chosen by rank only"),
    "ambiguous": _("Ambiguous"),
    "tie": _("Tie"),
    "none": _("Nothing selected"),
    "risk": _("Override risk"),
    "learning": _("Learning applied"),
    "llm_unknown": _("LLM target unknown"),
    "expected_hit": _("Expected target selected"),
    "expected_miss": _("Expected target not selected"),
}

RISKS: Texts = {
    "": "",
    "low": pgettext_lazy("risk", "Low risk"),
    "medium": pgettext_lazy("risk", "Medium risk"),
    "high": pgettext_lazy("risk", "High risk"),
}

RISK_HINTS: Texts = {
    "low": _("From one read to another read of the same resource."),
    "medium": _("From one read to a read of another resource."),
    "high": _("To a tool that changes something, or between two such tools."),
}

REASON_CODES: Texts = {
    "selected_by_strong_evidence": _("The evidence chose the winner."),
    "selected_by_rank": _("Chosen by ranking, without strong evidence."),
    "llm_target_overridden": _("Strong evidence replaced the LLM's target."),
    "llm_target_preserved": _("The LLM's target was kept, although another candidate scores higher."),
    "llm_target_not_in_candidates": _("The LLM chose a tool outside what it was shown."),
    "ambiguous_target": _("The scores are too close to tell the candidates apart."),
    "candidate_tie": _("The best candidates are level."),
    "no_candidates": _("There was nothing to choose from."),
}

BLOCKED: Texts = {
    "margin": _("The LLM's choice stays because the margin is below the threshold for an override."),
    "weak_evidence": _("The LLM's choice stays because fewer than two signals support the other tool."),
    "no_ground": _(
        "The LLM's choice stays because nothing in the query speaks against it: a higher score alone replaces nothing."
    ),
    "read_to_mutation": _(
        "The LLM's choice reads; it is never replaced by a tool that changes something on text alone."
    ),
    "opposite_action": _("The LLM's choice is never replaced by the opposite operation."),
    "unknown_metadata": _(
        "The LLM's choice stays because neither the result shape nor the response fields are known: "
        "mend the metadata first."
    ),
}

GROUNDS: Texts = {
    "contradicted": _("The query rules the LLM's choice out: it asks for another action or another kind of answer."),
    "outspoken": _("The final tool speaks of every word that the LLM's choice speaks of, and of more."),
    "beyond_query": _("The LLM's choice works on a part that the query does not name."),
    "complete": _("The final tool speaks of the whole query; the LLM's choice misses a word of it."),
    "takes_given": _("The query gives a value that the final tool takes and the LLM's choice has no input for."),
}

NEXT_CHECKS: Texts = {
    "selected_by_strong_evidence": _("Nothing to mend: go on to the plan."),
    "selected_by_rank": _("Look at the evidence if this flow is critical."),
    "llm_target_overridden": _("Compare both tools once; keep this run as evidence of the override."),
    "llm_target_preserved": _("Look at the margin and at the signals in which the other tool is ahead."),
    "llm_target_not_in_candidates": _(
        "Check which tools the LLM was shown, and whether its target is in the collection."
    ),
    "ambiguous_target": _(
        "Add to summaries, aliases or response schemas of the candidates so that they can be told apart."
    ),
    "candidate_tie": _("Mark the expected target, so that this query can become a case."),
    "no_candidates": _(
        "Check the words of the query against the tools, and the source document for skipped operations."
    ),
    "not_retrieved": _(
        "The expected target was not among the candidates: mend its summary, aliases or contract first."
    ),
    "not_in_collection": _("The live version has no tool of that name: import the document that has it."),
    "unknown_metadata": _("Result shape and response fields are unknown: add response schemas and import again."),
    "llm_target_mismatch": _("The LLM chose a sibling of the expected target: compare their summaries."),
    "selector_mismatch": _("The selector chose another tool than expected: compare the signals in the table."),
    "collection_unreliable": _(
        "Actions, resources and contracts of this collection are unknown: mend the document first."
    ),
    "mark_expected": _("Mark the tool that you expected, so that the result can be judged."),
    "llm_unavailable": _("Check the address and the key of the LLM, then ask again."),
    "llm_bad_reply": _("Look at the LLM's reply; a smaller catalogue often helps."),
    "unknown_target": _("Import the document that has this tool, or ask for another one."),
    "unsatisfied_field": _("Give a value for the input, or a producer or context default for it."),
    "enum_required": _("Give one of the allowed values."),
    "mutation_blocked": _("A preceding call would change something: allow it on purpose, or give the value yourself."),
    "cycle": _("Break the circle with a value of your own or an operator's edge."),
    "max_depth": _("Give a value further down, so that fewer calls are needed."),
    "auth_context_required": _("Give the authentication context that the calls need."),
    "auth_profile_missing": _("Create the authentication profile that the collection names."),
    "auth_header_resolution_failed": _("Check the reference behind the authentication header."),
    "auth_failed": _("Check whether the credentials are valid and allow this call."),
    "http_4xx": _("Compare the request with the contract of the tool."),
    "http_5xx": _("The API itself failed: try again later, or tell its owner."),
    "timeout": _("Try again, or raise the time limit if the call is slow by nature."),
    "network_error": _("Check the address of the API and the way to it."),
    "binding_failed": _("Compare the path of the value with the real answer of the producer."),
    "host_not_allowed": _("Ask an admin to allow this host."),
    "scrub_failed": _("The trace was not kept, because private values could not be removed."),
    "insufficient_repeated_success": _("Wait for further successful runs, or prove the case in the lab."),
}

REASONS: Texts = {
    "no_candidates": _("No candidate was found"),
    "not_retrieved": _("The expected target is not among the candidates"),
    "llm_target_mismatch": _("The LLM chose another tool than expected"),
    "llm_target_not_in_candidates": _("The LLM chose a tool outside the candidates"),
    "llm_unavailable": _("The LLM could not be reached"),
    "llm_bad_reply": _("The LLM's reply could not be read"),
    "ambiguous_target": _("Candidates too close"),
    "candidate_tie": _("Candidates level"),
    "selector_mismatch": _("The selector chose another tool than expected"),
    "unknown_target": _("The target is unknown"),
    "unsatisfied_field": _("A required input has no value"),
    "enum_required": _("One of the allowed values is required"),
    "mutation_blocked": _("A call that changes something was blocked"),
    "cycle": _("The calls need each other in a circle"),
    "max_depth": _("Too many calls in a row would be needed"),
    "auth_context_required": _("An authentication context is required"),
    "auth_profile_missing": _("The authentication profile is missing"),
    "auth_header_resolution_failed": _("The authentication header could not be made"),
    "auth_failed": _("Authentication was refused"),
    "http_4xx": _("The API refused the request (4xx)"),
    "http_5xx": _("The API failed (5xx)"),
    "timeout": _("No answer in time"),
    "network_error": _("The network failed"),
    "binding_failed": _("A value could not be passed on"),
    "host_not_allowed": _("The host is not allowed"),
    "scrub_failed": _("Private values could not be removed"),
    "insufficient_repeated_success": _("Not enough repeated successes"),
    "no_llm_target": _("No LLM target was given"),
    "not_built_yet": _("Not part of this version"),
    "not_requested": _("Not asked for"),
    "cancelled": _("Cancelled by a person"),
    "internal_error": _("An error inside the console"),
}

WHY_MISSED: Texts = {
    "not_in_collection": _("The live version of this collection has no such tool."),
    "collection_changed": _("The collection has changed since this run, so its rank cannot be told any more."),
    "not_matched": _("No word of the query is found in its name, summary, description or fields."),
    "below_top_k": _("It scored below the last candidate that was kept."),
    "action_unknown": _("Its action is unknown."),
    "resource_unknown": _("Its resource is unknown."),
    "no_contract": _("Its request and response fields are unknown."),
    "no_summary": _("It has no summary."),
}

# Text of the link behind a next check, by the kind of place where the matter is mended.
CHECK_LINKS: Texts = {
    "collection": _("Open the collection"),
    "tool": _("Open the tool"),
    "import": _("Import the document again"),
    "new_run": _("Ask again"),
    "expected": _("Mark the expected target"),
}
