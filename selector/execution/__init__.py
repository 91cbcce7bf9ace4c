"""Calls of tools over HTTP: a plan's arguments in, answers of the collection's own hosts out, never a secret."""

from .caller import CallRules, CallStopped, HttpCaller, Limits
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
    "read_allowed_host",
]
