"""Rounds and tables as pages show them, and where somebody sits."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from games.engine.score_pad import against_the_clock
from games.tournaments import event_data, seating
from games.tournaments.models import ScoreReport, Tournament, TournamentRound, TournamentTable


@dataclass(frozen=True, slots=True)
class Place:
    """One place at a table, with the score once the table is counted."""

    entry: int
    name: str
    person: int | None
    seat: int
    newcomer: bool
    phone: bool
    """Whether this person can play online."""
    ready: bool
    at_odds: bool = False
    """Whether a wish about this person is not met."""
    points: int | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    id: int
    number: int
    medium: str
    status: str
    """`waiting`, `reported`, `disputed`, `counted`; an online table also `playing`."""
    token: str
    session_code: str
    places: tuple[Place, ...]
    unmet: tuple[seating.Unmet, ...]
    corrections: int
    other_seating: int
    """How many reports were typed before a swap, for people who now sit elsewhere."""
    one_device: bool
    """Everyone who confirmed a report of this table used the same browser."""

    @property
    def around(self) -> tuple[Place, ...]:
        """The places in the order of every list, as on the score pad: each next one sits on the right."""
        return tuple(self.places[seat] for seat in against_the_clock(len(self.places)))


@dataclass(frozen=True, slots=True)
class Round:
    id: int
    number: int
    status: str
    draw: int
    tables: tuple[Table, ...]
    unmet: tuple[seating.Unmet, ...]
    clock_ends_at: datetime | None
    clock_left: timedelta | None
    online_wanted: int | None = None

    @property
    def online(self) -> frozenset[int]:
        """The numbers of the tables that play online."""
        return frozenset(table.number for table in self.tables if table.medium == "online")

    @property
    def to_type(self) -> int:
        """How many paper tables nobody has typed yet."""
        return sum(table.medium == "paper" and table.status == "waiting" for table in self.tables)

    @property
    def waiting(self) -> int:
        """How many tables are not counted yet."""
        return sum(table.status != "counted" for table in self.tables)

    @property
    def by_name(self) -> list[tuple[str, int]]:
        """Everybody with their table, sorted by name: the list on the wall."""
        return sorted((place.name, table.number) for table in self.tables for place in table.places)


@dataclass(frozen=True, slots=True)
class MySeat:
    """Where somebody sits in the round being played."""

    round: int
    table: Table
    seat: int
    left: str
    right: str


def rounds_of(
    tournament: Tournament, *, proposed: bool, tokens: bool = False, book: event_data.Book | None = None
) -> tuple[Round, ...]:
    """All rounds; proposed ones only for organisers."""
    book = book or event_data.Book(tournament)
    return tuple(
        view(book, one, tokens=tokens)
        for one in book.rounds
        if proposed or one.status != TournamentRound.Status.PROPOSED
    )


def seating_of(tournament: Tournament, number: int, *, proposed: bool = False) -> Round | None:
    return next((one for one in rounds_of(tournament, proposed=proposed) if one.number == number), None)


def current(tournament: Tournament) -> Round | None:
    """The newest published round, running or over: what walls and phones show."""
    rounds = rounds_of(tournament, proposed=False)
    return rounds[-1] if rounds else None


def my_seat(tournament: Tournament, person: User) -> MySeat | None:
    """Where this person sits in the round that is published now."""
    running = current(tournament)
    if running is None or running.status != TournamentRound.Status.PUBLISHED:
        return None
    for table in running.tables:
        for place in table.places:
            if place.person == person.pk:
                size = len(table.places)
                left, right = table.places[(place.seat + 1) % size], table.places[place.seat - 1]
                return MySeat(running.number, table, seat=place.seat, left=left.name, right=right.name)
    return None


def view(book: event_data.Book, one: TournamentRound, *, tokens: bool = False) -> Round:
    """A round as pages show it. Tokens of tables are only for those who may type scores for any table."""
    tournament, tables = book.tournament, book.tables[one.pk]
    standing = book.places_before(one.number)
    # Everybody with a seat, whether or not they are still here.
    people = [event_data.person_of(place.entry, standing) for table in tables for place in table.places.all()]
    unmet = seating.unmet(
        book.seating(one),
        people,
        book.earlier(one.number),
        sizes=tournament.sizes,
        by_standing=tournament.by_standing and one.number > 1,
        wishes=book.wishes if one.status == TournamentRound.Status.PROPOSED else (),
        online=frozenset(table.number for table in tables if table.medium == "online"),
    )
    return Round(
        id=one.pk,
        number=one.number,
        status=one.status,
        draw=one.draw,
        tables=tuple(
            _table(table, book.scores.get(table.pk, ()), unmet=unmet, tokens=tokens) for table in tables
        ),
        unmet=unmet,
        clock_ends_at=one.clock_ends_at,
        clock_left=one.clock_left,
        online_wanted=one.online_wanted,
    )


def _table(
    table: Any, scores: tuple[event_data.Scored, ...], *, unmet: tuple[seating.Unmet, ...], tokens: bool
) -> Table:
    by_entry = {line.entry: line for line in scores}
    # What no seating could avoid is told in one line and marks nobody.
    at_odds = {who for one in unmet if one.why == "others" and one.kind != "size" for who in one.people}
    places = tuple(
        Place(
            entry=place.entry_id,
            name=place.entry.shown_name,
            person=place.entry.person_id,
            seat=place.seat,
            newcomer=place.entry.newcomer,
            phone=place.entry.person is not None and place.entry.person.is_active,
            ready=place.ready,
            at_odds=place.entry_id in at_odds,
            points=by_entry[place.entry_id].points if scores else None,
            rank=by_entry[place.entry_id].rank if scores else None,
        )
        for place in table.places.all()
    )
    seated = [place.entry for place in places]
    reports = [report for report in table.reports.all() if report.dropped_at is None]
    return Table(
        id=table.pk,
        number=table.number,
        medium=table.medium,
        status=_status(table, bool(scores)),
        token=table.token if tokens else "",
        session_code=table.session.code if table.session else "",
        places=places,
        unmet=tuple(one for one in unmet if one.table == table.number and one.why == "others"),
        corrections=table.corrected,
        other_seating=sum(report.seating != seated for report in reports),
        one_device=any(from_one_device(report) for report in reports if report.seating == seated),
    )


def from_one_device(report: ScoreReport) -> bool:
    """Whether several people confirmed, all from one phone that was passed around."""
    devices = [one.device for one in report.confirmations.all()]
    return len(devices) > 1 and len(set(devices)) == 1 and "" not in devices


def _status(table: TournamentTable, scored: bool) -> str:
    if scored:
        return "counted"
    if table.session is not None and table.session.status == "playing":
        return "playing"
    return table.status
