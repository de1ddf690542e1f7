"""What leaves the site: the event in a calendar, and its standings inside another page."""

from csp.constants import NONE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.table.services.locking import database_now
from games.tournaments.calendar_file import calendar_file
from games.tournaments.queries import hall
from games.tournaments.views.hall.permissions import the_tournament
from splitsite.site_address import absolute


@never_cache
@require_safe
def calendar(request: HttpRequest, code: str) -> HttpResponse:
    """The event as a file that every calendar takes."""
    tournament = the_tournament(request, code)
    address = absolute(reverse("tournaments:results", args=[tournament.code]))
    text = calendar_file(tournament, address, now=database_now())
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.code}.ics"'
    return response


@never_cache
@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"], "form-action": [NONE]})  # type: ignore[arg-type]
def embedded(request: HttpRequest, code: str) -> HttpResponse:
    """The standings alone, for a frame in the club's own page. It has no forms and knows no reader."""
    tournament = the_tournament(request, code)
    return render(request, "tournaments/hall/embedded.html", {"event": hall.event(tournament, None)})
