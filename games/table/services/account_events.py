"""What happens at tables when a guest signs in, and when an account is deleted."""

from contextlib import ExitStack
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import Membership, User
from accounts.services import users as goodbyes
from games.models import GameSession, Mute, Remark, Report, Round, ScoreLine, Seat
from games.table.services.locking import changing, database_now
from games.table.services.seats import leave, usual_bot

FORGOTTEN_AFTER = timedelta(days=30)
FORGOTTEN_AT_ONCE = 200


def follow(guest: User, account: User) -> None:
    """Gives a guest's seats, results and remarks to the account."""
    sessions = GameSession.objects.filter(Q(seats__person=guest) | Q(host=guest))
    with ExitStack() as tables:
        # Locked in id order as for any other click; the screens then show who sits there.
        for session_id in sorted(set(sessions.values_list("pk", flat=True))):
            tables.enter_context(changing(session_id))
        _leave_bots(guest, account)
        Seat.objects.filter(person=guest).update(person=account)
        GameSession.objects.filter(host=guest).update(host=account)
        ScoreLine.objects.filter(person=guest).update(person=account)
        Remark.objects.filter(person=guest).update(person=account)
        Report.objects.filter(person=guest).exclude(remark__reports__person=account).update(person=account)
        _move_mutes(guest, account)


def _leave_bots(guest: User, account: User) -> None:
    """Lets a bot play on for the guest where guest and account sit at the same table."""
    already = Seat.objects.filter(person=account).values("session")
    for seat in Seat.objects.filter(person=guest, session__in=already).select_related("session"):
        bot = usual_bot(seat.session.game)
        Seat.objects.filter(pk=seat.pk).update(person=None, bot=bot, deputy_since=None)
        Round.objects.filter(session=seat.session_id, finished_at=None).update(alarm=database_now())


def _move_mutes(guest: User, account: User) -> None:
    """Moves the mutes that the guest made, and those that others made of the guest."""
    known = Mute.objects.filter(person=account).values("muted")
    mine = Mute.objects.filter(person=guest).exclude(muted__in=known).exclude(muted=account)
    mine.update(person=account)
    knowing = Mute.objects.filter(muted=account).values("person")
    others = Mute.objects.filter(muted=guest).exclude(person__in=knowing).exclude(person=account)
    others.update(muted=account)


def farewell(person: User) -> None:
    """Removes a deleted account from its tables; in finished games the seat stays without a name."""
    running = GameSession.objects.filter(seats__person=person, status__in=["open", "playing", "counted"])
    for session in running:
        leave(session.pk, person)
    Seat.objects.filter(person=person).update(name="")
    ScoreLine.objects.filter(person=person).update(name="")
    Remark.objects.filter(person=person).update(name="", text="")
    Mute.objects.filter(person=person).delete()


def forget_guests() -> None:
    """Deletes guests who finished no round and did not come back within a month, in batches.

    A guest to whom cards were dealt leaves a row without a name, for the table's own record.
    """
    strangers = (
        User.objects.guests()
        .filter(last_seen__lt=timezone.localdate() - FORGOTTEN_AFTER)
        .exclude(Exists(ScoreLine.objects.filter(person=OuterRef("pk"))))
        .exclude(Exists(Membership.objects.filter(user=OuterRef("pk"))))
    )
    for guest in strangers.order_by("pk")[:FORGOTTEN_AT_ONCE]:
        with transaction.atomic():
            goodbyes.delete(guest)
            if not Seat.objects.filter(person=guest, session__rounds__isnull=False).exists():
                guest.delete()


def my_part(person: User) -> dict[str, Any]:
    """What the games store about a person, for the download of their own data."""
    return {
        "seats": list(
            Seat.objects.filter(person=person).values(
                "session__code", "session__game", "session__created_at", "session__status", "name"
            )
        ),
        "results": list(
            ScoreLine.objects.filter(person=person).values(
                "sheet__round__session__code",
                "sheet__round__session__game",
                "sheet__counted_at",
                "points",
                "rank",
                "parts",
            )
        ),
        "remarks": list(Remark.objects.filter(person=person).values("session__code", "text", "said_at")),
    }
