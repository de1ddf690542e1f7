"""A Splito round as it is played: the deal, the turn, passing, the promo goal, two players."""

import hmac

import pytest

from games import splito
from games.engine.contract import Refused
from games.splito.cards import COLOURS
from games.splito.state import Played
from tests.support.splito import hold

SEED = bytes(range(32))


def after(state, *turns):
    for moves in turns:
        state = splito.play(state, moves)
    return state


def test_the_deal_is_what_a_reader_of_the_public_page_computes():
    """No word of this seed has to be skipped: the last full multiple is far above them all."""
    stream = b"".join(hmac.digest(SEED, b"deal:%d" % i, "sha256") for i in range(20))
    words = iter([int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)])
    moon = f"majority-{COLOURS[next(words) % 6]}"
    star = f"majority-{next(words) % 6 + 1}"
    goals = [f"majority-{colour}" for colour in COLOURS]
    goals += [f"{kind}-{n}" for kind in ("majority", "exactly-two", "none") for n in range(1, 7)]
    goals += [f"colours-{n}" for n in (3, 4, 5, 6)] + [f"numbers-{n}" for n in (4, 5, 6)]
    goals += ["trio-red-blue-yellow", "trio-red-black-green", "trio-blue-green-orange"]
    goals += ["trio-yellow-black-orange", "at-most-11", "at-least-15"]
    pile = [f"{colour}-{n}" for colour in COLOURS for n in range(1, 7) for _ in (1, 2)]
    pile += [goal for goal in goals if goal not in (moon, star)]
    for i in range(len(pile) - 1, 0, -1):
        j = next(words) % (i + 1)
        pile[i], pile[j] = pile[j], pile[i]
    assert len(pile) == 107
    state = splito.start({}, 4, SEED)
    assert state.table.public == (moon, star)
    assert state.hands == tuple(tuple(pile[13 * seat : 13 * seat + 13]) for seat in range(4))
    assert state.rest == tuple(pile[52:])


def test_the_deal_of_a_known_seed_never_changes():
    state = splito.start({"deck": "classic", "promo42": True}, 8, SEED)
    assert state.table.public == ("majority-blue", "majority-5")
    assert state.hands[0][:4] == ("majority-black", "none-5", "green-3", "black-3")
    assert len(state.rest) == 107 - 8 * 13


@pytest.mark.parametrize("seats", range(3, 9))
def test_every_player_gets_thirteen_cards_for_thirteen_turns(seats):
    state = splito.start({}, seats, SEED)
    assert [len(hand) for hand in state.hands] == [13] * seats
    assert (splito.length(seats), len(state.table.zones)) == (13, seats)


def test_left_is_the_zone_with_the_next_seat_and_right_the_zone_with_the_one_before():
    state = after(hold("red-1", "blue-1", "green-1"), ["red-1 L", "blue-1 L", "green-1 L"])
    assert state.table.zones == (("red-1",), ("blue-1",), ("green-1",))
    state = after(hold("red-1", "blue-1", "green-1"), ["red-1 R", "blue-1 R", "green-1 R"])
    assert state.table.zones == (("blue-1",), ("green-1",), ("red-1",))


def test_cards_of_one_reveal_enter_a_zone_in_seat_order():
    state = after(hold("red-1", "blue-1", "green-1"), ["red-1 R", "blue-1 R", "green-1 L"])
    assert state.table.zones == (("blue-1",), (), ("red-1", "green-1"))
    assert state.table.last == (Played("red-1", 2, "R"), Played("blue-1", 0, "R"), Played("green-1", 2, "L"))


def test_the_rest_of_each_hand_goes_to_the_left_neighbour():
    state = after(
        hold("red-1 red-2", "blue-1 blue-2", "green-1 green-2"), ["red-1 L", "blue-1 L", "green-1 L"]
    )
    assert state.hands == (("green-2",), ("red-2",), ("blue-2",))


def test_a_goal_is_played_like_any_card():
    state = after(hold("none-1", "blue-1", "green-1"), ["none-1 L", "blue-1 L", "green-1 L"])
    assert state.table.zones[0] == ("none-1",)


def test_two_copies_of_a_card_are_one_choice_and_only_one_of_them_leaves_the_hand():
    state = hold("red-1 red-1 none-2", "blue-1 blue-2 blue-3", "green-1 green-2 green-3")
    assert splito.legal(state, 0) == ("red-1 L", "red-1 R", "none-2 L", "none-2 R")
    state = after(state, ["red-1 L", "blue-1 L", "green-1 L"])
    assert state.hands[1] == ("red-1", "none-2")


def test_a_card_that_is_not_in_the_hand_is_refused_and_named():
    state = hold("red-1", "blue-1", "green-1")
    with pytest.raises(Refused) as no:
        splito.play(state, ["red-1 L", "red-1 L", "green-1 L"])
    assert (no.value.code, no.value.facts) == ("not-in-hand", {"seat": 1, "card": "red-1"})


@pytest.mark.parametrize(
    "move", ["red-1", "red-1 l", "red-1  L", " L", "L", "red-1 L ", "", None, 5, "red-1 LR"]
)
def test_a_move_that_is_not_a_card_and_a_side_is_refused(move):
    with pytest.raises(Refused):
        splito.play(hold("red-1", "blue-1", "green-1"), [move, "blue-1 L", "green-1 L"])


