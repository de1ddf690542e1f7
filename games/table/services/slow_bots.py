"""Lets slow bots think in a process of their own. Several can run; each table is thought about once.

The turns are fair: they go round the networks from which hosts came, within a network round its hosts, and
each gets one move. However many tables somebody has, another host waits for one move of theirs.
"""

from collections import OrderedDict
from itertools import count
from random import SystemRandom

from allauth.usersessions.models import UserSession
from django.db import connection

from games.engine import pace
from games.table import snapshots
from games.table.services.choices import Wish, commit
from games.table.services.clock import decide
from splitsite import addresses

THINKING = 7_150_420  # the first half of the advisory lock on a round that a bot thinks about
REMEMBERED = 1_000

_number = count(1)
_served: OrderedDict[str, int] = OrderedDict()
"""When each network and each host was last served, those served last at the end."""


def think_once() -> bool:
    """Chooses for one slow bot; False if none is waiting."""
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
    """The round whose turn it is and that no other process holds. Play itself is never locked."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT r.id, r.session_id, s.host_id FROM games_round r"
            " JOIN games_gamesession s ON s.id = r.session_id"
            " WHERE r.thinking AND s.status = 'playing' AND s.paused_at IS NULL"
            " ORDER BY r.turn_opened_at"
        )
        waiting = cursor.fetchall()
        networks = _networks({host for *_, host in waiting})
        # Sorting is stable: within one host, the round that has waited longest comes first.
        waiting.sort(key=lambda row: (_served.get(networks.get(row[2], ""), 0), _served.get(_owner(row), 0)))
        for row in waiting:
            cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [THINKING, row[0]])
            if cursor.fetchone()[0]:
                _note_served(networks.get(row[2], ""), _owner(row))
                return row[0], row[1]
    return None


def _owner(row: tuple[int, int, int | None]) -> str:
    """Whom a table's moves count for: its host, or the table itself if it has none."""
    _, session_id, host = row
    return f"table {session_id}" if host is None else f"host {host}"


def _networks(hosts: set[int | None]) -> dict[int | None, str]:
    """The network of each host's newest session."""
    known = UserSession.objects.filter(user__in=hosts - {None}).order_by("last_seen_at")
    return {user: addresses.network(ip) for user, ip in known.values_list("user", "ip")}


def _note_served(*names: str) -> None:
    for name in names:
        _served[name] = next(_number)
        _served.move_to_end(name)
    while len(_served) > REMEMBERED:
        _served.popitem(last=False)


def _think(session_id: int) -> None:
    table = snapshots.by_id(session_id)
    if table is None or table.deal is None or table.status != "playing":
        return
    for seat, place in enumerate(table.places):
        if seat not in table.deal.chosen and pace.is_slow(table.rules, place.bot):
            decision = decide(table.rules, table.deal.state, seat, level=place.bot, luck=SystemRandom())
            by = "clock" if decision.stumbled else "bot"
            commit([Wish(table.id, table.deal.ref, decision.move, seat=seat, by=by)])
            return
