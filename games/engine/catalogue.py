"""Finds the games: every package in `games` that has rules is a game."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

from games.engine.contract import Game, Refused


@cache
def names() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    games = Path(__file__).parent.parent
    return tuple(sorted(rules.parent.name for rules in games.glob("*/rules.py")))


def find(name: str) -> Game:
    """The game with this name; Refused if there is none."""
    if name not in names():
        raise Refused("unknown-game", game=name)
    return _loaded(name)


@cache
def _loaded(name: str) -> Game:
    return cast(Game, import_module(f"games.{name}"))
