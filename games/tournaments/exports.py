"""A tournament as files: CSV of entries, seating, results and standings, and one JSON of everything."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.tournaments import queries, sentences
from games.tournaments.models import Tournament, TournamentRound

FORMAT = "splitsite-tournament-1"
SIGNS = r"[=+\-@＝＋－＠]"
FORMULA = re.compile(rf"^(?=\s*{SIGNS}|[\t\r\n])|(?<=[;,|\t\r\n\"'])(?=\s*{SIGNS})")
"""Where a spreadsheet could begin to compute: at the start, and where it may split a cell."""
DECIMAL = re.compile(r"^(\d+)\.(\d+)$")
SEPARATORS = {"": ",", "semicolon": ";"}


def entries_csv(tournament: Tournament, separator: str = ",") -> str:
    rows = [
        (entry.shown_name, entry.get_presence_display(), _("yes") if entry.newcomer else _("no"))
        for entry in tournament.entries.all()
    ]
    return _csv((_("Name"), _("Roll call"), _("Newcomer")), rows, separator)


def seating_csv(tournament: Tournament, separator: str = ",") -> str:
    """The seating of all published rounds."""
    rows = [
        (one.number, table.number, place.seat + 1, place.name)
        for one in queries.rounds_of(tournament, proposed=False)
        for table in one.tables
        for place in table.places
    ]
    return _csv((_("Round"), _("Table"), _("Seat"), _("Name")), rows, separator)


def results_csv(tournament: Tournament, separator: str = ",") -> str:
    rows = [
        (one.number, table.number, place.seat + 1, place.name, place.points, place.rank)
        for one in queries.rounds_of(tournament, proposed=False)
        for table in one.tables
        for place in table.places
        if place.points is not None
    ]
    headings = (_("Round"), _("Table"), _("Seat"), _("Name"), _("Points"), _("Place"))
    return _csv(headings, rows, separator)


def standings_csv(tournament: Tournament, separator: str = ",") -> str:
    lines = queries.standings(tournament)
    rounds = range(1, 1 + max((len(line.rounds) for line in lines), default=0))
    headings = (
        _("Place"),
        _("Name"),
        _("Total"),
        *(_("Round %(number)s") % {"number": number} for number in rounds),
        *(_("Tie-break: %(name)s") % {"name": sentences.tie_break(name)} for name in tournament.tie_breaks),
    )
    rows = []
    for line in lines:
        breaks = dict(line.breaks)
        values = [breaks.get(name, "") for name in tournament.tie_breaks]
        rows.append((line.place, line.name, line.total, *line.rounds, *values))
    return _csv(headings, rows, separator)


def whole(tournament: Tournament) -> dict[str, Any]:
    """The event as plain lists and dicts.

    Settings, entries, rounds with tables and scores, standings, corrections. No token, no account, no seed of
    dice that are still in use.
    """
    rounds = queries.rounds_of(tournament, proposed=False)
    return {
        "format": FORMAT,
        "code": tournament.code,
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "place": tournament.place,
        "club": tournament.club.name if tournament.club else "",
        "game": tournament.game,
        "options": tournament.options,
        "status": tournament.status,
        "reopened": tournament.reopened_at.isoformat() if tournament.reopened_at else None,
        "counting": tournament.counting,
        "tie_breaks": tournament.tie_breaks,
        "missing": tournament.missing,
        "rounds_planned": tournament.rounds_planned,
        "entries": [
            {
                "id": entry.pk,
                "name": entry.shown_name,
                "presence": entry.presence,
                "newcomer": entry.newcomer,
            }
            for entry in tournament.entries.all()
        ],
        "rounds": [_round(tournament, one) for one in rounds],
        "standings": [
            {
                "place": line.place,
                "entry": line.entry,
                "name": line.name,
                "total": line.total,
                "rounds": list(line.rounds),
                "tie_breaks": dict(line.breaks),
            }
            for line in queries.standings(tournament)
        ],
        "corrections": [
            {
                "round": one.table.round.number,
                "table": one.table.number,
                "by": one.by_name,
                "at": one.at.isoformat(),
                "reason": one.reason,
                "old": one.old,
                "new": one.new,
            }
            for one in queries.corrections(tournament)
        ],
    }


def _round(tournament: Tournament, one: queries.Round) -> dict[str, Any]:
    dice = queries.dice(tournament, one.number)
    told: dict[str, Any] = {
        "number": one.number,
        "status": one.status,
        "tables": [
            {
                "number": table.number,
                "medium": table.medium,
                "status": table.status,
                "seats": [
                    {
                        "entry": place.entry,
                        "name": place.name,
                        "points": place.points,
                        "place": place.rank,
                    }
                    for place in table.places
                ],
            }
            for table in one.tables
        ],
    }
    if dice is not None:
        told["dice"] = {"shown": [list(roll) for roll in dice.shown], "commitment": dice.commitment}
        if one.status == TournamentRound.Status.CLOSED:
            told["dice"]["seed"] = dice.seed
    return told


def _csv(headings: Sequence[object], rows: Iterable[Sequence[object]], separator: str) -> str:
    """A CSV file with the mark that spreadsheets need to read letters beyond ASCII.

    Where spreadsheets expect semicolons they also expect decimal commas, and take 12.5 for a day in May.
    """
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator)
    writer.writerow(headings)
    for row in rows:
        cells = [_safe(cell) for cell in row]
        if separator == ";":
            cells = [DECIMAL.sub(r"\1,\2", cell) if isinstance(cell, str) else cell for cell in cells]
        writer.writerow(cells)
    return "\ufeff" + file.getvalue()


def _safe(cell: object) -> object:
    """The cell with an apostrophe before everything that a spreadsheet would take for a formula."""
    return FORMULA.sub("'", cell) if isinstance(cell, str) else cell
