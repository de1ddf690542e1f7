"""The day's Splitter in a real browser: from the first page to the result, and the best sheet beside mine."""

import re
from datetime import date

from playwright.sync_api import expect

from accounts.models import User
from games.analysis.models import Study
from games.daily.days import ONE_DAY
from games.daily.models import Attempt, Day
from tests.support import tables
from tests.support.browser import Visit

SEARCHING = 60_000
"""Milliseconds: the search begins only when the thinking process has nothing else to do."""

LOCAL_TIME = """() => new Intl.DateTimeFormat("de", { hour: "numeric", minute: "2-digit" })
    .format(new Date(document.querySelector(".ends time").dateTime))"""


def test_a_visitor_plays_the_day_to_the_end_and_sees_what_was_in_the_dice(visit: Visit):
    page = visit("/", phone=True)
    page.get_by_label("Your name").fill("Mia")
    page.locator("#day-start").tap()
    expect(page.locator("#table")).to_have_attribute("data-line", "open")
    attempt = Attempt.objects.get()
    session, mia = attempt.round.session, User.objects.get(name="Mia")
    for _ in range(21):
        tables.play_turn(session, [mia])
    expect(page.locator(".turn")).to_contain_text("22 of 22")
    page.locator(".pair label.left").tap()
    page.locator(".write:visible").tap()
    page.locator("#to-day").click()

    attempt.refresh_from_db()
    expect(page.locator("#points")).to_have_text(str(attempt.points))
    expect(page.locator("#share-text")).to_contain_text(f"{attempt.points} point")
    expect(page.locator("#share-text")).to_contain_text(f"/days/{attempt.day_id}/")
    expect(page.locator("tr[data-you]")).to_contain_text("Mia")
    expect(page.locator("[data-left]")).to_be_visible()
    page.goto("/")
    expect(page.locator("#day-result")).to_be_visible()
    page.goto("/today/")
    page.locator("#copy").click()
    expect(page.locator("#copy")).to_have_text("Copied")
    expect(page.locator("#best")).to_contain_text("Shown when the day is over")
    page.goto(f"/days/{end_the_day()}/")
    expect(page.locator("#best-points")).to_be_visible(timeout=SEARCHING)
    assert int(page.locator("#best-points").inner_text()) >= attempt.points

    page.goto("/")
    expect(page.locator("#day-start")).to_be_visible()


def end_the_day() -> date:
    """Makes today's dice those of yesterday: the day is over, and the search for its best sheet goes on."""
    day = Day.objects.get(pk=Attempt.objects.get().day_id)
    day.date -= ONE_DAY
    day.save()
    Attempt.objects.update(day=day)
    Study.objects.update(key=day.date.isoformat())
    return day.date


def test_without_javascript_the_day_can_be_begun_and_found_again(visit: Visit):
    page = visit("/today/", javascript=False)
    expect(page.locator(".ends time")).to_contain_text("00:00 UTC")
    page.get_by_role("button", name="Roll the first pair").click()
    page.goto("/today/")
    page.get_by_role("link", name="Continue", exact=True).click()
    expect(page.get_by_text("Turn 1 of 22")).to_be_visible()


def test_the_day_begins_with_the_game_and_its_seals_are_folded(visit: Visit):
    page = visit("/today/", phone=True)
    game, board, others = (
        page.locator(part).bounding_box() for part in (".try", ".board-of-day", ".days-nav")
    )
    assert game["y"] < board["y"] < others["y"]  # type: ignore[index]
    expect(page.locator("#start")).to_be_in_viewport()
    expect(page.locator(".fair dl")).to_be_hidden()
    page.locator(".fair summary").click()
    expect(page.locator(".fair dl")).to_be_visible()


def test_the_end_of_the_day_is_told_in_local_time_beside_a_labelled_countdown(visit: Visit):
    page = visit("/today/", language="de")
    ends = page.locator(".ends")
    expect(ends.locator("time")).to_have_text(page.evaluate(LOCAL_TIME))
    expect(ends).to_contain_text("deine Ortszeit")
    expect(ends).not_to_contain_text("UTC")
    expect(ends.locator(".countdown")).to_have_text(re.compile(r"^Restzeit \d+:\d\d:\d\d$"))