# Two players


def test_two_players_have_four_packs_and_twenty_six_turns():
    state = splito.start({}, 2, SEED)
    assert [len(hand) for hand in state.hands] == [13] * 4
    assert splito.length(2) == 26
    assert state.hands == splito.start({}, 4, SEED).hands


def test_two_players_put_the_hand_to_the_left_and_take_the_one_on_the_right():
    """Clockwise: player 0, extra place, player 1, extra place."""
    state = hold("red-1 red-2", "blue-1 blue-2", "green-1 green-2", "black-1 black-2", seats=2)
    state = after(state, ["red-1 L", "green-1 R"])
    assert state.hands == (("black-1", "black-2"), ("red-2",), ("blue-1", "blue-2"), ("green-2",))
    assert splito.legal(state, 0) == ("black-1 L", "black-1 R", "black-2 L", "black-2 R")
    state = after(state, ["black-1 L", "blue-1 R"])
    assert state.hands == (("green-2",), ("black-2",), ("red-2",), ("blue-2",))


def test_two_players_have_private_zones_left_and_right_of_each():
    state = hold("red-1 red-2", "blue-1 blue-2", "green-1 green-2", "black-1 black-2", seats=2)
    state = after(state, ["red-1 L", "green-1 R"], ["black-1 R", "blue-1 L"])
    assert state.table.zones == (("red-1",), ("black-1",), ("blue-1",), ("green-1",))


# Promo 42

THIRTY_SIX = "red-6 " * 6


def promo(*hands, zones, **more):
    return hold(*hands, zones=zones, public="majority-orange majority-4", **{"promo": "open"} | more)


def test_the_promo_goal_moves_at_once_to_the_zone_that_adds_up_to_42():
    state = promo("blue-6 red-1", "blue-1 red-1", "blue-1 red-1", zones=(THIRTY_SIX, "red-6", ""))
    state = after(state, ["blue-6 L", "blue-1 L", "blue-1 L"])
    assert (state.table.promo, state.table.promo_zone) == ("won", 0)
    zone = splito.explain(state).zones[0]
    assert (zone.cards[-1], zone.value, len(zone.cards)) == ("promo-42", 4, 8)


def test_goals_in_the_zone_add_nothing_to_42():
    state = promo("blue-6", "blue-1", "blue-1", zones=(f"{THIRTY_SIX} none-5 majority-6", "", ""))
    assert after(state, ["blue-6 L", "blue-1 L", "blue-1 L"]).table.promo_zone == 0


def test_one_below_42_is_not_42():
    state = promo("blue-5", "blue-1", "blue-1", zones=(THIRTY_SIX, "", ""))
    assert after(state, ["blue-5 L", "blue-1 L", "blue-1 L"]).table.promo == "open"


def test_a_zone_that_jumps_over_42_within_one_reveal_does_not_win_it():
    state = promo("blue-6", "blue-1", "blue-1", zones=(THIRTY_SIX, "", ""))
    assert after(state, ["blue-6 L", "blue-1 R", "blue-1 L"]).table.promo == "open"


def test_two_zones_at_42_in_the_same_turn_send_the_promo_goal_out_of_the_round():
    state = promo(
        "blue-6 red-1", "green-6 red-1", "blue-1 red-6", zones=(THIRTY_SIX, THIRTY_SIX, "red-6 " * 5)
    )
    state = after(state, ["blue-6 L", "green-6 L", "blue-1 L"])
    assert (state.table.promo, state.table.promo_zone) == ("gone", None)
    state = after(state, ["red-6 R", "red-1 R", "red-1 R"])
    assert state.table.promo == "gone"
    assert all(zone.public == () for zone in splito.explain(state).zones)
    assert splito.explain(state).public[-1].settled


def test_the_promo_goal_stays_when_its_zone_grows_beyond_42():
    state = promo("blue-6 red-1", "blue-1 blue-2", "green-1 red-5", zones=(THIRTY_SIX, "", ""))
    state = after(state, ["blue-6 L", "blue-1 L", "green-1 L"], ["red-5 L", "red-1 L", "blue-2 L"])
    line = splito.explain(state).public[-1]
    assert (line.counts, line.zone, line.settled) == ((47, 2, 3), 0, True)


def test_the_promo_goal_stays_when_another_zone_reaches_42_later():
    state = promo(
        "blue-1", "green-6", "blue-2", zones=("red-6 " * 7, THIRTY_SIX, ""), promo="won", promo_zone=0
    )
    state = after(state, ["blue-1 R", "green-6 L", "blue-2 L"])
    assert (state.table.promo, state.table.promo_zone) == ("won", 0)
    assert [zone.value for zone in splito.explain(state).zones] == [4, 0, 0]


def test_without_the_option_there_is_no_promo_goal():
    state = promo("blue-6", "blue-1", "blue-1", zones=(THIRTY_SIX, "", ""), promo="off")
    state = after(state, ["blue-6 L", "blue-1 L", "blue-1 L"])
    assert state.table.promo == "off"
    assert len(splito.explain(state).public) == 2
    assert [zone.value for zone in splito.explain(state).zones] == [0, 0, 0]
