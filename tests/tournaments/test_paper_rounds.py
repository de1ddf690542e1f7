"""A counted paper table is a round: in histories, ladders and downloads, whatever happens to it later."""

import importlib
from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.urls import reverse

from accounts import data_export
from accounts.models import Membership, User
from accounts.services import clubs, guests, users
from games.history import verifying
from games.leaderboards.models import Rating, Tally
from games.leaderboards.services import rebuilding
from games.models import GameSession, Round, ScoreLine, ScoreSheet, Seat
from games.tournaments import queries, services
from games.tournaments.models import TournamentTable
from tests.support.clients import browser_of
from tests.support.leaderboards import rows
from tests.support.organisers import words
from tests.support.tournaments import event, link, next_round, organiser, published, refused, seats, zones

pytestmark = pytest.mark.django_db


def linked(people=4, *, by=None, known=3, **settings):
    """A published round at one paper table; this many of its people have accounts."""
    tournament, by, entries = event(people, by=by, **settings)
    for entry in entries[:known]:
        link(tournament, entry, User.objects.create_user(f"{entry.name} Berg"))
    return tournament, by, next_round(tournament, by).tables.get()


def counted(**settings):
    tournament, by, table = linked(**settings)
    services.enter_scores(tournament.pk, by, table.pk, zones(3, 4, 5, 6))
    table.refresh_from_db()
    return tournament, by, table


def told(table):
    """What the score sheet of a table says: who, and how many points at which place."""
    lines = ScoreLine.objects.filter(sheet__round__session__paper_table=table).order_by("seat")
    return [(line.name, line.points, line.rank) for line in lines]


def derived_is_right():
    """The ladders as they stand, and as `rerate` makes them of all score sheets."""
    before = rows()
    rebuilding.rebuild()
    return before == rows()


def everything():
    models = (GameSession, Seat, Round, ScoreSheet, ScoreLine, Tally, Rating)
    return [model.objects.count() for model in models]


def test_a_counted_paper_table_is_a_session_with_its_round_and_sheet():
    _, _, table = counted()
    session = table.paper_session
    assert (session.medium, session.status, session.rounds.count()) == ("paper", "over", 1)
    assert told(table) == [
        (entry.name, points, rank)
        for entry, points, rank in zip(seats(table), [18, 12, 20, 30], [3, 4, 2, 1], strict=True)
    ]
    assert session.seats.count() == 3  # those who have an account
    assert derived_is_right()
    assert list(verifying.wrong()) == []


def test_it_stands_in_the_history_on_the_sheet_and_in_the_download_of_whoever_is_linked():
    _, _, table = counted()
    entry = next(one for one in seats(table) if one.person)
    client, code = browser_of(entry.person), table.paper_session.code
    said = words(client.get("/history/"))
    assert "on paper" in said
    assert "Autumn Cup · 1" in said
    assert "Replay" not in said
    sheet = client.get(reverse("history:sheet", args=[code]))
    assert all(one.name in words(sheet) for one in seats(table))
    assert client.get(reverse("history:replay", args=[code, 1])).status_code == 404
    assert client.get(reverse("table:table", args=[code])).status_code == 404
    assert browser_of(organiser("Stranger")).get(reverse("history:sheet", args=[code])).status_code == 404
    results = data_export.collect(entry.person)["games"]["results"]
    assert [one["sheet__round__session__code"] for one in results] == [code]
    assert "on paper" in words(client.get("/history/?medium=paper"))
    assert "No round fits what you asked for." in words(client.get("/history/?medium=online"))


def test_it_counts_in_sums_and_boards_that_can_be_told_apart_but_not_in_ratings():
    _, _, table = counted(known=4)
    winner = seats(table)[3].person
    sums = Tally.objects.filter(person=winner, span="all").order_by("medium")
    assert [(one.medium, one.rounds, one.wins, one.points) for one in sums] == [
        ("", 1, 1, 30),
        ("paper", 1, 1, 30),
    ]
    assert not Rating.objects.exists()
    client = browser_of(winner)
    board = reverse("leaderboards:board", args=["splito"])
    on_paper = client.get(board, {"by": "wins", "medium": "paper"}).context["board"]
    online = client.get(board, {"by": "wins", "medium": "online"}).context["board"]
    assert [line.name for line in on_paper.lines] == [winner.name]
    assert online.lines == []
    assert client.get(board, {"medium": "stone"}).status_code == 404


