"""Auth profiles in, the headers of a call out: a profile names a variable and never holds its value.

What comes out of here is sent and then forgotten: it has no place in a record, an event, a message or a `repr`.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from urllib.parse import quote

from selector.engine.failures import Failure, Reason, Stage

HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
VARIABLE = re.compile(r"[A-Z][A-Z0-9_]{0,99}")
# Characters that a credential may hold: what is outside of them cannot stand in a header.
HEADER_VALUE = re.compile(r"[\x21-\x7e]([\x20-\x7e]{0,8190}[\x21-\x7e])?")
# Shorter ones are found in too many innocent texts to be hidden in answers; chosen.
MIN_SECRET = 4


class ProfileKind(StrEnum):
    """How a credential is sent."""

    HEADER = "api_key_header"
    QUERY = "api_key_query"
    COOKIE = "api_key_cookie"
    BEARER = "bearer"
    BASIC = "basic"
    CLIENT_CREDENTIALS = "client_credentials"


@dataclass(frozen=True, slots=True)
class Profile:
    """A credential by reference. `scheme` is the name of the security scheme in the document that it serves, "" for
    any. `parameter` names the header, query or cookie of a key. `variable` holds the key, the token, the password or
    the client's secret; `user_variable` the user or the client's id."""

    name: str
    kind: ProfileKind
    variable: str
    scheme: str = ""
    parameter: str = ""
    user_variable: str = ""
    token_url: str = ""
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Credential:
    """What a call sends. `secrets` are the texts that must be hidden in whatever comes back."""

    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    query: Mapping[str, str] = field(default_factory=dict, repr=False)
    cookies: Mapping[str, str] = field(default_factory=dict, repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)

    def joined(self, other: Credential) -> Credential:
        """Both, as one call that needs two schemes sends them."""
        return Credential(
            {**self.headers, **other.headers},
            {**self.query, **other.query},
            {**self.cookies, **other.cookies},
            self.secrets + other.secrets,
        )


class CredentialError(Exception):
    """A credential cannot be made; `failure` says why by names, never by a value."""

    def __init__(self, reason: Reason, evidence: Mapping[str, Any]) -> None:
        super().__init__(reason.value)
        self.failure = Failure(Stage.AUTH, reason, evidence)


def choose_profiles(security: Sequence[Sequence[str]], profiles: Sequence[Profile]) -> tuple[Profile, ...]:
    """The profiles that an operation's call needs: those of the first alternative for which there are all.

    None where the operation asks for nothing, or leaves it open and nothing fits. CredentialError:
    auth_context_required where the collection has no profile at all, auth_profile_missing where none of them fits.
    """
    if not security:
        return ()
    for schemes in security:
        found = [_for_scheme(name, profiles) for name in schemes]
        chosen = [profile for profile in found if profile is not None]
        if schemes and len(chosen) == len(found):
            return tuple(dict.fromkeys(chosen))
    if any(not schemes for schemes in security):
        return ()
    wanted = [sorted(schemes) for schemes in security]
    if not profiles:
        raise CredentialError(Reason.AUTH_CONTEXT_REQUIRED, {"schemes": wanted})
    names = sorted(profile.name for profile in profiles)
    raise CredentialError(Reason.AUTH_PROFILE_MISSING, {"schemes": wanted, "profiles": names})


def _for_scheme(name: str, profiles: Sequence[Profile]) -> Profile | None:
    ordered = sorted(profiles, key=lambda profile: (profile.scheme != name, profile.name))
    return next((profile for profile in ordered if profile.scheme in {name, ""}), None)


def check_variable(name: str, prefix: str) -> str:
    """What is wrong with a variable's name: not_a_name, not_allowed, or "" for nothing.

    >>> check_variable("TOOL_AUTH_SHOP", "TOOL_AUTH_"), check_variable("SECRET_KEY", "TOOL_AUTH_")
    ('', 'not_allowed')
    """
    if not VARIABLE.fullmatch(name):
        return "not_a_name"
    return "" if prefix and name.startswith(prefix) and len(name) > len(prefix) else "not_allowed"


def read_variable(profile: Profile, name: str, environ: Mapping[str, str], prefix: str) -> str:
    """The value of a variable that a profile may name. CredentialError: auth_header_resolution_failed."""
    problem = check_variable(name, prefix)
    value = "" if problem else environ.get(name, "").strip()
    if not problem and not value:
        problem = "not_set"
    if not problem and not HEADER_VALUE.fullmatch(value):
        problem = "not_a_header_value"
    if problem:
        evidence = {"profile": profile.name, "variable": name, "problem": problem}
        raise CredentialError(Reason.AUTH_HEADER_RESOLUTION_FAILED, evidence)
    return value


def make_credential(profile: Profile, environ: Mapping[str, str], prefix: str) -> Credential:
    """What a profile sends, but for client credentials, whose token has to be asked for first."""
    value = read_variable(profile, profile.variable, environ, prefix)
    if profile.kind is ProfileKind.BASIC:
        user = read_variable(profile, profile.user_variable, environ, prefix) if profile.user_variable else ""
        pair = f"{user}:{value}" if profile.user_variable else value
        token = base64.b64encode(pair.encode()).decode()
        return Credential({"Authorization": f"Basic {token}"}, secrets=_hidden(value, pair, token))
    if profile.kind is ProfileKind.QUERY:
        return Credential(query={profile.parameter: value}, secrets=_hidden(value, quote(value, safe="")))
    if profile.kind is ProfileKind.COOKIE:
        return Credential(cookies={profile.parameter: value}, secrets=_hidden(value, quote(value, safe="")))
    if profile.kind is ProfileKind.HEADER:
        return Credential({profile.parameter: value}, secrets=_hidden(value))
    return bearer(value)


def bearer(token: str) -> Credential:
    """A token as RFC 6750 sends it."""
    return Credential({"Authorization": f"Bearer {token}"}, secrets=_hidden(token))


def _hidden(*values: str) -> tuple[str, ...]:
    return tuple(value for value in dict.fromkeys(values) if len(value) >= MIN_SECRET)
