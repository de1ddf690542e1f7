"""The first page: four groups, nothing to scroll on a desktop, and a phone's first screen is for playing."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import Visit
from tests.support.browser_looks import TOO_LOW, fits
from tests.support.browser_tables import code_of, make_table

LANGUAGES = ("en", "de", "fr", "it", "ru")


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_desktop_four_groups_fit_without_scrolling(visit: Visit, language: str):
    page = visit("/", language=language)
    expect(page.locator(".welcome > *")).to_have_count(4)
    for width, height in ((1440, 900), (1920, 1080), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (width, height)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen_of_a_phone_holds_name_play_and_join(visit: Visit, language: str):
    page = visit("/", phone=True, language=language)
    for width, height in ((390, 664), (375, 553), (360, 640), (412, 915), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page)
        assert page.evaluate(TOO_LOW) == []
        for part in ("#name", "#play-now", "#make-table", "#code", ".join .button"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_a_typed_name_goes_along_to_a_new_table_without_javascript(visit: Visit):
    page = visit("/", javascript=False)
    page.get_by_label("Your name").fill("Mia")
    page.get_by_role("button", name="Make a table").click()
    expect(page.get_by_label("Your name")).to_have_value("Mia")


def test_a_typed_name_goes_along_to_the_table_that_one_joins(visit: Visit):
    host = make_table(visit)
    page = visit("/", phone=True)
    page.get_by_label("Your name").fill("Ada")
    page.locator("#code").fill(code_of(host))
    page.locator("#code").press("Enter")
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    page.get_by_role("button", name="Sit down").click()
    expect(host.locator(".place-name", has_text="Ada")).to_be_visible()


def test_one_tap_deals_to_bots_of_a_level(visit: Visit):
    page = visit("/", phone=True)
    page.get_by_label("Your name").fill("Mia")
    page.get_by_role("button", name="Other bots, more or fewer").click()
    page.get_by_role("group", name=re.compile("^Rambler")).get_by_role("button", name="1", exact=True).click()
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    expect(page.locator("#table")).to_have_attribute("data-seats", "2")
