"""Writes on people: their own preferences, and what an admin sets."""

from __future__ import annotations

import zoneinfo
from typing import Any

from django.db import transaction

from selector.models import Language, Role, Theme, User
from selector.models.people import with_staff_flags

from .base import Actor, RuleBroken, check_version, difference, record_audit

PREFERENCES = ("language", "time_zone", "theme", "keyboard_shortcuts")
# What an admin may set on a person. `is_staff` follows from the role and is nobody's to set.
ADMIN_FIELDS = ("username", "first_name", "last_name", "email", "is_active", "role", *PREFERENCES)


@transaction.atomic
def change_preferences(
    *,
    actor: Actor,
    user: User,
    language: str | None = None,
    time_zone: str | None = None,
    theme: str | None = None,
    keyboard_shortcuts: bool | None = None,
) -> User:
    """Set a person's own preferences; None leaves one as it is. RuleBroken: value_unknown with the field.

    There is no version to send: the last choice of one person wins over their earlier one.
    """
    given = {
        "language": language,
        "time_zone": time_zone,
        "theme": theme,
        "keyboard_shortcuts": keyboard_shortcuts,
    }
    changes = {key: value for key, value in given.items() if value is not None}
    locked = User.objects.select_for_update().get(pk=user.pk)
    return _change(actor, locked, changes, "user.preferences", "")


@transaction.atomic
def change_user(*, actor: Actor, user_id: int, version: int, changes: dict[str, Any], reason: str = "") -> User:
    """Set some of `ADMIN_FIELDS`. StaleWrite when the row has moved; RuleBroken: value_unknown, last_admin,
    setting_unknown."""
    user = User.objects.select_for_update().get(pk=user_id)
    check_version(user, version, person_of(user))
    unknown = sorted(changes.keys() - set(ADMIN_FIELDS))
    if unknown:
        raise RuleBroken("setting_unknown", f"{unknown[0]} is not for an admin to set.", unknown[0])
    _keep_one_admin(user, changes)
    return _change(actor, user, changes, "user.change", reason)


@transaction.atomic
def create_user(*, actor: Actor, username: str, password: str | None, role: str, **fields: Any) -> User:
    """Make a person. Without a password they cannot sign in until one is set."""
    if role not in Role.values:
        raise RuleBroken("value_unknown", f"{role} is not a role.", "role")
    user = User.objects.create_user(username, password=password, role=role, **fields)
    record_audit(actor=actor, action="user.create", target=user, after=person_of(user))
    return user


@transaction.atomic
def set_password(*, actor: Actor, user: User, password: str) -> None:
    """Give a person a new password. The audit says that, never what."""
    locked = User.objects.select_for_update().get(pk=user.pk)
    locked.set_password(password)
    locked.version += 1
    locked.save(update_fields=["password", "version"])
    record_audit(actor=actor, action="user.password", target=locked)


def person_of(user: User) -> dict[str, Any]:
    """What an admin can change about a person, as it is."""
    return {key: getattr(user, key) for key in ADMIN_FIELDS}


def _change(actor: Actor, user: User, changes: dict[str, Any], action: str, reason: str) -> User:
    _check_values(changes)
    before = person_of(user)
    for key, value in changes.items():
        setattr(user, key, value)
    changed_before, changed_after = difference(before, person_of(user))
    if not changed_after:
        return user
    flags = with_staff_flags({"role": user.role})
    user.is_staff, user.is_superuser = flags["is_staff"], flags["is_superuser"]
    user.version += 1
    user.save(update_fields=[*changed_after, "is_staff", "is_superuser", "version"])
    record_audit(actor=actor, action=action, target=user, before=changed_before, after=changed_after, reason=reason)
    return user


def _check_values(changes: dict[str, Any]) -> None:
    for key, choices in {"language": Language, "theme": Theme, "role": Role}.items():
        if key in changes and changes[key] not in choices.values:
            raise RuleBroken("value_unknown", f"{changes[key]} is not a {key}.", key)
    if "time_zone" in changes and changes["time_zone"] not in zoneinfo.available_timezones():
        raise RuleBroken("value_unknown", f"{changes['time_zone']} is not a time zone.", "time_zone")


def _keep_one_admin(user: User, changes: dict[str, Any]) -> None:
    stays = changes.get("role", user.role) == Role.ADMIN and changes.get("is_active", user.is_active)
    if user.role != Role.ADMIN or not user.is_active or stays:
        return
    others = User.objects.select_for_update().filter(role=Role.ADMIN, is_active=True).exclude(pk=user.pk)
    if not others.exists():
        raise RuleBroken("last_admin", "Somebody has to stay admin; make another one first.", "role")
