"""What holds for every page in both languages: the security policy, no inline code, targets that exist, no leaks."""

import re

import pytest

from tests.console.routes import EXPECTED, address

PAGES = [
    name for name in EXPECTED if "GET" in EXPECTED[name] and name not in ("import_errors_csv", "import_errors_json")
]
WHOLE_PAGES = [name for name in PAGES if name not in ("home", "login", "tool_names")]


@pytest.mark.parametrize("name", PAGES)
def test_policy_allows_only_what_comes_from_here(world, client_as, name: str):
    policy = client_as().get(address(name, world.arguments))["Content-Security-Policy"]

    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("name", WHOLE_PAGES)
def test_page_has_nothing_inline_and_says_its_language(world, client_as, name: str, language: str):
    html = client_as(language=language, theme="dark").get(address(name, world.arguments)).content.decode()

    assert f'<html lang="{language}" data-theme="dark">' in html
    assert re.findall(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=|javascript:", html) == []
    assert re.findall(r'(?:src|href)="(?:https?:)?//', html) == []


@pytest.mark.parametrize("name", WHOLE_PAGES)
def test_every_swap_target_is_on_the_page(world, client_as, name: str):
    html = client_as().get(address(name, world.arguments)).content.decode()
    ids = re.findall(r'\sid="([^"]+)"', html)

    targets = set(re.findall(r'hx-target="#([^"]+)"', html))

    assert targets <= set(ids)
    assert len(ids) == len(set(ids)), sorted(ids)


@pytest.mark.parametrize("name", WHOLE_PAGES)
def test_every_label_and_reference_points_to_something(world, client_as, name: str):
    html = client_as().get(address(name, world.arguments)).content.decode()
    ids = set(re.findall(r'\sid="([^"]+)"', html))

    named = re.findall(r'\s(?:for|aria-labelledby|aria-describedby|list)="([^"]+)"', html)

    assert {each for value in named for each in value.split()} <= ids


@pytest.mark.parametrize("name", ["collection", "tool", "import", "runs", "run"])
def test_page_and_fragment_are_told_apart_by_caches(world, client_as, name: str):
    client = client_as()
    url = address(name, world.arguments)

    whole, fragment = client.get(url), client.get(url, headers={"HX-Request": "true"})
    restored = client.get(url, headers={"HX-Request": "true", "HX-History-Restore-Request": "true"})

    assert "HX-Request" in whole["Vary"]
    assert "<html" in whole.content.decode()
    assert "<html" not in fragment.content.decode()
    assert "<html" in restored.content.decode()


@pytest.mark.parametrize(("name", "table"), [("collection", "tool-table"), ("runs", "run-table")])
def test_search_stays_outside_of_what_it_swaps(world, client_as, name: str, table: str):
    """A swap that replaced the input would break a Hangul syllable that is still being composed."""
    fragment = client_as().get(address(name, world.arguments), headers={"HX-Request": "true"}).content.decode()

    assert f'id="{table}"' in fragment
    assert "<input" not in fragment
