"""Talking at a table: nudges while the cards are secret, free text when the round is over."""

import unicodedata
from collections.abc import Iterable
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from accounts.models import User
from games.engine.contract import Refused
from games.models import GameSession, Mute, Nudge, Remark, Report
from games.table import snapshots
from games.table.services.locking import changing, database_now, must_be, must_host, seat_of

LONGEST = 300
MOST_REMARKS = 200
"""At one table. The people there share them, so that nobody can use them up for the others."""

TURNS_TEXT_AROUND = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Signs that change the direction of what follows, with which a remark could garble the page around it."""

WAIT = "wait"
"""The nudge that every game has: we are waiting for you."""

COUNTED, OVER = GameSession.Status.COUNTED, GameSession.Status.OVER


def nudges_for(table: snapshots.Table, person: int | None) -> list[tuple[str, int, str]]:
    """What this person may say now: kind, to which seat, about what."""
    seat = table.seat_of(person)
    if seat is None or table.deal is None or table.status != "playing":
        return []
    late = [
        (WAIT, other, "")
        for other, place in enumerate(table.places)
        if other != seat and place.person and other not in table.deal.chosen and seat in table.deal.chosen
    ]
    view = table.rules.view(table.deal.state, frozenset({seat}))
    return [*table.rules.nudges(view), *late]


def nudge(session_id: int, person: User, kind: str, *, to: int, about: str) -> None:
    """Says one nudge per turn and person, and only a sentence that the rules allow."""
    with changing(session_id):
        table = snapshots.by_id(session_id)
        if table is None or (kind, to, about) not in nudges_for(table, person.pk):
            raise Refused("no-such-nudge")
        seat = table.seat_of(person.pk)
        assert table.deal is not None
        assert seat is not None
        try:
            with transaction.atomic():
                Nudge.objects.create(
                    round_id=table.deal.id,
                    turn=table.deal.turn,
                    seat=seat,
                    to=to,
                    kind=kind,
                    about=about,
                )
        except IntegrityError:
            raise Refused("nudged-already") from None


def say(session_id: int, person: User, text: str) -> None:
    """Adds a remark for everyone at the table, once the round is counted."""
    words = _tidy(text)
    with changing(session_id) as session:
        must_be(session, COUNTED, OVER)
        seat = seat_of(session, person)
        if session.remarks.count() >= MOST_REMARKS:
            raise Refused("too-many-remarks")
        people = session.seats.exclude(person=None).count()
        if session.remarks.filter(person=person).count() >= MOST_REMARKS // people:
            raise Refused("own-share-of-remarks")
        Remark.objects.create(session=session, person=person, name=seat.name, text=words)


def remove_remark(session_id: int, host: User, remark_id: int) -> None:
    """Lets the host remove a remark; staff still see it."""
    with changing(session_id) as session:
        must_host(session, host)
        session.remarks.filter(pk=remark_id, removed_at=None).update(removed_at=database_now())


def mute(session_id: int, person: User, remark_id: int) -> None:
    """Hides all remarks of this remark's author from this person, here and everywhere."""
    with changing(session_id) as session:
        seat_of(session, person)
        remark = session.remarks.exclude(person=person).filter(pk=remark_id).first()
        if remark is None:
            raise Refused("no-such-remark")
        Mute.objects.get_or_create(person=person, muted_id=remark.person_id)


def report(session_id: int, person: User, remark_id: int) -> None:
    """Asks the staff to look at this remark."""
    with transaction.atomic():
        remark = Remark.objects.filter(session=session_id, pk=remark_id).first()
        if remark is None or not remark.session.seats.filter(person=person).exists():
            raise Refused("no-such-remark")
        Report.objects.get_or_create(remark=remark, person=person)


def staff_removes(remark: Remark) -> None:
    with changing(remark.session_id):
        Remark.objects.filter(pk=remark.pk, removed_at=None).update(removed_at=database_now())


def settle(reports: QuerySet[Report], now: datetime) -> None:
    """Marks these reports as looked at by the staff."""
    reports.update(settled_at=now)


def unmute(mutes: Iterable[Mute]) -> None:
    """Lifts these mutes on request; the people concerned see it when their table is next drawn."""
    Mute.objects.filter(pk__in=[mute.pk for mute in mutes]).delete()


def _tidy(text: str) -> str:
    """The text on one line, with printable characters only, and not too long."""
    visible = "".join(
        " " if unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") else sign
        for sign in text.translate(TURNS_TEXT_AROUND)
    )
    words = " ".join(visible.split())
    if not words:
        raise Refused("empty-remark")
    if len(words) > LONGEST:
        raise Refused("long-remark", most=LONGEST)
    return words
