"""Who sees what at a Splito table."""

import pytest

from games import splito
from games.splito.state import State
from tests.support.splito import hold, lay

NOBODY = frozenset()


def test_a_player_sees_the_own_hand_and_how_many_cards_the_others_hold():
    view = splito.view(hold("red-1 red-2", "blue-1 blue-2", "green-1 green-2"), frozenset({1}))
    assert [view.hand(seat) for seat in range(3)] == [None, ("blue-1", "blue-2"), None]
    assert [view.size(seat) for seat in range(3)] == [2, 2, 2]
    assert splito.moves(view) == ("blue-1 L", "blue-1 R", "blue-2 L", "blue-2 R")


def test_a_spectator_sees_no_hand():
    view = splito.view(hold("red-1", "blue-1", "green-1"), NOBODY)
    assert view.hands == (None, None, None)


def test_a_replay_sees_every_hand_but_not_the_cards_out_of_the_round():
    view = splito.view(hold("red-1", "blue-1", "green-1", rest="black-6"), frozenset({0, 1, 2}))
    assert view.hands == (("red-1",), ("blue-1",), ("green-1",))
    assert "black-6" not in repr(view)


def test_two_players_do_not_see_the_extra_packs_but_a_replay_does():
    state = hold("red-1", "blue-1", "green-1", "black-1", seats=2)
    assert splito.view(state, frozenset({1})).hands == (None, None, ("green-1",), None)
    assert splito.view(state, frozenset({1})).hand(1) == ("green-1",)
    assert splito.view(state, frozenset({1})).sizes == (1, 1, 1, 1)
    assert splito.view(state, frozenset({0, 1})).hands == (
        ("red-1",),
        ("blue-1",),
        ("green-1",),
        ("black-1",),
    )


def test_eyes_of_seats_that_are_not_at_the_table_see_nothing():
    assert splito.view(hold("red-1", "blue-1", "green-1"), frozenset({5, 6, 7})).hands == (None, None, None)


def test_everyone_sees_the_open_table():
    state = splito.play(
        hold("red-1 red-2", "blue-1 blue-2", "green-1 green-2"), ["red-1 L", "blue-1 R", "green-2 L"]
    )
    table = splito.view(state, NOBODY).table
    assert table.zones == (("red-1", "blue-1"), (), ("green-2",))
    assert [(played.card, played.zone, played.side) for played in table.last] == [
        ("red-1", 0, "L"),
        ("blue-1", 0, "R"),
        ("green-2", 2, "L"),
    ]
    assert (table.turn, table.turns, table.passing, table.promo) == (12, 13, "left", "off")


def test_secret_are_hidden_cards_of_which_no_copy_is_seen():
    table = lay("red-1", "", "", left=2)
    state = State(table, hold("red-2 blue-2", "red-1 blue-3", "red-2 blue-4").hands, rest=("none-1",))
    assert splito.secrets(state, frozenset({0})) == {"blue-3", "blue-4", "none-1"}
    assert splito.secrets(state, NOBODY) == {"red-2", "blue-2", "blue-3", "blue-4", "none-1"}
    assert splito.secrets(state, frozenset({0, 1, 2})) == {"none-1"}


def test_the_extra_packs_are_secret_from_both_players():
    state = hold("red-1", "blue-1", "green-1", "black-1", seats=2)
    assert splito.secrets(state, frozenset({0})) == {"blue-1", "green-1", "black-1"}
    assert splito.secrets(state, frozenset({0, 1})) == frozenset()


def test_the_seed_is_not_in_the_state():
    seed = b"a seed of thirty-two bytes, ok?!"
    shown = repr(splito.start({}, 3, seed))
    assert seed.hex() not in shown
    assert str(seed)[2:-1] not in shown


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_after_the_last_turn_there_is_nothing_to_choose(seats):
    state = hold(*[""] * (4 if seats == 2 else seats), seats=seats)
    assert splito.over(state)
    assert splito.moves(splito.view(state, frozenset({0}))) == ()
