"""The projector: slides that change by themselves, the round's clock, and the room dice."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.engine.contract import Refused
from games.table.services.locking import database_now
from games.tournaments import queries, refusals, services, wall_slides
from games.tournaments.views.hall.permissions import (
    number,
    person_of,
    rights_of,
    the_tournament,
)
from splitsite import site_address
from splitsite.http import HtmxHttpRequest

SECONDS = 12
"""How long a slide stays."""


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def wall(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """All slides in one page. `?slide=` says which one is shown; a script moves on to the next."""
    tournament = the_tournament(request, code)
    now, pulse = database_now(), queries.pulse(tournament.pk)
    shown = wall_slides.wall(tournament, now)
    keys = [slide.key for slide in shown.slides]
    wished = request.GET.get("slide", "")
    current = wished if wished in keys else shown.hold or keys[0]
    at = keys.index(current)
    address = site_address.absolute(reverse("tournaments:join", args=[tournament.code]))
    context = {
        "pulse": pulse,
        "wall": shown,
        "event": shown.event,
        "tournament": tournament,
        "current": current,
        "next": keys[(at + 1) % len(keys)],
        "back": keys[at - 1],
        "now": now,
        "seconds": SECONDS,
        "rights": rights_of(request, tournament),
        "address": address,
        "here_only": site_address.is_here_only(),
        "door": f"{site_address.host()}{reverse('lobby:join')}",
        "home": site_address.absolute(reverse("tournaments:results", args=[tournament.code])),
    }
    template = "tournaments/hall/_wall.html" if request.htmx else "tournaments/hall/wall.html"
    return render(request, template, context)


@require_POST
def dice(request: HttpRequest, code: str) -> HttpResponse:
    """Lets the organiser or a helper seal the dice, roll, or take the display one roll back."""
    shown = number(request.POST.get("shown"))

    def act(tournament_id: int, by: Any, round_number: int) -> None:
        if request.POST.get("act") == "roll":
            services.roll(tournament_id, by, round_number, shown=shown)
        elif request.POST.get("act") == "back":
            services.step_back(tournament_id, by, round_number, shown=shown)
        else:
            services.lay_out(tournament_id, by, round_number)

    return _acted(request, code, "dice", act)


@require_POST
def clock(request: HttpRequest, code: str) -> HttpResponse:
    """Lets the organiser start the clock with some minutes, stop it, or let it go on."""
    minutes = number(request.POST.get("minutes")) if request.POST.get("minutes") else None

    def act(tournament_id: int, by: Any, round_number: int) -> None:
        services.set_clock(tournament_id, by, round_number, minutes=minutes)

    return _acted(request, code, "clock", act)


def _acted(request: HttpRequest, code: str, slide: str, act: Callable[[int, Any, int], None]) -> HttpResponse:
    tournament = the_tournament(request, code)
    person = person_of(request)
    try:
        if person is None:
            raise Refused("not-helper")
        act(tournament.pk, person, number(request.POST.get("round")))
    except Refused as refused:
        if refused.code in ("not-helper", "not-organiser"):
            return render(request, "403.html", status=403)
        messages.error(request, refusals.refusal(refused))
    return redirect(f"{reverse('tournaments:wall', args=[tournament.code])}?slide={slide}")
