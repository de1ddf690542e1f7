"""Reads that both the writes and the pages need: who sat where, what tables scored, the standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Count, Prefetch

from games.models import GameSession, ScoreLine
from games.tournaments import standings
from games.tournaments.models import (
    Entry,
    Result,
    TablePlace,
    Tournament,
    TournamentRound,
    TournamentTable,
)
from games.tournaments.seating import Person, Seating, Wish


@dataclass(frozen=True, slots=True)
class Scored:
    """What one place of a counted table earned."""

    entry: int
    points: int
    rank: int
    parts: dict[str, Any]


class Book:
    """Everything that was seated and scored in a tournament, read once; its answers need no more queries."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.rounds = list(tournament.rounds.order_by("number"))

    @cached_property
    def entries(self) -> list[Entry]:
        return list(self.tournament.entries.select_related("person").order_by("name", "pk"))

    @cached_property
    def tables(self) -> dict[int, list[Any]]:
        """The tables of each round in order, with their places, entries, reports and sessions."""
        places = TablePlace.objects.select_related("entry__person").order_by("seat")
        found = (
            TournamentTable.objects.filter(round__in=self.rounds)
            .select_related("session")
            .annotate(corrected=Count("corrections"))
            .order_by("number")
            .prefetch_related(Prefetch("places", places), "reports__confirmations")
        )
        by_round: dict[int, list[Any]] = {one.pk: [] for one in self.rounds}
        for table in found:
            by_round[table.round_id].append(table)
        return by_round

    @cached_property
    def scores(self) -> dict[int, tuple[Scored, ...]]:
        return scored([table for tables in self.tables.values() for table in tables])

    def seating(self, one: TournamentRound) -> Seating:
        """Who sits where in a round, as entry ids in order around each table."""
        return tuple(tuple(place.entry_id for place in table.places.all()) for table in self.tables[one.pk])

    def earlier(self, number: int) -> list[Seating]:
        """The seatings of the rounds before this one."""
        return [self.seating(one) for one in self.rounds if one.number < number]

    def played(self, before: int | None = None) -> list[standings.Played]:
        """The published rounds in the form the standings need, optionally only those before a round."""
        return [
            standings.Played(
                tuple(
                    tuple(
                        standings.Result(line.entry, line.points, line.rank) for line in self.scores[table.pk]
                    )
                    for table in self.tables[one.pk]
                    if table.pk in self.scores
                ),
                closed=one.status == TournamentRound.Status.CLOSED,
            )
            for one in self.rounds
            if one.status != TournamentRound.Status.PROPOSED and (before is None or one.number < before)
        ]

    def standing(self, before: int | None = None) -> tuple[standings.Line, ...]:
        """The standings now, or before a round, with everybody who ever had a seat or is still expected."""
        sat = {who for one in self.rounds for table in self.seating(one) for who in table}
        return standings.standings(
            [one.pk for one in self.entries if one.pk in sat or one.presence != Entry.Presence.GONE],
            self.played(before),
            counting=self.tournament.counting,
            tie_breaks=self.tournament.tie_breaks,
            missing=self.tournament.missing,
        )

    def places_before(self, number: int) -> dict[int, int]:
        """Everybody's place in the standings before a round, if the seating uses it."""
        if number < 2 or not (self.tournament.by_standing or self.final(number)):
            return {}
        return {line.person: line.place for line in self.standing(before=number)}

    def people(self, number: int) -> list[Person]:
        """Everybody who is here, with the standing before this round if it is needed."""
        places = self.places_before(number)
        here = sorted(
            (one for one in self.entries if one.presence == Entry.Presence.HERE), key=lambda one: one.pk
        )
        return [person_of(one, places) for one in here]

    def final(self, number: int) -> int:
        """How many sit at the table of the final, if this round is the final."""
        last = number > 1 and number == self.tournament.rounds_planned
        return (self.tournament.final_seats or 0) if last else 0

    @cached_property
    def wishes(self) -> tuple[Wish, ...]:
        """The wishes about seats, as the seating understands them."""
        return tuple(
            Wish(
                one.kind,
                (one.entry_id,) if one.other_id is None else (one.entry_id, one.other_id),
                table=one.table or 0,
            )
            for one in self.tournament.wishes.all()
        )


def person_of(entry: Entry, places: Mapping[int, int]) -> Person:
    """An entry as the seating sees it. A phone is an account or a guest that the entry is linked to."""
    phone = entry.person is not None and entry.person.is_active
    return Person(entry.pk, newcomer=entry.newcomer, standing=places.get(entry.pk), phone=phone)


def standing(tournament: Tournament) -> tuple[standings.Line, ...]:
    """The standings now."""
    return Book(tournament).standing()


def scored(tables: Sequence[TournamentTable]) -> dict[int, tuple[Scored, ...]]:
    """The scores of each table that has any, in seat order: its results, else what was played online."""
    by_table: dict[int, list[Scored]] = {}
    results = Result.objects.filter(place__table__in=tables).select_related("place").order_by("place__seat")
    for result in results:
        line = Scored(result.place.entry_id, result.points, result.rank, parts=result.parts)
        by_table.setdefault(result.place.table_id, []).append(line)
    open_ = [table for table in tables if table.pk not in by_table and table.session_id]
    return {pk: tuple(lines) for pk, lines in by_table.items()} | _played(open_)


def _played(tables: Sequence[TournamentTable]) -> dict[int, tuple[Scored, ...]]:
    """Online tables that are finished but whose results are not saved yet."""
    if not tables:
        return {}
    sessions = {table.session_id: table for table in tables}
    entries: dict[int, dict[int, int]] = {}
    for table_id, seat, entry in TablePlace.objects.filter(table__in=tables).values_list(
        "table_id", "seat", "entry_id"
    ):
        entries.setdefault(table_id, {})[seat] = entry
    found: dict[int, list[Scored]] = {}
    lines = ScoreLine.objects.filter(
        sheet__round__session__in=sessions, sheet__round__number=1, sheet__round__session__status="over"
    )
    for line in lines.select_related("sheet__round").order_by("seat"):
        table = sessions[line.sheet.round.session_id]
        entry = entries[table.pk][line.seat]
        found.setdefault(table.pk, []).append(
            Scored(entry, points=line.points, rank=line.rank, parts=line.parts)
        )
    return {table_id: tuple(lines) for table_id, lines in found.items()}


def is_dealt(session: GameSession | None) -> bool:
    """Whether cards were dealt at this online table."""
    return session is not None and session.status in ("playing", "counted", "over")
