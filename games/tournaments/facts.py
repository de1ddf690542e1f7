"""Reads that both the writes and the pages need: who sat where, what tables scored, the standings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games import standings
from games.models import GameSession, ScoreLine
from games.seating import Person, Seating
from games.tournaments.models import (
    Entry,
    Result,
    TablePlace,
    Tournament,
    TournamentRound,
    TournamentTable,
)


@dataclass(frozen=True, slots=True)
class Scored:
    """What one place of a counted table earned."""

    entry: int
    points: int
    rank: int
    parts: dict[str, Any]


def seatings(rounds: Sequence[TournamentRound]) -> list[Seating]:
    """Who sat where in these rounds, as entry ids in order around each table."""
    places = TablePlace.objects.filter(round__in=rounds).order_by("table__number", "seat")
    found: dict[int, dict[int, list[int]]] = {round.pk: {} for round in rounds}
    for round_id, table_id, entry_id in places.values_list("round_id", "table_id", "entry_id"):
        found[round_id].setdefault(table_id, []).append(entry_id)
    return [tuple(map(tuple, found[round.pk].values())) for round in rounds]


def earlier(tournament: Tournament, number: int) -> list[Seating]:
    """The seatings of the rounds before this one."""
    return seatings(list(tournament.rounds.filter(number__lt=number)))


def people(tournament: Tournament, number: int) -> list[Person]:
    """Everybody who is here, with the standing after the rounds before this one if it is wanted."""
    places: dict[int, int] = {}
    if tournament.by_standing and number > 1:
        places = {line.person: line.place for line in standing(tournament, before=number)}
    here = tournament.entries.filter(presence=Entry.Presence.HERE).order_by("pk")
    return [Person(entry.pk, newcomer=entry.newcomer, standing=places.get(entry.pk)) for entry in here]


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
    """Online tables that are played to the end but not yet written down as results."""
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


def played(tournament: Tournament, *, before: int | None = None) -> list[standings.Played]:
    """The published rounds as the standings want them, optionally only those before a round."""
    rounds = tournament.rounds.exclude(status=TournamentRound.Status.PROPOSED)
    if before is not None:
        rounds = rounds.filter(number__lt=before)
    listed = list(rounds)
    tables = list(TournamentTable.objects.filter(round__in=listed).order_by("number"))
    scores = scored(tables)
    found = []
    for one in listed:
        counted = [scores[table.pk] for table in tables if table.round_id == one.pk and table.pk in scores]
        found.append(
            standings.Played(
                tuple(
                    tuple(standings.Result(line.entry, line.points, line.rank) for line in lines)
                    for lines in counted
                ),
                closed=one.status == TournamentRound.Status.CLOSED,
            )
        )
    return found


def standing(tournament: Tournament, *, before: int | None = None) -> tuple[standings.Line, ...]:
    """The standings now, or as they were before a round; everybody who ever sat or is still expected."""
    entries = tournament.entries.order_by("name", "pk")
    ids = [
        entry.pk
        for entry in entries.prefetch_related("places")
        if entry.places.all() or entry.presence != Entry.Presence.GONE
    ]
    return standings.standings(
        ids,
        played(tournament, before=before),
        counting=tournament.counting,
        tie_breaks=tournament.tie_breaks,
        missing=tournament.missing,
    )


def is_dealt(session: GameSession | None) -> bool:
    """Whether cards were dealt at this online table."""
    return session is not None and session.status in ("playing", "counted", "over")
