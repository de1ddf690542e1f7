"""An empty sheet for one player: the lines of its spaces, stars and hearts, and the boxes for points."""

from dataclasses import dataclass

from games.engine.contract import Options
from games.splitter.drawing import outline
from games.splitter.rules import TURNS
from games.splitter.sheets import NUMBERS, SHEETS, Place

TICKS_IN_A_ROW = 11


@dataclass(frozen=True, slots=True)
class Blank:
    """A sheet in units of a space, as games.splitter.drawing draws it."""

    name: str
    edge: str
    grid: str
    stars: tuple[Place, ...]
    hearts: tuple[Place, ...]
    numbers: tuple[int, ...]
    turns: tuple[tuple[int, ...], ...]
    """The turns to tick off, row by row."""


def blank(options: Options, seats: int, *, rounds: int, longest: int) -> Blank:
    """The sheet of one player; everybody needs one for each round."""
    sheet = SHEETS[options.get("sheet", "A")]
    turns = tuple(range(1, TURNS + 1))
    return Blank(
        name=sheet.name,
        edge=outline(sheet.places),
        grid="".join(f"M{column} {row}h1v1h-1z" for row, column in sheet.places),
        stars=tuple(sheet.places[number] for number in sorted(sheet.stars)),
        hearts=tuple(sheet.places[number] for number in sheet.hearts),
        numbers=NUMBERS,
        turns=(turns[:TICKS_IN_A_ROW], turns[TICKS_IN_A_ROW:]),
    )
