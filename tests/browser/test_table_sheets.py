"""What lies over a table and beside it: sheets that close, bars that fit, a replay in sight."""

import pytest
from playwright.sync_api import Page, expect

from tests.support import tables
from tests.support.browser import Visit
from tests.support.browser_measures import measure
from tests.support.browser_splito import come_to
from tests.support.history import played

SHIFTS = """new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.shifted = (window.shifted ?? 0) + one.value;
}).observe({ type: "layout-shift", buffered: true })"""


@pytest.mark.parametrize(("button", "sheet"), [(".last-turn", "#reveal"), ("#nudge-button", "#nudge-menu")])
def test_a_sheet_over_the_table_has_a_button_that_closes_it(visit: Visit, button: str, sheet: str):
    session, users = tables.dealt(3)
    tables.play_turn(session, users)
    page = come_to(visit, session, users[0], phone=True)
    page.locator(button).click()
    expect(page.locator(sheet)).to_be_visible()
    page.locator(sheet).get_by_role("button", name="Close").click()
    expect(page.locator(sheet)).to_be_hidden()


def in_the_bar(page: Page) -> list[str]:
    return [f"{one.fault} {one.where}" for one in measure(page) if ".table-bar" in one.where]


def test_a_french_bar_with_a_clock_and_a_long_name_fits_every_width(visit: Visit):
    session, users = tables.dealt(4, pace="days", rounds_planned=3, name="Sommerabend bei Henrike im Garten")
    page = come_to(visit, session, users[0], language="fr")
    expect(page.locator(".clock b")).not_to_be_empty()
    for width in (320, 375, 701, 820, 1000, 1024, 1180, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        assert in_the_bar(page) == []
        brand, turn = (page.locator(f".table-bar {part}").bounding_box() for part in (".brand", ".turn"))
        assert brand
        assert turn
        assert brand["x"] + brand["width"] <= turn["x"] + 9


def test_public_goals_are_in_sight_above_the_controls_of_a_replay(visit: Visit):
    people = [tables.person(name) for name in ("Mia", "Ada", "Bruno", "Chloé", "Dmitri")]
    sheet = played(people, "splito")
    page = visit(f"/replay/{sheet.round.session.code}/1/?turn=12", person=people[0])
    for width, height in [(1280, 720), (1440, 900)]:
        page.set_viewport_size({"width": width, "height": height})
        tray = page.locator(".replay-tray").bounding_box()
        assert tray
        for goal in page.locator(".goals-since .public-goal").all():
            box = goal.bounding_box()
            assert box
            assert box["y"] + box["height"] <= tray["y"]


@pytest.mark.parametrize("phone", [False, True])
def test_nothing_jumps_when_a_stranger_opens_a_table_during_the_count(visit: Visit, phone: bool):
    session, users = tables.dealt(4, spectators=True, rounds_planned=3)
    tables.play_round(session, users)
    page = visit("/robots.txt", phone=phone)
    page.add_init_script(SHIFTS)
    page.goto(f"/t/{session.code}/")
    expect(page.locator("#table")).to_have_attribute("data-line", "open")
    page.evaluate(
        "document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => done())))"
    )
    assert page.evaluate("window.shifted ?? 0") < 0.05
