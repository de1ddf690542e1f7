"""The day's Splitter: one set of dice a day, one attempt that counts, and what may be seen when."""

import threading
from datetime import date, timedelta
from random import Random

import pytest
from django.db import connection

from accounts import data_export
from accounts.models import User
from accounts.services import guests, users
from games.daily import best_sheet, days, queries, services
from games.daily.models import Attempt, Day
from games.engine import chance
from games.engine.contract import Refused
from games.models import GameSession, Round
from games.table import services as table_services
from games.table import snapshots
from games.table.services import clock
from tests.support.daily import DAY, LAST_MOMENT, MIDNIGHT, NOON, played_day
from tests.support.tables import now, person, play_round, play_turn

pytestmark = pytest.mark.django_db


def finished_at(attempt: Attempt, moment) -> None:
    """Sets when this attempt was finished."""
    Attempt.objects.filter(pk=attempt.pk).update(finished_at=moment)


def guest(name: str) -> User:
    return User.objects.create(name=name, is_guest=True)


def refusal(call, *args, **kwargs) -> str:
    with pytest.raises(Refused) as refused:
        call(*args, **kwargs)
    return refused.value.code


# The dice


def test_everybody_gets_the_same_dice_on_one_day_and_other_dice_on_the_next():
    ana, ben = person("Ana"), person("Ben")
    one, other = (services.start(who, DAY, now=NOON) for who in (ana, ben))
    next_day = services.start(ana, date(2026, 11, 17), now=MIDNIGHT)
    assert now(one).deal.state.dice == now(other).deal.state.dice
    assert now(one).deal.state.dice != now(next_day).deal.state.dice


def test_the_sheets_take_turns():
    sheets = [days.sheet_of(DAY + timedelta(days=ahead)) for ahead in range(4)]
    assert sheets[:2] == sheets[2:]
    assert sorted(sheets[:2]) == ["A", "B"]
    assert services.draw(DAY).sheet == sheets[0]
    session = services.start(person("Ana"), DAY, now=NOON)
    assert session.options == {"sheet": sheets[0]}


def test_the_seal_is_there_before_the_day_begins_and_fits_the_seed():
    services.draw_ahead()
    today = days.day_of(NOON.now(NOON.tzinfo))
    tomorrow = Day.objects.get(pk=today + days.ONE_DAY)
    assert tomorrow.commitment == chance.commitment(bytes(tomorrow.seed))
    services.draw_ahead()
    assert Day.objects.get(pk=tomorrow.pk).commitment == tomorrow.commitment


@pytest.mark.django_db(transaction=True)
def test_two_who_draw_at_once_draw_one_seed():
    together = threading.Barrier(4)
    seals = []

    def draw():
        together.wait()
        seals.append(services.draw(DAY).commitment)
        connection.close()

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seals) == 4
    assert set(seals) == {Day.objects.get().commitment}


# The attempt that counts


