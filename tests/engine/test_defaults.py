"""What a game need not write itself: a coin that everybody calls, with nothing but what is needed."""

from dataclasses import dataclass
from random import Random
from types import SimpleNamespace

import pytest

from games.engine import defaults, plain
from games.engine.contract import Refused, Score, ranks


@dataclass(frozen=True)
class State:
    turn: int
    right: tuple[int, ...]


@dataclass(frozen=True)
class Place:
    right_calls: int
    hand: tuple[str, ...] | None


@dataclass(frozen=True)
class View:
    turn: int
    coins: tuple[str, ...]
    lucky: bool
    seats: tuple[Place, ...]
    moves: tuple[str, ...]


def play(state, moves):
    if len(moves) != len(state.right) or not set(moves) <= {"heads", "tails"}:
        raise Refused("bad-move")
    right = (had + (move == "heads") for had, move in zip(state.right, moves, strict=True))
    return State(state.turn + 1, tuple(right))


def view(state, eyes):
    places = (Place(had, ("x",) if seat in eyes else None) for seat, had in enumerate(state.right))
    return View(
        state.turn, ("gold", "iron"), True, tuple(places), ("heads", "tails") if len(eyes) == 1 else ()
    )


COIN = {
    "SEATS": range(1, 4),
    "start": lambda options, seats, seed: State(0, (0,) * seats),
    "legal": lambda state, seat: ("heads", "tails") if state.turn < 3 else (),
    "play": play,
    "over": lambda state: state.turn == 3,
    "scores": lambda state: tuple(
        Score(seat, state.right[seat], rank, {"right calls": state.right[seat]})
        for seat, rank in enumerate(ranks(state.right))
    ),
    "view": view,
}


@pytest.fixture
def coin():
    return defaults.complete("my_coin", COIN)


@pytest.mark.parametrize("part", defaults.NEEDED)
def test_a_game_without_a_needed_part_is_named(part):
    with pytest.raises(TypeError, match=f"games/my_coin .* {part}"):
        defaults.complete("my_coin", {name: value for name, value in COIN.items() if name != part})


def test_names_and_lengths_follow_from_the_rest(coin):
    assert (coin.NAME, coin.TITLE, coin.OPTIONS, coin.lesson) == ("my_coin", "My Coin", (), None)
    assert coin.length(2) == 3
    assert coin.turn(State(2, ())) == 2


def test_a_round_that_never_ends_is_no_round():
    endless = defaults.complete(
        "my_coin", COIN | {"over": lambda state: False, "legal": lambda *_: ("heads",)}
    )
    with pytest.raises(RuntimeError, match="my_coin does not end"):
        endless.length(1)


def test_what_a_game_writes_itself_takes_the_place_of_the_default():
    own = defaults.complete("my_coin", COIN | {"TITLE": "Coin", "label": str.upper, "Any": 1, "_private": 2})
    assert (own.TITLE, own.label("heads")) == ("Coin", "HEADS")
    assert not hasattr(own, "Any")
    assert not hasattr(own, "_private")


def test_the_bot_by_chance_chooses_what_its_view_offers(coin):
    (bot,) = coin.BOTS.values()
    seen = coin.view(State(0, (0, 0)), frozenset({1}))
    assert {bot.choose(seen, Random(luck)) for luck in range(20)} == {"heads", "tails"}


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ([], "must be an object"),
        ({}, "must be an object"),
        ({"moves": ["heads", "tails"], "seed": "x"}, "must be an object"),
        ({"moves": ["heads"]}, "must be a list of 2"),
        ({"moves": "ab"}, "must be a list of 2"),
        ({"moves": ["heads", 1]}, "must hold only text"),
        ({"moves": ["heads", "tails"], "by": ["bot"]}, "must be a list of 2"),
        ({"moves": ["heads", "tails"], "by": ["bot", []]}, "must hold only text"),
        ({"moves": ["heads", "tails"], "by": ["bot", "cat"]}, "must say player, bot, clock"),
        ({"moves": ["heads", "tails"], "by": ["player", "player"]}, "must say player, bot, clock"),
    ],
)
def test_an_odd_entry_of_a_record_is_refused(coin, entry, reason):
    with pytest.raises(Refused) as refused:
        coin.read_turn(entry, 2)
    assert reason in refused.value.facts["reason"]


def test_a_turn_is_recorded_with_who_made_it_only_if_it_was_not_the_player(coin):
    state, moves = State(0, (0, 0)), ("heads", "tails")
    assert coin.record_turn(state, moves, ("player", "player")) == {"moves": ["heads", "tails"]}
    assert coin.record_turn(state, moves, ("player", "bot"))["by"] == ["player", "bot"]
    assert coin.record_result(State(3, (2, 1))) == {
        "seats": [{"right calls": 2, "score": 2, "rank": 1}, {"right calls": 1, "score": 1, "rank": 2}]
    }


def test_a_plain_table_shows_the_middle_each_seat_and_what_is_mine_alone(coin):
    state = State(1, (1, 0))
    public, mine = coin.view(state, frozenset()), coin.view(state, frozenset({0}))
    assert [(fact.name, fact.words) for fact in plain.board(public)] == [
        ("Coins", ("gold", "iron")),
        ("Lucky", ("✓",)),
    ]
    assert [(fact.name, fact.words) for fact in plain.at_seat(public, 1)] == [("Right calls", ("0",))]
    assert [fact.name for fact in plain.own(mine, public, 0, mine.moves)] == ["Hand"]
    assert plain.own(mine, public, 0, ("x",)) == (), "the buttons show the hand already"
    assert plain.at_seat(SimpleNamespace(), 0) == ()


def test_a_plain_count_tells_points_and_their_parts(coin):
    first = coin.explain(State(3, (2, 1))).seats[0]
    assert (first.points, first.rank, first.parts[0].words) == (2, 1, ("2",))


def test_things_within_things_are_words_too():
    assert plain.words((("a", 1), Place(2, None), {"b": 3}, frozenset(), None)) == (
        "a 1",
        "2 –",
        "3",
        "–",
        "–",
    )
    assert plain.words(frozenset({"b", "a"})) == ("a", "b")
