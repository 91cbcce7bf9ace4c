"""A tool's page and the walk through a filtered list in a real browser: override, filter, open, K, Back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from selector.models import OverlayRow, SelectorRun
from tests.browser.world import World, make_world

TOOL = "/collections/demo-shop/tools/getMemberDeliveryDetail"
QUESTION = "parcel zebra"


@pytest.fixture
def world(transactional_db: None) -> World:
    return make_world()


def ask(page: Page) -> str:
    """Ask the demo shop for the alias, and give the final tool."""
    page.goto("/runs/new?collection=demo-shop")
    page.fill("#id_query", QUESTION)
    page.click("#run-form .button--main")
    page.wait_for_selector("#decision")
    return page.locator("[data-pick=final]").inner_text()


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no script"])
def test_engineer_adds_an_alias_and_the_next_run_finds_the_tool_by_it(
    world: World, new_page: Callable[..., Page], javascript: bool
):
    page = new_page(user=world.person("engineer"), javascript=javascript)
    before = ask(page)

    page.goto(TOOL)
    page.click("#override-alias summary")
    page.fill("#alias-value", QUESTION)
    page.fill("#alias-reason", "Users call it so.")
    page.click("#override-alias button[value=save]")
    page.wait_for_selector(f"[data-fact=alias][data-value='{QUESTION}']")

    assert "getMemberDeliveryDetail" not in before
    assert "getMemberDeliveryDetail" in ask(page)


def test_refused_and_stale_overrides_keep_the_form_open_and_the_text(world: World, new_page: Callable[..., Page]):
    page, other = (new_page(user=world.person(role)) for role in ("engineer", "admin"))
    page.faults.expected += ["422 (Unprocessable", "409 (Conflict"]
    page.goto(TOOL)
    page.click("#override-resource summary")
    page.fill("#resource-value", "two words")
    page.fill("#resource-reason", "long thought about")
    page.click("#override-resource button[value=save]")
    page.wait_for_selector("#resource-value[aria-invalid=true]")
    focused = page.evaluate("document.activeElement.id")

    other.goto(TOOL)
    other.click("#override-resource summary")
    other.fill("#resource-value", "parcel")
    other.fill("#resource-reason", "theirs")
    other.click("#override-resource button[value=save]")
    other.wait_for_selector("[data-fact=resource][data-overridden=true]")
    page.fill("#resource-value", "shipment")
    page.click("#override-resource button[value=save]")
    page.wait_for_selector("#override-resource [role=alert] .conflict")

    assert focused == "resource-value"
    assert "admin" in page.locator("#override-resource .conflict").inner_text()
    assert page.input_value("#resource-value") == "shipment"
    page.click("#override-resource button[value=save]")
    page.wait_for_selector("[data-fact=resource][data-value=shipment]")
    assert OverlayRow.objects.get(kind="resource").version == 2


def rows(page: Page) -> list[str | None]:
    return [row.get_attribute("data-run") for row in page.locator(".run-table__row").all()]


def test_filter_open_k_k_and_back_gives_the_same_rows_at_the_same_place(world: World, new_page: Callable[..., Page]):
    page = new_page(user=world.person("viewer"), height=500)
    page.goto(world.addresses["runs"])
    page.select_option("#runs_status", "succeeded")
    page.wait_for_selector("[data-chip=status]")
    listed = rows(page)
    page.locator(".run-table__row th a").nth(3).click()
    page.wait_for_selector("#decision")
    visited = [page.url]
    for key in ("k", "k"):
        page.keyboard.press(key)
        page.wait_for_function("(url) => location.href !== url", arg=visited[-1])
        page.wait_for_selector("#decision")
        visited.append(page.url)
    page.go_back()
    page.wait_for_selector("#run-table")

    ids = [url.partition("?")[0].rpartition("/")[2] for url in visited]
    assert ids == [listed[3], listed[2], listed[1]]
    assert set(SelectorRun.objects.filter(pk__in=ids).values_list("status", flat=True)) == {"succeeded"}
    assert "status=succeeded" in page.url
    assert rows(page) == listed
    assert page.locator(".run-table__row").nth(3).evaluate("(row) => row.getBoundingClientRect().top < innerHeight")


def test_keys_go_by_place_and_rest_while_somebody_types(world: World, new_page: Callable[..., Page]):
    page = new_page(user=world.person("operator"))
    pk = SelectorRun.objects.order_by("pk")[3].pk
    page.goto(f"/runs/{pk}")
    url = page.url
    press = "(init) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, ...init}))"

    page.focus("#id_target")
    page.keyboard.type("jk")
    page.evaluate("document.activeElement.blur()")
    page.evaluate(press, {"key": "ㅏ", "code": "KeyK", "isComposing": True})
    for modifier in ("ctrlKey", "metaKey", "altKey"):
        page.evaluate(press, {"key": "k", "code": "KeyK", modifier: True})
    page.wait_for_timeout(300)
    stayed = page.url == url
    page.evaluate(press, {"key": "ㅏ", "code": "KeyK"})
    page.wait_for_url(f"**/runs/{pk + 1}")

    assert stayed
    assert page.locator("#way-older kbd").inner_text() == "J"


def test_two_presses_at_once_are_one_step(world: World, new_page: Callable[..., Page]):
    page = new_page(user=world.person("viewer"))
    pk = SelectorRun.objects.order_by("-pk").first().pk
    page.goto(f"/runs/{pk}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.is_navigation_request() else None)

    page.evaluate(
        """() => { for (const _ of [1, 2]) document.body.dispatchEvent(
            new KeyboardEvent("keydown", {bubbles: true, key: "j", code: "KeyJ"})); }"""
    )
    page.wait_for_url(f"**/runs/{pk - 1}")

    assert len(asked) == 1


def test_who_turned_keys_off_is_not_moved_by_them(world: World, new_page: Callable[..., Page]):
    viewer = world.person("viewer")
    viewer.keyboard_shortcuts = False
    viewer.save()
    page = new_page(user=viewer)
    pk = SelectorRun.objects.order_by("pk")[3].pk
    page.goto(f"/runs/{pk}")

    page.keyboard.press("k")
    page.wait_for_timeout(300)

    assert page.url.endswith(f"/runs/{pk}")
    assert page.locator("kbd").count() == 0


def test_long_list_of_fields_opens_in_its_place(world: World, new_page: Callable[..., Page]):
    page = new_page(user=world.person("viewer"))
    page.goto(TOOL)

    names = page.locator("#tool-sources .flow__list a").all_inner_texts()
    page.locator("#tool-sources .flow__list a").first.click()
    page.wait_for_selector("#tool-meaning")

    assert names
    assert page.locator("h1").inner_text() == names[0]
