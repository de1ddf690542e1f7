"""Tournaments as a whole: lists, the organiser's board, the effect of a roll call, room dice."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum

from accounts.models import Club, User
from games.engine import catalogue, paper
from games.tournaments import event_data, roll_call_preview
from games.tournaments.models import Entry, Helper, LinkRequest, Tournament, TournamentRound
from games.tournaments.queries.scores import Standing, standings
from games.tournaments.queries.tables import Round, rounds_of

LISTED = 50


@dataclass(frozen=True, slots=True)
class Board:
    """The organiser's page."""

    tournament: Tournament
    book: event_data.Book
    rights: str
    entries: tuple[Entry, ...]
    rounds: tuple[Round, ...]
    open: Round | None
    """The round that is proposed or being played."""
    standings: tuple[Standing, ...]
    next_step: str
    """The next step: `enter`, `propose`, `publish`, `play`, `close-round`, `close` or `closed`."""

    @property
    def counted(self) -> bool:
        """Whether any table has scores; before that there are no standings."""
        return any(table.status == "counted" for one in self.rounds for table in one.tables)


@dataclass(frozen=True, slots=True)
class Dice:
    """The room dice of a round: what is shown, how many there are, and the seed once the round is over."""

    shown: tuple[tuple[int, int], ...]
    rolled: int
    all: int
    commitment: str
    seed: str


def by_code(code: str) -> Tournament | None:
    """The tournament with this code. Text that cannot be a code (such as NUL) is not looked up."""
    if not (code.isascii() and code.isalnum() and len(code) <= 8):
        return None
    return Tournament.objects.select_related("club", "organiser").filter(code=code.upper()).first()


def open_to_all() -> QuerySet[Tournament]:
    """Tournaments that anybody may enter or watch now."""
    return Tournament.objects.filter(registration="open", status__in=["open", "running"])[:LISTED]


def mine(person: User) -> QuerySet[Tournament]:
    """Tournaments a person organises, helps in or takes part in, the newest first."""
    return Tournament.objects.filter(
        Q(organiser=person) | Q(helpers__person=person) | Q(entries__person=person)
    ).distinct()[:LISTED]


@dataclass(frozen=True, slots=True)
class Listed:
    """A tournament in a list; `role` is the reader's: `organise`, `scores`, `enters` or nothing."""

    tournament: Tournament
    entries: int
    role: str


@dataclass(frozen=True, slots=True)
class Lists:
    """What the page of all tournaments shows one reader; no tournament is listed twice."""

    mine: tuple[Listed, ...]
    clubs: tuple[Listed, ...]
    open: tuple[Listed, ...]
    past: tuple[Listed, ...]


def lists(person: User | None) -> Lists:
    """My tournaments, those of my clubs, those open to everybody, and past ones that were open."""
    counted = Tournament.objects.select_related("club").annotate(number=Count("entries", distinct=True))
    every = counted.order_by("-date", "-pk")
    everybody = every.filter(registration="open")
    running = everybody.filter(status__in=["open", "running"])
    roles = _roles(person) if person else {}
    own = every.filter(pk__in=roles)
    clubs = every.none()
    if person is not None:
        clubs = every.filter(club__memberships__user=person).exclude(status="draft")
    seen: set[int] = set()

    def told(found: QuerySet[Any]) -> tuple[Listed, ...]:
        fresh = [one for one in found[:LISTED] if one.pk not in seen]
        seen.update(one.pk for one in fresh)
        return tuple(Listed(one, entries=one.number, role=roles.get(one.pk, "")) for one in fresh)

    return Lists(
        told(own), clubs=told(clubs), open=told(running), past=told(everybody.filter(status="closed"))
    )


MOST_OF_CLUB = 8


@dataclass(frozen=True, slots=True)
class Won:
    """An event of a club, with whoever won it; nobody while it runs."""

    tournament: Tournament
    people: int
    winners: tuple[str, ...]


def of_club(club_id: int) -> tuple[Won, ...]:
    """The newest events of a club, for its members."""
    events = Tournament.objects.filter(club=club_id).exclude(status=Tournament.Status.DRAFT)
    counted = events.annotate(people=Count("entries")).order_by("-date", "-pk")
    found = []
    for one in counted[:MOST_OF_CLUB]:
        winners: tuple[str, ...] = ()
        if one.status == Tournament.Status.CLOSED:
            lines = standings(one)
            played = any(value is not None for line in lines for value in line.points)
            winners = tuple(line.name for line in lines if line.place == 1) if played else ()
        found.append(Won(one, people=one.people, winners=winners))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Placed:
    """What somebody reached in an event that is over."""

    tournament: Tournament
    place: int
    of: int
    named: bool
    """Whether the reader may know which event it was."""


