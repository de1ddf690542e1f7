"""Reads finished rounds: who sat where, what each seat chose and scored, and the resulting states."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from games.engine import catalogue, record
from games.engine.contract import Move, Score
from games.engine.initials import initials
from games.models import Choice, GameSession, Round
from games.table.match_points import FORMER_PLAYER

REMEMBERED = 128
"""How many rounds are cached with all their states (about 10 MB): a replay asks for the same one often."""

AT_ONCE = 500
"""How many rounds are fetched at a time when all of them are read."""


@dataclass(frozen=True, slots=True)
class Sat:
    """Who had a seat, what it scored, and how many turns a deputy or the clock played there."""

    seat: int
    name: str
    initial: str
    bot: str
    points: int
    rank: int
    deputised: int
    page: None = None
    """At a table names link to people; in a finished round they link to nobody."""


@dataclass(frozen=True, slots=True)
class Made:
    """A choice: the move, and who made it: `player`, `bot`, `deputy` or `clock`."""

    seat: int
    move: Move
    by: str


def _finished() -> QuerySet[Round]:
    counted = Round.objects.filter(finished_at__isnull=False, sheet__isnull=False)
    return counted.select_related("session", "sheet", "deck").prefetch_related("sheet__lines")


def find(code: str, number: int) -> Round | None:
    """A counted round by its table's code. Text that cannot be a code (such as NUL) is not looked up."""
    if not (code.isascii() and code.isalnum()):
        return None
    return _finished().filter(session__code=code.upper(), number=number).first()


def find_all(code: str) -> list[Round]:
    """All counted rounds of a table."""
    if not (code.isascii() and code.isalnum()):
        return []
    return list(_finished().filter(session__code=code.upper()).order_by("number"))


def every() -> Iterator[Round]:
    """All counted rounds that were dealt here, oldest first. On paper nothing is dealt."""
    return (
        _finished()
        .exclude(session__medium=GameSession.Medium.PAPER)
        .order_by("pk")
        .iterator(chunk_size=AT_ONCE)
    )


def seats(round: Round) -> tuple[Sat, ...]:
    lines = round.sheet.lines.all()
    signs = initials([line.name for line in lines])
    return tuple(
        Sat(
            seat=line.seat,
            name=line.name or FORMER_PLAYER,  # type: ignore[arg-type]
            initial=sign,
            bot=line.bot,
            points=line.points,
            rank=line.rank,
            deputised=line.deputised,
        )
        for line, sign in zip(lines, signs, strict=True)
    )


def scores(round: Round) -> tuple[Score, ...]:
    """The score sheet as it was counted."""
    lines = round.sheet.lines.all()
    return tuple(Score(line.seat, line.points, line.rank, parts=line.parts) for line in lines)


def choices(round: Round) -> tuple[tuple[Made, ...], ...]:
    """What each seat chose, turn by turn; empty for a round played on paper."""
    turns: list[list[Made]] = [[] for _ in range(round.turn)]
    rows = Choice.objects.filter(round=round, turn__lt=round.turn).order_by("turn", "seat")
    for turn, seat, move, by in rows.values_list("turn", "seat", "move", "by"):
        turns[turn].append(Made(seat, move, by))
    whole = all(len(turn) == len(round.seating) for turn in turns)
    return tuple(tuple(turn) for turn in turns) if whole else ()


def states(round: Round, turns: Sequence[Sequence[Made]]) -> tuple[Any, ...]:
    """The states before the first turn and after each one: the whole round, computed once."""
    session = round.session
    return _states(
        session.game,
        tuple(sorted(round.options.items())),
        len(round.seating),
        bytes(round.seed),
        log=tuple(tuple(made.move for made in turn) for turn in turns),
    )


@lru_cache(REMEMBERED)
def _states(
    game: str,
    options: tuple[tuple[str, Any], ...],
    seats: int,
    seed: bytes,
    *,
    log: tuple[tuple[Move, ...], ...],
) -> tuple[Any, ...]:
    rules = catalogue.find(game)
    found = [rules.start(dict(options), seats, seed)]
    for moves in log:
        found.append(rules.play(found[-1], moves))
    return tuple(found)


MAKERS: Mapping[str, str] = {
    Choice.By.PLAYER: "player",
    Choice.By.BOT: "bot",
    Choice.By.DEPUTY: "bot",
    Choice.By.CLOCK: "clock",
}
"""Who made a choice, in the words of the public record: a deputy is a bot."""


def record_of(round: Round) -> str:
    """The round's public record as a file to download. It contains the seed."""
    turns = choices(round)
    lines = round.sheet.lines.all()
    return record.text(
        record.make(
            round.session.game,
            round.options,
            bytes(round.seed),
            players=[line.name or str(_unnamed(line.seat)) for line in lines],
            log=[[made.move for made in turn] for turn in turns],
            by=[[MAKERS[made.by] for made in turn] for turn in turns],
            format=round.record_format,
        )
    )


def _unnamed(seat: int) -> str:
    """A name for a deleted account: a file has no reader's language, so it is a numbered player."""
    return f"Player {seat + 1}"
