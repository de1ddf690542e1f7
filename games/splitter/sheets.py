"""The sheets of Splitter, drawn as they are printed, and what follows from the drawing."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from games.engine.contract import Move

COLUMNS = 8
NUMBERS = (1, 2, 3, 4, 5, 6)

SPACE, STAR, HEART, NOTHING = "#*H."

FREE = "_"
"""How a grid shows a free space."""

DRAWINGS = {
    "A": """
        ..####..
        .######.
        ########
        *######*
        ########
        .######.
        ..####..
    """,
    "B": """
        ###..#H#
        ########
        .H#####.
        .##..##.
        .###H##.
        ########
        #*#..#*#
    """,
}

Cells = bytes
"""The 44 numbers of one sheet, row by row; 0 is a free space."""

Grid = tuple[str, ...]
"""One sheet as text: digits, `_` for a free space, `.` where there is none."""

Place = tuple[int, int]
"""A row and a column, counted from 1."""


@dataclass(frozen=True, slots=True)
class Placement:
    """What one seat writes in one turn: two numbers at the same distance from the centre line."""

    row: int
    column: int
    left: int
    right: int

    @property
    def mirror(self) -> int:
        """The column of the right number."""
        return COLUMNS + 1 - self.column

    @property
    def ring(self) -> str:
        """A line just inside the two spaces, as an SVG path."""
        return "".join(f"M{x}.06 {self.row}.06h.88v.88h-.88z" for x in (self.column, self.mirror))

    @property
    def move(self) -> Move:
        return f"r{self.row}c{self.column} {self.left}{self.right}"


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """One printed sheet. Spaces are numbered from 0 in reading order; `near` lists each one's neighbours."""

    name: str
    drawing: Grid
    places: tuple[Place, ...]
    near: tuple[tuple[int, ...], ...]
    pairs: Mapping[Place, tuple[int, int]]
    stars: frozenset[int]
    hearts: tuple[int, ...]
    placements: Mapping[Move, Placement]

    @property
    def empty(self) -> Cells:
        return bytes(len(self.places))

    # Everybody sees all sheets, and a reveal changes each of them once.
    @lru_cache(maxsize=4096)  # noqa: B019 - there are two sheets, and they stay
    def grid(self, cells: Cells) -> Grid:
        """The sheet as text."""
        numbers = iter(cells)
        return tuple(
            "".join(mark if mark == NOTHING else str(next(numbers) or FREE) for mark in row)
            for row in self.drawing
        )

    def cells(self, grid: Grid) -> Cells:
        """The numbers in such a text."""
        return bytes(0 if mark == FREE else int(mark) for row in grid for mark in row if mark != NOTHING)

    @lru_cache(maxsize=4096)  # noqa: B019
    def free(self, cells: Cells) -> tuple[Place, ...]:
        """The places left of the centre line whose pair is still free."""
        return tuple(place for place, (left, _) in self.pairs.items() if not cells[left])

    def write(self, cells: Cells, placement: Placement) -> Cells:
        """The sheet with two more numbers."""
        left, right = self.pairs[placement.row, placement.column]
        written = bytearray(cells)
        written[left], written[right] = placement.left, placement.right
        return bytes(written)


def read(name: str, drawing: str) -> Sheet:
    """A sheet from its drawing."""
    rows = tuple(drawing.split())
    marks = {
        (row, column): mark
        for row, line in enumerate(rows, 1)
        for column, mark in enumerate(line, 1)
        if mark != NOTHING
    }
    number = {place: i for i, place in enumerate(marks)}
    pairs = {
        (row, column): (number[row, column], number[row, COLUMNS + 1 - column])
        for row, column in marks
        if column <= COLUMNS // 2
    }
    around = ((-1, 0), (0, -1), (0, 1), (1, 0))
    placements = (
        Placement(row, column, left, right) for (row, column), left, right in product(pairs, NUMBERS, NUMBERS)
    )
    return Sheet(
        name=name,
        drawing=rows,
        places=tuple(marks),
        near=tuple(
            tuple(
                number[row + down, column + right]
                for down, right in around
                if (row + down, column + right) in number
            )
            for row, column in marks
        ),
        pairs=pairs,
        stars=frozenset(number[place] for place, mark in marks.items() if mark == STAR),
        hearts=tuple(number[place] for place, mark in marks.items() if mark == HEART),
        placements={placement.move: placement for placement in placements},
    )


SHEETS: Mapping[str, Sheet] = {name: read(name, drawing) for name, drawing in DRAWINGS.items()}
