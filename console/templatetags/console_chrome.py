"""What stands around every page: navigation, the person, language and theme."""

from dataclasses import dataclass

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from console.words import TABLES

register = template.Library()

# Areas of the console: (name of the route, text, beginnings of its addresses). An area appears when it exists.
AREAS = (
    ("collections", _("Collections"), ("/collections", "/imports")),
    ("runs", _("Runs"), ("/runs",)),
)

# htmx without what the security policy forbids; errors other than 409 and 422 go into the page's problem slot.
HTMX_CONFIG = (
    '{"historyCacheSize":0,"refreshOnHistoryMiss":true,"allowEval":false,"includeIndicatorStyles":false,'
    '"selfRequestsOnly":true,"timeout":30000,"responseHandling":['
    '{"code":"204","swap":false},{"code":"[23]..","swap":true},{"code":"409|422","swap":true},'
    '{"code":"[45]..","swap":true,"error":true,"target":"#problem","swapOverride":"innerHTML"}]}'
)


@dataclass(frozen=True, slots=True)
class Area:
    """One entry of the navigation."""

    url: str
    text: str | Promise
    is_current: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a switch."""

    value: str
    text: str | Promise
    is_current: bool


@dataclass(frozen=True, slots=True)
class Chrome:
    """What `base.html` needs beyond the page itself."""

    language: str
    theme: str
    areas: tuple[Area, ...]
    languages: tuple[Choice, ...]
    themes: tuple[Choice, ...]
    here: str
    htmx_config: str


@register.simple_tag(takes_context=True)
def page_chrome(context: template.Context) -> Chrome:
    """Work out the chrome; also for an error page that was made without a whole request."""
    request: HttpRequest | None = context.get("request")
    path = request.path if request else ""
    language = (get_language() or settings.LANGUAGE_CODE).split("-")[0]
    theme = getattr(request, "theme", "system")
    # A language names itself, so that who cannot read the page still finds the own one.
    languages = (("ko", "한국어"), ("en", "English"))
    return Chrome(
        language=language,
        theme=theme,
        areas=tuple(Area(reverse(name), text, path.startswith(begins)) for name, text, begins in AREAS),
        languages=tuple(Choice(code, text, code == language) for code, text in languages),
        themes=tuple(Choice(code, text, code == theme) for code, text in TABLES["theme"].items()),
        here=request.get_full_path() if request and request.method == "GET" else "/",
        htmx_config=HTMX_CONFIG,
    )
