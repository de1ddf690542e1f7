"""Splito tables drawn as text, for tests that look like a picture in a rulebook."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games import splito
from games.engine.contract import Move
from games.splito.deck import load
from games.splito.explanation import GoalCount, explain
from games.splito.scoring import Worth, weigh
from games.splito.state import State, Table, length, places

ASIDE = "majority-orange majority-6"
"""Public goals that nobody wins as long as no picture has orange cards or sixes."""


def lay(*zones: str, public: str = ASIDE, left: int = 0, **more: Any) -> Table:
    """The table with these cards in its zones, in the order they came, and this many turns left to play."""
    seats = more.pop("seats", len(zones))
    return Table(
        seats=seats,
        deck=more.pop("deck", load("classic")),
        public=tuple(public.split()),
        zones=tuple(tuple(zone.split()) for zone in zones),
        turn=length(seats) - left,
        **more,
    )


def worth(*zones: str, **more: Any) -> Worth:
    """What the first of these zones is worth."""
    return weigh(lay(*zones, **more))[0]


def verdict(zone: str, goal: str, *others: str, **more: Any) -> GoalCount:
    """The state of the goal that lies in the zone with these cards; other zones are empty unless drawn."""
    table = lay(f"{zone} {goal}", *(others or ("", "")), **more)
    (line,) = [line for line in explain(table).zones[0].goals if line.goal.id == goal]
    return line


def hold(*hands: str, zones: tuple[str, ...] = (), rest: str = "", **more: Any) -> State:
    """A round with these hands, one per place, all still to be played; zones are empty unless drawn."""
    cards = tuple(tuple(hand.split()) for hand in hands)
    seats = more.pop("seats", len(hands))
    zones = zones or ("",) * places(seats)
    table = lay(*zones, seats=seats, left=sum(map(len, cards)) // seats, **more)
    return State(table, cards, rest=tuple(rest.split()))


def rounds(
    seats: int, seed: bytes, luck: int, *, promo42: bool = False
) -> Iterator[tuple[State, tuple[Move, ...]]]:
    """Each state of a random round with the moves made in it; last the finished state, without moves."""
    random = Random(luck)
    state = splito.start({"promo42": promo42}, seats, seed)
    while not splito.over(state):
        moves = tuple(random.choice(splito.legal(state, seat)) for seat in range(seats))
        yield state, moves
        state = splito.play(state, moves)
    yield state, ()
