"""Standings, the score entry of a table, and corrections, as pages show them."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from games.engine import paper
from games.engine.contract import PaperCount, PaperField, Score
from games.engine.score_pad import against_the_clock
from games.tournaments import event_data
from games.tournaments.models import (
    Correction,
    Entry,
    ScoreReport,
    Tournament,
    TournamentRound,
    TournamentTable,
)
from games.tournaments.queries.tables import Round, Table, from_one_device, view
from games.tournaments.services.scores import lines_of, live_reports


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings, ready to show."""

    entry: int
    name: str
    person: int | None
    place: int
    total: str
    rounds: tuple[str, ...]
    """What each round counts; `–` for a missed one, empty if it is not counted yet."""
    points: tuple[int | None, ...]
    given: str
    """What the rule for missed rounds added; empty if nothing."""
    breaks: tuple[tuple[str, str], ...]
    gone: bool


@dataclass(frozen=True, slots=True)
class Report:
    """A report for a table, with its scores."""

    id: int
    by: str
    typed: dict[str, int]
    count: PaperCount
    confirmed: tuple[str, ...]
    one_device: bool
    """Everyone who confirmed used the same browser."""

    @property
    def around(self) -> tuple[Score, ...]:
        """The scores in the order of the score pad."""
        return tuple(self.count.scores[seat] for seat in against_the_clock(len(self.count.scores)))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score entry of one table."""

    tournament: Tournament
    round: Round
    table: Table
    fields: tuple[PaperField, ...]
    typed: dict[str, int]
    reports: tuple[Report, ...]
    counted: Report | None
    """The report whose numbers count; None before that, and for a table that was played online."""
    corrections: tuple[Correction, ...]


def standings(
    tournament: Tournament, *, before: int | None = None, book: event_data.Book | None = None
) -> tuple[Standing, ...]:
    """The standings now, updated after each table, or as they were before a round."""
    book = book or event_data.Book(tournament)
    entries = {one.pk: one for one in book.entries}
    found = []
    for line in book.standing(before):
        entry = entries[line.person]
        found.append(
            Standing(
                entry=entry.pk,
                name=entry.shown_name,
                person=entry.person_id,
                place=line.place,
                total=shown(line.total),
                rounds=tuple(
                    shown(part.counts) if part else "–" if missed else ""
                    for part, missed in zip(line.rounds, line.missed, strict=True)
                ),
                points=tuple(part.points if part else None for part in line.rounds),
                given=shown(line.given) if line.given else "",
                breaks=tuple((name, shown(value)) for name, value in line.breaks),
                gone=entry.presence == Entry.Presence.GONE,
            )
        )
    return tuple(found)


def shown(value: Any) -> str:
    """A number with at most two decimals; the page formats it for its language."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def sheet_by_token(token: str) -> Sheet | None:
    """The score entry that a table's QR code opens, once its round is published."""
    if not (token.isascii() and token.isalnum()):
        return None
    table = TournamentTable.objects.select_related("round__tournament").filter(token=token).first()
    if table is None or table.round.status == TournamentRound.Status.PROPOSED:
        return None
    return _sheet(table)


def unpublished(token: str) -> Tournament | None:
    """The event of a table whose seating is not published, or not any more: its sheet must wait."""
    if not (token.isascii() and token.isalnum()):
        return None
    return (
        Tournament.objects.exclude(status=Tournament.Status.DRAFT)
        .filter(rounds__tables__token=token, rounds__status=TournamentRound.Status.PROPOSED)
        .first()
    )


def sheet(tournament: Tournament, table_id: int) -> Sheet | None:
    """The score entry of a table, for the organiser and helpers."""
    table = (
        TournamentTable.objects.select_related("round__tournament")
        .filter(pk=table_id, round__tournament=tournament)
        .first()
    )
    return _sheet(table) if table else None


def _sheet(table: TournamentTable) -> Sheet:
    tournament = table.round.tournament
    book = event_data.Book(tournament)
    whole = view(book, table.round, tokens=True)
    mine = next(one for one in whole.tables if one.id == table.pk)
    seats = len(mine.places)
    reports = tuple(_report(tournament, one, seats) for one in live_reports(table))
    pad = paper.pad(tournament.game)
    lines = book.scores.get(table.pk)
    counted = _counted(tournament, reports, lines) if lines else None
    if lines:
        typed = counted.typed if counted else pad.typed([line.parts for line in lines])
    else:
        typed = reports[-1].typed if reports else {}
    return Sheet(
        tournament,
        round=whole,
        table=mine,
        fields=pad.fields(tournament.options, seats, typed),
        typed=typed,
        reports=reports,
        counted=counted,
        corrections=tuple(table.corrections.all()),
    )


def _counted(
    tournament: Tournament, reports: tuple[Report, ...], lines: tuple[event_data.Scored, ...]
) -> Report | None:
    """The newest report with the counted scores. The organiser may have rejected newer ones."""
    seating = [line.entry for line in lines]
    agreeing = [one for one in reports if lines_of(tournament, seating, one.typed) == lines]
    return agreeing[-1] if agreeing else None


def _report(tournament: Tournament, report: ScoreReport, seats: int) -> Report:
    confirmed = list(report.confirmations.select_related("entry"))
    by = report.by_entry.shown_name if report.by_entry else ""
    return Report(
        report.pk,
        by=by or (report.by_person.shown_name if report.by_person else ""),
        typed=report.typed,
        count=paper.pad(tournament.game).count(tournament.options, seats, report.typed),
        confirmed=tuple(one.entry.shown_name for one in confirmed),
        one_device=from_one_device(report),
    )


def corrections(tournament: Tournament) -> QuerySet[Correction]:
    """Every correction of the event, the oldest first. They are public, as the standings are."""
    return Correction.objects.filter(table__round__tournament=tournament).select_related("table__round")
