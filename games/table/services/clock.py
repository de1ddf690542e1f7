"""What the clock does at tables: bots and deputies choose, time runs out, empty tables pause or close."""

import logging
from dataclasses import dataclass
from datetime import timedelta
from random import Random, SystemRandom
from traceback import extract_tb
from typing import Any

from django.db import connection, transaction
from django.db.models import DurationField, Exists, F, OuterRef, Q, Value
from django.db.models.functions import Least, Now

from games.engine import pace
from games.engine.contract import Game
from games.models import GameSession, Round, Seat
from games.table import announcements, snapshots
from games.table.services import rounds
from games.table.services.choices import Wish, commit
from games.table.services.locking import database_now, tell_presence
from games.table.services.match import close_table
from games.table.snapshots import Deal, Table
from splitsite.database_errors import AWAY

log = logging.getLogger(__name__)

CLOSE_AFTER = timedelta(days=1)
GRACE_AFTER = timedelta(seconds=5)
"""If the clock stood still for longer than this, everybody's deadline is moved by the lost time."""

UNWATCHED = ("days", "none")
"""At these paces nobody is expected to keep the page open."""


@dataclass(frozen=True, slots=True)
class Due:
    round: int
    session: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot plays. If the bot failed, it is any legal move, so that the table goes on."""

    move: str
    stumbled: bool = False


def due(limit: int = 200) -> list[Due]:
    """The rounds whose alarm time has come."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, session_id FROM games_round WHERE alarm <= clock_timestamp() ORDER BY alarm LIMIT %s",
            [limit],
        )
        return [Due(*row) for row in cursor.fetchall()]


def ring_due() -> None:
    """Does everything that is due. A failure at one table must not stop the clocks of the others."""
    with transaction.atomic():  # if the clock dies between the two, nothing is noted
        lost = _beat()
        if lost > GRACE_AFTER:
            grant_grace(lost)
    for one in due():
        try:
            ring(one, SystemRandom())
        except Exception as trouble:
            if isinstance(trouble, AWAY) and not connection.is_usable():
                raise  # not this table's fault: the database is down, and the next beat tries again
            log.exception("The clock failed at table %s.", one.session)
            _later(one.round)


def _beat() -> timedelta:
    """Notes that the clock runs, and returns how long it had stood still."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_clockbeat AS b (id, at) VALUES (1, clock_timestamp())"
            " ON CONFLICT (id) DO UPDATE SET before = b.at, at = clock_timestamp()"
            " RETURNING at - coalesce(before, at)"
        )
        return cursor.fetchone()[0]


def _later(round_id: int) -> None:
    moment = database_now() + GRACE_AFTER
    Round.objects.filter(pk=round_id, alarm__isnull=False).update(alarm=moment)


def ring(one: Due, luck: Random) -> None:
    """Does what is due at one table."""
    table = snapshots.by_id(one.session)
    if table is None or table.deal is None or table.deal.finished or table.status != "playing":
        _quiet(one.round)
        return
    if table.is_over:  # the process that closed the last turn died before the count
        rounds.count([table.id])
        return
    if _deserted(table):
        _pause(table)
        return
    wishes = _wishes(table, table.deal, luck)
    if wishes:
        commit(wishes)
    else:
        _wind(table, table.deal)


def _wishes(table: Table, deal: Deal, luck: Random) -> list[Wish]:
    """Choices that are due: by bots and deputies after a moment, by the clock for people out of time."""
    wishes = []
    for seat in _waiting(table, deal):
        place = table.places[seat]
        slow = pace.is_slow(table.rules, place.bot)
        if place.bot and not slow:
            by = "bot"
        elif place.deputy:
            by = "deputy"
        elif _out_of_time(table, deal, seat):
            by = "clock"
        else:
            continue
        decision = decide(table.rules, deal.state, seat, level="" if slow else place.bot, luck=luck)
        by = "clock" if by == "bot" and decision.stumbled else by
        wishes.append(Wish(table.id, deal.ref, decision.move, seat=seat, by=by))
    return wishes


def _waiting(table: Table, deal: Deal) -> list[int]:
    return [seat for seat in range(len(table.places)) if seat not in deal.chosen]


def _out_of_time(table: Table, deal: Deal, seat: int) -> bool:
    """Whether a person has used up deadline and reserve, or a slow bot's process does not answer."""
    if table.places[seat].bot:
        return deal.opened_at + pace.PATIENCE <= table.read_at
    return deal.deadline is not None and pace.last_moment(deal.deadline, deal.reserves[seat]) <= table.read_at


