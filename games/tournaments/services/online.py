"""Tournament tables that play online: opened, started, moved to paper, and their results taken over."""

from accounts.models import User
from games.decks.models import ClubDeck
from games.decks.queries import with_newest
from games.engine.contract import Refused
from games.models import GameSession
from games.table import services
from games.tournaments import event_data
from games.tournaments.models import Result, Tournament, TournamentRound, TournamentTable
from games.tournaments.services import paper_rounds
from games.tournaments.services.locking import ANYBODY, Desk, changing, the_table

COUNTED = TournamentTable.Status.COUNTED


def seated(table: TournamentTable) -> dict[User, str]:
    """Who can play online at a table, in seat order, each with the name shown on the wall."""
    places = table.places.select_related("entry__person").order_by("seat")
    return {
        place.entry.person: place.entry.name
        for place in places
        if place.entry.person is not None and place.entry.person.is_active
    }


def can_be(table: TournamentTable) -> bool:
    """Whether everybody at the table can play online."""
    return len(seated(table)) == table.places.count()


def must_be_able(table: TournamentTable) -> None:
    able = seated(table)
    names = [
        place.entry.name
        for place in table.places.select_related("entry__person")
        if place.entry.person not in able
    ]
    if names:
        raise Refused("not-linked", table=table.number, names=names)


def gather(tournament: Tournament, table: TournamentTable) -> None:
    """Opens the game session: hints off, the same pace for all, everybody on their own seat."""
    table.session = services.gather(
        tournament.organiser,
        tournament.game,
        options=with_newest(tournament.options, ClubDeck.objects.filter(club=tournament.club)),
        people=seated(table),
        name=f"{tournament.name[:30]} · {table.number}",
        pace=tournament.pace,
    )
    table.save(update_fields=["session"])


def leave(table: TournamentTable) -> None:
    """Closes the game session and parts it from this table; the caller saves the table."""
    if table.session_id is not None:
        services.close_table(table.session_id)
        table.session = None


def ready(tournament_id: int, person: User, table_id: int) -> bool:
    """Marks a person at an online table as ready. True if that was the last one and the cards are dealt."""
    with changing(tournament_id, person, "ready", need=ANYBODY) as desk:
        table = _waiting(desk, table_id)
        place = table.places.filter(entry__person=person).first()
        if place is None:
            raise Refused("not-seated")
        desk.quiet = place.ready
        place.ready = True
        place.save(update_fields=["ready"])
        desk.note(round=table.round.number, table=table.number)
        if table.places.filter(ready=False).exists():
            return False
        return _begin(table)


def start(tournament_id: int, by: User, table_id: int) -> None:
    """Lets the organiser start an online table; a deputy plays for anyone who does not come."""
    with changing(tournament_id, by, "start-table") as desk:
        table = _waiting(desk, table_id)
        desk.note(round=table.round.number, table=table.number)
        desk.quiet = not _begin(table)


def start_all(tournament_id: int, by: User, number: int) -> None:
    """Lets the organiser start every online table of the round that has not started yet."""
    with changing(tournament_id, by, "start-tables") as desk:
        tables = TournamentTable.objects.select_related("session", "round").filter(
            round__tournament=desk.tournament,
            round__number=number,
            round__status=TournamentRound.Status.PUBLISHED,
            session__isnull=False,
        )
        begun = [table.number for table in tables if _begin(table)]
        desk.quiet = not begun
        desk.note(round=number, tables=begun)


def play_anew(tournament_id: int, by: User, table_id: int, reason: str) -> None:
    """Closes an abandoned online table and opens it again for the same people; its cards no longer count."""
    if not reason.strip():
        raise Refused("reason-needed")
    with changing(tournament_id, by, "play-anew") as desk:
        table = the_table(desk.tournament, table_id)
        if table.round.status != TournamentRound.Status.PUBLISHED or table.session_id is None:
            raise Refused("not-online")
        if table.pk in event_data.scored([table]):
            raise Refused("table-counted")
        desk.note(round=table.round.number, table=table.number, reason=reason.strip()[:300])
        leave(table)
        table.places.update(ready=False)
        gather(desk.tournament, table)


def collect(running: TournamentRound) -> None:
    """Saves the results of online tables that are finished."""
    tables = list(running.tables.exclude(status=COUNTED).exclude(session=None))
    for table_id, lines in event_data.scored(tables).items():
        table = next(table for table in tables if table.pk == table_id)
        keep(table, lines)


def keep(table: TournamentTable, lines: tuple[event_data.Scored, ...]) -> None:
    """Saves these as the table's results."""
    places = {place.entry_id: place for place in table.places.all()}
    Result.objects.filter(place__table=table).delete()
    Result.objects.bulk_create(
        Result(place=places[line.entry], points=line.points, rank=line.rank, parts=line.parts)
        for line in lines
    )
    table.status = COUNTED
    table.save(update_fields=["status"])
    paper_rounds.follow_up([table])


def _waiting(desk: Desk, table_id: int) -> TournamentTable:
    table = the_table(desk.tournament, table_id)
    if table.session is None or table.round.status != TournamentRound.Status.PUBLISHED:
        raise Refused("not-online")
    return table


def _begin(table: TournamentTable) -> bool:
    session = table.session
    must_be_able(table)
    if session is not None and session.status == GameSession.Status.CLOSED and not session.rounds.exists():
        # Everybody had left again before the cards were dealt.
        gather(table.round.tournament, table)
        session = table.session
    if session is None or session.status != GameSession.Status.OPEN:
        return False
    services.begin(session.pk, seated(table))
    return True
