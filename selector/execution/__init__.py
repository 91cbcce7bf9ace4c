"""Calls of tools over HTTP: a plan's arguments in, answers of the collection's own hosts out, never a secret."""

from .caller import CallRules, CallStopped, HttpCaller, Limits, asks_credential
from .credentials import Profile, ProfileKind
from .hosts import AllowedHost, read_allowed_host

__all__ = [
    "AllowedHost",
    "CallRules",
    "CallStopped",
    "HttpCaller",
    "Limits",
    "Profile",
    "ProfileKind",
    "asks_credential",
    "read_allowed_host",
]
