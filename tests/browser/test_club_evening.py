"""A club evening from 19:00 to the winner on the wall: 17 people, two of them without phones, three rounds.

The organiser, the wall and some phones are real browsers; the other phones send the same forms without one.
The test adds up everybody's points from the rules alone and compares them with every standings page.
"""

import csv
import re
from collections import defaultdict
from random import Random

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from games.models import GameSession
from games.tournaments.models import Entry, Tournament, TournamentTable
from tests.support.browser import Visit
from tests.support.browser_people import PASSWORD, at_home, sign_up
from tests.support.browser_splito import agrees_with_the_rules, play_card
from tests.support.clients import browser_of
from tests.support.tables import now, play_round, seal, wish
from tests.support.tournaments import seats, zones

BY_HAND = ("Frau Ott", "Herr Ott")
BY_LIST = ("Ada", "Ben", "Cleo", "Dora", "Emil")
BY_PHONE = ("Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Lea", "Max", "Nia", "Oli")
LATE, LEAVER = "Emil", "Ada"
VALUES = (6, 2, 9, 4)
"""The zone values of a paper table; no two products are equal."""
CORRECTED = (6, 2, 9, 7)

NOTHING_HIDDEN = """(() => {
  const standings = document.querySelector(".hall-standings .wide");
  return standings.scrollWidth <= standings.clientWidth;
})()"""
"""Whether a phone shows the total beside the three rounds without scrolling."""

Earned = dict[str, dict[int, int]]


def press(page: Page, word: str) -> None:
    page.get_by_role("main").get_by_role("button", name=word, exact=True).click()


def products(values: tuple[int, ...]) -> list[int]:
    """The rules of Splito: a seat's own zone times the one it shares with the neighbour before it."""
    return [value * values[seat - 1] for seat, value in enumerate(values)]


def set_up(visit: Visit) -> tuple[Page, Tournament]:
    """A new organiser: an account, a tournament, two names by hand, five from a list."""
    desk = visit("/")
    sign_up(desk, "Olga")
    desk.goto("/tournaments/new/")
    desk.get_by_label("Name of the tournament").fill("Linde evening")
    desk.get_by_text("More settings").click()
    desk.locator("input[name=pace][value=none]").check(force=True)
    press(desk, "Set up the tournament")
    expect(desk.get_by_label("Enter somebody")).to_be_focused()
    expect(desk.locator("html[data-scripted]")).to_be_visible()
    for name in BY_HAND:
        desk.keyboard.type(name)
        desk.keyboard.press("Enter")
    expect(desk.locator(".entered")).to_contain_text(BY_HAND[1])
    desk.get_by_role("link", name="From a list or a file").click()
    desk.locator("textarea").fill("\n".join(["name,newcomer", *BY_LIST, "frau ott", f"{'x' * 60}"]))
    press(desk, "Check the list")
    expect(desk.get_by_role("main")).to_contain_text("frau ott is already entered.")
    press(desk, "Enter these 5 people")
    return desk, Tournament.objects.get()


def come_by_phone(desk: Page, visit: Visit, tournament: Tournament) -> Page:
    """The code is shown, people enter themselves by phone, and those on the list say who they are."""
    desk.goto(f"/tournaments/{tournament.code}/desk/people/")
    press(desk, "Open registration")
    expect(desk.get_by_text(tournament.code, exact=True)).to_be_visible()
    fay = visit("/join/", phone=True)
    fay.locator("input[name=code]").fill(tournament.code.lower())
    fay.locator("input[name=code]").press("Enter")
    fay.get_by_label("Your name").fill("Fay")
    press(fay, "Join in")
    expect(fay.get_by_role("heading", level=1)).to_have_text("Fay")
    expect(desk.locator(".entered")).to_contain_text("Fay")  # without a click at the desk
    for name in (*BY_PHONE[1:], *BY_LIST):
        sent = {"name": name, "mine": "1"} if name in BY_LIST else {"name": name}
        assert Client().post(f"/tournaments/{tournament.code}/join/", sent).status_code == 302
    assert tournament.entries.count() == 17
    assert set(tournament.entries.filter(person=None).values_list("name", flat=True)) == set(BY_HAND)
    return fay


def roll_call(desk: Page, tournament: Tournament, **marks: str) -> None:
    desk.goto(f"/tournaments/{tournament.code}/desk/roll-call/")
    for name, mark in marks.items():
        desk.get_by_role("group", name=name, exact=True).get_by_label(mark).check(force=True)
    expect(desk.locator("#roll-call-preview .effects li")).to_have_count(len(marks))
    press(desk, "Confirm")


