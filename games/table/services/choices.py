"""Seals choices and closes turns. Only this module commits them, for many tables in one transaction."""

import asyncio
import json
import logging
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.db import Error as DatabaseError
from django.db import close_old_connections, connection, transaction
from django.utils import timezone

from games.engine import catalogue, pace
from games.engine.contract import Refused
from games.table import announcements, partials, snapshots
from games.table.services import rounds
from games.table.services.locking import lock
from games.table.snapshots import Deal, Sealed, Table
from splitsite import metrics
from splitsite.database_errors import AWAY

DEPUTY_AFTER = 2
"""After this many missed turns in a row a person counts as gone, and the deputy chooses at once."""

COUNT_AFTER = timedelta(seconds=5)
"""How long the clock waits before it counts a finished round itself."""

AT_ONCE = 2
"""Transactions under way at once. With only one, a choice often waits for another table's disk write."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wish:
    """A request to choose this move in the turn that is shown. No move means: take the choice back."""

    session: int
    aim: str
    """The round and turn that the choice is meant for, such as `2.7`. In any other turn it is stale."""
    move: str
    person: int | None = None
    seat: int | None = None
    """Bots, deputies and the clock name the seat; a person's seat is looked up."""
    by: str = "player"


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to one wish: refused with a reason, or sealed."""

    refused: Refused | None = None


Loop = asyncio.AbstractEventLoop
Outcome = tuple[list[Result], list[Table]]
"""The answers to some wishes, and the tables that changed."""

# Group commit.


@dataclass(slots=True)
class _Queue:
    """The wishes that wait to be sealed in one event loop, the transactions under way, and their tasks."""

    waiting: list[tuple[Wish, "asyncio.Future[Result]"]] = field(default_factory=list)
    under_way: int = 0
    tasks: set["asyncio.Task[None]"] = field(default_factory=set)
    """Keeps running tasks alive: the event loop holds only weak references to them."""

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


_queues: WeakKeyDictionary[Loop, _Queue] = WeakKeyDictionary()
_sealer = ThreadPoolExecutor(AT_ONCE, "sealer")
_counter = ThreadPoolExecutor(1, "counter")


async def seal(wish: Wish) -> Result:
    """Seals a choice together with others that wait. Returns when it is safely on disk, or refused."""
    loop = asyncio.get_running_loop()
    queue = _queues.setdefault(loop, _Queue())
    answer = loop.create_future()
    queue.waiting.append((wish, answer))
    if queue.under_way < AT_ONCE:
        queue.under_way += 1
        queue.start(_seal_waiting(queue))
    result: Result = await answer
    return result


async def _seal_waiting(queue: _Queue) -> None:
    """Seals what waits. What arrives during a transaction goes into the next one."""
    try:
        while queue.waiting:
            going, queue.waiting = queue.waiting, []
            try:
                await _seal_together(queue, going)
            except Exception:  # trouble with one batch must not leave the next one without an answer
                log.exception("What was sealed could not be told.")
    finally:
        queue.under_way -= 1


async def _seal_together(queue: _Queue, going: "list[tuple[Wish, asyncio.Future[Result]]]") -> None:
    results = [Result(Refused("try-again"))] * len(going)
    changed: list[Table] = []
    try:
        loop = asyncio.get_running_loop()
        results, changed = await loop.run_in_executor(_sealer, _commit, [wish for wish, _ in going], loop)
    finally:
        for (_, answer), result in zip(going, results, strict=True):
            if not answer.done():  # otherwise its page is gone
                answer.set_result(result)
    await announcements.tell(table for table in changed if not _only_sealed(table))
    for table in filter(_only_sealed, changed):
        queue.start(announcements.tell_soon(table))
    if over := [table.id for table in changed if table.is_over]:
        queue.start(_count(over))


def _only_sealed(table: Table) -> bool:
    """Whether the turn is still open: others then see only who has chosen."""
    return table.deal is not None and bool(table.deal.moves)


async def _count(session_ids: list[int]) -> None:
    """Counts after the last reveal was sent, so that nobody waits for it. If this fails, the clock counts."""
    try:
        await database_sync_to_async(rounds.count, thread_sensitive=False, executor=_counter)(session_ids)
    except Exception as trouble:
        log.warning("Rounds are left for the clock to count: %s", trouble)


def commit(wishes: Sequence[Wish]) -> Outcome:
    """The same for code without an event loop: seals these wishes, tells everyone, counts finished rounds."""
    results, changed = _commit(wishes)
    announcements.tell_after_commit(changed)
    if over := [table.id for table in changed if table.is_over]:
        rounds.count(over)
    return results, changed


def _commit(wishes: Sequence[Wish], loop: Loop | None = None) -> Outcome:
    """Seals on what this process knows of the tables; then, under their lock, what that left undecided."""
    results, changed = [Result(Refused("try-again"))] * len(wishes), list[Table]()
    with metrics.sealing.time():
        try:
            results, changed = _try(wishes, snapshots.believe({wish.session for wish in wishes}), loop)
        except Exception:  # perhaps the database has merely closed the connection
            close_old_connections()
        decided = {table.id for table in changed}
        if undecided := [at for at, wish in enumerate(wishes) if wish.session not in decided]:
            again, also = _try_locked([wishes[at] for at in undecided])
            for at, result in zip(undecided, again, strict=True):
                results[at] = result
            changed += also
    metrics.count_choices(results, reveals=sum(not table.deal.moves for table in changed if table.deal))
    return results, changed


def _try_locked(wishes: Sequence[Wish]) -> Outcome:
    """Locks the tables first. If that fails, each wish is tried alone: one table's error harms no other."""
    try:
        with transaction.atomic():
            # Two statements, so that the second one sees the changes the first one waited for.
            ids = [session.pk for session in lock({wish.session for wish in wishes})]
            return _try(wishes, snapshots.read(ids))
    except Exception as error:
        if connection.in_atomic_block:
            raise
        close_old_connections()
        if len(wishes) > 1:
            each = [_try_locked([wish]) for wish in wishes]
            return [result for (result,), _ in each], [table for _, tables in each for table in tables]
        if isinstance(error, AWAY) or not isinstance(error, DatabaseError):
            log.exception("A choice could not be sealed.")
        return [Result(Refused("try-again"))], []


