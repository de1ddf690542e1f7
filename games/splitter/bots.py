"""Players made of code. They see what their seat sees and get luck as an argument."""

from collections.abc import Mapping
from random import Random

from games.contract import Bot, Move
from games.splitter.view import View, moves


def any_move(view: View, luck: Random) -> Move:
    """Any legal move, each as likely."""
    return luck.choice(moves(view))


BOTS: Mapping[str, Bot] = {bot.level: bot for bot in (Bot("random", any_move),)}
