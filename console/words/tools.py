"""Texts for the codes of a tool: where values come from, places and kinds of fields, evidence, and what to do."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from console.words.decision import Texts

# What a derived value was read from; several are joined by a plus.
SOURCES: Texts = {
    "method": pgettext_lazy("source", "HTTP method"),
    "path": pgettext_lazy("source", "path"),
    "schema": pgettext_lazy("source", "schema"),
    "response": pgettext_lazy("source", "response"),
    "operation_id": pgettext_lazy("source", "operation id"),
    "summary": pgettext_lazy("source", "summary"),
    "name": pgettext_lazy("source", "name"),
    "annotations": pgettext_lazy("source", "annotations"),
    "canonical_action": pgettext_lazy("source", "action"),
    "none": pgettext_lazy("source", "nothing says it"),
    "operator": pgettext_lazy("source", "operator"),
}

# What a page says about a tool, and what an operator can override.
SEMANTICS: Texts = {
    "action": pgettext_lazy("semantic", "Action"),
    "resource": pgettext_lazy("semantic", "Resource"),
    "shape": pgettext_lazy("semantic", "Result shape"),
    "module": pgettext_lazy("semantic", "Module"),
    "alias": pgettext_lazy("semantic", "Alias"),
}

LOCATIONS: Texts = {
    "path": pgettext_lazy("location", "path"),
    "query": pgettext_lazy("location", "query"),
    "header": pgettext_lazy("location", "header"),
    "cookie": pgettext_lazy("location", "cookie"),
    "body": pgettext_lazy("location", "body"),
}

FIELD_KINDS: Texts = {
    "data": pgettext_lazy("field kind", "data"),
    "context": pgettext_lazy("field kind", "context"),
    "auth": pgettext_lazy("field kind", "auth"),
    "paging": pgettext_lazy("field kind", "paging"),
}

# Who gives an input that no tool produces.
NO_PRODUCER: Texts = {
    "data": _("No tool produces it; the user has to say it."),
    "context": _("Comes from the defaults of the collection, or from the user."),
    "auth": _("Comes from the sign-in, never from a tool."),
    "paging": _("Chosen by the caller."),
}

# Kinds of evidence of an edge, the strongest first.
TIERS: Texts = {
    "manual": pgettext_lazy("tier", "an operator says so"),
    "openapi_link": pgettext_lazy("tier", "link in the document"),
    "contract": pgettext_lazy("tier", "fields fit"),
    "promoted_trace": pgettext_lazy("tier", "seen in a run and approved"),
    "trace": pgettext_lazy("tier", "seen in a run"),
    "name_similarity": pgettext_lazy("tier", "similar names"),
}

# What to do about each gap of one tool.
GAP_HELP: Texts = {
    "action": _("Nothing tells what it does. Set the action here, or give the operation a clear id and summary."),
    "resource": _("Nothing tells what it is about. Set the resource here, or name the thing in path and schema."),
    "contract": _("It has neither parameters nor schemas. Add them to the document and import it again."),
    "response_schema": _(
        "The successful response has no schema, so list and detail cannot be told apart, and no tool can use its answer. "
        "Add the schema to the document and import it again; until then the result shape can be set here."
    ),
    "summary": _(
        "It has no summary, which is what a query meets first. Add one to the document and import it again; "
        "until then aliases in the users' words help."
    ),
    "auth": _("The document does not say how to sign in. Declare a security scheme for it."),
}
