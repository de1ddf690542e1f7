"""Tables locked for a transaction: read in one message to the database, written in another."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import attrgetter
from time import monotonic
from typing import Any
from weakref import WeakSet

import psycopg
from django.db import connection
from psycopg.pq import Escaping, TransactionStatus

from games import fold, lines, live

Sealed = tuple[str, str, datetime]
"""A move, who made it, and when."""


Belief = tuple[int, int, int, int, str, datetime]
"""Session, version, round, turn, the choices of the open turn, and what time it is."""

REMEMBERED = 20_000


@dataclass(slots=True)
class Desk:
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
    moves: dict[int, Sealed]
    """What lies sealed in the open turn."""
    state: Any = None
    chosen: dict[int, tuple[int, str, str]] = field(default_factory=dict)
    """What this transaction seals or takes back: seat to turn, move, maker; no move takes it back."""
    returned: list[int] = field(default_factory=list)
    lapsed: list[int] = field(default_factory=list)
    news: bool = False
    """More than choices changed: the table has a new version."""
    clock: tuple[datetime | None, bool] | None = None
    """When the clock must look again, and whether a slow bot thinks; None leaves both as they are."""
    revealed: bool = False
    over: bool = False
    heard: float = field(default_factory=monotonic)
    """When `now` was read, by the clock of this process."""
    belief: Belief | None = None
    """Of a desk that was recalled: what must still be so for anything to be written."""

    @property
    def aim(self) -> str:
        return f"{self.number}.{self.turn}"

    def fold(self) -> None:
        """Works out the state of the round, unless it is known."""
        if self.state is None:
            self.state = fold.state_of(
                self.round,
                self.turn,
                game=self.game,
                options=json.loads(self.options),
                seats=len(self.seating),
                seed=bytes(self.seed),
                log=self._log,
            )

    def _log(self, first: int) -> list[list[str]]:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT array_agg(move ORDER BY seat) FROM games_choice"
                " WHERE round_id = %s AND turn >= %s AND turn < %s GROUP BY turn ORDER BY turn",
                [self.round, first, self.turn],
            )
            return [moves for (moves,) in cursor.fetchall()]


@contextmanager
def transaction() -> Iterator[None]:
    """One that Django does not know of, so not for its ORM: `lock` begins it, `write` commits it.

    Beginning and committing travel with the statements beside them; Django's own, which sends each alone,
    takes longer than all else a choice costs.
    """
    try:
        yield
    finally:
        postgres = connection.connection
        if postgres is not None and postgres.info.transaction_status != TransactionStatus.IDLE:
            with suppress(psycopg.Error):  # it would hide why the block was left
                postgres.rollback()


def lock(session_ids: set[int]) -> dict[int, Desk]:
    """Locks the sessions in id order; a second statement then sees what the first waited for."""
    ids = _array(sorted(session_ids))
    begin = [] if connection.in_atomic_block else [("BEGIN", ())]
    answers = _send(*begin, (_LOCK, [ids]), ("EXECUTE choice_desks(%s)", [ids]))
    while answers.nextset():
        pass
    desks = [_desk(*row) for row in answers]
    return {desk.session: desk for desk in desks}


def recall(session_ids: set[int]) -> dict[int, Desk] | None:
    """The same desks as this process left them, not locked yet; `write` finds out whether they still are.

    None unless all are known. Their time is the database's, carried on by this process; where that has gone
    wrong by a second, as on a machine that slept, they are not what they were either.
    """
    recalled: dict[int, Desk] = {}
    for session_id in session_ids:
        left = _known.get(session_id)
        if left is None:
            return None
        desk = Desk(*_FACTS(left))
        desk.now += timedelta(seconds=desk.heard - left.heard)
        desk.moves, desk.reserves = dict(left.moves), list(left.reserves)
        desk.belief = (desk.session, desk.version, desk.round, desk.turn, _told(desk.moves), desk.now)
        recalled[desk.session] = desk
    return recalled


def remember(desk: Desk) -> None:
    """As it was just written. Where somebody is away or plays no more, the database is asked each time."""
    if desk.over or desk.returned or desk.lapsed or desk.paused_at or any(desk.deputies) or any(desk.missed):
        _known.pop(desk.session, None)
        return
    desk.clock, desk.news, desk.revealed = None, False, False
    _known[desk.session] = desk
    if len(_known) > REMEMBERED:
        with suppress(RuntimeError, KeyError):  # another thread forgets at this moment
            del _known[next(iter(_known))]


def forget(session_ids: Iterable[int] | None) -> None:
    """Something else happened there. Not needed to be right, only to save a message that would be in vain."""
    for session_id in list(_known) if session_ids is None else session_ids:
        _known.pop(session_id, None)


_FACTS = attrgetter(*Desk.__slots__[: Desk.__slots__.index("chosen")])
"""What is known of a table, without what a transaction does to it."""

_known: dict[int, Desk] = {}


def _told(moves: dict[int, Sealed]) -> str:
    return ",".join([f"{seat} {by} {move}" for seat, (move, by, _) in sorted(moves.items())])


def write(desks: Sequence[Desk]) -> bool:
    """Writes what became of these tables, and tells the other processes.

    False if one of them was recalled and is not any more what it was: then nothing was written.
    """
    if not any(desk.belief for desk in desks):
        _send(*_said(desks), *([] if connection.in_atomic_block else [_COMMIT]))
        return True
    answers = _send(*_if_believed(desks))
    for _ in range(VERDICT):
        answers.nextset()
    return answers.fetchone() == ("true",)


def message(postgres: psycopg.Connection[Any], desks: Sequence[Desk]) -> bytes:
    """What `write` sends for recalled desks, for who waits for the answer in another way.

    The answer with the number VERDICT then says whether it was written.
    """
    return _written(postgres, _if_believed(desks))


def line() -> psycopg.Connection[Any]:
    """A connection of one's own that knows the statements of `message`."""
    postgres = lines.connect()
    psycopg.ClientCursor(postgres).execute(_PREPARED)
    postgres.pgconn.nonblocking = 0  # a message leaves whole, at once
    return postgres


