"""Login cards: an organiser makes members without an e-mail address, who log in with a printed code."""

from django.db import transaction

from accounts.models import Club, Membership, User
from accounts.services import clubs, return_links, users

MOST = 500  # cards of one club


def make(organiser: User, club: Club, name: str) -> User:
    """Makes one account with a card, completely or not at all."""
    with transaction.atomic():
        if Membership.objects.filter(club=club, by_card=True).count() >= MOST:
            raise clubs.Refused("cards_full")
        person = users.create_account(name)
        return_links.renew(person)
        clubs.add_by_card(organiser, club, person)
    return person


def printable(club: Club) -> list[User]:
    """The plain members made here who have no password yet: a card is a key to the account."""
    places = club.memberships.filter(by_card=True, user__in=return_links.holders())
    return [place.user for place in places.select_related("user").order_by("user__name", "pk")]
