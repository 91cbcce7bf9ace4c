"""Forms of a run: a new one, and the mark of its expected target."""

import json
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from console.forms.base import CODE, NAME_CHARACTERS, TextInput, VersionForm
from selector.display import NewRunOptions, RunPage

# Characters; long enough for any request in words, short enough for a page.
QUERY_CHARACTERS = 4000
ENTITIES_CHARACTERS = 20_000


class ExpectedForm(VersionForm):
    """The tool that would have been right for a run."""

    target = forms.CharField(
        label=_("Tool"),
        required=False,
        max_length=NAME_CHARACTERS,
        help_text=_("The name of the tool that would be right for this query; empty takes the mark away."),
        widget=TextInput({**CODE, "list": "candidate-names"}),
    )


class RunForm(forms.Form):
    """A new run: a query to a collection, and what is known beside it."""

    collection = forms.ChoiceField(
        label=_("Collection"),
        error_messages={"invalid_choice": _("There is no such collection, or it has no tools yet.")},
    )
    query = forms.CharField(
        label=_("Query"),
        max_length=QUERY_CHARACTERS,
        help_text=_("What the user wants, in Korean or English, as they would say it."),
        widget=forms.Textarea({"rows": 2, "dir": "auto", "autofocus": True, "data-send": ""}),
    )
    llm_target = forms.CharField(
        label=_("LLM target"),
        required=False,
        max_length=NAME_CHARACTERS,
        help_text=_("The tool that the LLM chose, to compare it with the evidence."),
        widget=TextInput({**CODE, "list": "llm-target-names"}),
    )
    expected_target = forms.CharField(
        label=_("Expected target"),
        required=False,
        max_length=NAME_CHARACTERS,
        help_text=_("The tool that you know to be right. It never takes part in the decision."),
        widget=TextInput({**CODE, "list": "expected-target-names"}),
    )
    entities = forms.CharField(
        label=_("Entities"),
        required=False,
        max_length=ENTITIES_CHARACTERS,
        help_text=_("Values that are already known: a JSON object, or one key=value on each line."),
        widget=forms.Textarea(
            {"rows": 3, "class": "mono-input", "spellcheck": "false", "dir": "auto", "data-send": ""}
        ),
    )
    top_k = forms.IntegerField(label=_("Candidates"), required=False, min_value=1)
    idempotency_key = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, options: NewRunOptions, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(row.slug, f"{row.name} ({row.operation_count:,})") for row in options.collections]
        self.fields["collection"].choices = choices  # type: ignore[attr-defined]
        top_k = self.fields["top_k"]
        top_k.max_value = options.top_k_max  # type: ignore[attr-defined]
        top_k.widget.attrs.update({"max": options.top_k_max, "placeholder": str(options.top_k_default)})
        self.top_k_default = options.top_k_default
        self.top_k_max = options.top_k_max

    def clean_top_k(self) -> int:
        top_k = self.cleaned_data["top_k"] or self.top_k_default
        if top_k > self.top_k_max:
            raise forms.ValidationError(_("At most %(max)d candidates."), params={"max": self.top_k_max})
        return int(top_k)

    def clean_entities(self) -> dict[str, Any]:
        return read_entities(self.cleaned_data["entities"])


def read_entities(text: str) -> dict[str, Any]:
    """Give the entities of a JSON object or of `key=value` lines; an error names the line.

    >>> read_entities("memberNo = M-1\\nsort=latest")
    {'memberNo': 'M-1', 'sort': 'latest'}
    """
    if text.lstrip().startswith(("{", "[")):
        return _read_json_entities(text)
    entities: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        key, equals, value = (part.strip() for part in line.partition("="))
        if not equals or not key:
            raise forms.ValidationError(_("Line %(line)d: write key=value."), params={"line": number})
        if key in entities:
            raise forms.ValidationError(
                _("Line %(line)d: “%(key)s” stands twice."), params={"line": number, "key": key}
            )
        entities[key] = value
    return entities


def _read_json_entities(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise forms.ValidationError(
            _("This is no JSON: line %(line)d, column %(column)d."),
            params={"line": error.lineno, "column": error.colno},
        ) from error
    except RecursionError as error:
        raise forms.ValidationError(_("The JSON is nested too deep.")) from error
    if not isinstance(value, dict):
        raise forms.ValidationError(_('The JSON must be an object: {"key": "value"}.'))
    return value


def run_initial(run: RunPage) -> dict[str, Any]:
    """Give what a new run starts from when it repeats one that was made."""
    return {
        "collection": run.collection_slug,
        "query": run.query,
        "llm_target": run.decision.llm.name if run.decision.llm else "",
        "expected_target": run.expected.name if run.expected else "",
        "entities": json.dumps(run.entities, ensure_ascii=False, indent=2) if run.entities else "",
        "top_k": run.top_k,
    }
