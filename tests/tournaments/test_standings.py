"""Standings against examples worked out by hand, in all three ways of counting."""

from fractions import Fraction

import pytest

from games.tournaments.standings import Played, Result, counts, standings

ANA, BEN, CLEO, DAN, EVA, FAY, GUS = range(1, 8)


def table(*lines):
    """The results of one table from people and their points; equal points share a place."""
    return tuple(Result(who, points, 1 + sum(other > points for _, other in lines)) for who, points in lines)


# Seven people, a table of four and one of three in each round.
FIRST = Played((table((ANA, 48), (BEN, 32), (CLEO, 24), (DAN, 24)), table((EVA, 30), (FAY, 20), (GUS, 10))))
SECOND = Played((table((ANA, 10), (EVA, 40), (BEN, 30), (FAY, 20)), table((CLEO, 36), (DAN, 36), (GUS, 18))))


def places(lines):
    return [(line.place, line.person) for line in lines]


def totals(lines):
    return {line.person: line.total for line in lines}


def test_points_are_added_as_in_the_rules():
    lines = standings(range(1, 8), [FIRST, SECOND], counting="points", tie_breaks=[])
    assert totals(lines) == {ANA: 58, BEN: 62, CLEO: 60, DAN: 60, EVA: 70, FAY: 40, GUS: 28}
    assert places(lines) == [(1, EVA), (2, BEN), (3, CLEO), (3, DAN), (5, ANA), (6, FAY), (7, GUS)]


def test_place_points_share_ten_among_the_beaten_and_ties_count_half():
    assert counts(FIRST.tables[0], "places") == (10, Fraction(20, 3), Fraction(5, 3), Fraction(5, 3))
    assert counts(FIRST.tables[1], "places") == (10, 5, 0)
    assert counts(table((ANA, 1), (BEN, 5), (CLEO, 4), (DAN, 3), (EVA, 2)), "places") == (
        0,
        10,
        Fraction("7.5"),
        5,
        Fraction("2.5"),
    )


def test_place_points_of_two_rounds():
    lines = standings(range(1, 8), [FIRST, SECOND], counting="places", tie_breaks=["points"])
    third = Fraction(1, 3)
    assert totals(lines) == {
        ANA: 10 + 0,
        BEN: 20 * third + 20 * third,
        CLEO: 5 * third + Fraction(15, 2),
        DAN: 5 * third + Fraction(15, 2),
        EVA: 10 + 10,
        FAY: 5 + 10 * third,
        GUS: 0,
    }
    assert places(lines) == [(1, EVA), (2, BEN), (3, ANA), (4, CLEO), (4, DAN), (6, FAY), (7, GUS)]


def test_the_share_of_a_table_is_measured_by_its_average():
    # 128 points for four: 32 on average. 60 points for three: 20 on average.
    assert counts(FIRST.tables[0], "share") == (150, 100, 75, 75)
    assert counts(FIRST.tables[1], "share") == (150, 100, 50)
    # 100 for four: 25 on average; 90 for three: 30.
    lines = standings(range(1, 8), [FIRST, SECOND], counting="share", tie_breaks=[])
    assert totals(lines) == {
        ANA: 150 + 40,
        BEN: 100 + 120,
        CLEO: 75 + 120,
        DAN: 75 + 120,
        EVA: 150 + 160,
        FAY: 100 + 80,
        GUS: 50 + 60,
    }
    assert places(lines) == [(1, EVA), (2, BEN), (3, CLEO), (3, DAN), (5, ANA), (6, FAY), (7, GUS)]


def test_where_nobody_has_points_everybody_has_an_average_result():
    assert counts(table((ANA, 0), (BEN, 0)), "share") == (100, 100)


