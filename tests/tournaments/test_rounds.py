"""A round of a tournament: drawn, changed by hand, published, undone, played online or on paper, closed."""

from datetime import timedelta
from random import Random

import pytest
from django.db import IntegrityError, connection

from accounts.models import User
from games.engine import chance
from games.models import GameSession
from games.splitter.paper import room_dice
from games.table import services as table_services
from games.tournaments import event_data, queries, roll_call_preview, services
from games.tournaments.models import Entry, RoomDice, TournamentRound, TournamentTable
from tests.support.tables import play_round
from tests.support.threads import together
from tests.support.tournaments import (
    event,
    link,
    link_all,
    next_round,
    online_round,
    organiser,
    published,
    refused,
    score_all,
    seats,
)

pytestmark = pytest.mark.django_db


def test_everybody_who_is_here_gets_a_seat_and_nobody_else():
    tournament, by, (ana, ben, *_) = event(9)
    services.roll_call(tournament.pk, by, {ana.pk: "late", ben.pk: "gone"})
    running = services.propose(tournament.pk, by)
    seated = {entry for table in running.tables.all() for entry in seats(table)}
    assert seated == set(tournament.entries.filter(presence="here"))
    assert [table.places.count() for table in running.tables.all()] == [4, 3]
    assert tournament.rounds.get().status == "proposed"


def test_to_propose_twice_keeps_the_first_seating_and_draw_again_makes_another():
    tournament, by, _ = event(9)
    first = services.propose(tournament.pk, by, luck=Random(1))
    before = event_data.Book(tournament).seating(first)
    assert services.propose(tournament.pk, by, luck=Random(2)) == first
    assert event_data.Book(tournament).seating(first) == before
    again = services.draw_again(tournament.pk, by, 1, draw=1, luck=Random(3))
    assert event_data.Book(tournament).seating(again) != before
    assert refused(services.draw_again, tournament.pk, by, 1, draw=1) == "changed-meanwhile"


def test_two_people_change_places_and_an_older_picture_is_refused():
    tournament, by, _ = event(9)
    running = services.propose(tournament.pk, by)
    one, other = (seats(table)[0] for table in running.tables.all())
    services.swap(tournament.pk, by, 1, draw=1, one=one.pk, other=other.pk)
    assert [seats(table)[0] for table in running.tables.all()] == [other, one]
    assert refused(services.swap, tournament.pk, by, 1, draw=1, one=one.pk, other=other.pk) == (
        "changed-meanwhile"
    )
    assert refused(services.publish, tournament.pk, by, 1, draw=1) == "changed-meanwhile"
    services.publish(tournament.pk, by, 1, draw=2)
    assert refused(services.swap, tournament.pk, by, 1, draw=2, one=one.pk, other=other.pk) == (
        "round-published"
    )


def test_somebody_moves_to_another_table_and_the_rest_close_up():
    tournament, by, _ = event(9)
    running = services.propose(tournament.pk, by)
    large, small = running.tables.all()
    entry = seats(large)[1]
    services.move(tournament.pk, by, 1, draw=1, entry_id=entry.pk, table_id=small.pk)
    assert [place.seat for place in large.places.all()] == [0, 1, 2, 3]
    assert seats(small)[-1] == entry


def test_nobody_can_sit_twice_in_a_round_by_law_of_the_database():
    _, _, running = published(6)
    place = running.places.first()
    place.pk, place.seat = None, 9
    place.save(force_insert=True)
    with pytest.raises(IntegrityError):
        connection.check_constraints()


def test_publishing_twice_is_once_and_starts_the_tournament():
    tournament, by, _ = event(9)
    running = services.propose(tournament.pk, by)
    for _ in range(2):
        services.publish(tournament.pk, by, 1, draw=running.draw)
    tournament.refresh_from_db()
    assert tournament.status == "running"
    assert tournament.trail.filter(act="publish").count() == 1
    assert refused(services.propose, tournament.pk, by) == "round-not-closed"


