"""Forms of a collection: a new one, and what its tool list is narrowed to."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from console.forms.base import CODE, TextInput
from console.words import TABLES
from selector.display import ToolFilter, ToolListPage


class CollectionForm(forms.Form):
    """A new collection."""

    name = forms.CharField(label=_("Name"), max_length=120, widget=TextInput())
    slug = forms.SlugField(
        label=_("Short name"),
        error_messages={"invalid": _("Use lower-case letters, digits and hyphens, at most 64.")},
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
