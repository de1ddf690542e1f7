"""How often a password may be tried: wrong tries slow down whoever makes them, and nobody else.

Tries count for a name and an address together, so knowing a name is not enough to lock its owner out. A
browser that has signed in with this name before counts for itself, wherever it is. All strange browsers
together get so many tries an hour at one name, from however many addresses. After that its owner needs a
passkey, a code by mail, or a browser that has signed in before.
"""

from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts import devices, names
from accounts.devices import device_of
from splitsite.addresses import network_of

FREE = 5
"""So many wrong tries cost nothing. Each one after them has to wait twice as long as the one before."""
SHORTEST, LONGEST = 10, 300  # seconds
MOST_BY_STRANGERS = 100
AN_HOUR = 3600

COOKIE = "known_for"
REMEMBERED = 5
"""How many names one browser is known for: a family shares a tablet."""


def pause(tries: int) -> int:
    """How many seconds must pass after this many wrong tries."""
    return min(SHORTEST << (tries - FREE), LONGEST) if tries >= FREE else 0


def begin(request: HttpRequest, name: str) -> bool:
    """Counts one try before the password is looked at, so that many at once gain nothing. False: wait."""
    own, all_strangers = _keys(request, name)
    if all_strangers and _count(all_strangers) > MOST_BY_STRANGERS:
        _uncount(all_strangers)
        return False
    tries = _count(own)
    waits = f"{own}:waits"
    if cache.get(waits) or (tries >= FREE and not cache.add(waits, True, pause(tries))):
        _uncount(own)
        _uncount(all_strangers)
        return False
    return True


def succeeded(request: HttpRequest, name: str) -> None:
    """Forgets the wrong tries of the person who has just typed the right password."""
    own, all_strangers = _keys(request, name)
    cache.delete_many([own, f"{own}:waits"])
    _uncount(all_strangers)


def remember(request: HttpRequest, response: HttpResponseBase, name: str) -> None:
    """Makes this browser one that is known for this name."""
    device, marks = device_of(request), _marks(request)
    mark = _mark(device, name)
    kept = [mark, *(one for one in marks if one != mark)][:REMEMBERED]
    devices.remember(request, response, device)
    devices.keep(request, response, COOKIE, ".".join(kept))


def _keys(request: HttpRequest, name: str) -> tuple[str, str]:
    """Where this try counts: for itself, and for all strangers together if the browser is strange."""
    # The name in a key is hashed: it may have signs that a cache does not take.
    called = salted_hmac("accounts.login_attempts", names.key(name)).hexdigest()
    device = device_of(request)
    mark = _mark(device, name)
    if any(constant_time_compare(mark, one) for one in _marks(request)):
        return f"password:{called}:{device}", ""
    return f"password:{called}:{network_of(request)}", f"password:{called}"


def _marks(request: HttpRequest) -> list[str]:
    return request.COOKIES.get(COOKIE, "").split(".")[:REMEMBERED]


def _mark(device: str, name: str) -> str:
    """Shows that this browser has signed in with this name; nobody but us can make one."""
    return salted_hmac("accounts.known_for", f"{device} {names.key(name)}").hexdigest()[:32]


def _count(key: str) -> int:
    cache.add(key, 0, AN_HOUR)
    try:
        return cache.incr(key)
    except ValueError:  # the hour has just ended
        cache.set(key, 1, AN_HOUR)
        return 1


def _uncount(key: str) -> None:
    try:
        if key:
            cache.decr(key)
    except ValueError:  # the hour has just ended
        return
