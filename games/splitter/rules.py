"""The rules of Splitter: the dice of a round, what may be written, the reveal and the scores."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine.chance import Stream
from games.engine.contract import Move, Option, Options, Refused, Score, ranks
from games.splitter.scoring import hearts_points, number_points
from games.splitter.sheets import NUMBERS, SHEETS, Cells, Place, Placement, Sheet

NAME = "splitter"
SEATS = range(1, 13)
TURNS = 22
OPTIONS: tuple[Option, ...] = (Option("sheet", lambda: tuple(SHEETS)),)

Dice = tuple[int, int]


@dataclass(frozen=True, slots=True)
class State:
    """A round: all its dice, also those nobody has seen yet, and the sheets as far as they are written."""

    sheet: str
    first_roller: int
    dice: tuple[Dice, ...]
    turn: int
    cells: tuple[Cells, ...]
    last: tuple[Placement, ...]


def start(options: Options, seats: int, seed: bytes) -> State:
    """Empty sheets. The seed decides who rolls first, then two dice for each turn."""
    sheet = options.get("sheet", OPTIONS[0].usual)
    if sheet not in OPTIONS[0].values():
        raise Refused("bad-option", option="sheet", value=sheet)
    if seats not in SEATS:
        raise Refused("wrong-number-of-seats", seats=seats)
    luck = Stream(seed, "dice")
    return State(
        sheet=sheet,
        first_roller=luck.below(seats),
        dice=tuple((die(luck), die(luck)) for _ in range(TURNS)),
        turn=0,
        cells=(SHEETS[sheet].empty,) * seats,
        last=(),
    )


def materials(options: Options) -> dict[str, Any]:
    """Nothing: dice need only the seed."""
    return {}


def die(luck: Stream) -> int:
    return luck.below(len(NUMBERS)) + 1


def length(seats: int) -> int:
    return TURNS


def turn(state: State) -> int:
    return state.turn


def over(state: State) -> bool:
    return state.turn == TURNS


def roller(state: State) -> int:
    """The seat that rolls; rolling passes on clockwise each turn."""
    return (state.first_roller + state.turn) % len(state.cells)


def moves_in(free: Sequence[Place], dice: Dice) -> tuple[Move, ...]:
    """Both dice in any free pair, in either order; equal dice have only one order."""
    left, right = dice
    orders = (f"{left}{right}", f"{right}{left}") if left != right else (f"{left}{right}",)
    return tuple(f"r{row}c{column} {order}" for row, column in free for order in orders)


def legal(state: State, seat: int) -> tuple[Move, ...]:
    if over(state):
        return ()
    return moves_in(SHEETS[state.sheet].free(state.cells[seat]), state.dice[state.turn])


def placement(sheet: Sheet, cells: Cells, *, dice: Dice, seat: int, move: Move) -> Placement:
    """What the seat's move writes; Refused if it is not a move, not of these dice, or the pair is taken."""
    written = sheet.placements.get(move)
    if written is None:
        raise Refused("bad-move", seat=seat, move=move)
    if (written.left, written.right) != dice and (written.right, written.left) != dice:
        raise Refused("other-dice", seat=seat, move=move, dice=dice)
    if cells[sheet.pairs[written.row, written.column][0]]:
        raise Refused("space-taken", seat=seat, move=move)
    return written


def play(state: State, moves: Sequence[Move]) -> State:
    """Everybody writes both numbers at once; then all sheets are shown."""
    if over(state):
        raise Refused("round-over")
    if len(moves) != len(state.cells):
        raise Refused("wrong-number-of-moves", needed=len(state.cells), given=len(moves))
    sheet = SHEETS[state.sheet]
    dice = state.dice[state.turn]
    last = tuple(
        placement(sheet, cells, dice=dice, seat=seat, move=moves[seat])
        for seat, cells in enumerate(state.cells)
    )
    return replace(
        state,
        turn=state.turn + 1,
        cells=tuple(sheet.write(cells, written) for cells, written in zip(state.cells, last, strict=True)),
        last=last,
    )


def scores(state: State) -> tuple[Score, ...]:
    """Most points win; a tie is a shared victory."""
    sheet = SHEETS[state.sheet]
    parts = [(number_points(sheet, cells), hearts_points(sheet, cells)) for cells in state.cells]
    points = [sum(numbers) + hearts for numbers, hearts in parts]
    return tuple(
        Score(seat=seat, points=points[seat], rank=rank, parts={"numbers": numbers, "hearts": hearts})
        for seat, (rank, (numbers, hearts)) in enumerate(zip(ranks(points), parts, strict=True))
    )