VERDICT = 2


def _if_believed(desks: Sequence[Desk]) -> list[tuple[str, Sequence[Any]]]:
    ids = _array(sorted(desk.session for desk in desks))
    believed = [desk.belief for desk in desks if desk.belief]
    return [("BEGIN", ()), (_LOCK, [ids]), (_CHECK, _columns(believed)), *_said(desks), _COMMIT]


def _said(desks: Sequence[Desk]) -> list[tuple[str, Sequence[Any]]]:
    rows = [
        (desk.round, turn, seat, move, by, desk.now)
        for desk in desks
        for seat, (turn, move, by) in desk.chosen.items()
    ]
    said: list[tuple[str, Sequence[Any]]] = []
    if chosen := [row for row in rows if row[3]]:
        said.append(("EXECUTE choice_seal(%s, %s, %s, %s, %s, %s)", _columns(chosen)))
    if taken := [row[:3] for row in rows if not row[3]]:
        said.append(("EXECUTE choice_take_back(%s, %s, %s)", _columns(taken)))
    for desk in desks:
        said += _changes(desk)
    said.append((live.NOTIFY, live.announcement(desk.session for desk in desks)))
    return said


def _changes(desk: Desk) -> Iterator[tuple[str, Sequence[Any]]]:
    clock = desk.clock or (None, False)
    if desk.revealed:
        ended = desk.now if desk.over else None
        values = [desk.round, desk.turn, desk.opened_at, desk.deadline, desk.reserves, *clock, ended]
        yield "EXECUTE choice_reveal(%s, %s, %s, %s, %s, %s, %s, %s)", values
    elif desk.clock:
        yield "EXECUTE choice_wind(%s, %s, %s)", [desk.round, *clock]
    if desk.news:
        yield "EXECUTE choice_news(%s, %s, %s)", [desk.session, desk.version, desk.now]


def _desk(*row: Any) -> Desk:
    """A row of `choice_desks`; its last four columns are the open turn's choices, or nothing."""
    *facts, seats, moves, makers, times = row
    sealed = zip(moves, makers, times, strict=True) if seats else ()
    return Desk(*facts, dict(zip(seats or (), sealed, strict=True)))  # type: ignore[call-arg]


def _columns(rows: list[tuple[Any, ...]]) -> list[str]:
    return [_array(column) for column in zip(*rows, strict=True)]


def _array(values: Iterable[Any]) -> str:
    """As the database writes arrays; for lists the driver would try out every value to find their type."""
    words = (str(value).replace("\\", "\\\\").replace('"', '\\"') for value in values)
    return "{" + ",".join([f'"{word}"' for word in words]) + "}"


