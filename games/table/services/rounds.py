"""Deals a round and counts it when its last turn is revealed."""

import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from random import Random

from django.db import connection, transaction

from games.decks.services import keep
from games.engine import chance, pace
from games.engine.contract import deck_of
from games.models import Choice, GameSession, Round, ScoreLine, ScoreSheet
from games.table import snapshots
from games.table.services.locking import database_now, lock, save_and_tell

counted: list[Callable[[Round, list[ScoreLine]], None]] = []
"""Functions that write something more in the transaction of a count.

Each gets the round, with its session, and the lines. Apps that derive something from finished rounds add
themselves when they are ready.
"""

COUNTING = 7_150_421  # the advisory lock for counting


def deal(
    session: GameSession,
    *,
    now: datetime,
    luck: Random,
    seed: bytes | None = None,
    sealed_until: datetime | None = None,
) -> Round:
    """Deals the next round: seats are kept or drawn again, the clock is set. The session row must be locked.

    The seed is new unless others play the same deal: then it is given, and sealed until all have played. A
    match goes on with the deck it began with, whatever has become of its file.
    """
    rules = session.rules
    seats = list(session.seats.order_by("number"))
    last = session.rounds.select_related("deck").order_by("-number").first()
    number = last.number + 1 if last else 1
    deck = last.deck if last and last.deck else keep(deck_of(rules, session.options))
    if session.redraw and number > 1:
        luck.shuffle(seats)
    seed = seed or secrets.token_bytes(chance.SEED_BYTES)
    ends = pace.deadline(session.pace, now)
    reserves = pace.reserves(session.pace, len(seats))
    round = Round.objects.create(
        session=session,
        number=number,
        seed=seed,
        commitment=chance.commitment(seed, deck.kept if deck else None),
        deck=deck,
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
    """Makes all counts wait for each other, so that sheets and lines are numbered in the order of counting.

    Ratings grow in that order, and two tables that end at once and share people cannot deadlock. The lock is
    held until the transaction ends; lock any rows of tables before it.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [COUNTING])


def count(session_ids: Iterable[int], now: datetime | None = None) -> None:
    """Counts the rounds whose last turn is closed. Each is counted once, however often this is called."""
    with transaction.atomic():
        played = {session: snapshots.of(session) for session in lock(session_ids)}
        played = {session: table for session, table in played.items() if table.is_over}
        if not played:
            return
        queue_up()
        now = now or database_now()
        rounds = Round.objects.in_bulk([table.deal.id for table in played.values() if table.deal])
        lines = _write_sheets(played.values(), now)
        Round.objects.filter(pk__in=rounds).update(finished_at=now, deadline=None, alarm=None)
        for session, table in played.items():
            assert table.deal is not None
            last = table.deal.number >= session.rounds_planned
            session.status = GameSession.Status.OVER if last else GameSession.Status.COUNTED
            round = rounds[table.deal.id]
            round.session, round.finished_at = session, now
            for write in counted:
                write(round, lines[round.pk])
        save_and_tell(played)


def _write_sheets(played: Iterable[snapshots.Table], now: datetime) -> dict[int, list[ScoreLine]]:
    """The score sheets of these tables; their lines by round."""
    deals = {table.deal.id: (table, table.deal) for table in played if table.deal}
    deputised = _deputised(deals)
    sheets = ScoreSheet.objects.bulk_create(ScoreSheet(round_id=pk, counted_at=now) for pk in deals)
    lines = [line for sheet in sheets for line in _lines(sheet, *deals[sheet.round_id], deputised=deputised)]
    ScoreLine.objects.bulk_create(lines)
    return {sheet.round_id: [line for line in lines if line.sheet is sheet] for sheet in sheets}


def _lines(
    sheet: ScoreSheet, table: snapshots.Table, deal: snapshots.Deal, *, deputised: Counter[tuple[int, int]]
) -> Iterator[ScoreLine]:
    rules = table.rules
    kept = dict(enumerate(rules.keepsakes(deal.state))) if rules.keepsakes else {}
    for score in rules.scores(deal.state):
        place = table.places[score.seat]
        yield ScoreLine(
            sheet=sheet,
            seat=score.seat,
            person_id=place.person,
            bot=place.bot,
            name=place.name,
            points=score.points,
            rank=score.rank,
            parts={**score.parts, **kept.get(score.seat, {})},
            deputised=deputised[deal.id, score.seat],
        )


def _deputised(round_ids: Iterable[int]) -> Counter[tuple[int, int]]:
    """How many turns a deputy or the clock played, for each round and seat."""
    by_others = Choice.objects.filter(round__in=round_ids, by__in=["deputy", "clock"])
    return Counter(by_others.values_list("round", "seat"))
