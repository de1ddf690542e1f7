"""The organiser's evening, story by story, through the pages alone."""

import csv
import io
import json
from datetime import date

import pytest
from django.test import Client

from accounts.models import Membership, User
from accounts.services import clubs
from games.tournaments import queries, services
from games.tournaments.models import Tournament
from games.tournaments.services import setup
from tests.support.clients import browser_of
from tests.support.organisers import at, do, told, words
from tests.support.tournaments import (
    NAMES,
    event,
    next_round,
    online_round,
    published,
    score_all,
    seats,
    zones,
)

pytestmark = pytest.mark.django_db

SETTINGS = {
    "name": "Linde club evening",
    "date": "2026-11-16",
    "game": "splito",
    "rounds_planned": "3",
    "counting": "places",
    "missing": "average",
    "registration": "link",
    "medium": "paper",
    "pace": "club",
    "tie_0": "points",
    "tie_1": "wins",
    "splito_seats_least": "3",
    "splito_ideal_least": "4",
    "splito_ideal_most": "5",
    "splito_seats_most": "6",
}


@pytest.fixture
def olga(db) -> Client:
    return browser_of(User.objects.create_user("Olga"))


def test_a_new_organiser_sets_up_an_event_and_changes_her_mind(olga: Client):
    page = words(olga.get("/tournaments/new/"))
    assert "The points of all rounds are added." in page
    assert "100 is the average of the table" in page
    answer = olga.post("/tournaments/new/", SETTINGS)
    tournament = Tournament.objects.get()
    assert answer["Location"] == at(tournament, "desk/people/")
    assert (tournament.name, tournament.date) == ("Linde club evening", date(2026, 11, 16))
    assert (tournament.counting, tournament.tie_breaks) == ("places", ["points", "wins"])
    assert (tournament.seats_least, tournament.seats_most) == (3, 6)
    olga.post(at(tournament, "desk/settings/"), SETTINGS | {"game": "splitter", "rounds_planned": "2"})
    tournament.refresh_from_db()
    assert (tournament.game, tournament.rounds_planned) == ("splitter", 2)
    assert tournament.seats_most == max(tournament.rules.SEATS)


def test_from_the_page_of_a_club_its_organiser_sets_up_a_tournament_of_the_club(olga: Client):
    club = clubs.found(User.objects.get(name="Olga"), name="Club Linde")
    assert f"/tournaments/new/?club={club.slug}" in olga.get(f"/clubs/{club.slug}/").content.decode()
    form = olga.get("/tournaments/new/", {"club": club.slug}).context["form"]
    assert form["club"].value() == club.pk
    olga.post("/tournaments/new/", SETTINGS | {"club": club.pk})
    assert Tournament.objects.get().club == club
    member = User.objects.create_user("Member")
    Membership.objects.create(club=club, user=member)
    page = browser_of(member).post("/tournaments/new/", SETTINGS | {"club": club.pk})
    assert "Only a club’s organisers can set up its tournaments." in words(page)


def test_settings_that_cannot_be_are_told_and_change_nothing(olga: Client):
    for wrong, sentence in (
        ({"splito_ideal_least": "6", "splito_ideal_most": "4"}, "the ideal sizes lie in between"),
        ({"tie_1": "points"}, "Each tie-break can be used once."),
        ({"name": "…"}, "A name needs at least one letter or digit."),
        ({"rounds_planned": "12"}, "12"),
    ):
        assert sentence in words(olga.post("/tournaments/new/", SETTINGS | wrong))
    assert not Tournament.objects.exists()


def test_the_trail_tells_old_and_new_of_settings_and_roll_call(olga: Client):
    olga.post("/tournaments/new/", SETTINGS)
    tournament = Tournament.objects.get()
    olga.post(at(tournament, "desk/settings/"), SETTINGS | {"rounds_planned": "2"})
    olga.post(at(tournament, "desk/people/"), {"names": "Ana"})
    ana = tournament.entries.get()
    fields = {f"mark-{ana.pk}": "late", f"was-{ana.pk}": "here", "do": "confirm"}
    olga.post(at(tournament, "desk/roll-call/"), fields)
    page = words(olga.get(at(tournament, "desk/trail/")))
    assert "Olga changed the settings rounds: 3 → 2" in page
    assert "Olga called the roll Ana: here → late" in page


