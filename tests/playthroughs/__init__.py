"""Golden playthroughs: whole rounds as readable text, redrawn from the few lines at the head of each file.

A new one needs only its head (game, seats, options, seed) and `python -m tests.playthroughs`, which redraws
every file; read the difference before you commit it.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.engine import catalogue
from games.engine.chance import Stream, commitment
from games.engine.contract import Game, Move, Options, options_of

HERE = Path(__file__).parent
GAMES = Path(catalogue.__file__).parent.parent


def files(game: str = "*") -> list[Path]:
    """Those beside this file, and those that a game keeps in its own folder."""
    return sorted([*HERE.glob(f"{game}-*.txt"), *GAMES.glob(f"{game}/playthroughs/*.txt")])


def random_round(
    game: Game, options: Options, seats: int, *, seed: bytes, label: str = "playthrough"
) -> Iterator[tuple[Any, tuple[Move, ...]]]:
    """Each state of a random round with the moves made in it; last the finished state, without moves."""
    luck = Stream(seed, label)
    state = game.start(options, seats, seed)
    while not game.over(state):
        offers = [game.legal(state, seat) for seat in range(seats)]
        moves = tuple(offer[luck.below(len(offer))] for offer in offers)
        yield state, moves
        state = game.play(state, moves)
    yield state, ()


def redraw(text: str) -> str:
    """The playthrough that belongs to the head of this text."""
    head = dict(line.split(": ", 1) for line in text.split("\n\n")[0].splitlines())
    game = catalogue.find(head["game"])
    options = options_of(game, json.loads(head["options"]))
    return draw(game, options, int(head["seats"]), seed=bytes.fromhex(head["seed"]))


def draw(game: Game, options: Options, seats: int, *, seed: bytes) -> str:
    rounds = list(random_round(game, options, seats, seed=seed))
    lines = [
        f"game: {game.NAME}",
        f"seats: {seats}",
        f"options: {json.dumps(options)}",
        f"seed: {seed.hex()}",
        "",
        f"commitment: {commitment(seed)}",
        *text_of(game.record_deal(rounds[0][0])),
    ]
    for turn, (state, moves) in enumerate(rounds[:-1]):
        after = rounds[turn + 1][0]
        lines += ["", f"turn {turn + 1}", *text_of(game.record_turn(state, moves, ["player"] * seats))]
        lines += [f"points now: {words([score.points for score in game.scores(after)])}"]
    lines += ["", "result", *text_of(game.record_result(rounds[-1][0])), ""]
    return "\n".join(lines)


def text_of(entry: Any) -> Iterator[str]:
    """A piece of a record as text: one line per fact, seat or zone."""
    if isinstance(entry, list):
        yield from (f"  {words(item)}" for item in entry)
        return
    for name, value in entry.items():
        if isinstance(value, list) and value and isinstance(value[0], list | dict):
            yield f"{name}:"
            yield from text_of(value)
        else:
            yield f"{name}: {words(value)}"


def words(value: Any) -> str:
    if isinstance(value, dict):
        return "  ".join(f"{name} {words(item)}" for name, item in value.items())
    if isinstance(value, list):
        return " ".join(map(words, value)) or "-"
    return str(value)
