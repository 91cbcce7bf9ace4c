"""Tokens of programs: made once with a value that is never kept, found by that value, revoked by an admin."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from selector.engine.scrub import scrub_text
from selector.models import ApiToken, Collection, Scope, TokenState

from .base import Actor, RuleBroken, check_version, record_audit

# A value is "sel_", 8 characters to find its row by, "_", and 43 that hold 256 random bits. The first four let a
# scanner for secrets know it.
BRAND = "sel_"
LOOKUP_CHARACTERS = 8
SECRET_BYTES = 32
VALUE_PATTERN = re.compile(r"(sel_[0-9a-z]{8})_[A-Za-z0-9_-]{43}")
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"
# Days that a token may live. Chosen: nobody remembers a key for longer than a year.
DAYS_DEFAULT = 90
DAYS_MAX = 366
NAME_CHARACTERS = 100
# How often the last use is written down, so that a busy program does not write a row with each request. Chosen.
USE_INTERVAL = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class MintedToken:
    """A new token with its value, which nobody can read again."""

    token: ApiToken
    value: str


class TokenRefused(Exception):
    """A value opens nothing. `reason`: token_unknown, token_expired or token_revoked."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@transaction.atomic
def create_token(
    *,
    actor: Actor,
    name: str,
    scopes: Iterable[str],
    collection: Collection | None = None,
    days: int = DAYS_DEFAULT,
) -> MintedToken:
    """Make a token that may do what `scopes` say, in one collection or in all, for `days` days.

    RuleBroken: token_name_missing, token_name_taken, scopes_missing, scope_unknown, days_out_of_range.
    """
    name, wanted = scrub_text(name.strip()).text[:NAME_CHARACTERS], set(scopes)
    _check(name, wanted, days)
    prefix = BRAND + "".join(secrets.choice(ALPHABET) for _ in range(LOOKUP_CHARACTERS))
    value = f"{prefix}_{secrets.token_urlsafe(SECRET_BYTES)}"
    now = timezone.now()
    try:
        with transaction.atomic():
            token = ApiToken.objects.create(
                name=name,
                prefix=prefix,
                digest=digest_of(value),
                scopes=[scope for scope in Scope.values if scope in wanted],
                collection=collection,
                created_at=now,
                expires_at=now + timedelta(days=days),
                created_by=actor.user,
                created_by_name=actor.name,
            )
    except IntegrityError as error:
        raise RuleBroken("token_name_taken", f"There is a token {name} already.", "name") from error
    after = {"name": name, "prefix": prefix, "scopes": token.scopes, "expires_at": token.expires_at}
    record_audit(actor=actor, action="token.create", target=token, collection=collection, after=after)
    return MintedToken(token, value)


def _check(name: str, scopes: set[str], days: int) -> None:
    if not name:
        raise RuleBroken("token_name_missing", "A token needs the name of its program.", "name")
    if not scopes:
        raise RuleBroken("scopes_missing", "Choose what the token may do.", "scopes")
    unknown = sorted(scopes - set(Scope.values))
    if unknown:
        raise RuleBroken("scope_unknown", f"{unknown[0]} is not a scope.", "scopes")
    if not 1 <= days <= DAYS_MAX:
        raise RuleBroken("days_out_of_range", f"A token lives for 1 to {DAYS_MAX} days.", "days")


@transaction.atomic
def revoke_token(*, actor: Actor, token_id: int, version: int, reason: str = "") -> ApiToken:
    """Close a token for good, at once. StaleWrite when the row has moved; RuleBroken: token_revoked."""
    token = ApiToken.objects.select_for_update(of=("self",)).select_related("collection").get(pk=token_id)
    if token.revoked_at is not None:
        raise RuleBroken("token_revoked", f"{token.revoked_by_name} has revoked this token already.")
    check_version(token, version, {"name": token.name})
    now = timezone.now()
    before = {"state": token.state(now)}
    token.revoked_at, token.revoked_by, token.revoked_by_name = now, actor.user, actor.name
    token.version += 1
    token.save(update_fields=["revoked_at", "revoked_by", "revoked_by_name", "version"])
    record_audit(
        actor=actor,
        action="token.revoke",
        target=token,
        collection=token.collection,
        before=before,
        after={"state": TokenState.REVOKED, "name": token.name, "prefix": token.prefix},
        reason=reason,
    )
    return token


def open_token(value: str, now: datetime) -> ApiToken:
    """The live token of a value, with its last use written down; TokenRefused where there is none."""
    shape = VALUE_PATTERN.fullmatch(value)
    token = ApiToken.objects.select_related("collection").filter(prefix=shape[1]).first() if shape else None
    # The digest is compared in full and in constant time, also where there is no row, so that times tell nothing.
    is_right = hmac.compare_digest(digest_of(value), token.digest if token else "0" * 64)
    if token is None or not is_right:
        raise TokenRefused("token_unknown")
    state = token.state(now)
    if state != TokenState.LIVE:
        raise TokenRefused(f"token_{state}")
    _note_use(token, now)
    return token


def _note_use(token: ApiToken, now: datetime) -> None:
    """Write down a use, at most once in `USE_INTERVAL`, without moving the version that an admin has open."""
    if token.last_used_at is not None and now - token.last_used_at < USE_INTERVAL:
        return
    older = Q(last_used_at__isnull=True) | Q(last_used_at__lt=now)
    ApiToken.objects.filter(older, pk=token.pk).update(last_used_at=now)
    token.last_used_at = now


def digest_of(value: str) -> str:
    """sha256 of a token's value: 256 random bits need no salt and no slow hash."""
    return hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()
