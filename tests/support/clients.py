"""Browsers without a screen: Django's test client, signed in."""

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import GameSession

TABLE = {
    "game": "splito",
    "splito_seats": "5",
    "splito_rounds": "3",
    "pace": "club",
    "hints": "on",
    "same_seats": "on",
    "public": "on",
    "spectators": "on",
}


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def act(client: Client, session: GameSession, does: str, **data: object):
    return client.post(reverse("table:act", args=[session.code, does]), data, follow=True)


def guest_named(name: str) -> User:
    guest = User(name=name, is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest
