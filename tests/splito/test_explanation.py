"""Why a Splito round is worth what it is, and what a move would change."""

from games import splito
from games.splito.explanation import explain
from games.splito.preview import changes
from games.splito.state import State
from tests.support.splito import lay, verdict


def facts(line):
    return line.has, line.needs, line.met


def test_needs_exactly_two_threes_has_three():
    assert facts(verdict("red-3 blue-3 green-3", "exactly-two-3")) == (3, 2, False)


def test_no_two_is_impossible_for_good_once_a_two_lies_there():
    assert verdict("red-2", "none-2", left=5).impossible
    clear = verdict("red-3", "none-2", left=5)
    assert (clear.met, clear.settled, clear.impossible) == (True, False, False)


def test_exactly_two_is_impossible_with_three_and_open_with_one():
    assert verdict("red-3 blue-3 green-3", "exactly-two-3", left=5).impossible
    assert not verdict("red-3", "exactly-two-3", left=5).settled
    assert not verdict("red-3 blue-3", "exactly-two-3", left=5).settled


def test_exactly_two_is_impossible_when_too_few_cards_can_still_come():
    """One turn brings at most two cards into a zone; one with two players."""
    assert not verdict("", "exactly-two-3", left=1).settled
    assert verdict("", "exactly-two-3", "", "", "", seats=2, left=1).impossible


def test_one_colour_or_number_too_many_is_impossible_for_good():
    four = "red-1 blue-2 green-3 black-4"
    assert verdict(four, "colours-3", left=3).impossible
    assert not verdict(four, "colours-4", left=3).settled
    assert not verdict(four, "numbers-4", left=3).settled
    assert verdict(f"{four} red-5", "numbers-4", left=3).impossible
    assert verdict("red-1 blue-2", "numbers-5", left=1).impossible, "only two more can come"


def test_missing_colours_and_numbers_are_named():
    assert verdict("red-1", "trio-red-black-green").missing == ("black", "green")
    assert verdict("red-1 blue-1 green-2", "colours-4").missing == ("yellow", "black", "orange")
    assert verdict("red-1 blue-4", "numbers-4").missing == (2, 3, 5, 6)
    assert verdict("red-1", "none-2").missing == ()


def test_a_trio_once_complete_is_safe():
    line = verdict("red-1 black-1 green-1", "trio-red-black-green", left=9)
    assert (line.met, line.settled, line.earns) == (True, True, 1)


def test_a_majority_is_open_until_the_end():
    behind = verdict("", "majority-red", "red-1 red-1 red-2 red-2", "", left=1)
    assert (facts(behind), behind.settled) == ((0, 5, False), False)
    assert verdict("", "majority-red", "red-1", "", left=0).impossible


def test_at_most_eleven_is_impossible_only_when_the_cards_that_stay_are_too_many():
    ten = "red-1 " * 10
    now_twelve = verdict(ten, "at-most-11", public="majority-red majority-6", left=2)
    assert (facts(now_twelve), now_twelve.settled) == ((12, 11, False), False)
    assert verdict(ten + "red-2", "at-most-11", left=2).impossible
    assert verdict(ten, "at-most-11", left=2, promo="won", promo_zone=0).impossible


def test_at_least_fifteen_is_safe_with_fifteen_and_impossible_without_room():
    assert verdict("red-1 " * 14, "at-least-15", left=2).settled
    line = verdict("red-1 " * 9, "at-least-15", left=1)
    assert line.impossible, "10 cards, 2 to play, 2 public goals"
    assert not verdict("red-1 " * 10, "at-least-15", left=1).settled
    assert not verdict("red-1 " * 9, "at-least-15", left=1, promo="open").settled


def test_when_the_round_is_over_everything_is_settled():
    table = lay("red-1 none-2 majority-red colours-3", "blue-1 at-most-11", "", promo="open")
    explained = explain(table)
    assert all(line.settled for zone in explained.zones for line in zone.goals)
    assert all(line.settled for line in explained.public)


def test_a_public_goal_tells_its_count_in_every_zone_and_what_takes_it():
    """Tie at 2; one more green takes it."""
    table = lay(
        "green-1 green-2", "", "green-3 green-4", "green-5", public="majority-green majority-6", left=3
    )
    line = explain(table).public[0]
    assert (line.counts, line.most, line.tied, line.zone) == ((2, 0, 2, 1), 2, (0, 2), None)
    assert line.needs == (3, 3, 3, 3)
    assert not line.settled


def test_the_leader_of_a_public_goal_and_the_margin():
    line = explain(lay("green-1 green-2 green-3", "green-4", "", public="majority-green majority-6")).public[
        0
    ]
    assert (line.zone, line.tied) == (0, ())
    assert line.needs == (2, 4, 4)


