"""All input of people passes here: posted text in, checked values or errors that say what to do out."""

import json
import zoneinfo
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import MinValueValidator
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from console.words import TABLES, knows, word
from selector.display import NewRunOptions, RunFilter, RunPage, ToolFilter, ToolListPage
from selector.services import RuleBroken

# Characters; long enough for any request in words, short enough for a page.
QUERY_CHARACTERS = 4000
ENTITIES_CHARACTERS = 20_000
NAME_CHARACTERS = 300


class TextInput(forms.TextInput):
    """A line of text that the browser neither completes nor corrects: names of tools are code."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__({"autocomplete": "off", "spellcheck": "false", "dir": "auto", **(attrs or {})})


CODE = {"class": "mono-input", "autocapitalize": "none"}


class SignInForm(AuthenticationForm):
    """Name and password."""

    error_messages = {
        "invalid_login": _("Name or password do not fit. Both take capitals into account."),
        "inactive": _("This account is switched off."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["password"].label = _("Password")


class PreferencesForm(forms.Form):
    """How the console looks and speaks to one person."""

    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As the browser asks")), ("ko", "한국어"), ("en", "English")],
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        help_text=_("A name of the time zone database, for example Asia/Seoul or UTC."),
        widget=TextInput({"list": "time-zones"}),
    )
    theme = forms.ChoiceField(label=_("Theme"), choices=list(TABLES["theme"].items()))
    keyboard_shortcuts = forms.BooleanField(
        label=_("Keyboard shortcuts"),
        required=False,
        help_text=_("Single keys act on pages that draw them on their buttons."),
    )

    def clean_time_zone(self) -> str:
        name: str = self.cleaned_data["time_zone"]
        if name not in zoneinfo.available_timezones():
            raise forms.ValidationError(_("There is no time zone of this name. Names look like Asia/Seoul."))
        return name


class QuickSwitchForm(forms.Form):
    """The language and theme switch of the top bar: one of the two at a time."""

    language = forms.ChoiceField(required=False, choices=[("ko", "ko"), ("en", "en")])
    theme = forms.ChoiceField(required=False, choices=list(TABLES["theme"].items()))


class CollectionForm(forms.Form):
    """A new collection."""

    name = forms.CharField(label=_("Name"), max_length=120, widget=TextInput())
    slug = forms.SlugField(
        label=_("Short name"),
        max_length=64,
        help_text=_(
            "Stands in addresses and commands: lower-case letters, digits and hyphens. It cannot be changed later."
        ),
        widget=TextInput({**CODE, "pattern": "[a-z0-9][a-z0-9\\-]*"}),
    )
    description = forms.CharField(
        label=_("Description"), required=False, max_length=1000, widget=forms.Textarea({"rows": 3, "dir": "auto"})
    )

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"].lower()
        if slug == "new":
            raise forms.ValidationError(_("“new” is an address of the console. Choose another short name."))
        return slug


class ImportForm(forms.Form):
    """A document to import."""

    document = forms.FileField(
        label=_("Document"),
        help_text=_(
            "OpenAPI 2.0, 3.0 or 3.1 as JSON or YAML, up to 50 MB. References to other hosts are never followed."
        ),
        error_messages={"empty": _("The file is empty."), "required": _("Choose a file.")},
        widget=forms.FileInput({"accept": ".json,.yaml,.yml,application/json,application/yaml,text/yaml"}),
    )
    source_name = forms.CharField(
        label=_("Source"),
        required=False,
        max_length=200,
        help_text=_(
            "A collection can have several sources; the same name again makes a new version of that source. "
            "“main” if left empty."
        ),
        widget=TextInput({"list": "source-names"}),
    )
    namespace = forms.CharField(
        label=_("Namespace"),
        required=False,
        max_length=40,
        help_text=_(
            "Stands before the tools' names when the collection has more than one source. "
            "The source's name if left empty."
        ),
        widget=TextInput(CODE),
    )

    def clean_document(self) -> UploadedFile:
        document: UploadedFile = self.cleaned_data["document"]
        if (document.size or 0) > settings.DOCUMENT_MAX_BYTES:
            raise forms.ValidationError(
                _("The file is too large. A document may have at most 50 MB."), code="too_large"
            )
        return document

    @property
    def is_too_large(self) -> bool:
        return self.has_error("document", "too_large")


class VersionForm(forms.Form):
    """The version of the row that a decision was made on."""

    version = forms.IntegerField(widget=forms.HiddenInput, validators=[MinValueValidator(1)])


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
        widget=forms.Textarea({"rows": 2, "dir": "auto"}),
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
        widget=forms.Textarea({"rows": 3, "class": "mono-input", "spellcheck": "false", "dir": "auto"}),
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


def add_refusal(form: forms.Form, broken: RuleBroken) -> None:
    """Show at the form why a rule refused it: at the field that it names, in the reader's language."""
    text = word("rule", broken.reason) if knows("rule", broken.reason) else broken.message
    form.add_error(broken.field if broken.field in form.fields else None, str(text))


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


