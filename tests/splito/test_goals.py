"""Every kind of Splito goal at its limit: one below, exact, one above."""

import pytest

from games.splito.deck import load
from games.splito.goals import parse
from tests.support.splito import verdict, worth


@pytest.mark.parametrize(
    ("zone", "met"),
    [
        ("", False),
        ("red-3", False),
        ("red-3 blue-3", True),
        ("red-3 red-3", True),
        ("red-3 blue-3 green-3", False),
    ],
)
def test_exactly_two_threes_means_two_in_any_colours_and_no_third(zone, met):
    assert verdict(zone, "exactly-two-3").met is met


@pytest.mark.parametrize(("zone", "met"), [("", True), ("red-1 red-3", True), ("red-1 blue-2", False)])
def test_no_two_means_not_a_single_one(zone, met):
    assert verdict(zone, "none-2").met is met


@pytest.mark.parametrize(
    ("zone", "met"),
    [
        ("red-1 blue-1", False),
        ("red-1 blue-1 green-1", True),
        ("red-1 red-2 red-3 blue-1 blue-4 green-5", True),
        ("red-1 blue-1 green-1 black-1", False),
    ],
)
def test_exactly_three_colours_may_hold_many_cards_of_each_but_no_fourth_colour(zone, met):
    assert verdict(zone, "colours-3").met is met


@pytest.mark.parametrize(
    ("zone", "met"),
    [
        ("red-1 red-2 red-3", False),
        ("red-1 red-2 red-3 red-4", True),
        ("red-1 blue-1 red-2 red-3 red-4", True),
        ("red-1 red-2 red-3 red-4 red-5", False),
    ],
)
def test_exactly_four_numbers_may_repeat_but_a_fifth_breaks_them(zone, met):
    assert verdict(zone, "numbers-4").met is met


@pytest.mark.parametrize(
    ("zone", "met"),
    [
        ("red-1 blue-1 yellow-1 black-1 green-1", False),
        ("red-1 blue-1 yellow-1 black-1 green-1 orange-1", True),
        ("red-1 blue-1 yellow-1 black-1 green-1 orange-1 orange-2", True),
    ],
)
def test_all_six_colours_may_be_more_than_six_cards(zone, met):
    assert verdict(zone, "colours-6", public="majority-red majority-6").met is met


@pytest.mark.parametrize(
    ("zone", "met"),
    [
        ("red-1 black-1", False),
        ("red-1 red-2 black-1", False),
        ("red-1 black-1 green-1", True),
        ("red-1 black-1 green-1 blue-1 yellow-2", True),
    ],
)
def test_a_trio_wants_each_of_its_colours_and_does_not_mind_others(zone, met):
    assert verdict(zone, "trio-red-black-green").met is met


@pytest.mark.parametrize(
    ("here", "there", "met"),
    [
        ("red-1", "red-2 red-3", False),
        ("red-1 red-1", "red-2 red-3", False),
        ("red-1 red-1 red-4", "red-2 red-3", True),
        ("red-1", "blue-1", True),
        ("", "", False),
    ],
)
def test_a_colour_majority_needs_strictly_more_than_each_other_zone(here, there, met):
    assert verdict(here, "majority-red", "blue-5", there).met is met


@pytest.mark.parametrize(
    ("here", "there", "met"),
    [
        ("red-4", "red-4 blue-4", False),
        ("red-4 red-4", "red-4 blue-4", False),
        ("red-4 red-4 blue-4", "blue-4", True),
    ],
)
def test_a_number_majority_works_the_same_whatever_the_colours(here, there, met):
    assert verdict(here, "majority-4", there, "").met is met


def test_a_majority_is_lost_to_any_zone_of_the_table_not_only_a_neighbouring_one():
    far = ["", "", "", "red-1 red-2", "", "", ""]
    assert not verdict("red-1 red-1", "majority-red", *far).met


