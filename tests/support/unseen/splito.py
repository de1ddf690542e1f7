"""Splito: nobody sees other hands or the cards left out of the round; a replay sees every hand."""

from dataclasses import replace
from random import Random

from games.engine.contract import Eyes
from games.splito.state import State, place


def redraw(state: State, eyes: Eyes, luck: Random) -> State:
    seats = state.table.seats
    seen = set(range(len(state.hands))) if len(eyes) == seats else {place(seat, seats) for seat in eyes}
    hidden = [*state.rest, *(card for at, hand in enumerate(state.hands) if at not in seen for card in hand)]
    luck.shuffle(hidden)
    pile = iter(hidden)
    hands = tuple(
        hand if at in seen else tuple(next(pile) for _ in hand) for at, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands, rest=tuple(pile))
