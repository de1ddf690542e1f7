"""Seals choices and closes turns: the one place that commits them, many tables in one transaction."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction

from games import catalog, fold, live, pace
from games.contract import Refused
from games.play import rounds

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
    moves: dict[int, tuple[str, str]]
    version: int
    opened_at: datetime
    revealed: bool = False
    """The turn was closed: everyone's cards lie open."""
    more: bool = False
    """More than choices changed (a deputy stepped aside, the round was counted): read the table again."""
    state: Any = None
    deadline: datetime | None = None
    reserves: tuple[int, ...] = ()


@dataclass(slots=True)
class _Desk:
    """A table locked for this transaction, with its running round."""

    session: int
    game: str
    options: str
    pace: str
    version: int
    round: int
    number: int
    turn: int
    seed: bytes
    opened_at: datetime
    deadline: datetime | None
    reserves: list[int]
    people: list[int | None]
    bots: list[str]
    deputies: list[bool]
    missed: list[int]
    seating: list[int]
    paused_at: datetime | None
    now: datetime
    state: Any = None
    moves: dict[int, tuple[str, str, datetime]] = field(default_factory=dict)
    returned: list[int] = field(default_factory=list)
    lapsed: list[int] = field(default_factory=list)

    @property
    def aim(self) -> str:
        return f"{self.number}.{self.turn}"


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to one wish: refused with a reason, or sealed."""

    refused: Refused | None = None


def commit(wishes: Sequence[Wish]) -> tuple[list[Result], list[News]]:
    """Seals what may be sealed, in one transaction; whoever completed a turn closes it."""
    with transaction.atomic():
        desks = _lock({wish.session for wish in wishes})
        results: list[Result] = []
        sealed: dict[tuple[int, int], Wish] = {}
        for wish in wishes:
            try:
                desk, seat = _admit(desks, wish)
            except Refused as refused:
                results.append(Result(refused))
                continue
            results.append(Result())
            sealed[desk.session, seat] = wish
            if wish.by == "clock" and not desk.bots[seat]:
                desk.lapsed.append(seat)
            elif wish.person is not None and (desk.deputies[seat] or desk.missed[seat] or desk.paused_at):
                desk.returned.append(seat)
        touched = [desks[session] for session in {session for session, _ in sealed}]
        _write(desks, sealed)
        _read_moves(touched)
        news = [_settle(desk) for desk in touched]
        if touched:
            live.announce((desk.session for desk in touched), here=False)
    for desk in touched:
        fold.remember(desk.round, desk.turn, desk.state)
    return results, news


def _lock(session_ids: set[int]) -> dict[int, _Desk]:
    """Locks the sessions in id order; a second statement then sees what the first waited for."""
    ids = sorted(session_ids)
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [ids])
        cursor.execute(_DESKS, [ids])
        desks = [_Desk(*row) for row in cursor.fetchall()]
    return {desk.session: desk for desk in desks}


_LOCK = "SELECT id FROM games_gamesession WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE"
_DESKS = """
SELECT s.id, s.game, s.options, s.pace, s.version, r.id, r.number, r.turn, r.seed,
    r.turn_opened_at, r.deadline, r.reserves, p.people, p.bots, p.deputies, p.missed, r.seating,
    s.paused_at, clock_timestamp()
