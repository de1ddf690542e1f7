"""What happens at tables when a guest signs in, and when an account is deleted."""

from typing import Any

from accounts.models import User
from games.models import GameSession, Mute, Remark, Report, ScoreLine, Seat
from games.play.desk import changing
from games.play.lobby import leave, usual_bot


def follow(guest: User, account: User) -> None:
    """Seats, results and remarks of a guest become the account's."""
    already = Seat.objects.filter(person=account).values("session")
    for seat in Seat.objects.filter(person=guest, session__in=already).select_related("session"):
        # One person, two seats at one table: a bot plays the guest's on.
        Seat.objects.filter(pk=seat.pk).update(person=None, bot=usual_bot(seat.session.game))
    sessions = list(Seat.objects.filter(person=guest).values_list("session", flat=True))
    Seat.objects.filter(person=guest).update(person=account)
    GameSession.objects.filter(host=guest).update(host=account)
    ScoreLine.objects.filter(person=guest).update(person=account)
    Remark.objects.filter(person=guest).update(person=account)
    Report.objects.filter(person=guest).update(person=account)
    known = Mute.objects.filter(person=account).values("muted")
    Mute.objects.filter(person=guest).exclude(muted__in=known).exclude(muted=account).update(person=account)
    for session_id in sessions:
        with changing(session_id):
            pass  # its screens show who sits there now


def farewell(person: User) -> None:
    """A deleted account leaves its tables; finished games keep the seat without a name."""
    running = GameSession.objects.filter(seats__person=person, status__in=["open", "playing", "counted"])
    for session in running:
        leave(session.pk, person)
    Seat.objects.filter(person=person).update(name="")
    ScoreLine.objects.filter(person=person).update(name="")
    Remark.objects.filter(person=person).update(name="", text="")
    Mute.objects.filter(person=person).delete()


def my_part(person: User) -> dict[str, Any]:
    """What the games keep about a person, for the download of one's own data."""
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
