"""manage.py arena: bots of several levels play each other, every level in every seat on the same deals."""

import gc
import hashlib
import statistics
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from time import thread_time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import catalogue, record
from games.engine.contract import Game, Move, Refused, Score
from games.management.commands import simulate

CERTAIN = 1.96
"""How many standard errors each side of the 95 % interval of a normal distribution has."""


class Command(BaseCommand):
    help = "Let levels of bots play each other; print wins, points, intervals and decision times."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", required=True)
        parser.add_argument("--levels", metavar="A,B,…", help="the levels at the table, one a seat")
        parser.add_argument("--level", help="one of this level …")
        parser.add_argument("--against", metavar="LEVEL", help="… and this one in all other seats")
        parser.add_argument("--players", metavar="N", help="how many seats, with --level")
        parser.add_argument("--rounds", default="400", metavar="N", help="rounded up to whole deals")
        parser.add_argument("--seed", default="1", metavar="N", help="the same number, the same deals")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument("--out", metavar="DIR", help="write one record a round into this folder")
        parser.add_argument("--processes", default="1", metavar="N", help="how many cores may be used")

    def handle(self, *args: Any, **given: Any) -> None:
        game = simulate._game(given["game"])
        levels = _table(game, given)
        rounds = simulate._number(given["rounds"], "--rounds", low=1, high=simulate.MOST_ROUNDS)
        number = simulate._number(given["seed"], "--seed", low=0, high=10**18)
        processes = simulate._number(given["processes"], "--processes", low=1, high=256)
        options = simulate._options(game, given["option"])
        folder = simulate._folder(given["out"])
        seatings = rotations(levels)
        deals = -(-rounds // len(seatings))
        # Keeps what the site has loaded out of garbage collection: that would count as a bot's thinking time.
        gc.freeze()
        play = partial(play_deal, game.NAME, options, seatings, number, folder)
        try:
            if processes == 1:
                played = [play(deal) for deal in range(deals)]
            else:
                with ProcessPoolExecutor(processes) as pool:
                    played = list(pool.map(play, range(deals)))
        except Refused as no:
            raise CommandError(f"{game.NAME} refuses to play: {no}") from None
        results = [result for some in played for result in some]
        told = f"{deals} deals × {len(seatings)} seatings" if len(seatings) > 1 else f"{deals} deals"
        self.stdout.write(f"{game.NAME}, {_many(len(levels), 'player')}, {told}, seed {number}")
        self.stdout.write("\n".join(report(results)))
        if folder:
            self.stdout.write(f"{_many(len(results), 'record')} in {folder}")


@dataclass(frozen=True, slots=True)
class Result:
    """A round of the arena: who sat where, the scores, and the seconds of thinking, all by seat."""

    levels: tuple[str, ...]
    scores: tuple[Score, ...]
    seconds: tuple[tuple[float, ...], ...]


@dataclass(slots=True)
class Line:
    """What a level did in all rounds: its share of each win, and points and seconds of all its seats."""

    wins: list[float] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def rotations(levels: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """All rotations of the table, without those that seat every level as before."""
    turned = [(*levels[by:], *levels[:by]) for by in range(len(levels))]
    return tuple(dict.fromkeys(turned))


def play_deal(
    name: str,
    options: dict[str, Any],
    seatings: Sequence[tuple[str, ...]],
    number: int,
    folder: Path | None,
    deal: int,
) -> list[Result]:
    """One deal, played once in each seating, so that nobody wins just by a better hand."""
    game = catalogue.find(name)
    seed = hashlib.sha256(f"arena {name} {number} {deal}".encode()).digest()
    results = []
    for turned, levels in enumerate(seatings):
        result, log = play_round(game, options, levels, seed=seed, luck=f"{number} {deal} {turned}")
        results.append(result)
        if folder:
            players = [f"{level} {seat + 1}" for seat, level in enumerate(levels)]
            by = [("bot",) * len(levels)] * len(log)
            kept = record.make(name, options, seed, players=players, log=log, by=by)
            simulate._write(folder / f"{name}-{deal + 1}-{turned + 1}.json", kept)
    return results


def play_round(
    game: Game, options: dict[str, Any], levels: tuple[str, ...], *, seed: bytes, luck: str
) -> tuple[Result, list[tuple[Move, ...]]]:
    """A round between bots, with the time each choice took.

    Time is processor time, so that other programs on the machine do not count.
    """
    lucks = [Random(f"arena {luck} {seat}") for seat in range(len(levels))]
    seconds: list[list[float]] = [[] for _ in levels]
    state = game.start(options, len(levels), seed)
    log = []
    while not game.over(state):
        moves = []
        for seat, level in enumerate(levels):
            view = game.view(state, frozenset({seat}))
            began = thread_time()
            moves.append(game.BOTS[level].choose(view, lucks[seat]))
            seconds[seat].append(thread_time() - began)
        log.append(tuple(moves))
        state = game.play(state, log[-1])
    return Result(levels, game.scores(state), tuple(map(tuple, seconds))), log


def gather(results: Sequence[Result]) -> dict[str, Line]:
    """The line of each level, in the order of the first seating. A shared win counts as a share."""
    lines = {level: Line() for level in results[0].levels}
    for result in results:
        best = [result.levels[score.seat] for score in result.scores if score.rank == 1]
        for level, line in lines.items():
            line.wins.append(best.count(level) / len(best))
        for level, score, seconds in zip(result.levels, result.scores, result.seconds, strict=True):
            lines[level].points.append(score.points)
            lines[level].seconds += seconds
    return lines


def report(results: Sequence[Result]) -> Iterator[str]:
    """One line per level. If only one level plays, it shows the distribution of points instead of wins."""
    levels = results[0].levels
    width = max(5, *map(len, levels))
    lines = gather(results)
    rivals = len(lines) > 1
    wins = f" {'wins':>7} {'chance':>7} {'95 % interval':>17}" if rivals else ""
    points = f"{'points':>7} {'95 % interval':>15}"
    yield f"{'level':<{width}} {'seats':>5}{wins} {points} {'ms':>8} {'slowest':>8}"
    for level, line in lines.items():
        seats = levels.count(level)
        part = ""
        if rivals:
            share = statistics.fmean(line.wins)
            low, high = wilson(share, len(line.wins))
            part = f" {share:>7.1%} {seats / len(levels):>7.1%} {f'{low:.1%} – {high:.1%}':>17}"
        low, high = around(line.points)
        points = f"{statistics.fmean(line.points):>7.2f} {f'{low:.2f} – {high:.2f}':>15}"
        times = f"{1000 * statistics.fmean(line.seconds):>8.2f} {1000 * max(line.seconds):>8.1f}"
        yield f"{level:<{width}} {seats:>5}{part} {points} {times}"
    if not rivals:
        yield from simulate._bars(sorted(line.points))


def wilson(share: float, rounds: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins."""
    square = CERTAIN**2 / rounds
    middle = share + square / 2
    reach = CERTAIN * sqrt(share * (1 - share) / rounds + square / (4 * rounds))
    return max(0.0, (middle - reach) / (1 + square)), min(1.0, (middle + reach) / (1 + square))


def around(points: Sequence[int]) -> tuple[float, float]:
    """The 95 % interval of a mean; for a single score, just that score."""
    mean = statistics.fmean(points)
    reach = CERTAIN * statistics.stdev(points) / sqrt(len(points)) if len(points) > 1 else 0.0
    return mean - reach, mean + reach


def _table(game: Game, given: dict[str, Any]) -> list[str]:
    """The levels in seat order, from --levels or from --level, --against and --players."""
    fewest, most = game.SEATS[0], game.SEATS[-1]
    if given["levels"] is not None:
        if given["level"] is not None or given["against"] is not None:
            raise CommandError("Give --levels, or --level with --against, not both.")
        named = given["levels"].count(",") + 1
        players = named
        if given["players"] is not None:
            players = simulate._number(given["players"], "--players", low=fewest, high=most)
        if named not in (1, players):
            raise CommandError(f"--levels names {named} bots for {players} players; give one, or one a seat.")
        if not fewest <= players <= most:
            raise CommandError(f"{game.NAME} seats {fewest} to {most}, and --levels names {named}.")
        return simulate._levels(game, given["levels"], players=players)
    if given["level"] is None:
        raise CommandError("Say who plays: --levels A,B,… or --level A --against B --players N.")
    if given["players"] is None:
        raise CommandError("Give --players with --level.")
    players = simulate._number(given["players"], "--players", low=fewest, high=most)
    others = given["level"] if given["against"] is None else given["against"]
    if players == 1 and given["against"] is not None:
        raise CommandError("Alone at the table there is nobody to play --against.")
    return simulate._levels(game, ",".join([given["level"], *[others] * (players - 1)]), players=players)


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
