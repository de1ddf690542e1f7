"""Tournaments for tests: set up, seated and scored through the product's own writes."""

from datetime import date
from random import Random

import pytest

from accounts.models import User
from games.engine.contract import Refused
from games.tournaments import refusals, services
from games.tournaments.models import Entry, Tournament, TournamentRound, TournamentTable

NAMES = [
    *("Ana", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Lea"),
    *("Max", "Nia", "Oli", "Pia", "Quin", "Ria", "Sam", "Tea", "Uwe", "Vic", "Wim", "Xia"),
]


def organiser(name="Olga") -> User:
    return User.objects.create_user(name)


def event(people=9, *, game="splito", by=None, **settings) -> tuple[Tournament, User, list[Entry]]:
    """An open tournament with this many people entered by hand."""
    by = by or organiser()
    usual = {"options": {}, "name": "Autumn Cup", "date": date(2026, 11, 14)}
    tournament = services.create(by, game, **usual | settings)
    services.open_entries(tournament.pk, by)
    entries = [services.enter(tournament.pk, by, name) for name in NAMES[:people]]
    return tournament, by, entries


def published(people=9, **settings) -> tuple[Tournament, User, TournamentRound]:
    tournament, by, _ = event(people, **settings)
    running = next_round(tournament, by)
    return tournament, by, running


def next_round(tournament: Tournament, by: User, luck=1) -> TournamentRound:
    running = services.propose(tournament.pk, by, luck=Random(luck))
    services.publish(tournament.pk, by, running.number, draw=running.draw)
    return TournamentRound.objects.get(pk=running.pk)


def zones(*values) -> dict[str, str]:
    return {f"zone-{zone}": str(value) for zone, value in enumerate(values)}


def seats(table: TournamentTable) -> list[Entry]:
    return [place.entry for place in table.places.select_related("entry").order_by("seat")]


def score_all(tournament: Tournament, by: User, running: TournamentRound) -> None:
    """Scores every paper table with the zone values 3, 4, 5, …"""
    for table in running.tables.filter(medium="paper").exclude(status="counted"):
        raw = zones(*range(3, 3 + table.places.count()))
        services.enter_scores(tournament.pk, by, table.pk, raw)


def refused(call, *args, **kwargs) -> str:
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    sentence = refusals.refusal(caught.value)
    assert sentence
    assert "%(" not in sentence
    return caught.value.code


def link(tournament: Tournament, entry: Entry, person: User) -> None:
    """This person comes to the event's page and says that the entry is theirs."""
    services.register(tournament.pk, person, entry.name, mine=True)


def link_all(tournament, by):
    for entry in tournament.entries.filter(person=None):
        link(tournament, entry, User.objects.create_user(f"{entry.name} Account"))


def online_round(people=4, **settings):
    """A published round at one online table."""
    tournament, by, _ = event(people, medium="online", pace="none", **settings)
    link_all(tournament, by)
    running = next_round(tournament, by)
    return tournament, by, running.tables.get()
