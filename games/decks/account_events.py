"""What happens to versions and reports when a guest signs in, and when an account is deleted."""

from typing import Any

from accounts.models import User
from games.decks.models import DeckReport, Version


def follow(guest: User, account: User) -> None:
    """Gives a guest's reports to the account. If both reported a deck, the account's report stays."""
    already = DeckReport.objects.filter(person=account).values("kept")
    DeckReport.objects.filter(person=guest).exclude(kept__in=already).update(person=account)
    DeckReport.objects.filter(person=guest).update(person=None)


def farewell(person: User) -> None:
    """The club keeps its deck and what was reported, but no longer from whom."""
    Version.objects.filter(by=person).update(by=None)
    DeckReport.objects.filter(person=person).update(person=None)


def my_part(person: User) -> dict[str, Any]:
    """The versions a person made and what they reported, for the download of their own data."""
    made = Version.objects.filter(by=person).order_by("pk")
    said = DeckReport.objects.filter(person=person).order_by("pk")
    return {
        "versions": list(made.values("deck__name", "deck__club__name", "number", "note", "made_at")),
        "reports": list(said.values("kept__name", "words", "reported_at")),
    }
