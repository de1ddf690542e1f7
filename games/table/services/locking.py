"""One click at a table: its row locked, one transaction, and everyone is told."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial

from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from games.engine.contract import Refused
from games.models import GameSession, Seat
from games.table import announcements


@contextmanager
def changing(session_id: int) -> Iterator[GameSession]:
    """The locked session. When the block is committed, every screen is told.

    The status is saved automatically; code that changes other fields must save them. The table before a
    rematch is told too: it shows who sits there.
    """
    with transaction.atomic():
        session = lock([session_id]).first()
        if session is None:
            raise Refused("no-table")
        before = session.rematch_of_id if session.status == GameSession.Status.OPEN else None
        yield session
        save_and_tell([session])
        if before is not None:
            # Not in this transaction: whoever asks for a rematch locks the earlier table first.
            transaction.on_commit(partial(tell_presence, before), robust=True)


def lock(session_ids: Iterable[int]) -> QuerySet[GameSession]:
    """These sessions, locked in id order."""
    rows = GameSession.objects.select_for_update(no_key=True, of=("self",))
    return rows.filter(pk__in=session_ids).order_by("pk")


def save_and_tell(sessions: Iterable[GameSession]) -> None:
    for session in sessions:
        session.version += 1
        session.revision += 1
        session.touched_at = Now()
        session.save(update_fields=["status", "version", "revision", "touched_at"])
    announcements.tell_after_commit(sessions)


def tell_presence(session_id: int) -> None:
    """Redraws the table after somebody came or left. A page that misses this need not notice."""
    sessions = GameSession.objects.filter(pk=session_id)
    sessions.update(revision=F("revision") + 1)
    announcements.tell_after_commit(sessions.only("revision"))


def lock_person(person: User) -> None:
    """Makes a person's clicks wait for each other. A guest may have become an account in the meantime."""
    if not User.objects.select_for_update(no_key=True).filter(pk=person.pk).exists():
        raise Refused("try-again")


def database_now() -> datetime:
    """The database's time: the only clock that decides anything."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cursor.fetchone()[0]


def must_be(session: GameSession, *statuses: str) -> None:
    if session.status not in statuses:
        raise Refused(f"table-{session.status}")


def must_host(session: GameSession, person: User) -> None:
    if session.host_id != person.pk:
        raise Refused("not-host")


def must_prepare(session: GameSession, person: User) -> None:
    """Before the deal the host decides everything; at a table of an event, only those who run the event."""
    must_be(session, GameSession.Status.OPEN)
    must_host(session, person)
    must_be_free(session)


def must_be_free(session: GameSession) -> None:
    if session.arranged:
        raise Refused("arranged")


def seat_of(session: GameSession, person: User) -> Seat:
    seat = session.seats.filter(person=person).first()
    if seat is None:
        raise Refused("not-seated")
    return seat