FROM games_gamesession s
JOIN games_round r ON r.session_id = s.id AND r.finished_at IS NULL
CROSS JOIN LATERAL (
    SELECT array_agg(seat.person_id ORDER BY place) AS people,
        array_agg(seat.bot ORDER BY place) AS bots,
        array_agg(seat.deputy_since IS NOT NULL ORDER BY place) AS deputies,
        array_agg(seat.missed ORDER BY place) AS missed
    FROM unnest(r.seating) WITH ORDINALITY AS sitting(id, place)
    JOIN games_seat seat ON seat.id = sitting.id
) p
WHERE s.id = ANY(%s) AND s.status = 'playing'
"""


def _admit(desks: dict[int, _Desk], wish: Wish) -> tuple[_Desk, int]:
    """May this wish be sealed? Says where, or why not."""
    desk = desks.get(wish.session)
    if desk is None:
        raise Refused("no-round")
    if wish.person is not None and wish.person not in desk.people:
        raise Refused("not-seated")
    seat = desk.people.index(wish.person) if wish.person is not None else wish.seat
    if seat is None or not 0 <= seat < len(desk.people):
        raise Refused("not-seated")
    if wish.aim != desk.aim:
        raise Refused("stale", aim=wish.aim, turn=desk.aim)
    if desk.state is None:
        desk.state = _state(desk)
    if wish.move and wish.move not in catalog.find(desk.game).legal(desk.state, seat):
        raise Refused("illegal", move=wish.move[:40])
    return desk, seat


def _state(desk: _Desk) -> Any:
    return fold.state_of(
        desk.round,
        desk.turn,
        game=desk.game,
        options=json.loads(desk.options),
        seats=len(desk.seating),
        seed=bytes(desk.seed),
        log=lambda first: _log(desk, first),
    )


def _log(desk: _Desk, first: int) -> list[list[str]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT array_agg(move ORDER BY seat) FROM games_choice"
            " WHERE round_id = %s AND turn >= %s AND turn < %s GROUP BY turn ORDER BY turn",
            [desk.round, first, desk.turn],
        )
        return [moves for (moves,) in cursor.fetchall()]


def _write(desks: dict[int, _Desk], sealed: dict[tuple[int, int], Wish]) -> None:
    """The last wish of each seat counts. A bot, deputy or clock never overwrites what a person chose."""
    chosen = [
        (desks[s].round, desks[s].turn, seat, w.move, w.by) for (s, seat), w in sealed.items() if w.move
    ]
    taken = [(desks[s].round, desks[s].turn, seat) for (s, seat), w in sealed.items() if not w.move]
    with connection.cursor() as cursor:
        if chosen:
            cursor.execute(
                "INSERT INTO games_choice (round_id, turn, seat, move, by, made_at)"
                " SELECT *, clock_timestamp()"
                " FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::text[], %s::text[])"
                " ON CONFLICT (round_id, turn, seat) DO UPDATE"
                " SET move = EXCLUDED.move, by = EXCLUDED.by, made_at = EXCLUDED.made_at"
                " WHERE EXCLUDED.by = 'player' OR games_choice.by <> 'player'",
                [list(column) for column in zip(*chosen, strict=True)],
            )
        if taken:
            cursor.execute(
                "DELETE FROM games_choice c"
                " USING unnest(%s::bigint[], %s::int[], %s::int[]) AS t(r, turn, seat)"
                " WHERE c.round_id = t.r AND c.turn = t.turn AND c.seat = t.seat",
                [list(column) for column in zip(*taken, strict=True)],
            )


def _read_moves(desks: list[_Desk]) -> None:
    """What lies sealed in the open turn of each desk now."""
    by_round = {desk.round: desk for desk in desks}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.round_id, c.seat, c.move, c.by, c.made_at FROM games_choice c"
            " JOIN unnest(%s::bigint[], %s::int[]) AS t(r, turn) ON c.round_id = t.r AND c.turn = t.turn",
            [[desk.round for desk in desks], [desk.turn for desk in desks]],
        )
        for round_id, seat, move, by, made_at in cursor.fetchall():
            by_round[round_id].moves[seat] = (move, by, made_at)


def _settle(desk: _Desk) -> News:
    """Closes the turn when every seat has chosen; lets a returned person take the seat back."""
    sealed = {seat: (move, by) for seat, (move, by, _) in desk.moves.items()}
    news = News(desk.session, desk.aim, sealed, version=desk.version, opened_at=desk.opened_at)
    if desk.returned or desk.lapsed:
        _note_presence(desk)
        news.more = True
    if desk.returned and desk.paused_at:
        _resume(desk, desk.now - desk.paused_at)
    if len(desk.moves) == len(desk.seating):
        news.revealed = True
        news.more |= _close(desk)
    elif any(by != "player" for _, by, _ in desk.moves.values()) or desk.returned:
        _set_alarm(desk)
    if news.revealed or news.more:
        desk.version += 1
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE games_gamesession SET version = %s, touched_at = %s WHERE id = %s",
                [desk.version, desk.now, desk.session],
            )
    return replace(
        news,
        version=desk.version,
        state=desk.state,
        opened_at=desk.opened_at,
        deadline=desk.deadline,
        reserves=tuple(desk.reserves),
    )


def _note_presence(desk: _Desk) -> None:
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


def _resume(desk: _Desk, pause: timedelta) -> None:
    """Somebody chooses at a table that waited for people: its clock goes on where it stood."""
    desk.opened_at += pause
    desk.deadline = desk.deadline + pause if desk.deadline else None
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_gamesession SET paused_at = NULL WHERE id = %s", [desk.session])
        cursor.execute(
            "UPDATE games_round SET deadline = %s, turn_opened_at = %s WHERE id = %s",
            [desk.deadline, desk.opened_at, desk.round],
        )


def _close(desk: _Desk) -> bool:
    """The reveal: everybody's move at once, the clock set anew, the count after the last. True if counted."""
    rules = catalog.find(desk.game)
    seats = range(len(desk.seating))
    desk.state = rules.play(desk.state, [desk.moves[seat][0] for seat in seats])
    for seat in seats:
        _, by, made_at = desk.moves[seat]
        if by == "player":
            desk.reserves[seat] = pace.left_over(desk.reserves[seat], made_at, desk.deadline)
    desk.turn += 1
    desk.opened_at = desk.now
    over = rules.over(desk.state)
    desk.deadline = None if over else pace.deadline(desk.pace, desk.now)
    desk.moves = {}
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_round SET turn = %s, turn_opened_at = %s, deadline = %s, reserves = %s, alarm = %s,"
            " thinking = %s, finished_at = %s WHERE id = %s",
            [
                desk.turn,
                desk.now,
                desk.deadline,
                desk.reserves,
                None if over else _alarm(desk),
                not over and _thinking(desk),
                desk.now if over else None,
                desk.round,
            ],
        )
    if over:
        rounds.count(desk.round, desk.state, now=desk.now)
    return over


def _alarm(desk: _Desk) -> datetime | None:
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


def _thinking(desk: _Desk) -> bool:
    rules = catalog.find(desk.game)
    return any(pace.is_slow(rules, desk.bots[seat]) for seat in _waiting(desk))


def _waiting(desk: _Desk) -> list[int]:
    return [seat for seat in range(len(desk.seating)) if seat not in desk.moves]


def _set_alarm(desk: _Desk) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_round SET alarm = %s, thinking = %s WHERE id = %s",
            [_alarm(desk), _thinking(desk), desk.round],
        )
