"""How fast the rules are: whole random rounds per second, and the cost of folding a round from its choices.

Run by `make bench-rules`. One process on one core; each figure is the median of several repeats.
"""

import argparse
import platform
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

from games.engine import catalogue
from games.engine.contract import Game, Move, Options, options_of, replay

ROUNDS: tuple[tuple[str, int, Options], ...] = (
    ("splito", 8, {}),
    ("splito", 8, {"promo42": True}),
    ("splitter", 12, {"sheet": "A"}),
    ("splitter", 12, {"sheet": "B"}),
)
EYES: frozenset[int] = frozenset()


def random_round(
    game: Game, options: Options, seats: int, *, seed: bytes, luck: Random
) -> list[tuple[Move, ...]]:
    """Plays a round from deal to scores with random legal moves; returns its choices."""
    state = game.start(options, seats, seed)
    log = []
    while not game.over(state):
        moves = tuple(luck.choice(game.legal(state, seat)) for seat in range(seats))
        state = game.play(state, moves)
        log.append(moves)
    game.scores(state)
    return log


def seconds(work: Callable[[], object], *, times: int, repeats: int) -> float:
    """How long one call of the work takes: the median over the repeats, each of several calls."""
    taken = []
    for _ in range(repeats):
        start = perf_counter()
        for _ in range(times):
            work()
        taken.append((perf_counter() - start) / times)
    return median(taken)


def measure(name: str, seats: int, options: Options, *, repeats: int) -> tuple[str, ...]:
    game = catalogue.find(name)
    options = options_of(game, options)
    luck = Random(1)
    logs: dict[bytes, list[tuple[Move, ...]]] = {}

    def play_one() -> None:
        seed = luck.randbytes(32)
        logs[seed] = random_round(game, options, seats, seed=seed, luck=luck)

    a_round = seconds(play_one, times=20, repeats=repeats)
    seed, log = logs.popitem()
    states = [replay(game, options, seats, seed, log=log[:turn]) for turn in range(len(log) + 1)]
    middle, end = states[len(log) // 2], states[-1]
    fold = seconds(lambda: replay(game, options, seats, seed, log=log), times=20, repeats=repeats)
    scores = seconds(lambda: game.scores(end), times=20, repeats=repeats)
    explain = seconds(lambda: game.explain(middle), times=20, repeats=repeats)
    view = seconds(lambda: game.view(middle, EYES), times=20, repeats=repeats)
    return (
        f"{name} {' '.join(f'{key}={value}' for key, value in options.items())}",
        str(seats),
        str(seats * len(log)),
        f"{1 / a_round:,.0f}",
        *(f"{1000 * part:.2f}" for part in (fold, scores, explain, view)),
    )


HEAD = ("round", "seats", "choices", "rounds/s", "fold ms", "scores ms", "explain ms", "view ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=11)
    repeats = parser.parse_args().repeats
    table = [HEAD, *(measure(name, seats, options, repeats=repeats) for name, seats, options in ROUNDS)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *others in table:
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        print(first.ljust(widths[0]), *cells, sep="  ")
    print(f"\nmedian of {repeats} repeats of 20, Python {platform.python_version()}, one core.")
    print("rounds/s: deal, legal moves, random choices, play, scores. fold: start and every play, no scores.")
    print("explain and view: in the middle of the round, all seats, a spectator's eyes.")


if __name__ == "__main__":
    main()
