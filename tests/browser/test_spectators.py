"""Spectators choose whose side of the table they look from; hands stay hidden."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import GameSession
from tests.support import tables
from tests.support.browser import Visit
from tests.support.browser_splito import of, others_play


def widths(page: Page) -> list[float]:
    """How wide each zone is, in the order of the seats that have it on their left."""
    return [round(zone.bounding_box()["width"]) for zone in page.locator(".around .zone").all()]


def big_zones(page: Page) -> set[int]:
    shown = widths(page)
    return {zone for zone, width in enumerate(shown) if width == max(shown)}


@pytest.fixture
def session() -> GameSession:
    session, users = tables.dealt(5, spectators=True)
    others_play(session, users)
    return session


def test_a_spectator_turns_the_table_and_it_stays_so_over_a_reveal(visit: Visit, session: GameSession):
    page = visit(f"/t/{session.code}/")
    expect(page.locator("#table")).to_have_attribute("data-line", "open")
    assert big_zones(page) == {0, 4}
    choice = page.get_by_role("navigation", name="Look from the side of")
    choice.get_by_role("link", name="Player 2").click()
    of(page, "from", "2")
    expect(choice.locator("[aria-current]")).to_have_text("Player 2")
    assert big_zones(page) == {2, 1}
    expect(page).to_have_url(re.compile(r"\?from=2$"))
    others_play(session, [seat.person for seat in session.seats.order_by("number")])
    of(page, "ref", "1.2")
    assert big_zones(page) == {2, 1}
    expect(choice.locator("[aria-current]")).to_have_text("Player 2")
    expect(page.locator(".in-hand")).to_have_count(0)
    expect(page.locator(".around .you:visible")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 844})
    assert big_zones(page) == {2, 1}
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_without_scripts_the_choice_is_a_link(visit: Visit, session: GameSession):
    page = visit(f"/t/{session.code}/", javascript=False)
    page.get_by_role("link", name="Player 3").click()
    assert big_zones(page) == {3, 2}


def test_in_splitter_the_sheet_of_that_seat_is_big(visit: Visit):
    session, _ = tables.dealt(3, "splitter", spectators=True)
    page = visit(f"/t/{session.code}/?from=1")
    of(page, "from", "1")
    expect(page.locator(".big:visible")).to_have_attribute("data-of", "1")
