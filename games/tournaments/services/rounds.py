"""A round: proposed, changed by hand, published, undone, closed; its clock.

Each click names the `draw` of the seating that its page showed. If there is a newer one it is Refused
(`changed-meanwhile`), so two helpers cannot undo each other unseen and a double-click acts once.
"""

from dataclasses import dataclass
from datetime import timedelta
from random import Random, SystemRandom

from accounts.models import User
from games.engine.contract import Refused
from games.models import GameSession
from games.tournaments import event_data, seating
from games.tournaments.models import (
    Result,
    TablePlace,
    Tournament,
    TournamentRound,
    TournamentTable,
)
from games.tournaments.services import online as sessions
from games.tournaments.services import paper_rounds
from games.tournaments.services.locking import (
    changing,
    must_not_be_closed,
    open_round,
    the_round,
    the_table,
)

Status = TournamentRound.Status
TRIES = 3


def propose(
    tournament_id: int, by: User, *, luck: Random | None = None, online: int | None = None
) -> TournamentRound:
    """Draws the next round's tables for everybody who is here. A seating that is already proposed stays.

    `online` is how many tables shall play online: people without a phone sit elsewhere. None means as usual.
    """
    return _draw(tournament_id, by, luck or SystemRandom(), draw=None, online=online)


def draw_again(
    tournament_id: int,
    by: User,
    number: int,
    *,
    draw: int,
    luck: Random | None = None,
    online: int | None = None,
) -> TournamentRound:
    """Draws other tables for the proposed round. Refused once scores are typed: they belong to people."""
    return _draw(tournament_id, by, luck or SystemRandom(), draw=draw, number=number, online=online)


def _draw(
    tournament_id: int,
    by: User,
    luck: Random,
    *,
    draw: int | None,
    number: int = 0,
    online: int | None = None,
) -> TournamentRound:
    # Drawing takes a moment, so it happens before the lock; then nothing may have changed meanwhile.
    for _ in range(TRIES):
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        if tournament is None:
            raise Refused("no-tournament")
        upcoming = number or tournament.rounds.exclude(status=Status.PROPOSED).count() + 1
        given = _given(tournament, upcoming)
        proposal, book = None, given.book
        if upcoming <= tournament.rounds_planned and (draw is not None or open_round(tournament) is None):
            proposal = seating.propose(
                book.people(upcoming),
                book.earlier(upcoming),
                sizes=tournament.sizes,
                luck=luck,
                rounds_left=tournament.rounds_planned - upcoming + 1,
                by_standing=tournament.by_standing and upcoming > 1,
                final=book.final(upcoming),
                wishes=book.wishes,
                online=online or 0,
            )
        with changing(tournament_id, by, "propose" if draw is None else "draw-again") as desk:
            must_not_be_closed(desk.tournament)
            running = open_round(desk.tournament)
            if draw is None and running is not None:
                if running.status == Status.PUBLISHED:
                    raise Refused("round-not-closed", round=running.number)
                desk.quiet = True
                return running
            if upcoming > desk.tournament.rounds_planned:
                raise Refused("no-rounds-left", rounds=desk.tournament.rounds_planned)
            if draw is not None:
                running = _seen(desk.tournament, number, draw)
                if running.tables.filter(reports__isnull=False).exists():
                    raise Refused("scores-typed", round=number)
            if proposal is None or given.facts != _given(desk.tournament, upcoming).facts:
                desk.quiet = True
                continue
            if running is None:
                running = TournamentRound(tournament=desk.tournament, number=upcoming)
            else:
                running.tables.all().delete()
                running.draw += 1
            running.online_wanted = online
            running.save()
            _set_tables(running, proposal.tables, medium=desk.tournament.medium)
            desk.note(round=running.number, draw=running.draw, unmet=len(proposal.unmet))
            return running
    raise Refused("try-again")


@dataclass(frozen=True, slots=True)
class _Given:
    """Everything a proposal depends on."""

    book: event_data.Book
    facts: tuple[object, ...]


def _given(tournament: Tournament, number: int) -> _Given:
    book = event_data.Book(tournament)
    settings = (tournament.sizes, tournament.rounds_planned, tournament.by_standing, book.final(number))
    return _Given(book, (book.people(number), book.earlier(number), book.wishes, settings))


