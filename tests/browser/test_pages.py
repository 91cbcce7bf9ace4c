"""What holds on every page in a real browser: both themes and languages, small screens, keyboard only, no script."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.world import World, make_world
from tests.console.routes import pages as routes

BACKGROUNDS = {"light": "rgb(246, 247, 249)", "dark": "rgb(17, 21, 27)"}
# A missing page answers 404, and the browser writes that down; nothing else may be written.
NOT_FOUND = "404 (Not Found)"
# Addresses that redirect, are files or fragments, or take a POST; and the one that nobody signed in sees.
NOT_PAGES = {"home", "logout", "preferences", "tool_names", "login", "import_errors_csv", "import_errors_json"}
# Pages of an admin alone; `test_token_pages.py` walks them.
NOT_PAGES |= {"tokens", "token_new", "token_revoke"}
FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']"
LOOK_AT_FOCUS = """
    () => {
        const element = document.activeElement;
        if (element === document.body) return null;
        const style = getComputedStyle(element);
        const seen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
        element.dataset.visited = "yes";
        return `${seen ? "" : "no outline: "}${element.outerHTML.slice(0, 120)}`;
    }
"""
NOT_VISITED = """
    (selector) => [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility() && !element.disabled && element.dataset.visited !== "yes")
        .map((element) => element.outerHTML.slice(0, 120))
