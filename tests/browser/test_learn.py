"""Learning in real browsers: the rules beside a table, and first games by keyboard alone."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit


def test_the_rules_open_beside_the_table_and_the_card_stays_in_hand(visit: Visit) -> None:
    page = visit()
    page.click("#play-now")
    expect(page.locator("#table")).to_have_attribute("data-line", "open")
    page.keyboard.press("2")
    expect(page.locator("#card-2")).to_be_checked()
    page.keyboard.press("?")
    rules = page.locator("#help")
    expect(rules.get_by_role("heading", name="The rules of Splito")).to_be_focused()
    page.locator("#rule-moon label").nth(2).click()
    expect(rules.locator("#rule-moon [data-step='3'] .goal[data-state='met']")).to_be_visible()
    expect(rules.locator("#rule-moon [data-step='1']")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    expect(page.locator("#card-2")).to_be_focused()
    expect(page.locator("#card-2")).to_be_checked()
    expect(page).to_have_url(re.compile(r"/t/\w+/$"))


def test_without_a_script_examples_still_answer_and_the_table_links_to_the_rules(visit: Visit) -> None:
    page = visit("/rules/splitter/", phone=True, javascript=False)
    page.locator("#rule-star label").nth(1).click()
    expect(page.locator("#rule-star [data-step='2']")).to_be_visible()
    expect(page.locator("#rule-star [data-step='1']")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
