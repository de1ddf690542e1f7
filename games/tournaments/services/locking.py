"""One click in a tournament: row locked, one transaction, rights checked, and a line in the trail."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.permissions import staff_may
from games.engine.contract import Refused
from games.table.services.locking import database_now
from games.tournaments.models import (
    LONGEST_NAME,
    Entry,
    Helper,
    Tournament,
    TournamentRound,
    TournamentTable,
    Trail,
)

ORGANISE, SCORES, ANYBODY = "organise", "scores", ""


@dataclass(slots=True)
class Desk:
    """A locked tournament, the person who acts, and what the trail will say."""

    tournament: Tournament
    by: User | None
    by_name: str
    now: datetime
    facts: dict[str, Any] = field(default_factory=dict)
    quiet: bool = False
    """Nothing changed after all (a double-click): no line in the trail, no new version."""

    def note(self, **facts: Any) -> None:
        self.facts |= facts


def rights(tournament: Tournament, person: User | None) -> str:
    """What this person may do: `organise`, `scores` or nothing."""
    if person is None or not person.is_active:
        return ANYBODY
    if leads(tournament, person):
        return ORGANISE
    helper = Helper.objects.filter(tournament=tournament, person=person).first()
    return helper.rights if helper else ANYBODY


def leads(tournament: Tournament, person: User) -> bool:
    """The organiser, and staff who may change tournaments; not the helpers whom the organiser added."""
    return tournament.organiser_id == person.pk or staff_may(person, "tournaments.change_tournament")


@contextmanager
def changing(
    tournament_id: int, by: User | None, act: str, *, need: str = ORGANISE, by_name: str = ""
) -> Iterator[Desk]:
    """The locked tournament for one action. Its changes are committed together with a line in the trail."""
    with transaction.atomic():
        tournament = (
            Tournament.objects.select_for_update(no_key=True, of=("self",)).filter(pk=tournament_id).first()
        )
        if tournament is None:
            raise Refused("no-tournament")
        has = rights(tournament, by)
        if (need == ORGANISE and has != ORGANISE) or (need == SCORES and not has):
            raise Refused("not-organiser" if need == ORGANISE else "not-helper")
        desk = Desk(tournament, by, by_name=by_name or (by.shown_name if by else ""), now=database_now())
        yield desk
        if desk.quiet:
            return
        tournament.version += 1
        tournament.save(update_fields=["version"])
        Trail.objects.create(
            tournament=tournament, by=by, by_name=desk.by_name[:LONGEST_NAME], act=act, facts=desk.facts
        )


def must_not_be_closed(tournament: Tournament) -> None:
    if tournament.status == Tournament.Status.CLOSED:
        raise Refused("tournament-closed")


def open_round(tournament: Tournament) -> TournamentRound | None:
    """The round that is proposed or being played."""
    return tournament.rounds.exclude(status=TournamentRound.Status.CLOSED).first()


def the_round(tournament: Tournament, number: int, *statuses: str) -> TournamentRound:
    """The round with this number, if it has one of these statuses; else Refused says which it has."""
    found = tournament.rounds.filter(number=number).first()
    if found is None:
        raise Refused("no-tournament-round")
    if found.status not in statuses:
        raise Refused(f"round-{found.status}")
    return found


def the_entry(tournament: Tournament, entry_id: int) -> Entry:
    found = tournament.entries.filter(pk=entry_id).first()
    if found is None:
        raise Refused("no-entry")
    return found


def the_table(tournament: Tournament, table_id: int) -> TournamentTable:
    found = (
        TournamentTable.objects.select_related("round", "session")
        .filter(pk=table_id, round__tournament=tournament)
        .first()
    )
    if found is None:
        raise Refused("no-tournament-table")
    return found
