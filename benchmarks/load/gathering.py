"""Seats real accounts at real tables, dealt and ready, with sessions as after signing in."""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction

from accounts.models import User
from benchmarks.load.visitor import Chair
from games.models import Choice, Round
from games.table import services


def gather(game: str, tables: int, seats: int, *, pace: str = "none", label: str = "") -> list[list[Chair]]:
    return [table(game, seats, pace, name=f"{label} {number}") for number in range(tables)]


def table(game: str, seats: int, pace: str, *, name: str, bots: int = 0, level: str = "") -> list[Chair]:
    """A dealt table with this many people, and bots beside them."""
    with transaction.atomic():
        users = [User.objects.create_user(f"{name} {seat}".strip()) for seat in range(seats)]
        session = services.open_table(
            users[0], game, options={}, seats_wanted=seats + bots, rounds_planned=1, pace=pace, public=False
        )
        for user in users[1:]:
            services.sit(session.pk, user)
        for _ in range(bots):
            services.add_bot(session.pk, users[0], level or services.usual_bot(game))
        services.start(session.pk, users[0])
        return [Chair(session.pk, session.code, cookie(user)) for user in users]


def cookie(user: User) -> str:
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "accounts.backends.NameBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return f"{settings.SESSION_COOKIE_NAME}={store.session_key}"


def stored(session_ids: list[int]) -> dict[tuple[str, str, int], str]:
    """Every choice people made at these tables, by table, turn (as pages name it) and seat."""
    dealt = Round.objects.filter(session__in=session_ids).values_list("pk", "session", "number")
    rounds = {pk: (str(session), number) for pk, session, number in dealt}
    rows = Choice.objects.filter(round__in=rounds, by="player").values_list(
        "round_id", "turn", "seat", "move"
    )
    return {
        (rounds[round_id][0], f"{rounds[round_id][1]}.{turn}", seat): move
        for round_id, turn, seat, move in rows
    }
