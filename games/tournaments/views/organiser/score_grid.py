"""All paper tables of a round in one form: typed by keyboard from the first field to the last, sent once."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.engine.contract import Refused
from games.tournaments import queries, refusals, score_entry_desk, services
from games.tournaments.models import Tournament
from games.tournaments.templatetags.tournaments import who
from games.tournaments.views.organiser.permissions import SCORES, DeskRequest, at_desk, back


@dataclass(frozen=True, slots=True)
class Row:
    """One table of the grid: its numbers, and why it could not be counted yet."""

    table: queries.Table
    pad: score_entry_desk.Pad
    problem: str = ""
    unsure: bool = False

    @property
    def prefix(self) -> str:
        return prefix(self.table)


def prefix(table: queries.Table) -> str:
    """What the names of a table's fields begin with."""
    return f"t{table.id}-"


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(SCORES)
def grid(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Whole tables are counted; a table that is not right stays, with one sentence, and stops no other."""
    tables = _waiting(tournament)
    rows = [_row(request, tournament, table) for table in tables]
    if request.method == "POST":
        counted = [row.table.number for row in rows if not row.problem and _typed(request, row.table)]
        left = [row for row in rows if row.table.number not in counted]
        if counted:
            told = ngettext("Table %(tables)s is counted.", "Tables %(tables)s are counted.", len(counted))
            messages.success(
                request, told % {"tables": get_text_list([str(one) for one in counted], _("and"))}
            )
        if not any(row.problem for row in left):
            return back("desk-scores" if left else "desk", tournament)
        rows = left
    elif not tables:
        return back("desk", tournament)
    return render(request, "tournaments/score_grid.html", {"tournament": tournament, "rows": rows})


def _waiting(tournament: Tournament) -> list[queries.Table]:
    """The paper tables of the round being played that nobody has typed yet."""
    running = queries.current(tournament)
    if running is None or running.status != "published":
        return []
    return [one for one in running.tables if one.medium == "paper" and one.status == "waiting"]


def _typed(request: DeskRequest, table: queries.Table) -> dict[str, str]:
    """What was typed for this table, without the fields that were left empty."""
    start = prefix(table)
    return {
        name.removeprefix(start): value.strip()[:6]
        for name, value in request.POST.items()
        if isinstance(value, str) and name.startswith(start) and value.strip()
    }


def _row(request: DeskRequest, tournament: Tournament, table: queries.Table) -> Row:
    names = [who(place.name) for place in table.places]
    raw = _typed(request, table) if request.method == "POST" else {}
    sure = raw.pop("sure", "")
    if not raw:
        return Row(table, score_entry_desk.pad(tournament, names, {}))
    raw = score_entry_desk.filled(tournament, len(names), raw)
    pad = score_entry_desk.pad(tournament, names, raw, sent=True)
    if pad.missing:
        return Row(table, pad, problem=pad.problem or _("Some numbers are still missing."))
    if pad.unsure and not sure:
        told = _("Not counted yet: please look at the numbers again, then confirm.")
        return Row(table, pad, problem=told, unsure=True)
    try:
        services.enter_scores(tournament.pk, request.user, table.id, raw)
    except Refused as refused:
        return Row(table, pad, problem=refusals.refusal(refused))
    return Row(table, pad)
