"""Which decks of clubs a person may choose, and what is said about one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from games.decks.models import ClubDeck, Version
from games.engine.contract import DeckText

OFFERED = "club:"
"""How the value of a form begins that stands for a club's deck; no file can have such a name."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A deck that a person may choose for a table, with its goals as they are now."""

    key: str
    kept: DeckText
    club: str

    @property
    def value(self) -> str:
        return f"{OFFERED}{self.key}"


def newest_of(deck: ClubDeck) -> Version:
    return deck.versions.select_related("kept", "by").latest("number")


def versions_of(deck: ClubDeck) -> list[Version]:
    """All versions, the oldest first, each with how many rounds of this site were dealt from it."""
    return list(
        deck.versions.select_related("kept", "by").annotate(
            dealt=Count("kept__rounds", filter=Q(kept__rounds__finished_at__isnull=False))
        )
    )


def seen_by(person: User | AnonymousUser) -> QuerySet[ClubDeck]:
    """The decks that this person may see and play with: those of their clubs, and every shared one."""
    mine = Q(shared=True, club__closed_at=None)
    if isinstance(person, User):
        mine |= Q(club__memberships__user=person, club__closed_at=None)
    return ClubDeck.objects.filter(mine).select_related("club").distinct()


def offers(person: User | AnonymousUser, game: str, link: str = "") -> list[Offer]:
    """The decks to choose from: those of the person's clubs, and a shared one whose link they followed."""
    own = Q(club__memberships__user=person) if isinstance(person, User) else Q(pk=None)
    linked = Q(key=link) if link.isalnum() else Q(pk=None)
    found = seen_by(person).filter(own | linked, game=game, retired_at=None)
    last = Version.objects.filter(deck=OuterRef("pk")).order_by("-number")
    found = found.annotate(
        kept_name=Subquery(last.values("kept__name")[:1]), kept_text=Subquery(last.values("kept__text")[:1])
    )
    return [Offer(deck.key, DeckText(deck.kept_name, deck.kept_text), deck.club.name) for deck in found]


def with_newest(options: Mapping[str, Any], decks: QuerySet[ClubDeck]) -> dict[str, Any]:
    """The same options for another table: a deck that one of these has corrected meanwhile is the new one."""
    chosen = options.get("deck")
    if not isinstance(chosen, list | tuple):
        return dict(options)
    played = DeckText(*chosen)
    found = decks.filter(versions__kept__hash=played.hash, versions__kept__name=played.name, retired_at=None)
    deck = found.order_by("-pk").first()
    return dict(options) | ({"deck": newest_of(deck).kept.kept} if deck else {})
