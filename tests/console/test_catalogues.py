"""The catalogues: what is taken from code and templates, and which faults are named."""

from pathlib import Path

import pytest

from console import catalogues

CODE = """
from django.utils.translation import gettext_lazy as _, ngettext, pgettext
title = _("Sign in")
rows = ngettext("%(count)d run", "%(count)d runs", count)
verb = pgettext("verb", "Run")
"""
TEMPLATE = """{% load i18n %}
  <h1 title="don't">{% translate "It's here" %}</h1>
      {% blocktranslate trimmed with name=tool.name %}
        Tool {{ name }} is
        at 100%
      {% endblocktranslate %}
  {% blocktranslate count n=rows|length %}One row{% plural %}{{ n }} rows{% endblocktranslate %}
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "console").mkdir()
    (tmp_path / "console" / "views.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE, encoding="utf-8")
    catalogues.update_catalogues(tmp_path)
    return tmp_path


def write_korean(tree: Path, old: str, new: str) -> None:
    path = catalogues.po_path("ko", tree)
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def test_texts_of_code_and_templates_are_taken(tree: Path):
    found = {message.id for message in catalogues.extract_texts(tree) if message.id}

    assert found == {
        "Sign in",
        "Run",
        ("%(count)d run", "%(count)d runs"),
        "It's here",
        "Tool %(name)s is at 100%%",
        ("One row", "%(n)s rows"),
    }


def test_new_english_texts_say_themselves_and_korean_ones_wait(tree: Path):
    waiting = catalogues.update_catalogues(tree)

    assert waiting == {"en": 0, "ko": 6}


def test_update_twice_changes_nothing(tree: Path):
    before = catalogues.po_path("ko", tree).read_bytes()

    catalogues.update_catalogues(tree)

    assert catalogues.po_path("ko", tree).read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('msgid "Sign in"\nmsgstr ""', 'msgid "Sign in"\nmsgstr "로그인"', None),
        ("nothing", "nothing", "ko: untranslated: 'Sign in' (console/views.py)"),
        (
            'msgid "Sign in"\nmsgstr ""',
            '#, fuzzy\nmsgid "Sign in"\nmsgstr "로그인"',
            "ko: fuzzy: 'Sign in' (console/views.py)",
        ),
        ('msgid "Sign in"', 'msgid "Sign out"', "ko: missing: 'Sign in' (console/views.py)"),
        (
            'msgid "Sign in"\nmsgstr ""',
            'msgid "Sign in"\nmsgstr "{name} 로그인"',
            "ko: placeholders differ: 'Sign in' (console/views.py)",
        ),
    ],
)
def test_each_fault_is_named_with_its_text(tree: Path, old: str, new: str, fault: str | None):
    write_korean(tree, old, new)

    faults = [line for line in catalogues.check_catalogues(tree) if "Sign in" in line]

    assert faults == ([fault] if fault else [])


def test_text_that_nobody_uses_is_named_as_obsolete(tree: Path):
    write_korean(tree, 'msgid "Sign in"', 'msgid "Sign out"')

    faults = catalogues.check_catalogues(tree)

    assert any(line.startswith("ko: obsolete: 'Sign out'") for line in faults)


def test_korean_number_form_must_keep_the_number(tree: Path):
    write_korean(tree, 'msgstr[0] ""', 'msgstr[0] "실행 %(n)d개"')

    faults = catalogues.check_catalogues(tree)

    assert "ko: placeholders differ: '%(count)d run' (console/views.py)" in faults


def test_compiled_catalogue_speaks_korean(tree: Path):
    write_korean(tree, 'msgid "Sign in"\nmsgstr ""', 'msgid "Sign in"\nmsgstr "로그인"')

    compiled = catalogues.compile_catalogues(tree)

    assert "로그인".encode() in compiled[1].read_bytes()
    assert [path.name for path in compiled] == ["django.mo", "django.mo"]