def test_one_attempt_counts_and_is_found_again_on_any_device():
    ana = person("Ana")
    begun = services.start(ana, DAY, now=NOON)
    play_turn(begun, [ana])
    assert services.start(ana, DAY, now=NOON + timedelta(hours=2)).pk == begun.pk
    play_round(begun, [ana])
    assert services.start(ana, DAY, now=LAST_MOMENT).pk == begun.pk
    assert Attempt.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_double_click_begins_one_attempt():
    ana = person("Ana")
    together = threading.Barrier(3)
    begun = []

    def click():
        together.wait()
        begun.append(services.start(ana, DAY, now=NOON).pk)
        connection.close()

    threads = [threading.Thread(target=click) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(begun) == 3
    assert set(begun) == {GameSession.objects.get().pk}


def test_begun_in_the_last_moment_it_counts_for_its_day_whenever_it_is_finished():
    ana = person("Ana")
    session = services.start(ana, DAY, now=LAST_MOMENT)
    play_round(session, [ana])
    attempt = Attempt.objects.get()
    finished_at(attempt, MIDNIGHT + timedelta(days=3))
    (line,) = queries.board(DAY, ana.pk).lines
    assert (attempt.day_id, line.points, line.late) == (DAY, attempt.points, True)


def test_who_begins_at_midnight_for_the_day_before_is_too_late():
    assert refusal(services.start, person("Ana"), DAY, now=MIDNIGHT) == "day-over"
    assert not GameSession.objects.exists()


def test_after_midnight_who_began_in_time_comes_back_to_the_attempt():
    ana = person("Ana")
    session = services.start(ana, DAY, now=LAST_MOMENT)
    assert services.start(ana, DAY, now=MIDNIGHT).pk == session.pk


def test_nobody_begins_a_day_that_has_not_come():
    services.draw(DAY + days.ONE_DAY)
    assert refusal(services.start, person("Ana"), DAY + days.ONE_DAY, now=LAST_MOMENT) == "day-to-come"
    assert refusal(services.practise, person("Ben"), DAY + days.ONE_DAY, now=LAST_MOMENT) == "attempt-first"


def test_the_table_of_a_day_is_unlisted_without_clock_bots_and_spectators():
    session = services.start(person("Ana"), DAY, now=NOON)
    assert (session.public, session.spectators, session.pace) == (False, False, "none")
    assert session.seats.count() == session.seats_wanted == 1
    the_round = session.rounds.get()
    assert (the_round.deadline, the_round.alarm, the_round.sealed_until) == (None, None, MIDNIGHT)


def test_an_attempt_waits_for_its_player_for_weeks():
    ana = person("Ana")
    sessions = [
        services.start(ana, DAY, now=NOON),
        table_services.play_now(ana, "splitter", options={}, bots=0),
    ]
    GameSession.objects.update(touched_at=NOON - timedelta(days=900))
    clock.close_deserted()
    for session in sessions:
        session.refresh_from_db()
    assert [session.status for session in sessions] == ["playing", "closed"]


def test_who_leaves_an_attempt_finds_it_as_it_was():
    ana = person("Ana")
    session = services.start(ana, DAY, now=NOON)
    table_services.leave(session.pk, ana)
    assert now(session).places[0].deputy is False
    assert Round.objects.get().alarm is None
    play_turn(session, [ana])


# Practice


def test_practice_comes_after_the_attempt_and_is_not_ranked():
    ana = person("Ana")
    assert refusal(services.practise, ana, DAY, now=NOON) == "attempt-first"
    session = services.start(ana, DAY, now=NOON)
    assert refusal(services.practise, ana, DAY, now=NOON) == "attempt-first"
    play_round(session, [ana])
    points = Attempt.objects.get().points
    again = services.practise(ana, DAY, now=NOON)
    assert now(again).deal.state.dice == now(session).deal.state.dice
    assert services.practise(ana, DAY, now=NOON).pk == again.pk
    play_round(again, [ana], Random(5))
    assert services.practise(ana, DAY, now=NOON).pk != again.pk
    board = queries.board(DAY, ana.pk)
    assert [(line.points, line.person) for line in board.lines] == [(points, ana)]


def test_the_dice_of_a_past_day_are_there_for_everybodys_practice():
    services.draw(DAY)
    services.practise(person("Ana"), DAY, now=MIDNIGHT)
    assert refusal(services.practise, person("Ben"), DAY - days.ONE_DAY, now=MIDNIGHT) == "no-such-day"
    assert not queries.board(DAY, None).lines


# What may be seen


def test_dice_are_shown_to_who_has_finished_and_the_seed_to_nobody_while_the_day_runs():
    ana, ben = person("Ana"), person("Ben")
    session = services.start(ana, DAY, now=NOON)
    assert not queries.day(DAY, ana.pk, NOON).open
    play_round(session, [ana])
    dice = now(session).deal.state.dice
    assert queries.day(DAY, ana.pk, LAST_MOMENT).dice == dice
    assert not queries.day(DAY, ben.pk, LAST_MOMENT).open
    assert not queries.day(DAY, None, LAST_MOMENT).open
    assert queries.day(DAY, ana.pk, LAST_MOMENT).seed == ""


def test_when_the_day_is_over_its_seed_opens_to_all_and_proves_the_dice():
    services.draw(DAY)
    shown = queries.day(DAY, None, MIDNIGHT)
    seed = bytes.fromhex(shown.seed)
    assert chance.commitment(seed) == shown.commitment == queries.day(DAY, None, LAST_MOMENT).commitment
    luck = chance.Stream(seed, "dice")
    luck.below(1)
    assert shown.dice == tuple((luck.below(6) + 1, luck.below(6) + 1) for _ in range(22))


def test_who_has_not_finished_is_not_told_what_comes_even_after_the_day():
    ana = person("Ana")
    session = services.start(ana, DAY, now=LAST_MOMENT)
    assert not queries.day(DAY, ana.pk, MIDNIGHT).open
    play_round(session, [ana])
    assert queries.day(DAY, ana.pk, MIDNIGHT).open


def test_a_day_that_has_not_begun_cannot_be_looked_at_though_its_dice_are_drawn():
    services.draw(DAY + days.ONE_DAY)
    assert queries.day(DAY + days.ONE_DAY, None, LAST_MOMENT) is None
    assert queries.day(DAY - days.ONE_DAY, None, LAST_MOMENT) is None
    shown = queries.day(DAY, None, LAST_MOMENT)
    assert (shown.commitment, shown.coming) == ("", Day.objects.get().commitment)


# Boards and streaks


def test_equal_points_share_a_place_and_my_own_line_is_always_there(monkeypatch):
    names = ["Ana", "Ben", "Cleo", "Dov"]
    everybody = [person(name) for name in names]
    for who, points in zip(everybody, [40, 44, 40, 31], strict=True):
        attempt = played_day(who)
        Attempt.objects.filter(pk=attempt.pk).update(points=points)
    unfinished = person("Eva")
    services.start(unfinished, DAY, now=NOON)
    board = queries.board(DAY, everybody[3].pk)
    assert [(line.place, line.points) for line in board.lines] == [(1, 44), (2, 40), (2, 40), (4, 31)]
    assert [line.mine for line in board.lines] == [False, False, False, True]
    assert board.own is None
    monkeypatch.setattr(queries, "LISTED", 2)
    board = queries.board(DAY, everybody[3].pk)
    assert (len(board.lines), board.own.place, board.people) == (2, 4, 4)
    assert queries.board(DAY, unfinished.pk).mine is None


@pytest.mark.parametrize(
    ("played", "current", "longest"),
    [
        ([], 0, 0),
        ([0], 1, 1),
        ([-1], 1, 1),
        ([-2], 0, 1),
        ([0, -1, -2], 3, 3),
        ([-1, -2, -4, -5, -6], 2, 3),
        ([0, -2, -3], 1, 2),
    ],
)
def test_a_streak_is_days_in_a_row_and_lives_until_a_day_is_missed(played, current, longest):
    dates = [DAY + timedelta(days=ago) for ago in played]
    assert days.streak(dates, DAY) == days.Streak(current, longest)


def test_a_day_counts_for_the_streak_when_its_attempt_is_finished():
    ana = person("Ana")
    played_day(ana, DAY - days.ONE_DAY)
    session = services.start(ana, DAY, now=NOON)
    assert queries.streak(ana.pk, DAY).current == 1
    play_round(session, [ana])
    assert queries.streak(ana.pk, DAY).current == 2
    services.practise(ana, DAY - days.ONE_DAY, now=NOON)
    assert queries.streak(ana.pk, DAY) == days.Streak(2, 2)


def test_the_calendar_shows_my_points_and_the_best_of_each_day():
    ana, ben = person("Ana"), person("Ben")
    mine, other = played_day(ana), played_day(ben, luck=2)
    Attempt.objects.filter(pk=mine.pk).update(points=33)
    Attempt.objects.filter(pk=other.pk).update(points=41)
    month = queries.month(date(2026, 11, 1), ana.pk, MIDNIGHT)
    squares = {square.date: square for week in month.weeks for square in week if square.inside}
    assert len(squares) == 30
    assert (squares[DAY].points, squares[DAY].most, squares[DAY].people) == (33, 41, 2)
    assert squares[DAY + days.ONE_DAY].today
    assert not squares[DAY + 2 * days.ONE_DAY].begun
    assert (month.before, month.after) == (None, None)
    assert queries.month(date(2026, 12, 1), ana.pk, MIDNIGHT) is None
    assert queries.month(date(2026, 10, 1), ana.pk, MIDNIGHT) is None


# The best possible with these dice


def test_the_first_to_finish_sets_one_search_going_and_its_facts_hold_no_dice():
    from games.analysis.models import Study

    played_day(person("Ana"))
    played_day(person("Ben"), luck=2)
    study = Study.objects.get()
    assert (study.kind, study.key, study.facts) == (best_sheet.KIND, "2026-11-16", {"day": "2026-11-16"})


def test_the_search_finds_a_sheet_of_those_dice_and_it_is_drawn_with_its_score(monkeypatch):
    from games.analysis.worker import Worker

    monkeypatch.setattr(best_sheet, "STANDARD", 12_000)
    attempt = played_day(person("Ana"))
    day = attempt.day
    assert (best_sheet.found(day).percent, best_sheet.found(day).explained) == (0, None)
    worker = Worker()
    while worker.step():
        pass
    found = best_sheet.found(day)
    assert found.done
    assert found.points > attempt.points
    written = sorted(mark for row in found.rows for mark in row if mark != ".")
    assert written == sorted(str(number) for roll in best_sheet.dice_of(day) for number in roll)


# People come, join and go


def test_a_guests_attempt_follows_into_the_account():
    visitor, ana = guest("Ana G"), person("Ana")
    attempt = played_day(visitor)
    guests.follow(visitor, ana)
    attempt.refresh_from_db()
    assert (attempt.person, attempt.scored) == (ana, True)


def test_when_both_have_tried_a_day_the_accounts_attempt_counts():
    visitor, ana = guest("Ana G"), person("Ana")
    theirs, mine = played_day(visitor, luck=3), played_day(ana)
    only = played_day(visitor, DAY + days.ONE_DAY)
    guests.follow(visitor, ana)
    scored = Attempt.objects.filter(person=ana, scored=True).order_by("day")
    assert [attempt.pk for attempt in scored] == [mine.pk, only.pk]
    theirs.refresh_from_db()
    assert (theirs.person, theirs.scored) == (ana, False)


def test_a_deleted_account_keeps_its_place_without_a_name_and_takes_the_rest_along():
    ana = person("Ana")
    done = played_day(ana)
    going_on = services.start(ana, DAY + days.ONE_DAY, now=MIDNIGHT)
    users.delete(ana)
    (line,) = queries.board(DAY, None).lines
    assert (line.points, line.person.shown_name) == (done.points, "Former player")
    assert Attempt.objects.get() == done
    going_on.refresh_from_db()
    assert going_on.status == "closed"


def test_my_data_has_my_days_and_no_seed():
    ana = person("Ana")
    attempt = played_day(ana)
    part = data_export.collect(ana)["daily"]
    assert [(line["day"], line["points"]) for line in part["days"]] == [(DAY, attempt.points)]
    assert Day.objects.get().seed.hex() not in str(data_export.collect(ana))
    assert snapshots.by_id(attempt.round.session_id).deal.finished
