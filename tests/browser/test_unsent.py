"""Without a connection no press is lost, none leaves the table, and the page never says what is not true."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from accounts.models import User
from games.models import Choice, GameSession
from tests.support import tables
from tests.support.browser import Visit
from tests.support.browser_splito import HELD, come_to, of, others_play, pick
from tests.support.browser_splitter import dice, sealed_by, space, two_people, write
from tests.support.browser_tables import code_of, join, make_table, play_out

NOTICE = "Your choice is not sent yet."
LATE = "The cards are already turned over."
NOT_THROUGH = "that did not go through"


@contextmanager
def cut_off(page: Page, *, noticed: bool = True) -> Iterator[None]:
    """The network is gone, as in a tunnel; a silent connection is noticed after some seconds."""
    went: list[str] = []
    page.on("framenavigated", lambda frame: went.append(frame.url))
    page.context.set_offline(True)
    if noticed:
        of(page, "line", "broken")
    yield
    page.context.set_offline(False)
    of(page, "line", "open")
    assert went == [], "the page was left"


def play_card(page: Page, number: int, side: str) -> str:
    """Picks this card and presses the button of this side."""
    pick(page, number)
    value = page.locator(f"#card-{number}").get_attribute("value")
    page.locator(f"#play-{side}").click()
    return f"{value} {side}"


def is_unsent(page: Page, move: str) -> None:
    """The page shows the choice as not sent yet, and as nothing else."""
    of(page, "unsent", move)
    of(page, "sealed", "")
    expect(page.locator(".notice").get_by_text(NOTICE)).to_be_visible()
    expect(page.locator(".notice").get_by_text("The connection is interrupted.")).to_be_hidden()
    expect(page.locator("#news")).to_contain_text(NOTICE)
    expect(page.locator("#take-back")).to_be_visible()


def nothing_unsent(page: Page) -> None:
    expect(page.locator("#table[data-unsent]")).to_have_count(0)
    expect(page.locator(".notice").get_by_text(NOTICE)).to_be_hidden()


def lies_as(page: Page, words: str) -> None:
    """The tray says this about the card, and the card is not picked as well."""
    expect(page.locator(".tray .sealed").get_by_text(words)).to_be_visible()
    expect(page.locator(HELD)).to_have_count(0)
    expect(page.locator(".in-hand[data-out]")).to_have_count(1)
    expect(page.locator(".play:visible")).to_have_count(0)


def on_disk(seat: int = 0) -> list[str]:
    """What this seat has chosen, turn by turn."""
    return list(Choice.objects.filter(seat=seat).order_by("turn").values_list("move", flat=True))


@pytest.mark.parametrize("noticed", [True, False])
def test_a_card_played_without_a_line_waits_and_lies_there_at_the_reveal(visit: Visit, noticed: bool):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    with cut_off(page, noticed=noticed):
        move = play_card(page, 2, "L")
        is_unsent(page, move)
        lies_as(page, "← not sent yet")
        assert on_disk() == []
    of(page, "sealed", move)
    nothing_unsent(page)
    lies_as(page, "sealed, left")
    others_play(session, users[1:])
    of(page, "ref", "1.1")
    assert on_disk() == [move]


def test_a_pair_written_without_a_line_waits_and_lies_there_at_the_reveal(visit: Visit):
    session, people = two_people()
    page = visit(f"/t/{session.code}/", person=people[0], phone=True)
    of(page, "line", "open")
    order = dice(session)
    with cut_off(page):
        space(page, "r4c1").tap()
        write(page).tap()
        is_unsent(page, f"r4c1 {order}")
        expect(page.locator(".unsent-words")).to_be_visible()
        expect(page.locator(".sealed-words")).to_be_hidden()
        expect(page.locator(".write:visible")).to_have_count(0)
        space(page, "r5c2").tap()
        write(page).tap()
        is_unsent(page, f"r5c2 {order}")
    of(page, "sealed", f"r5c2 {order}")
    nothing_unsent(page)
    expect(page.locator(".unsent-words")).to_be_hidden()
    expect(page.locator(".sealed-words")).to_be_visible()
    assert sealed_by(people[0], session) == f"r5c2 {order}"


def test_what_is_not_sent_yet_can_be_changed_and_taken_back(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    with cut_off(page):
        is_unsent(page, play_card(page, 1, "L"))
        is_unsent(page, play_card(page, 3, "R"))
        page.locator("#take-back").click()
        nothing_unsent(page)
        expect(page.locator("#play-L")).to_be_visible()
        expect(page.locator(".in-hand[data-out]")).to_have_count(0)
    others_play(session, users[1:])
    expect(page.locator(".around .seat[data-chosen]")).to_have_count(2)
    of(page, "sealed", "")
    assert on_disk() == []


def test_what_is_sealed_can_be_taken_back_without_a_line(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    move = play_card(page, 1, "L")
    of(page, "sealed", move)
    with cut_off(page):
        page.locator("#take-back").click()
        of(page, "unsent", "")
        of(page, "sealed", move)
        expect(page.locator(".notice").get_by_text(NOTICE)).to_be_visible()
        expect(page.locator("#play-L")).to_be_visible()
    of(page, "sealed", "")
    nothing_unsent(page)
    assert on_disk() in ([], [""])


def test_a_late_choice_is_refused_kindly(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    with cut_off(page):
        late = play_card(page, 2, "R")
        is_unsent(page, late)
        # Meanwhile this person played another card on another device.
        others_play(session, users)
    of(page, "ref", "1.1")
    expect(page.locator("#said")).to_contain_text(LATE)
    nothing_unsent(page)
    of(page, "sealed", "")
    expect(page.locator(".in-hand")).to_have_count(12)
    assert len(on_disk()) == 1


class Proxy:
    """A proxy between page and site that lets no socket and no choice through until told to."""

    def __init__(self, page: Page) -> None:
        self.shut = True
        page.route_web_socket(re.compile("/ws/t/"), self.connect)
        page.route(re.compile("/choose/$"), lambda route: route.abort() if self.shut else route.continue_())

    def connect(self, line: WebSocketRoute) -> None:
        if self.shut:
            line.close(code=1011)
        else:
            line.connect_to_server()


def open_behind(visit: Visit, session: GameSession, user: User) -> tuple[Page, Proxy]:
    page = visit("/robots.txt", person=user)
    proxy = Proxy(page)
    page.goto(f"/t/{session.code}/")
    of(page, "line", "broken")
    return page, proxy


def test_what_is_not_sent_yet_survives_a_reload(visit: Visit):
    session, users = tables.dealt(3)
    page, proxy = open_behind(visit, session, users[0])
    move = play_card(page, 2, "L")
    is_unsent(page, move)
    page.reload()
    is_unsent(page, move)
    lies_as(page, "← not sent yet")
    proxy.shut = False
    of(page, "sealed", move)
    nothing_unsent(page)
    page.reload()
    of(page, "line", "open")
    nothing_unsent(page)
    assert on_disk() == [move]


def test_where_no_socket_can_be_opened_a_choice_goes_as_a_form_and_the_page_stays(visit: Visit):
    session, users = tables.dealt(3)
    page = visit("/robots.txt", person=users[0])
    page.route_web_socket(re.compile("/ws/t/"), lambda line: line.close(code=1011))
    page.goto(f"/t/{session.code}/")
    of(page, "line", "broken")
    page.evaluate("window.stayed = true")
    move = play_card(page, 2, "L")
    of(page, "sealed", move)
    nothing_unsent(page)
    lies_as(page, "sealed, left")
    assert page.evaluate("window.stayed")


def test_after_a_reconnect_what_is_said_and_what_is_lifted_agree(visit: Visit):
    """The choice reached the site, but the answer was lost with the connection."""
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    lines: list[WebSocketRoute] = []

    def connect(line: WebSocketRoute) -> None:
        lines.append(line)
        first, server = len(lines) == 1, line.connect_to_server()
        server.on_message(lambda frame: None if first and 'id="sealed"' in str(frame) else line.send(frame))

    page.route_web_socket(re.compile("/ws/t/"), connect)
    page.reload()
    of(page, "line", "open")
    move = play_card(page, 2, "L")
    while not on_disk():
        page.wait_for_timeout(20)
    lines[0].close(code=1012)
    of(page, "sealed", move)
    nothing_unsent(page)
    lies_as(page, "sealed, left")
    assert on_disk() == [move]


def test_an_act_without_a_line_says_so_and_the_page_stays(visit: Visit):
    host = make_table(visit, seats=2)
    guest = join(visit, code_of(host), "Ada")
    play_out(host, guest)
    ready = guest.get_by_role("button", name="Ready for the next round")
    with cut_off(guest):
        ready.click()
        expect(guest.locator("#said")).to_contain_text(NOT_THROUGH)
        expect(guest.locator("#news")).to_contain_text(NOT_THROUGH)
    ready.click()
    expect(guest.get_by_text("You are ready")).to_be_visible()


def test_sitting_down_without_a_line_says_so_and_the_page_stays(visit: Visit):
    host = make_table(visit, seats=3)
    page = visit(f"/t/{code_of(host)}/")
    of(page, "line", "open")
    page.get_by_label("Your name").fill("Ada")
    with cut_off(page):
        page.locator("#sit").click()
        expect(page.locator("#said")).to_contain_text(NOT_THROUGH)
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    page.locator("#sit").click()
    expect(page.get_by_text("2 of 3", exact=True)).to_be_visible()
