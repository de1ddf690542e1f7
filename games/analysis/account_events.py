"""What happens to findings when a guest signs in, and when an account is deleted."""

from collections.abc import Mapping, Sequence
from typing import Any

from accounts.models import User
from games.analysis.models import Study


def follow(guest: User, account: User) -> None:
    """A guest's findings become the account's."""
    Study.objects.filter(person=guest).update(person=account)


def farewell(person: User) -> None:
    """With the account its findings go."""
    Study.objects.filter(person=person).delete()


def my_part(person: User) -> Sequence[Mapping[str, Any]]:
    """The findings about a person's own play, for the download of one's own data."""
    return list(
        Study.objects.filter(person=person).order_by("pk").values("kind", "key", "asked_at", "result")
    )
