"""After the last reveal: the count, the next round, playing again."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.table import services
from tests.support.browser import Visit
from tests.support.browser_looks import fits
from tests.support.browser_tables import code_of, join, make_table, play_out
from tests.support.tables import dealt, play_round


def test_the_count_of_splito_replaces_the_board_for_everyone(visit: Visit):
    host = make_table(visit, seats=3)
    phone = join(visit, code_of(host), "Ada")
    join(visit, code_of(host), "Ben")
    play_out(host, phone)
    for page in (host, phone):
        expect(page.locator(".count-line")).to_have_count(3)
        expect(page.locator(".count-line .you:visible")).to_have_count(1)
        expect(page.locator(".count-line .product:visible")).to_have_count(3)
        expect(page.get_by_text("this zone is worth")).to_have_count(3)
        assert fits(page)
    expect(host).to_have_title(re.compile("^The count"))


def test_zones_are_turned_by_arrow_keys_and_buttons(visit: Visit):
    host = make_table(visit, seats=2)
    join(visit, code_of(host), "Ada")
    play_out(host)
    shown = host.locator(".count-zone[data-shown]")
    expect(shown).to_have_attribute("data-zone", "0")
    host.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-zone", "1")
    shown.get_by_role("button", name="The zone before").click()
    expect(shown).to_have_attribute("data-zone", "0")


def test_the_count_of_splitter_lights_up_groups_and_ranks(visit: Visit):
    host = make_table(visit, game="splitter", seats=2)
    phone = join(visit, code_of(host), "Ada")
    play_out(host, phone)
    for page in (host, phone):
        expect(page.locator(".counted-sheet")).to_have_count(2)
        expect(page.locator(".count-line")).to_have_count(2)
        assert fits(page)


def test_a_lone_splitter_player_gets_a_verdict(visit: Visit):
    host = make_table(visit, game="splitter", seats=1, phone=True)
    play_out(host)
    expect(host.get_by_text("of 12")).to_be_visible()


def test_ready_by_all_deals_the_next_round(visit: Visit):
    host = make_table(visit, seats=2)
    guest = join(visit, code_of(host), "Ada")
    play_out(host, guest)
    guest.get_by_role("button", name="Ready for the next round").click()
    expect(guest.get_by_text("You are ready")).to_be_visible()
    expect(host.locator(".readiness li[data-ready]")).to_contain_text("Ada")
    host.get_by_role("button", name="Ready for the next round").click()
    for page in (host, guest):
        expect(page.locator("#table")).to_have_attribute("data-ref", "2.0")


def test_a_remark_after_the_round_reaches_the_others(visit: Visit):
    host = make_table(visit, seats=2)
    guest = join(visit, code_of(host), "Ada")
    play_out(host, guest)
    guest.locator("#text").fill("Well played!")
    guest.get_by_role("button", name="Say it").click()
    expect(host.locator("#chat")).to_contain_text("Well played!")


def test_again_brings_both_to_one_new_table(visit: Visit):
    host = visit("/tables/new/")
    host.get_by_label("Your name").fill("Mia")
    host.locator("[name=splito_seats][value='2']").check(force=True)
    host.locator("[name=splito_rounds][value='1']").check(force=True)
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_text("1 of 2", exact=True)).to_be_visible()
    guest = join(visit, code_of(host), "Ada")
    play_out(host, guest)
    old = code_of(host)
    host.get_by_role("button", name="Again!").click()
    expect(host.get_by_text("1 of 2", exact=True)).to_be_visible()
    assert code_of(host) != old
    expect(guest.locator(".readiness li[data-ready]")).to_contain_text("Mia")
    guest.get_by_role("button", name="Again! Mia says yes").click()
    for page in (host, guest):
        expect(page.get_by_text("2 of 2", exact=True)).to_be_visible()
    assert code_of(guest) == code_of(host)


SIZES = [(320, 568), (375, 553), (390, 844), (667, 375), (844, 390), (768, 1024), (1440, 900)]
SHOWN = ".totals :is(td, th), .ending-points, .count-acts .button"
IN_SIGHT = """(shown) => [...document.querySelectorAll(shown)].every((cell) => {
    const box = cell.getBoundingClientRect();
    return box.left >= 0 && box.right <= innerWidth && cell.scrollWidth <= cell.clientWidth + 1;
})"""


@pytest.mark.parametrize(("game", "people", "rounds"), [("splito", 8, 5), ("splitter", 2, 3)])
def test_every_round_and_sum_of_a_match_is_in_sight_on_every_screen(
    visit: Visit, game: str, people: int, rounds: int
):
    session, users = dealt(people, game, rounds_planned=rounds)
    for number in range(rounds):
        play_round(session, users, Random(number))
        if number < rounds - 1:
            services.next_round(session.pk, users[0])
    User.objects.filter(pk=users[1].pk).update(name="Wilhelmine-Charlotte")
    page = visit(f"/t/{session.code}/", person=users[1], phone=True, language="de")
    expect(page.locator(".totals tbody tr")).to_have_count(people)
    expect(page.locator(".totals td[data-best]").first).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page), (width, height)
        assert page.evaluate(IN_SIGHT, SHOWN), (width, height)
        expect(page.locator(".ending .winners")).to_be_in_viewport(ratio=1)
        expect(page.locator("#rematch")).to_be_in_viewport(ratio=1)


def test_the_winner_stands_first_once_the_count_is_told(visit: Visit):
    session, users = dealt(2, "splitter")
    play_round(session, users, Random(3))
    page = visit(f"/t/{session.code}/", person=users[0], phone=True)
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("sessionStorage.clear()")
    page.reload()
    expect(page.locator("#count[data-telling]")).to_be_visible()
    expect(page.locator(".ending")).to_be_hidden()
    page.get_by_role("button", name="Show everything").click()
    expect(page.locator(".ending")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Show everything")).to_be_hidden()


def test_the_count_is_complete_without_javascript(visit: Visit):
    host = make_table(visit, seats=2)
    join(visit, code_of(host), "Ada")
    play_out(host)
    plain = visit(f"/t/{code_of(host)}/", javascript=False, phone=True)
    for zone in plain.locator(".count-zone").all():
        expect(zone).to_be_visible()
    expect(plain.locator(".count-line").first).to_be_visible()
    assert fits(plain)


def test_the_telling_goes_step_by_step_and_can_be_skipped(visit: Visit):
    host = make_table(visit, game="splitter", seats=1)
    host.emulate_media(reduced_motion="no-preference")
    play_out(host)
    expect(host.locator("#count[data-telling]")).to_be_visible()
    expect(host.locator(".verdict[data-told]")).to_have_count(0)
    host.get_by_role("button", name="Show everything").click()
    expect(host.locator(".verdict[data-told]")).to_be_visible()
    expect(host.locator("#count[data-telling]")).to_have_count(0)


def test_dealing_while_the_count_is_told_ends_the_telling_on_every_screen(visit: Visit):
    """A script that goes on telling a count that is gone would fail this test with a script error."""
    host = make_table(visit, seats=2)
    guest = join(visit, code_of(host), "Ada")
    for page in (host, guest):
        page.emulate_media(reduced_motion="no-preference")
    play_out(host, guest)
    for page in (host, guest):
        expect(page.locator("#count[data-telling]")).to_be_visible()
    host.get_by_role("button", name="Deal now").click()
    for page in (host, guest):
        expect(page.locator("#table")).to_have_attribute("data-ref", "2.0")
        page.evaluate("new Promise(done => setTimeout(done, 800))")  # longer than one step of the count
        page.keyboard.press("ArrowRight")
