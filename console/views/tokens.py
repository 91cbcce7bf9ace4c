"""Tokens of programs: the list, a new one whose value is shown once, and a revocation."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from console.access import access, actor_of
from console.forms import add_refusal
from console.forms.tokens import RevokeForm, TokenForm
from console.problems import conflict, found, refusal
from selector.models import Collection
from selector.queries.collections import collection_list
from selector.queries.tokens import token_list, token_row
from selector.services.base import RuleBroken, StaleWrite
from selector.services.tokens import MintedToken, create_token, revoke_token


@access("admin")
@require_safe
def tokens(request: HttpRequest) -> HttpResponse:
    return render(request, "tokens/list.html", {"page": token_list(timezone.now())})


@access("admin")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def token_new(request: HttpRequest) -> HttpResponse:
    """Make a token. Its value stands in this one answer and nowhere else, so there is nothing to redirect to."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    form.offer((row.slug, row.name) for row in collection_list())
    if request.method != "POST":
        return render(request, "tokens/new.html", {"form": form})
    minted = _create(request, form) if form.is_valid() else None
    if minted is None:
        return render(request, "tokens/new.html", {"form": form}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    context = {"token": token_row(minted.token.pk, timezone.now()), "value": minted.value}
    context["address"] = request.build_absolute_uri(reverse("api:collections"))
    return render(request, "tokens/made.html", context, status=HTTPStatus.CREATED)


@access("admin")
@require_http_methods(["GET", "HEAD", "POST"])
def token_revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Ask whether a token shall be closed for good, and close it."""
    row = found(token_row, token_id, timezone.now())
    is_sent = request.method == "POST"
    form = RevokeForm(request.POST if is_sent else None, initial={"version": row.version})
    if not is_sent or not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY if is_sent else HTTPStatus.OK
        return render(request, "tokens/revoke.html", {"form": form, "token": row}, status=status)
    try:
        revoke_token(actor=actor_of(request), token_id=token_id, **form.cleaned_data)
    except StaleWrite as stale:
        kept = {_("Reason"): form.cleaned_data["reason"]}
        return conflict(request, stale.current, kept=kept, retry_url=reverse("token_revoke", args=[token_id]))
    except RuleBroken as broken:
        return refusal(request, broken, retry_url=reverse("tokens"))
    messages.success(request, _("The token is revoked. Its program is shut out from now on."))
    return redirect("tokens")


def _create(request: HttpRequest, form: TokenForm) -> MintedToken | None:
    """Make the token; None where a rule refused it and the form says why."""
    given = dict(form.cleaned_data)
    slug = given.pop("collection")
    try:
        collection = Collection.objects.get(slug=slug) if slug else None
        return create_token(actor=actor_of(request), collection=collection, **given)
    except RuleBroken as broken:
        add_refusal(form, broken)
        return None
