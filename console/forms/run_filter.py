"""What the list of runs is narrowed to: every part stands in the address, and a part that cannot be read is named."""

import re
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import QueryDict
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from console.forms.base import CODE, TextInput
from console.words import TABLES
from selector.display import RunFilter
from selector.models.runs import StageName

YES_NO = (("", _("All")), ("1", pgettext_lazy("filter", "Yes")), ("0", pgettext_lazy("filter", "No")))
FLAGS = {"1": True, "0": False}
CURSORS = ("after", "before")
# Ids are 64-bit in both databases.
LARGEST_ID = 2**63 - 1
DATE_ONLY = re.compile(r"\d{4}-\d{2}-\d{2}")
# Years that a run can be of; others break the arithmetic of time zones.
YEARS = (2000, 2199)
NO_SUCH_VALUE = {"invalid_choice": _("There is no such value. Choose one of the list.")}


class MomentInput(forms.DateTimeInput):
    """A moment in the reader's zone, as the browser's own control shows it."""

    input_type = "datetime-local"


class MomentField(forms.DateTimeField):
    """A moment in the reader's zone: a date with or without a time."""

    widget = MomentInput
    default_error_messages = {"invalid": _("Write a date, or a date and a time: 2026-11-30T14:00.")}

    def to_python(self, value: Any) -> datetime | None:
        # A link may carry any number; what no calendar has must not break the arithmetic of zones.
        try:
            moment = super().to_python(value)
        except OverflowError as error:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from error
        if moment is not None and not YEARS[0] <= moment.year <= YEARS[1]:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return moment


class RunFilterForm(forms.Form):
    """What the list of runs is narrowed to."""

    text = forms.CharField(
        label=pgettext_lazy("filter", "Text of the query"),
        required=False,
        max_length=200,
        widget=forms.TextInput({"type": "search", "dir": "auto"}),
    )
    collection = forms.CharField(label=_("Collection"), required=False, max_length=64, widget=forms.Select())
    status = forms.ChoiceField(
        label=_("Status"),
        required=False,
        choices=[("", _("All")), *TABLES["run_status"].items()],
        error_messages=NO_SUCH_VALUE,
    )
    overridden = forms.ChoiceField(
        label=pgettext_lazy("filter", "Overridden"), required=False, choices=YES_NO, error_messages=NO_SUCH_VALUE
    )
    ambiguous = forms.ChoiceField(
        label=pgettext_lazy("filter", "Ambiguous"), required=False, choices=YES_NO, error_messages=NO_SUCH_VALUE
    )
    failed_stage = forms.ChoiceField(
        label=pgettext_lazy("filter", "Failed stage"),
        required=False,
        choices=[("", _("All")), *((stage.value, TABLES["stage"][stage.value]) for stage in StageName)],
        error_messages=NO_SUCH_VALUE,
    )
    since = MomentField(label=pgettext_lazy("filter", "Since"), required=False)
    until = MomentField(label=pgettext_lazy("filter", "Before"), required=False)
    adapter_request_id = forms.CharField(
        label=pgettext_lazy("filter", "Request id of the adapter"),
        required=False,
        max_length=128,
        widget=TextInput(CODE),
    )
    after = forms.IntegerField(
        label=pgettext_lazy("filter", "Place in the list"),
        required=False,
        widget=forms.HiddenInput,
        validators=[MinValueValidator(0), MaxValueValidator(LARGEST_ID)],
    )
    before = forms.IntegerField(
        label=pgettext_lazy("filter", "Place in the list"),
        required=False,
        widget=forms.HiddenInput,
        validators=[MinValueValidator(0), MaxValueValidator(LARGEST_ID)],
    )

    def __init__(self, data: QueryDict) -> None:
        given = {name: data.get(name, "") for name in self.base_fields}
        given["since"], given["until"] = as_local(given["since"]), as_local(given["until"], is_end=True)
        super().__init__(given, auto_id="runs_%s")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since >= until:
            self.add_error("until", _("The end must come after the beginning."))
        return cleaned

    def value(self) -> RunFilter:
        """Give the filter of the parts that can be read; `errors` names the others."""
        self.full_clean()
        read = self.cleaned_data
        return RunFilter(
            collection=read.get("collection") or "",
            status=read.get("status") or "",
            text=read.get("text") or "",
            overridden=FLAGS.get(read.get("overridden", "")),
            ambiguous=FLAGS.get(read.get("ambiguous", "")),
            failed_stage=read.get("failed_stage") or "",
            adapter_request_id=read.get("adapter_request_id") or "",
            since=read.get("since"),
            until=read.get("until"),
            after=read.get("after"),
            before=read.get("before"),
        )

    def show(self, collections: tuple[tuple[str, ...], ...]) -> None:
        """Offer the collections in the select; one that is not there is an error of the filter."""
        slug = self.data["collection"]
        known = [("", _("All")), *collections]
        if slug and slug not in {pair[0] for pair in collections}:
            known.append((slug, slug))
            if not self.has_error("collection"):
                self.add_error("collection", _("There is no collection of this short name."))
        self.fields["collection"].widget.choices = known

    def query(self, *, cursors: bool = True, without: str = "") -> str:
        """Give the parts that can be read as the query of an address, in one order; "" where nothing is narrowed."""
        names = [name for name in self.fields if name != without and (cursors or name not in CURSORS)]
        return urlencode([(name, self.data[name]) for name in names if self.is_active(name)])

    def is_active(self, name: str) -> bool:
        """Say whether a part narrows the list."""
        return bool(self.data[name].strip()) and not self.has_error(name)

    @property
    def has_more(self) -> bool:
        """Whether a part of those that are folded away is in use or wrong."""
        return any(self.data[name] for name in ("failed_stage", "since", "until", "adapter_request_id"))


def as_local(text: str, *, is_end: bool = False) -> str:
    """Give a moment as the control writes it, in the reader's zone; what is none stays as it is.

    The end of a range that is a date alone is the end of that day: "2026-11-30" is "2026-12-01T00:00".
    """
    try:
        moment = parse_datetime(text.strip())
        if moment is None:
            return text
        if is_end and DATE_ONLY.fullmatch(text.strip()):
            moment += timedelta(days=1)
        local = timezone.make_naive(moment) if timezone.is_aware(moment) else moment
    except (ValueError, OverflowError):
        return text
    return local.isoformat(timespec="seconds" if local.second else "minutes")
