"""Guests: come in with a name, and later take everything along into an account."""

from collections.abc import Callable

from allauth.usersessions.models import UserSession
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, login
from django.db import transaction
from django.http import HttpRequest

from accounts import names
from accounts.models import Membership, User, new_secret

BACKEND = "accounts.backends.NameBackend"

# Other apps append a function (guest, account) that moves what the guest owns. All of them run in the
# transaction that also removes the emptied guest.
followers: list[Callable[[User, User], None]] = []


def enter(request: HttpRequest, name: str) -> User:
    """The person of this browser; a visitor becomes a guest with this name, a guest is renamed."""
    person = request.user
    if isinstance(person, User) and not person.is_guest:
        return person
    if isinstance(person, User):
        person.name = names.tidy(name)
        person.save(update_fields=["name"])
        return person
    guest = User(name=names.tidy(name), is_guest=True, return_secret=new_secret())
    guest.set_unusable_password()
    guest.save()
    come_in(request, guest)
    return guest


def come_in(request: HttpRequest, person: User) -> None:
    """Log in without a password: a new guest, or the holder of a return link."""
    login(request, person, backend=BACKEND)
    UserSession.objects.create_from_request(request)


def forget_session(request: HttpRequest) -> None:
    """Takes the guest out of the session but keeps the rest, so that a login can go on in it."""
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)


def follow(guest: User, account: User) -> None:
    """Moves everything the guest owned to the account, and removes the guest."""
    with transaction.atomic():
        leaver = User.objects.select_for_update().filter(pk=guest.pk, is_guest=True).first()
        if leaver is None or guest.pk == account.pk:
            return
        # The guest's key stays free, so the account can go on playing elsewhere meanwhile.
        User.objects.select_for_update(no_key=True).get(pk=account.pk)
        _move_memberships(leaver, account)
        for move in followers:
            move(leaver, account)
        leaver.delete()


def _move_memberships(guest: User, account: User) -> None:
    already = Membership.objects.filter(user=account).values("club_id")
    Membership.objects.filter(user=guest).exclude(club_id__in=already).update(user=account, by_card=False)