def publish(desk: Page, number: int) -> list[TournamentTable]:
    """Draws a round, makes two tables without the Otts online, publishes; the tables, online ones first."""
    press(desk, f"Draw the seating of round {number}")
    cards = desk.locator(".one-table")
    expect(cards).to_have_count(4)
    able = [at for at in range(4) if "Ott" not in cards.nth(at).inner_text()][:2]
    for at in able:
        cards.nth(at).get_by_role("button", name="Make online").click()
        expect(cards.nth(at)).to_contain_text("Make paper")
    press(desk, f"Publish round {number}")
    expect(desk.locator("#messages")).to_contain_text(f"Round {number} is published")
    found = TournamentTable.objects.filter(round__number=number).select_related("session")
    return sorted(found, key=lambda table: (table.medium, table.number))


def count_online(table: TournamentTable, earned: Earned) -> None:
    """Plays to the end; the points are what the rules make of seed and choices."""
    session = GameSession.objects.get(pk=table.session_id)
    people = seats(table)
    play_round(session, [entry.person for entry in people], Random(table.pk))
    agrees_with_the_rules(session)
    number = table.round.number
    for entry, line in zip(people, session.rounds.get().sheet.lines.order_by("seat"), strict=True):
        assert line.points == line.parts["left"] * line.parts["right"]
        earned[entry.name][number] = line.points


def played_by_phone(visit: Visit, table: TournamentTable, tournament: Tournament, earned: Earned) -> None:
    """One of them uses a real phone: finds the seat, says ready, plays a card, sees the count, goes back."""
    mine, *others = seats(table)
    phone = visit(f"/tournaments/{tournament.code}/me/", phone=True, person=mine.person)
    expect(phone.locator(".my-number")).to_have_text(str(table.number))
    phone.locator("#ready").click()
    for entry in others:
        browser_of(entry.person).post(f"/tournaments/{tournament.code}/me/ready/", {"table": table.pk})
    phone.locator("#open-table").click()
    expect(phone.locator("#table")).to_have_attribute("data-status", "playing")
    play_card(phone)
    expect(phone.locator("#table")).not_to_have_attribute("data-sealed", "")
    session = GameSession.objects.get(pk=table.session_id)
    assert set(seal(*[wish(session, entry.person) for entry in others])) == {"sealed"}
    assert now(session).deal.turn == 1
    count_online(table, earned)
    expect(phone.locator("#table")).to_have_attribute("data-status", "over")
    assert phone.get_by_text("Again!").count() == 0
    phone.get_by_role("link", name="My seat and the standings").click()
    expect(phone.locator(".my-results li")).to_contain_text(f": {earned[mine.name][1]} point")


def tapped(visit: Visit, table: TournamentTable) -> None:
    """A phone without an account opens the table's QR code and taps the zones; another one confirms."""
    one, other, *_ = seats(table)
    phone = visit(f"/tournaments/table/{table.token}/", phone=True)
    phone.locator("[data-tap]").first.click()
    for value in (VALUES[-1], *VALUES[:-1]):  # the ring begins with the zone before the first seat
        phone.locator(f"#keypad [data-key='{value}']").click()
    points = [str(number) for number in products(VALUES)]
    expect(phone.locator(".ring-seat [data-points]")).to_have_text(points)
    phone.locator(".who label", has_text=re.compile(f"^\\s*{one.name}\\s*$")).click()
    press(phone, "Send the scores")
    expect(phone.locator(".hall-state")).to_contain_text("Waiting for one more confirmation.")
    second = visit(f"/tournaments/table/{table.token}/", phone=True, javascript=False)
    second.get_by_role("button", name=f"I am {other.name}: right").click()
    expect(second.get_by_text("Counted.")).to_be_visible()


def typed_at_desk(desk: Page, table: TournamentTable) -> None:
    desk.goto(f"/tournaments/{table.round.tournament.code}/desk/tables/{table.pk}/")
    for zone, value in enumerate(VALUES):
        desk.locator(f"#field-zone-{zone}").fill(str(value))
    desk.locator("#field-zone-0").press("Tab")
    expect(desk.locator("#counted-so")).to_contain_text(f"= {products(VALUES)[0]}")
    press(desk, "Count this table")
    expect(desk.locator(f"#table-{table.number}")).to_contain_text("counted")


