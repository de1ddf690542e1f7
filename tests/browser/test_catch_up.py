"""Frames get lost, late, doubled and reordered, and tabs sleep: the page still comes to show the table."""

import re
from collections.abc import Callable
from random import Random
from time import monotonic

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from accounts.models import User
from games.models import GameSession
from tests.support import tables
from tests.support.browser import Visit
from tests.support.browser_splito import come_to, of, others_play, pick

EVERYONES = """(() => {
  const part = document.getElementById("public").cloneNode(true);
  for (const thing of part.querySelectorAll("*")) {
    const facts = [...thing.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name } of facts) thing.removeAttribute(name);
    for (const { name, value } of facts) thing.setAttribute(name, value);
  }
  return part.innerHTML;
})()"""
"""The public part, whatever the order of its attributes."""

PROMISE = 6.0
"""At most this many seconds after a reveal is on disk every page shows it, whatever happens to frames."""

SHOWS = """([ref, longest]) => new Promise(done => {
  const end = performance.now() + longest * 1000;
  const look = () => {
    if (document.getElementById("table").dataset.ref === ref) done(true);
    else if (performance.now() > end) done(false);
    else setTimeout(look, 20);
  };
  look();
})"""

Frame = str | bytes
Mischief = Callable[[list[Frame], Frame], list[Frame]]
"""Gets the frames held back and the new one; returns the frames that the page gets now."""


def lose_tables(held: list[Frame], frame: Frame) -> list[Frame]:
    if isinstance(frame, bytes) or 'id="facts"' in frame:
        held.append(frame)
        return []
    return [frame]


def lose_all(held: list[Frame], frame: Frame) -> list[Frame]:
    """The connection is open and says nothing."""
    held.append(frame)
    return []


def say_twice(held: list[Frame], frame: Frame) -> list[Frame]:
    held.append(frame)
    return [frame, frame]


def mix_up(held: list[Frame], frame: Frame) -> list[Frame]:
    """Every second frame overtakes the one before it."""
    if len(held) % 2 == 0:
        held.append(frame)
        return []
    held.append(frame)
    return [frame, held[-2]]


def come_late(held: list[Frame], frame: Frame) -> list[Frame]:
    """Everything is delayed until the next beat."""
    held.append(frame)
    if isinstance(frame, str) and 'id="beat"' in frame:
        late = list(held)
        held.clear()
        held.append("something was late")
        return [one for one in late if one != "something was late"]
    return []


def troubled(page: Page, mischief: Mischief) -> list[Frame]:
    """From the next load on, frames pass through the mischief; returns the list of those held back."""
    held: list[Frame] = []

    def handle(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda frame: [line.send(one) for one in mischief(held, frame)] and None)

    page.route_web_socket(re.compile("/ws/t/"), handle)
    page.reload()
    return held


@pytest.mark.parametrize("mischief", [lose_tables, say_twice, mix_up, come_late])
def test_a_page_comes_to_the_table_whatever_happens_to_its_frames(visit: Visit, mischief: Mischief):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    held = troubled(page, mischief)
    for turn in (1, 2):
        pick(page, 1)
        page.locator("#play-L").click()
        # Wait until it is sealed, whether or not the page was told: the reveal needs it.
        while tables.now(session).deal.ref == f"1.{turn - 1}" and not tables.now(session).deal.move_of(0)[0]:
            page.wait_for_timeout(50)
        others_play(session, users[1:])
        of(page, "ref", f"1.{turn}")
        expect(page.locator(".in-hand")).to_have_count(13 - turn)
    assert held, "nothing happened to any frame, so nothing is shown"


def seconds_to_the_reveal(page: Page, mischief: Mischief, session: GameSession, users: list[User]) -> float:
    """Seconds to a reveal on a page whose connection went bad after a good reveal; infinite if too many."""
    good = True
    held = troubled(page, lambda held, frame: [frame] if good else mischief(held, frame))
    of(page, "line", "open")
    others_play(session, users)
    of(page, "ref", "1.1")
    good = False
    others_play(session, users)
    revealed = monotonic()
    shows = page.evaluate(SHOWS, ["1.2", PROMISE])
    took = monotonic() - revealed
    assert held, "nothing happened to any frame, so nothing is shown"
    return took if shows else float("inf")


@pytest.mark.parametrize("mischief", [lose_tables, lose_all])
def test_a_missed_reveal_is_seen_within_the_promised_time(visit: Visit, mischief: Mischief):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    assert seconds_to_the_reveal(page, mischief, session, users) <= PROMISE


def test_a_page_that_does_not_notice_silence_breaks_the_promise(visit: Visit):
    def with_more_patience(route: Route) -> None:
        changed = re.sub(r"SILENCE = \d+", "SILENCE = 60000", script := route.fetch().text())
        patient.append(changed != script)
        route.fulfill(body=changed, content_type="text/javascript")

    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    patient: list[bool] = []
    page.route(re.compile(r"/table/connection[.\w]*\.js"), with_more_patience)
    assert seconds_to_the_reveal(page, lose_all, session, users) > PROMISE
    assert patient == [True]


def test_a_page_leaves_a_silent_line_and_keeps_the_picked_card(visit: Visit):
    """The new connection is a good one, and somebody about to play notices nothing."""
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    lines: list[WebSocketRoute] = []

    def handle(line: WebSocketRoute) -> None:
        lines.append(line)
        first = len(lines) == 1
        server = line.connect_to_server()
        server.on_message(lambda frame: None if first else line.send(frame))

    page.route_web_socket(re.compile("/ws/t/"), handle)
    page.reload()
    of(page, "line", "open")
    pick(page, 2)
    page.locator("#play-L").focus()
    page.evaluate("document.querySelector('#private').firstElementChild.setAttribute('data-old', '')")
    expect(page.locator("[data-old]")).to_have_count(0)
    expect(page.locator("#card-2")).to_be_checked()
    expect(page.locator("#play-L")).to_be_focused()
    of(page, "line", "open")
    others_play(session, users)
    of(page, "ref", "1.1")
    assert len(lines) == 2


def test_a_tab_that_slept_wakes_up_at_the_table(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    sleep = page.context.new_cdp_session(page)
    sleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    for _ in range(2):
        others_play(session, users)
    sleep.send("Page.setWebLifecycleState", {"state": "active"})
    expect(page.locator("#table")).to_have_attribute("data-ref", "1.2")
    expect(page.locator(".in-hand")).to_have_count(11)


@pytest.mark.parametrize("game", ["splito", "splitter"])
def test_a_page_that_saw_every_reveal_equals_one_opened_now(visit: Visit, game: str):
    """A reveal changes only what differs on an open page; the result must be the whole table."""
    session, users = tables.dealt(4, game)
    stayed = come_to(visit, session, users[0])
    luck = Random(7)
    for turn in range(1, 7):
        tables.play_turn(session, users, luck)
        of(stayed, "ref", f"1.{turn}")
    stayed.evaluate("new Promise(painted => requestAnimationFrame(() => requestAnimationFrame(painted)))")
    expect(stayed.locator(".flight")).to_have_count(0)
    came = come_to(visit, session, users[0])
    assert came.evaluate(EVERYONES) == stayed.evaluate(EVERYONES)
    tables.play_round(session, users, luck)
    of(stayed, "status", "over")
    expect(stayed.locator(".count-line")).to_have_count(4)
