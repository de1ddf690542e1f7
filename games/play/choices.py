"""Seals choices and closes turns: the one place that commits them, many tables in one transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction

from games import catalog, fold, pace
from games.contract import Refused
from games.play import desks, rounds
from games.play.desks import Desk

DEPUTY_AFTER = 2
"""Who let the time run out so many turns in a row is taken for gone: the deputy then chooses at once."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Somebody asks to choose this move in the turn they see; no move takes the choice back."""

    session: int
    aim: str
    """Round and turn the choice is meant for, as `2.7`; for any other it is stale."""
    move: str
    person: int | None = None
    seat: int | None = None
    """Bots, deputies and the clock name the seat; people are known by who they are."""
    by: str = "player"


@dataclass(slots=True)
class News:
    """What a commit changed at one table; for this process's own screens only."""

    session: int
    aim: str
    chosen: dict[int, tuple[str, str]]
    """What this commit sealed, by seat: the move and its maker; no move took the choice back. Not all that
    lies there: of two commits of different threads the later may be told first."""
    version: int
    opened_at: datetime
    revealed: bool = False
    """The turn was closed: everyone's cards lie open."""
    more: bool = False
    """More than choices changed (a deputy stepped aside, the round was counted): read the table again."""
    state: Any = None
    deadline: datetime | None = None
    reserves: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to one wish: refused with a reason, or sealed."""

    refused: Refused | None = None


class _RoundOver(Exception):
    """The last turn of a round is closed: its count needs the ORM, and so Django's transaction."""


def commit(wishes: Sequence[Wish]) -> tuple[list[Result], list[News]]:
    """Seals what may be sealed, in one transaction; whoever completed a turn closes it."""
    results, news, touched = _from_memory(wishes) or _from_database(wishes)
    remember(touched)
    return results, news


Done = tuple[list[Result], list[News], list[Desk]]


def _from_memory(wishes: Sequence[Wish]) -> Done | None:
    """In one message instead of two, where this process knows how the tables stand; None if it knew wrong."""
    if connection.in_atomic_block or (foreseen := foresee(wishes)) is None:
        return None
    news, touched = foreseen
    with desks.transaction():
        return ([Result() for _ in wishes], news, touched) if desks.write(touched) else None


def foresee(wishes: Sequence[Wish]) -> tuple[list[News], list[Desk]] | None:
    """What sealing these would change, if the tables still are what this process knows of them.

    Nothing where it does not know, where the round ends, and where somebody must be refused: what is true
    of a table only the database knows.
    """
    if any(wish.by != "player" for wish in wishes):
        return None
    known = desks.recall({wish.session for wish in wishes})
    if known is None or any(_seal(known, wish).refused for wish in wishes):
        return None
    touched = list(known.values())
    news = [_settle(desk) for desk in touched]
    return None if any(desk.over for desk in touched) else (news, touched)


def remember(touched: Sequence[Desk]) -> None:
    """As they were just written."""
    for desk in touched:
        fold.remember(desk.round, desk.turn, desk.state)
        desks.remember(desk)


def _from_database(wishes: Sequence[Wish]) -> Done:
    try:
        with transaction.atomic() if connection.in_atomic_block else desks.transaction():
            return _commit(wishes)
    except _RoundOver:
        with transaction.atomic():
            return _commit(wishes)


def _commit(wishes: Sequence[Wish]) -> Done:
    locked = desks.lock({wish.session for wish in wishes})
    results = [_seal(locked, wish) for wish in wishes]
    touched = [desk for desk in locked.values() if desk.chosen]
    news = [_settle(desk) for desk in touched]
    counted = [desk for desk in touched if desk.over]
    if counted and not connection.in_atomic_block:
        raise _RoundOver
    if touched:
        desks.write(touched)
    for desk in counted:
        rounds.count(desk.round, desk.state, now=desk.now)
    return results, news, touched


def _seal(locked: Mapping[int, Desk], wish: Wish) -> Result:
    """The last wish of each seat counts. A bot, deputy or clock never overwrites what a person chose."""
    try:
        desk, seat = _admit(locked, wish)
    except Refused as refused:
        return Result(refused)
    before = desk.moves.get(seat)
    if before and before[1] == "player" != wish.by:
        return Result()
    desk.chosen[seat] = (desk.turn, wish.move, wish.by)
    if wish.move:
        desk.moves[seat] = (wish.move, wish.by, desk.now)
    else:
        desk.moves.pop(seat, None)
    if wish.by == "clock" and not desk.bots[seat]:
        desk.lapsed.append(seat)
    elif wish.person is not None and (desk.deputies[seat] or desk.missed[seat] or desk.paused_at):
        desk.returned.append(seat)
    return Result()


