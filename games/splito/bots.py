"""The computer's players of Splito. Each sees what its seat sees."""

from random import Random

from games.contract import Bot, Move
from games.splito.rules import moves
from games.splito.table import View


def anything(view: View, luck: Random) -> Move:
    """Any card to any side, each move equally likely."""
    return luck.choice(moves(view))


BOTS = {"random": Bot("random", anything)}
