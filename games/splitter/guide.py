"""The examples on Splitter's rules page: small sheets on which groups score and miss, and one whole count.

Nothing here says what scores: the real scoring judges each picture.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, reduce

from games.splitter.explanation import Explained, explain_sheet
from games.splitter.paper import MOST_POINTS
from games.splitter.rules import SEATS, TURNS
from games.splitter.scoring import HEARTS_POINTS, VERDICTS
from games.splitter.sheets import SHEETS, Grid, Place, Placement, Sheet


@dataclass(frozen=True, slots=True)
class Picture:
    """A sheet at one moment, explained; `pair` was written last, or is about to be."""

    sheet: str
    drawing: Grid
    rows: Grid
    explained: Explained
    pair: Placement | None = None

    @property
    def places(self) -> tuple[Place, ...]:
        """The places of the pair."""
        return (
            ()
            if self.pair is None
            else ((self.pair.row, self.pair.column), (self.pair.row, self.pair.mirror))
        )

    @property
    def numbers(self) -> str:
        return "" if self.pair is None else f"{self.pair.left}{self.pair.right}"


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers in the sentences of the page, as the rules have them."""

    spaces: int
    hearts: int
    most_points: Mapping[str, int]
    fewest: int = SEATS[0]
    most: int = SEATS[-1]
    turns: int = TURNS
    hearts_points: int = HEARTS_POINTS


@dataclass(frozen=True, slots=True)
class Guide:
    """Everything the page shows; `turn` is a sheet on which a pair is about to be written."""

    blanks: tuple[Picture, ...]
    turn: Picture
    examples: Mapping[str, tuple[Picture, ...]]
    count: Picture
    steps: tuple[tuple[int, int | None], ...]
    """The classes of a solo round: the lowest and highest points of each; the last has no highest."""
    numbers: Numbers


# A sheet, and the moves on it at each step, as players make them.
EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "groups": (
        "A",
        "r2c3 36",
        "r2c3 36, r2c4 35",
        "r2c3 36, r2c4 35, r3c4 34",
        "r2c3 36, r2c4 35, r3c4 34, r3c3 36",
    ),
    "centre": ("A", "r5c2 64, r2c4 53", "r5c2 64, r2c4 53, r3c4 22"),
    "corner": ("A", "r2c3 25, r3c4 26", "r2c3 25, r3c4 26, r2c4 24"),
    "star": ("A", "r3c1 46, r4c2 45, r4c1 42", "r3c1 46, r4c2 45, r4c1 42, r4c3 43"),
    "hearts": ("B", "r3c2 53, r1c2 65", "r3c2 53, r1c2 65, r5c4 25", "r3c2 53, r1c2 65, r5c4 52"),
}

TURN = ("A", "r1c4 41, r2c2 44, r3c4 65", "r2c3 52")
COUNTED = ("A", "..4416.. .446614. 16665444 55521642 45521333 .125321. ..5332..")


@cache
def guide() -> Guide:
    sheet, lying, coming = TURN
    return Guide(
        blanks=tuple(_written(name, "") for name in SHEETS),
        turn=replace(_written(sheet, lying), pair=SHEETS[sheet].placements[coming]),
        examples={name: _steps(*example) for name, example in EXAMPLES.items()},
        count=_picture(SHEETS[COUNTED[0]], tuple(COUNTED[1].split())),
        steps=tuple(zip((0, *(most + 1 for most in VERDICTS)), (*VERDICTS, None), strict=True)),
        numbers=Numbers(
            spaces=len(SHEETS[sheet].places),
            hearts=max(len(one.hearts) for one in SHEETS.values()),
            most_points=MOST_POINTS,
        ),
    )


def _steps(sheet: str, *steps: str) -> tuple[Picture, ...]:
    return tuple(_written(sheet, moves) for moves in steps)


def _written(name: str, moves: str) -> Picture:
    """The sheet after these moves; the last one is the pair of the picture."""
    sheet = SHEETS[name]
    pairs = [sheet.placements[move] for move in moves.split(", ") if move]
    cells = reduce(sheet.write, pairs, sheet.empty)
    return replace(_picture(sheet, sheet.grid(cells)), pair=pairs[-1] if pairs else None)


def _picture(sheet: Sheet, rows: Grid) -> Picture:
    return Picture(sheet.name, sheet.drawing, rows, explained=explain_sheet(sheet, sheet.cells(rows)))
