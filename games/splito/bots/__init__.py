"""The bots for Splito, weakest first. Each sees only what its seat sees."""

from collections.abc import Callable
from random import Random

from games.engine.contract import Bot, Move
from games.splito.bots import apprentice, master, regular
from games.splito.rules import moves
from games.splito.state import View


def anything(view: View, luck: Random) -> Move:
    """Any card to any side, each move equally likely."""
    return luck.choice(moves(view))


def _bot(level: str, choose: Callable[[View, Random], Move], *, slow: bool = False) -> Bot:
    def with_a_hand(view: View, luck: Random) -> Move:
        if not view.own:
            raise ValueError(f"A bot cannot choose from an empty hand: seat {view.seat} has no card left.")
        return choose(view, luck)

    return Bot(level, with_a_hand, slow=slow)


BOTS = {
    "random": _bot("random", anything),
    "apprentice": _bot("apprentice", apprentice.choose),
    "regular": _bot("regular", regular.choose),
    "master": _bot("master", master.choose, slow=True),
}