def test_the_next_round_waits_for_all_scores_and_there_are_only_so_many():
    tournament, by, running = published(9, rounds_planned=1)
    assert refused(services.close_round, tournament.pk, by, 1) == "tables-missing"
    score_all(tournament, by, running)
    services.close_round(tournament.pk, by, 1)
    assert refused(services.propose, tournament.pk, by) == "no-rounds-left"
    services.configure(tournament.pk, by, rounds_planned=2)
    assert services.propose(tournament.pk, by).number == 2


def test_three_rounds_of_an_evening_never_seat_neighbours_again():
    tournament, by, _ = event(13)
    for number in (1, 2, 3):
        running = next_round(tournament, by, luck=number)
        score_all(tournament, by, running)
        services.close_round(tournament.pk, by, number)
    met = [
        {order[i - 1], order[i]}
        for seating in event_data.Book(tournament).earlier(99)
        for order in seating
        for i in range(len(order))
    ]
    assert len(met) == 39
    assert len({frozenset(pair) for pair in met}) == 39


def test_the_roll_call_says_what_will_happen_and_then_it_does():
    tournament, by, entries = event(9)
    running = services.propose(tournament.pk, by)
    presence = {entry.pk: entry.presence for entry in entries}
    marks = {entries[0].pk: "gone", entries[1].pk: "here"}
    told = roll_call_preview.preview(
        presence, marks, sizes=tournament.sizes, round_number=1, round_status=running.status
    )
    assert told.drops_proposal
    assert (told.tables_before, told.tables_after) == ((5, 4), (4, 4))
    assert [(one.entry, one.code) for one in told.effects] == [(entries[0].pk, "leaves")]
    services.roll_call(tournament.pk, by, marks)
    assert not tournament.rounds.exists()
    again = services.propose(tournament.pk, by)
    assert [table.places.count() for table in again.tables.all()] == [4, 4]


def test_who_leaves_during_a_round_plays_on_there_and_keeps_the_results():
    tournament, by, running = published(9)
    table = running.tables.first()
    leaver = seats(table)[0]
    told = roll_call_preview.preview(
        dict.fromkeys(tournament.entries.values_list("pk", flat=True), "here"),
        {leaver.pk: "gone"},
        sizes=tournament.sizes,
        round_number=1,
        round_status="published",
        seated={leaver.pk: 1},
    )
    assert [one.code for one in told.effects] == ["plays-on", "leaves"]
    assert told.next_round == 2
    services.roll_call(tournament.pk, by, {leaver.pk: "gone"})
    score_all(tournament, by, running)
    services.close_round(tournament.pk, by, 1)
    second = next_round(tournament, by)
    assert not second.places.filter(entry=leaver).exists()
    line = next(line for line in event_data.standing(tournament) if line.person == leaver.pk)
    assert line.total > 0
    services.roll_call(tournament.pk, by, {leaver.pk: "here"})
    score_all(tournament, by, second)
    services.close_round(tournament.pk, by, 2)
    assert next_round(tournament, by).places.filter(entry=leaver).exists()


def test_a_withdrawn_entry_is_gone_or_was_never_there():
    tournament, by, running = published(6)
    player = seats(running.tables.first())[0]
    spare = services.enter(tournament.pk, by, "Zoe")
    services.withdraw(tournament.pk, by, spare.pk)
    services.withdraw(tournament.pk, by, player.pk)
    assert not Entry.objects.filter(pk=spare.pk).exists()
    assert Entry.objects.get(pk=player.pk).presence == "gone"


def test_later_rounds_can_go_by_standing():
    tournament, by, running = published(16, by_standing=True)
    score_all(tournament, by, running)
    services.close_round(tournament.pk, by, 1)
    second = services.propose(tournament.pk, by, luck=Random(2))
    people = event_data.Book(tournament).people(2)
    assert {person.standing for person in people} - {None}
    assert second.tables.count() == 4


