"""A made-up language marks every translated text; what a page shows outside of the marks is not translated."""

from html.parser import HTMLParser

import pytest
from django.utils import translation

from tests.console.routes import address
from tests.console.test_every_page import WHOLE_PAGES

OPEN, CLOSE = "\N{LEFT WHITE SQUARE BRACKET}", "\N{RIGHT WHITE SQUARE BRACKET}"
# Names that are the same in every language.
ALLOWED = {
    "Selector",
    "Console",
    "한국어",
    "English",
    "EN",
    "LLM",
    "CSV",
    "JSON",
    "ms",
    "s",
    "KB",
    "MB",
    "UTC",
    "bytes",
    "openapi",
}
# Elements whose text is code, data or a time; so is any element that says its own direction of writing.
DATA = {"code", "pre", "time", "option", "textarea", "script", "style", "title"}
TEXT_ATTRIBUTES = {"title", "aria-label", "placeholder", "alt"}


class BareText(HTMLParser):
    """Collects the words of a page that are neither translated nor data."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.depth = 0
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs) -> None:
        values = dict(attrs)
        is_data = tag in DATA or "dir" in values or "mono" in (values.get("class") or "")
        if not is_data and not self.is_inside_data():
            for name in TEXT_ATTRIBUTES & values.keys():
                self.handle_data(values[name] or "")
        if tag not in {"meta", "link", "input", "br", "rect"}:
            self.open.append((tag, is_data))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def is_inside_data(self) -> bool:
        return any(is_data for _tag, is_data in self.open)

    def handle_data(self, data: str) -> None:
        bare = ""
        for letter in data:
            self.depth += {OPEN: 1, CLOSE: -1}.get(letter, 0)
            bare += letter if self.depth == 0 and letter != CLOSE else " "
        if not self.is_inside_data():
            words = "".join(letter if letter.isalpha() else " " for letter in bare).split()
            self.words += [word for word in words if word not in ALLOWED]


@pytest.fixture
def pseudo_language(monkeypatch):
    """Put every translated text into brackets."""
    trans = translation._trans
    for name in ("gettext", "ngettext", "pgettext", "npgettext"):
        monkeypatch.setattr(trans, name, marked(getattr(trans, name)), raising=False)


def marked(translate):
    def mark(*args):
        text = translate(*args)
        # A format of dates is no text.
        return text if "date format" in args or not text.strip() else f"{OPEN}{text}{CLOSE}"

    return mark


@pytest.mark.parametrize("name", WHOLE_PAGES)
def test_page_shows_no_text_that_is_not_translated(world, client_as, pseudo_language, name: str):
    person = client_as("engineer", username="zz")
    parser = BareText()

    parser.feed(person.get(address(name, world.arguments)).content.decode())

    assert parser.words == []
