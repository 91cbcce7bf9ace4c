"""Forms of a program's token: a new one, and its revocation."""

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from console.forms.base import TextInput, VersionForm
from console.words import TABLES
from selector.services.base import REASON_CHARACTERS
from selector.services.tokens import DAYS_DEFAULT, DAYS_MAX, NAME_CHARACTERS


class TokenForm(forms.Form):
    """What a new token may do, where, and for how long."""

    name = forms.CharField(
        label=_("Program"),
        max_length=NAME_CHARACTERS,
        help_text=_("The audit names this program. One name stands for one token."),
        widget=TextInput(),
    )
    scopes = forms.MultipleChoiceField(
        label=_("May"),
        choices=list(TABLES["scope"].items()),
        error_messages={"required": _("Choose what the token may do.")},
        widget=forms.CheckboxSelectMultiple,
    )
    collection = forms.ChoiceField(
        label=_("In"),
        required=False,
        help_text=_("A token of one collection meets no other: neither its tools nor its runs."),
    )
    days = forms.IntegerField(
        label=_("Days until it expires"),
        min_value=1,
        max_value=DAYS_MAX,
        initial=DAYS_DEFAULT,
        help_text=_("At most 366. A new token before that day takes over without a gap."),
    )

    def offer(self, collections: Iterable[tuple[str, str]]) -> None:
        """Set the collections, (slug, name) each."""
        choices = [("", _("Every collection")), *collections]
        self.fields["collection"].choices = choices  # type: ignore[attr-defined]


class RevokeForm(VersionForm):
    """Why a token is closed."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_CHARACTERS,
        help_text=_("Kept in the audit."),
        widget=forms.Textarea({"rows": 2, "dir": "auto"}),
    )
