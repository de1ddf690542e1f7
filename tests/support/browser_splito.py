"""A Splito table in a real browser: what its pages show, and how to press them."""

import re
from random import Random

from playwright.sync_api import Page, expect

from accounts.models import User
from games.engine.contract import replay
from games.models import Choice, GameSession, ScoreLine
from tests.support import tables
from tests.support.browser import Visit

LUCK = Random(2024)


def play_card(page: Page) -> None:
    cards = page.locator("#private .hand .in-hand")
    cards.nth(LUCK.randrange(cards.count())).click()
    page.locator(f"#play-{LUCK.choice('LR')}").click()


def agrees_with_the_rules(session: GameSession) -> None:
    """Checks that the score sheets are what the rules make of the seed and the choices."""
    for round in session.rounds.all():
        moves = Choice.objects.filter(round=round).order_by("turn", "seat")
        seats = len(round.seating)
        log = [[one.move for one in moves[at : at + seats]] for at in range(0, len(moves), seats)]
        state = replay(session.rules, round.options, seats, bytes(round.seed), log=log)
        written = ScoreLine.objects.filter(sheet__round=round).order_by("seat")
        assert [(line.points, line.rank) for line in written] == [
            (score.points, score.rank) for score in session.rules.scores(state)
        ]


HELD = ".hand input:checked"


def come_to(visit: Visit, session: GameSession, user: User, **how) -> Page:
    """The person opens the table."""
    page = visit(f"/t/{session.code}/", person=user, **how)
    if how.get("javascript", True):
        expect(page.locator("#table")).to_have_attribute("data-line", "open")
    return page


def pick(page: Page, number: int) -> None:
    """Taps a card as a finger does: on its label, wherever the latest push has put it."""
    page.locator(f".in-hand:has(#card-{number})").click()
    expect(page.locator(f"#card-{number}")).to_be_checked()


def of(page: Page, fact: str, value: str | re.Pattern[str]) -> None:
    expect(page.locator("#table")).to_have_attribute(f"data-{fact}", value)


def drawn_again(page: Page) -> None:
    """Makes the page fetch its table and redraw it."""
    page.evaluate("document.querySelector('#private').firstElementChild.setAttribute('data-old', '')")
    page.evaluate("htmx.trigger('#table', 'catch-up')")
    expect(page.locator("[data-old]")).to_have_count(0)


def others_play(session: GameSession, users: list[User]) -> None:
    tables.seal(*[tables.wish(session, user) for user in users])
