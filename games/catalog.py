"""Finds the games: every package beside this file that has rules is one."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

from games.contract import Game, Refused


@cache
def names() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    here = Path(__file__).parent
    return tuple(sorted(rules.parent.name for rules in here.glob("*/rules.py")))


def find(name: str) -> Game:
    """The game of that name; Refused when there is none."""
    if name not in names():
        raise Refused("unknown-game", game=name)
    return _loaded(name)


@cache
def _loaded(name: str) -> Game:
    return cast(Game, import_module(f"games.{name}"))
