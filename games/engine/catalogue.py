"""Finds the games: every package in `games` that has rules is a game."""

from functools import cache
from importlib import import_module
from pathlib import Path

from games.engine.contract import Game, Refused
from games.engine.defaults import complete

HERE = Path(__file__).parent.parent


@cache
def names() -> tuple[str, ...]:
    """The names of all games, in their own order and then by the alphabet."""
    found = sorted(rules.parent.name for rules in HERE.glob("*/rules.py"))
    return tuple(sorted(found, key=lambda name: _loaded(name).ORDER))


def find(name: str) -> Game:
    """The game with this name; Refused if there is none."""
    if name not in names():
        raise Refused("unknown-game", game=name)
    return _loaded(name)


@cache
def _loaded(name: str) -> Game:
    """The game, completed. A package that says nothing itself leaves everything to its `rules`."""
    package = import_module(f"games.{name}")
    module = package if hasattr(package, "start") else import_module(f"games.{name}.rules")
    return complete(name, vars(module))
