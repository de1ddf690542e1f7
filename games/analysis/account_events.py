"""What happens to findings when a guest signs in, and when an account is deleted."""

from collections.abc import Mapping, Sequence
from typing import Any

from accounts.models import User
from games.analysis.models import Study


def follow(guest: User, account: User) -> None:
    """Gives a guest's findings to the account."""
    Study.objects.filter(person=guest).update(person=account)


def farewell(person: User) -> None:
    """Deletes the findings of a deleted account."""
    Study.objects.filter(person=person).delete()


def my_part(person: User) -> Sequence[Mapping[str, Any]]:
    """The findings about a person's own play, for the download of their own data."""
    return list(
        Study.objects.filter(person=person).order_by("pk").values("kind", "key", "asked_at", "result")
    )
