"""Tools: the page of one, and what operators say about it in place of its document."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from console.access import access, actor_of, may
from console.forms import OverrideForm
from console.problems import conflict, found, is_fragment, problem
from console.tool_links import tool_search_url, tool_url
from console.tool_page import BLOCKS, Refused, change_text, place_of, tool_view
from selector import queries, services
from selector.display import OverrideFacts, ToolPage
from selector.models import Collection
from selector.search import fold


@access("viewer")
@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def tool_detail(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    whole = frozenset(request.GET.getlist("all")) & frozenset(queries.WHOLE_LISTS)
    try:
        page = queries.tool_page(slug, name, whole)
    except ObjectDoesNotExist:
        return _gone(request, slug, name)
    template = BLOCKS.get(request.headers.get("HX-Target", ""), BLOCKS["tool-meaning"])
    return render(request, template if is_fragment(request) else "tools/detail.html", _context(request, page, whole))


@access("viewer")
@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def tool_named(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tool whose name cannot stand in a path."""
    name = request.GET.get("name", "")
    return tool_detail(request, slug, name) if name else redirect("collection", slug)


@access("engineer")
@require_POST
def tool_override(request: HttpRequest, slug: str) -> HttpResponse:
    """Say something about a tool, or take it back; inside the page the block comes back alone."""
    collection = get_object_or_404(Collection, slug=slug)
    name, kind = request.POST.get("tool", ""), request.POST.get("kind", "")
    said = queries.tool_overrides(collection.pk, name)
    known = said.get((kind, _key(request.POST)))
    form = OverrideForm(request.POST, kind=kind, place=place_of(kind, request.POST.get("do", ""), known))
    if not form.is_valid():
        return _refused(request, slug, name, Refused(form)) if form.is_whole else _broken(request, form)
    try:
        _check_alias(slug, form.cleaned_data)
        _write(request, collection, form.cleaned_data, known)
    except services.StaleWrite as stale:
        return _refused(request, slug, name, Refused(form, stale.current))
    except services.RuleBroken as broken:
        form.refuse(broken)
        return _refused(request, slug, name, Refused(form))
    return _saved(request, slug, form.cleaned_data, known)


def _check_alias(slug: str, given: dict[str, Any]) -> None:
    """Refuse a second time an alias that the tool has, unless it is an operator's: that is for the service to say."""
    if given["do"] == "remove":
        return
    page = found(queries.tool_page, slug, given["tool"])
    key = _key(given)
    if key and any(
        fold(alias.text) == fold(key) and (not alias.override or alias.text != key) for alias in page.aliases
    ):
        raise services.RuleBroken("alias_known", "The tool has this alias already.", "value")


def _key(data: Any) -> str:
    """Give the key of the row that a form is about: an alias is its own."""
    return " ".join(data.get("value", "").split()) if data.get("kind") == "alias" else ""


def _write(request: HttpRequest, collection: Collection, given: dict[str, Any], known: OverrideFacts | None) -> None:
    kind, key = given["kind"], _key(given)
    if given["do"] == "save":
        services.save_overlay_row(
            actor=actor_of(request),
            collection_id=collection.pk,
            kind=kind,
            tool_name=given["tool"],
            key=key,
            value=True if kind == "alias" else given["value"],
            reason=given["reason"],
            version=given["version"],
        )
        return
    services.clear_overlay_row(
        actor=actor_of(request),
        collection_id=collection.pk,
        kind=kind,
        tool_name=given["tool"],
        key=key,
        reason=given["reason"],
        version=given["version"],
    )


def _saved(request: HttpRequest, slug: str, given: dict[str, Any], known: OverrideFacts | None) -> HttpResponse:
    """Say what changed and on which revision; what was said of a tool that is gone leads to its collection."""
    try:
        page = queries.tool_page(slug, given["tool"])
    except ObjectDoesNotExist:
        messages.success(request, _("What was said about the tool is removed."))
        return redirect("collection", slug)
    text = _change(page, given, known)
    if is_fragment(request):
        return render(request, "tools/_meaning.html", _context(request, page) | {"changed": text})
    messages.success(request, text)
    return redirect(tool_url(slug, given["tool"]) + "#tool-meaning")


def _change(page: ToolPage, given: dict[str, Any], known: OverrideFacts | None) -> str:
    fact = next((fact for fact in page.facts if fact.kind == given["kind"]), None)
    before = known.value if known else fact.document_value if fact else ""
    after = fact.value if fact else "" if given["do"] == "remove" else "1"
    line = change_text(given["kind"], _key(given), before, after)
    revision = _("Revision %(number)d is live; new runs are decided on it.") % {"number": page.revision_number}
    return f"{line}. {revision}"


def _refused(request: HttpRequest, slug: str, name: str, refused: Refused) -> HttpResponse:
    status = HTTPStatus.CONFLICT if refused.current else HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        page = queries.tool_page(slug, name)
    except ObjectDoesNotExist:
        if refused.current:
            return conflict(request, refused.current, kept={_("Reason"): request.POST.get("reason", "")})
        return _broken(request, refused.form)
    template = "tools/_meaning.html" if is_fragment(request) else "tools/detail.html"
    return render(request, template, _context(request, page, refused=refused), status=status)


def _broken(request: HttpRequest, form: OverrideForm) -> HttpResponse:
    """Name what is wrong with a form that no page draws."""
    texts = [f"{name}: {' '.join(map(str, errors))}" for name, errors in form.errors.items()]
    return problem(request, HTTPStatus.UNPROCESSABLE_ENTITY, detail=" ".join(texts))


def _context(
    request: HttpRequest, page: ToolPage, whole: frozenset[str] = frozenset(), refused: Refused | None = None
) -> dict[str, Any]:
    may_override = may(request, "engineer")
    view = tool_view(page, may_override=may_override, whole=whole, refused=refused)
    return {"page": page, "view": view, "may_override": may_override}


def _gone(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Say that the collection has no such tool, and where to look; 404 without a page where there is no collection."""
    collection = get_object_or_404(Collection, slug=slug)
    if is_fragment(request):
        return problem(request, HTTPStatus.NOT_FOUND)
    context = {"collection": collection, "name": name, "search_url": tool_search_url(slug, name)}
    return render(request, "tools/gone.html", context, status=HTTPStatus.NOT_FOUND)
