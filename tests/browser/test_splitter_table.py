"""The Splitter table in a real browser: choosing a pair, swapping, sealing, changing one's mind."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Choice, GameSession
from games.table import services
from scripts.screen_sizes import SIZES
from tests.support import tables
from tests.support.browser import Visit
from tests.support.browser_splito import drawn_again
from tests.support.browser_splitter import dice, sealed_by, space, two_people, write

OUT_OF_PLACE = """() => {
  const found = [];
  const box = (part) => part.getBoundingClientRect();
  const seen = (selector) => [...document.querySelectorAll(selector)]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }) && box(part).width > 2);
  const table = document.getElementById("table");
  if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the screen");
  if (table.scrollHeight > table.clientHeight + 1) found.push("not all in sight");
  const space = box(document.querySelector(".pairs")).width / 8;
  if (space < 33.9) found.push(`a space of ${space} px`);
  for (const part of seen(".writing .button, .own-dice .die")) {
    const { left, top, right, bottom, height } = box(part);
    const whole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    if (!whole || height < 44) found.push(`cut or small: ${part.id}`);
  }
  for (const { width, height } of seen(".thumb").map(box)) {
    if (Math.min(width, height) < 44) found.push("a small thumb");
  }
  const words = seen(".big h2, .now, .per, .told p, .prompt, .waiting, .writing, .drawn, .legend, .so-far")
    .filter((part) => !part.matches(".thumb *"));
  for (const one of words) {
    for (const other of words) {
      if (one === other || one.contains(other) || other.contains(one)) continue;
      const across = Math.min(box(one).right, box(other).right) - Math.max(box(one).left, box(other).left);
      const down = Math.min(box(one).bottom, box(other).bottom) - Math.max(box(one).top, box(other).top);
      if (across > 1.5 && down > 1.5) found.push(`${one.className} over ${other.className}`);
    }
  }
  return found;
}"""


def come_in(visit: Visit, session: GameSession, user: User, **kind: bool) -> Page:
    """A browser of this person, at the table."""
    page = visit(f"/t/{session.code}/", person=user, **kind)
    if kind.get("javascript", True):
        expect(table(page)).to_have_attribute("data-line", "open")
    return page


def table(page: Page) -> Locator:
    return page.locator("#table")


def test_a_tap_shows_both_numbers_and_write_seals_them(visit: Visit):
    session, people = two_people()
    page = come_in(visit, session, people[0], phone=True)
    order = dice(session)
    space(page, "r4c1", "right").tap()
    expect(page.locator("#r4c1")).to_be_checked()
    expect(space(page, "r4c1", "left")).to_have_attribute("data-digit", order[0])
    expect(space(page, "r4c1", "right")).to_have_attribute("data-digit", order[1])
    write(page).tap()
    expect(table(page)).to_have_attribute("data-sealed", f"r4c1 {order}")
    expect(page.locator(".sealed-words")).to_have_text("Sealed: nobody sees it until all have written.")
    assert sealed_by(people[0], session) == f"r4c1 {order}"


def test_swapping_a_change_of_mind_and_taking_back(visit: Visit):
    session, people = two_people()
    page = come_in(visit, session, people[0])
    order = dice(session)
    space(page, "r1c3").click()
    page.get_by_role("button", name="Swap sides").click()
    write(page).click()
    expect(table(page)).to_have_attribute("data-sealed", f"r1c3 {order[::-1]}")
    space(page, "r7c4").click()
    expect(page.locator(".pair[data-sealed] input")).to_have_value("r1c3")
    write(page).click()
    expect(table(page)).to_have_attribute("data-sealed", f"r7c4 {order[::-1]}")
    expect(page.locator(".pair[data-sealed] input")).to_have_value("r7c4")
    page.get_by_role("button", name="Take back").click()
    expect(table(page)).to_have_attribute("data-sealed", "")
    assert sealed_by(people[0], session) == ""
    expect(page.locator("#r7c4")).to_be_checked()
    expect(write(page)).to_be_visible()


def test_what_is_sealed_survives_a_reload_and_nobody_else_sees_it(visit: Visit):
    session, people = two_people()
    page, other = (come_in(visit, session, person) for person in people)
    order = dice(session)
    space(page, "r4c2").click()
    write(page).click()
    expect(table(page)).to_have_attribute("data-sealed", f"r4c2 {order}")
    page.reload()
    expect(page.locator("#r4c2")).to_be_checked()
    expect(space(page, "r4c2", "left")).to_have_attribute("data-digit", order[0])
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    expect(
        other.locator(".thumb .seat[data-chosen]:visible, .thumb:visible .seat[data-chosen]")
    ).to_have_count(1)
    assert f"r4c2 {order}" not in other.content()


def test_the_preview_tells_what_the_pair_would_change(visit: Visit):
    session, people = two_people()
    page = come_in(visit, session, people[0])
    space(page, "r3c2").click()
    shown = page.locator("#look .told:visible")
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("data-order", dice(session))
    expect(shown).to_contain_text(re.compile("starts a new group|a lone 1|finds its partner"))
    expect(page.locator(".with b")).to_have_text(re.compile(r"^\d+$"))
    page.keyboard.press("x")
    expect(shown).to_have_attribute("data-order", dice(session)[::-1])


def test_without_hints_nothing_is_told(visit: Visit):
    session, people = two_people(hints=False)
    page = come_in(visit, session, people[0])
    space(page, "r3c2").click()
    expect(space(page, "r3c2")).to_have_attribute("data-digit", dice(session)[0])
    expect(page.locator(".told")).to_have_count(0)
    expect(page.get_by_text("points now")).to_have_count(0)


def test_both_sheets_show_the_reveal_without_a_reload(visit: Visit):
    session, people = two_people()
    pages = [come_in(visit, session, person) for person in people]
    order = dice(session)
    for page, pair in zip(pages, ("r1c3", "r6c2"), strict=True):
        space(page, pair).click()
        write(page).click()
    for page in pages:
        expect(table(page)).to_have_attribute("data-ref", "1.1")
        expect(page.locator(".big .ring")).to_have_count(2)
        expect(page.locator(".big:visible")).to_have_count(1)
    seat = pages[0].locator("#table").get_attribute("data-seat")
    expect(pages[0].locator(f"#of-{seat}")).to_be_visible()
    expect(pages[0].locator("#news")).to_contain_text(f"You wrote {order[0]} and {order[1]} in row 1")
    expect(pages[0].locator("#news")).to_contain_text("Turn 2: ")


def test_the_public_part_is_the_same_for_both_seats(visit: Visit):
    session, people = two_people()
    pages = [come_in(visit, session, person) for person in people]
    one, other = (page.request.get(f"/t/{session.code}/now/").text() for page in pages)
    part = re.compile(r'<div id="public".*', re.DOTALL)  # it comes last
    assert part.findall(one)
    assert part.findall(one) == part.findall(other)


def test_a_sheet_of_another_player_opens_large_and_closes_with_escape(visit: Visit):
    session, people = two_people()
    page = come_in(visit, session, people[0])
    thumb = page.locator(".thumb:visible")
    expect(thumb).to_have_count(1)
    thumb.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".big:popover-open")).to_contain_text("Player 1")
    page.keyboard.press("Escape")
    expect(page.locator(".big:popover-open")).to_have_count(0)
    expect(thumb).to_be_focused()


def test_a_whole_round_by_keyboard_alone(visit: Visit):
    session, (person,) = tables.dealt(1, "splitter")
    page = come_in(visit, session, person)
    page.locator(".pair input").first.focus()
    for turn in range(22):
        expect(table(page)).to_have_attribute("data-ref", f"1.{turn}")
        expect(page.locator(".pair input").first).to_be_focused()
        page.keyboard.press("ArrowDown" if turn % 3 == 1 and turn < 15 else "Space")
        if turn % 2:
            page.keyboard.press("x")
        page.keyboard.press("Enter")
        expect(table(page)).not_to_have_attribute("data-ref", f"1.{turn}")
    expect(table(page)).not_to_have_attribute("data-status", "playing")
    assert Choice.objects.filter(by="player").count() == 22


def test_arrows_go_to_the_next_row(visit: Visit):
    session, people = two_people()
    page = come_in(visit, session, people[0])
    page.locator("#r1c3").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#r2c3")).to_be_checked()
    expect(page.locator("#r2c3")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#r2c4")).to_be_checked()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#r1c4")).to_be_checked()


def test_choosing_works_without_javascript(visit: Visit):
    session, people = two_people()
    page = come_in(visit, session, people[0], javascript=False)
    order = dice(session)
    space(page, "r4c1").click()
    page.get_by_role("button", name=f"Write {order[1]} left, {order[0]} right").click()
    expect(table(page)).to_have_attribute("data-sealed", f"r4c1 {order[::-1]}")
    expect(space(page, "r4c1")).to_have_attribute("data-digit", order[1])
    page.get_by_role("button", name="Take back").click()
    expect(table(page)).to_have_attribute("data-sealed", "")


def test_a_picked_pair_is_kept_when_the_table_is_fetched_again(visit: Visit):
    session, people = two_people()
    page = come_in(visit, session, people[0])
    space(page, "r5c1").click()
    page.keyboard.press("x")
    drawn_again(page)
    expect(page.locator("#r5c1")).to_be_checked()
    expect(space(page, "r5c1")).to_have_attribute("data-digit", dice(session)[1])


@pytest.mark.parametrize("sheet", ["A", "B"])
def test_twelve_sheets_fit_every_width(visit: Visit, sheet: str):
    session, people = tables.dealt(12, "splitter", options={"sheet": sheet})
    for _ in range(3):
        tables.play_turn(session, people)
    page = come_in(visit, session, people[4])
    pairs = page.locator(".pair input")
    for number, width in enumerate((320, 360, 768, 1024, 1440)):
        page.set_viewport_size({"width": width, "height": 800})
        expect(page.locator(".thumb:visible")).to_have_count(11)
        space(page, pairs.nth(number).get_attribute("value") or "").click()
        expect(pairs.nth(number)).to_be_checked()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), width
        # Both in one call: the preview may move them between two.
        middles = page.evaluate(
            """() => ["#s4", ".pairs"].map((part) => {
              const box = document.querySelector(part).getBoundingClientRect();
              return box.x + box.width / 2;
            })"""
        )
        assert abs(middles[0] - middles[1]) < 2, width


def test_who_only_watches_sees_the_first_sheet_and_no_way_to_write(visit: Visit):
    session, people = two_people()
    tables.seal(services.Wish(session.pk, "1.0", f"r4c1 {dice(session)}", person=people[0].pk))
    page = visit(f"/t/{session.code}/")
    expect(page.locator("#of-0")).to_be_visible()
    expect(page.locator(".thumb:visible")).to_have_count(1)
    expect(page.locator(".pair, .write")).to_have_count(0)
    expect(page.locator(".roll .die")).to_have_count(2)


@pytest.mark.parametrize(("people", "sheet", "language"), [(1, "A", "ru"), (4, "B", "de"), (12, "A", "fr")])
def test_sheet_dice_and_write_are_whole_on_every_size(visit: Visit, people: int, sheet: str, language: str):
    session, sitting = tables.dealt(people, "splitter", options={"sheet": sheet})
    for _ in range(12):
        tables.play_turn(session, sitting)
    page = visit(f"/t/{session.code}/", person=sitting[0], language=language)
    for state in ("empty", "chosen", "sealed"):
        if state == "chosen":
            page.locator(".pair label.left").first.click()
            expect(page.locator(".told:visible")).to_have_count(1)
        if state == "sealed" and people > 1:
            write(page).click()
            expect(page.locator("#take-back")).to_be_visible()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OUT_OF_PLACE) == [], (state, width, height)


def test_on_a_turned_phone_the_sheet_is_at_one_side_and_writing_at_the_other(visit: Visit):
    session, people = two_people()
    page = come_in(visit, session, people[0], phone=True)
    page.set_viewport_size({"width": 667, "height": 375})
    sheet, write_it = page.locator(".big:visible").bounding_box(), write(page).bounding_box()
    assert sheet
    assert write_it
    assert sheet["x"] + sheet["width"] < write_it["x"]
    assert sheet["height"] > 300
    expect(page.locator(".big:visible .now b")).to_be_visible()
    expect(page.locator(".big:visible .per td")).to_have_count(6)
    page.locator(".thumb:visible").click()
    large = page.locator(".big:popover-open .drawn").bounding_box()
    assert large
    assert large["height"] > 300


def test_a_tablet_shows_what_the_desktop_shows(visit: Visit):
    session, people = two_people()
    page = come_in(visit, session, people[0])
    for width, height in ((768, 1024), (820, 1180), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for part in (".legend", ".so-far", ".thumb .drawn", ".big .per"):
            expect(page.locator(f"{part}:visible")).to_have_count(1)
