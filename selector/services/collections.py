"""Writes on collections: one transaction each, with an audit row and, where needed, a revision."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from selector.engine.scrub import scrub_text
from selector.models import Collection, LearningMode, Policy

from .base import Actor, RuleBroken, check_version, difference, record_audit
from .revisions import make_revision

# What an admin may set on a collection.
SETTINGS = (
    "name",
    "description",
    "learning_mode",
    "learning_silenced",
    "policy",
    "mutation_allowed",
    "four_eyes",
)


@transaction.atomic
def create_collection(*, actor: Actor, slug: str, name: str, description: str = "") -> Collection:
    """Make an empty collection with its first revision. RuleBroken: slug_invalid, name_missing, slug_taken."""
    if not slug or slugify(slug) != slug or len(slug) > 64:
        raise RuleBroken("slug_invalid", "Use lower case letters, digits and hyphens, at most 64.", "slug")
    name = name.strip()
    if not name:
        raise RuleBroken("name_missing", "A collection needs a name.", "name")
    try:
        with transaction.atomic():
            collection = Collection.objects.create(
                slug=slug,
                name=scrub_text(name).text[:200],
                description=scrub_text(description.strip()).text[:2000],
                created_by=actor.user,
                created_by_name=actor.name,
            )
    except IntegrityError as error:
        raise RuleBroken("slug_taken", f"There is a collection {slug} already.", "slug") from error
    record_audit(
        actor=actor,
        action="collection.create",
        target=collection,
        collection=collection,
        after={"slug": slug, "name": collection.name, "description": collection.description},
    )
    make_revision(actor=actor, collection=collection, cause="collection.create")
    return collection


@transaction.atomic
def change_collection(
    *, actor: Actor, collection_id: int, version: int, changes: dict[str, Any], reason: str = ""
) -> Collection:
    """Set some of `SETTINGS`. StaleWrite when the row has moved; RuleBroken: setting_unknown, value_unknown."""
    collection = lock_collection(collection_id)
    check_version(collection, version, settings_of(collection))
    _check_settings(changes)
    before = settings_of(collection)
    for key, value in changes.items():
        setattr(collection, key, value)
    changed_before, changed_after = difference(before, settings_of(collection))
    if not changed_after:
        return collection
    collection.version += 1
    collection.save(update_fields=[*changed_after, "version"])
    record_audit(
        actor=actor,
        action="collection.change",
        target=collection,
        collection=collection,
        before=changed_before,
        after=changed_after,
        reason=reason,
    )
    make_revision(actor=actor, collection=collection, cause="collection.change")
    return collection


def lock_collection(collection_id: int) -> Collection:
    """The collection, held until the transaction ends: its head moves only under this lock."""
    return Collection.objects.select_for_update(of=("self",)).select_related("head").get(pk=collection_id)


def settings_of(collection: Collection) -> dict[str, Any]:
    """What `change_collection` can change, as it is."""
    return {key: getattr(collection, key) for key in SETTINGS}


def _check_settings(changes: dict[str, Any]) -> None:
    unknown = sorted(changes.keys() - set(SETTINGS))
    if unknown:
        raise RuleBroken("setting_unknown", f"{unknown[0]} is not a setting of a collection.", unknown[0])
    for key, choices in {"learning_mode": LearningMode, "policy": Policy}.items():
        if key in changes and changes[key] not in choices.values:
            raise RuleBroken("value_unknown", f"{changes[key]} is not a {key}.", key)
    if "name" in changes and not str(changes["name"]).strip():
        raise RuleBroken("name_missing", "A collection needs a name.", "name")
