"""Pages for everybody in the hall: the event, joining it, and where I sit."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts import names
from accounts.adapter import name_taken
from games.engine.contract import Refused
from games.table.visitors import person_for
from games.tournaments import name_lists, queries, refusals, services
from games.tournaments.queries import hall
from games.tournaments.views.hall.permissions import number, person_of, rights_of, the_tournament
from splitsite.http import HtmxHttpRequest
from splitsite.site_address import absolute


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def results(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """The event for everybody: what is going on, who sits where, the standings."""
    tournament = the_tournament(request, code)
    context = {
        "pulse": queries.pulse(tournament.pk),
        "event": hall.event(tournament, person_of(request)),
        "rights": rights_of(request, tournament),
    }
    template = "tournaments/hall/_results.html" if request.htmx else "tournaments/hall/results.html"
    return render(request, template, context)


@never_cache
@require_safe
def pulse(request: HttpRequest, code: str) -> HttpResponse:
    """A text that changes when something does. Open pages ask for it every few seconds."""
    return HttpResponse(queries.pulse(the_tournament(request, code).pk), content_type="text/plain")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Enter by the link or QR code, with an account or as a guest with a name."""
    tournament = the_tournament(request, code)
    person = person_of(request)
    if person is not None and tournament.entries.filter(person=person).exists():
        return redirect("tournaments:me", tournament.code)
    open_now = hall.may_register(tournament)
    name = request.POST.get("name", person.shown_name if person else "")[:200]
    refused: Refused | None = None
    if request.method == "POST" and open_now:
        try:
            if names.is_reserved(name_lists.proper(name)):
                raise Refused("bad-name", sentence=str(name_taken().message))
            services.register(tournament.pk, person_for(request), name, mine="mine" in request.POST)
            return redirect("tournaments:me", tournament.code)
        except Refused as why:
            refused = why
    context = {
        "tournament": tournament,
        "open": open_now,
        "name": name,
        "problem": refusals.refusal(refused) if refused else "",
        "is_it_you": refused is not None and refused.code == "name-there",
    }
    return render(request, "tournaments/hall/join.html", context)


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def me(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Where I sit now, my scores, and my place in the standings."""
    tournament = the_tournament(request, code)
    person, pulse_now = person_of(request), queries.pulse(tournament.pk)
    mine = hall.my_page(tournament, person) if person else None
    if mine is None:
        # A person who runs the event without playing has a desk instead of a seat.
        return redirect("tournaments:desk" if rights_of(request, tournament) else "tournaments:join", code)
    sheet = ""
    if mine.token:
        sheet = absolute(reverse("tournaments:sheet", args=[mine.token]))
    template = "tournaments/hall/_me.html" if request.htmx else "tournaments/hall/me.html"
    context = {"pulse": pulse_now, "mine": mine, "event": mine.event, "sheet": sheet}
    return render(request, template, context)


@require_POST
def ready(request: HttpRequest, code: str) -> HttpResponse:
    """Marks me as ready at my online table; the last person to be ready starts it."""
    tournament = the_tournament(request, code)
    person = person_of(request)
    if person is None:
        return redirect("tournaments:join", tournament.code)
    try:
        if services.ready(tournament.pk, person, number(request.POST.get("table"))):
            messages.success(request, _("Everybody is ready: the table has started."))
    except Refused as refused:
        messages.error(request, refusals.refusal(refused))
    return redirect("tournaments:me", tournament.code)
