"""Forms of a tool: what an operator says about it in place of the document, and why."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from console.forms.base import CODE, TextInput
from console.words import TABLES, knows, word
from selector.queries.overlays import ACTIONS, SHAPES
from selector.services import RuleBroken

KINDS = ("action", "resource", "shape", "alias")
# Characters; the services hold the tighter limits of each kind.
VALUE_CHARACTERS = 300
REASON_CHARACTERS = 2000
NAME_CHARACTERS = 340


class OverrideForm(forms.Form):
    """One thing to say about a tool, or to take back. `version` is that of the row that was seen, 0 for none."""

    tool = forms.CharField(max_length=NAME_CHARACTERS, strip=False, widget=forms.HiddenInput)
    kind = forms.ChoiceField(choices=[(kind, kind) for kind in KINDS], widget=forms.HiddenInput)
    do = forms.ChoiceField(choices=[("save", "save"), ("remove", "remove")], widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    value = forms.CharField(required=False, max_length=VALUE_CHARACTERS, widget=TextInput())
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_CHARACTERS,
        error_messages={"required": _("Say why, for those who come after.")},
        widget=forms.Textarea({"rows": 2, "dir": "auto"}),
    )

    def __init__(
        self, data: QueryDict | None = None, *, kind: str = "", place: str = "", initial: dict[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=initial, auto_id=f"{place or kind}-%s")
        value = self.fields["value"]
        value.label = VALUE_LABELS.get(kind, "")
        value.help_text = VALUE_HELP.get(kind, "")
        if kind in CHOICES:
            value.widget = forms.Select(choices=[("", "—"), *((code, TABLES[kind][code]) for code in CHOICES[kind])])
        elif kind == "resource":
            value.widget = TextInput(CODE)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("do") == "save" and not cleaned.get("value"):
            self.add_error("value", _("Choose or type what is right."))
        return cleaned

    @property
    def is_whole(self) -> bool:
        """Whether what the page itself puts into the form is right, so that a person can mend the rest."""
        return not any(self.has_error(name) for name in ("tool", "kind", "do", "version"))

    def refuse(self, broken: RuleBroken) -> None:
        """Show why a rule refused: an alias stands in the row's key, here in the one field for the value."""
        field = {"key": "value"}.get(broken.field, broken.field)
        text = word("rule", broken.reason) if knows("rule", broken.reason) else broken.message
        self.add_error(field if field in ("value", "reason") else None, str(text))


CHOICES = {"action": ACTIONS, "shape": SHAPES}
VALUE_LABELS = {
    "action": pgettext_lazy("override", "What it does"),
    "resource": pgettext_lazy("override", "What it is about"),
    "shape": pgettext_lazy("override", "What it answers"),
    "alias": pgettext_lazy("override", "Another name"),
}
VALUE_HELP = {
    "resource": _("One thing in snake_case, such as member_delivery."),
    "alias": _("A word or phrase by which users ask for it, in Korean or English."),
}
