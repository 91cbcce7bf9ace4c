"""Tokens in, the rows of their page out."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Case, Q, Value, When

from selector.display.tokens import TokenListPage, TokenRow
from selector.models import ApiToken

# Tokens that the page shows. Chosen: far more than a console has programs; what is cut is over and in the audit.
ROWS_SHOWN = 200


def token_list(now: datetime) -> TokenListPage:
    """The tokens in one query: live ones by name, then those that are over, newest first."""
    is_live = Q(revoked_at__isnull=True, expires_at__gt=now)
    place = Case(When(is_live, then=Value(0)), default=Value(1))
    name_of_live = Case(When(is_live, then="name"), default=Value(""))
    tokens = ApiToken.objects.select_related("collection").order_by(place, name_of_live, "-id")
    found = list(tokens[: ROWS_SHOWN + 1])
    return TokenListPage(tuple(_row(token, now) for token in found[:ROWS_SHOWN]), is_cut=len(found) > ROWS_SHOWN)


def token_row(token_id: int, now: datetime) -> TokenRow:
    """One token; `ApiToken.DoesNotExist` where there is none."""
    return _row(ApiToken.objects.select_related("collection").get(pk=token_id), now)


def _row(token: ApiToken, now: datetime) -> TokenRow:
    return TokenRow(
        id=token.pk,
        version=token.version,
        name=token.name,
        prefix=token.prefix,
        scopes=tuple(token.scopes),
        collection_slug=token.collection.slug if token.collection else "",
        collection_name=token.collection.name if token.collection else "",
        state=token.state(now),
        created_at=token.created_at,
        created_by=token.created_by_name,
        expires_at=token.expires_at,
        last_used_at=token.last_used_at,
        revoked_at=token.revoked_at,
        revoked_by=token.revoked_by_name,
    )
