"""Scores at the organiser's desk: paper entry that knows the game, differing reports, corrections."""

from dataclasses import replace

import pytest

from accounts.models import User
from games.engine import catalogue
from games.engine.defaults import PointsOnly
from games.splito.blank_paper import blank
from games.tournaments import queries, services
from tests.support.clients import browser_of
from tests.support.organisers import at, told, words
from tests.support.tournaments import published, seats, zones

pytestmark = pytest.mark.django_db


@pytest.fixture
def four(db):
    """A paper table of four, and who typed for it."""
    tournament, by, running = published(4)
    table = running.tables.get()
    return tournament, browser_of(by), table, at(tournament, f"desk/tables/{table.pk}/")


def test_zone_values_are_multiplied_while_they_are_typed(four):
    _, client, table, address = four
    part = client.post(address, {**zones(3, 4, 5, 6), "do": "look"}, headers={"HX-Request": "true"})
    names = [entry.name for entry in seats(table)]
    assert f"{names[0]} 3 × 6 = 18" in words(part)
    assert table.reports.count() == 0


def test_numbers_that_are_missing_or_none_are_told_and_nothing_counts(four):
    _, client, table, address = four
    assert "Some numbers are still missing." in words(client.post(address, {"zone-0": "3", "do": "save"}))
    wrong = words(client.post(address, {**zones("x", 4, 5, 6), "do": "save"}))
    assert "Please type whole numbers from 0 to 999." in wrong
    table.refresh_from_db()
    assert table.status == "waiting"


def test_a_value_that_hardly_can_be_counts_only_when_it_is_confirmed(four):
    _, client, table, address = four
    page = client.post(address, {**zones(3, 4, 5, 60), "do": "save"})
    assert "is very rare" in words(page) or "cannot be worth" in words(page)
    assert 'name="sure"' in page.content.decode()
    table.refresh_from_db()
    assert table.status == "waiting"
    client.post(address, {**zones(3, 4, 5, 60), "do": "save", "sure": "yes"})
    table.refresh_from_db()
    assert table.status == "counted"


def test_cards_are_asked_for_only_where_a_tie_needs_them(four):
    tournament, client, table, address = four
    page = client.post(address, {**zones(4, 4, 4, 4), "do": "save"})
    assert "There is a tie" in words(page)
    cards = {f"cards-{zone}": str(number) for zone, number in enumerate((11, 13, 14, 14))}
    client.post(address, {**zones(4, 4, 4, 4), **cards, "do": "save", "sure": "yes"})
    places = queries.sheet(tournament, table.pk).table.places
    assert [place.rank for place in places] == [2, 1, 3, 4]


def test_left_empty_a_tie_stays_a_tie(four):
    tournament, client, table, address = four
    empty = {f"cards-{zone}": "" for zone in range(4)}
    client.post(address, {**zones(4, 4, 4, 4), **empty, "do": "save"})
    places = queries.sheet(tournament, table.pk).table.places
    assert {place.rank for place in places} == {1}


def test_a_sheet_of_splitter_is_checked_number_by_number():
    tournament, by, running = published(2, game="splitter")
    table = running.tables.first()
    address = at(tournament, f"desk/tables/{table.pk}/")
    client = browser_of(by)
    raw = {
        f"number-{seat}-{number}": str(number * (seat + 1))
        for seat in range(table.places.count())
        for number in range(1, 7)
    }
    page = words(client.post(address, raw | {"number-0-4": "5", "do": "save"}))
    assert "Groups of 4 cannot score 5: it has to be a multiple." in page
    typed = {name: value for name, value in raw.items() if not name.endswith("-1")}
    client.post(address, typed | {"do": "save"})
    places = queries.sheet(tournament, table.pk).table.places
    assert [place.points for place in places] == [20, 40]  # the blank ones count as nothing