# What one statement does.


@dataclass(slots=True)
class _OpenTurn:
    """The open turn of a table, and what this statement does in it."""

    table: Table
    deal: Deal
    now: datetime
    moves: dict[int, Sealed]
    chosen: dict[int, Sealed] = field(default_factory=dict)
    """What is written, by seat. A choice without a move is taken back."""
    returned: list[int] = field(default_factory=list)
    lapsed: list[int] = field(default_factory=list)

    @property
    def waiting(self) -> list[int]:
        return [seat for seat in range(len(self.table.places)) if seat not in self.moves]


def _try(
    wishes: Sequence[Wish], seen: tuple[dict[int, Table], datetime], loop: Loop | None = None
) -> Outcome:
    """Seals what may be sealed at these tables, and closes each turn that is complete."""
    tables, now = seen
    open_turns = {
        table.id: _OpenTurn(table, deal, max(now, deal.opened_at), {one.seat: one for one in deal.moves})
        for table in tables.values()
        if table.status == "playing" and (deal := table.deal) is not None and not deal.finished
    }
    results = [_seal(open_turns, wish) for wish in wishes]
    touched = [open_turn for open_turn in open_turns.values() if open_turn.chosen]
    changed = [_settle(open_turn) for open_turn in touched]
    revealed = [table for table in changed if not _only_sealed(table)]
    if loop and revealed:  # draws while the database writes; nothing is shown before the commit
        loop.call_soon_threadsafe(partials.draw_ahead, revealed)
    if changed:
        changed = _write(touched, changed)
    transaction.on_commit(partial(snapshots.remember, changed))
    return results, changed


