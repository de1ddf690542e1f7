"""The tables that abusers are set upon, and those that show what it costs others."""

from random import Random

from django.db import transaction

from accounts.models import User
from benchmarks.abuse.client import Target
from benchmarks.load import gathering
from benchmarks.load.visitor import Chair
from games.table import services, snapshots

HOGGED, MASTERS = 25, 7


def quiet_chair(name: str) -> Chair:
    """A place at a table where nobody plays."""
    return gathering.table("splito", 2, "none", name=name)[0]


def duel(name: str) -> Chair:
    """Somebody against one Master."""
    (chair,) = gathering.table("splito", 1, "none", name=name, bots=1, level="master")
    return chair


def target(port: int, source: str, kind: str, *, label: str) -> Target:
    hogged: list[Chair] = []
    if kind == "masters":
        hogged = hogged_tables(label)
    victim, (talker, *_) = quiet_chair(f"{label} victim"), counted(f"{label} chat")
    return Target(
        port,
        source,
        victim.code,
        talker.code,
        talker.cookie,
        [(chair.session, chair.code, chair.cookie) for chair in hogged],
    )


def hogged_tables(label: str) -> list[Chair]:
    """Tables full of Masters, all of one person."""
    with transaction.atomic():
        hog = User.objects.create_user(f"{label} hog")
        return [_hogged(hog) for _ in range(HOGGED)]


def _hogged(hog: User) -> Chair:
    session = services.open_table(
        hog, "splito", options={}, seats_wanted=1 + MASTERS, rounds_planned=1, pace="none", public=False
    )
    for _ in range(MASTERS):
        services.add_bot(session.pk, hog, "master")
    services.start(session.pk, hog)
    return Chair(session.pk, session.code, gathering.cookie(hog))


def counted(name: str) -> list[Chair]:
    """A table whose round has been played and counted, so that people may talk."""
    chairs, luck = gathering.table("splitter", 2, "none", name=name), Random(1)
    while (table := snapshots.by_id(chairs[0].session)) and table.deal and table.status == "playing":
        services.commit(
            [
                services.Wish(
                    table.id,
                    table.deal.ref,
                    luck.choice(table.rules.legal(table.deal.state, seat)),
                    seat=seat,
                )
                for seat in range(2)
            ]
        )
    return chairs
