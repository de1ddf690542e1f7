"""Who may open which page of a tournament, and reading the forms of these pages."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

from accounts.models import User
from games.engine.contract import Refused
from games.table.rate_limits import looked_up
from games.tournaments import queries, refusals, services
from games.tournaments.models import Tournament
from splitsite.http import HtmxHttpRequest

ORGANISE, SCORES = "organise", "scores"
NOTHING_NEW = 204
"""The answer to a page that asks again and is up to date."""

View = Callable[..., HttpResponseBase]


class DeskRequest(HtmxHttpRequest):
    """A request by a person who helps to run the tournament."""

    user: User
    rights: str


def at_desk(need: str = ORGANISE) -> Callable[[View], View]:
    """Admits those who run the tournament; with `scores` also helpers who only enter scores."""

    def guarded(view: View) -> View:
        @wraps(view)
        def wrapped(request: DeskRequest, code: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            tournament = seen(request, code, desk=True)
            if need == ORGANISE and request.rights != ORGANISE:
                raise PermissionDenied
            response = view(request, tournament, **kwargs)
            add_never_cache_headers(response)
            return response

        return wrapped

    return guarded


def seen(request: Any, code: str, *, desk: bool = False) -> Tournament:
    """The tournament with this code. Its desk, and a draft, look to others as if they did not exist."""
    found, person = queries.by_code(code), request.user
    request.rights = services.rights(found, person) if found and isinstance(person, User) else ""
    if found and not request.rights and (desk or found.status == Tournament.Status.DRAFT):
        found = None
    return looked_up(request, found, belongs=lambda _: bool(request.rights))


def number(request: HttpRequest, name: str) -> int:
    """The number in a form's field; nonsense is Refused."""
    return whole(request.POST.get(name, ""))


def whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise Refused("try-again")
    return int(text)


def text(request: HttpRequest, name: str, longest: int = 300) -> str:
    return request.POST.get(name, "").replace("\0", "").strip()[:longest]


def sorry(request: HttpRequest, refused: Refused) -> None:
    messages.error(request, refusals.refusal(refused))


def back(name: str, tournament: Tournament, *args: Any, at: str = "", **query: str) -> HttpResponse:
    """Leads to a page of this tournament, at one of its parts."""
    address = reverse(f"tournaments:{name}", args=[tournament.code, *args])
    asked = f"?{urlencode(query)}" if query else ""
    return HttpResponseRedirect(f"{address}{asked}{'#' if at else ''}{at}")