def test_the_promo_goal_tells_the_sums():
    table = lay("red-6 blue-5 none-1", "red-1", "", promo="open", left=3)
    line = explain(table).public[2]
    assert (line.goal.id, line.counts, line.needs, line.zone) == ("promo-42", (11, 1, 0), (42, 42, 42), None)


def test_a_zone_tells_its_cards_tallies_and_value():
    table = lay("red-6 blue-6 none-1 red-2 none-2", "", "", public="majority-red majority-6", left=2)
    zone = explain(table).zones[0]
    assert zone.cards == ("red-6", "blue-6", "none-1", "red-2", "none-2", "majority-red", "majority-6")
    assert (zone.colours, zone.numbers) == ((2, 1, 0, 0, 0, 0), (0, 1, 0, 0, 0, 2))
    assert (zone.value, zone.total, zone.room, zone.seats) == (7, 14, 4, (0, 1))
    assert [line.earns for line in zone.goals] == [1, 0]


def test_a_seat_tells_left_right_and_product_if_it_ended_now():
    table = lay("none-1 none-2", "none-1 none-2 none-3", "", left=4)
    middle = explain(table).seats[1]
    assert (middle.left_zone, middle.right_zone) == (1, 0)
    assert (middle.left, middle.right, middle.score, middle.cards, middle.rank) == (3, 2, 6, 5, 1)


def test_a_state_and_every_view_of_it_explain_the_same():
    state = splito.start({}, 4, bytes(32))
    for eyes in (frozenset(), frozenset({2}), frozenset(range(4))):
        assert explain(splito.view(state, eyes)) == explain(state)


# What a move would change


def looking(seat, hand, *zones, **more):
    hands = tuple((*hand.split(),) if at == seat else () for at in range(len(zones)))
    return splito.view(State(lay(*zones, left=1, **more), hands, ()), frozenset({seat}))


def ids(goals):
    return [goal.id for goal in goals]


def test_a_four_leads_the_greens_but_breaks_no_four():
    view = looking(0, "green-4", "green-1 none-4", "green-2", "", public="majority-green majority-6")
    change = splito.preview(view, "green-4 L").here
    assert (change.zone, change.before, change.after) == (0, 1, 3)
    assert (ids(change.gained), ids(change.lost)) == (["majority-green"], ["none-4"])


def test_a_goal_played_is_gained_when_it_is_met_at_once():
    view = looking(0, "none-1 none-2", "red-2", "", "")
    assert ids(splito.preview(view, "none-1 L").here.gained) == ["none-1"]
    assert splito.preview(view, "none-2 L").here.gained == ()


def test_a_card_may_take_a_majority_from_a_zone_elsewhere():
    view = looking(0, "red-1", "", "red-2 majority-red", "none-5")
    preview = splito.preview(view, "red-1 R")
    assert (preview.here.zone, preview.elsewhere[0].zone) == (2, 1)
    assert ids(preview.elsewhere[0].lost) == ["majority-red"]
    assert (preview.elsewhere[0].before, preview.elsewhere[0].after) == (3, 0)


def test_a_public_goal_lost_elsewhere_lets_at_most_eleven_hold_again():
    eleven = "red-1 " * 2 + "blue-1 " * 8 + "at-most-11"
    view = looking(0, "red-3", "red-2", eleven, "", public="majority-red majority-6")
    preview = splito.preview(view, "red-3 L")
    assert (ids(preview.elsewhere[0].gained), ids(preview.elsewhere[0].lost)) == (
        ["at-most-11"],
        ["majority-red"],
    )


def test_the_preview_tells_the_product_before_and_after():
    view = looking(1, "none-3", "none-1 none-2", "none-1", "")
    assert (splito.preview(view, "none-3 L").before, splito.preview(view, "none-3 L").after) == (2, 4)
    assert splito.preview(view, "none-3 R").after == 3


def test_a_sum_of_42_is_foreseen():
    view = looking(0, "blue-6", "red-6 " * 6, "", "", promo="open")
    assert ids(splito.preview(view, "blue-6 L").here.gained) == ["promo-42"]
    assert splito.preview(view, "blue-6 R").here.gained == ()


def test_what_a_reveal_changed_is_told_zone_by_zone():
    before = lay("none-1", "red-1", "", left=2)
    after = lay("none-1 red-1", "red-1 none-2", "blue-2", left=1)
    lost, gained = changes(before, after)
    assert (lost.zone, ids(lost.lost), gained.zone, ids(gained.gained)) == (0, ["none-1"], 1, ["none-2"])
