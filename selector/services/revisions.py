"""A changed collection in, its new revision out: what decisions are made from, fixed by digests."""

from __future__ import annotations

from typing import Any

from selector.convert.digests import digest, overlay_digest, revision_digest
from selector.engine import ENGINE_VERSION
from selector.models import Collection, Revision, SourceVersion, VersionState
from selector.queries.graphs import overlay_values

from .base import Actor, record_audit

# Published signals come with learning; until then every revision has none.
NO_SIGNALS = digest([])


def make_revision(*, actor: Actor, collection: Collection, cause: str) -> Revision:
    """Give a locked collection the revision of its present state; the head stays where nothing has changed.

    Call it inside the transaction of the change, after the change.
    """
    live = live_versions(collection)
    parts: dict[str, Any] = {
        "policy": collection.policy,
        "engine_version": ENGINE_VERSION,
    }
    overlay = overlay_digest(overlay_values(collection.pk))
    whole = revision_digest(live_versions=live, overlay=overlay, signals=NO_SIGNALS, **parts)
    head = collection.head
    if head is not None and head.digest == whole and head.live_versions == live:
        return head
    revision = Revision.objects.create(
        collection=collection,
        number=head.number + 1 if head else 1,
        digest=whole,
        live_versions=live,
        overlay_digest=overlay,
        signals_digest=NO_SIGNALS,
        cause=cause,
        created_by=actor.user,
        created_by_name=actor.name,
        **parts,
    )
    collection.head = revision
    collection.save(update_fields=["head"])
    record_audit(
        actor=actor,
        action="revision.create",
        target=revision,
        collection=collection,
        before={"head": head.number if head else None},
        after={"head": revision.number, "digest": whole, "cause": cause},
    )
    return revision


def live_versions(collection: Collection) -> list[dict[str, Any]]:
    """The live versions of a collection as a revision stores them, by namespace."""
    versions = SourceVersion.objects.filter(source__collection=collection, state=VersionState.LIVE)
    rows = versions.order_by("source__namespace").values_list("source_id", "source__namespace", "pk", "graph_digest")
    return [
        {"source": source_id, "namespace": namespace, "version": pk, "graph_digest": graph_digest}
        for source_id, namespace, pk, graph_digest in rows
    ]
