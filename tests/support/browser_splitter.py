"""A Splitter table in a real browser: what its pages show, and how to press them."""

from playwright.sync_api import Locator, Page

from accounts.models import User
from games.models import GameSession
from tests.support import tables


def space(page: Page, pair: str, side: str = "left") -> Locator:
    return page.locator(f"label.{side}[for={pair}]")


def write(page: Page) -> Locator:
    return page.locator(".write:visible")


def sealed_by(user: User, session: GameSession) -> str:
    """What is sealed in the database for this person in the open turn."""
    found = tables.now(session)
    seat = found.seat_of(user.pk)
    assert found.deal is not None
    assert seat is not None
    return found.deal.move_of(seat)[0]


def two_people(**wanted: object) -> tuple[GameSession, list[User]]:
    """A table of two whose dice differ, so that the sides can be swapped."""
    while True:
        session, people = tables.dealt(2, "splitter", **wanted)
        left, right = tables.now(session).deal.state.dice[0]  # type: ignore[union-attr]
        if left != right:
            return session, people
        GameSession.objects.all().delete()
        User.objects.all().delete()


def dice(session: GameSession) -> str:
    return "".join(map(str, tables.now(session).deal.state.dice[0]))  # type: ignore[union-attr]
