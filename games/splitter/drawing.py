"""A sheet as lines and digits for the screen, computed here so that templates do no arithmetic.

A space is one unit; the space in row 4, column 1 reaches from (1, 4) to (2, 5).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from games.splitter.sheets import Place

RIGHT, DOWN, LEFT, UP = range(4)
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
HALF_DIGIT = 0.055
"""How far the two digits of a 10 or 12 are from the middle of their disc."""


class Group(Protocol):
    """The parts of a group that are drawn."""

    @property
    def number(self) -> int: ...
    @property
    def places(self) -> tuple[Place, ...]: ...
    @property
    def points(self) -> int: ...
    @property
    def status(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Digits:
    """Digits that look the same: their characters and their positions."""

    kind: str
    text: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """Closed lines around groups that score and groups that cannot, all digits, and the discs with points."""

    scoring: str
    dead: str
    digits: tuple[Digits, ...]
    discs: str
    points: Digits | None


def draw(groups: Sequence[Group]) -> Drawing:
    """A sheet that shows which groups score."""
    scoring = [group for group in groups if group.status == "scores"]
    return Drawing(
        scoring="".join(outline(group.places) for group in scoring),
        dead="".join(outline(group.places) for group in groups if group.status == "dead"),
        digits=tuple(
            written(kind, [group for group in groups if group.status == kind])
            for kind in ("scores", "growing", "dead")
            if any(group.status == kind for group in groups)
        ),
        discs="".join(f"M{column} {row}h0" for row, column in (group.places[0] for group in scoring)),
        points=points(scoring) if scoring else None,
    )


def draw_plain(groups: Sequence[Group]) -> Drawing:
    """The same sheet as on paper: only what was written."""
    return Drawing("", "", (written("growing", groups),) if groups else (), "", None)


def written(kind: str, groups: Iterable[Group]) -> Digits:
    digits = [(row, column, group.number) for group in groups for row, column in group.places]
    return Digits(
        kind,
        text="".join(str(number) for _, _, number in digits),
        x=" ".join(str(column) for _, column, _ in digits),
        y=" ".join(str(row) for row, _, _ in digits),
    )


def points(groups: Iterable[Group]) -> Digits:
    """What each group scores, at its first space; two digits are centred together."""
    text, x, y = "", [], []
    for group in groups:
        row, column = group.places[0]
        digits = str(group.points)
        shifts = (0,) if len(digits) == 1 else (-HALF_DIGIT, HALF_DIGIT)
        text += digits
        x += [f"{column + shift:g}" for shift in shifts]
        y += [str(row)] * len(digits)
    return Digits("points", text, " ".join(x), " ".join(y))


@lru_cache(4_000)
def outline(places: tuple[Place, ...]) -> str:
    """The closed line around these places, clockwise; a hole inside them is another line."""
    inside = set(places)
    sides = {
        (row + down, column + right, way)
        for row, column in inside
        for way, (down, right) in enumerate(((0, 0), (0, 1), (1, 1), (1, 0)))
        if (row + STEPS[way - 1][0], column + STEPS[way - 1][1]) not in inside
    }
    path = ""
    while sides:
        row, column, way = min(sides)
        path += f"M{column} {row}"
        length = 0
        while True:
            sides.discard((row, column, way))
            row, column = row + STEPS[way][0], column + STEPS[way][1]
            length += 1
            onward = next(
                (turn for turn in ((way + 1) % 4, way, (way - 1) % 4) if (row, column, turn) in sides), None
            )
            if onward is None:  # back at the start; the z closes the path
                break
            if onward != way:
                path += segment(way, length)
                way, length = onward, 0
        path += "z"
    return path


def lines(places: Iterable[Place]) -> str:
    """All sides of these places; each line is drawn once, as long as possible."""
    inside = set(places)
    across = {side for row, column in inside for side in ((row, column), (row + 1, column))}
    down = {side for row, column in inside for side in ((column, row), (column + 1, row))}
    flat = "".join(f"M{start} {row}h{length}" for row, start, length in runs(across))
    return flat + "".join(f"M{column} {start}v{length}" for column, start, length in runs(down))


def runs(sides: set[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Sides on the same line joined together: the line, where it starts, how long it is."""
    for line, start in sorted(sides):
        if (line, start - 1) not in sides:
            length = 1
            while (line, start + length) in sides:
                length += 1
            yield line, start, length


def segment(way: int, length: int) -> str:
    letter = "h" if way in (RIGHT, LEFT) else "v"
    return f"{letter}{length if way in (RIGHT, DOWN) else -length}"