def _seal(open_turns: Mapping[int, _OpenTurn], wish: Wish) -> Result:
    """Seals one wish; a seat's last one counts. Bots, deputies and clock never replace a person's choice."""
    try:
        open_turn, seat = _admit(open_turns, wish)
    except Refused as refused:
        return Result(refused)
    before, place = open_turn.moves.get(seat), open_turn.table.places[seat]
    if before and before.by == "player" != wish.by:
        return Result()
    open_turn.chosen[seat] = Sealed(seat, wish.move, wish.by, open_turn.now)
    if wish.move:
        open_turn.moves[seat] = open_turn.chosen[seat]
    else:
        open_turn.moves.pop(seat, None)
    if wish.by == "clock" and not place.bot:
        open_turn.lapsed.append(seat)
    elif wish.person is not None and (place.deputy or place.missed or open_turn.table.paused_at):
        open_turn.returned.append(seat)
    return Result()


def _admit(open_turns: Mapping[int, _OpenTurn], wish: Wish) -> tuple[_OpenTurn, int]:
    """The table and seat for this wish; Refused if it may not be sealed."""
    open_turn = open_turns.get(wish.session)
    if open_turn is None:
        raise Refused("no-round")
    seat = open_turn.table.seat_of(wish.person) if wish.person is not None else wish.seat
    if seat is None or not 0 <= seat < len(open_turn.table.places):
        raise Refused("not-seated")
    if wish.aim != open_turn.deal.ref:
        raise Refused("stale", aim=wish.aim, turn=open_turn.deal.ref)
    if wish.move and wish.move not in open_turn.table.rules.legal(open_turn.deal.state, seat):
        raise Refused("illegal", move=wish.move[:40])
    return open_turn, seat


def _settle(open_turn: _OpenTurn) -> Table:
    """The table after this statement. The turn is closed when every seat has chosen."""
    table = open_turn.table._replace(revision=open_turn.table.revision + 1)
    if open_turn.returned or open_turn.lapsed:
        table = _note_presence(table, open_turn)
    if open_turn.returned and table.paused_at:
        # Somebody chooses at a paused table: its clock goes on from where it stopped.
        pause, deadline = open_turn.now - table.paused_at, open_turn.deal.deadline
        open_turn.deal = open_turn.deal._replace(
            opened_at=open_turn.deal.opened_at + pause, deadline=deadline + pause if deadline else None
        )
        table = table._replace(paused_at=None)
    if revealed := not open_turn.waiting:
        open_turn.deal = _reveal(open_turn)
    else:
        open_turn.deal = open_turn.deal._replace(moves=tuple(sorted(open_turn.moves.values())))
    visible = revealed or bool(open_turn.returned or open_turn.lapsed)
    return table._replace(version=table.version + visible, deal=open_turn.deal)


def _note_presence(table: Table, open_turn: _OpenTurn) -> Table:
    """Removes the deputy of a person who touches the table; gives one to a person who keeps missing turns."""
    places = list(table.places)
    for seat in open_turn.returned:
        places[seat] = places[seat]._replace(deputy=False, missed=0)
    for seat in open_turn.lapsed:
        missed = places[seat].missed + 1
        places[seat] = places[seat]._replace(deputy=missed >= DEPUTY_AFTER, missed=missed)
    return table._replace(places=tuple(places))


def _reveal(open_turn: _OpenTurn) -> Deal:
    """Reveals everybody's move at once and sets the clock again."""
    deal, rules = open_turn.deal, open_turn.table.rules
    made = [open_turn.moves[seat] for seat in range(len(open_turn.table.places))]
    open_turn.moves = {}
    state = rules.play(deal.state, [one.move for one in made])
    return deal._replace(
        turn=deal.turn + 1,
        state=state,
        opened_at=open_turn.now,
        deadline=None if rules.over(state) else pace.deadline(open_turn.table.pace, open_turn.now),
        reserves=tuple(
            pace.left_over(reserve, one.made_at, deal.deadline) if one.by == "player" else reserve
            for reserve, one in zip(deal.reserves, made, strict=True)
        ),
        moves=(),
    )


