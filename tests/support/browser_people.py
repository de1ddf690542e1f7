"""People who sign up and come back, in a real browser."""

import re

from playwright.sync_api import Page

PASSWORD = "violet pencil 7"


def at_home(page: Page) -> None:
    """Waits for the first page; `**/` would match any page."""
    page.wait_for_url(re.compile(r"^\w+://[^/]+/$"))


def send(page: Page, button: str) -> None:
    page.get_by_role("main").get_by_role("button", name=button, exact=True).click()


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    send(page, "Sign up")
    at_home(page)
