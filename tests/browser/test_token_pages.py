"""An admin's pages of tokens in a real browser: both themes and languages, a small screen, from making to revoking."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from selector.models import ApiToken, User
from tests.selector.factories import UserFactory, a_token

IS_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def admin(transactional_db: None) -> User:
    return UserFactory(role="admin", username="ada")


@pytest.mark.parametrize(
    ("language", "theme", "width"),
    [("en", "light", 1280), ("en", "dark", 390), ("ko", "light", 390), ("ko", "dark", 1280)],
)
def test_a_token_is_made_seen_once_and_revoked(
    admin: User, new_page: Callable[..., Page], axe: Callable[[Page], list[str]], language: str, theme: str, width: int
):
    a_token(name="a program with a long name that stands beside many scopes")
    page = new_page(language=language, theme=theme, width=width, user=admin)
    page.faults.expected.append("422 (Unprocessable")
    faults, wide = [], []

    def look(url: str = "") -> None:
        if url:
            page.goto(url)
        faults.extend(axe(page))
        wide.append(page.evaluate(IS_WIDE))

    look("/tokens")
    look("/tokens/new")
    page.fill("#id_name", "shop bot")
    page.click("main form .button--main")
    page.wait_for_selector("#id_scopes_error")
    look()
    page.check("input[value=select]")
    page.click("main form .button--main")
    page.wait_for_selector("#token-value")
    look()
    value = page.input_value("#token-value")
    page.click("main .button--main")
    page.wait_for_selector(".token-table")
    listed = page.content()
    page.click(f"[data-token='{ApiToken.objects.get(name='shop bot').pk}'] a.button")
    page.wait_for_selector("#id_reason")
    look()
    page.fill("#id_reason", "no longer used")
    page.click("main form .button--danger")
    page.wait_for_selector("[data-state=revoked]")

    assert faults == []
    assert not any(wide)
    assert value.startswith("sel_")
    assert value not in listed
