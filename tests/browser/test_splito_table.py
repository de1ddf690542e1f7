"""The Splito table in real browsers: choosing, sealing, the keyboard, and every size of screen."""

import re

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.support import tables
from tests.support.browser import Visit
from tests.support.browser_splito import HELD, come_to, drawn_again, of, others_play, pick


def box(page: Page, selector: str) -> FloatRect:
    """Where it is, once nothing moves any more."""
    found = page.locator(selector).bounding_box() or page.locator(selector).bounding_box()
    assert found
    return found


def test_a_card_and_a_side_are_sealed_changed_and_taken_back(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    pick(page, 2)
    page.locator("#play-L").click()
    of(page, "sealed", re.compile(" L$"))
    expect(page.get_by_text("sealed, left")).to_be_visible()
    expect(page.locator("#play-L")).to_be_hidden()
    expect(page.locator(".in-hand[data-out]")).to_have_count(1)
    pick(page, 4)
    card = page.locator("#card-4").get_attribute("value")
    page.locator("#play-R").click()
    of(page, "sealed", f"{card} R")
    expect(page.get_by_text("sealed, right")).to_be_visible()
    page.locator("#take-back").click()
    of(page, "sealed", "")
    expect(page.locator("[data-out]")).to_have_count(0)
    expect(page.locator("#play-L")).to_be_visible()


def test_a_sealed_card_survives_a_reload(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[1], phone=True)
    pick(page, 3)
    card = page.locator("#card-3").get_attribute("value")
    page.locator("#play-R").click()
    of(page, "sealed", f"{card} R")
    page.reload()
    expect(page.get_by_text("sealed, right")).to_be_visible()
    expect(page.locator("[data-out] input")).to_have_attribute("value", card or "")


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no-script"])
def test_the_hand_is_a_form(visit: Visit, javascript: bool):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0], javascript=javascript)
    pick(page, 1)
    page.locator("#play-L").click()
    of(page, "sealed", re.compile(" L$"))
    page.locator("#take-back").click()
    of(page, "sealed", "")