def _set_tables(running: TournamentRound, tables: seating.Seating, *, medium: str) -> None:
    """Stores the tables. If some were wanted online those are the last ones, where people have phones."""
    wanted = running.online_wanted
    for number, order in enumerate(tables, start=1):
        if wanted is not None:
            last = number > len(tables) - wanted
            medium = GameSession.Medium.ONLINE if last else GameSession.Medium.PAPER
        table = TournamentTable.objects.create(round=running, number=number, medium=medium)
        TablePlace.objects.bulk_create(
            TablePlace(round=running, table=table, seat=seat, entry_id=entry)
            for seat, entry in enumerate(order)
        )
        if medium == GameSession.Medium.ONLINE and not sessions.can_be(table):
            table.medium = GameSession.Medium.PAPER
            table.save(update_fields=["medium"])


def _seen(tournament: Tournament, number: int, draw: int) -> TournamentRound:
    running = the_round(tournament, number, Status.PROPOSED)
    if running.draw != draw:
        raise Refused("changed-meanwhile")
    return running


def swap(tournament_id: int, by: User, number: int, *, draw: int, one: int, other: int) -> None:
    """Swaps two entries of the proposed round.

    Scores typed for their tables stay as reports but no longer count: they are about people who now sit
    elsewhere.
    """
    with changing(tournament_id, by, "swap") as desk:
        running = _seen(desk.tournament, number, draw)
        places = list(running.places.filter(entry__in=[one, other]).select_related("entry", "table"))
        if len(places) != 2:
            raise Refused("no-entry")
        first, second = places
        desk.note(round=number, one=first.entry.name, other=second.entry.name)
        Result.objects.filter(place__table__in=[first.table_id, second.table_id]).delete()
        first.entry, second.entry = second.entry, first.entry
        TablePlace.objects.bulk_update(places, ["entry"])
        TournamentTable.objects.filter(pk__in=[first.table_id, second.table_id]).update(
            status=TournamentTable.Status.WAITING
        )
        paper_rounds.follow_up([first.table, second.table])
        _redrawn(running)


def move(tournament_id: int, by: User, number: int, *, draw: int, entry_id: int, table_id: int) -> None:
    """Moves an entry of the proposed round to the last place of another table."""
    with changing(tournament_id, by, "move") as desk:
        running = _seen(desk.tournament, number, draw)
        place = running.places.filter(entry=entry_id).select_related("entry", "table").first()
        table = running.tables.filter(pk=table_id).first()
        if place is None or table is None:
            raise Refused("no-entry")
        if table.pk == place.table_id:
            desk.quiet = True
            return
        seats = desk.tournament.rules.SEATS
        if place.table.places.count() - 1 not in seats or table.places.count() + 1 not in seats:
            raise Refused("bad-table-sizes", least=min(seats), most=max(seats))
        desk.note(round=number, name=place.entry.name, table=table.number)
        left = place.table
        Result.objects.filter(place__table__in=[left, table]).delete()
        place.table, place.seat = table, table.places.count()
        place.save(update_fields=["table", "seat"])
        for seat, other in enumerate(left.places.order_by("seat")):
            TablePlace.objects.filter(pk=other.pk).update(seat=seat)
        running.tables.filter(pk__in=[left.pk, table.pk]).update(status=TournamentTable.Status.WAITING)
        paper_rounds.follow_up([left, table])
        _redrawn(running)


def _redrawn(running: TournamentRound) -> None:
    running.draw += 1
    running.save(update_fields=["draw"])


def set_medium(tournament_id: int, by: User, table_id: int, medium: str) -> None:
    """Sets a table to play online or on paper; online only if everybody has an account or a guest's phone."""
    if medium not in GameSession.Medium.values:
        raise Refused("unknown-medium")
    with changing(tournament_id, by, "medium") as desk:
        table = the_table(desk.tournament, table_id)
        if table.medium == medium:
            desk.quiet = True
            return
        if table.round.status == Status.CLOSED or table.pk in event_data.scored([table]):
            raise Refused("table-counted")
        desk.note(round=table.round.number, table=table.number, medium=medium)
        if medium == GameSession.Medium.PAPER:
            sessions.leave(table)
        table.medium = medium
        table.save(update_fields=["medium", "session"])
        if medium == GameSession.Medium.ONLINE:
            sessions.must_be_able(table)
            if table.round.status == Status.PUBLISHED:
                sessions.gather(desk.tournament, table)