def test_differing_reports_stand_side_by_side_and_one_is_chosen(four):
    tournament, client, table, address = four
    ada, ben = seats(table)[:2]
    services.report(table.token, ada.pk, zones(3, 4, 5, 6))
    second = services.report(table.token, ben.pk, zones(3, 4, 5, 7))
    assert "Compare and decide" in words(client.get(at(tournament, "desk/")))
    page = client.get(address)
    # As on the pad: the circle right of the first name is the second one.
    assert [row.differs for row in page.context["compared"]] == [False, True, False, False]
    assert page.context["compared"][1].values == ("6", "7")
    client.post(address, {"do": "settle", "report": second.pk})
    places = queries.sheet(tournament, table.pk).table.places
    assert places[0].points == 21


def test_after_a_decision_the_page_names_who_typed_what_counts_and_corrects_from_there(four):
    _, client, table, address = four
    ada, ben = seats(table)[:2]
    first = services.report(table.token, ada.pk, zones(3, 4, 5, 6))
    services.report(table.token, ben.pk, zones(3, 4, 5, 7))
    client.post(address, {"do": "settle", "report": first.pk})
    page = client.get(address)
    assert f"Typed by {ada.name}" in words(page)
    assert f"Typed by {ben.name}" not in words(page)
    prefilled = {one.name: one.value for group in page.context["pad"].groups for one in group.asked}
    assert prefilled == zones(3, 4, 5, 6)


def test_a_correction_is_what_the_next_correction_starts_from(four):
    tournament, client, table, address = four
    ada, ben = seats(table)[:2]
    first = services.report(table.token, ada.pk, zones(3, 4, 5, 6))
    services.report(table.token, ben.pk, zones(3, 4, 5, 7))
    client.post(address, {"do": "settle", "report": first.pk})
    client.post(address, {**zones(3, 4, 5, 8), "do": "correct", "reason": "It says 8", "seen": "0"})
    sheet = queries.sheet(tournament, table.pk)
    assert (sheet.counted.by, sheet.typed["zone-3"]) == ("Olga", 8)


def test_the_sheet_s_circles_typed_from_left_to_right_give_the_sheet_s_scores():
    """A pad as it was written: 6 Ada 8 Pia 4 Teun 7 Mia 5 Otto 6. The desk asks in the same order."""
    tournament, by, running = published(5)
    table = running.tables.get()
    client, address = browser_of(by), at(tournament, f"desk/tables/{table.pk}/")
    circles = [6, 8, 4, 7, 5]
    asked = client.get(address).context["pad"].groups[0].asked
    client.post(
        address, {one.name: str(value) for one, value in zip(asked, circles, strict=True)} | {"do": "save"}
    )
    names = [place.name for place in seats_on_paper(table)]
    assert [one.label for one in asked] == [
        f"{names[at - 1]} ┊ {names[at]}" for at in range(5)
    ]  # the first circle lies between the last name and the first
    counted = {place.name: place.points for place in queries.sheet(tournament, table.pk).table.places}
    assert [counted[name] for name in names] == [48, 32, 28, 35, 30]


def seats_on_paper(table):
    """The entries as the printed pad shows them, from left to right."""
    pad = blank({}, table.places.count(), rounds=1, longest=5)
    sitting = seats(table)
    return [sitting[column.player] for column in pad.head]


def test_one_report_is_confirmed_by_the_organiser(four):
    tournament, client, table, address = four
    report = services.report(table.token, seats(table)[0].pk, zones(3, 4, 5, 6))
    assert "Look and confirm" in words(client.get(at(tournament, "desk/")))
    assert "The table has typed this" in words(client.get(address))
    client.post(address, {"do": "settle", "report": report.pk})
    table.refresh_from_db()
    assert table.status == "counted"


def test_of_two_helpers_the_first_counts_and_the_second_is_told(four):
    tournament, client, table, address = four
    helper = User.objects.create_user("Hanna")
    services.add_helper(tournament.pk, tournament.organiser, helper, rights="scores")
    other = browser_of(helper)
    client.post(address, {**zones(3, 4, 5, 6), "do": "save"})
    page = other.post(address, {**zones(3, 4, 5, 7), "do": "save"})
    assert "This table is already counted. The organiser can correct it and give a reason." in told(page)
    assert queries.sheet(tournament, table.pk).table.places[0].points == 18


