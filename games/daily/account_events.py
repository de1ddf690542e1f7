"""What happens to attempts and results when a guest signs in, and when an account is deleted."""

from typing import Any

from accounts.models import User
from games.daily import services
from games.daily.models import Attempt, SoloResult, SoloStanding
from games.splitter.sheets import SHEETS
from games.table import services as table_services


def follow(guest: User, account: User) -> None:
    """Gives a guest's attempts and results to the account. If both played a day, the account's counts."""
    twice = Attempt.objects.filter(person=account, scored=True).values("day")
    Attempt.objects.filter(person=guest, scored=True, day__in=twice).update(scored=False)
    Attempt.objects.filter(person=guest).update(person=account)
    SoloStanding.objects.filter(person=guest).delete()
    if SoloResult.objects.filter(person=guest).update(person=account):
        for sheet in SHEETS:
            services.stand(account.pk, sheet)


def farewell(person: User) -> None:
    """Keeps finished attempts on the boards of their days, without a name; deletes the rest."""
    unfinished = Attempt.objects.filter(person=person, points=None)
    for session_id in unfinished.values_list("round__session", flat=True):
        table_services.close_table(session_id)
    unfinished.delete()
    SoloStanding.objects.filter(person=person).delete()
    SoloResult.objects.filter(person=person).delete()


def my_part(person: User) -> dict[str, Any]:
    """What is stored about a person, for the download of their own data."""
    return {
        "days": list(
            Attempt.objects.filter(person=person)
            .order_by("day", "started_at")
            .values("day", "scored", "started_at", "finished_at", "points", "seen")
        ),
        "solo": list(
            SoloResult.objects.filter(person=person)
            .order_by("finished_at")
            .values("sheet", "points", "finished_at")
        ),
    }
