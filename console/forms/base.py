"""What the forms share: inputs for code, the version of a row, and a rule's refusal shown at its field."""

from typing import Any

from django import forms
from django.core.validators import MinValueValidator

from console.words import knows, word
from selector.services import RuleBroken

# Characters; long enough for any name of a tool.
NAME_CHARACTERS = 300


class TextInput(forms.TextInput):
    """A line of text that the browser neither completes nor corrects: names of tools are code."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__({"autocomplete": "off", "spellcheck": "false", "dir": "auto", **(attrs or {})})


# Attributes of an input for code.
CODE = {"class": "mono-input", "autocapitalize": "none"}


class VersionForm(forms.Form):
    """The version of the row that a decision was made on."""

    version = forms.IntegerField(widget=forms.HiddenInput, validators=[MinValueValidator(1)])


def add_refusal(form: forms.Form, broken: RuleBroken) -> None:
    """Show at the form why a rule refused it: at the field that it names, in the reader's language."""
    text = str(broken.message)
    if knows("rule", broken.reason):
        text = str(word("rule", broken.reason))
    elif knows("document_reason", broken.reason):
        # Why, and what to do about it.
        parts = [
            word(table, broken.reason) for table in ("document_reason", "document_help") if knows(table, broken.reason)
        ]
        text = " ".join(map(str, parts))
    form.add_error(broken.field if broken.field in form.fields else None, str(text))
