"""Texts for the tokens of programs: their scopes and states."""

from django.utils.translation import pgettext_lazy

from console.words.decision import Texts

SCOPES: Texts = {
    "collections:read": pgettext_lazy("scope", "Read collections and their tools"),
    "select": pgettext_lazy("scope", "Rank and select tools, without keeping a run"),
    "runs:read": pgettext_lazy("scope", "Read runs"),
    "runs:write": pgettext_lazy("scope", "Start runs and mark expected targets"),
}

TOKEN_STATES: Texts = {
    "live": pgettext_lazy("token state", "Live"),
    "expired": pgettext_lazy("token state", "Expired"),
    "revoked": pgettext_lazy("token state", "Revoked"),
}