@pytest.mark.parametrize(
    ("tie_break", "winner"),
    [("wins", ANA), ("best", BEN), ("last", CLEO)],
)
def test_equal_totals_are_broken_by_what_was_stated(tie_break, winner):
    """All have 60 points: Ana won twice, Ben had the best single round, Cleo the best last one."""
    rounds = [
        Played((table((ANA, 25), (DAN, 1)), table((BEN, 45), (EVA, 50)), table((CLEO, 10), (FAY, 90)))),
        Played((table((ANA, 25), (EVA, 2)), table((BEN, 5), (FAY, 60)), table((CLEO, 15), (DAN, 70)))),
        Played((table((ANA, 10), (FAY, 99)), table((BEN, 10), (DAN, 60)), table((CLEO, 35), (EVA, 88)))),
    ]
    three = [
        line
        for line in standings(range(1, 7), rounds, tie_breaks=[tie_break])
        if line.person in (ANA, BEN, CLEO)
    ]
    assert {line.total for line in three} == {60}
    assert three[0].person == winner


def test_tie_breaks_are_asked_in_their_order_and_only_the_equal_go_on():
    rounds = [
        Played((table((ANA, 30), (BEN, 20)), table((CLEO, 30), (DAN, 20)))),
        Played((table((ANA, 20), (CLEO, 30)), table((BEN, 30), (DAN, 40)))),
    ]
    # Totals: Ana 50, Ben 50, Cleo 60, Dan 60. Wins: Ana 1, Ben 0, Cleo 2, Dan 1.
    lines = standings([ANA, BEN, CLEO, DAN], rounds, tie_breaks=["best", "wins"])
    assert places(lines) == [(1, DAN), (2, CLEO), (3, ANA), (4, BEN)]
    lines = standings([ANA, BEN, CLEO, DAN], rounds, tie_breaks=["wins", "best"])
    assert places(lines) == [(1, CLEO), (2, DAN), (3, ANA), (4, BEN)]


def test_who_met_at_one_table_is_placed_by_who_was_ahead_there():
    rounds = [
        Played((table((ANA, 20), (BEN, 30)), table((CLEO, 50), (DAN, 1)))),
        Played((table((ANA, 40), (CLEO, 1)), table((BEN, 30), (DAN, 2)))),
    ]
    lines = standings([ANA, BEN, CLEO, DAN], rounds, tie_breaks=["direct"])
    assert places(lines) == [(1, BEN), (2, ANA), (3, CLEO), (4, DAN)]
    assert dict(lines[0].breaks) == {"direct": 1}


def test_who_is_equal_in_everything_shares_the_place():
    lines = standings(
        [ANA, BEN, CLEO], [Played((table((ANA, 9), (BEN, 9), (CLEO, 1)),))], tie_breaks=["wins", "direct"]
    )
    assert places(lines) == [(1, ANA), (1, BEN), (3, CLEO)]


def test_a_missed_round_brings_nothing_or_the_own_average():
    late = [FIRST, Played((table((ANA, 20), (BEN, 10), (CLEO, 30), (DAN, 40)),))]
    nothing = {line.person: line for line in standings(range(1, 8), late)}
    assert (nothing[EVA].total, nothing[EVA].missed) == (30, (False, True))
    average = {line.person: line for line in standings(range(1, 8), late, missing="average")}
    assert (average[EVA].total, average[EVA].given) == (60, 30)
    assert (average[ANA].total, average[ANA].given) == (68, 0)


def test_in_a_running_round_nobody_has_missed_anything_yet():
    half = Played(FIRST.tables[:1], closed=False)
    lines = {line.person: line for line in standings(range(1, 8), [half], missing="average")}
    assert lines[EVA].missed == (False,)
    assert lines[EVA].rounds == (None,)
    assert lines[ANA].total == 48


def test_who_never_played_stands_last_with_nothing():
    lines = standings([ANA, BEN, GUS], [Played((table((ANA, 3), (BEN, 2)),))], missing="average")
    assert places(lines) == [(1, ANA), (2, BEN), (3, GUS)]
    assert lines[-1].total == 0
