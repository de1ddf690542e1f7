"""Tables in a real browser: made, joined and played."""

from random import Random

from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import GameSession
from tests.support.browser import Visit
from tests.support.tables import play_round


def make_table(visit: Visit, name: str = "Mia", *, game: str = "splito", seats: int = 4, **how: bool) -> Page:
    page = visit(f"/tables/new/?game={game}", **how)
    page.get_by_label("Your name").fill(name)
    page.locator(f"[name={game}_seats][value='{seats}']").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text(f"1 of {seats}", exact=True)).to_be_visible()
    return page


def code_of(page: Page) -> str:
    return page.url.rstrip("/").rpartition("/")[2]


def join(visit: Visit, code: str, name: str, *, phone: bool = True) -> Page:
    page = visit("/join/", phone=phone)
    page.locator("#code").fill(code.lower())
    page.get_by_role("button", name="To the table").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("Waiting for the host to deal")).to_be_visible()
    return page


def deal(host: Page) -> GameSession:
    host.locator("#deal").click()
    expect(host.locator("#table")).to_have_attribute("data-status", "playing")
    return GameSession.objects.get(code=code_of(host))


def play_out(host: Page, *others: Page) -> None:
    """Everyone chooses at random until the round is counted; then all screens show the count."""
    session = deal(host)
    play_round(session, list(User.objects.filter(seats__session=session)), Random(7))
    for page in (host, *others):
        expect(page.locator("#count")).to_be_visible()
