"""How all that these eyes do not see is redrawn, for each game.

`redraw(state, eyes, luck)` returns a state that could just as well be the true one, for all those eyes know.
The catalogue's test then demands equal views of both. It is written from the rules page, not from the game's
`view`, so that the two can disagree: in a module of the game's name here, or in `games/<game>/unseen.py`.
A game without either takes its view's word for what is unseen; then only what is made of the view is proved.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from games.engine.contract import Eyes, Game

Redraw = Callable[[Any, Eyes, Random], Any]
Path = tuple[int, ...]
"""Where something lies in tuples of tuples."""


def redraw_of(game: Game) -> Redraw:
    for module in (f"tests.support.unseen.{game.NAME}", f"games.{game.NAME}.unseen"):
        if find_spec(module):
            found: Redraw = import_module(module).redraw
            return found
    return partial(swapped, game)


def swapped(game: Game, state: Any, eyes: Eyes, luck: Random) -> Any:
    """The state with things of the same field swapped, as often as these eyes cannot see the difference."""
    seen = game.view(state, eyes)
    for field in fields(state):
        places = list(leaves(getattr(state, field.name)))
        for at, one in enumerate(places):
            other = places[luck.randrange(at + 1)]
            value = getattr(state, field.name)
            mine, theirs = at_path(value, one), at_path(value, other)
            if type(mine) is type(theirs):
                value = put(put(value, one, theirs), other, mine)
                changed = replace(state, **{field.name: value})
                if game.view(changed, eyes) == seen:
                    state = changed
    return state


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """The places of all single things in tuples of tuples."""
    if isinstance(value, tuple):
        for at, part in enumerate(value):
            yield from leaves(part, (*path, at))
    elif path:
        yield path


def at_path(value: Any, path: Path) -> Any:
    for at in path:
        value = value[at]
    return value


def put(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    at, *deeper = path
    return (*value[:at], put(value[at], tuple(deeper), new), *value[at + 1 :])
