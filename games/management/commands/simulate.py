"""manage.py simulate: plays whole rounds between bots, without a database, and writes their records."""

import hashlib
import secrets
import statistics
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import catalogue, record
from games.engine.contract import Game, Move, Refused, options_of

MOST_ROUNDS = 1_000_000


class Command(BaseCommand):
    help = "Play whole rounds between bots; write one record a round and, if wanted, a summary."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", required=True)
        parser.add_argument("--players", required=True, metavar="N")
        parser.add_argument("--rounds", default="1", metavar="N")
        parser.add_argument("--bots", default="random", help="a level, or several by comma: one a seat")
        parser.add_argument("--seed", metavar="N", help="a whole number; the same number, the same rounds")
        parser.add_argument("--out", metavar="DIR", help="write one record a round into this folder")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument("--deck", metavar="FILE", help="deal from the deck in this file")
        parser.add_argument("--summary", action="store_true", help="print what the rounds have in common")

    def handle(self, *args: Any, **given: Any) -> None:
        game = _game(given["game"])
        players = _number(given["players"], "--players", low=game.SEATS[0], high=game.SEATS[-1])
        rounds = _number(given["rounds"], "--rounds", low=1, high=MOST_ROUNDS)
        levels = _levels(game, given["bots"], players=players)
        options = _options(game, given["option"]) | _deck(game, given["deck"])
        if given["seed"] is None:
            number = secrets.randbelow(10**9)
            self.stdout.write(f"seed {number}")
        else:
            number = _number(given["seed"], "--seed", low=0, high=10**18)
        folder = _folder(given["out"])
        if folder is None and not given["summary"]:
            raise CommandError("Nothing to do: give --out DIR for records, --summary for a summary, or both.")
        finals = []
        for index in range(rounds):
            seed = hashlib.sha256(f"simulate {game.NAME} {number} {index}".encode()).digest()
            try:
                log, final = play_round(game, options, levels, seed=seed, luck=f"{number} {index}")
            except Refused as no:
                raise CommandError(f"{game.NAME} refuses to play: {no}") from None
            if folder:
                _write(
                    folder / f"{game.NAME}-{index + 1:0{len(str(rounds))}}.json",
                    record.make(
                        game.NAME,
                        options,
                        seed,
                        players=[f"{level} {seat + 1}" for seat, level in enumerate(levels)],
                        log=log,
                        by=[("bot",) * players] * len(log),
                    ),
                )
            if given["summary"]:
                finals.append(final)
        if folder:
            self.stdout.write(f"{rounds} {'record' if rounds == 1 else 'records'} in {folder}")
        if given["summary"]:
            self.stdout.write("\n".join(_summary(game, finals)))


def play_round(
    game: Game, options: dict[str, Any], levels: Sequence[str], *, seed: bytes, luck: str
) -> tuple[list[tuple[Move, ...]], Any]:
    """A round between bots: its log and its last state. Each bot has its own luck, apart from the deal's."""
    bots = [
        (game.BOTS[level].choose, frozenset({seat}), Random(f"bot {luck} {seat}"))
        for seat, level in enumerate(levels)
    ]
    state = game.start(options, len(levels), seed)
    log = []
    while not game.over(state):
        moves = tuple([choose(game.view(state, eyes), random) for choose, eyes, random in bots])
        log.append(moves)
        state = game.play(state, moves)
    return log, state


def _game(name: str) -> Game:
    try:
        return catalogue.find(name)
    except Refused:
        raise CommandError(f"There is no game {name!a}; there are {', '.join(catalogue.names())}.") from None


def _number(text: str, name: str, *, low: int, high: int) -> int:
    if not (str(text).isascii() and str(text).isdigit() and len(str(text)) < 20 and low <= int(text) <= high):
        raise CommandError(f"{name} must be a whole number from {low} to {high}, not {str(text)[:40]!a}.")
    return int(text)


def _levels(game: Game, text: str, *, players: int) -> list[str]:
    levels = text.split(",")
    for level in levels:
        if level not in game.BOTS:
            raise CommandError(f"{game.NAME} has no bot {level!a}; it has {', '.join(game.BOTS)}.")
    if len(levels) == 1:
        return levels * players
    if len(levels) != players:
        raise CommandError(f"--bots names {len(levels)} bots for {players} players; give one, or one a seat.")
    return levels


def _options(game: Game, given: list[str]) -> dict[str, Any]:
    """The options from texts such as `promo42=true`, each with the option's own value that reads the same."""
    known = {option.name: option for option in game.OPTIONS}
    chosen = {}
    for text in given:
        name, equals, word = text.partition("=")
        if not equals or name not in known:
            raise CommandError(f"--option {text!a} must be NAME=VALUE with NAME one of {', '.join(known)}.")
        values = {str(value).lower(): value for value in known[name].values()}
        if word.lower() not in values:
            raise CommandError(f"--option {name} can be {', '.join(values)}, not {word!a}.")
        chosen[name] = values[word.lower()]
    return options_of(game, chosen)


def _deck(game: Game, file: str | None) -> dict[str, Any]:
    if file is None:
        return {}
    decks = game.deck
    if decks is None:
        raise CommandError(f"{game.NAME} has no decks.")
    try:
        return {"deck": decks.from_text(Path(file).stem, Path(file).read_text(encoding="utf-8"))}
    except Refused as no:
        raise CommandError(f"--deck {file!a} cannot be used: {no}") from None
    except UnicodeDecodeError:
        raise CommandError(f"--deck {file!a} is not UTF-8 text.") from None
    except OSError as problem:
        raise CommandError(f"--deck {file!a} cannot be read: {problem.strerror}.") from None


def _folder(name: str | None) -> Path | None:
    if name is None:
        return None
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise CommandError(f"--out {name!a} cannot be used: {problem.strerror}.") from None
    return Path(name)


def _write(path: Path, round_record: dict[str, Any]) -> None:
    try:
        path.write_text(record.text(round_record), encoding="utf-8")
    except OSError as problem:
        raise CommandError(f"{path.name} cannot be written: {problem.strerror}.") from None


def _summary(game: Game, finals: list[Any]) -> Iterator[str]:
    """The scores of any game, then what the game itself reports."""
    scores = [score for state in finals for score in game.scores(state)]
    points = sorted(score.points for score in scores)
    best = [score.points for score in scores if score.rank == 1]
    yield f"{len(finals)} rounds of {game.NAME}, {len(points)} scores"
    yield (
        f"lowest {points[0]}, middle {statistics.median(points):g}, mean {statistics.mean(points):.1f},"
        f" highest {points[-1]}; winners' mean {statistics.mean(best):.1f}"
    )
    yield from _bars(points)
    if game.summary:
        yield ""
        yield from game.summary(finals)


def _bars(points: list[int]) -> Iterator[str]:
    span = points[-1] - points[0] + 1
    width = next((step for step in (1, 2, 5, 10, 20, 50) if span <= 20 * step), 100)
    counts: dict[int, int] = {}
    for value in points:
        counts[value // width] = counts.get(value // width, 0) + 1
    tallest = max(counts.values())
    for bin_ in range(min(counts), max(counts) + 1):
        count = counts.get(bin_, 0)
        label = str(bin_) if width == 1 else f"{bin_ * width}–{bin_ * width + width - 1}"
        yield f"{label:>9} {count:>6} {'#' * round(40 * count / tallest)}".rstrip()