class ToolFilterForm(forms.Form):
    """What the tool list of a collection is narrowed to; every part stands in the address."""

    text = forms.CharField(
        label=pgettext_lazy("filter", "Text"),
        required=False,
        max_length=200,
        widget=forms.TextInput({"type": "search", "dir": "auto"}),
    )
    action = forms.ChoiceField(label=pgettext_lazy("filter", "Action"), required=False)
    resource = forms.CharField(
        label=pgettext_lazy("filter", "Resource"), required=False, max_length=100, widget=TextInput(CODE)
    )
    gap = forms.ChoiceField(label=pgettext_lazy("filter", "Gap"), required=False)
    after = forms.CharField(required=False, max_length=400, widget=forms.HiddenInput)
    before = forms.CharField(required=False, max_length=400, widget=forms.HiddenInput)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data, auto_id="tool_%s")
        self.offer((), ())

    def offer(self, actions: tuple[str, ...], gaps: tuple[str, ...]) -> None:
        """Set what the two selects offer; what the address names is offered too."""
        for name, table, codes in (("action", "action", actions), ("gap", "gap", gaps)):
            asked = self.data.get(name, "")
            known = [*codes, *([asked] if asked and asked not in codes else [])]
            choices = [("", _("All")), *((code, TABLES[table].get(code, code)) for code in known)]
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def value(self) -> ToolFilter:
        """Give the filter; a part that cannot be read is left out, as an address may be old."""
        self.full_clean()
        return ToolFilter(**{name: self.cleaned_data.get(name) or "" for name in self.fields})

    def show(self, page: ToolListPage) -> None:
        self.offer(page.actions, page.gaps)


YES_NO = (("", _("All")), ("1", pgettext_lazy("filter", "Yes")), ("0", pgettext_lazy("filter", "No")))


class RunFilterForm(forms.Form):
    """What the list of runs is narrowed to."""

    text = forms.CharField(
        label=pgettext_lazy("filter", "Text of the query"),
        required=False,
        max_length=200,
        widget=forms.TextInput({"type": "search", "dir": "auto"}),
    )
    collection = forms.CharField(label=_("Collection"), required=False, max_length=50, widget=forms.Select())
    status = forms.ChoiceField(
        label=_("Status"), required=False, choices=[("", _("All")), *TABLES["run_status"].items()]
    )
    overridden = forms.ChoiceField(label=pgettext_lazy("filter", "Overridden"), required=False, choices=YES_NO)
    ambiguous = forms.ChoiceField(label=pgettext_lazy("filter", "Ambiguous"), required=False, choices=YES_NO)
    after = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    before = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data, auto_id="runs_%s")

    def value(self) -> RunFilter:
        """Give the filter; a part that cannot be read is left out, as an address may be old."""
        self.full_clean()
        read = self.cleaned_data
        flags = {"1": True, "0": False}
        return RunFilter(
            collection=read.get("collection") or "",
            status=read.get("status") or "",
            text=read.get("text") or "",
            overridden=flags.get(read.get("overridden", "")),
            ambiguous=flags.get(read.get("ambiguous", "")),
            after=read.get("after"),
            before=read.get("before"),
        )

    def show(self, collections: tuple[tuple[str, ...], ...]) -> None:
        """Offer the collections in the select."""
        widget = self.fields["collection"].widget
        widget.choices = [("", _("All")), *collections]  # type: ignore[attr-defined]
