"""One table's scores at the organiser's desk: typed, settled if reports differ, corrected."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.engine.contract import Refused
from games.tournaments import queries, score_entry_desk, services
from games.tournaments.models import Tournament
from games.tournaments.templatetags.tournaments import who
from games.tournaments.views.organiser.permissions import (
    SCORES,
    DeskRequest,
    at_desk,
    back,
    number,
    sorry,
    text,
)

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@dataclass(frozen=True, slots=True)
class Compared:
    """One number as each report gives it."""

    label: str
    values: tuple[str, ...]
    differs: bool


@get_or_post
@at_desk(SCORES)
def table(request: DeskRequest, tournament: Tournament, table_id: int) -> HttpResponse:
    sheet = queries.sheet(tournament, table_id)
    if sheet is None or (sheet.round.status == "proposed"):
        raise Http404
    names = [who(place.name) for place in sheet.table.places]
    raw = score_entry_desk.as_words(sheet.typed)
    act = request.POST.get("do", "")
    if request.method == "POST":
        if act == "settle":
            return _settle(request, tournament, sheet)
        sent = {name: value for name, value in request.POST.items() if isinstance(value, str)}
        raw = score_entry_desk.filled(tournament, len(names), sent)
    pad = score_entry_desk.pad(tournament, names, raw, sent=request.method == "POST")
    if act == "look" and request.htmx:
        return render(request, "tournaments/_counted.html", {"pad": pad})
    if act in ("save", "correct") and not pad.missing:
        if _is_sure(request, pad):
            try:
                return _save(request, tournament, sheet, raw)
            except Refused as refused:
                sorry(request, refused)
        else:
            messages.warning(request, _("Not counted yet: please look at the numbers again, then confirm."))
    context = {
        "tournament": tournament,
        "sheet": sheet,
        "pad": pad,
        "sent": request.method == "POST",
        "reason": text(request, "reason"),
        "compared": _compared(sheet, names),
        "counts": [
            (report, [score_entry_desk.line(score, names[score.seat]) for score in report.around])
            for report in sheet.reports
        ],
        "organises": request.rights == "organise",
        "closed": tournament.status == Tournament.Status.CLOSED,
    }
    return render(request, "tournaments/table.html", context)


def _is_sure(request: DeskRequest, pad: score_entry_desk.Pad) -> bool:
    """Whether the numbers may count: a tie that needs more numbers, or a doubt, is shown once first."""
    return "sure" in request.POST or not pad.unsure


def _save(
    request: DeskRequest, tournament: Tournament, sheet: queries.Sheet, raw: dict[str, str]
) -> HttpResponse:
    where = {"round": sheet.round.number, "table": sheet.table.number}
    if request.POST["do"] == "correct":
        seen, reason = number(request, "seen"), text(request, "reason")
        services.correct(tournament.pk, request.user, sheet.table.id, raw, reason=reason, seen=seen)
        messages.success(request, _("Table %(table)s of round %(round)s is corrected.") % where)
        return back("desk-table", tournament, sheet.table.id)
    services.enter_scores(tournament.pk, request.user, sheet.table.id, raw)
    messages.success(request, _("Table %(table)s of round %(round)s is counted.") % where)
    return back("desk", tournament)


def _settle(request: DeskRequest, tournament: Tournament, sheet: queries.Sheet) -> HttpResponse:
    try:
        services.settle(tournament.pk, request.user, sheet.table.id, number(request, "report"))
        messages.success(request, _("Table %(table)s is counted.") % {"table": sheet.table.number})
        return back("desk", tournament)
    except Refused as refused:
        sorry(request, refused)
        return back("desk-table", tournament, sheet.table.id)


def _compared(sheet: queries.Sheet, names: list[str]) -> list[Compared]:
    """The reports side by side, number by number; empty if there are fewer than two."""
    if len(sheet.reports) < 2:
        return []
    found = []
    for group in score_entry_desk.pad(sheet.tournament, names, score_entry_desk.as_words(sheet.typed)).groups:
        for asked in group.asked:
            values = tuple(str(report.typed.get(asked.name, "–")) for report in sheet.reports)
            label = f"{group.title}, {asked.label}" if group.kind == "sheet" else asked.label
            found.append(Compared(label, values, differs=len(set(values)) > 1))
    return found
