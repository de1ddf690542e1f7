"""The layout of the score pad: for each round the points of 1s to 6s, the hearts and the total."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.contract import Options, Score, totals
from games.engine.score_pad import LETTER, by_player, tells
from games.splitter.sheets import NUMBERS, SHEETS

MARGIN = 40
TOP = 84
ROW = 30
HEAD = 44
GAP = 34
LABEL = 46
LEAST_WIDTH = 480
BESIDE = {1: 1, 2: 2, 3: 3, 4: 2}
"""How many rounds are side by side, by the number of rounds; three if there are five or more."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: `label` is 1 to 6, `hearts`, `total` or `sum`; `values` are x, points, whether they are best."""

    label: str
    y: int
    values: tuple[tuple[int, int, bool], ...]


@dataclass(frozen=True, slots=True)
class Block:
    """One round, or the sums of all rounds with `number` 0."""

    number: int
    x: int
    y: int
    end_x: int
    names_y: int
    rows: tuple[Row, ...]

    @property
    def head_y(self) -> int:
        return self.y + HEAD

    @property
    def total_y(self) -> int:
        """The position of the line above the total."""
        return self.rows[-1].y - ROW + 2


@dataclass(frozen=True, slots=True)
class Pad:
    width: int
    height: int
    end_x: int
    letters: int
    blocks: tuple[Block, ...]
    note_y: int
    hearts: bool

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
    if not tells(rounds, "numbers", "hearts"):
        return None
    people = len(players[0])
    played = by_player(rounds, players)
    hearts = bool(SHEETS[options["sheet"]].hearts)
    column = max(46, min(120, 560 // people), min(120, int(LETTER * 15 * longest)) if people < 5 else 0)
    width = LABEL + people * column
    beside = BESIDE.get(len(rounds), 3)
    high = HEAD + ROW * (len(NUMBERS) + hearts + 1) + GAP
    blocks = [
        _block(
            number,
            _rows(scores, hearts),
            x=MARGIN + (number - 1) % beside * (width + GAP),
            y=TOP + (number - 1) // beside * high,
            column=column,
        )
        for number, scores in enumerate(played, start=1)
    ]
    bottom = TOP + -(-len(rounds) // beside) * high
    if len(rounds) > 1:
        sums = totals(played)
        line = ("sum", [score.points for score in sums], [score.rank == 1 for score in sums])
        blocks.append(_block(0, [line], x=MARGIN, y=bottom, column=column))
        bottom += HEAD + ROW + GAP
    end_x = max(LEAST_WIDTH - MARGIN, MARGIN + beside * width + (beside - 1) * GAP)
    return Pad(
        width=end_x + MARGIN,
        height=bottom + 36,
        end_x=end_x,
        letters=max(3, int(column / (LETTER * 15))),
        blocks=tuple(blocks),
        note_y=bottom + 8,
        hearts=hearts,
    )


Line = tuple[str, list[int], list[bool]]


def _rows(scores: Sequence[Score], hearts: bool) -> list[Line]:
    plain = [False] * len(scores)
    lines: list[Line] = [
        (str(number), [score.parts["numbers"][at] for score in scores], plain)
        for at, number in enumerate(NUMBERS)
    ]
    if hearts:
        lines.append(("hearts", [score.parts["hearts"] for score in scores], plain))
    return [
        *lines,
        (
            "total",
            [score.points for score in scores],
            [score.rank == 1 and len(scores) > 1 for score in scores],
        ),
    ]


def _block(number: int, lines: list[Line], *, x: int, y: int, column: int) -> Block:
    rows = tuple(
        Row(
            label,
            y=y + HEAD + ROW * line - (2 if label in ("total", "sum") else 8),
            values=tuple(
                (x + LABEL + at * column + column // 2, points, best)
                for at, (points, best) in enumerate(zip(values, bests, strict=True))
            ),
        )
        for line, (label, values, bests) in enumerate(lines, start=1)
    )
    people = len(rows[0].values)
    return Block(number, x=x, y=y, end_x=x + LABEL + people * column, names_y=y + HEAD - 12, rows=rows)