def _write(open_turns: Sequence[_OpenTurn], changed: Sequence[Table]) -> list[Table]:
    """Writes in one statement those of these tables that nobody has changed meanwhile, and returns them."""
    rows = [_row(open_turn, table) for open_turn, table in zip(open_turns, changed, strict=True)]
    with connection.cursor() as cursor:
        asked = timezone.now()
        cursor.execute(_WRITE, [json.dumps(rows, default=str)])
        written = dict(cursor.fetchall())
    snapshots.note_time(asked, written.values())
    return [table for table in changed if table.id in written]


def _row(open_turn: _OpenTurn, table: Table) -> dict[str, Any]:
    deal, rules = open_turn.deal, catalogue.find(table.game)
    alarm = pace.alarm(
        deal.deadline,
        deal.reserves,
        opened_at=deal.opened_at,
        waiting=open_turn.waiting,
        delays=[pace.delay(rules, place.bot, deputy=place.deputy) for place in table.places],
    )
    return {
        **{name: getattr(table, name) for name in ("id", "version", "revision", "paused_at")},
        **{name: getattr(deal, name) for name in ("turn", "opened_at", "deadline", "reserves")},
        "round": deal.id,
        "now": open_turn.now,
        "alarm": open_turn.now + COUNT_AFTER if table.is_over else alarm,
        "thinking": not table.is_over
        and any(pace.is_slow(rules, table.places[seat].bot) for seat in open_turn.waiting),
        "chosen_in": open_turn.table.deal and open_turn.table.deal.turn,
        "choices": [one._asdict() for one in open_turn.chosen.values()],
        "seats": [table.places[seat]._asdict() for seat in {*open_turn.returned, *open_turn.lapsed}],
    }


# Every commit at a table adds one to its revision: a row with another one was changed by somebody else.
# The values are bound: PostgreSQL logs none of them if the statement fails.
_WRITE = """
WITH t AS (
    SELECT t.* FROM games_gamesession s
    JOIN jsonb_to_recordset(%s::jsonb) AS t(id bigint, version int, revision int, paused_at timestamptz,
        turn int, opened_at timestamptz, deadline timestamptz, reserves int[], round bigint, now timestamptz,
        alarm timestamptz, thinking boolean, chosen_in int, choices jsonb, seats jsonb)
    ON s.id = t.id AND s.revision = t.revision - 1
    ORDER BY s.id FOR NO KEY UPDATE OF s
), choices AS (
    SELECT t.round, t.chosen_in, c.*
    FROM t, jsonb_to_recordset(choices) AS c(seat int, move text, by text, made_at timestamptz)
), sealed AS (
    INSERT INTO games_choice (round_id, turn, seat, move, by, made_at)
    SELECT * FROM choices WHERE move <> ''
    ON CONFLICT (round_id, turn, seat) DO UPDATE
    SET move = EXCLUDED.move, by = EXCLUDED.by, made_at = EXCLUDED.made_at
), taken_back AS (
    DELETE FROM games_choice c USING choices b
    WHERE b.move = '' AND (c.round_id, c.turn, c.seat) = (b.round, b.chosen_in, b.seat)
), seats AS (
    UPDATE games_seat s SET missed = p.missed, deputy_since = CASE WHEN p.deputy THEN t.now END,
        seen_at = CASE WHEN p.missed = 0 THEN t.now ELSE s.seen_at END
    FROM t, jsonb_to_recordset(t.seats) AS p(id bigint, missed int, deputy boolean)
    WHERE s.id = p.id
), rounds AS (
    UPDATE games_round r SET turn = t.turn, turn_opened_at = t.opened_at, deadline = t.deadline,
        reserves = t.reserves, alarm = t.alarm, thinking = t.thinking
    FROM t WHERE r.id = t.round
)
UPDATE games_gamesession s SET version = t.version, revision = t.revision, touched_at = t.now,
    paused_at = t.paused_at
FROM t WHERE s.id = t.id
RETURNING s.id, statement_timestamp()
"""