def test_goals_are_no_colour_and_no_number():
    """A red majority is not a red card, and no `none-4` is a four."""
    assert not verdict("red-1 blue-1 none-2 majority-green", "colours-3").met
    assert verdict("red-1 majority-4 exactly-two-4", "none-4").met


NINE = "red-1 red-1 red-2 red-2 red-3 red-3 red-4 red-4 red-5"


@pytest.mark.parametrize(("more", "met"), [("blue-1", True), ("blue-1 blue-2", False)])
def test_at_most_eleven_counts_itself(more, met):
    line = verdict(f"{NINE} {more}", "at-most-11")
    assert (line.met, line.has) == (met, 10 + len(more.split()))


@pytest.mark.parametrize(
    ("more", "met"), [("blue-1 blue-2 blue-3 blue-4", False), ("blue-1 " * 5, True), ("blue-1 " * 6, True)]
)
def test_at_least_fifteen_counts_itself(more, met):
    assert verdict(f"{NINE} {more}", "at-least-15").met is met


def test_at_most_eleven_counts_goals_that_are_not_met():
    assert verdict(f"{NINE} exactly-two-6", "at-most-11").met
    assert not verdict(f"{NINE} exactly-two-6 exactly-two-1 none-1", "at-most-11").met


def test_at_most_eleven_counts_public_goals_won():
    eleven_with_itself = f"{NINE} blue-1"
    assert verdict(eleven_with_itself, "at-most-11", public="majority-orange majority-6").has == 11
    line = verdict(eleven_with_itself, "at-most-11", public="majority-red majority-6")
    assert (line.met, line.has) == (False, 12)


def test_at_least_fifteen_is_reached_by_public_goals_won():
    twelve = f"{NINE} none-1 none-2 exactly-two-6"
    assert not verdict(twelve, "at-least-15", public="majority-red majority-6").met
    line = verdict(twelve, "at-least-15", public="majority-red majority-1")
    assert (line.met, line.has) == (True, 15)


def test_at_least_fifteen_counts_the_promo_goal():
    fourteen = f"{NINE} none-1 none-2 none-3 none-4"
    assert not verdict(fourteen, "at-least-15").met
    assert verdict(fourteen, "at-least-15", promo="won", promo_zone=0).met


def test_a_public_goal_set_aside_counts_nowhere():
    here = worth(f"{NINE} blue-1 at-most-11", NINE, "", public="majority-red majority-6")
    assert (here.cards, [goal.id for goal in here.met]) == (11, ["at-most-11"])


def test_a_goal_scores_once_however_often_it_is_fulfilled():
    twice = "red-1 black-1 green-1 red-2 black-2 green-2 trio-red-black-green"
    assert worth(twice, "", "").value == 1


def test_one_card_serves_any_number_of_goals():
    here = worth("green-3 green-3 exactly-two-3 majority-green majority-3 none-2", "", "")
    assert here.value == 2 + 3 + 3 + 1


def test_names_of_goals_say_what_they_want():
    assert parse("exactly-two-5", 2).subject == 5
    assert parse("none-3", 1).subject == 3
    assert parse("majority-red", 3).kind == "moon"
    assert parse("majority-4", 3).kind == "star"
    assert parse("trio-red-blue-yellow", 1).among == ("red", "blue", "yellow")
    assert parse("at-most-9", 2).count == 9
    assert parse("at-least-20", 2).count == 20
    assert parse("colours-2", 2).count == 2


def test_the_points_printed_are_those_of_the_rules_page():
    goals = load("classic").goals
    points = {name: goal.points for name, goal in goals.items()}
    assert len(points) == 37 + 1
    for name, worth_ in points.items():
        if name.startswith("majority"):
            assert worth_ == 3
        if name.startswith(("none", "trio")):
            assert worth_ == 1
        if name.startswith(("exactly", "at-")):
            assert worth_ == 2
    assert [points[f"colours-{n}"] for n in (3, 4, 5, 6)] == [3, 2, 2, 4]
    assert [points[f"numbers-{n}"] for n in (4, 5, 6)] == [2, 2, 4]
    assert points["promo-42"] == 4
