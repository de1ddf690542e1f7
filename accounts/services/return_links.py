"""The personal link with which a guest, or a member with a login card, returns on another device."""

from allauth.usersessions.models import UserSession
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import Membership, User, UserQuerySet, new_secret
from splitsite.site_address import absolute


def _signer(secret: str) -> Signer:
    # The row's secret is part of the salt, so a new secret ends every older link.
    # The salt keeps its old name, so that printed cards still open the account.
    return Signer(salt=f"accounts.return_links.{secret}", sep=".")


def token(user: User) -> str:
    return _signer(user.return_secret).sign(str(user.pk))


def _plain() -> UserQuerySet:
    """People whom a link may let in. Staff and whoever runs a club sign in with a password."""
    running = Membership.objects.exclude(role=Membership.Role.MEMBER).filter(club__closed_at=None)
    return User.objects.without_rights().filter(is_active=True).exclude(pk__in=running.values("user"))


def holders() -> UserQuerySet:
    """The people who have a link that works."""
    return _plain().exclude(return_secret="")


def may_have(user: User) -> bool:
    """Whether this person could have a link: it is for people without a password."""
    return not user.has_usable_password() and _plain().filter(pk=user.pk).exists()


def person(token: str) -> User | None:
    """The person whose link this is; None if it is forged, renewed or closed."""
    number = token.partition(".")[0]
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    user = holders().filter(pk=number).first()
    try:
        return user if user and _signer(user.return_secret).unsign(token) else None
    except BadSignature:
        return None


def address(user: User) -> str:
    return absolute(reverse("accounts:back", args=[token(user)]))


def renew(user: User, *, keep: str | None = None) -> None:
    """Makes a new link; this ends the old one and every session except the one to keep."""
    user.return_secret = new_secret()
    user.save(update_fields=["return_secret"])
    for session in UserSession.objects.filter(user=user).exclude(session_key=keep or ""):
        session.end()


def close(user: User) -> None:
    user.return_secret = ""
    user.save(update_fields=["return_secret"])