def test_nobody_opens_tournaments_without_end(olga: Client):
    olga.post("/tournaments/new/", SETTINGS)
    first = Tournament.objects.get()
    for number in range(setup.MOST_AT_ONCE - 1):
        first.pk, first.code = None, f"X{number}"
        first.save(force_insert=True)
    assert "Close or remove one first." in words(olga.post("/tournaments/new/", SETTINGS))
    assert Tournament.objects.count() == setup.MOST_AT_ONCE


def test_once_a_seating_is_drawn_the_game_stays_and_the_rest_can_change():
    tournament, by, _ = published(9)
    client = browser_of(by)
    client.post(at(tournament, "desk/settings/"), SETTINGS | {"game": "splitter", "rounds_planned": "4"})
    tournament.refresh_from_db()
    assert (tournament.game, tournament.rounds_planned, tournament.counting) == ("splito", 4, "places")


def test_an_evening_of_seventeen_from_the_first_name_to_the_last_standing(olga: Client):
    """Story 15: nothing is typed twice, and each screen says what comes next."""
    olga.post("/tournaments/new/", SETTINGS | {"rounds_planned": "2", "counting": "points"})
    tournament = Tournament.objects.get()
    assert "Nobody is entered yet." in words(olga.get(at(tournament, "desk/")))
    olga.post(at(tournament, "desk/people/"), {"names": ", ".join(NAMES[:16])})
    olga.post(at(tournament, "desk/people/"), {"names": "Otto", "newcomer": "on"})
    assert "at tables of 5, 4, 4 and 4" in words(olga.get(at(tournament, "desk/")))
    for number in (1, 2):
        assert f"Publish round {number}" in do(olga, tournament, "propose")
        running = tournament.rounds.get(number=number)
        assert "4 of 4 tables are still playing" in do(
            olga, tournament, "publish", round=number, draw=running.draw
        )
        for table in running.tables.all():
            raw = zones(*range(3, 3 + table.places.count()))
            page = olga.post(at(tournament, f"desk/tables/{table.pk}/"), {**raw, "do": "save"}, follow=True)
            assert f"Table {table.number} of round {number} is counted." in told(page)
        assert f"Round {number} is closed." in do(olga, tournament, "close-round", round=number)
    assert "Final standings" in do(olga, tournament, "close")
    for line in queries.standings(tournament):
        assert int(line.total) == sum(int(part) for part in line.rounds)
    page = words(Client().get(at(tournament, "standings/")))
    assert "Final standings" in page
    assert "The points of all rounds are added." in page
    assert "1. sum of points, 2. rounds won" in page
    assert "A missed round counts as the average of one’s own rounds." in page


def test_the_seating_says_what_it_could_not_do_before_it_is_published():
    """Story 16: preview, reasons, swap by hand, draw again, publish, undo; typed scores are kept."""
    tournament, by, _ = event(6, rounds_planned=3, seats_least=3, ideal_least=3, ideal_most=3)
    client = browser_of(by)
    running = next_round(tournament, by)
    score_all(tournament, by, running)
    services.close_round(tournament.pk, by, 1)
    page = do(client, tournament, "propose")
    assert "Why these seats" in page
    assert "again, as in round 1." in page
    running = tournament.rounds.get(number=2)
    first = list(running.places.order_by("table__number", "seat"))
    one, other = first[0].entry, first[-1].entry
    page = do(client, tournament, "swap", round=2, draw=running.draw, who=[one.pk, other.pk])
    assert f"{one.name} and {other.name} have changed places." in page
    stale = do(client, tournament, "swap", round=2, draw=running.draw, who=[one.pk, other.pk])
    assert "Somebody else has changed this in the meantime." in stale
    assert "Please choose exactly two people" in do(client, tournament, "swap", round=2, draw=2, who=[one.pk])
    running.refresh_from_db()
    assert "Drawn again." in do(client, tournament, "draw-again", round=2, draw=running.draw)
    running.refresh_from_db()
    do(client, tournament, "publish", round=2, draw=running.draw)
    table = running.tables.first()
    client.post(at(tournament, f"desk/tables/{table.pk}/"), {**zones(3, 4, 5), "do": "save"})
    assert "Scores that were typed are kept." in do(client, tournament, "undo", round=2)
    do(client, tournament, "publish", round=2, draw=running.draw)
    table.refresh_from_db()
    assert table.status == "counted"


