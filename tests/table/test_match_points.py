"""The match in points: sums, the best of each round, who won and by how much."""

from random import Random

import pytest

from games.table import rendering, services
from games.table.match_points import ending, totals
from games.table.snapshots import Line, Place
from tests.support.clients import browser_of
from tests.support.tables import dealt, now, play_round

NAMES = ("Mia", "Chloé", "Ada")


def place(number: int) -> Place:
    return Place(
        id=10 + number,
        number=number,
        person=number + 1,
        guest=False,
        bot="",
        name=NAMES[number],
        deputy=False,
        missed=0,
        ready=False,
        here=True,
        page=False,
    )


def match(*rounds: tuple[int, ...], ranks: tuple[int, ...] = ()):
    """The sums after these rounds, each with the points of Mia, Chloé and Ada."""
    lines = tuple(
        Line(
            round=number,
            seat_id=10 + seat,
            name=NAMES[seat],
            points=points,
            rank=ranks[seat] if ranks else 1 + sum(other > points for other in round),
            deputised=0,
        )
        for number, round in enumerate(rounds, start=1)
        for seat, points in enumerate(round)
    )
    return totals(tuple(place(seat) for seat in range(len(rounds[0]))), lines)


def test_rounds_are_added_and_the_best_of_each_is_marked():
    lines = match((6, 30, 12), (35, 12, 30), (32, 30, 24))
    assert [(one.name, one.rounds, one.points, one.rank) for one in lines] == [
        ("Mia", (6, 35, 32), 73, 1),
        ("Chloé", (30, 12, 30), 72, 2),
        ("Ada", (12, 30, 24), 66, 3),
    ]
    assert [one.best for one in lines] == [(False, True, True), (True, False, False), (False, False, False)]


def test_two_who_are_equally_good_in_a_round_are_both_marked():
    assert [one.best for one in match((5, 5, 1), (2, 1, 3))] == [(True, False), (True, False), (False, True)]


def test_the_winner_leads_by_so_many_points_over_the_next():
    end = ending("over", match((6, 30, 12), (35, 12, 30), (32, 30, 24)))
    assert end is not None
    assert (end.winner_names, end.lead, end.second_names, end.shared) == ("Mia", 1, "Chloé", False)


def test_equal_sums_share_the_victory():
    end = ending("over", match((6, 7, 1), (2, 1, 3)))
    assert end is not None
    assert (end.winner_names, end.lead, end.second_names, end.shared) == ("Mia, Chloé", 4, "Ada", True)


def test_when_all_share_nobody_is_second():
    end = ending("over", match((4, 4, 4)))
    assert end is not None
    assert (len(end.winners), end.seconds, end.lead) == (3, (), 0)


def test_one_round_is_won_by_its_tie_break():
    end = ending("over", match((8, 8, 3), ranks=(2, 1, 3)))
    assert end is not None
    assert (end.winner_names, end.lead, end.second_names) == ("Chloé", 0, "Mia")


def test_nobody_has_won_while_the_match_goes_on_or_alone():
    assert ending("counted", match((6, 30, 12))) is None
    assert ending("over", match((6,))) is None


@pytest.mark.django_db
def test_the_table_shows_who_plays_again():
    session, users = dealt(3, "splitter")
    play_round(session, users, Random(5))
    services.rematch(session.pk, users[1])
    services.rematch(session.pk, users[2])
    assert [seat.again for seat in rendering.screen(now(session)).seats] == [False, True, True]
    page = browser_of(users[0]).get(f"/t/{session.code}/").text
    assert "Player 1, Player 2 say yes" in page


@pytest.mark.django_db
def test_who_leaves_the_rematch_no_longer_plays_again():
    session, users = dealt(2, "splitter")
    play_round(session, users, Random(5))
    again = services.rematch(session.pk, users[0])
    services.rematch(session.pk, users[1])
    services.leave(again.pk, users[0])
    assert [seat.again for seat in rendering.screen(now(session)).seats] == [False, True]


@pytest.mark.django_db(transaction=True)
def test_the_earlier_table_is_told_who_comes_to_the_rematch_and_who_leaves():
    session, users = dealt(2, "splitter")
    play_round(session, users, Random(5))
    again = services.rematch(session.pk, users[0])
    told = [now(session).revision]
    services.sit(again.pk, users[1])  # by the link, not by “Again!”
    told.append(now(session).revision)
    services.leave(again.pk, users[1])
    told.append(now(session).revision)
    assert told == sorted(set(told))
