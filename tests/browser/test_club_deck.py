"""A club evening in a real browser: three goals are put right, the club plays on, the past stays."""

import re
from random import Random

from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import Membership, User
from accounts.services import clubs
from games.decks.models import ClubDeck
from games.decks.queries import newest_of, offers
from games.history import verifying
from games.models import GameSession
from games.table import services
from tests.support.browser import Visit
from tests.support.browser_looks import fits
from tests.support.browser_people import sign_up
from tests.support.tables import play_round, the_round

PAGES = (
    "/sheet/{}/",
    "/sheet/{}/sheet.svg",
    "/replay/{}/1/",
    "/replay/{}/1/count/",
    "/replay/{}/1/check/",
    "/replay/{}/1/record.json",
)
ANEW = re.compile(rb'(csrf\w*"? (value|content)=|nonce=)"[^"]+"')
"""What every answer makes anew."""


def played(people: list[User], seed: int) -> GameSession:
    """A round of these people with the club's deck as it is now, played to the end."""
    (offer,) = offers(people[0], "splito")
    session = services.open_table(
        people[0],
        "splito",
        options={"deck": offer.kept},
        seats_wanted=len(people),
        rounds_planned=1,
        pace="none",
    )
    for person in people[1:]:
        services.sit(session.pk, person)
    services.start(session.pk, people[0])
    play_round(session, people, Random(seed))
    return session


def shown(session: GameSession) -> dict[str, bytes]:
    answers = {page: Client().get(page.format(session.code)) for page in PAGES}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {page: ANEW.sub(b"", answer.content) for page, answer in answers.items()}


def press(page: Page, word: str) -> None:
    page.get_by_role("main").get_by_role("button", name=word, exact=True).click()


def test_a_club_corrects_three_goals_during_an_evening_and_the_past_stays(visit: Visit):
    page = visit("/")
    sign_up(page, "Anna")
    anna = User.objects.get(name="Anna")
    club = clubs.found(anna, name="Spielkreis Linde")
    noor, otto = (User.objects.create_user(name) for name in ("Noor", "Otto"))
    for person in (noor, otto):
        Membership.objects.create(club=club, user=person)
    page.goto(f"/clubs/{club.slug}/")
    page.get_by_role("link", name="Decks", exact=True).click()
    page.get_by_label("Name of the deck").fill("Linde deck")
    press(page, "Make the deck")
    expect(page.get_by_role("heading", name="Linde deck")).to_be_visible()
    first = played([anna, noor, otto], 1)
    before = shown(first)

    press(page, "exactly 5 colours, 2 points")
    expect(page.locator("#pane-goal")).to_have_text("exactly 5 colours")
    page.locator("label:has(#pane-points-3)").click()
    expect(page.locator(".pane-head")).to_contain_text("3 points")
    expect(page.locator("[data-draft]")).to_contain_text("Your draft, 1 goal changed")

    press(page, "at most 11 cards, 2 points")
    expect(page.locator("#pane-goal")).to_have_text("at most 11 cards")
    page.locator("#pane-count").fill("10")
    page.locator("#pane-count").press("Tab")
    expect(page.locator("#pane-goal")).to_have_text("at most 10 cards")

    press(page, "no 1, 1 point")
    expect(page.locator("#pane-goal")).to_have_text("no 1")
    page.get_by_label("Kind", exact=True).select_option("none-colour")
    expect(page.locator("#pane-goal")).to_have_text("no card in this colour: red")
    page.locator("label:has(#pane-one-green)").click()
    expect(page.locator("#pane-goal")).to_have_text("no card in this colour: green")
    expect(page.locator("[data-draft]")).to_contain_text("Your draft, 3 goals changed")
    assert fits(page)

    # Typed lines are checked at once, and a wrong one is named.
    page.get_by_text("The lines of the deck").click()
    lines = page.locator("#deck-text")
    text = lines.input_value()
    lines.fill(text.replace("none-2 1", "none-7 1"))
    expect(page.locator("#deck-check")).to_contain_text("there is no goal “none-7”")
    lines.fill(text)
    expect(page.locator("#deck-check")).to_contain_text("6 moons, 6 stars, 37 goals: complete")

    page.get_by_text("Name of the deck, and what you corrected").click()
    page.get_by_label("What you corrected").fill("from the box")
    press(page, "Use from the next table on")
    expect(page.locator("#messages")).to_contain_text("tables that open from now on play with it")
    version = newest_of(ClubDeck.objects.get())
    assert version.number == 2
    assert {"colours-5 3", "at-most-10 2", "none-green 1"} <= set(version.kept.text.splitlines())
    expect(page.locator(".versions")).to_contain_text("from the box")

    second = played([noor, otto, anna], 2)
    assert the_round(second).deck == version.kept
    assert the_round(first).deck != version.kept
    assert shown(first) == before
    assert list(verifying.wrong()) == []
