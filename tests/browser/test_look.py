"""The look in a real browser: nothing sticks out, nothing is too small to touch, nothing is heavy."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.support.browser import Visit
from tests.support.browser_looks import FITS, TOO_LOW

WEIGHT = """performance.getEntries().filter(entry => "transferSize" in entry)
    .reduce((sum, entry) => sum + entry.transferSize, 0)"""


@pytest.mark.parametrize("width", [320, 360, 768])
def test_the_first_page_fits_narrow_screens(visit: Visit, width: int):
    page = visit("/", phone=True)
    page.set_viewport_size({"width": width, "height": 700})
    assert page.evaluate(FITS)
    assert page.evaluate(TOO_LOW) == []


@pytest.mark.parametrize("width", [320, 360, 768, 1440])
def test_every_part_of_the_style_page_fits(site: str, visit: Visit, width: int):
    page = visit("/style/", phone=True, person=User.objects.create_user("Mia", is_staff=True))
    page.set_viewport_size({"width": width, "height": 700})
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate(FITS)


def test_the_phone_menu_opens_and_closes_without_javascript(visit: Visit):
    page = visit("/", phone=True, javascript=False)
    clubs = page.get_by_role("link", name="Clubs")
    expect(clubs).to_be_hidden()
    page.get_by_role("button", name="Menu").press("Enter")
    expect(clubs).to_be_visible()
    page.keyboard.press("Escape")
    expect(clubs).to_be_hidden()


def test_the_keyboard_can_skip_to_the_content(visit: Visit):
    page = visit("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_another_language_is_two_taps_away_without_javascript(visit: Visit):
    page = visit("/", phone=True, javascript=False)
    page.get_by_role("button", name="Language").click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_dark_and_light_follow_the_device_until_somebody_decides(visit: Visit):
    page = visit("/", dark=True)
    expect(page.locator("html")).to_have_css("background-color", "rgb(17, 25, 24)")
    page.get_by_role("button", name="Light colours").click()
    expect(page.locator("html")).to_have_attribute("data-colours", "light")
    expect(page.locator("html")).to_have_css("background-color", "rgb(210, 218, 212)")


def test_the_first_page_weighs_less_than_150_kb(visit: Visit):
    page = visit("/")
    page.evaluate("document.fonts.ready.then(() => true)")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(
        "document.fonts.check('800 20px Piazzolla') && document.fonts.check('15px Commissioner')"
    )
    assert page.evaluate(WEIGHT) < 150_000
