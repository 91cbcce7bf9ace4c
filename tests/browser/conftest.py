"""Chromium for the tests: pages in both languages and themes that note every fault, axe, and a worker for the jobs."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from django.conf import settings
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent.parent
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
# Milliseconds an action or a wait may take before it is a failure; generous, as two cores do everything at once.
PATIENCE_MS = 15_000
WCAG_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
NOTE_VIOLATIONS = """
    addEventListener("securitypolicyviolation", (event) =>
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI} at ${event.sourceFile}`));
"""

# Playwright keeps an event loop in this thread, at which Django would refuse the database; nothing here is async.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@dataclass
class Faults:
    """What a page must never do, noted while it is used; each test's pages must leave all of it empty."""

    allowed_host: str
    console: list[str] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)
    # Console messages that a test means to cause, such as a 422: any text that contains one of these is let pass.
    expected: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.add_init_script(NOTE_VIOLATIONS)
        page.on("console", lambda message: self._note(message.type, message.text))
        page.on("pageerror", lambda error: self.scripts.append(str(error)))
        page.on("request", lambda request: self._note_request(request.url))

    def _note(self, kind: str, text: str) -> None:
        if kind == "error" and not any(part in text for part in self.expected):
            self.console.append(text)

    def _note_request(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"data", "blob", "about"} and parts.netloc != self.allowed_host:
            self.strangers.append(url)

    def assert_none(self) -> None:
        assert {"console": self.console, "scripts": self.scripts, "strangers": self.strangers} == {
            "console": [],
            "scripts": [],
            "strangers": [],
        }


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium; skips with a reason where there is none, but fails where it must be there."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        must_run = os.environ.get("CI") == "true" or os.environ.get("REQUIRE_BROWSER") == "1"
        (pytest.fail if must_run else pytest.skip)("Chromium is not installed (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    """Make pages: `new_page(language="ko", theme="dark", javascript=False, user=user)`; their faults fail the test.

    `page.faults` holds what was noted; append to `page.faults.expected` what the test causes on purpose.
    """
    contexts: list[tuple[BrowserContext, Faults]] = []

    def make(
        *,
        language: str = "en",
        theme: str = "light",
        javascript: bool = True,
        user: Any = None,
        width: int = 1280,
        height: int = 900,
    ) -> Page:
        context = chromium.new_context(
            base_url=live_server.url,
            locale={"en": "en-US", "ko": "ko-KR"}[language],
            color_scheme=theme,
            java_script_enabled=javascript,
            viewport={"width": width, "height": height},
            timezone_id="Asia/Seoul",
            # Nothing moves while it is looked at: pictures and axe see the last state.
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        if user is not None:
            sign_in(context, live_server.url, user)
        faults = Faults(urlsplit(live_server.url).netloc)
        page = context.new_page()
        faults.watch(page)
        page.faults = faults
        contexts.append((context, faults))
        return page

    yield make
    for context, _faults in contexts:
        context.close()
    for _context, faults in contexts:
        faults.assert_none()


def sign_in(context: BrowserContext, url: str, user: Any) -> None:
    """Give the context a session of the user, as a sign-in by the form would."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": url, "httpOnly": True}])


@pytest.fixture(params=[("en", "light"), ("en", "dark"), ("ko", "light"), ("ko", "dark")], ids="-".join)
def page(request: pytest.FixtureRequest, new_page: Callable[..., Page]) -> Page:
    """A page for each language and theme; `@pytest.mark.parametrize("page", [("ko", "dark")], indirect=True)` picks."""
    language, theme = request.param
    return new_page(language=language, theme=theme)


@pytest.fixture
def axe() -> Callable[[Page], list[str]]:
    """`axe(page)` gives each accessibility fault as a line; an accessible page gives none.

    The script goes in through the browser's own protocol: a script element would be barred by the policy.
    """
    script = AXE_FILE_PATH.read_text(encoding="utf-8")

    def run(page: Page) -> list[str]:
        page.evaluate(script + "; undefined")
        options = {"runOnly": {"type": "tag", "values": WCAG_TAGS}, "resultTypes": ["violations"]}
        result = page.evaluate("(options) => axe.run(document, options)", options)
        return [
            f"{fault['id']} ({fault['impact']}): {fault['help']}: {' | '.join(node['html'] for node in fault['nodes'])}"
            for fault in result["violations"]
        ]

    return run


@pytest.fixture
def worker(transactional_db: None) -> Iterator[subprocess.Popen[bytes]]:
    """A real worker on the test's database that takes the jobs of both queues."""
    command = [sys.executable, "manage.py", "db_worker", "--queue-name", "interactive,bulk", "--interval", "0.1"]
    env = os.environ | {"DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "console.settings"}
    process = subprocess.Popen([*command, "--no-startup-delay"], cwd=ROOT, env=env, stdin=subprocess.DEVNULL)
    yield process
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def database_url() -> str:
    """Return the URL of the database the tests use now, for a process of its own."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    before, _slash, _name = os.environ["DATABASE_URL"].partition("?")[0].rpartition("/")
    query = os.environ["DATABASE_URL"].partition("?")[2]
    return f"{before}/{name}?{query}"