def test_a_swap_the_page_proposes_can_be_tried():
    tournament, by, _ = event(8, seats_least=4, ideal_least=4, ideal_most=4)
    client = browser_of(by)
    running = next_round(tournament, by)
    score_all(tournament, by, running)
    services.close_round(tournament.pk, by, 1)
    running = services.propose(tournament.pk, by)
    # Bring two neighbours of the first round side by side again, by hand.
    before = queries.seating_of(tournament, 1).tables[0].places
    one, two = before[0].entry, before[1].entry
    table = next(
        table
        for table in queries.seating_of(tournament, 2, proposed=True).tables
        if one in [place.entry for place in table.places]
    )
    around = [place.entry for place in table.places]
    beside = around[(around.index(one) + 1) % len(around)]
    if beside != two:
        services.swap(tournament.pk, by, 2, draw=running.draw, one=beside, other=two)
    page = client.get(at(tournament, "desk/"))
    proposed = [reason for reason in page.context["reasons"] if reason.swap]
    assert proposed
    assert "Try that swap" in words(page)
    running.refresh_from_db()
    unmet = len(queries.seating_of(tournament, 2, proposed=True).unmet)
    pair = " ".join(map(str, proposed[0].swap))
    do(client, tournament, "swap", round=2, draw=running.draw, pair=pair)
    after = queries.seating_of(tournament, 2, proposed=True).unmet
    assert len(after) <= unmet
    assert proposed[0].title not in words(client.get(at(tournament, "desk/")))


def test_a_double_click_acts_once():
    tournament, by, _ = event(9)
    client = browser_of(by)
    for _ in range(2):
        do(client, tournament, "propose")
    running = tournament.rounds.get()
    for _ in range(2):
        do(client, tournament, "publish", round=1, draw=running.draw)
    table = running.tables.first()
    raw = zones(*range(3, 3 + table.places.count()))
    for _ in range(2):
        page = client.post(at(tournament, f"desk/tables/{table.pk}/"), {**raw, "do": "save"}, follow=True)
    assert "is counted" in told(page)[0]
    acts = list(tournament.trail.order_by("pk").values_list("act", flat=True))
    for act in ("propose", "publish", "enter-scores"):
        assert acts.count(act) == 1


def test_she_left_after_round_one_and_the_page_told_what_would_happen():
    """Story 18: one mark, the consequences, then the confirmation; nothing happens before it."""
    tournament, by, _ = event(9)
    client = browser_of(by)
    services.propose(tournament.pk, by)
    ana = tournament.entries.get(name="Ana")
    fields = {f"mark-{ana.pk}": "gone", f"was-{ana.pk}": "here"}
    page = words(client.post(at(tournament, "desk/roll-call/"), {**fields, "do": "look"}))
    assert "Ana gets no more seats and keeps all results." in page
    assert "The proposed seating of round 1 no longer fits" in page
    assert "8 people will sit in round 1, at tables of 4 and 4." in page
    part = client.post(
        at(tournament, "desk/roll-call/"), {**fields, "do": "look"}, headers={"HX-Request": "true"}
    )
    assert part.content.decode().lstrip().startswith("<h2>")
    ana.refresh_from_db()
    assert ana.presence == "here"
    client.post(at(tournament, "desk/roll-call/"), {**fields, "do": "confirm"})
    ana.refresh_from_db()
    assert ana.presence == "gone"
    assert not tournament.rounds.exists()


def test_an_older_roll_call_page_undoes_nobody_elses_marks():
    tournament, by, entries = event(9)
    ana, ben = entries[:2]
    services.roll_call(tournament.pk, by, {ana.pk: "gone"})
    older = {f"mark-{one.pk}": "here" for one in entries} | {f"was-{one.pk}": "here" for one in entries}
    older[f"mark-{ben.pk}"] = "late"
    browser_of(by).post(at(tournament, "desk/roll-call/"), {**older, "do": "confirm"})
    marks = dict(tournament.entries.values_list("name", "presence"))
    assert (marks["Ana"], marks["Ben"]) == ("gone", "late")


def test_online_tables_are_started_from_the_desk():
    tournament, by, table = online_round()
    client = browser_of(by)
    page = words(client.get(at(tournament, "desk/")))
    assert "Start all online tables" in page
    assert "not started yet" in page
    page = do(client, tournament, "start-all", round=1)
    assert "playing" in page
    assert "Unpublish the seating" not in page
    trouble = words(client.get(at(tournament, f"desk/tables/{table.pk}/")))
    assert "This table is playing online" in trouble
    do(client, tournament, "medium", table=table.pk, medium="paper")
    table.refresh_from_db()
    assert (table.medium, table.session) == ("paper", None)