_COMMIT: tuple[str, tuple[()]] = ("COMMIT", ())
_LOCK = "EXECUTE choice_lock(%s)"
_CHECK = "EXECUTE choice_still(%s, %s, %s, %s, %s, %s)"
_STILL = "current_setting('splitsite.still', true) IS DISTINCT FROM 'false'"
_PREPARED = f"""
SET plan_cache_mode = force_generic_plan;

PREPARE choice_still(bigint[], int[], bigint[], int[], text[], timestamptz[]) AS
SELECT set_config('splitsite.still', (count(*) = cardinality($1))::text, true)
FROM unnest($1, $2, $3, $4, $5, $6) AS believed(session, version, round, turn, moves, now)
CROSS JOIN LATERAL (
    SELECT FROM games_gamesession
    WHERE id = session AND version = believed.version AND status = 'playing' AND paused_at IS NULL LIMIT 1
) s
CROSS JOIN LATERAL (
    SELECT FROM games_round WHERE id = round AND turn = believed.turn AND finished_at IS NULL LIMIT 1
) r
CROSS JOIN LATERAL (
    SELECT coalesce(string_agg(seat || ' ' || by || ' ' || move, ',' ORDER BY seat), '') AS moves
    FROM games_choice WHERE round_id = round AND turn = believed.turn
) c
WHERE c.moves = believed.moves
    AND believed.now BETWEEN clock_timestamp() - interval '1 s' AND clock_timestamp() + interval '1 s';

PREPARE choice_lock(bigint[]) AS
SELECT FROM unnest($1) AS wanted(id)
CROSS JOIN LATERAL (SELECT FROM games_gamesession WHERE id = wanted.id FOR NO KEY UPDATE) s;

PREPARE choice_desks(bigint[]) AS
SELECT s.id, s.game, s.options, s.pace, s.version, r.id, r.number, r.turn, r.seed,
    r.turn_opened_at, r.deadline, r.reserves, p.people, p.bots, p.deputies, p.missed, r.seating,
    s.paused_at, clock_timestamp(), c.seats, c.moves, c.makers, c.times
FROM unnest($1) AS wanted(id)
CROSS JOIN LATERAL (SELECT * FROM games_gamesession WHERE id = wanted.id AND status = 'playing' LIMIT 1) s
CROSS JOIN LATERAL (SELECT * FROM games_round WHERE session_id = s.id AND finished_at IS NULL LIMIT 1) r
CROSS JOIN LATERAL (
    SELECT array_agg(seat.person_id ORDER BY place) AS people,
        array_agg(seat.bot ORDER BY place) AS bots,
        array_agg(seat.deputy_since IS NOT NULL ORDER BY place) AS deputies,
        array_agg(seat.missed ORDER BY place) AS missed
    FROM unnest(r.seating) WITH ORDINALITY AS sitting(id, place)
    CROSS JOIN LATERAL (SELECT * FROM games_seat WHERE id = sitting.id LIMIT 1) seat
) p
CROSS JOIN LATERAL (
    SELECT array_agg(seat) AS seats, array_agg(move) AS moves, array_agg(by) AS makers,
        array_agg(made_at) AS times
    FROM games_choice WHERE round_id = r.id AND turn = r.turn
) c;

PREPARE choice_seal(bigint[], int[], int[], text[], text[], timestamptz[]) AS
INSERT INTO games_choice (round_id, turn, seat, move, by, made_at)
SELECT * FROM unnest($1, $2, $3, $4, $5, $6) WHERE {_STILL}
ON CONFLICT (round_id, turn, seat) DO UPDATE
SET move = EXCLUDED.move, by = EXCLUDED.by, made_at = EXCLUDED.made_at;

PREPARE choice_take_back(bigint[], int[], int[]) AS
DELETE FROM games_choice c USING unnest($1, $2, $3) AS t(round, turn, seat)
WHERE c.round_id = t.round AND c.turn = t.turn AND c.seat = t.seat
    AND {_STILL};

PREPARE choice_reveal(bigint, int, timestamptz, timestamptz, int[], timestamptz, bool, timestamptz) AS
UPDATE games_round SET turn = $2, turn_opened_at = $3, deadline = $4, reserves = $5, alarm = $6,
    thinking = $7, finished_at = $8 WHERE id = $1 AND {_STILL};

PREPARE choice_wind(bigint, timestamptz, bool) AS
UPDATE games_round SET alarm = $2, thinking = $3
WHERE id = $1 AND {_STILL};

PREPARE choice_news(bigint, int, timestamptz) AS
UPDATE games_gamesession SET version = $2, touched_at = $3
WHERE id = $1 AND {_STILL}
"""
"""So that the database plans them once for each connection, not for each choice.

What is written after `choice_still` is written only if all tables are still as they were believed to be.

Each row is looked up by its own key (`LIMIT 1`): while there are few tables the database would rather look
through all of them, and keep doing so when they have become many.
"""

_ready: WeakSet[psycopg.Connection[Any]] = WeakSet()
"""The connections that have them."""


def _send(*statements: tuple[str, Sequence[Any]]) -> psycopg.Cursor[Any]:
    """All in one message. The cursor stands at the first answer."""
    connection.ensure_connection()
    postgres = connection.connection
    cursor = psycopg.ClientCursor(postgres)
    with connection.wrap_database_errors:
        if postgres not in _ready:
            cursor.execute(_PREPARED)
            _ready.add(postgres)
        return cursor.execute(_written(postgres, statements))


def _written(postgres: psycopg.Connection[Any], statements: Sequence[tuple[str, Sequence[Any]]]) -> bytes:
    """The statements with their values in them; the driver's own way looks up every value's type first."""
    quote = Escaping(postgres.pgconn).escape_literal
    return b"; ".join(
        [
            text.encode() % tuple([_literal(value, quote) for value in values]) if values else text.encode()
            for text, values in statements
        ]
    )


def _literal(value: Any, quote: Callable[[bytes], bytes]) -> bytes:
    if value is None:
        return b"NULL"
    if isinstance(value, int):  # a bool too
        return b"%a" % value
    return quote((_array(value) if isinstance(value, list) else str(value)).encode())
