"""Reads for the hall: the event as everybody sees it, and one person's own page."""

from dataclasses import dataclass, replace
from functools import cached_property

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.tournaments import event_data, sentences, waiting_list
from games.tournaments.models import (
    Correction,
    Entry,
    Tournament,
    TournamentRound,
    TournamentTable,
)
from games.tournaments.queries.event import by_code
from games.tournaments.queries.scores import Standing, corrections, standings
from games.tournaments.queries.tables import MySeat, Round, Table, rounds_of


@dataclass(frozen=True)
class Event:
    """A tournament as everybody may see it: published rounds, standings, and what is not hidden."""

    tournament: Tournament
    person: int | None
    entered: bool
    people: int
    rounds: tuple[Round, ...]
    standings: tuple[Standing, ...]
    corrections: tuple[Correction, ...]
    after: int = 0
    """The round after which the standings are shown; 0 means now."""

    @property
    def current(self) -> Round | None:
        """The newest published round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def earlier(self) -> tuple[Round, ...]:
        return tuple(reversed(self.rounds[:-1]))

    @property
    def playing(self) -> bool:
        """Whether tables of the newest round still play."""
        return bool(self.current and self.current.status == "published" and self.current.waiting)

    @property
    def counted(self) -> bool:
        """Whether any table has scores."""
        return any(table.status == "counted" for one in self.rounds for table in one.tables)

    @property
    def headings(self) -> tuple[int, ...]:
        """The numbers of the rounds in the standings."""
        return tuple(range(1, 1 + max((len(line.rounds) for line in self.standings), default=0)))

    @property
    def may_register(self) -> bool:
        return may_register(self.tournament)

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """How points, ties and missed rounds count; shown under every table of standings."""
        return rules(self.tournament)


@dataclass(frozen=True, slots=True)
class MyRound:
    """My result in one round; with points once the table is counted."""

    number: int
    table: int
    points: int | None
    rank: int | None
    of: int


@dataclass(frozen=True, slots=True)
class MyPage:
    """One person's own page."""

    event: Event
    entry: Entry
    seat: MySeat | None
    token: str
    """The token of my paper table, so that my phone can type its scores."""
    ready: bool
    waiting_for: tuple[str, ...]
    """The people at my online table who are not ready yet."""
    rounds: tuple[MyRound, ...]
    standing: Standing | None

    @property
    def tournament(self) -> Tournament:
        return self.event.tournament

    @property
    def waiting(self) -> int:
        """My number on the waiting list; 0 if I have a place."""
        entries = list(self.tournament.entries.all()) if self.tournament.capacity else []
        order = waiting_list.waiting(entries, self.tournament.capacity)
        return order.index(self.entry.pk) + 1 if self.entry.pk in order else 0

    @property
    def today(self) -> bool:
        """Whether the day of the event has come, so that people can check in."""
        return timezone.localdate() >= self.tournament.date

    @property
    def played(self) -> bool:
        """Whether a table of mine is counted."""
        return any(one.points is not None for one in self.rounds)


def may_register(tournament: Tournament) -> bool:
    """Whether people can enter themselves now."""
    return (
        tournament.status in (Tournament.Status.OPEN, Tournament.Status.RUNNING)
        and tournament.registration != Tournament.Registration.HAND
    )


def address_of(code: str) -> str:
    """The address that the code of a tournament leads to: the page to join it."""
    found = by_code(code)
    if found is None or found.status == Tournament.Status.DRAFT:
        return ""
    return reverse("tournaments:join", args=[found.code])


def home_of(session_id: int) -> tuple[str, str] | None:
    """The event this game session belongs to: people go back there after the round."""
    found = Tournament.objects.filter(rounds__tables__session=session_id).first()
    return (found.name, reverse("tournaments:me", args=[found.code])) if found else None


def rules(tournament: Tournament) -> tuple[str, ...]:
    told = [sentences.counting(tournament.counting), sentences.missing(tournament.missing)]
    if tournament.tie_breaks:
        order = ", ".join(sentences.tie_break(name) for name in tournament.tie_breaks)
        told.insert(1, _("Ties are broken by: %(order)s.") % {"order": order})
    return tuple(told)


def event(tournament: Tournament, person: User | None, *, book: event_data.Book | None = None) -> Event:
    book = book or event_data.Book(tournament)
    return Event(
        tournament,
        person=person.pk if person else None,
        entered=person is not None and any(one.person_id == person.pk for one in book.entries),
        people=sum(one.presence != Entry.Presence.GONE for one in book.entries),
        rounds=rounds_of(tournament, proposed=False, book=book),
        standings=standings(tournament, book=book),
        corrections=tuple(corrections(tournament)),
    )


def my_page(tournament: Tournament, person: User) -> MyPage | None:
    """A person's own page; None if the person is not entered."""
    entry = tournament.entries.filter(person=person).first()
    if entry is None:
        return None
    book = event_data.Book(tournament)
    seen = event(tournament, person, book=book)
    if seen.current and seen.playing:
        # Nobody is told a place while others still play: the last whole round is shown until then.
        number = seen.current.number
        lines = standings(tournament, before=number, book=book) if number > 1 else ()
        seen = replace(seen, standings=lines, after=number - 1)
    seat = _seat(seen, entry.pk)
    table = seat.table if seat else None
    return MyPage(
        seen,
        entry=entry,
        seat=seat,
        token=_token(table) if table and table.medium == "paper" else "",
        ready=bool(table and any(place.ready for place in table.places if place.entry == entry.pk)),
        waiting_for=tuple(place.name for place in table.places if not place.ready) if table else (),
        rounds=tuple(_mine(seen, entry.pk)),
        standing=next((line for line in seen.standings if line.entry == entry.pk), None),
    )


def _seat(seen: Event, entry_id: int) -> MySeat | None:
    """My seat in the round that is being played."""
    running = seen.current
    if running is None or running.status != TournamentRound.Status.PUBLISHED:
        return None
    for table in running.tables:
        for place in table.places:
            if place.entry == entry_id:
                size = len(table.places)
                left, right = table.places[(place.seat + 1) % size], table.places[place.seat - 1]
                return MySeat(running.number, table, seat=place.seat, left=left.name, right=right.name)
    return None


def _token(table: Table) -> str:
    return TournamentTable.objects.values_list("token", flat=True).get(pk=table.id)


def _mine(seen: Event, entry_id: int) -> list[MyRound]:
    return [
        MyRound(one.number, table.number, points=place.points, rank=place.rank, of=len(table.places))
        for one in seen.rounds
        for table in one.tables
        for place in table.places
        if place.entry == entry_id
    ]
