"""People for the tests of accounts."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Club, Membership, User
from accounts.services import clubs

PASSWORD = "violet pencil 7"


@pytest.fixture
def account(db) -> Callable[..., User]:
    def make(name: str = "Ana", **fields: object) -> User:
        return User.objects.create_user(name, PASSWORD, **fields)

    return make


@pytest.fixture
def browser() -> Callable[..., Client]:
    """A new browser, signed in as this person if there is one."""

    def make(person: User | None = None) -> Client:
        client = Client()
        if person:
            client.force_login(person)
        return client

    return make


@pytest.fixture
def guest(db, browser) -> Callable[[str], tuple[Client, User]]:
    """Somebody who typed a name on the guest page."""

    def make(name: str = "Ben") -> tuple[Client, User]:
        client = browser()
        client.post("/guest/", {"name": name})
        return client, User.objects.get(pk=client.session["_auth_user_id"])

    return make


@pytest.fixture
def club(account) -> tuple[Club, dict[str, User]]:
    """A private club with one person of each role, and a stranger."""
    people = {role: account(role.capitalize()) for role in ("owner", "helper", "plain", "stranger")}
    club = clubs.found(people["owner"], name="Club Linde", place="Bern")
    Membership.objects.create(club=club, user=people["helper"], role="organiser")
    Membership.objects.create(club=club, user=people["plain"])
    return club, people
