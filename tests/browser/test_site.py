"""The site as `make run` starts it answers a real browser."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import Visit


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_the_first_page_opens_without_script_errors_and_fits_the_screen(
    visit: Visit, phone: bool, dark: bool
):
    page = visit("/", phone=phone, dark=dark)
    expect(page.locator("h1").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_first_page_works_without_javascript(visit: Visit):
    expect(visit("/", javascript=False).locator("h1").first).to_be_visible()
