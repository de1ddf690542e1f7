"""Every write to a club's deck, with the rule that says who may do it: its owner and organisers."""

import unicodedata
from datetime import datetime

from django.db import transaction

from accounts.models import Club, User
from accounts.services import clubs
from games.decks.models import ClubDeck, DeckReport, Version
from games.engine import catalogue
from games.engine.contract import DeckText, Refused
from games.models import Deck

MOST_DECKS = 20
LONGEST_TEXT = 4000
"""Enough for two hundred goals; nobody prints more."""
LONGEST_NAME = 40
LONGEST_NOTE = 80
LONGEST_WORDS = 200
RESERVED = ("classic",)
"""The site's own deck; a record tells it from others by its name."""


def keep(deck: DeckText | None) -> Deck | None:
    """The stored deck, which a round keeps for ever; None for a game without decks."""
    if deck is None:
        return None
    return Deck.objects.get_or_create(hash=deck.hash, name=deck.name, defaults={"text": deck.text})[0]


def make(club: Club, by: User, *, game: str, name: str, text: str, note: str = "") -> ClubDeck:
    """A new deck of the club, in use at once as its first version."""
    with transaction.atomic():
        _must_organise(club, by)
        _lock(club.pk)
        if ClubDeck.objects.filter(club=club).count() >= MOST_DECKS:
            raise Refused("too-many-decks", most=MOST_DECKS)
        value = _value(game, name, text)
        if ClubDeck.objects.filter(club=club, game=game, name=value.name).exists():
            raise Refused("deck-name-taken", name=value.name)
        deck = ClubDeck.objects.create(club=club, game=game, name=value.name)
        _add(deck, 1, value, by=by, note=note)
    return deck


def use(deck: ClubDeck, by: User, *, name: str, text: str, base: int, note: str = "") -> Version:
    """Makes this text the newest version: tables that open from now on play with it.

    `base` is the version that was corrected. If it is no longer the newest, somebody else was faster:
    nothing is written, and the person sees what changed.
    """
    with transaction.atomic():
        _must_organise(deck.club, by)
        _lock(deck.club_id)
        newest = deck.versions.select_related("kept").latest("number")
        if newest.number != base:
            raise Refused("deck-changed", newest=newest.number)
        value = _value(deck.game, name, text)
        if value == newest.kept.kept:
            return newest
        others = ClubDeck.objects.filter(club=deck.club_id, game=deck.game).exclude(pk=deck.pk)
        if others.filter(name=value.name).exists():
            raise Refused("deck-name-taken", name=value.name)
        ClubDeck.objects.filter(pk=deck.pk).update(name=value.name)
        return _add(deck, newest.number + 1, value, by=by, note=note)


def share(deck: ClubDeck, by: User, *, shared: bool) -> None:
    """Opens the deck to everybody with its link, or closes it again for people outside the club."""
    _must_organise(deck.club, by)
    ClubDeck.objects.filter(pk=deck.pk).update(shared=shared)


def retire(deck: ClubDeck, by: User, *, now: datetime | None) -> None:
    """Offers the deck no longer for new tables; without a moment it is offered again. Nothing is deleted."""
    _must_organise(deck.club, by)
    ClubDeck.objects.filter(pk=deck.pk).update(retired_at=now)


def report(kept: DeckText, deck: ClubDeck | None, person: User, words: str) -> None:
    """Tells the club, or the staff if it is no club's deck, that it is wrong; a second time adds nothing."""
    stored = keep(kept)
    said = {"deck": deck, "words": _tidy(words)[:LONGEST_WORDS]}
    DeckReport.objects.get_or_create(kept=stored, person=person, defaults=said)


def settle(deck: ClubDeck, by: User, now: datetime) -> None:
    """Marks what was reported about this deck as looked at."""
    _must_organise(deck.club, by)
    deck.reports.filter(settled_at=None).update(settled_at=now)


def staff_settles(report_ids: list[int], now: datetime) -> None:
    DeckReport.objects.filter(pk__in=report_ids, settled_at=None).update(settled_at=now)


def _lock(club_id: int) -> None:
    """Decks of one club change one after the other, so that names and numbers stay unique."""
    Club.objects.select_for_update(no_key=True).get(pk=club_id)


def _must_organise(club: Club, by: User) -> None:
    mine = clubs.membership(club, by)
    if mine is None or not mine.organises or club.closed_at is not None:
        raise Refused("not-organiser")


def _value(game: str, name: str, text: str) -> DeckText:
    """The checked deck; Refused names what is wrong with its name or the line of its text."""
    name = _tidy(name)
    if not any(sign.isalnum() for sign in name) or len(name) > LONGEST_NAME:
        raise Refused("bad-deck-name", most=LONGEST_NAME)
    if name.casefold() in RESERVED:
        raise Refused("deck-name-taken", name=name)
    if len(text) > LONGEST_TEXT:
        raise Refused("deck-too-long")
    decks = catalogue.find(game).deck
    if decks is None:
        raise Refused("unknown-deck", deck=name)
    return decks.from_text(name, text)


def _add(deck: ClubDeck, number: int, value: DeckText, *, by: User, note: str) -> Version:
    kept = keep(value)
    assert kept is not None
    return Version.objects.create(deck=deck, number=number, kept=kept, by=by, note=_tidy(note)[:LONGEST_NOTE])


def _tidy(words: str) -> str:
    """On one line and printable: names and notes are read aloud and printed."""
    visible = "".join(
        " " if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") else sign
        for sign in words
    )
    return " ".join(visible.split())
