"""What calls of a collection may use: auth profiles, allowed hosts and base addresses, each write with its audit row.

None of it is part of a decision, so none of it makes a revision.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from selector.addresses import FetchError
from selector.engine.scrub import scrub_text
from selector.execution import CallRules, Limits, Profile, ProfileKind, read_allowed_host
from selector.execution.credentials import HEADER_NAME, check_variable
from selector.execution.hosts import read_url
from selector.execution.requests import OWN_HEADERS
from selector.models import AllowedHost, AuthKind, AuthProfile, Collection, ServerAddress
from selector.models.auth import KEY_KINDS

from .base import Actor, RuleBroken, check_version, delete_row, difference, gone, record_audit, stamp
from .collections import lock_collection

PROFILE_FIELDS = ("name", "kind", "scheme", "parameter", "variable", "user_variable", "token_url", "scope")
LIMITS = Limits()
NAME_CHARACTERS, URL_CHARACTERS, REASON_CHARACTERS = 100, 500, 2000


@transaction.atomic
def save_auth_profile(
    *,
    actor: Actor,
    collection_id: int,
    name: str,
    kind: str,
    variable: str,
    scheme: str = "",
    parameter: str = "",
    user_variable: str = "",
    token_url: str = "",
    scope: str = "",
    profile_id: int | None = None,
    version: int = 0,
    reason: str = "",
) -> AuthProfile:
    """Make a profile, or with `profile_id` and its version change it. No value of a variable is read.

    RuleBroken: profile_name_missing, profile_name_taken, auth_kind_unknown, variable_invalid, parameter_missing,
    parameter_invalid, token_url_invalid, profile_private, profile_too_long. StaleWrite when the row has moved or is
    gone.
    """
    collection = lock_collection(collection_id)
    given = {"name": name, "kind": kind, "scheme": scheme, "parameter": parameter, "variable": variable}
    given |= {"user_variable": user_variable, "token_url": token_url, "scope": scope}
    wanted = {key: value.strip() for key, value in given.items()}
    _check_profile(wanted)
    if profile_id is None:
        row = AuthProfile(collection=collection, version=0, created_by=actor.user, created_by_name=actor.name)
        before: dict[str, Any] = {}
    else:
        row = _locked_profile(collection, profile_id, version)
        before = profile_values(row)
    for key, value in wanted.items():
        setattr(row, key, value)
    stamp(row, actor)
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        raise RuleBroken("profile_name_taken", f"There is a profile {wanted['name']} already.", "name") from error
    changed_before, changed_after = difference(before, profile_values(row)) if before else ({}, profile_values(row))
    record_audit(
        actor=actor,
        action="auth_profile.change" if before else "auth_profile.add",
        target=row,
        collection=collection,
        before=_named(changed_before),
        after=_named(changed_after),
        reason=reason,
    )
    return row


@transaction.atomic
def remove_auth_profile(*, actor: Actor, collection_id: int, profile_id: int, version: int, reason: str = "") -> None:
    """Take a profile away. StaleWrite when the row has moved or is gone."""
    collection = lock_collection(collection_id)
    row = _locked_profile(collection, profile_id, version)
    before = profile_values(row)
    delete_row(row)
    record_audit(
        actor=actor,
        action="auth_profile.remove",
        target=row,
        collection=collection,
        before=_named(before),
        reason=reason,
    )


def _locked_profile(collection: Collection, profile_id: int, version: int) -> AuthProfile:
    row = AuthProfile.objects.filter(collection=collection, pk=profile_id).first()
    if row is None:
        raise gone("auth_profile.remove")
    check_version(row, version, profile_values(row))
    return row


def profile_values(row: AuthProfile) -> dict[str, Any]:
    """What a profile says: names of variables, and no value."""
    return {key: getattr(row, key) for key in PROFILE_FIELDS}


def _named(values: dict[str, Any]) -> dict[str, Any]:
    """The values under names that no scrubbing takes for those of a secret: they are only names themselves."""
    return {f"profile_{key}": value for key, value in values.items()}


def _check_profile(wanted: dict[str, str]) -> None:
    if not wanted["name"] or len(wanted["name"]) > NAME_CHARACTERS:
        raise RuleBroken(
            "profile_name_missing", f"A profile needs a name of at most {NAME_CHARACTERS} characters.", "name"
        )
    if wanted["kind"] not in AuthKind.values:
        raise RuleBroken("auth_kind_unknown", f"{wanted['kind']} is not a kind of credential.", "kind")
    prefix = settings.TOOL_AUTH_PREFIX
    needs_user = wanted["kind"] == AuthKind.CLIENT_CREDENTIALS
    for key in ("variable", "user_variable"):
        is_needed = key == "variable" or needs_user
        if (wanted[key] or is_needed) and check_variable(wanted[key], prefix):
            # What was typed is not repeated: it may be the secret itself.
            message = f"Name an environment variable that begins with {prefix}; the secret itself is never stored."
            raise RuleBroken("variable_invalid", message, key)
    if wanted["kind"] in KEY_KINDS and not wanted["parameter"]:
        raise RuleBroken("parameter_missing", "Name the header, query parameter or cookie of the key.", "parameter")
    is_own = wanted["kind"] == AuthKind.API_KEY_HEADER and wanted["parameter"].lower() in OWN_HEADERS
    if wanted["parameter"] and (is_own or not HEADER_NAME.fullmatch(wanted["parameter"])):
        raise RuleBroken("parameter_invalid", "The name may hold letters, digits and hyphens.", "parameter")
    if wanted["kind"] == AuthKind.CLIENT_CREDENTIALS:
        _check_url(wanted["token_url"], "token_url", "token_url_invalid")
    for key in ("name", "scheme", "scope"):
        if scrub_text(wanted[key]).kinds:
            raise RuleBroken(
                "profile_private", "This looks like a secret or personal data; it is stored as typed.", key
            )
    for key, limit in {"scheme": NAME_CHARACTERS, "scope": 300}.items():
        if len(wanted[key]) > limit:
            raise RuleBroken("profile_too_long", f"At most {limit} characters.", key)


def _check_url(url: str, field: str, reason: str) -> None:
    try:
        read_url(url)
    except FetchError as error:
        raise RuleBroken(reason, error.message, field) from error
    if len(url) > URL_CHARACTERS or "?" in url or "#" in url or set(scrub_text(url).kinds) - {"ip_address"}:
        message = f"Give an address of at most {URL_CHARACTERS} characters, without a query."
        raise RuleBroken(reason, message, field)


@transaction.atomic
def allow_host(
    *, actor: Actor, collection_id: int, host: str, is_private: bool = False, reason: str = ""
) -> AllowedHost:
    """Let calls of a collection go to a host (`host` or `host:port`). `is_private`: it may be this machine or lie in a
    private network. RuleBroken: host_invalid, host_private, host_taken, reason_too_long."""
    collection = lock_collection(collection_id)
    if len(reason) > REASON_CHARACTERS:
        raise RuleBroken("reason_too_long", f"At most {REASON_CHARACTERS} characters.", "reason")
    try:
        entry = read_allowed_host(host, is_private=is_private)
    except FetchError as error:
        code = "host_private" if error.reason == "private_address" else "host_invalid"
        raise RuleBroken(code, error.message, "host") from error
    try:
        with transaction.atomic():
            row = AllowedHost.objects.create(
                collection=collection,
                host=str(entry),
                is_private=is_private,
                reason=scrub_text(reason.strip()).text,
                created_by=actor.user,
                created_by_name=actor.name,
            )
    except IntegrityError as error:
        raise RuleBroken("host_taken", f"{entry} is allowed already.", "host") from error
    after = {"host": str(entry), "is_private": is_private}
    record_audit(actor=actor, action="allowed_host.add", target=row, collection=collection, after=after, reason=reason)
    return row


@transaction.atomic
def forbid_host(*, actor: Actor, collection_id: int, host_id: int, reason: str = "") -> None:
    """Take a host off the list. StaleWrite where it is gone already."""
    collection = lock_collection(collection_id)
    row = AllowedHost.objects.filter(collection=collection, pk=host_id).first()
    if row is None:
        raise gone("allowed_host.remove")
    before = {"host": row.host, "is_private": row.is_private}
    delete_row(row)
    record_audit(
        actor=actor, action="allowed_host.remove", target=row, collection=collection, before=before, reason=reason
    )


@transaction.atomic
def set_server(
    *, actor: Actor, collection_id: int, url: str, namespace: str = "", version: int = 0, reason: str = ""
) -> ServerAddress | None:
    """Call a source at another base address than its document names; `url` "" takes that back, `namespace` "" is for
    every source. RuleBroken: base_url_invalid, source_unknown. StaleWrite when the row has moved (0: there is none)."""
    collection, url = lock_collection(collection_id), url.strip().rstrip("/")
    if namespace and not collection.sources.filter(namespace=namespace).exists():
        raise RuleBroken("source_unknown", f"There is no source {namespace} in this collection.", "namespace")
    if url:
        _check_url(url, "url", "base_url_invalid")
    row = ServerAddress.objects.filter(collection=collection, namespace=namespace).first()
    before = row.url if row else ""
    row = row or ServerAddress(collection=collection, namespace=namespace, version=0)
    check_version(row, version, {"url": before})
    row.url = url
    stamp(row, actor)
    if url:
        row.save()
    elif row.pk is not None:
        delete_row(row)
    if url != before:
        record_audit(
            actor=actor,
            action="server.set" if url else "server.remove",
            target=row,
            collection=collection,
            before={"namespace": namespace, "url": before},
            after={"namespace": namespace, "url": url},
            reason=reason,
        )
    return row if url else None


def call_rules(collection: Collection, *, allows_mutation: bool = False) -> CallRules:
    """What calls of a collection may use, as the caller takes it."""
    hosts = [
        read_allowed_host(row.host, is_private=row.is_private)
        for row in AllowedHost.objects.filter(collection=collection).order_by("host")
    ]
    return CallRules(
        allowed_hosts=tuple(hosts),
        profiles=tuple(_profile(row) for row in AuthProfile.objects.filter(collection=collection).order_by("name")),
        servers=_servers(collection),
        variable_prefix=settings.TOOL_AUTH_PREFIX,
        allows_mutation=allows_mutation and collection.mutation_allowed,
        limits=LIMITS,
    )


def _servers(collection: Collection) -> dict[str, str]:
    """Base addresses by the namespace that stands in front of a tool's name; a single source's tools have none."""
    servers = dict(ServerAddress.objects.filter(collection=collection).values_list("namespace", "url"))
    live = collection.head.live_versions if collection.head else []
    if len(live) == 1 and live[0]["namespace"] in servers:
        servers[""] = servers[live[0]["namespace"]]
    return servers


def _profile(row: AuthProfile) -> Profile:
    values = profile_values(row)
    return Profile(**{**values, "kind": ProfileKind(values["kind"])})
