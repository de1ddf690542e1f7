"""A word in a cookie that tells browsers apart, whoever is signed in: one phone may be passed around."""

import secrets

from django.http import HttpRequest, HttpResponseBase

COOKIE = "device"
LETTERS = 16
A_YEAR = 365 * 24 * 3600


def device_of(request: HttpRequest) -> str:
    """The word of this browser; a new one if it has none yet."""
    known = request.COOKIES.get(COOKIE, "")
    good = known.isascii() and known.isalnum() and len(known) == LETTERS
    return known if good else secrets.token_hex(LETTERS // 2)


def remember(request: HttpRequest, response: HttpResponseBase, device: str) -> None:
    keep(request, response, COOKIE, device)


def keep(request: HttpRequest, response: HttpResponseBase, name: str, value: str) -> None:
    """Sets a cookie that no script and no other site sees."""
    response.set_cookie(name, value, A_YEAR, samesite="Lax", secure=request.is_secure(), httponly=True)
