"""Forms of a person: signing in, preferences, the switches of the top bar."""

import zoneinfo
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from console.forms.base import TextInput
from console.words import TABLES


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
