"""Deals a round and counts it when its last turn is revealed."""

import secrets
from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import Any

from django.db import connection

from games import catalog, chance, pace
from games.models import GameSession, Round, ScoreLine, ScoreSheet, Seat

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


def count(round_id: int, state: Any, *, now: datetime) -> None:
    """Writes the score sheet of a finished round and sets the table to what comes next."""
    queue_up()
    round = Round.objects.select_related("session").get(pk=round_id)
    session = round.session
    seats = Seat.objects.in_bulk(round.seating)
    deputised = _deputised(round)
    rules = catalog.find(session.game)
    kept = dict(enumerate(rules.keepsakes(state))) if hasattr(rules, "keepsakes") else {}
    sheet = ScoreSheet.objects.create(round=round, counted_at=now)
    lines = ScoreLine.objects.bulk_create(
        ScoreLine(
            sheet=sheet,
            seat=score.seat,
            person_id=seat.person_id,
            bot=seat.bot,
            name=seat.name,
            points=score.points,
            rank=score.rank,
            parts=dict(score.parts) | kept.get(score.seat, {}),
            deputised=deputised.get(score.seat, 0),
        )
        for score, seat in ((score, seats[round.seating[score.seat]]) for score in rules.scores(state))
    )
    last = round.number >= session.rounds_planned
    session.status = GameSession.Status.OVER if last else GameSession.Status.COUNTED
    session.save(update_fields=["status"])
    for write in counted:
        write(round, lines)


def _deputised(round: Round) -> dict[int, int]:
    """For each seat how many turns a deputy or the clock played."""
    turns: dict[int, int] = {}
    for seat in round.choices.filter(by__in=["deputy", "clock"]).values_list("seat", flat=True):
        turns[seat] = turns.get(seat, 0) + 1
    return turns