def was_placed() -> Exists:
    """Whether somebody has a place in an event that is over, asked together with the person."""
    mine = Entry.objects.filter(person=OuterRef("pk"), tournament__status=Tournament.Status.CLOSED)
    return Exists(mine.filter(places__result__isnull=False))


def places_of(person: User, viewer: int | None) -> tuple[Placed, ...]:
    """The places a person reached in the newest events, for this reader.

    The event itself is named to the person, to members of its club, and to all if everybody may enter it.
    """
    entered = Entry.objects.filter(person=person, places__result__isnull=False)
    closed = Tournament.objects.filter(pk__in=entered.values("tournament"), status="closed")
    clubs = Club.objects.filter(memberships__user=viewer).values_list("pk", flat=True) if viewer else ()
    known = set(clubs)
    found = []
    for one in closed.order_by("-date", "-pk")[:MOST_OF_CLUB]:
        lines = standings(one)
        mine = next((line for line in lines if line.person == person.pk), None)
        if mine is not None:
            named = viewer == person.pk or one.club_id in known or one.registration == "open"
            found.append(Placed(one, mine.place, of=len(lines), named=named))
    return tuple(found)


def questions(person: User) -> QuerySet[LinkRequest]:
    """What this person is asked: are you this entry?"""
    return LinkRequest.objects.filter(person=person).select_related("entry__tournament", "by")


def _roles(person: User) -> dict[int, str]:
    entered = Entry.objects.filter(person=person).values_list("tournament", flat=True)
    helping = Helper.objects.filter(person=person).values_list("tournament", "rights")
    own = Tournament.objects.filter(organiser=person).values_list("pk", flat=True)
    return dict.fromkeys(entered, "enters") | dict(helping) | dict.fromkeys(own, "organise")


def pulse(tournament_id: int) -> str:
    """A text that changes whenever a page of the tournament would, also by events at its online tables."""
    row = Tournament.objects.filter(pk=tournament_id).aggregate(
        version=Max("version"), tables=Sum("rounds__tables__session__version")
    )
    return f"{row['version']}.{row['tables'] or 0}"


def board(tournament: Tournament, *, rights: str) -> Board:
    book = event_data.Book(tournament)
    rounds = rounds_of(tournament, proposed=True, tokens=True, book=book)
    running = next((one for one in rounds if one.status != "closed"), None)
    return Board(
        tournament,
        book=book,
        rights=rights,
        entries=tuple(book.entries),
        rounds=rounds,
        open=running,
        standings=standings(tournament, book=book),
        next_step=_next_step(book, running, len(rounds)),
    )


def _next_step(book: event_data.Book, running: Round | None, rounds: int) -> str:
    tournament = book.tournament
    if tournament.status == Tournament.Status.CLOSED:
        return "closed"
    if running is None:
        if rounds >= tournament.rounds_planned:
            return "close"
        return "propose" if any(one.presence == "here" for one in book.entries) else "enter"
    if running.status == TournamentRound.Status.PROPOSED:
        return "publish"
    return "play" if running.waiting else "close-round"


def preview_roll_call(book: event_data.Book, marks: dict[int, str]) -> roll_call_preview.Preview:
    """What confirming this roll call will do."""
    running = next((one for one in book.rounds if one.status != TournamentRound.Status.CLOSED), None)
    tables = book.tables[running.pk] if running else []
    seated = {place.entry_id: table.number for table in tables for place in table.places.all()}
    return roll_call_preview.preview(
        {one.pk: one.presence for one in book.entries},
        marks,
        sizes=book.tournament.sizes,
        round_number=running.number if running else len(book.rounds) + 1,
        round_status=running.status if running else "",
        seated=seated,
    )


def dice(tournament: Tournament, number: int) -> Dice | None:
    """The room dice of a round as the projector shows them; None before the first roll."""
    found = tournament.rounds.filter(number=number).select_related("dice").first()
    kept = getattr(found, "dice", None)
    rules = catalogue.find(tournament.game)
    if found is None or kept is None:
        return None
    pad: Any = paper.pad(tournament.game)
    return Dice(
        shown=pad.room_dice(bytes(kept.seed), kept.shown),
        rolled=kept.rolled,
        all=rules.length(1),
        commitment=kept.commitment,
        seed=bytes(kept.seed).hex() if found.status == TournamentRound.Status.CLOSED else "",
    )
