"""Shows what a look back found: for each turn my pair and the Master's, and what mine cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.splitter.rules import Dice
from games.splitter.sheets import SHEETS, Grid, Place, Placement
from games.splitter.view import View

TALLEST = 100
"""The height of the chart; the costliest turn reaches it."""

MEASURE = 2.0
"""The fewest points that the chart's full height stands for, so that small costs do not look large."""

STEP, BAR = 30, 18


@dataclass(frozen=True, slots=True)
class Written:
    """A pair of numbers on the sheet."""

    at: Placement

    @property
    def places(self) -> tuple[Place, Place]:
        return (self.at.row, self.at.column), (self.at.row, self.at.mirror)

    @property
    def numbers(self) -> str:
        return f"{self.at.left}{self.at.right}"

    @property
    def from_centre(self) -> int:
        """1 is beside the centre line, 4 is farthest from it."""
        return 5 - self.at.column


@dataclass(frozen=True, slots=True)
class Turn:
    turn: int
    dice: Dice
    rows: Grid
    """My sheet before I wrote."""
    mine: Written
    best: Written
    cost: float
    verdict: str

    @property
    def number(self) -> int:
        return self.turn + 1

    @property
    def swapped(self) -> bool:
        """Whether both use the same two spaces with the numbers the other way round."""
        return self.mine.places == self.best.places and self.mine != self.best


@dataclass(frozen=True, slots=True)
class Bar:
    """One turn in the chart; its number and its cost stand at `middle`."""

    number: int
    cost: float
    x: int
    y: float
    height: float
    middle: int
    costliest: bool

    @property
    def labelled(self) -> bool:
        """Whether this bar has a label: if there is no room for all numbers, these are enough to count by."""
        return self.number == 1 or self.number % 5 == 0


@dataclass(frozen=True, slots=True)
class Told:
    drawing: Grid
    costliest: Turn | None
    others: tuple[Turn, ...]
    """All other turns in which the Master would have written something else, the costliest first."""
    same: tuple[Turn, ...]
    lost: float
    bars: tuple[Bar, ...]
    width: int


def tell(findings: Mapping[str, Any], views: Sequence[View]) -> Told:
    turns = [_turn(found, views[found["turn"]]) for found in findings["turns"]]
    different = sorted((turn for turn in turns if turn.verdict != "same"), key=lambda turn: -turn.cost)
    costliest = next((turn for turn in turns if turn.turn == findings["costliest"]), None)
    return Told(
        drawing=views[0].drawing,
        costliest=costliest,
        others=tuple(turn for turn in different if turn is not costliest),
        same=tuple(turn for turn in turns if turn.verdict == "same"),
        lost=findings["lost"],
        bars=_bars(turns, costliest),
        width=STEP * len(turns),
    )


def _turn(found: Mapping[str, Any], view: View) -> Turn:
    assert view.dice is not None
    placements = SHEETS[view.sheet].placements
    return Turn(
        turn=found["turn"],
        dice=view.dice,
        rows=view.sheets[view.seat],
        mine=Written(placements[found["mine"]]),
        best=Written(placements[found["best"]]),
        cost=found["cost"],
        verdict=found["verdict"],
    )


def _bars(turns: Sequence[Turn], costliest: Turn | None) -> tuple[Bar, ...]:
    most = max([MEASURE, *(turn.cost for turn in turns)])
    return tuple(
        Bar(
            number=turn.number,
            cost=turn.cost,
            x=STEP * place + (STEP - BAR) // 2,
            y=round(TALLEST - TALLEST * turn.cost / most, 1),
            height=round(TALLEST * turn.cost / most, 1),
            middle=STEP * place + STEP // 2,
            costliest=turn is costliest,
        )
        for place, turn in enumerate(turns)
    )
