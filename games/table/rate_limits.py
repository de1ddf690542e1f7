"""How a visitor becomes somebody who can sit down."""

from collections.abc import Callable

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal.ratelimit import respond_429
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.forms import GuestForm
from accounts.models import User
from games.engine.contract import Refused

finders: list[Callable[[str], str]] = []
"""What else a code that somebody reads out can open: each gives the address, or nothing."""


homes: list[Callable[[int], tuple[str, str] | None]] = []
"""Where the people of a game session come from: each gives a name and an address, or nothing."""


def home_of(session_id: int) -> tuple[str, str] | None:
    """The event that a table belongs to, if any."""
    return next((home for find in homes if (home := find(session_id))), None)


def address_of(code: str) -> str:
    """Where a code leads that is no table's."""
    return next((address for find in finders if (address := find(code))), "")


def may_open_a_table(request: HttpRequest) -> None:
    """A person opens a few tables in a minute, a program thousands; asking counts."""
    if not ratelimit.consume(request, action="open_table"):
        raise Refused("too-many-tables")


MISSES = 60
"""So many unknown codes a minute may come from one address: a hall of people shares it and mistypes."""

A_MINUTE = 60


def missed(request: HttpRequest) -> None:
    """A code that leads to no table one may see counts; nobody finds tables by trying codes."""
    note_miss(request)
    check_guessing(request)


def note_miss(request: HttpRequest) -> None:
    key = _misses_of(request)
    cache.add(key, 0, A_MINUTE)
    try:
        cache.incr(key)
    except ValueError:  # the minute was just over
        cache.set(key, 1, A_MINUTE)


def is_guessing(request: HttpRequest) -> bool:
    return cache.get(_misses_of(request), 0) > MISSES


def check_guessing(request: HttpRequest) -> None:
    """After too many misses codes are not looked up for a while; who sits at a table is let through."""
    if is_guessing(request):
        raise ImmediateHttpResponse(respond_429(request))


def _misses_of(request: HttpRequest) -> str:
    return f"misses:{get_adapter().get_client_ip(request)}"


def person_for(request: HttpRequest) -> User:
    """Who is asking; a visitor becomes a guest with the name typed, or simply Guest."""
    if isinstance(request.user, User):
        return request.user
    form = GuestForm(request, {"name": request.POST.get("name", "").strip() or _("Guest")})
    if not form.is_valid():
        sentences = [sentence for errors in form.errors.values() for sentence in errors]
        raise Refused("no-guest", sentence=sentences[0])
    return form.enter()