"""


@pytest.fixture
def world(transactional_db: None) -> World:
    return make_world()


def walk(page: Page, world: World) -> Iterator[tuple[str, str]]:
    """Open each page in turn."""
    for name, address in [*world.addresses.items(), ("missing", "/nothing-here")]:
        page.goto(address)
        yield name, address


def test_every_route_with_a_page_of_its_own_is_walked(world: World):
    walked = {name.split("_")[0] for name in world.addresses} | set(world.addresses)

    with_pages = {name for name, route in routes().items() if name not in NOT_PAGES and not is_write(name)}

    assert with_pages - walked == set()


def is_write(name: str) -> bool:
    return name.endswith(("_confirm", "_drop", "_reread", "_cancel", "_expected", "_override"))


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("en", "dark"), ("ko", "light"), ("ko", "dark")])
def test_pages_are_accessible_and_speak_the_language_in_the_theme(
    world: World, new_page: Callable[..., Page], axe: Callable[[Page], list[str]], language: str, theme: str
):
    page = new_page(language=language, theme=theme, user=world.person("engineer"))
    page.faults.expected.append(NOT_FOUND)

    faults = {name: axe(page) for name, _address in walk(page, world)}

    assert {name: found for name, found in faults.items() if found} == {}
    assert page.locator("html").get_attribute("lang") == language
    assert background(page) == BACKGROUNDS[theme]


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("en", "dark"), ("ko", "light"), ("ko", "dark")])
def test_sign_in_and_refusal_are_accessible(
    world: World, new_page: Callable[..., Page], axe: Callable[[Page], list[str]], language: str, theme: str
):
    page = new_page(language=language, theme=theme)
    page.faults.expected += ["422 (Unprocessable", "403 (Forbidden)"]

    page.goto("/sign-in")
    faults = axe(page)
    sign_in(page, "viewer", "not the word")
    faults += axe(page)
    sign_in(page, "viewer", "demo-viewer")
    page.goto(world.addresses["run_new"])
    faults += axe(page)

    assert faults == []
    assert page.locator("h1").is_visible()


def sign_in(page: Page, name: str, password: str) -> None:
    page.fill("#id_username", name)
    page.fill("#id_password", password)
    page.click("main button")
    page.wait_for_load_state()


@pytest.mark.parametrize("role", ["viewer", "operator", "admin"])
def test_run_is_accessible_to_every_role(
    world: World, new_page: Callable[..., Page], axe: Callable[[Page], list[str]], role: str
):
    page = new_page(user=world.person(role))

    page.goto(world.addresses["run_not_retrieved"])

    assert axe(page) == []
    assert page.locator("#expected form").count() == (0 if role == "viewer" else 1)


@pytest.mark.parametrize(("language", "theme"), [("en", "dark"), ("ko", "light")])
def test_admin_site_keeps_to_the_policy_and_is_accessible(
    world: World, new_page: Callable[..., Page], axe: Callable[[Page], list[str]], language: str, theme: str
):
    page = new_page(language=language, theme=theme, user=world.person("admin"))
    faults = {}

    for name in ("", "selector/user/", "selector/selectorrun/", "selector/collection/", "selector/auditevent/"):
        page.goto(f"/admin/{name}")
        faults[name] = axe(page)
    page.goto(f"/admin/selector/user/{world.person('viewer').pk}/change/")

    assert {name: found for name, found in faults.items() if found} == {}
    assert page.locator("#id_role").is_visible()


@pytest.mark.parametrize(("system", "chosen"), [("light", "dark"), ("dark", "light")])
def test_chosen_theme_and_language_are_there_at_first_paint(
    world: World, new_page: Callable[..., Page], system: str, chosen: str
):
    page = new_page(theme=system, javascript=False)
    page.goto("/sign-in")
    page.click("summary")
    page.click(f"button[name=theme][value={chosen}]")
    page.click("summary")
    page.click("button[name=language][value=ko]")

    html = page.goto("/sign-in").text()

    assert f'<html lang="ko" data-theme="{chosen}">' in html
    assert background(page) == BACKGROUNDS[chosen]


def background(page: Page) -> str:
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


@pytest.mark.parametrize("language", ["en", "ko"])
def test_small_screen_never_scrolls_sideways(world: World, new_page: Callable[..., Page], language: str):
    page = new_page(language=language, width=360, height=740, user=world.person("engineer"))
    page.faults.expected.append(NOT_FOUND)

    widths = {name: page.evaluate("document.documentElement.scrollWidth") for name, _address in walk(page, world)}

    assert {name: width for name, width in widths.items() if width > 360} == {}


@pytest.mark.parametrize(
    "name", ["collections", "collection_filtered", "tool", "runs", "run_new", "import_waits", "run_not_retrieved"]
)
def test_tab_reaches_every_control_and_shows_where_it_is(world: World, new_page: Callable[..., Page], name: str):
    page = new_page(user=world.person("engineer"))
    page.goto(world.addresses[name])
    page.evaluate("document.querySelectorAll('details:not([data-menu])').forEach((each) => { each.open = true; })")

    seen = list(tab_through(page))

    assert [line for line in seen if line.startswith("no outline")] == []
    assert page.evaluate(NOT_VISITED, FOCUSABLE) == []


def tab_through(page: Page) -> Iterator[str]:
    """Press Tab from the top until the focus leaves the page; give what had it."""
    # A field may have the focus from the start.
    page.focus(".skip-link")
    page.keyboard.press("Shift+Tab")
    for _press in range(400):
        page.keyboard.press("Tab")
        seen = page.evaluate(LOOK_AT_FOCUS)
        if seen is None:
            return
        yield seen
    pytest.fail("The focus never leaves the page.")


def test_skip_link_comes_first_and_leads_to_the_content(world: World, new_page: Callable[..., Page]):
    page = new_page(user=world.person("viewer"))
    page.goto(world.addresses["runs"])

    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    assert page.evaluate("document.activeElement.id") == "main"


def test_menu_opens_by_key_and_closes_with_escape(world: World, new_page: Callable[..., Page]):
    page = new_page(user=world.person("viewer"))
    page.goto(world.addresses["runs"])
    page.focus("details.menu summary")

    page.keyboard.press("Enter")
    was_open = page.locator("details.menu").get_attribute("open") is not None
    page.keyboard.press("Escape")

    assert was_open
    assert page.locator("details.menu").get_attribute("open") is None
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_filter_swaps_the_table_keeps_the_focus_and_stands_in_the_address(world: World, new_page: Callable[..., Page]):
    page = new_page(user=world.person("viewer"))
    page.goto(world.addresses["runs"])
    page.focus("#runs_text")

    page.keyboard.type("배송지 상세")
    page.wait_for_selector(".run-table__row:only-child")

    assert page.evaluate("document.activeElement.id") == "runs_text"
    assert "text=" in page.url
    page.reload()
    assert page.locator(".run-table__row").count() == 1


def test_enter_makes_a_line_and_sends_the_question_only_with_control(world: World, new_page: Callable[..., Page]):
    page = new_page(user=world.person("engineer"))
    page.goto(world.addresses["run_new"] + "?collection=demo-shop")

    page.keyboard.type("주문 정보")
    page.keyboard.press("Enter")
    page.keyboard.type("조회")
    was_sent = "/runs/new" not in page.url
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#decision")

    assert not was_sent
    assert page.locator("h1").inner_text().split() == ["주문", "정보", "조회"]


def test_sorting_the_evidence_is_an_address_and_back_undoes_it(world: World, new_page: Callable[..., Page]):
    page = new_page(user=world.person("viewer"))
    page.goto(world.addresses["run_overridden"])

    page.click("#sort-name")
    page.wait_for_selector("#sort-name[aria-current]")
    names = [row.get_attribute("data-tool") for row in page.locator("tbody:last-of-type .evidence__row").all()]
    page.go_back()
    page.wait_for_selector("#sort-name:not([aria-current])")

    assert names == sorted(names)
    assert page.locator("h1").count() == 1