def test_a_correction_asks_for_a_reason_and_keeps_who_when_old_and_new(four):
    """Story 17: the organiser can still correct it with a note, and everything after it follows."""
    tournament, client, table, address = four
    client.post(address, {**zones(3, 4, 5, 6), "do": "save"})
    first = seats(table)[0].name
    page = client.post(address, {**zones(3, 4, 5, 8), "do": "correct", "reason": " ", "seen": "0"})
    assert told(page)[-1] == "Please write down the reason."
    page = client.post(
        address, {**zones(3, 4, 5, 8), "do": "correct", "reason": "Misread a six", "seen": "0"}, follow=True
    )
    shown = words(page)
    assert "Misread a six" in shown
    assert f"{first} 18 → 24" in shown
    public = words(browser_of(User.objects.create_user("Reader")).get(at(tournament, "standings/")))
    assert "Olga" in public
    assert f"{first} 18 → 24" in public
    standing = next(line for line in queries.standings(tournament) if line.name == first)
    assert standing.total == "24"
    stale = client.post(address, {**zones(3, 4, 5, 9), "do": "correct", "reason": "Again", "seen": "0"})
    assert told(stale) == ["Somebody else has changed this in the meantime. Please look at it again first."]
    assert "corrected table 1 of round 1: Misread a six" in words(client.get(at(tournament, "desk/trail/")))


def test_a_closed_tournament_is_corrected_only_after_it_is_reopened(four):
    tournament, client, table, address = four
    client.post(address, {**zones(3, 4, 5, 6), "do": "save"})
    services.close_round(tournament.pk, tournament.organiser, 1)
    services.close(tournament.pk, tournament.organiser)
    assert "Its organiser can reopen it to correct something." in words(client.get(address))
    page = client.post(address, {**zones(3, 4, 5, 8), "do": "correct", "reason": "x", "seen": "0"})
    assert "This tournament is closed." in told(page)[-1]
    client.post(at(tournament, "desk/do/reopen/"))
    client.post(address, {**zones(3, 4, 5, 8), "do": "correct", "reason": "x", "seen": "0"})
    assert table.corrections.count() == 1


def test_one_phone_that_confirmed_for_two_is_pointed_out_to_the_organiser(four):
    tournament, client, table, address = four
    ana, ben, *_ = seats(table)
    report = services.report(table.token, ana.pk, zones(3, 4, 5, 6), device="one phone")
    assert "all from one device" not in words(client.get(at(tournament, "desk/")))
    services.confirm(table.token, ben.pk, report.pk, device="one phone")
    assert "counted all from one device" in words(client.get(at(tournament, "desk/")))
    page = words(client.get(address))
    assert f"Typed by {ana.name}" in page
    assert "All confirmations came from one device" in page


def test_what_is_refused_is_told_on_top_of_the_page_not_below_it(four):
    tournament, client, table, _ = four
    asked = {"table": table.pk, "medium": "online", "at": "table-1"}
    assert client.post(at(tournament, "desk/do/medium/"), asked).url == at(tournament, "desk/")


class Feathers(PointsOnly):
    """A score pad that calls its numbers by a word of its own."""

    def fields(self, options, seats, typed):
        return tuple(
            replace(field, kind="feathers", label="feathers") for field in super().fields({}, seats, {})
        )


def test_a_game_calls_the_numbers_of_its_pad_by_its_own_words(four, client, monkeypatch):
    _, desk, table, address = four
    monkeypatch.setattr(catalogue.find("splito"), "paper", Feathers())
    assert "Feathers" in words(desk.get(address))
    page = client.get(f"/tournaments/table/{table.token}/").content.decode()
    assert f'aria-label="{seats(table)[0].name}: feathers"' in page
