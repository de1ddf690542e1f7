"""A round's state, computed from its seed and choices; the newest is remembered, as a cache."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock
from typing import Any

from games import catalog
from games.contract import Move

REMEMBERED = 20_000

# Round id → (turns revealed, state). Entries are replaced, never changed.
_states: OrderedDict[int, tuple[int, Any]] = OrderedDict()
_lock = Lock()


def remember(round_id: int, turn: int, state: Any) -> None:
    with _lock:
        _states[round_id] = (turn, state)
        _states.move_to_end(round_id)
        if len(_states) > REMEMBERED:
            _states.popitem(last=False)


def forget_all() -> None:
    with _lock:
        _states.clear()


def state_of(
    round_id: int,
    turn: int,
    *,
    game: str,
    options: Mapping[str, Any],
    seats: int,
    seed: bytes,
    log: Callable[[int], Iterable[Sequence[Move]]],
) -> Any:
    """The state after `turn` reveals; `log(first)` gives the moves of the turns from `first` to `turn`."""
    rules = catalog.find(game)
    known, state = _states.get(round_id, (0, None))
    if known == turn and state is not None:
        return state
    if state is None or known > turn:
        known, state = 0, rules.start(options, seats, seed)
    for moves in log(known) if known < turn else ():
        state = rules.play(state, moves)
    remember(round_id, turn, state)
    return state