def test_an_online_table_opens_with_its_people_in_order_and_no_hints():
    _, _, table = online_round(4)
    session = table.session
    assert (session.hints, session.public, session.pace, session.rounds_planned) == (
        False,
        False,
        "none",
        1,
    )
    people = [seat.person for seat in session.seats.order_by("number")]
    assert people == [entry.person for entry in seats(table)]
    assert session.status == "open"


def test_an_online_table_starts_when_all_say_so():
    tournament, _, table = online_round(3)
    people = [entry.person for entry in seats(table)]
    assert [services.ready(tournament.pk, person, table.pk) for person in people] == [False, False, True]
    assert GameSession.objects.get(pk=table.session_id).status == "playing"
    assert refused(services.ready, tournament.pk, organiser("Stranger"), table.pk) == "not-seated"


def test_the_organiser_starts_online_tables_with_whoever_is_linked_now():
    tournament, by, table = online_round(3)
    other = User.objects.create_user("Another phone")
    services.link(tournament.pk, by, seats(table)[1].pk, None)
    link(tournament, seats(table)[1], other)
    services.start_all(tournament.pk, by, 1)
    services.start(tournament.pk, by, table.pk)
    session = GameSession.objects.get(pk=table.session_id)
    assert session.status == "playing"
    assert [seat.person for seat in session.seats.order_by("number")] == [
        entry.person for entry in seats(table)
    ]


def test_a_table_that_waited_too_long_and_was_closed_still_starts():
    tournament, by, table = online_round(3)
    table_services.close_table(table.session_id)
    services.start_all(tournament.pk, by, 1)
    table.refresh_from_db()
    assert table.session.status == "playing"
    assert table.session.seats.count() == 3


def test_what_is_played_online_stands_in_the_standings_at_once_and_stays():
    tournament, by, table = online_round(3)
    services.start(tournament.pk, by, table.pk)
    session = GameSession.objects.get(pk=table.session_id)
    play_round(session, [entry.person for entry in seats(table)], Random(1))
    points = {line.person_id: line.points for line in session.rounds.get().sheet.lines.all()}
    expected = {entry.pk: points[entry.person_id] for entry in seats(table)}
    live = {line.person: line.total for line in event_data.standing(tournament)}
    services.close_round(tournament.pk, by, 1)
    assert live == expected == {line.person: line.total for line in event_data.standing(tournament)}
    assert TournamentTable.objects.get(pk=table.pk).status == "counted"


def test_an_abandoned_online_table_goes_on_on_paper_or_anew():
    tournament, by, table = online_round(3)
    services.start(tournament.pk, by, table.pk)
    old = table.session_id
    services.play_anew(tournament.pk, by, table.pk, "the phones died")
    table.refresh_from_db()
    assert table.session_id != old
    assert GameSession.objects.get(pk=old).status == "closed"
    services.set_medium(tournament.pk, by, table.pk, "paper")
    score_all(tournament, by, table.round)
    services.close_round(tournament.pk, by, 1)


def test_somebody_without_a_phone_cannot_be_seated_online():
    tournament, by, running = published(4, medium="online")
    table = running.tables.get()
    assert table.medium == "paper"
    assert refused(services.set_medium, tournament.pk, by, table.pk, "online") == "not-linked"
    table.refresh_from_db()
    assert table.medium == "paper"
    link_all(tournament, by)
    services.set_medium(tournament.pk, by, table.pk, "online")
    table.refresh_from_db()
    assert table.session.seats.count() == 4


def test_undoing_publish_closes_online_tables_unless_cards_are_dealt():
    tournament, by, table = online_round(3)
    services.undo_publish(tournament.pk, by, 1)
    session = table.session_id
    table.refresh_from_db()
    assert (table.session, GameSession.objects.get(pk=session).status) == (None, "closed")
    running = tournament.rounds.get()
    services.publish(tournament.pk, by, 1, draw=running.draw)
    services.start_all(tournament.pk, by, 1)
    assert refused(services.undo_publish, tournament.pk, by, 1) == "cards-dealt"