def _admit(locked: Mapping[int, Desk], wish: Wish) -> tuple[Desk, int]:
    """May this wish be sealed? Says where, or why not."""
    desk = locked.get(wish.session)
    if desk is None:
        raise Refused("no-round")
    if wish.person is not None and wish.person not in desk.people:
        raise Refused("not-seated")
    seat = desk.people.index(wish.person) if wish.person is not None else wish.seat
    if seat is None or not 0 <= seat < len(desk.people):
        raise Refused("not-seated")
    if wish.aim != desk.aim:
        raise Refused("stale", aim=wish.aim, turn=desk.aim)
    desk.fold()
    if wish.move and wish.move not in catalog.find(desk.game).legal(desk.state, seat):
        raise Refused("illegal", move=wish.move[:40])
    return desk, seat


def _settle(desk: Desk) -> News:
    """Closes the turn when every seat has chosen; lets a returned person take the seat back."""
    aim = desk.aim
    desk.news = bool(desk.returned or desk.lapsed)
    if desk.news:
        _note_presence(desk)
    if desk.returned and desk.paused_at:
        _resume(desk, desk.now - desk.paused_at)
    if len(desk.moves) == len(desk.seating):
        _close(desk)
    elif desk.returned or any(by != "player" for _, by, _ in desk.moves.values()):
        desk.clock = (_alarm(desk), _thinking(desk))
    more = desk.news or desk.over
    desk.news |= desk.revealed
    desk.version += desk.news
    return News(
        session=desk.session,
        aim=aim,
        chosen={seat: (move, by) for seat, (_, move, by) in desk.chosen.items()},
        version=desk.version,
        opened_at=desk.opened_at,
        revealed=desk.revealed,
        more=more,
        state=desk.state,
        deadline=desk.deadline,
        reserves=tuple(desk.reserves),
    )


def _note_presence(desk: Desk) -> None:
    """At a touch of the table the deputy steps aside; whoever lets turns pass gets one for good."""
    with connection.cursor() as cursor:
        if desk.returned:
            cursor.execute(
                "UPDATE games_seat SET deputy_since = NULL, missed = 0, seen_at = now() WHERE id = ANY(%s)",
                [[desk.seating[seat] for seat in desk.returned]],
            )
        if desk.lapsed:
            cursor.execute(
                "UPDATE games_seat SET missed = missed + 1,"
                " deputy_since = CASE WHEN missed + 1 >= %s THEN now() END WHERE id = ANY(%s)",
                [DEPUTY_AFTER, [desk.seating[seat] for seat in desk.lapsed]],
            )
    for seat in desk.returned:
        desk.deputies[seat] = False
    for seat in desk.lapsed:
        desk.deputies[seat] = desk.missed[seat] + 1 >= DEPUTY_AFTER


def _resume(desk: Desk, pause: timedelta) -> None:
    """Somebody chooses at a table that waited for people: its clock goes on where it stood."""
    desk.opened_at += pause
    desk.deadline = desk.deadline + pause if desk.deadline else None
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_gamesession SET paused_at = NULL WHERE id = %s", [desk.session])
        cursor.execute(
            "UPDATE games_round SET deadline = %s, turn_opened_at = %s WHERE id = %s",
            [desk.deadline, desk.opened_at, desk.round],
        )


def _close(desk: Desk) -> None:
    """The reveal: everybody's move at once, and the clock set anew."""
    rules = catalog.find(desk.game)
    seats = range(len(desk.seating))
    desk.state = rules.play(desk.state, [desk.moves[seat][0] for seat in seats])
    for seat in seats:
        _, by, made_at = desk.moves[seat]
        if by == "player":
            desk.reserves[seat] = pace.left_over(desk.reserves[seat], made_at, desk.deadline)
    desk.turn += 1
    desk.opened_at = desk.now
    desk.moves = {}
    desk.revealed, desk.over = True, rules.over(desk.state)
    desk.deadline = None if desk.over else pace.deadline(desk.pace, desk.now)
    desk.clock = None if desk.over else (_alarm(desk), _thinking(desk))


def _alarm(desk: Desk) -> datetime | None:
    rules = catalog.find(desk.game)
    return pace.alarm(
        desk.deadline,
        desk.reserves,
        opened_at=desk.opened_at,
        waiting=_waiting(desk),
        delays=[
            pace.delay(rules, bot, deputy=deputy)
            for bot, deputy in zip(desk.bots, desk.deputies, strict=True)
        ],
    )


def _thinking(desk: Desk) -> bool:
    rules = catalog.find(desk.game)
    return any(pace.is_slow(rules, desk.bots[seat]) for seat in _waiting(desk))


def _waiting(desk: Desk) -> list[int]:
    return [seat for seat in range(len(desk.seating)) if seat not in desk.moves]
