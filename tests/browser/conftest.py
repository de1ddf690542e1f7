"""The real site and real browsers: `site` is its address, `visit` opens a browser for one more person."""

import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from accounts.models import User
from games.table import announcements
from scripts import browser as chromium
from scripts import packages
from tests.support.browser import DESKTOP, PATIENCE, PHONE, Visit
from tests.support.running_site import running_site, site

ROOT = Path(__file__).parent.parent.parent
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

__all__ = ["running_site", "site"]
failed = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    if report.when == "call":  # type: ignore[attr-defined]
        item.stash[failed] = report.failed  # type: ignore[attr-defined]
    return report


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    if not path:
        (pytest.fail if packages.needed() else pytest.skip)(chromium.MISSING)
    # Playwright keeps an event loop in this thread, so Django thinks that the code is asynchronous.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=PATIENCE)
    try:
        with sync_playwright() as playwright, announcements_from_another_thread():
            yield (launched := playwright.chromium.launch(executable_path=path, args=FLAGS))
            launched.close()
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@contextmanager
def announcements_from_another_thread() -> Iterator[None]:
    """Announces what tests change from another thread, since Playwright's loop is in the way in this one."""
    usual = announcements.async_to_sync
    with ThreadPoolExecutor(1) as thread:
        announcements.async_to_sync = lambda work: lambda *args: thread.submit(usual(work), *args).result()
        yield
        announcements.async_to_sync = usual
        thread.submit(lambda: connection.close())


@pytest.fixture
def visit(site: str, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Open the site as one more person: `visit()`, `visit("/style/", phone=True, dark=True, language="de")`.

    `person` is signed in already. Every call is a browser of its own, with its own cookies. A script error or
    a breach of the content security policy fails the test; a failed test leaves screenshots/.
    """
    contexts: list[BrowserContext] = []
    trouble: list[str] = []

    def visit(
        path: str = "/",
        *,
        person: User | None = None,
        phone: bool = False,
        dark: bool = False,
        language: str = "en",
        javascript: bool = True,
        worker: bool = False,
    ) -> Page:
        context = browser.new_context(
            base_url=site,
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            has_touch=phone,
            color_scheme="dark" if dark else "light",
            locale=language,
            java_script_enabled=javascript,
            reduced_motion="reduce",
            # Every browser is new here, so each would load again what the worker keeps.
            service_workers="allow" if worker else "block",
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if person:
            context.add_cookies([{**session_of(person), "url": site}])  # type: ignore[list-item]
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on(
            "console",
            lambda message: (
                trouble.append(message.text) if "Content Security Policy" in message.text else None
            ),
        )
        page.goto(path)
        return page

    yield visit
    if request.node.stash.get(failed, False):
        take_pictures(contexts, request.node.nodeid)
    for context in contexts:
        context.close()
    assert not trouble


def session_of(person: User) -> dict[str, str]:
    """The session cookie of a signed-in person."""
    client = Client()
    client.force_login(person, backend="accounts.backends.NameBackend")
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value}


def take_pictures(contexts: list[BrowserContext], test: str) -> None:
    folder = ROOT / "screenshots"
    folder.mkdir(exist_ok=True)
    name = re.sub(r"\W+", "-", test.removeprefix("tests/browser/"))
    for number, page in enumerate((page for context in contexts for page in context.pages), start=1):
        page.screenshot(path=folder / f"{name}-{number}.png", full_page=True)
