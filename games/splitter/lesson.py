"""A first game of Splitter in three turns: real rules, chosen dice, a few pairs already written."""

from dataclasses import replace
from functools import reduce

from games.engine.contract import Advice, Move, Options
from games.splitter.explanation import explain_sheet
from games.splitter.preview import Preview, compare, previews
from games.splitter.rules import TURNS as WHOLE
from games.splitter.rules import State, legal
from games.splitter.sheets import SHEETS, Cells
from games.splitter.view import View, view

TURNS = 3
SEATS = 3
SHEET = "A"
OPTIONS: Options = {"sheet": SHEET}

LEARNER = 0

WRITTEN = (
    "r2c3 26, r3c1 46, r4c1 45, r4c2 43, r5c3 53, r5c2 13",
    "r1c3 26, r2c3 64, r5c1 45, r6c3 34, r5c3 53, r4c4 13",
    "r7c4 26, r4c2 46, r5c4 54, r2c2 43, r6c2 35, r3c4 31",
)
"""What is on the sheets when the lesson begins: the same dice, written differently by each seat."""

ROLLED = ((2, 6), (4, 6), (4, 5), (4, 3), (5, 3), (1, 3))
DICE = ((2, 6), (4, 1), (5, 3))

SUGGESTED = (("r2c4 26", "pair"), ("r4c3 41", "star"), ("r6c3 35", "careful"))


def begin() -> State:
    """Three turns before the end of a round. Turns that nobody played have dice that nobody sees."""
    unseen = ((1, 1),) * (WHOLE - TURNS - len(ROLLED))
    return State(
        sheet=SHEET,
        first_roller=-(WHOLE - TURNS) % SEATS,
        dice=unseen + ROLLED + DICE,
        turn=WHOLE - TURNS,
        cells=tuple(map(_written, WRITTEN)),
        last=(),
    )


def _written(moves: str) -> Cells:
    sheet = SHEETS[SHEET]
    return reduce(sheet.write, [sheet.placements[move] for move in moves.split(", ")], sheet.empty)


def answers(state: State) -> tuple[Move, ...]:
    return tuple(_best(view(state, frozenset({seat}))).move for seat in range(1, SEATS))


def advice(state: State) -> Advice:
    """One thing to learn per turn; if the learner chose another way, simply the best move."""
    seen = view(state, frozenset({LEARNER}))
    move, why = SUGGESTED[state.turn - WHOLE + TURNS]
    best = _best(seen)
    if move not in legal(state, LEARNER) or not _still_true(seen, move, why):
        move, why = best.move, "best" if best.gain > 0 else "calm"
    looked = next(one for one in previews(seen) if one.move == move)
    pair, order = move.split(" ")
    left, right = state.dice[state.turn]
    turned = ('id="swap"',) if order != f"{left}{right}" else ()
    return Advice(
        move,
        why,
        facts={"row": looked.placement.row, "left": order[0], "right": order[1], "gain": looked.gain},
        marks=(f'value="{pair}"', *turned, f'value="{order}"'),
    )


def _still_true(seen: View, move: Move, why: str) -> bool:
    """Whether the reason still holds after the learner's earlier moves."""
    looked = next(one for one in previews(seen) if one.move == move)
    if why == "pair":
        return any(group.number == 2 for group in looked.completed)
    if why == "star":
        return any(group.star for group in looked.completed)
    swapped = next(one for one in previews(seen) if one.move == f"{move[:-2]}{move[-1]}{move[-2]}")
    return not looked.broken and any(group.number == 3 for group in swapped.broken)


def _best(seen: View) -> Preview:
    """The move that brings most and spoils least; the first of equals."""
    return max(previews(seen), key=lambda one: (one.gain, -len(one.lost), len(one.grown)))


def seen(view: View) -> View:
    first = WHOLE - TURNS
    return replace(view, turn=view.turn - first, turns=TURNS, rolled=view.rolled[first - len(ROLLED) :])


def told(before: State, after: State) -> Preview:
    sheet = SHEETS[SHEET]
    explained = (explain_sheet(sheet, state.cells[LEARNER]) for state in (before, after))
    return compare(after.last[LEARNER], before=next(explained), after=next(explained))
