"""Same again: a new event with the settings, helpers and people of an earlier one."""

from datetime import date

from django.db import transaction

from accounts.models import User
from games.engine.contract import Refused
from games.tournaments.models import Entry, Helper, Tournament
from games.tournaments.services.locking import ORGANISE, rights
from games.tournaments.services.setup import SETTINGS, check, insert, trail


def same_again(earlier: Tournament, by: User, *, name: str, day: date, code: str = "") -> Tournament:
    """Makes the next event. Its people are expected; nobody is a newcomer who has played before.

    With the `code` that its page has drawn, a double-click makes one event.
    """
    if rights(earlier, by) != ORGANISE:
        raise Refused("not-organiser")
    club = earlier.club if earlier.club and earlier.club.closed_at is None else None
    made = Tournament(
        organiser=by,
        game=earlier.game,
        options=earlier.options,
        **{setting: getattr(earlier, setting) for setting in SETTINGS},
    )
    made.name, made.date, made.club = name, day, club
    check(made)
    with transaction.atomic():
        known = insert(made, by, code=code)
        if known is not None:
            return known
        trail(made, by, earlier=earlier.name)
        _take_helpers(earlier, made)
        _take_people(earlier, made)
    return made


def _take_helpers(earlier: Tournament, made: Tournament) -> None:
    """The helpers. If one of them sets up the next event, the former organiser keeps all rights too."""
    rights_of = dict(earlier.helpers.values_list("person", "rights"))
    if earlier.organiser_id is not None:
        rights_of[earlier.organiser_id] = Helper.Rights.ORGANISE
    Helper.objects.bulk_create(
        Helper(tournament=made, person_id=person, rights=right)
        for person, right in rights_of.items()
        if person != made.organiser_id
    )


def _take_people(earlier: Tournament, made: Tournament) -> None:
    """Everybody who was entered, but nobody whose account is deleted or blocked."""
    played = set(earlier.entries.filter(places__result__isnull=False).values_list("pk", flat=True))
    people = earlier.entries.exclude(name="").exclude(person__is_active=False)
    Entry.objects.bulk_create(
        Entry(
            tournament=made,
            name=one.name,
            name_key=one.name_key,
            person_id=one.person_id,
            newcomer=one.newcomer and one.pk not in played,
            presence=Entry.Presence.EXPECTED,
        )
        for one in people
    )
