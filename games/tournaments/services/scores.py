"""Scores of paper tables: typed at the table, confirmed by two, settled or corrected by the organiser.

The table reports through its token, without an account; people say which player at the table they are.
Reports that differ go to the organiser. A counted table is changed only by a correction with a reason.
Everything that depends on it (standings, tie-breaks, later seatings by standing) follows, because none of
that is stored.
"""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from games.engine import paper
from games.engine.contract import Refused
from games.models import GameSession
from games.tournaments import event_data
from games.tournaments.models import (
    Confirmation,
    Correction,
    Entry,
    ScoreReport,
    Tournament,
    TournamentRound,
    TournamentTable,
)
from games.tournaments.services import online
from games.tournaments.services.locking import (
    ANYBODY,
    ORGANISE,
    SCORES,
    Desk,
    changing,
    must_not_be_closed,
    the_table,
)

Status = TournamentTable.Status
CONFIRMATIONS = 2
"""How many people at the table must agree to a report before it counts, including the one who typed it."""

LONGEST_REASON = 300


def report(
    token: str, entry_id: int, raw: Mapping[str, str], *, person: User | None = None, device: str = ""
) -> ScoreReport:
    """Somebody at the table types the scores. If another report has the same numbers, this confirms it."""
    known, who = _at_table(token, entry_id)
    with changing(known.round.tournament_id, person, "report", need=ANYBODY, by_name=who.name) as desk:
        table = _playing(desk, known.pk)
        seating = _seating(table)
        if entry_id not in seating:
            raise Refused("not-seated")
        typed = _typed(desk.tournament, len(seating), raw)
        same = next((one for one in live_reports(table) if one.typed == typed), None)
        # A later report of the same person replaces the earlier one.
        mine = [one for one in live_reports(table) if one.by_entry_id == entry_id and one is not same]
        ScoreReport.objects.filter(pk__in=[one.pk for one in mine]).update(dropped_at=desk.now)
        found = same or ScoreReport.objects.create(
            table=table, seating=seating, typed=typed, by_entry=who, by_person=person
        )
        Confirmation.objects.get_or_create(report=found, entry=who, defaults={"device": device[:16]})
        desk.note(round=table.round.number, table=table.number, typed=typed, report=found.pk)
        _weigh(desk.tournament, table)
    return found


def confirm(
    token: str, entry_id: int, report_id: int, *, person: User | None = None, device: str = ""
) -> None:
    """Somebody else at the table confirms this report; with the second person it counts."""
    known, who = _at_table(token, entry_id)
    with changing(known.round.tournament_id, person, "confirm", need=ANYBODY, by_name=who.name) as desk:
        table = the_table(desk.tournament, known.pk)
        if Confirmation.objects.filter(report=report_id, report__table=table, entry=who).exists():
            desk.quiet = True
            return
        table = _playing(desk, known.pk)
        reports = live_reports(table)
        found = next((one for one in reports if one.pk == report_id), None)
        if found is None:
            raise Refused("changed-meanwhile")
        if len(reports) > 1:
            raise Refused("reports-differ")
        Confirmation.objects.create(report=found, entry=who, device=device[:16])
        desk.note(round=table.round.number, table=table.number, report=found.pk)
        _weigh(desk.tournament, table)


def settle(tournament_id: int, by: User, table_id: int, report_id: int) -> None:
    """Lets the organiser or a helper decide which report counts."""
    with changing(tournament_id, by, "settle", need=SCORES) as desk:
        table = the_table(desk.tournament, table_id)
        if table.status == Status.COUNTED:
            desk.quiet = True
            return
        table = _playing(desk, table_id)
        found = next((one for one in live_reports(table) if one.pk == report_id), None)
        if found is None:
            raise Refused("changed-meanwhile")
        desk.note(round=table.round.number, table=table.number, report=report_id)
        _count(desk.tournament, table, found.typed)


def enter_scores(tournament_id: int, by: User, table_id: int, raw: Mapping[str, str]) -> None:
    """Lets the organiser or a helper type a table's scores; they count at once, whatever was reported.

    If two helpers do this, the first one counts; the other is Refused (`table-counted`) unless the numbers
    agree.
    """
    with changing(tournament_id, by, "enter-scores", need=SCORES) as desk:
        table = the_table(desk.tournament, table_id)
        seating = _seating(table)
        typed = _typed(desk.tournament, len(seating), raw)
        if table.status == Status.COUNTED:
            lines = event_data.scored([table])[table.pk]
            if lines_of(desk.tournament, seating, typed) != lines:
                raise Refused("table-counted")
            desk.quiet = True
            return
        table = _playing(desk, table_id)
        ScoreReport.objects.create(table=table, seating=seating, typed=typed, by_person=by)
        desk.note(round=table.round.number, table=table.number, typed=typed)
        _count(desk.tournament, table, typed)


