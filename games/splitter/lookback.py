"""Looking back at a Splitter round: what a Master would have written each turn, and what my choice cost.

A choice is judged by what could be known then, not by the dice that came later. Its cost is how many points
less its sheet promised, on average over all next rolls, than the Master's. What the others wrote does not
matter for that.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from games.engine.contract import Move, Options
from games.splitter.bots import ahead, as_move, shortlist
from games.splitter.evaluation import Promise
from games.splitter.rules import State, play, start
from games.splitter.sheets import SHEETS

CLOSE = 0.5
"""A choice that cost less than this many points was close to a Master's."""


def look_back(
    options: Options, seats: int, seed: bytes, *, log: Sequence[Sequence[Move]], seat: int, luck: Random
) -> Iterator[tuple[float, dict[str, Any]]]:
    """After each turn the share done and the findings so far; nothing here depends on luck."""
    state = start(options, seats, seed)
    turns: list[dict[str, Any]] = []
    if not log:
        yield 1.0, findings(turns)
    for turn, moves in enumerate(log):
        after = play(state, moves)
        turns.append(look(state, after, seat, mine=moves[seat]))
        state = after
        yield (turn + 1) / len(log), findings(turns)


def findings(turns: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """All turns, the costliest (the first of equals; None if nothing was lost), and the sum of the costs."""
    costliest = max(turns, key=lambda found: (found["cost"], -found["turn"]), default=None)
    return {
        "turns": list(turns),
        "costliest": costliest["turn"] if costliest and costliest["cost"] else None,
        "lost": round(sum(found["cost"] for found in turns), 2),
    }


def look(state: State, after: State, seat: int, *, mine: Move) -> dict[str, Any]:
    """One turn. If my choice is worth as much as the Master's, it counts as the Master's too."""
    promise = Promise(state.sheet)
    sheet = SHEETS[state.sheet]
    masks = promise.area.masks(state.cells[seat])
    most, writing = ahead(promise, masks, shortlist(promise, masks, state.dice[state.turn]))[0]
    worth = promise.expected(promise.area.masks(sheet.write(state.cells[seat], after.last[seat])))
    cost = round(max(0.0, most - worth), 2)
    best = as_move(state.sheet, writing) if cost else mine
    verdict = "same" if best == mine else "close" if cost < CLOSE else "worse"
    return {"turn": state.turn, "mine": mine, "best": best, "cost": cost, "verdict": verdict}