def sent_and_confirmed(table: TournamentTable) -> None:
    """The table's own phones enter and confirm, without a browser."""
    one, other, *_ = seats(table)
    address = f"/tournaments/table/{table.token}/"
    sitting = "-".join(str(entry.pk) for entry in seats(table))
    Client().post(address, {**zones(*VALUES), "entry": one.pk, "seats": sitting})
    report = table.reports.get()
    Client().post(f"{address}confirm/", {"entry": other.pk, "report": report.pk})


def restarted(desk: Page, visit: Visit) -> Page:
    """The laptop dies in mid-round; another browser goes on where it was."""
    desk.context.close()
    page = visit("/accounts/login/")
    page.get_by_label("Name").fill("Olga")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign in")
    at_home(page)
    return page


def note(table: TournamentTable, values: tuple[int, ...], earned: Earned) -> None:
    for entry, points in zip(seats(table), products(values), strict=True):
        earned[entry.name][table.round.number] = points


def standings_on(page: Page) -> dict[str, tuple[list[str], str]]:
    """What a results page shows: for each name the rounds and the total."""
    found = {}
    for row in page.locator("table.standings tbody tr").all():
        name = row.locator("th bdi").inner_text()
        _, *rounds, total = [cell.inner_text().split("\n")[0] for cell in row.locator("td").all()]
        found[name] = (rounds, total)
    return found


@pytest.mark.timeout(900)
def test_seventeen_people_play_three_rounds_and_the_winner_is_on_the_wall(visit: Visit):
    desk, tournament = set_up(visit)
    fay = come_by_phone(desk, visit, tournament)
    wall = visit(f"/tournaments/{tournament.code}/wall/")
    earned: Earned = defaultdict(dict)
    roll_call(desk, tournament, **{LATE: "late"})
    for number in (1, 2, 3):
        if number == 2:
            roll_call(desk, tournament, **{LATE: "here", LEAVER: "gone"})
        first, second, third, fourth = publish(desk, number)
        assert [table.medium for table in (first, second, third, fourth)] == ["online"] * 2 + ["paper"] * 2
        if number == 1:
            played_by_phone(visit, first, tournament, earned)
            tapped(visit, third)
        else:
            sent_and_confirmed(third)
        if number == 2:
            desk = restarted(desk, visit)
        desk.goto(f"/tournaments/{tournament.code}/desk/")
        press(desk, "Start all online tables")
        expect(desk.locator(f"#table-{second.number}")).to_contain_text("playing")
        for table in (first, second)[number == 1 :]:
            count_online(table, earned)
        typed_at_desk(desk, fourth)
        for table in (third, fourth):
            note(table, VALUES, earned)
        press(desk, f"Close round {number}")
        expect(desk.locator("#messages")).to_contain_text(f"Round {number} is closed")
    expect(fay.locator(".my-results li")).to_have_count(3)
    assert fay.evaluate(NOTHING_HIDDEN)

    table = TournamentTable.objects.filter(round__number=2, medium="paper").first()
    assert table is not None
    desk.goto(f"/tournaments/{tournament.code}/desk/tables/{table.pk}/")
    desk.locator("#field-zone-3").fill(str(CORRECTED[3]))
    desk.get_by_label("Reason").fill("A goal was overlooked")
    press(desk, "Correct")
    expect(desk.locator(".corrections")).to_contain_text("A goal was overlooked")
    note(table, CORRECTED, earned)

    desk.goto(f"/tournaments/{tournament.code}/desk/")
    press(desk, "Close the tournament")
    totals = {entry.name: sum(earned[entry.name].values()) for entry in Entry.objects.all()}
    best = max(totals.values())
    wall.goto(f"/tournaments/{tournament.code}/wall/?slide=best")
    expect(wall.locator("#slide-best h2")).to_have_text("Final standings")
    expect(wall.locator("#slide-best .total").first).to_have_text(str(best))
    winner = wall.locator("#slide-best .who-name").first.inner_text()
    assert totals[winner] == best

    stranger = visit(f"/tournaments/{tournament.code}/standings/")
    wanted = {
        name: ([str(earned[name].get(number, "–")) for number in (1, 2, 3)], str(total))
        for name, total in totals.items()
    }
    assert standings_on(stranger) == wanted
    assert wanted[LATE][0][0] == "–"
    assert wanted[LEAVER][0][1:] == ["–", "–"]
    expect(stranger.locator(".corrections")).to_contain_text("A goal was overlooked")
    file = Client().get(f"/tournaments/{tournament.code}/files/standings.csv").content.decode("utf-8-sig")
    assert [int(row["Total"]) for row in csv.DictReader(file.splitlines())] == sorted(
        totals.values(), reverse=True
    )
