"""How likely a goal is met in the end, given what its zone shows now: tables learned from many rounds.

Every goal looks at one number of its zone: how many cards of a number there are, by how much the zone leads
in a colour, how many different colours it has. `ROWS` gives each kind of goal a range of places, one for each
such number. A table has a chance for every place; there is a table for each number of players and of turns
left. `scripts/learn_splito_chances.py` plays the rounds and writes the file.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.splito.goals import Goal

FILE = Path(__file__).parent / "chances.txt"

LEAD = 5
"""Larger leads, and larger distances behind, are treated like this many cards."""
ROOM = 16
"""Zones that are further than this many cards from a quantity are treated alike."""

_SIZES = (
    {"moon": 2 * LEAD + 1, "star": 2 * LEAD + 1, "public-moon": 2 * LEAD + 1, "public-star": 2 * LEAD + 1}
    | {"exactly-two": 4, "none": 2, "trio": 4, "at-most": ROOM + 2, "at-least": ROOM + 2}
    | {f"{kind}-{count}": 7 for kind in ("colours", "numbers") for count in range(1, 7)}
)


class Row(NamedTuple):
    """A range of places: where it begins, how long it is, and the number that its first place stands for."""

    start: int
    size: int
    lowest: int


def _rows() -> dict[str, tuple[int, int]]:
    rows, start = {}, 0
    for name, size in _SIZES.items():
        rows[name] = (start, size)
        start += size
    return rows


ROWS = _rows()
WIDTH = sum(_SIZES.values())


def row(goal: Goal, *, public: bool = False) -> Row:
    """The range of a goal; quantities are counted relative to the number of cards they ask for.

    A deck may have goals that nobody learned from. They use the range of the kind that is most like them:
    there are as many cards of a colour as of a number, and three of a kind are one more than two.
    """
    if goal.kind in ("moon", "star"):
        return Row(*ROWS[f"public-{goal.kind}" if public else goal.kind], lowest=-LEAD)
    if goal.kind in ("at-most", "at-least"):
        return Row(*ROWS[goal.kind], lowest=goal.count - ROOM)
    if goal.kind in ("colours", "numbers") and goal.count:
        return Row(*ROWS[f"{goal.kind}-{goal.count}"], lowest=0)
    if goal.kind in ("trio", "each", "each-number"):
        return Row(*ROWS["trio"], lowest=goal.count - 3)
    if goal.count == 0:
        return Row(*ROWS["none"], lowest=0)
    return Row(*ROWS["exactly-two"], lowest=goal.count - 2)


def odds(
    goal: Goal, table: NDArray[np.float32], numbers: NDArray[np.int64], *, public: bool = False
) -> NDArray[np.float32]:
    """How likely the goal is met in the end, for each of these numbers that it may look at now."""
    if goal.kind not in ("colours-up", "numbers-up"):
        start, size, lowest = row(goal, public=public)
        return table[start + np.clip(numbers - lowest, 0, size - 1)]
    # So many or more: exactly so many, or one more, and so on; what is there stays.
    kind, at = goal.kind.removesuffix("-up"), np.clip(numbers, 0, 6)
    chances = [table[ROWS[f"{kind}-{count}"][0] + at] for count in range(max(1, goal.count), 7)]
    return np.where(numbers >= goal.count, 1, np.minimum(1, np.sum(chances, axis=0))).astype(np.float32)


def certain() -> NDArray[np.float32]:
    """The table for a finished round: 1 if the goal is met, 0 if not."""
    table = np.zeros(WIDTH, np.float32)

    def met(name: str, first: int, beyond: int) -> None:
        start = ROWS[name][0]
        table[start + first : start + beyond] = 1

    for name in ("moon", "star", "public-moon", "public-star"):
        met(name, LEAD + 1, 2 * LEAD + 1)
    met("exactly-two", 2, 3)
    met("none", 0, 1)
    met("trio", 3, 4)
    met("at-most", 0, ROOM + 1)
    met("at-least", ROOM, ROOM + 2)
    for kind in ("colours", "numbers"):
        for count in range(1, 7):
            met(f"{kind}-{count}", count, count + 1)
    return table


class Chances(NamedTuple):
    """The chances for a number of turns left.

    The table, what goals still to come add to a zone, and how surely the best score of now wins (0: anybody
    can win; the greater, the surer).
    """

    table: NDArray[np.float32]
    future: float
    grip: float


CERTAIN = Chances(certain(), future=0.0, grip=8.0)


@cache
def load_chances(file: Path = FILE) -> dict[tuple[int, int], Chances]:
    """The learned chances by number of players and of turns left after this one."""
    learned = {}
    for line in file.read_text(encoding="ascii").splitlines():
        players, left, future, grip, *chances = line.split()
        if len(chances) != WIDTH:
            raise ValueError(f"{file.name} has {len(chances)} chances in a line, {WIDTH} are needed")
        table = np.array(chances, np.float32) / np.float32(1000)
        learned[int(players), int(left)] = Chances(table, float(future), float(grip))
    return learned


def text(learned: dict[tuple[int, int], Chances]) -> str:
    """The same as a file: one line for each number of players and of turns left, chances in thousandths."""
    return "".join(
        f"{players} {left} {c.future:.3f} {c.grip:.3f} {' '.join(str(round(1000 * x)) for x in c.table)}\n"
        for (players, left), c in sorted(learned.items())
    )
