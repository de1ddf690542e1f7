"""What the newest reveal changed, as the explanation says it, so that screens can show +3 and −2."""

import pytest

from games.splito.explanation import explain
from games.splito.reveal import before
from games.splito.state import Played
from tests.support.splito import lay, rounds, verdict


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_table_before_a_reveal_is_the_table_of_the_turn_before(seats):
    older = None
    for state, _ in rounds(seats, b"before" * 6, luck=seats, promo42=True):
        assert before(state.table).zones == (state.table if older is None else older).zones
        assert older is None or before(state.table).promo_zone == older.promo_zone
        older = state.table


def test_a_zone_tells_its_new_cards_and_what_they_changed():
    played = (Played("red-2", 0, "L"), Played("none-5", 0, "R"), Played("blue-2", 2, "R"))
    zones = explain(lay("none-2 red-2 none-5", "", "blue-2", last=played, left=5)).zones
    assert (zones[0].new, zones[0].value, zones[0].gain) == (("red-2", "none-5"), 1, 0)
    assert [(line.goal.id, line.gain) for line in zones[0].goals] == [("none-2", -1), ("none-5", 1)]
    assert (zones[1].new, zones[1].gain) == ((), 0)


def test_a_public_goal_tells_whether_it_was_taken_just_now():
    played = (Played("red-2", 0, "L"), Played("blue-1", 1, "L"), Played("blue-2", 2, "L"))
    red, four = explain(
        lay("red-1 red-2", "red-3 black-4 blue-1", "blue-2", public="majority-red majority-4", last=played)
    ).public
    assert (red.zone, red.had, red.taken, red.most, red.second) == (0, None, True, 2, 1)
    assert (four.zone, four.had, four.taken) == (1, 1, False)


def test_the_promo_goal_is_taken_once():
    cards = "red-6 " * 6
    last = (Played("blue-6", 0, "L"), Played("none-1", 1, "L"), Played("none-2", 2, "L"))
    promo = explain(
        lay(f"{cards} blue-6", "none-1", "none-2", last=last, promo="won", promo_zone=0, left=3)
    ).public[-1]
    assert promo.taken
    last = (Played("none-3", 0, "L"), Played("none-1", 1, "L"), Played("none-2", 2, "L"))
    later = lay(f"{cards} blue-6 none-3", "none-1", "none-2", last=last, promo="won", promo_zone=0, left=3)
    assert not explain(later).public[-1].taken


def test_each_zone_is_the_left_one_of_a_seat_and_the_right_one_of_the_next():
    assert [zone.owner for zone in explain(lay("", "", "")).zones] == [(0, 1), (1, 2), (2, 0)]
    assert [zone.owner for zone in explain(lay("", "", "", "", seats=2)).zones] == [
        (0, None),
        (None, 0),
        (1, None),
        (None, 1),
    ]


def test_a_public_goal_tells_whose_zone_has_it():
    red, _ = explain(lay("red-1", "red-2 red-3", "", public="majority-red majority-6")).public
    assert (red.owner, red.columns) == ((1, 2), ((1, (0, 1)), (2, (1, 2)), (0, (2, 0))))


def test_a_goal_tells_how_many_are_missing_or_too_many():
    assert (verdict("red-3", "exactly-two-3").short, verdict("red-3", "exactly-two-3").over) == (1, 0)
    assert (verdict("red-3 red-3 blue-3", "exactly-two-3").over) == 1
    assert verdict("red-3", "majority-red", "red-1 red-2", "").rival == 2


def test_piles_stand_by_colour_with_the_new_cards_named():
    last = (Played("red-1", 0, "L"), Played("blue-1", 1, "L"), Played("blue-2", 2, "L"))
    zone = explain(lay("red-1 none-6 blue-3 red-1", "blue-1", "blue-2", last=last)).zones[0]
    assert zone.piles[0] == ("red", ("red-1", "red-1"), ("red-1",))
    assert (zone.piles[1], zone.highest) == (("blue", ("blue-3",), ()), 2)
