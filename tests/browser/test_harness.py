"""The watch the browser tests keep: it must notice what it is there for, or its silence proves nothing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

POLICY = {"Content-Security-Policy": "default-src 'self'", "Content-Type": "text/html; charset=utf-8"}
HEAD = '<!doctype html><html lang="en"><head><title>Page</title></head><body><main><h1>Page</h1>'


def show(page: Page, body: str) -> None:
    page.route("**/probe", lambda route: route.fulfill(body=HEAD + body, headers=POLICY))
    page.goto("/probe")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("<script>document.title = 'inline'</script>", "console"),
        ('<p style="color: red">inline</p>', "console"),
        ('<img alt="" src="https://stranger.example/pixel.png">', "strangers"),
    ],
)
def test_watch_notices_what_the_policy_bars(new_page: Callable[..., Page], body: str, kind: str):
    page = new_page()

    show(page, body)

    assert getattr(page.faults, kind) or page.faults.console
    page.faults.console.clear()
    page.faults.strangers.clear()


def test_axe_names_a_picture_without_text(new_page: Callable[..., Page], axe: Callable[[Page], list[str]]):
    page = new_page()

    show(page, '<img src="/static/none.png"></main>')

    assert [line.split(" ")[0] for line in axe(page)] == ["image-alt"]
    page.faults.console.clear()


def test_axe_finds_nothing_on_a_plain_page(new_page: Callable[..., Page], axe: Callable[[Page], list[str]]):
    page = new_page()

    show(page, "<p>Nothing is wrong here.</p></main>")

    assert axe(page) == []
