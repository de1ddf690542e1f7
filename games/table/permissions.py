"""Who may see a table and what was dealt there, who is still signed in, and whose pages may open a socket."""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User
from games.models import Round
from games.table.snapshots import Table


def may_see(table: Table, person: User | AnonymousUser) -> bool:
    """Whoever sits there; before the deal, anyone with the code; later, spectators if allowed."""
    return table.seat_of(person.pk) is not None or table.status == "open" or table.spectators


def seed_is_open(round: Round, now: datetime) -> bool:
    """Whether the seed and the record may be seen: the round is over and nobody still plays the deal."""
    return round.finished_at is not None and not _sealed(round, now)


def may_look_back(round: Round, person: User | AnonymousUser, now: datetime) -> bool:
    """Whether a person may go through a finished round turn by turn.

    While others play the same deal, only people who have played it may. This does not check whether the
    person may see the table: ask `may_see` too.
    """
    if round.finished_at is None:
        return False
    if not _sealed(round, now):
        return True
    return person.pk is not None and round.session.seats.filter(person=person.pk).exists()


def _sealed(round: Round, now: datetime) -> bool:
    return round.sealed_until is not None and now < round.sealed_until


def still_signed_in(session_keys: set[str]) -> set[str]:
    """Those of these browser sessions that still belong to an active person."""
    asked = Session.objects.filter(session_key__in=session_keys - {""}, expire_date__gt=timezone.now())
    begun = {key: _begun(data) for key, data in asked.values_list("session_key", "session_data")}
    people = User.objects.filter(is_active=True, pk__in={person for person, _ in begun.values()})
    passwords = dict(people.values_list("pk", "password"))
    return {
        key
        for key, (person, proof) in begun.items()
        # A changed password gives another proof, so sessions that began with the old one end.
        if person in passwords and proof == _proof(passwords[person])
    }


# Cached: both are asked often for everybody with an open page, and are slow to compute.
@lru_cache(20_000)
def _begun(session_data: str) -> tuple[int, str]:
    """Who signed in, and the proof of the password they had."""
    session = SessionStore().decode(session_data)
    return int(session.get(SESSION_KEY, 0)), session.get(HASH_SESSION_KEY, "")


@lru_cache(20_000)
def _proof(password: str) -> str:
    return User(password=password).get_session_auth_hash()


def is_same_site(scope: Mapping[str, Any]) -> bool:
    """Whether the page that opens the socket is ours: browsers send cookies for any page."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    host = headers.get(b"host", b"").decode("latin-1")
    return urlsplit(origin).netloc == host or origin in settings.CSRF_TRUSTED_ORIGINS