def test_the_round_clock_runs_stops_and_goes_on():
    tournament, by, running = published(4)
    services.set_clock(tournament.pk, by, 1, minutes=40)
    running.refresh_from_db()
    assert running.clock_ends_at - running.published_at > timedelta(minutes=39)
    services.set_clock(tournament.pk, by, 1, minutes=None)
    running.refresh_from_db()
    assert running.clock_ends_at is None
    assert timedelta(minutes=38) < running.clock_left <= timedelta(minutes=40)
    services.set_clock(tournament.pk, by, 1, minutes=None)
    running.refresh_from_db()
    assert running.clock_left is None
    assert refused(services.set_clock, tournament.pk, by, 1, minutes=0) == "bad-minutes"


def test_room_dice_come_in_one_stream_and_a_roll_is_never_taken_back():
    tournament, by, running = published(6, game="splitter")
    for shown in range(3):
        services.roll(tournament.pk, by, 1, shown=shown)
    services.roll(tournament.pk, by, 1, shown=2)  # a double-click
    dice = RoomDice.objects.get(round=running)
    assert (dice.rolled, dice.shown) == (3, 3)
    assert dice.commitment == chance.commitment(bytes(dice.seed))
    first = room_dice(bytes(dice.seed), dice.rolled)
    services.step_back(tournament.pk, by, 1, shown=3)
    dice = services.roll(tournament.pk, by, 1, shown=2)
    assert (dice.rolled, dice.shown) == (3, 3)
    assert room_dice(bytes(dice.seed), 3) == first
    for shown in range(3, 22):
        services.roll(tournament.pk, by, 1, shown=shown)
    assert refused(services.roll, tournament.pk, by, 1, shown=22) == "dice-all-rolled"


def test_splito_has_no_room_dice():
    tournament, by, _ = published(4)
    assert refused(services.roll, tournament.pk, by, 1, shown=0) == "no-dice"


def test_forged_ids_are_refused_and_never_fail():
    tournament, by, running = published(4)
    token = running.tables.get().token
    for wrong in (0, -1, 10**30):
        assert refused(services.withdraw, tournament.pk, by, wrong) == "no-entry"
        assert refused(services.link, tournament.pk, by, wrong, by) == "no-entry"
        assert refused(services.set_medium, tournament.pk, by, wrong, "paper") == "no-tournament-table"
        assert refused(services.report, token, wrong, {}) == "not-seated"
        assert refused(services.confirm, token, wrong, wrong) == "not-seated"
        assert refused(services.close_round, tournament.pk, by, wrong) == "no-tournament-round"
        assert refused(services.enter, wrong, by, "Zoe") == "no-tournament"
        assert refused(services.settle, tournament.pk, by, running.tables.get().pk, wrong) == (
            "changed-meanwhile"
        )
        services.remove_helper(tournament.pk, by, wrong)
        services.roll_call(tournament.pk, by, {wrong: "gone"})
        queries.preview_roll_call(event_data.Book(tournament), {wrong: "gone"})
        assert queries.sheet(tournament, wrong) is None
    services.undo_publish(tournament.pk, by, 1)
    assert refused(services.swap, tournament.pk, by, 1, draw=1, one=10**30, other=-1) == "no-entry"
    assert refused(services.move, tournament.pk, by, 1, draw=1, entry_id=10**30, table_id=1) == "no-entry"


@pytest.mark.django_db(transaction=True)
def test_two_helpers_who_draw_at_once_get_one_seating():
    tournament, by, _ = event(8)
    answers = together(*[lambda: services.propose(tournament.pk, by)] * 2)
    assert answers[0] == answers[1]
    assert TournamentRound.objects.count() == 1
    assert tournament.rounds.get().places.count() == 8


@pytest.mark.django_db(transaction=True)
def test_two_clicks_on_the_dice_at_once_roll_once():
    tournament, by, running = published(3, game="splitter")
    together(*[lambda: services.roll(tournament.pk, by, 1, shown=0)] * 2)
    assert RoomDice.objects.get(round=running).rolled == 1
