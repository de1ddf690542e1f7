"""What else I could have played in a finished Splito round, and which single turn cost me most.

One choice of mine is changed; everybody else's choices stay. All cards of a hand are played by somebody in
the end, so a card that I play earlier is missing when its turn would have come. Therefore the two cards
**change places**: the player who played that card later from the same hand plays the one I kept, in the same
turn and to the same side. (That may be myself, when the hand comes back to me.) Nothing else in the round
changes: every hand differs by at most that one card, so every other move is still possible. The same card to
the other side changes nothing later. Of two copies, the one that was played first is changed.

So the points are exact, not guessed. Nobody can know what the others would have done if they had seen the
changed table.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from games.engine.contract import Move, Options, Score
from games.splito.rules import legal, play, split, start
from games.splito.scoring import scores
from games.splito.state import State, place, places

Log = Sequence[Sequence[Move]]


def look_back(
    options: Options, seats: int, seed: bytes, *, log: Log, seat: int, luck: Random
) -> Iterator[tuple[float, dict[str, Any]]]:
    """After each turn the share done and the findings so far; nothing here depends on luck."""
    return alternatives(start(options, seats, seed), log, seat)


def alternatives(state: State, log: Log, seat: int) -> Iterator[tuple[float, dict[str, Any]]]:
    """For each turn every move of the hand (mine included), best first: most points, then best place.

    `gain` is how many more points than mine the best move would have brought, `places` how many places up it
    would have brought me. `wins` is the move with the most points among those that would have won a round
    that I did not win. `swap` says whose later move changes with mine, and in which turn.
    """
    states = [state]
    for moves in log:
        states.append(play(states[-1], moves))
    mine = scores(states[-1])[seat]
    turns: list[dict[str, Any]] = []
    if not log:
        yield 1.0, _findings(turns, mine)
    for turn, state in enumerate(states[:-1]):
        turns.append(_look(state, log[turn:], seat, mine=mine, turn=turn))
        yield (turn + 1) / len(log), _findings(turns, mine)


def _findings(turns: list[dict[str, Any]], mine: Score) -> dict[str, Any]:
    """The findings. The costliest turn lost most points, then most places; None if no move was better."""
    cost, earlier = max(
        [((turn["gain"], turn["places"]), -turn["turn"]) for turn in turns], default=((0, 0), 0)
    )
    costliest = -earlier if cost > (0, 0) else None
    return {"turns": list(turns), "costliest": costliest, "points": mine.points, "rank": mine.rank}


def _look(state: State, log: Log, seat: int, *, mine: Score, turn: int) -> dict[str, Any]:
    played = log[0][seat]
    options: list[dict[str, Any]] = []
    for move in legal(state, seat):
        changed, swap = instead(log, seat, move, seats=state.table.seats)
        score = _end(state, changed)[seat]
        later = None if swap is None else {"turn": turn + swap[0], "seat": swap[1]}
        options.append({"move": move, "points": score.points, "rank": score.rank, "swap": later})
    # Among equally good moves mine comes first: there was nothing to gain.
    options.sort(key=lambda option: (-option["points"], option["rank"], option["move"] != played))
    best = options[0]
    winning = [option["move"] for option in options if option["rank"] == 1] if mine.rank > 1 else []
    return {
        "turn": turn,
        "mine": played,
        "points": mine.points,
        "options": options,
        "best": best["move"],
        "gain": best["points"] - mine.points,
        "places": mine.rank - best["rank"],
        "wins": winning[0] if winning else None,
    }


def instead(log: Log, seat: int, move: Move, *, seats: int) -> tuple[Log, tuple[int, int] | None]:
    """The log from this turn on, with another move of the seat in its first turn.

    Also the turn and seat whose move changes with it: the seat that played that card later from the same
    hand.
    """
    kept, _ = split(log[0][seat])
    card, _ = split(move)
    changed = [list(moves) for moves in log]
    changed[0][seat] = move
    if card == kept:
        return changed, None
    for later in range(1, len(log)):
        holder = _holder(seat, later, seats=seats)
        if holder is None:
            continue
        theirs, side = split(log[later][holder])
        if theirs == card:
            changed[later][holder] = f"{kept} {side}"
            return changed, (later, holder)
    return changed, None


def _holder(seat: int, later: int, *, seats: int) -> int | None:
    """The seat that has this hand some turns later; None while it lies between two players."""
    at = (place(seat, seats) + later) % places(seats)
    return next((other for other in range(seats) if place(other, seats) == at), None)


def _end(state: State, log: Log) -> tuple[Score, ...]:
    for moves in log:
        state = play(state, moves)
    return scores(state)
