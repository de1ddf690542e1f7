"""Who may see a deck, and who may correct it."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from accounts.club_views import organised_club
from accounts.models import Club, User
from accounts.permissions import PersonRequest
from games.decks import queries
from games.decks.models import ClubDeck
from games.engine import catalogue
from games.engine.contract import DeckText, Refused
from games.models import Deck


@dataclass(frozen=True, slots=True)
class Shown:
    """A deck that somebody may look at: a club's, or one of the site's own."""

    game: str
    key: str
    kept: DeckText
    deck: ClubDeck | None = None
    """The club's deck, if this person may see all of it."""
    owner: ClubDeck | None = None
    """Whose deck it is, or was when rounds were dealt from it: a report goes there."""
    ours: bool = False
    """Whether it is one of the site's own."""


def deck_game() -> str:
    """The game whose decks clubs correct: the first that has an editor for them."""
    return next(game for game in catalogue.names() if catalogue.find(game).deck_editor)


def shown(person: User | AnonymousUser, key: str) -> Shown:
    """The deck at this address: by its key, by its name if it is the site's own, or by its hash.

    One that is not shared does not exist for people outside its club. Whoever plays a round of it knows its
    hash, and may see the goals of that round.
    """
    known = key.isalnum()  # a key or a hash; other words may be the name of a file
    deck = queries.seen_by(person).filter(key=key).first() if known else None
    if deck is not None:
        return Shown(deck.game, key, queries.newest_of(deck).kept.kept, deck, owner=deck)
    game = deck_game()
    kept = Deck.objects.filter(hash=key).order_by("-pk").first() if known else None
    if kept is not None:
        owner = ClubDeck.objects.filter(versions__kept=kept).order_by("pk").first()
        return Shown(game, key, kept.kept, owner=owner)
    decks = catalogue.find(game).deck
    assert decks is not None
    try:
        return Shown(game, key, decks.chosen({"deck": key}), ours=True)
    except Refused:
        raise Http404 from None


def corrected(request: PersonRequest, slug: str, key: str) -> tuple[Club, ClubDeck]:
    """The deck to correct, for the club's owner and organisers; for all others there is no such page."""
    club = organised_club(request, slug)
    deck = ClubDeck.objects.filter(club=club, key=key).select_related("club").first()
    if deck is None:
        raise Http404
    return club, deck
