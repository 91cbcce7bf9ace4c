"""Collections and runs in, the revisions that answers about them were made on out."""

from __future__ import annotations

from collections.abc import Iterable

from selector.display import ToolFilter, ToolListPage
from selector.display.revisions import RevisionFacts
from selector.models import Collection, Revision, SelectorRun, SourceVersion, VersionState

from .overlays import collection_rows, overrides_of
from .tools import tool_list


def revision_facts(revision: Revision | None) -> RevisionFacts:
    """The facts of a revision; number 0 where a collection has none."""
    return RevisionFacts(revision.number, revision.digest) if revision else RevisionFacts(0, "")


def head_facts() -> dict[str, RevisionFacts]:
    """The head of every collection, by slug."""
    rows = Collection.objects.exclude(head=None).values_list("slug", "head__number", "head__digest")
    return {slug: RevisionFacts(number, digest) for slug, number, digest in rows}


def run_revisions(run_ids: Iterable[int]) -> dict[int, RevisionFacts]:
    """The revision that each of some runs was decided on."""
    rows = SelectorRun.objects.filter(pk__in=list(run_ids)).values_list("pk", "revision__number", "revision__digest")
    return {pk: RevisionFacts(number, digest) for pk, number, digest in rows}


def collection_tools(slug: str, wanted: ToolFilter) -> tuple[RevisionFacts, ToolListPage]:
    """A page of the tools of a collection with its head; `Collection.DoesNotExist` where there is none."""
    collection = Collection.objects.select_related("head").get(slug=slug)
    live = SourceVersion.objects.filter(source__collection=collection, state=VersionState.LIVE).defer("artifact")
    return revision_facts(collection.head), tool_list(list(live), wanted, overrides_of(collection_rows(collection.pk)))
