"""Checking in: “I am here”, on the own phone or by whoever scans a printed card."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.contract import Refused
from games.table.rate_limits import looked_up
from games.tournaments import cards, queries, refusals, services
from games.tournaments.models import Tournament
from games.tournaments.views.hall.permissions import person_of, the_tournament


@require_POST
def here(request: HttpRequest, code: str) -> HttpResponse:
    """Somebody who is entered says on the own phone: I am here."""
    tournament, person = the_tournament(request, code), person_of(request)
    entry = tournament.entries.filter(person=person).first() if person else None
    if person is None or entry is None:
        return redirect("tournaments:join", tournament.code)
    try:
        services.check_in(tournament.pk, entry.pk, person=person)
    except Refused as refused:
        messages.error(request, refusals.refusal(refused))
    return redirect("tournaments:me", tournament.code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card(request: HttpRequest, token: str) -> HttpResponse:
    """What a card opens, on any phone: a button that checks its person in."""
    entry = cards.entry_of(token)
    if entry is not None and entry.tournament.status == Tournament.Status.DRAFT:
        entry = None
    # A signed address is no guess, so a hit is never hidden.
    entry = looked_up(request, entry, belongs=lambda _: True)
    tournament = entry.tournament
    if request.method == "POST":
        try:
            services.check_in(tournament.pk, entry.pk)
            messages.success(request, _("%(name)s is here.") % {"name": entry.shown_name})
        except Refused as refused:
            messages.error(request, refusals.refusal(refused))
        return redirect("tournaments:card", token)
    running = queries.current(tournament)
    context = {
        "tournament": tournament,
        "entry": entry,
        "token": token,
        "today": timezone.localdate() >= tournament.date,
        "table": next((table for name, table in running.by_name if name == entry.shown_name), None)
        if running and running.status == "published"
        else None,
    }
    return render(request, "tournaments/hall/card.html", context)
