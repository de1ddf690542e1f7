"""What eyes may see of a Splitter round: everything except the dice still to come."""

from dataclasses import dataclass

from games.engine.contract import Eyes, Move
from games.splitter.drawing import lines, outline
from games.splitter.rules import TURNS, Dice, State, moves_in, over, roller
from games.splitter.scoring import sheet_score
from games.splitter.sheets import FREE, NOTHING, NUMBERS, SHEETS, Grid, Place, Placement

SECRET_RUN = 5
"""How many dice pairs a secret has: ten digits, more than a row of a sheet, never on a page by chance."""


@dataclass(frozen=True, slots=True)
class View:
    """A round as seen by these eyes. Sheets are open, so all eyes see the same."""

    eyes: Eyes
    sheet: str
    drawing: Grid
    turn: int
    turns: int
    dice: Dice | None
    """The dice of the open turn; None if the round is over."""
    roller: int | None
    rolled: tuple[Dice, ...]
    """All dice so far; those of the open turn are last."""
    sheets: tuple[Grid, ...]
    last: tuple[Placement, ...]
    """What each seat wrote in the last reveal; empty before the first."""
    free: tuple[tuple[Place, ...], ...]
    """The free pairs of each seat, by their place left of the centre line."""

    @property
    def seat(self) -> int:
        """The one seat this view was made for."""
        (seat,) = self.eyes
        return seat

    @property
    def own_free(self) -> tuple[Place, ...]:
        return self.free[self.seat]

    @property
    def own_last(self) -> Placement | None:
        return self.last[self.seat] if self.last else None

    @property
    def own_points(self) -> int:
        sheet = SHEETS[self.sheet]
        return sheet_score(sheet, sheet.cells(self.sheets[self.seat]))

    @property
    def edge(self) -> str:
        """The outer line of the sheet, as an SVG path."""
        return outline(SHEETS[self.sheet].places)

    @property
    def grid(self) -> str:
        """The lines of all its spaces."""
        return lines(SHEETS[self.sheet].places)

    @property
    def spoken(self) -> tuple[str, ...]:
        """Each sheet as it is read aloud: its numbers row by row, a dash for a free space."""
        marks = str.maketrans({FREE: "- ", NOTHING: ""} | {str(number): f"{number} " for number in NUMBERS})
        return tuple("; ".join(row.translate(marks).strip() for row in grid) for grid in self.sheets)

    @property
    def tally(self) -> tuple[int, ...]:
        """How often 1, 2, … 6 have been rolled so far."""
        rolled = [number for dice in self.rolled for number in dice]
        return tuple(rolled.count(number) for number in NUMBERS)


def view(state: State, eyes: Eyes) -> View:
    sheet = SHEETS[state.sheet]
    ended = over(state)
    return View(
        eyes=eyes,
        sheet=sheet.name,
        drawing=sheet.drawing,
        turn=state.turn,
        turns=TURNS,
        dice=None if ended else state.dice[state.turn],
        roller=None if ended else roller(state),
        rolled=state.dice[: state.turn + 1],
        sheets=tuple(sheet.grid(cells) for cells in state.cells),
        last=state.last,
        free=tuple(sheet.free(cells) for cells in state.cells),
    )


def moves(view: View) -> tuple[Move, ...]:
    """The legal moves of the viewing seat."""
    return moves_in(view.free[view.seat], view.dice) if view.dice else ()


def nudges(view: View) -> tuple[tuple[str, int, str], ...]:
    """Nothing: everyone plays for themselves, so there is nothing to say."""
    return ()


def secrets(state: State, eyes: Eyes) -> frozenset[str]:
    """The next five dice pairs to come, in every way our own code would write them.

    Dice are single digits, so one or two pairs cannot be told from other things on a page; a leak of the
    whole sequence can. If fewer than five pairs are left, nothing is listed here. A test that draws later
    dice again shows that no view depends on them.
    """
    coming = state.dice[state.turn + 1 :][:SECRET_RUN]
    if len(coming) < SECRET_RUN:
        return frozenset()
    python = ", ".join(f"({left}, {right})" for left, right in coming)
    json = ", ".join(f"[{left}, {right}]" for left, right in coming)
    words = " ".join(f"{left}{right}" for left, right in coming)
    return frozenset({python, json, json.replace(" ", ""), words, words.replace(" ", "")})
