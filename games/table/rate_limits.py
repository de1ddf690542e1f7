"""How often an address may open tables and try codes."""

from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache
from django.http import Http404, HttpRequest

from accounts import rate_limits
from games.engine.contract import Refused
from splitsite.addresses import network_of


def may_open_a_table(request: HttpRequest) -> None:
    """Limits how many tables an address may open per minute. Every request counts."""
    if not rate_limits.allows(request, "open_table"):
        raise Refused("too-many-tables")


MISSES = 60
"""How many unknown codes a minute one address may send: a whole hall may share it and mistype."""

A_MINUTE = 60


Thing = TypeVar("Thing")


def looked_up(request: HttpRequest, found: Thing | None, *, belongs: Callable[[Thing], bool]) -> Thing:
    """What a code leads to, if this visitor may see it; every page that takes a code asks here.

    What does not exist and what is closed to them are the same 404, and both count as a miss. After too many
    misses a hit looks like a miss too, except to people who belong there.
    """
    if found is None:
        missed(request)
        raise Http404
    if is_guessing(request) and not belongs(found):
        check_guessing(request)
    return found


def missed(request: HttpRequest) -> None:
    """Counts a code that leads to nothing visible, so that nobody finds anything by trying codes."""
    note_miss(request)
    check_guessing(request)


def note_miss(request: HttpRequest) -> None:
    key = _misses_of(request)
    cache.add(key, 0, A_MINUTE)
    try:
        cache.incr(key)
    except ValueError:  # the minute has just ended
        cache.set(key, 1, A_MINUTE)


def is_guessing(request: HttpRequest) -> bool:
    return cache.get(_misses_of(request), 0) > MISSES


def check_guessing(request: HttpRequest) -> None:
    """Refuses to look up codes for a while after too many misses; people at the table are let through."""
    if is_guessing(request):
        raise rate_limits.too_many(request)


def _misses_of(request: HttpRequest) -> str:
    return f"misses:{network_of(request)}"
