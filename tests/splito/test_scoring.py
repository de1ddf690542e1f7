"""Scoring a Splito round: public goals, zones, left times right, ties, matches."""

from games.engine.contract import Score, totals
from games.splito import scores
from games.splito.explanation import explain
from games.splito.scoring import weigh
from games.splito.state import State, Table
from tests.support.splito import lay


def placed(table: Table) -> list[tuple[int, int]]:
    """Score and place of each seat."""
    return [(score.points, score.rank) for score in scores(State(table, hands=(), rest=()))]


def test_the_example_of_the_rulebooks():
    """AB 8, BC 4, AC 6. Each next name on the pad is the right neighbour: A, C, B sit clockwise."""
    zone_ac = "blue-1 blue-2 majority-blue majority-2 exactly-two-6"
    zone_bc = "yellow-1 yellow-4 yellow-3 red-5 none-1 majority-yellow none-6"
    zone_ab = "green-1 green-5 black-1 exactly-two-1 majority-green majority-1"
    table = lay(zone_ac, zone_bc, zone_ab)
    assert [zone.value for zone in weigh(table)] == [6, 4, 8]
    a, c, b = scores(State(table, hands=(), rest=()))
    assert (a.parts["left"], a.parts["right"], a.points) == (6, 8, 48)
    assert (b.parts["left"], b.parts["right"], b.points) == (8, 4, 32)
    assert (c.parts["left"], c.parts["right"], c.points) == (4, 6, 24)
    assert (a.rank, b.rank, c.rank) == (1, 2, 3)


def test_a_goal_against_twos_fails_where_twos_lie_and_stays_as_a_card():
    with_twos, without, _ = weigh(lay("red-2 blue-2 none-2", "red-3 none-2", ""))
    assert (with_twos.value, with_twos.cards) == (0, 3)
    assert (without.value, without.cards) == (1, 2)


def test_a_public_goal_goes_to_the_zone_with_most_and_counts_as_its_card():
    first, second, third = weigh(lay("red-1", "red-2 red-4", "", public="majority-red majority-6"))
    assert [goal.id for goal in second.public] == ["majority-red"]
    assert (second.value, second.cards) == (3, 3)
    assert (first.value, first.cards, third.value, third.cards) == (0, 1, 0, 0)


def test_a_public_goal_with_a_tie_for_most_is_set_aside():
    zones = weigh(lay("red-1 red-3", "red-2 red-4", "red-5", public="majority-red majority-6"))
    assert [zone.value for zone in zones] == [0, 0, 0]
    assert [zone.cards for zone in zones] == [2, 2, 1]


def test_a_tie_below_the_most_does_no_harm():
    zones = weigh(lay("red-1 red-3", "red-2", "red-5", public="majority-red majority-6"))
    assert [zone.value for zone in zones] == [3, 0, 0]


def test_a_public_goal_nobody_has_a_card_for_is_set_aside():
    assert [zone.value for zone in weigh(lay("blue-1", "", "", public="majority-red majority-6"))] == [
        0,
        0,
        0,
    ]


def test_one_zone_may_win_both_public_goals_and_its_own_majority_beside_them():
    first, *_ = weigh(lay("red-1 red-1 majority-green green-2", "", "", public="majority-red majority-1"))
    assert [goal.id for goal in first.public] == ["majority-red", "majority-1"]
    assert first.value == 9


def test_the_product_is_nothing_when_one_zone_is_worth_nothing():
    assert [points for points, _ in placed(lay("none-1", "none-1 none-2", ""))] == [0, 2, 0]


def test_of_equal_scores_the_one_with_fewer_cards_in_both_zones_wins():
    """Seats 0 and 1 both have 2 × 1; seat 1's zones hold one card fewer."""
    table = lay("none-1 none-2", "none-1", "none-1 red-2")
    assert [score.parts["cards"] for score in scores(State(table, (), ()))] == [4, 3, 3]
    assert placed(table) == [(2, 2), (2, 1), (1, 3)]


def test_equal_in_score_and_cards_is_a_shared_victory_and_the_next_counts_on():
    assert placed(lay("none-1 none-2", "none-1", "none-1")) == [(2, 1), (2, 1), (1, 3)]


def test_public_goals_won_count_in_the_tie_break():
    table = lay("none-3 none-2", "none-1 red-1", "none-1 blue-1", public="majority-red majority-6")
    cards = [line.cards for line in explain(table).seats]
    assert cards == [4, 5, 5]


def test_two_players_multiply_their_own_two_zones():
    table = lay("none-1 none-2", "none-1 none-3 none-4", "none-5", "majority-1 red-1 none-2", seats=2)
    assert placed(table) == [(6, 1), (4, 2)]


def test_two_players_compare_all_four_zones_for_a_majority():
    own_zone_has_more = lay("red-1 majority-red", "red-1 red-2", "", "", seats=2)
    assert [zone.value for zone in weigh(own_zone_has_more)] == [0, 0, 0, 0]
    other_player_has_as_many = lay("red-1 majority-red", "", "", "red-2", seats=2)
    assert [zone.value for zone in weigh(other_player_has_as_many)] == [0, 0, 0, 0]


def test_a_match_adds_the_rounds_and_equal_totals_share_the_victory():
    first = (Score(0, 48, 1), Score(1, 32, 2), Score(2, 24, 3))
    second = (Score(0, 12, 3), Score(1, 28, 1), Score(2, 20, 2))
    match = totals([first, second])
    assert [(line.points, line.rank) for line in match] == [(60, 1), (60, 1), (44, 3)]