def test_a_table_without_phones_is_told_why_it_cannot_play_online():
    tournament, by, running = published(4)
    page = do(browser_of(by), tournament, "medium", table=running.tables.first().pk, medium="online")
    assert "Table 1 cannot play online" in page


def test_the_desk_page_asks_again_and_gets_nothing_when_nothing_happened():
    tournament, by, _ = published(9)
    client = browser_of(by)
    pulse = queries.pulse(tournament.pk)
    hx = {"HX-Request": "true"}
    assert client.get(at(tournament, "desk/"), {"pulse": pulse}, headers=hx).status_code == 204
    services.set_clock(tournament.pk, by, 1, minutes=30)
    part = client.get(at(tournament, "desk/"), {"pulse": pulse}, headers=hx)
    assert part.status_code == 200
    assert b"<html" not in part.content
    assert b"data-ends-at" in part.content


def test_standings_after_a_round_and_a_reopened_event_says_so():
    tournament, by, _ = published(9, rounds_planned=2)
    client = browser_of(by)
    for number in (1, 2):
        score_all(tournament, by, tournament.rounds.get(number=number))
        services.close_round(tournament.pk, by, number)
        if number == 1:
            next_round(tournament, by)
    assert "Standings after round 1" in words(Client().get(at(tournament, "standings/"), {"after": "1"}))
    do(client, tournament, "close")
    assert "reopened" not in words(Client().get(at(tournament, "standings/")))
    do(client, tournament, "reopen")
    assert "This tournament was reopened" in words(Client().get(at(tournament, "standings/")))
    assert "reopen-round" not in list(tournament.trail.values_list("act", flat=True))
    assert "reopened the tournament" in words(client.get(at(tournament, "desk/trail/")))


def test_on_sunday_the_table_is_pasted_into_the_newsletter():
    """Story 20: CSV with real names for everybody, entries and JSON for the organiser."""
    tournament, by, running = published(9)
    client = browser_of(by)
    score_all(tournament, by, running)
    for name in ("standings", "results", "seating", "entries"):
        answer = client.get(at(tournament, f"files/{name}.csv"))
        assert answer["Content-Disposition"] == f'attachment; filename="autumn-cup-{name}.csv"'
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
        assert {"Ana", "Ben"} <= {cell for row in rows for cell in row}
        assert len(rows) == 10
    whole = json.loads(client.get(at(tournament, "files/whole.json")).content)
    assert whole["name"] == "Autumn Cup"
    assert seats(running.tables.first())[0].name in json.dumps(whole["rounds"])


def test_an_event_nobody_has_played_can_be_removed_and_a_played_one_stays():
    tournament, by, _ = event(3)
    client = browser_of(by)
    client.post(at(tournament, "desk/remove/"))
    assert not Tournament.objects.exists()
    tournament, by, _ = published(3, by=by)
    page = client.post(at(tournament, "desk/remove/"), follow=True)
    assert "A round has been played" in told(page)[-1]
    assert Tournament.objects.exists()


def test_tables_come_in_the_order_of_their_numbers_and_complaints_at_the_right_one():
    tournament, by, running = published(17)
    table = running.tables.get(number=2)
    raw = zones(*range(3, 3 + table.places.count()))
    services.enter_scores(tournament.pk, by, table.pk, raw)
    services.correct(tournament.pk, by, table.pk, raw | {"zone-0": "9"}, reason="misread", seen=0)
    for one in queries.rounds_of(tournament, proposed=True):
        assert [table.number for table in one.tables] == [1, 2, 3, 4]


def test_of_the_tie_breaks_only_those_that_decided_are_told():
    tournament, by, _ = published(6, seats_least=3, ideal_least=3, ideal_most=3, tie_breaks=["wins", "best"])
    client = browser_of(by)
    running = tournament.rounds.get()
    # Six points win at one table and are last at the other; best single round: six for both.
    for table, values in zip(running.tables.order_by("number"), ((1, 2, 3), (2, 3, 6)), strict=True):
        client.post(at(tournament, f"desk/tables/{table.pk}/"), {**zones(*values), "do": "save"})
    page = words(Client().get(at(tournament, "standings/")))
    assert "rounds won 1" in page
    assert "rounds won 0" in page
    assert "best single round 6" not in page
