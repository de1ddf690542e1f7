"""The personal link with which a guest, or a member with a login card, returns on another device."""

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.urls import reverse

from accounts.models import User, new_secret


def _signer(secret: str) -> Signer:
    # The row's secret is part of the salt, so a new secret ends every older link.
    # The salt keeps its old name, so that printed cards still open the account.
    return Signer(salt=f"accounts.return_links.{secret}", sep=".")


def token(user: User) -> str:
    return _signer(user.return_secret).sign(str(user.pk))


def person(token: str) -> User | None:
    """The person whose link this is; None if it is forged, renewed or closed."""
    number = token.partition(".")[0]
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    user = User.objects.filter(pk=number, is_active=True).exclude(return_secret="").first()
    try:
        return user if user and _signer(user.return_secret).unsign(token) else None
    except BadSignature:
        return None


def absolute(request: HttpRequest, path: str) -> str:
    """An address for a phone: SITE_URL where set, else the host of this request."""
    site = getattr(settings, "SITE_URL", "")
    return site.rstrip("/") + path if site else request.build_absolute_uri(path)


def address(request: HttpRequest, user: User) -> str:
    return absolute(request, reverse("accounts:back", args=[token(user)]))


def renew(user: User, *, keep: str | None = None) -> None:
    """Makes a new link; this ends the old one and every session except the one to keep."""
    user.return_secret = new_secret()
    user.save(update_fields=["return_secret"])
    for session in UserSession.objects.filter(user=user).exclude(session_key=keep or ""):
        session.end()


def close(user: User) -> None:
    user.return_secret = ""
    user.save(update_fields=["return_secret"])