def correct(
    tournament_id: int, by: User, table_id: int, raw: Mapping[str, str], *, reason: str, seen: int
) -> None:
    """Changes a counted table, online or on paper. `seen` is how many of its corrections the page showed."""
    reason = reason.replace("\0", "").strip()[:LONGEST_REASON]
    if not reason:
        raise Refused("reason-needed")
    with changing(tournament_id, by, "correct", need=ORGANISE) as desk:
        must_not_be_closed(desk.tournament)
        table = the_table(desk.tournament, table_id)
        old = event_data.scored([table]).get(table.pk)
        if old is None:
            raise Refused("nothing-to-correct")
        seating = _seating(table)
        typed = _typed(desk.tournament, len(seating), raw)
        new = lines_of(desk.tournament, seating, typed)
        if _compared(new) == _compared(old):
            desk.quiet = True
            return
        if table.corrections.count() != seen:
            raise Refused("changed-meanwhile")
        ScoreReport.objects.create(table=table, seating=seating, typed=typed, by_person=by)
        online.keep(table, new)
        names = dict(desk.tournament.entries.filter(pk__in=seating).values_list("pk", "name"))
        Correction.objects.create(
            table=table,
            by=by,
            by_name=desk.by_name,
            reason=reason,
            old=[_told(line, names) for line in old],
            new=[_told(line, names) for line in new],
        )
        desk.note(round=table.round.number, table=table.number, reason=reason)


def live_reports(table: TournamentTable) -> list[ScoreReport]:
    """The reports that still count: not set aside, and about the people as they sit now."""
    seating = _seating(table)
    return [one for one in table.reports.filter(dropped_at=None) if one.seating == seating]


def _at_table(token: str, entry_id: int) -> tuple[TournamentTable, Entry]:
    table = TournamentTable.objects.select_related("round").filter(token=token.replace("\0", "")).first()
    if table is None:
        raise Refused("no-tournament-table")
    place = table.places.select_related("entry").filter(entry=entry_id).first()
    if place is None:
        raise Refused("not-seated")
    return table, place.entry


def _playing(desk: Desk, table_id: int) -> TournamentTable:
    """The table, if its scores may be typed now."""
    must_not_be_closed(desk.tournament)
    table = the_table(desk.tournament, table_id)
    if table.round.status != TournamentRound.Status.PUBLISHED:
        raise Refused(f"round-{table.round.status}")
    if table.medium != GameSession.Medium.PAPER:
        raise Refused("not-on-paper")
    if table.status == Status.COUNTED:
        raise Refused("table-counted")
    return table


def _seating(table: TournamentTable) -> list[int]:
    return list(table.places.order_by("seat").values_list("entry_id", flat=True))


def _typed(tournament: Tournament, seats: int, raw: Mapping[str, str]) -> dict[str, int]:
    typed = paper.read(tournament.game, tournament.options, seats, raw=raw)
    counted = paper.pad(tournament.game).count(tournament.options, seats, typed)
    if counted.missing:
        raise Refused("numbers-missing", fields=list(counted.missing))
    return typed


def lines_of(
    tournament: Tournament, seating: list[int], typed: Mapping[str, int]
) -> tuple[event_data.Scored, ...]:
    """The scores that follow from typed numbers, for these entries in seat order."""
    counted = paper.pad(tournament.game).count(tournament.options, len(seating), typed)
    return tuple(
        event_data.Scored(seating[score.seat], score.points, score.rank, parts=_plain(score.parts))
        for score in counted.scores
    )


def _plain(parts: Mapping[str, Any]) -> dict[str, Any]:
    """The parts as the database returns them: lists instead of tuples."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in parts.items()}


def _compared(lines: tuple[event_data.Scored, ...]) -> list[tuple[int, int, int]]:
    return [(line.entry, line.points, line.rank) for line in lines]


def _told(line: event_data.Scored, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "entry": line.entry,
        "name": names.get(line.entry, ""),
        "points": line.points,
        "place": line.rank,
        "parts": line.parts,
    }


def _weigh(tournament: Tournament, table: TournamentTable) -> None:
    """Counts a table if a report has enough people behind it; different reports wait for the organiser."""
    reports = live_reports(table)
    if len(reports) == 1:
        needed = min(CONFIRMATIONS, table.places.count())
        if reports[0].confirmations.count() >= needed:
            _count(tournament, table, reports[0].typed)
            return
    table.status = Status.DISPUTED if len(reports) > 1 else Status.REPORTED
    table.save(update_fields=["status"])


def _count(tournament: Tournament, table: TournamentTable, typed: Mapping[str, int]) -> None:
    online.keep(table, lines_of(tournament, _seating(table), typed))
