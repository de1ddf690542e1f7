"""Learning in real browsers: the rules beside a table, and first games by keyboard alone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.splito.deck import CLASSIC, load
from games.table import services
from tests.support.browser import Visit
from tests.support.tables import gather


def test_the_rules_open_beside_the_table_and_the_card_stays_in_hand(visit: Visit) -> None:
    page = visit()
    page.click("#play-now")
    page.wait_for_url(re.compile(r"/t/\w+/$"), wait_until="load")
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


@pytest.mark.parametrize("phone", [False, True])
def test_the_rules_beside_a_table_show_the_goals_of_its_deck(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, phone: bool
) -> None:
    monkeypatch.setenv("SPLITSITE_DECKS", str(tmp_path))
    goals = load(CLASSIC).text.replace("none-2 1", "none-2 5")
    (tmp_path / "harbour.txt").write_text(goals + "exactly-one-red 2\n")
    session, (host, _) = gather(2, options={"deck": CLASSIC})
    page = visit(f"/t/{session.code}/", person=host, phone=phone)
    rules = page.locator("#help")
    page.locator("#gathering-rules").click()
    expect(rules.get_by_role("heading", name="Reconstructed")).to_be_visible()
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    services.configure(session.pk, host, options={"deck": "harbour"})
    services.start(session.pk, host)
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    page.locator("#help-button").click()
    expect(rules).to_contain_text("These are the goals of the deck “harbour”.")
    expect(rules.get_by_role("heading", name="Reconstructed")).to_have_count(0)
    lot = rules.locator(".lot", has_text="none of a number")
    lot.locator("summary").click()
    expect(lot.locator("li", has_text="no 2").get_by_label("5 points")).to_be_visible()
    expect(rules.locator(".lot", has_text="exactly one of a colour")).to_be_visible()
    assert page.evaluate("document.getElementById('help').scrollWidth <= innerWidth")


def test_without_a_script_examples_still_answer_and_the_table_links_to_the_rules(visit: Visit) -> None:
    page = visit("/rules/splitter/", phone=True, javascript=False)
    page.locator("#rule-star label").nth(1).click()
    expect(page.locator("#rule-star [data-step='2']")).to_be_visible()
    expect(page.locator("#rule-star [data-step='1']")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_first_game_of_splito_can_be_played_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/learn/splito/")
    coach = page.locator("#coach")
    page.keyboard.press("3")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#go-on")).to_be_focused()
    expect(page.locator("#table")).to_have_attribute("data-sealed", "green-5 L")
    page.keyboard.press("Backspace")
    expect(page.locator("#table")).to_have_attribute("data-sealed", "")
    page.keyboard.press("3")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#go-on")).to_be_focused()
    page.keyboard.press("Enter")
    expect(coach).to_contain_text("Well done.")
    expect(page.locator(".turn")).to_contain_text("Turn 2 of 4")
    for turn, (card, side) in enumerate(("3R", "1R", "1L"), start=2):
        page.keyboard.press(card)
        page.keyboard.press("Shift+Arrow" + {"L": "Left", "R": "Right"}[side])
        expect(page.locator("#table")).to_have_attribute("data-turn", str(turn))
    expect(coach).to_contain_text("7 × 2 = 14")
    expect(page.locator("#count")).to_be_visible()
    page.locator("#play-for-real").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/t/\w+/$"))


def test_the_first_game_of_splitter_can_be_played_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/learn/splitter/")
    table = page.locator("#table")
    page.locator("#start-again").focus()
    for turn, move in enumerate(("r2c4", "r4c3", "r6c3"), start=1):
        for _ in range(40):
            if page.evaluate("document.activeElement.closest('.pair') !== null"):
                break
            page.keyboard.press("Tab")
        for _ in range(22):
            if page.evaluate("document.activeElement.value") == move:
                break
            page.keyboard.press("ArrowRight")
        if turn == 3:
            page.keyboard.press("x")
        page.keyboard.press("Enter")
        if turn == 1:
            expect(page.locator("#go-on")).to_be_focused()
            page.keyboard.press("Enter")
        expect(table).to_have_attribute("data-turn", str(turn))
    expect(page.locator("#coach")).to_contain_text("Your sheet is worth 15 points.")


def test_a_lesson_can_be_left_and_begun_again_without_a_script(visit: Visit) -> None:
    page = visit("/learn/splito/", phone=True, javascript=False)
    page.locator(".in-hand:has([data-advised])").click()
    page.locator("#play-L").click()
    page.locator("#go-on").click()
    expect(page.locator(".turn")).to_contain_text("Turn 2 of 4")
    page.locator("#start-again").click()
    expect(page.locator(".turn")).to_contain_text("Turn 1 of 4")
    page.locator("#skip-lesson").click()
    expect(page.locator("#play-now")).to_be_visible()


SIZES = ((320, 568), (360, 640), (390, 664), (667, 375), (820, 1180), (1440, 900))

ALL_IN_SIGHT = """() => {
  const seen = [];
  const box = (thing) => thing.getBoundingClientRect();
  if (document.documentElement.scrollWidth > innerWidth) seen.push("the page is wider than the screen");
  for (const label of document.querySelectorAll(".pair:has([data-advised]) label")) {
    const { top, bottom, width, height } = box(label);
    if (Math.min(width, height) < 26) seen.push(`the marked space is ${width} × ${height}`);
    const under = box(document.getElementById("coach")).bottom;
    if (top < under || bottom > innerHeight) seen.push("the marked space is out of sight");
  }
  for (const button of document.querySelectorAll(".writing .button")) {
    if (button.checkVisibility() && box(button).bottom > innerHeight) seen.push(`${button.id} is cut off`);
  }
  const drawn = box([...document.querySelectorAll(".big .drawn")].find((one) => one.checkVisibility()));
  for (const words of document.querySelectorAll(".prompt, .told p, .with, .waiting, .coach p")) {
    const { top, bottom, left, right } = box(words);
    const apart = bottom <= drawn.top || top >= drawn.bottom || right <= drawn.left || left >= drawn.right;
    const shown = words.checkVisibility({ visibilityProperty: true });
    if (shown && !apart) seen.push(`over the sheet: ${words.textContent.trim()}`);
  }
  return seen;
}"""


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_lesson_of_splitter_is_played_to_its_end_on_every_size(visit: Visit, language: str) -> None:
    page = visit("/learn/splitter/", language=language)
    table = page.locator("#table")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/learn/splitter/")
        for turn in (1, 2, 3):
            assert page.evaluate(ALL_IN_SIGHT) == [], (width, height, turn)
            page.locator(".pair:has([data-advised]) label.right").click()
            if page.locator("#swap[data-advised]").count():
                page.locator("#swap").click()
            expect(page.locator(".told:visible")).to_have_count(1)
            assert page.evaluate(ALL_IN_SIGHT) == [], (width, height, turn)
            page.locator(".write:visible").click()
            if turn == 1:
                page.locator("#go-on").click()
            expect(table).to_have_attribute("data-turn", str(turn))
        expect(page.locator(".coach-sum b")).to_have_text("15")
        expect(page.locator("#count")).to_be_visible()


def test_the_lesson_of_splito_is_played_to_its_end_on_every_size(visit: Visit) -> None:
    page = visit("/learn/splito/")
    table = page.locator("#table")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/learn/splito/")
        for turn in (1, 2, 3, 4):
            page.locator(".in-hand:has([data-advised])").click()
            page.locator(".play[data-advised]").click()
            if turn == 1:
                page.locator("#go-on").click()
            expect(table).to_have_attribute("data-turn", str(turn))
        expect(page.locator("#coach")).to_contain_text("7 × 2 = 14")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
