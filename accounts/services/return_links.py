"""The personal link by which a guest, or a member with a login card, comes back on another device."""

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.urls import reverse

from accounts.models import User, new_secret


def _signer(secret: str) -> Signer:
    # The secret of the row is part of the salt, so a new secret ends every older link.
    # It keeps its old name in the salt, so that printed cards still open the account.
    return Signer(salt=f"accounts.return_links.{secret}", sep=".")


def token(user: User) -> str:
    return _signer(user.return_secret).sign(str(user.pk))


def person(token: str) -> User | None:
    """Whose link this is; None for a forged, renewed or closed one."""
    number = token.partition(".")[0]
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    user = User.objects.filter(pk=number, is_active=True).exclude(return_secret="").first()
    try:
        return user if user and _signer(user.return_secret).unsign(token) else None
    except BadSignature:
        return None


def absolute(request: HttpRequest, path: str) -> str:
    """An address for a phone: the site's own when it is set, else the one this page was asked by."""
    site = getattr(settings, "SITE_URL", "")
    return site.rstrip("/") + path if site else request.build_absolute_uri(path)


def address(request: HttpRequest, user: User) -> str:
    return absolute(request, reverse("accounts:back", args=[token(user)]))


def renew(user: User, *, keep: str | None = None) -> None:
    """A new link; the old one and every session but the one to keep end with it."""
    user.return_secret = new_secret()
    user.save(update_fields=["return_secret"])
    for session in UserSession.objects.filter(user=user).exclude(session_key=keep or ""):
        session.end()


def close(user: User) -> None:
    user.return_secret = ""
    user.save(update_fields=["return_secret"])
