"""Signing in and out, and how the console looks and speaks to a person."""

import zoneinfo
from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import trigger_client_event

from console.access import ANYONE, access, actor_of, person_of, safe_next
from console.forms import PreferencesForm, QuickSwitchForm, SignInForm
from console.problems import is_fragment, problem
from selector import services

# Seconds that the choice of a person who is not signed in is kept: a year.
COOKIE_AGE = 365 * 24 * 60 * 60


@access(ANYONE)
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Go to where the work is."""
    return redirect("collections")


@access(ANYONE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    target = safe_next(request, request.POST.get("next") or request.GET.get("next", ""))
    if request.method != "POST":
        if request.user.is_authenticated:
            return HttpResponseRedirect(target)
        return render(request, "account/sign_in.html", {"form": SignInForm(request), "next": target})
    form = SignInForm(request, request.POST)
    if not form.is_valid():
        return _refuse_sign_in(request, form, target)
    login(request, form.get_user())
    return _signed_in_again(request) if is_fragment(request) else HttpResponseRedirect(target)


@access(ANYONE)
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.success(request, _("You are signed out."))
    return redirect("login")


@access("viewer")
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    kept = {name: getattr(person, name) for name in ("language", "time_zone", "theme", "keyboard_shortcuts")}
    form = PreferencesForm(request.POST if request.method == "POST" else None, initial=kept)
    if request.method == "POST" and form.is_valid():
        user = services.change_preferences(actor=actor_of(request), user=person, **form.cleaned_data)
        with translation.override(user.language or translation.get_language_from_request(request)):
            messages.success(request, _("Your preferences are saved."))
        return redirect("account")
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    zones = sorted(zoneinfo.available_timezones())
    return render(request, "account/preferences.html", {"form": form, "zones": zones}, status=status)


@access(ANYONE)
@require_POST
def quick_switch(request: HttpRequest) -> HttpResponse:
    """Switch language or theme from the top bar and go back to the page."""
    form = QuickSwitchForm(request.POST)
    if not form.is_valid():
        return problem(request, HTTPStatus.UNPROCESSABLE_ENTITY)
    chosen = {name: value for name, value in form.cleaned_data.items() if value}
    if request.user.is_authenticated and chosen:
        services.change_preferences(actor=actor_of(request), user=person_of(request), **chosen)
    response = HttpResponseRedirect(safe_next(request, request.POST.get("next", "")))
    for name, value in chosen.items():
        cookie = settings.LANGUAGE_COOKIE_NAME if name == "language" else name
        response.set_cookie(cookie, value, max_age=COOKIE_AGE, samesite="Lax", secure=request.is_secure())
    return response


def _refuse_sign_in(request: HttpRequest, form: SignInForm, target: str) -> HttpResponse:
    if is_fragment(request):
        return problem(request, HTTPStatus.UNAUTHORIZED, sign_in_again=True, sign_in_failed=True)
    context = {"form": form, "next": target}
    return render(request, "account/sign_in.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _signed_in_again(request: HttpRequest) -> HttpResponse:
    """Answer a sign-in inside a page: the page gets the new token, so that its forms can be sent."""
    response = render(request, "account/_signed_in_again.html")
    return trigger_client_event(response, "csrf-renewed", {"value": get_token(request)})
