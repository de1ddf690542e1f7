"""Pages that belong to no app: the home page, the style page, the switch between light and dark."""

import sys
from functools import cache

from django import forms
from django.conf import settings
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponsePermanentRedirect,
    HttpResponseRedirect,
)
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from games.daily import queries
from games.engine import catalogue
from games.lessons import first_game
from games.splitter.explanation import explain_sheet
from games.splitter.sheets import SHEETS
from games.table.services.locking import database_now
from splitsite.database_errors import AWAY

A_YEAR = 365 * 24 * 60 * 60


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    card = queries.card(request.user.pk, database_now())
    facts = {"card": card, "sheet": sample_sheet(card.sheet), "sheets": list(SHEETS)}
    facts |= {"games": catalogue.names(), "lessons": first_game.games()}
    first = catalogue.find(catalogue.names()[0])
    facts |= {"bots": [(level, [seats - 1 for seats in first.SEATS if seats > 1]) for level in first.BOTS]}
    return render(request, "home.html", facts)


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Every part of the look on one page, for developers."""
    if not (settings.DEBUG or request.user.is_staff):
        raise Http404
    return render(
        request,
        "style.html",
        {
            "form": SampleForm(),
            "refused": SampleForm({"name": "", "seats": "9", "pace": "calm"}, auto_id="refused_%s"),
            "zone": ("red-3", "blue-3", "yellow-1", "green-5", "none-4", "green-2", "orange-6", "green-4"),
            "tally": (1, 1, 2, 1, 1, 1),
            "sheets": [sample_sheet(name) for name in SAMPLES],
            "games": catalogue.names(),
        },
    )


class SampleForm(forms.Form):
    """One field of each kind; only shown, never saved."""

    name = forms.CharField(
        label="Name", max_length=30, help_text="What the others at the table will call you."
    )
    email = forms.EmailField(label="E-mail address", required=False)
    seats = forms.IntegerField(label="Seats", min_value=2, max_value=8)
    language = forms.ChoiceField(label="Language", choices=settings.LANGUAGES, required=False)
    pace = forms.ChoiceField(
        label="Pace",
        choices=[("none", "No clock"), ("calm", "Calm"), ("club", "Club"), ("fast", "Fast")],
        widget=forms.RadioSelect,
    )
    hints = forms.BooleanField(label="Live hints", help_text="What each goal still needs.", required=False)
    note = forms.CharField(label="Note", widget=forms.Textarea(attrs={"rows": 3}), required=False)


SAMPLES = {
    "A": ".._41_.. .4_66_4. _666544_ 55521642 _552133_ ._2532_. ..____..",
    "B": "2_5..3_2 2_5613_2 .156666. ._4..1_. ._4413_. _664663_ _6_.._6_",
}
GHOSTS = {"A": ((7, 3), (7, 6)), "B": ((1, 2), (1, 7))}


@cache
def sample_sheet(name: str) -> dict[str, object]:
    sheet, rows = SHEETS[name], tuple(SAMPLES[name].split())
    return {
        "name": name,
        "drawing": sheet.drawing,
        "rows": rows,
        "groups": explain_sheet(sheet, sheet.cells(rows)).groups,
        "ghost": GHOSTS[name],
    }


@require_POST
def colours(request: HttpRequest) -> HttpResponse:
    """Light or dark for a visitor; signed-in people keep it with their other settings."""
    onward = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(onward, {request.get_host()}, request.is_secure()):
        onward = "/"
    response = HttpResponseRedirect(onward)
    if (wish := request.POST.get("colours")) in {"light", "dark", "system"}:
        response.set_cookie(
            "colours", wish, A_YEAR, samesite="Lax", secure=request.is_secure(), httponly=True
        )
    return response


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The address where browsers look for an icon by default."""
    return HttpResponsePermanentRedirect(static("site/icons/favicon.svg"))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Keeps search engines away from tables, people and private pages."""
    own = ("accounts", "settings", "me", "history", "people", "back")
    closed = ("admin", *own, "join", "t", "tournaments", "ws")
    lines = ["User-agent: *", *(f"Disallow: /{name}/" for name in closed), ""]
    return HttpResponse("\n".join(lines), content_type="text/plain")


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to a bad request. Django's own reads the body again for a token, and fails if it cannot."""
    return HttpResponseBadRequest(render_to_string("400.html"))


def broken(request: HttpRequest) -> HttpResponse:
    """The answer to an error of ours. If only the database is away, it says when to try again."""
    if not isinstance(sys.exc_info()[1], AWAY):
        return HttpResponse(render_to_string("500.html"), status=500)
    return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": "5"})