def test_a_whole_round_by_the_keyboard_alone(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    for turn in range(13):
        of(page, "ref", f"1.{turn}")
        page.keyboard.press("1")
        expect(page.locator("#card-1")).to_be_checked()
        if turn % 3 == 0:
            page.keyboard.press("Shift+ArrowLeft")
        elif turn % 3 == 1:
            page.keyboard.press("Enter")
            expect(page.locator("#play-L")).to_be_focused()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("Shift+ArrowRight")
            of(page, "sealed", re.compile(" R$"))
            page.keyboard.press("Backspace")
            of(page, "sealed", "")
            page.keyboard.press("1")
            page.keyboard.press("Shift+ArrowRight")
        of(page, "sealed", re.compile(" [LR]$"))
        others_play(session, users[1:])
    of(page, "status", "over")


def test_after_a_reveal_the_focus_is_back_in_the_hand_and_the_news_is_told(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    page.keyboard.press("2")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#take-back")).to_be_focused()
    others_play(session, users[1:])
    of(page, "ref", "1.1")
    expect(page.locator("#card-1")).to_be_focused()
    expect(page.locator("#news")).to_contain_text(f"{users[1].name} played")
    expect(page.locator("#news")).not_to_contain_text("..")


def test_whoever_chooses_last_by_keyboard_is_back_in_the_hand_too(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    others_play(session, users[1:])
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    of(page, "ref", "1.1")
    expect(page.locator("#card-1")).to_be_focused()


def test_enter_on_a_card_never_plays_it(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0], javascript=False)
    page.locator("#card-1").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("#card-1")).to_be_checked()
    of(page, "sealed", "")


def test_a_click_on_a_zone_of_mine_plays_the_card_there(visit: Visit):
    session, users = tables.dealt(4)
    page = come_to(visit, session, users[2])
    pick(page, 1)
    page.locator(".around .zone[data-right='2'] .shelf").click()
    of(page, "sealed", re.compile(" R$"))


def test_a_card_is_dragged_onto_a_zone(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    value = page.locator("#card-4").get_attribute("value")
    start, end = box(page, "#card-4"), box(page, ".around .zone[data-left='0']")
    page.mouse.move(start["x"] + 20, start["y"] + 40)
    page.mouse.down()
    page.mouse.move(end["x"] + 80, end["y"] + 90, steps=6)
    expect(page.locator(".drag")).to_be_visible()
    page.mouse.up()
    of(page, "sealed", f"{value} L")
    expect(page.locator(".drag")).to_have_count(0)


def drag_begins(page: Page) -> None:
    """A card is touched and held; nobody knows yet where it goes."""
    start = box(page, "#card-4")
    page.mouse.move(start["x"] + 20, start["y"] + 40)
    page.mouse.down()


def test_a_card_that_is_drawn_anew_under_the_finger_is_dragged_all_the_same(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    value = page.locator("#card-4").get_attribute("value")
    end = box(page, ".around .zone[data-left='0']")
    drag_begins(page)
    page.evaluate("const hand = document.querySelector('.hand'); hand.replaceWith(hand.cloneNode(true))")
    page.mouse.move(end["x"] + 80, end["y"] + 90, steps=6)
    expect(page.locator(".drag")).to_be_visible()
    drawn_again(page)
    page.mouse.up()
    of(page, "sealed", f"{value} L")
    expect(page.locator("[data-dragged]")).to_have_count(0)


def test_a_reveal_ends_a_drag(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    pick(page, 1)
    page.keyboard.press("Shift+ArrowLeft")
    of(page, "sealed", re.compile(" L$"))
    end = box(page, ".around .zone[data-left='0']")
    drag_begins(page)
    page.mouse.move(end["x"] + 80, end["y"] + 90, steps=6)
    expect(page.locator(".drag")).to_be_visible()
    others_play(session, users[1:])
    of(page, "ref", "1.1")
    expect(page.locator(".drag")).to_have_count(0)
    page.mouse.move(end["x"] + 90, end["y"] + 90)
    page.mouse.up()
    of(page, "sealed", "")


def test_what_a_card_would_change_is_told_before_it_is_played(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    pick(page, 1)
    expect(page.locator("#play-L .play-worth")).to_have_text(re.compile(r"^\d+ → \d+$"))
    expect(page.locator(".around [data-ghosts]")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".around [data-ghosts]")).to_have_count(0)
    expect(page.locator("#play-L .play-worth")).to_have_text("")


def test_without_hints_nothing_is_told(visit: Visit):
    session, users = tables.dealt(3, hints=False)
    page = come_to(visit, session, users[0])
    pick(page, 1)
    page.locator("#play-L").click()
    others_play(session, users[1:])
    of(page, "ref", "1.1")
    pick(page, 1)
    page.evaluate("new Promise(done => setTimeout(done, 50))")  # longer than the script waits before it asks
    expect(page.locator("#play-L .play-worth")).to_have_text("")
    expect(page.locator(".around .value")).to_have_count(0)


def test_my_zones_are_big_and_screen_left_is_table_left(visit: Visit):
    session, users = tables.dealt(5)
    page = come_to(visit, session, users[3])

    left, right = box(page, ".around .zone[data-left='3']"), box(page, ".around .zone[data-right='3']")
    assert left["x"] < right["x"]
    strip = [box(page, f".around .zone[data-left='{seat}']") for seat in (4, 0, 1)]
    assert [one["x"] for one in strip] == sorted(one["x"] for one in strip)
    assert all(one["height"] < left["height"] and one["y"] < left["y"] for one in strip)
    expect(page.locator(".around .zone[data-left='3'] .you:visible")).to_have_count(1)


def test_a_zone_of_the_strip_opens_large_and_escape_closes_it(visit: Visit):
    session, users = tables.dealt(4)
    page = come_to(visit, session, users[0], phone=True)
    opener = page.locator(".around .zone[data-left='1'] .open")
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog .zone")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog .zone")).to_be_hidden()
    expect(opener).to_be_focused()


def test_a_card_taken_up_stays_in_my_fingers_when_the_table_is_drawn_again(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    pick(page, 2)
    drawn_again(page)
    expect(page.locator("#card-2")).to_be_checked()
    expect(page.locator(HELD)).to_have_count(1)


@pytest.mark.parametrize("fetched", [False, True])
def test_a_card_sealed_by_a_deputy_or_elsewhere_takes_none_from_my_fingers(visit: Visit, fetched: bool):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    other = tables.wish(session, users[0])
    number = next(
        number
        for number in range(1, 14)
        if not other.move.startswith(page.locator(f"#card-{number}").get_attribute("value") or "-")
    )
    pick(page, number)
    tables.seal(other)
    if fetched:
        drawn_again(page)
    of(page, "sealed", other.move)
    expect(page.locator(f"#card-{number}")).to_be_checked()
    page.locator("#play-R").click()
    of(page, "sealed", re.compile(" R$"))
    expect(page.locator(HELD)).to_have_count(0)


def test_a_spectator_sees_the_zones_and_no_hand(visit: Visit):
    session, users = tables.dealt(3, spectators=True)
    others_play(session, users)
    page = visit(f"/t/{session.code}/")
    expect(page.locator(".around .zone")).to_have_count(3)
    expect(page.locator(".in-hand")).to_have_count(0)
    expect(page.locator(".around .you:visible")).to_have_count(0)


@pytest.mark.parametrize("people", [2, 3, 5, 8])
def test_the_table_never_scrolls_sideways(visit: Visit, people: int):
    session, users = tables.dealt(people)
    for _ in range(5):
        tables.play_turn(session, users)
    page = come_to(visit, session, users[-1], phone=True)
    for width, height in [(320, 640), (360, 780), (768, 1024), (1440, 900)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate("document.querySelector('.around').scrollWidth") <= width
        for button in ("#play-L", "#play-R"):
            expect(page.locator(button)).to_be_in_viewport(ratio=1)


def test_cards_in_my_zones_can_be_read_on_a_phone(visit: Visit):
    session, users = tables.dealt(3)
    for _ in range(8):
        tables.play_turn(session, users)
    page = come_to(visit, session, users[0], phone=True)
    widths = page.evaluate(
        '[...document.querySelectorAll(\'.zone:is([data-left="0"], [data-right="0"]) .tile\')]'
        ".map(tile => tile.getBoundingClientRect().width)"
    )
    assert widths
    assert min(widths) >= 20


def test_a_desk_shows_the_whole_table_without_scrolling(visit: Visit):
    session, users = tables.dealt(8)
    for _ in range(9):
        tables.play_turn(session, users)
    page = come_to(visit, session, users[4])
    page.set_viewport_size({"width": 1440, "height": 900})
    assert page.evaluate("document.documentElement.scrollHeight") == 900
    assert (
        page.evaluate(
            "(around => around.scrollHeight - around.clientHeight)(document.querySelector('.around'))"
        )
        <= 1
    )