def test_a_club_that_says_so_rates_its_rounds_on_paper():
    by = organiser()
    club = clubs.found(by, name="Linde", rates_paper=True)
    tournament, by, table = counted(by=by, club=club)
    assert Rating.objects.count() == 3
    assert derived_is_right()
    best = seats(table)[3]
    before = Rating.objects.filter(person=best.person).values_list("mu", flat=True).first()
    services.correct(tournament.pk, by, table.pk, zones(9, 4, 5, 6), reason="It says 9", seen=0)
    after = Rating.objects.filter(person=best.person).values_list("mu", flat=True).first()
    assert derived_is_right()
    if best.person:
        assert before != after


def test_a_correction_changes_the_sheet_and_everything_made_of_it():
    tournament, by, table = counted()
    before = everything()
    services.correct(tournament.pk, by, table.pk, zones(3, 4, 5, 7), reason="It says 7", seen=0)
    assert [points for _, points, _ in told(table)] == [21, 12, 20, 35]
    assert everything() == before
    assert derived_is_right()


def test_taken_back_it_was_never_played_and_published_again_it_is_back():
    tournament, by, table = counted()
    before = everything()
    services.undo_publish(tournament.pk, by, 1)
    assert everything() == [0] * 7
    assert derived_is_right()
    services.publish(tournament.pk, by, 1, draw=table.round.draw)
    assert everything() == before
    assert derived_is_right()


def test_after_a_swap_nothing_is_left_of_the_old_table():
    tournament, by, table = counted()
    services.undo_publish(tournament.pk, by, 1)
    one, other = seats(table)[:2]
    services.swap(tournament.pk, by, 1, draw=table.round.draw, one=one.pk, other=other.pk)
    services.publish(tournament.pk, by, 1, draw=table.round.draw + 1)
    assert everything() == [0] * 7
    table.refresh_from_db()
    assert (table.status, table.paper_session) == ("waiting", None)


def test_whoever_is_linked_later_finds_the_round_and_unlinked_loses_it():
    tournament, by, table = counted(known=0)
    assert not Seat.objects.exists()
    ana = seats(table)[0]
    person = User.objects.create_user("Ana Berg")
    link(tournament, ana, person)
    assert "Autumn Cup · 1" in words(browser_of(person).get("/history/"))
    assert Tally.objects.filter(person=person, span="all", medium="paper").get().points == 18
    assert derived_is_right()
    services.link(tournament.pk, by, ana.pk, None)
    assert not Tally.objects.exists()
    assert not ScoreLine.objects.exclude(person=None).exists()
    assert derived_is_right()


def test_a_new_name_stands_on_the_sheet():
    tournament, by, table = counted()
    ana = seats(table)[0]
    services.change(tournament.pk, by, ana.pk, name="Anna Maria", newcomer=False)
    assert told(table)[0][0] == "Anna Maria"


def test_doing_it_all_twice_changes_nothing():
    tournament, by, table = counted()
    before, sheet = everything(), ScoreSheet.objects.get().pk
    services.enter_scores(tournament.pk, by, table.pk, zones(3, 4, 5, 6))
    services.publish(tournament.pk, by, 1, draw=table.round.draw)
    services.close_round(tournament.pk, by, 1)
    services.reopen_round(tournament.pk, by, 1)
    assert (everything(), ScoreSheet.objects.get().pk) == (before, sheet)


