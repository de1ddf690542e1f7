"""Splitter: nobody sees future dice."""

from dataclasses import replace
from random import Random

from games.engine.contract import Eyes
from games.splitter.rules import State


def redraw(state: State, eyes: Eyes, luck: Random) -> State:
    coming = range(state.turn + 1, len(state.dice))
    drawn = tuple((luck.randint(1, 6), luck.randint(1, 6)) for _ in coming)
    return replace(state, dice=state.dice[: state.turn + 1] + drawn)
