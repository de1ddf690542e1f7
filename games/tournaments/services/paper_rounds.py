"""Paper tables as rounds: a counted table of a published round is a game session with its score sheet.

`follow_up` makes that so, whatever happened: counted, corrected, taken back, swapped, linked or renamed. It
runs in the transaction of that click, and running it again changes nothing.
"""

from collections.abc import Iterable

from games.models import GameSession
from games.table.services import paper
from games.table.services.locking import database_now
from games.tournaments import event_data
from games.tournaments.models import Entry, TournamentRound, TournamentTable


def follow_up(tables: Iterable[TournamentTable]) -> None:
    """Brings the rounds of these tables into line with their results."""
    pks = [table.pk for table in tables]
    found = list(
        TournamentTable.objects.filter(pk__in=pks, medium=GameSession.Medium.PAPER)
        .select_related("round__tournament__club", "round__tournament__organiser", "paper_session")
        .prefetch_related("places__entry")
        .order_by("pk")
    )
    scores = event_data.scored(found)
    for table in found:
        lines = scores.get(table.pk)
        if lines and table.round.status != TournamentRound.Status.PROPOSED:
            _write(table, lines)
        elif table.paper_session is not None:
            session, table.paper_session = table.paper_session, None
            table.save(update_fields=["paper_session"])
            paper.forget(session)


def follow_entry(entry: Entry) -> None:
    """The same for every table at which this person sat, after another name or account."""
    follow_up(TournamentTable.objects.filter(places__entry=entry))


def _write(table: TournamentTable, lines: tuple[event_data.Scored, ...]) -> None:
    tournament = table.round.tournament
    entries = {place.entry_id: place.entry for place in table.places.all()}
    session = paper.write(
        table.paper_session,
        [
            paper.PaperLine(
                entries[line.entry].person_id,
                entries[line.entry].name,
                line.points,
                line.rank,
                parts=line.parts,
            )
            for line in lines
        ],
        at=database_now(),
        game=tournament.game,
        options=tournament.options,
        name=f"{tournament.name[:30]} · {table.number}",
        host=tournament.organiser,
        rated=bool(tournament.club and tournament.club.rates_paper),
    )
    if session != table.paper_session:
        table.paper_session = session
        table.save(update_fields=["paper_session"])
