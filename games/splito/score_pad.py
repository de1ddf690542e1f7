"""The layout of the score pad: zone values in circles on the lines between names, products between them.

Names run anticlockwise, so that left on paper is left at the table. The two outer circles are one zone;
with two players every zone has one owner, and no circle is shared.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.contract import Options, Score, totals
from games.engine.score_pad import LETTER, against_the_clock, by_player, tells

WIDTH = 820
FIRST, LAST = 80, 740
TOP = 132
ROOMY, TIGHT = 128, 68
MOST_ROOMY = 4
NAMES = 36
DIGIT = 0.64


@dataclass(frozen=True, slots=True)
class Circle:
    x: int
    value: int


@dataclass(frozen=True, slots=True)
class Column:
    """A player's column: its middle, whose it is, the points, and whether they are the best."""

    x: int
    player: int
    points: int
    best: bool


@dataclass(frozen=True, slots=True)
class Block:
    """One round. `names` is the position of names that change from round to round, otherwise None."""

    number: int
    top: int
    names: int | None
    circles_y: int
    circles: tuple[Circle, ...]
    columns: tuple[Column, ...]
    times_y: int
    points_y: int
    end: int


@dataclass(frozen=True, slots=True)
class Pad:
    """The whole pad, in units of its own width. Texts get a size that fits their column."""

    width: int
    height: int
    radius: int
    value_size: int
    points_size: int
    sum_size: int
    name_size: int
    letters: int
    ring: int
    folds: tuple[int, ...]
    head: tuple[Column, ...]
    head_y: int
    top: int
    bottom: int
    blocks: tuple[Block, ...]
    sums: tuple[Column, ...]
    sums_y: int
    note_y: int
    shared: bool
    """Whether neighbours share zones; with two players they do not."""

    @property
    def tall(self) -> bool:
        return self.height > self.width


def pad(
    options: Options,
    rounds: Sequence[Sequence[Score]],
    players: Sequence[Sequence[int]],
    *,
    longest: int = 12,
) -> Pad | None:
    """The pad of a match: each round's scores in seat order, and who had these seats.

    `longest` is the length of the longest name. None if only the points are known.
    """
    if not tells(rounds, "left", "right"):
        return None
    seats = len(players[0])
    redrawn = any(list(seated) != list(players[0]) for seated in players)
    height = ROOMY if len(rounds) <= MOST_ROOMY and not redrawn else TIGHT
    width = (LAST - FIRST) // seats
    radius = min(26 if height == ROOMY else 23, width * 3 // 10)
    blocks, top = [], TOP - (NAMES if redrawn else 0)
    for number, (scores, seated) in enumerate(zip(rounds, players, strict=True), start=1):
        shown = top + (NAMES if redrawn else 0)
        blocks.append(
            Block(
                number=number,
                top=shown,
                names=shown - 10 if redrawn else None,
                circles_y=shown + (44 if height == ROOMY else 34),
                circles=_circles(scores),
                columns=_columns(scores, seated, best=len(rounds) == 1),
                times_y=shown + (50 if height == ROOMY else 18),
                points_y=shown + (111 if height == ROOMY else 53),
                end=shown + height,
            )
        )
        top = shown + height
    sums = _sums(rounds, players) if len(rounds) > 1 else ()
    most = max((column.points for block in blocks for column in block.columns), default=0)
    total = max((column.points for column in sums), default=0)
    sums_y = top + (58 if not redrawn else 58 + NAMES - 6)
    note_y = (sums_y if sums else top) + 50
    name_size = max(13, min(26, int(width / (LETTER * max(longest, 4)))))
    return Pad(
        width=WIDTH,
        height=note_y + 30,
        radius=radius,
        value_size=radius + 4,
        points_size=min(
            38 if height == ROOMY else 32, _fitting(width - 2 * radius * (height == TIGHT), most)
        ),
        sum_size=min(42, _fitting(width, total)),
        name_size=name_size,
        letters=int(width / (LETTER * name_size)),
        ring=min(54, width // 2 - 2),
        folds=_folds(seats),
        head=() if redrawn else blocks[0].columns,
        head_y=TOP - 16,
        top=TOP,
        bottom=top,
        blocks=tuple(blocks),
        sums=sums,
        sums_y=sums_y,
        note_y=note_y,
        shared=seats > 2,
    )


def _edges(at: int, seats: int) -> tuple[int, int]:
    """The positions of a column's two circles; with two players they are not on the line between names."""
    width = (LAST - FIRST) / seats
    inset = 60 if seats == 2 else 0
    return round(FIRST + at * width + inset), round(FIRST + (at + 1) * width - inset)


def _folds(seats: int) -> tuple[int, ...]:
    if seats == 2:
        return ((FIRST + LAST) // 2,)
    return (*(_edges(at, seats)[0] for at in range(seats)), LAST)


def _circles(scores: Sequence[Score]) -> tuple[Circle, ...]:
    order = against_the_clock(len(scores))
    circles = []
    for at, seat in enumerate(order):
        left, right = _edges(at, len(order))
        circles.append(Circle(left, scores[seat].parts["left"]))
        if len(order) == 2 or at == len(order) - 1:
            circles.append(Circle(right, scores[seat].parts["right"]))
    return tuple(circles)


def _columns(scores: Sequence[Score], seated: Sequence[int], *, best: bool) -> tuple[Column, ...]:
    order = against_the_clock(len(scores))
    return tuple(
        Column(
            sum(_edges(at, len(order))) // 2,
            player=seated[seat],
            points=scores[seat].points,
            best=best and scores[seat].rank == 1,
        )
        for at, seat in enumerate(order)
    )


def _sums(rounds: Sequence[Sequence[Score]], players: Sequence[Sequence[int]]) -> tuple[Column, ...]:
    """Points added person by person, in the order of the first round, wherever each one sat."""
    return _columns(totals(by_player(rounds, players)), players[0], best=True)


def _fitting(width: int, number: int) -> int:
    """The size in which this number fits into this width."""
    return int((width - 6) / (DIGIT * len(str(number))))