def test_a_guest_who_signs_up_keeps_the_round_and_a_deleted_account_only_the_numbers():
    tournament, by, entries = event(3)
    guest, account = User.objects.create_user("Gast", is_guest=True), User.objects.create_user("Ana Berg")
    link(tournament, entries[0], guest)
    table = next_round(tournament, by).tables.get()
    services.enter_scores(tournament.pk, by, table.pk, zones(3, 4, 5))
    guests.follow(guest, account)
    assert ScoreLine.objects.exclude(person=None).get().person == account
    assert derived_is_right()
    services.correct(tournament.pk, by, table.pk, zones(3, 4, 6), reason="It says 6", seen=0)
    assert ScoreLine.objects.exclude(person=None).get().person == account
    users.delete(account)
    assert "" in [name for name, _, _ in told(table)]
    services.correct(tournament.pk, by, table.pk, zones(3, 4, 7), reason="It says 7", seen=1)
    assert "Ana" not in [name for name, _, _ in told(table)]
    assert derived_is_right()


def test_of_a_guest_and_an_account_in_one_event_the_account_keeps_its_own_round():
    tournament, by, entries = event(3)
    guest, account = User.objects.create_user("Gast", is_guest=True), User.objects.create_user("Ana Berg")
    link(tournament, entries[0], guest)
    link(tournament, entries[1], account)
    table = next_round(tournament, by).tables.get()
    services.enter_scores(tournament.pk, by, table.pk, zones(3, 4, 5))
    guests.follow(guest, account)
    assert [line.name for line in ScoreLine.objects.filter(person=account)] == [entries[1].name]
    assert derived_is_right()


def test_a_refused_count_leaves_no_round():
    tournament, by, table = linked()
    assert refused(services.enter_scores, tournament.pk, by, table.pk, {"zone-0": "3"}) == "numbers-missing"
    assert not GameSession.objects.exists()


def test_tables_from_before_are_converted_and_add_up_as_rerate_does():
    tournament, by, table = counted(known=4)
    services.close_round(tournament.pk, by, 1)
    table.round.refresh_from_db()
    TournamentTable.objects.update(paper_session=None)
    GameSession.objects.all().delete()
    Tally.objects.all().delete()
    migration = importlib.import_module("games.tournaments.migrations.0006_convert_paper_tables")
    migration.convert(apps, None)
    migration.convert(apps, None)
    assert [points for _, points, _ in told(table)] == [18, 12, 20, 30]
    assert ScoreSheet.objects.get().counted_at == table.round.closed_at
    assert derived_is_right()
    tournament.refresh_from_db()
    services.correct(tournament.pk, by, table.pk, zones(3, 4, 5, 7), reason="It says 7", seen=0)
    assert [points for _, points, _ in told(table)] == [21, 12, 20, 35]
    assert derived_is_right()


def test_the_club_page_names_winners_to_members_and_a_person_s_page_places():
    by = organiser()
    club = clubs.found(by, name="Linde", public=True)
    tournament, by, table = counted(by=by, club=club, known=4, rounds_planned=1)
    page = reverse("accounts:club", args=[club.slug])
    assert "running" in words(browser_of(by).get(page))
    services.close_round(tournament.pk, by, 1)
    services.close(tournament.pk, by)
    winner = seats(table)[3]
    assert f"won by {winner.name}" in words(browser_of(by).get(page))
    assert winner.name not in words(browser_of(organiser("Stranger")).get(page))
    person = winner.person
    assert "1st of 4" in words(browser_of(person).get(reverse("history:person", args=[person.pk])))
    (reached,) = queries.places_of(person, person.pk)
    assert (reached.place, reached.of, reached.named) == (1, 4, True)
    stranger = User.objects.get(name="Stranger")
    assert [one.named for one in queries.places_of(person, stranger.pk)] == [False]
    Membership.objects.create(club=club, user=stranger)
    assert [one.named for one in queries.places_of(person, stranger.pk)] == [True]


def test_a_table_of_one_stands_in_the_history_and_in_no_sum():
    tournament, by, running = published(1, game="splitter")
    table = running.tables.get()
    raw = {f"number-0-{number}": "0" for number in range(1, 7)} | {"hearts-0": "0"}
    link(tournament, seats(table)[0], User.objects.create_user("Ana Berg"))
    services.enter_scores(tournament.pk, by, table.pk, raw)
    assert ScoreLine.objects.get().person is not None
    assert not Tally.objects.exists()
    assert datetime.now(UTC) >= ScoreSheet.objects.get().counted_at
