"""A new organiser's first round in a real browser: names by Enter, seats by keyboard, scores worked out."""

from playwright.sync_api import Page, expect

from accounts.models import User
from games.tournaments import services
from games.tournaments.models import Tournament, TournamentTable
from tests.support.browser import Visit
from tests.support.browser_looks import fits
from tests.support.browser_people import sign_up
from tests.support.tournaments import zones

PEOPLE = ["Ada", "Pia", "Otto", "Mia", "Noor", "Lena", "Karl"]


def press(page: Page, word: str) -> None:
    page.get_by_role("main").get_by_role("button", name=word, exact=True).click()


def test_an_organiser_comes_from_an_empty_page_to_a_counted_round(visit: Visit):
    page = visit("/")
    sign_up(page, "Olga")
    page.goto("/tournaments/")
    page.get_by_role("link", name="Set up a tournament").first.click()
    page.get_by_label("Name of the tournament").fill("Linde evening")
    press(page, "Set up the tournament")
    expect(page.get_by_label("Enter somebody")).to_be_focused()
    expect(page.locator("html[data-scripted]")).to_be_visible()
    for name in PEOPLE:  # faster than anybody types: no letter may be lost
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    for name in PEOPLE:
        expect(page.locator(".entered")).to_contain_text(name)
    page.get_by_role("link", name="To the seating").click()
    press(page, "Draw the seating of round 1")

    tables = page.locator(".one-table")
    expect(tables).to_have_count(2)
    one, other = (tables.nth(number).locator(".circle-seat").first.inner_text() for number in (0, 1))
    for name in (one, other):
        page.get_by_label(name, exact=True).focus()
        page.keyboard.press("Space")
    page.locator("#do-swap").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text("have changed places")
    expect(tables.nth(0).locator(".circle-seat").first).to_have_text(other)
    assert fits(page)

    press(page, "Publish round 1")
    tables.nth(0).get_by_role("link", name="Enter scores").click()
    fields = page.locator(".score-cells input")
    expect(fields.first).to_be_visible()
    page.wait_for_load_state()  # with the script that adds up
    for number in range(fields.count()):
        fields.nth(number).fill(str(3 + number))
    fields.last.press("Tab")
    expect(page.locator("#counted-so")).to_contain_text("3 × 4 = 12")  # worked out before anything is sent
    press(page, "Count this table")
    expect(tables.nth(0)).to_contain_text("counted")

    # Meanwhile somebody else enters the other table: the desk shows it by itself, with the next step.
    tournament, olga = Tournament.objects.get(), User.objects.get()
    table = TournamentTable.objects.get(number=2)
    services.enter_scores(tournament.pk, olga, table.pk, zones(*range(3, 3 + table.places.count())))
    expect(page.get_by_role("button", name="Close round 1")).to_be_visible()
    press(page, "Close round 1")

    page.get_by_role("link", name="Someone left…").click()
    page.set_viewport_size({"width": 360, "height": 740})
    row = page.get_by_role("group", name="Karl", exact=True)
    expect(row).to_be_visible()
    page.wait_for_load_state()  # with the script of the preview
    row.get_by_label("gone").check()
    expect(page.locator("#roll-call-preview")).to_contain_text(
        "Karl gets no more seats and keeps all results."
    )
    assert fits(page)
    press(page, "Confirm")
    expect(page.get_by_role("heading", name="6 people here")).to_be_visible()
