"""Score entry by the table's own QR code, without an account: one person types, a second one confirms."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts import devices
from accounts.devices import device_of
from games.engine.contract import Refused
from games.table.rate_limits import looked_up
from games.tournaments import queries, refusals, services
from games.tournaments.models import Tournament
from games.tournaments.score_entry_table import entry
from games.tournaments.views.hall.permissions import number, person_of
from splitsite.http import HtmxHttpRequest
from splitsite.site_address import absolute

LONGEST_TYPED = 400
"""The most fields a table can have; anything beyond that is not read."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def sheet(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """The score sheet of a table: look, type, calculate (numbers in the address, nothing is stored), send."""
    waiting = queries.unpublished(token)
    if waiting is not None:
        return _waits(request, waiting)
    found = _found(request, token)
    if request.method == "POST":
        answer = _report(request, found)
        if answer is not None:
            return answer
    # What is read after the pulse is at least as new as the pulse.
    pulse = queries.pulse(found.tournament.pk)
    context = _context(request, _found(request, token)) | {"pulse": pulse}
    template = "tournaments/hall/_state.html" if request.htmx else "tournaments/hall/sheet.html"
    return render(request, template, context)


@never_cache
@require_safe
def count(request: HttpRequest, token: str) -> HttpResponse:
    """The result of the numbers tapped so far."""
    found = _found(request, token)
    form = entry(found, _typed(request) or {})
    return render(request, "tournaments/hall/_counted.html", {"sheet": found, "entry": form})


@require_POST
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Somebody else at the table confirms that the numbers are right."""
    if queries.unpublished(token) is not None:
        return redirect("tournaments:sheet", token)
    _found(request, token)
    device = device_of(request)
    who, report = number(request.POST.get("entry")), number(request.POST.get("report"))
    try:
        services.confirm(token, who, report, person=person_of(request), device=device)
        messages.success(request, _("Confirmed, thank you."))
    except Refused as refused:
        messages.error(request, refusals.refusal(refused))
    return _back(request, token, device)


def _waits(request: HtmxHttpRequest, tournament: Tournament) -> HttpResponse:
    """The organiser took the seating back: the page says so, and goes on by itself once it is published."""
    context = {
        "tournament": tournament,
        "pulse": queries.pulse(tournament.pk),
        "sent": request.method == "POST",
    }
    template = "tournaments/hall/_sheet_waits.html" if request.htmx else "tournaments/hall/sheet_waits.html"
    return render(request, template, context)


def _back(request: HttpRequest, token: str, device: str) -> HttpResponse:
    """Leads to the sheet again, and remembers the browser: a second voice must come from another one."""
    response = redirect("tournaments:sheet", token)
    devices.remember(request, response, device)
    return response


def _found(request: HttpRequest, token: str) -> queries.Sheet:
    found = queries.sheet_by_token(token)
    if found and found.tournament.status == Tournament.Status.DRAFT:
        found = None
    # Nobody guesses a token, so whoever has one belongs there.
    return looked_up(request, found, belongs=lambda _: True)


def _report(request: HttpRequest, found: queries.Sheet) -> HttpResponse | None:
    """Sends what was typed; None if the page must ask something first."""
    raw, device = _typed(request), device_of(request)
    if request.POST.get("seats") != seats_of(found):
        messages.error(request, refusals.refusal(Refused("changed-meanwhile")))
        return redirect("tournaments:sheet", found.table.token)
    if entry(found, raw).doubts and "sure" not in request.POST:
        return None
    try:
        who = number(request.POST.get("entry"))
        services.report(found.table.token, who, raw or {}, person=person_of(request), device=device)
    except Refused as refused:
        if refused.code == "not-seated":
            messages.error(request, _("Please say who you are at this table."))
        else:
            messages.error(request, refusals.refusal(refused))
        return None
    return _back(request, found.table.token, device)


def _context(request: HttpRequest, found: queries.Sheet) -> dict[str, object]:
    person = person_of(request)
    raw = _typed(request)
    mine = [place.entry for place in found.table.places if person and place.person == person.pk]
    chosen = number((request.POST or request.GET).get("entry"))
    phase = phase_of(found)
    return {
        "sheet": found,
        "tournament": found.tournament,
        "phase": phase,
        "entry": entry(found, raw),
        "typing": phase in ("waiting", "reported", "disputed")
        and (phase == "waiting" or raw is not None or "again" in request.GET),
        "asking": request.method == "POST",
        "me": chosen if chosen > 0 else mine[0] if mine else None,
        "seats": seats_of(found),
        "address": absolute(request.path),
        "missing_voices": max(0, min(2, len(found.table.places)) - _voices(found)),
    }


def phase_of(found: queries.Sheet) -> str:
    """`online`, `counted`, `closed`, or the state of its reports: `waiting`, `reported`, `disputed`."""
    if found.table.status == "counted":
        return "counted"
    if found.table.medium != "paper":
        return "online"
    if found.tournament.status == Tournament.Status.CLOSED or found.round.status == "closed":
        return "closed"
    if len(found.reports) > 1:
        return "disputed"
    return "reported" if found.reports else "waiting"


def seats_of(found: queries.Sheet) -> str:
    """Who sits where, so that numbers typed before a swap are not given to other people."""
    return "-".join(str(place.entry) for place in found.table.places)


def _voices(found: queries.Sheet) -> int:
    return len(found.reports[0].confirmed) if len(found.reports) == 1 else 0


def _typed(request: HttpRequest) -> dict[str, str] | None:
    """The numbers in a form or an address; None if there are none."""
    sent = request.POST if request.method == "POST" else request.GET
    kept = {name: str(value) for name, value in list(sent.items())[:LONGEST_TYPED] if "-" in name}
    return kept or None
