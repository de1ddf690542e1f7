"""Lets slow bots think in a process of their own. Several can run; each table is thought about once."""

from random import SystemRandom

from django.db import connection

from games.engine import pace
from games.table import snapshots
from games.table.services.choices import Wish, commit
from games.table.services.clock import decide

THINKING = 7_150_420  # the first half of the advisory lock on a round that a bot thinks about


def think_once() -> bool:
    """Chooses for the slow bots of one table; False if none is waiting."""
    found = _take()
    if found is None:
        return False
    round_id, session_id = found
    try:
        _think(session_id)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [THINKING, round_id])
    return True


def _take() -> tuple[int, int] | None:
    """The round that has waited longest and that no other process holds. Play itself is never locked."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT r.id, r.session_id FROM games_round r JOIN games_gamesession s ON s.id = r.session_id"
            " WHERE r.thinking AND s.status = 'playing' AND s.paused_at IS NULL"
            " ORDER BY r.turn_opened_at LIMIT 20"
        )
        for round_id, session_id in cursor.fetchall():
            cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [THINKING, round_id])
            if cursor.fetchone()[0]:
                return round_id, session_id
    return None


def _think(session_id: int) -> None:
    table = snapshots.by_id(session_id)
    if table is None or table.deal is None or table.status != "playing":
        return
    for seat, place in enumerate(table.places):
        if seat not in table.deal.chosen and pace.is_slow(table.rules, place.bot):
            decision = decide(table.rules, table.deal.state, seat, level=place.bot, luck=SystemRandom())
            by = "clock" if decision.stumbled else "bot"
            commit([Wish(table.id, table.deal.ref, decision.move, seat=seat, by=by)])