def decide(rules: Game, state: Any, seat: int, *, level: str, luck: Random) -> Decision:
    """A bot's move, from what its seat sees and nothing more."""
    view = rules.view(state, frozenset({seat}))
    bot = rules.BOTS.get(level) or rules.BOTS.get("regular") or next(iter(rules.BOTS.values()))
    moves = rules.moves(view)
    try:
        move = bot.choose(view, luck)
        if move in moves:
            return Decision(move)
        log.error("A bot of level %s chose what is not allowed.", bot.level)
    except Exception as error:
        # The error message may name cards of the hand, so only its type and place are logged.
        last = extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__} in {last.name}, {last.filename}:{last.lineno}"
        log.error("A bot of level %s failed to choose: %s", bot.level, where)
    return Decision(luck.choice(moves), stumbled=True)


def _wind(table: Table, deal: Deal) -> None:
    """Sets the alarm again, because nothing was due after all (somebody chose in time)."""
    moment = pace.alarm(
        deal.deadline,
        deal.reserves,
        opened_at=deal.opened_at,
        waiting=_waiting(table, deal),
        delays=[pace.delay(table.rules, place.bot, deputy=place.deputy) for place in table.places],
    )
    Round.objects.filter(pk=deal.id, turn=deal.turn).update(alarm=moment)


def _quiet(round_id: int) -> None:
    Round.objects.filter(pk=round_id).update(alarm=None)


def _deserted(table: Table) -> bool:
    """Whether nobody is here although somebody should be, or everybody has left the table to deputies."""
    people = [place for place in table.places if place.person]
    if any(place.here for place in people):
        return False
    return table.pace not in UNWATCHED or all(place.deputy for place in people)


def _pause(table: Table) -> None:
    """Stops the clock of a table where nobody is present, until somebody touches the table."""
    with transaction.atomic():
        GameSession.objects.filter(pk=table.id, paused_at=None).update(paused_at=table.read_at)
        Round.objects.filter(session=table.id, finished_at=None).update(alarm=None)
        tell_presence(table.id)


def close_deserted() -> None:
    """Closes tables at which nothing has happened for a day; counted rounds stay.

    A deal that others play too stays open for its player: begun in time, it counts whenever it is finished.
    """
    now = database_now()
    shared = Round.objects.filter(session=OuterRef("pk"), sealed_until__isnull=False)
    here = Seat.objects.filter(session=OuterRef("pk"), seen_at__gt=now - snapshots.HERE)
    quiet = Q(touched_at__lt=now - CLOSE_AFTER) & (~Q(pace="days") | Q(touched_at__lt=now - 7 * CLOSE_AFTER))
    left = GameSession.objects.filter(quiet, ~Exists(here), ~Exists(shared), medium="online")
    for session_id in left.filter(status__in=["open", "playing", "counted"]).values_list("pk", flat=True):
        close_table(session_id)


def grant_grace(lost: timedelta) -> None:
    """Gives back the time the site was down: nobody's time ran, and every page shows how much is left.

    A turn that was opened during the outage gets only the part after its opening. Alarms stay: bots need no
    extra time, and an alarm that rings too early is set again.
    """
    running = Round.objects.filter(deadline__isnull=False, finished_at=None, session__paused_at=None)
    sessions = GameSession.objects.select_for_update(no_key=True, of=("self",)).order_by("pk")
    ids = list(sessions.filter(Exists(running.filter(session=OuterRef("pk")))).values_list("pk", flat=True))
    since = Least(Value(lost), Now() - F("turn_opened_at"), output_field=DurationField())
    running.filter(session__in=ids).update(deadline=F("deadline") + since)
    told = GameSession.objects.filter(pk__in=ids)
    told.update(version=F("version") + 1, revision=F("revision") + 1)
    announcements.tell_after_commit(told)
