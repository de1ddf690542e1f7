"""Reads for the lobby: open tables, and the tables where I sit."""

from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import RowNumber

from games.engine.initials import initials
from games.models import GameSession, Seat
from games.table.match_points import name_in_public
from games.table.snapshots import NAMESAKE_IN_SQL

LISTED = 60
OF_ONE_HOST = 3
"""At most so many tables of one host are listed: nobody fills the lobby alone."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A person or bot at a listed table."""

    name: str
    initial: str
    bot: bool
    host: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as the lobby lists it."""

    code: str
    name: str
    game: str
    options: dict[str, Any]
    pace: str
    pace_word: str
    status: str
    rounds: int
    seats: int
    sitting: tuple[Sitting, ...]

    @property
    def free(self) -> range:
        return range(self.seats - len(self.sitting))


def open_tables(*, but: frozenset[str] = frozenset()) -> list[Listed]:
    """Public tables that wait for players and have a free seat, the newest first, without these codes."""
    waiting = (
        GameSession.objects.filter(status="open", public=True, medium="online")
        .exclude(code__in=but)
        .annotate(taken=Count("seats"))
        .filter(taken__lt=F("seats_wanted"))
    )
    nth = Window(RowNumber(), partition_by="host", order_by="-created_at")
    return _listed(waiting.annotate(nth=nth).filter(nth__lte=OF_ONE_HOST).order_by("-created_at")[:LISTED])


def my_tables(person: int | None) -> list[Listed]:
    """Tables where I sit and the game is not over."""
    if person is None:
        return []
    mine = GameSession.objects.filter(
        pk__in=Seat.objects.filter(person=person).values("session"), status__in=["open", "playing", "counted"]
    )
    return _listed(mine.order_by("-touched_at")[:LISTED])


def _listed(sessions: QuerySet[GameSession]) -> list[Listed]:
    tables = []
    found = list(sessions.prefetch_related("seats"))
    namesakes = _namesakes(found)
    for one in found:
        seats = one.seats.all()
        signs = initials([seat.name for seat in seats])
        sitting = tuple(
            Sitting(
                name_in_public(seat.name, namesake=seat.pk in namesakes),
                sign,
                bool(seat.bot),
                host=bool(seat.person_id) and seat.person_id == one.host_id,
            )
            for seat, sign in zip(seats, signs, strict=True)
        )
        tables.append(
            Listed(
                code=one.code,
                name=one.name,
                game=one.game,
                options=one.options,
                pace=one.pace,
                pace_word=one.get_pace_display(),
                status=one.status,
                rounds=one.rounds_planned,
                seats=one.seats_wanted,
                sitting=sitting,
            )
        )
    return tables


def _namesakes(sessions: list[GameSession]) -> set[int]:
    """The seats of guests who are called like somebody with an account."""
    with connection.cursor() as cursor:
        cursor.execute(_NAMESAKES, [[session.pk for session in sessions]])
        return {seat for (seat,) in cursor.fetchall()}


_NAMESAKES = f"""
SELECT p.id FROM games_seat p JOIN accounts_user u ON u.id = p.person_id
JOIN games_gamesession s ON s.id = p.session_id
WHERE s.id = ANY(%s) AND {NAMESAKE_IN_SQL}
"""
