"""The Splitter table in a real browser: choosing a pair, swapping, sealing, changing one's mind."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Choice, GameSession
from games.table import services
from tests.support import tables
from tests.support.browser import Visit
from tests.support.browser_splito import drawn_again
from tests.support.browser_splitter import dice, sealed_by, space, two_people, write


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
