"""What was written in a turn, for a replay: everybody had the same dice, and all sheets are open."""

from collections.abc import Sequence

from games.engine.contract import Move
from games.splitter.sheets import SHEETS, Placement
from games.splitter.view import View


def offered(view: View, moves: Sequence[Move]) -> tuple[Placement, ...]:
    """Where each seat wrote the dice of the open turn."""
    return tuple(SHEETS[view.sheet].placements[move] for move in moves)
