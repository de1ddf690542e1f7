"""Five people on five phones: one sleeps, one reloads, one changes their mind each turn."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from playwright.sync_api import Page, expect

from games.models import Choice, GameSession, Round
from games.table import services
from tests.support.browser_splito import LUCK, agrees_with_the_rules, play_card
from tests.support.tables import now

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil")


def come_in(visit, code: str, name: str) -> Page:
    """A phone opens the link, types a name and sits down."""
    page = visit(f"/t/{code}/", phone=True)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#table")).to_have_attribute("data-seat", re.compile(r"\d"))
    return page


def open_table(visit, game: str, *, rounds: int, pace: str) -> tuple[GameSession, list[Page]]:
    host = visit("/tables/new/", phone=True)
    host.locator(f"input[name=game][value={game}]").check(force=True)
    host.locator(f"input[name={game}_seats][value='5']").check(force=True)
    host.locator(f"input[name={game}_rounds][value='{rounds}']").check(force=True)
    host.locator(f"input[name=pace][value={pace}]").check(force=True)
    host.get_by_label("Your name").fill(NAMES[0])
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url(re.compile("/t/"))
    session = GameSession.objects.get()
    pages = [host, *(come_in(visit, session.code, name) for name in NAMES[1:])]
    host.locator(f"[formaction='/t/{session.code}/start/']").click()
    for page in pages:
        expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    return session, pages


def sealed(page: Page) -> None:
    expect(page.locator("#table")).not_to_have_attribute("data-sealed", "")


def wait_for(page: Page, ref: str) -> None:
    expect(page.locator("#table")).to_have_attribute("data-ref", ref)


def time_passes(session: GameSession, seconds: float) -> None:
    span = timedelta(seconds=seconds)
    Round.objects.filter(session=session, finished_at=None).update(
        deadline=F("deadline") - span, alarm=F("alarm") - span
    )


def turn_of(session: GameSession, pages: list[Page], ref: str, *, asleep: bool) -> None:
    """One turn: the doubter chooses twice, the reloader reloads while sealed, the host chooses last."""
    host, sleeper, reloader, doubter, plain = pages
    for page in (host, reloader, doubter, plain):
        wait_for(page, ref)
    play_card(doubter)
    sealed(doubter)
    before = doubter.locator("#table").get_attribute("data-sealed")
    side = "R" if before.endswith("L") else "L"
    doubter.locator("#private .hand .in-hand").first.click()
    doubter.locator(f"#play-{side}").click()
    expect(doubter.locator("#table")).to_have_attribute("data-sealed", re.compile(f"{side}$"))
    play_card(reloader)
    sealed(reloader)
    reloader.reload()
    sealed(reloader)
    play_card(plain)
    if not asleep:
        wait_for(sleeper, ref)
        play_card(sleeper)
    play_card(host)
    if asleep:
        sealed(host)
        services.seen(list(session.seats.values_list("pk", flat=True)))
        time_passes(session, 300)


@pytest.mark.timeout(600)
def test_five_phones_finish_a_three_round_match(visit):
    session, pages = open_table(visit, "splito", rounds=3, pace="calm")
    sleeper = pages[1]
    for number in (1, 2, 3):
        for turn in range(13):
            asleep = number == 1 and turn in (3, 4)
            sleeper.context.set_offline(asleep)
            turn_of(session, pages, f"{number}.{turn}", asleep=asleep)
        for page in pages:
            wait_for(page, f"{number}.13")
        if number < 3:
            for page in pages:
                page.locator("#ready").click()
    for page in pages:
        expect(page.locator("#table")).to_have_attribute("data-status", "over")
    table = now(session)
    assert table.status == "over"
    agrees_with_the_rules(session)
    assert set(Choice.objects.exclude(by="player").values_list("round__number", "turn", "by")) == {
        (1, 3, "clock"),
        (1, 4, "clock"),
    }
    sums = [sum(line.points for line in table.lines if line.seat_id == place.id) for place in table.places]
    for page in pages:
        expect(page.locator("#public")).to_contain_text(str(max(sums)))


@pytest.mark.timeout(300)
def test_five_phones_finish_a_splitter_round(visit):
    session, pages = open_table(visit, "splitter", rounds=1, pace="none")
    for turn in range(22):
        for page in pages:
            wait_for(page, f"1.{turn}")
            pairs = page.locator("#private input[type=radio][name=move]")
            pairs.nth(LUCK.randrange(pairs.count())).check(force=True)
            page.locator(
                "#private button[name=move]:visible, #private button[type=submit]:visible"
            ).first.click()
    for page in pages:
        wait_for(page, "1.22")
        expect(page.locator("#table")).to_have_attribute("data-status", "over")
    agrees_with_the_rules(session)
