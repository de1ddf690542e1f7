"""Every write to a person's own row: rename, settings, last seen, deletion."""

from collections.abc import Callable, Iterable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import names
from accounts.models import User
from accounts.services import clubs

# Other apps append a function (person) that blanks what they keep of a person's name. All of them run
# in the transaction that deletes the account.
farewells: list[Callable[[User], None]] = []


class NameTaken(Exception):
    """Somebody has this name, or one that looks the same."""


def is_taken(name: str, *, by_other_than: User | None = None) -> bool:
    others = User.objects.named(name)
    if by_other_than is not None:
        others = others.exclude(pk=by_other_than.pk)
    return names.is_reserved(name) or others.exists()


def free_name_like(name: str) -> str:
    """The first of "Ana 2", "Ana 3", … that nobody has."""
    stem = names.tidy(name)[: names.LONGEST - 4]
    return next(free for n in range(2, 1000) if not is_taken(free := f"{stem} {n}"))


def create_account(name: str) -> User:
    """An account without password or address, for a login card."""
    if is_taken(name):
        raise NameTaken(name)
    try:
        with transaction.atomic():
            return User.objects.create_user(name)
    except IntegrityError as error:
        raise NameTaken(name) from error


def change(user: User, **fields: Any) -> None:
    """Writes a person's settings; the database constraint decides whether the name is free."""
    for field, value in fields.items():
        setattr(user, field, value)
    try:
        with transaction.atomic():
            user.save(update_fields=list(fields))
    except IntegrityError as error:
        user.refresh_from_db()
        raise NameTaken from error


def seen(user: User) -> None:
    """Notes the day of a person's last action; does nothing for the rest of that day."""
    today = timezone.localdate()
    if user.last_seen < today:
        User.objects.filter(pk=user.pk).update(last_seen=today)


def prove_first_address(user: User, email: str) -> bool:
    """Somebody shows by a code that the address of an account is theirs, though nobody ever confirmed it.

    Whoever chose the password may have been somebody else who only typed this address. So the password, the
    return link and all sessions end.
    """
    addresses = EmailAddress.objects.filter(user=user)
    if addresses.filter(verified=True).exists() or not addresses.filter(email__iexact=email).exists():
        return False
    with transaction.atomic():
        user.set_unusable_password()
        user.return_secret = ""
        user.save(update_fields=["password", "return_secret"])
        for session in UserSession.objects.filter(user=user):
            session.end()
    return True


def admit(chosen: Iterable[User], welcome: bool) -> list[User]:
    """Lets people in again or keeps them out; returns those for whom that changed something."""
    changed = [user for user in chosen if user.is_active is not welcome]
    User.objects.filter(pk__in=[user.pk for user in changed]).update(is_active=welcome)
    return changed


def delete(user: User) -> None:
    """Deletes a person: the bare row stays for finished games, with nothing that says who it was."""
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=user.pk)
        clubs.leave_all(person)
        for farewell in farewells:
            farewell(person)
        EmailAddress.objects.filter(user=person).delete()
        Authenticator.objects.filter(user=person).delete()
        for session in UserSession.objects.filter(user=person):
            session.end()
        person.groups.clear()
        person.user_permissions.clear()
        _blank(person)


def _blank(person: User) -> None:
    person.name = person.email = person.return_secret = person.language = ""
    person.is_active = person.is_staff = person.is_superuser = person.public_profile = False
    person.last_login = None
    person.deleted_at = timezone.now()
    person.set_unusable_password()
    person.save()
