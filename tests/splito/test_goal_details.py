"""A goal in detail: the cards that count, what would change it, who can, and whose eyes see it."""

import pytest

from games import splito
from games.splito.goal_details import Change, change, counted, details, laid
from games.splito.goals import parse
from tests.support.splito import hold, lay, verdict

ZONES = ("red-3 exactly-two-3", "", "blue-3 green-1", "")


def seen(*eyes: int, hands=("black-3 none-4", "red-5 none-6", "red-6", "blue-1"), zones=ZONES, **more):
    return splito.view(hold(*hands, zones=zones, **more), frozenset(eyes))


def goal(name: str):
    return parse(name, 2)


# Which cards count


def test_a_number_counts_every_card_with_it():
    assert counted(goal("exactly-two-3"), ("red-3", "none-3", "blue-4", "red-3")) == ("red-3", "red-3")


def test_a_colour_counts_every_card_in_it():
    assert counted(goal("majority-green"), ("green-1", "red-1", "green-6")) == ("green-1", "green-6")


def test_of_each_colour_the_first_card_counts():
    cards = ("green-1", "red-1", "green-6", "blue-2")
    assert counted(goal("colours-3"), cards) == ("red-1", "blue-2", "green-1")
    assert counted(goal("trio-red-black-green"), cards) == ("red-1", "green-1")
    assert counted(goal("numbers-4"), cards) == ("green-1", "blue-2", "green-6")


def test_for_a_number_of_cards_everything_counts():
    assert counted(goal("at-most-11"), ("red-1", "at-most-11", "none-2")) == ("red-1", "at-most-11", "none-2")


# What would change it


@pytest.mark.parametrize(
    ("zone", "name", "expected"),
    [
        ("red-3 blue-3", "exactly-two-3", (1, 3, False, 0)),
        ("red-3", "exactly-two-3", (1, 2, True, 2)),
        ("", "exactly-two-3", (2, 2, True, 2)),
        ("red-1", "none-2", (1, 1, False, 0)),
        ("red-1 blue-1", "colours-3", (1, 3, True, 3)),
        ("red-1 blue-1 green-1", "colours-3", (1, 4, False, 0)),
        ("red-1 blue-2", "numbers-4", (2, 4, True, 2)),
        ("red-1", "trio-red-black-green", (2, 3, True, 1)),
        ("red-1 red-1", "at-most-11", (9, 12, False, 0)),
        ("red-1 " * 9, "at-least-15", (5, 15, True, 2)),
    ],
)
def test_so_many_more_change_it(zone, name, expected):
    assert change(verdict(zone, name, left=5)) == Change(*expected)


def test_nothing_in_its_zone_changes_a_goal_that_is_safe_lost_or_ahead():
    assert change(verdict("red-1 black-2 green-3", "trio-red-black-green", left=5)) is None
    assert change(verdict("red-2", "none-2", left=5)) is None
    assert change(verdict("red-1 red-2", "majority-red", "red-1", "", left=5)) is None
    six = "red-1 blue-2 yellow-3 black-4 green-5 orange-6"
    assert change(verdict(six, "colours-6", left=5)) is None


def test_a_majority_changes_with_what_it_lacks_to_the_lead():
    assert change(verdict("red-1", "majority-red", "red-1 red-2", "", left=5)) == Change(2, 3, True, 3)


# Where it is, and for whose eyes


def test_a_goal_in_a_zone_with_the_people_who_share_it_and_my_card_for_it():
    told = details(seen(0), "exactly-two-3 0")
    assert told
    assert (told.cards, told.counted, told.held) == (((0, ("red-3",)),), ("red-3",), ("black-3",))
    assert (told.changers, told.turns, told.change) == ((0, 1), 1, Change(1, 2, True, 2))


def test_my_hand_is_told_to_nobody_else():
    assert [details(seen(*eyes), "exactly-two-3 0").held for eyes in ((), (1,), (2,))] == [(), (), ()]


def test_a_majority_in_a_zone_is_in_everybodys_hands():
    told = details(seen(0, zones=("majority-red", "", "", "")), "majority-red 0")
    assert told
    assert told.changers == (0, 1, 2, 3)


def test_a_goal_in_the_middle_counts_in_all_zones():
    zones = ("green-1", "", "green-2 green-3", "")
    told = details(seen(zones=zones, public="majority-green majority-5"), "majority-green middle")
    assert told
    assert told.public
    assert told.public.zone == 2
    assert told.cards == ((0, ("green-1",)), (1, ()), (2, ("green-2", "green-3")), (3, ()))


def test_a_goal_in_my_hand_says_how_it_would_stand_on_either_side():
    """The left zone of the first seat has no 4, so it would be met there; on the right lies one."""
    told = details(seen(0, zones=("red-3", "", "", "blue-4")), "none-4 hand")
    assert told
    assert [(side, line.met, line.has) for side, line in told.laid] == [("L", True, 0), ("R", False, 1)]


def test_a_goal_that_is_laid_counts_itself_as_a_card():
    assert laid(lay("red-1 red-2", "", "", left=3), goal("at-most-11"), 0).has == 3


@pytest.mark.parametrize(
    "of",
    [
        *("none-6 hand", "none-1 hand", "exactly-two-3 1", "none-4 middle"),
        *("exactly-two-3 9", "exactly-two-3 ٠", "none-4", "none-4 -1", "none-4 hand ", "x", ""),
    ],
)
def test_a_goal_that_these_eyes_do_not_see_there_is_not_explained(of):
    """One in another hand, one in the deck only, one in another zone, and nonsense."""
    assert details(seen(0), of) is None


def test_spectators_have_no_hand():
    assert details(seen(), "none-4 hand") is None


def test_when_the_round_is_over_nobody_can_change_anything():
    view = splito.view(hold("", "", "", "", zones=ZONES), frozenset({0}))
    told = details(view, "exactly-two-3 0")
    assert told
    assert (told.turns, told.change) == (0, None)