def publish(tournament_id: int, by: User, number: int, *, draw: int) -> None:
    """Publishes the seating: everybody sees it, and online tables open. Doing it again changes nothing."""
    with changing(tournament_id, by, "publish") as desk:
        must_not_be_closed(desk.tournament)
        running = the_round(desk.tournament, number, Status.PROPOSED, Status.PUBLISHED)
        if running.draw != draw:
            raise Refused("changed-meanwhile")
        if running.status == Status.PUBLISHED:
            desk.quiet = True
            return
        running.status, running.published_at = Status.PUBLISHED, desk.now
        running.save(update_fields=["status", "published_at"])
        for table in running.tables.filter(medium=GameSession.Medium.ONLINE, session=None):
            sessions.must_be_able(table)
            sessions.gather(desk.tournament, table)
        paper_rounds.follow_up(running.tables.all())
        if desk.tournament.status != Tournament.Status.RUNNING:
            desk.tournament.status = Tournament.Status.RUNNING
            desk.tournament.save(update_fields=["status"])
        desk.note(round=number)


def undo_publish(tournament_id: int, by: User, number: int) -> None:
    """Makes a published round a proposal again; typed scores stay. Refused once an online table is dealt."""
    with changing(tournament_id, by, "undo-publish") as desk:
        running = the_round(desk.tournament, number, Status.PUBLISHED, Status.PROPOSED)
        if running.status == Status.PROPOSED:
            desk.quiet = True
            return
        tables = running.tables.select_related("session")
        if any(event_data.is_dealt(table.session) for table in tables):
            raise Refused("cards-dealt")
        for table in tables:
            sessions.leave(table)
            table.save(update_fields=["session"])
        running.places.update(ready=False)
        running.status, running.published_at = Status.PROPOSED, None
        running.clock_ends_at = running.clock_left = None
        running.save()
        paper_rounds.follow_up(running.tables.all())
        desk.note(round=number)


def close_round(tournament_id: int, by: User, number: int) -> None:
    """Closes a round whose tables are all counted: its standings are final, the next round can be drawn."""
    with changing(tournament_id, by, "close-round") as desk:
        running = the_round(desk.tournament, number, Status.PUBLISHED, Status.CLOSED)
        if running.status == Status.CLOSED:
            desk.quiet = True
            return
        sessions.collect(running)
        waiting = running.tables.exclude(status=TournamentTable.Status.COUNTED)
        if waiting:
            raise Refused("tables-missing", tables=[table.number for table in waiting])
        running.status, running.closed_at = Status.CLOSED, desk.now
        running.clock_ends_at = running.clock_left = None
        running.save()
        desk.note(round=number)


def reopen_round(tournament_id: int, by: User, number: int) -> None:
    """Opens the latest closed round again; its results stay."""
    with changing(tournament_id, by, "reopen-round") as desk:
        must_not_be_closed(desk.tournament)
        closed = the_round(desk.tournament, number, Status.CLOSED, Status.PUBLISHED)
        if closed.status == Status.PUBLISHED:
            desk.quiet = True
            return
        if desk.tournament.rounds.filter(number__gt=number).exists():
            raise Refused("later-round-drawn")
        if hasattr(closed, "dice"):
            # Its seed has been shown, so no more rolls may come from it.
            raise Refused("dice-revealed")
        closed.status, closed.closed_at = Status.PUBLISHED, None
        closed.save(update_fields=["status", "closed_at"])
        desk.note(round=number)


def set_clock(tournament_id: int, by: User, number: int, *, minutes: int | None) -> None:
    """Starts the round's clock with this many minutes; None stops it, or lets it go on."""
    with changing(tournament_id, by, "clock") as desk:
        running = the_round(desk.tournament, number, Status.PUBLISHED)
        if minutes is not None:
            if not 0 < minutes <= 600:
                raise Refused("bad-minutes")
            running.clock_ends_at, running.clock_left = desk.now + timedelta(minutes=minutes), None
        elif running.clock_ends_at is not None:
            left = max(running.clock_ends_at - desk.now, timedelta(0))
            running.clock_ends_at, running.clock_left = None, left
        elif running.clock_left is not None:
            running.clock_ends_at, running.clock_left = desk.now + running.clock_left, None
        running.save(update_fields=["clock_ends_at", "clock_left"])
        desk.note(round=number, minutes=minutes)
