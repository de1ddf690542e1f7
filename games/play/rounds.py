"""Deals a round and counts it when its last turn is revealed."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from random import Random

from django.db import connection

from games import chance, pace, tables
from games.models import GameSession, Round, ScoreLine, ScoreSheet
from games.play.desk import changing, database_now

counted: list[Callable[[Round, list[ScoreLine]], None]] = []
"""What else is written with a count, in its transaction: each gets the round, its session too, and the lines.

Apps that derive something from finished rounds add themselves when they are ready.
"""

COUNTING = 7_150_421  # the advisory lock of whoever counts


def deal(
    session: GameSession,
    *,
    now: datetime,
    luck: Random,
    seed: bytes | None = None,
    sealed_until: datetime | None = None,
) -> Round:
    """The next round: seats kept or re-drawn, the clock set. The session row is locked.

    The seed is a fresh one, unless others play the same deal: then it is given, and sealed until all have.
    """
    rules = session.rules
    seats = list(session.seats.order_by("number"))
    number = session.rounds.count() + 1
    if session.redraw and number > 1:
        luck.shuffle(seats)
    seed = seed or secrets.token_bytes(chance.SEED_BYTES)
    ends = pace.deadline(session.pace, now)
    reserves = pace.reserves(session.pace, len(seats))
    round = Round.objects.create(
        session=session,
        number=number,
        seed=seed,
        commitment=chance.commitment(seed),
        sealed_until=sealed_until,
        seating=[seat.id for seat in seats],
        turn_opened_at=now,
        started_at=now,
        deadline=ends,
        reserves=reserves,
        extended=[False] * len(seats),
        alarm=pace.alarm(
            ends,
            reserves,
            opened_at=now,
            waiting=range(len(seats)),
            delays=[pace.delay(rules, seat.bot, deputy=seat.deputy_since is not None) for seat in seats],
        ),
        thinking=any(pace.is_slow(rules, seat.bot) for seat in seats),
    )
    session.seats.update(ready=False)
    session.status = GameSession.Status.PLAYING
    session.save(update_fields=["status"])
    return round


def queue_up() -> None:
    """One count after the other, whatever the tables: sheets and lines are numbered in the order of counting.

    Ratings grow in that order, and people at two tables that end at once cannot make the two wait for each
    other. Held until the transaction ends; whoever needs rows of tables locks those first.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [COUNTING])


class _Counted(Exception):
    """Somebody else has counted the round."""


def count(session_id: int, now: datetime | None = None) -> None:
    """Counts the round whose last turn is closed: once, whoever tries it and however often."""
    with suppress(_Counted), changing(session_id) as session:
        table = tables.by_id(session_id)
        if table is None or not table.is_over:
            raise _Counted
        assert table.deal is not None
        queue_up()
        round = session.rounds.get(pk=table.deal.id)
        now = now or database_now()
        lines = _write_sheet(round, table, now)
        round.finished_at, round.deadline, round.alarm = now, None, None
        round.save(update_fields=["finished_at", "deadline", "alarm"])
        last = round.number >= session.rounds_planned
        session.status = GameSession.Status.OVER if last else GameSession.Status.COUNTED
        session.save(update_fields=["status"])
        for write in counted:
            write(round, lines)


def _write_sheet(round: Round, table: tables.Table, now: datetime) -> list[ScoreLine]:
    assert table.deal is not None
    rules, state = table.rules, table.deal.state
    deputised = _deputised(round)
    kept = dict(enumerate(rules.keepsakes(state))) if hasattr(rules, "keepsakes") else {}
    sheet = ScoreSheet.objects.create(round=round, counted_at=now)
    return ScoreLine.objects.bulk_create(
        ScoreLine(
            sheet=sheet,
            seat=score.seat,
            person_id=place.person,
            bot=place.bot,
            name=place.name,
            points=score.points,
            rank=score.rank,
            parts=dict(score.parts) | kept.get(score.seat, {}),
            deputised=deputised.get(score.seat, 0),
        )
        for score, place in ((score, table.places[score.seat]) for score in rules.scores(state))
    )


def _deputised(round: Round) -> dict[int, int]:
    """For each seat how many turns a deputy or the clock played."""
    turns: dict[int, int] = {}
    for seat in round.choices.filter(by__in=["deputy", "clock"]).values_list("seat", flat=True):
        turns[seat] = turns.get(seat, 0) + 1
    return turns
