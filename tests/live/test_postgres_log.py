"""PostgreSQL's own log: statements fail in every way while people play; no move, hand or seed is in it."""

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from string import ascii_lowercase

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from accounts.models import User
from games.models import GameSession
from games.table import services
from splitsite.postgres import server
from tests.live.databases import Database, used
from tests.support.players import Player
from tests.support.sites import Site, address_of_database
from tests.support.tables import now, person, the_round, wish

pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.skipif("DATA" not in settings.DATABASES["default"], reason="DATABASE_URL is set"),
]

PATIENCE = 60


class Usual(server.Server):
    """PostgreSQL as distributions ship it: it logs every statement that fails."""

    def arguments(self) -> list[str]:
        return [one for one in super().arguments() if not one.startswith("--log_")]


class Evening:
    """People at a table of the site, and all that must stay secret there."""

    def __init__(self, database: Database, site: Site) -> None:
        self.database, self.site = database, site
        self.secrets: set[str] = set()
        self.letters = iter(ascii_lowercase)

    def deal(self, game: str) -> None:
        self.session, users = self.gather(game)
        services.start(self.session.pk, users[0])
        self.people = [Player(self.site.address, user).sit_at(self.session.code) for user in users]
        for one in self.people:
            one.drain()  # until everybody has heard who came
        self.keep_secret(self.session)

    def gather(self, game: str) -> tuple[GameSession, list[User]]:
        """Seats two new people."""
        users = [person(f"{name} {letter}") for name in ("Ana", "Ben") for letter in [next(self.letters)]]
        usual = {"options": {}, "seats_wanted": 2, "rounds_planned": 1, "pace": "none"}
        session = services.open_table(users[0], game, **usual)
        services.sit(session.pk, users[1])
        return session, users

    def keep_secret(self, session: GameSession) -> None:
        """Notes everything secret: what everybody might choose now, what they hold, and the seed."""
        table, seed = now(session), bytes(the_round(session).seed)
        for seat in range(2):
            self.secrets |= set(table.rules.legal(table.deal.state, seat))
        if table.game == "splito":
            self.secrets |= {card for hand in table.deal.state.hands for card in hand}
        self.secrets |= {seed.hex(), seed[:8].hex(), seed.decode("latin-1"), repr(seed)}

    def play_turn(self) -> None:
        turn = the_round(self.session).turn
        for one in self.people:
            choose(one, wish(self.session, one.user).move)
        for one in self.people:
            one.until(ref=f"1.{turn + 1}")
        self.keep_secret(self.session)

    def log(self) -> str:
        return self.database.server.log.read_text("latin-1")

    def wait_for(self, true: Callable[[], object]) -> None:
        until = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < until, self.log()[-2000:]
            time.sleep(0.02)

    def suffer(self, trouble: Callable[["Evening"], None]) -> None:
        self.before = len(self.log())
        trouble(self)

    def wait_for_log(self, words: str) -> None:
        self.wait_for(lambda: words in self.log()[self.before :])

    def seen(self, since: int = 0) -> list[str]:
        """Secrets in the log, and any bytes: nobody knows the seed of a deal that failed."""
        log = self.log()[since:]
        return [*(secret for secret in self.secrets if secret in log), *re.findall(r"\\x[0-9a-f]{16,}", log)]


def choose(one: Player, move: str) -> None:
    """Chooses until it is sealed or revealed; while the database is away choices are refused."""
    ref = one.ref
    one.choose(move)
    while one.ref == ref:
        frame = one.next("sealed", "refused", "table")
        if frame["kind"] == "sealed":
            return
        if frame["kind"] == "refused":
            time.sleep(0.1)
            one.choose(move)


# The ways in which a statement that writes a choice can fail.


@contextmanager
def a_choice_held_up(evening: Evening) -> Iterator[tuple[psycopg.Connection, int]]:
    """Another connection holds the row of the round; yields it, and the process that waits for the row."""
    with evening.database.server.connect(server.NAME) as other:
        other.execute("BEGIN")
        other.execute("SELECT FROM games_round WHERE id = %s FOR UPDATE", [the_round(evening.session).pk])
        one = evening.people[0]
        one.choose(wish(evening.session, one.user).move)
        waiting: list[int] = []
        evening.wait_for(lambda: waiting.extend(writing(evening.database)) or waiting)
        yield other, waiting[0]
        with suppress(psycopg.Error):
            other.execute("ROLLBACK")


def writing(database: Database) -> list[int]:
    with database.server.connect(server.NAME) as looking:
        found = looking.execute(
            "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%recordset%'"
        )
        return [pid for (pid,) in found.fetchall()]


def lock_timeout(evening: Evening) -> None:
    with a_choice_held_up(evening):
        evening.wait_for_log("canceling statement due to lock timeout")


def cancelled(evening: Evening) -> None:
    with a_choice_held_up(evening) as (other, pid):
        other.execute("SELECT pg_cancel_backend(%s)", [pid])
        evening.wait_for_log("canceling statement due to user request")


def terminated(evening: Evening) -> None:
    with a_choice_held_up(evening) as (other, pid):
        other.execute("SELECT pg_terminate_backend(%s)", [pid])
        evening.wait_for_log("terminating connection due to administrator command")


def deadlock(evening: Evening) -> None:
    with a_choice_held_up(evening) as (other, _), suppress(psycopg.errors.DeadlockDetected):
        other.execute("SELECT FROM games_gamesession WHERE id = %s FOR UPDATE", [evening.session.pk])
    evening.wait_for_log("deadlock detected")


def backend_killed(evening: Evening) -> None:
    with a_choice_held_up(evening) as (_, pid):
        os.kill(pid, signal.SIGKILL)
        evening.wait_for_log("was terminated by signal 9")
    connection.close()
    evening.wait_for(evening.database.server.answers)


def stopped_at_once(evening: Evening) -> None:
    with a_choice_held_up(evening):
        os.kill(evening.database.postmaster, signal.SIGQUIT)
        evening.wait_for_log("received immediate shutdown request")
        evening.wait_for(lambda: not evening.database.server.alive() or evening.database.server.answers())
    connection.close()
    evening.database.server.start()


def a_deal_that_is_there_already(evening: Evening) -> None:
    """Somebody dealt a moment ago without taking the lock."""
    session, (ana, _) = evening.gather("splito")
    double = the_round(evening.session)
    double.pk, double.session, double.turn = None, session, 0
    double.seating = list(session.seats.values_list("pk", flat=True))
    double.save(force_insert=True)
    Player(evening.site.address, ana).post(f"/t/{session.code}/start/")
    evening.wait_for_log("duplicate key value violates unique constraint")


TROUBLES = [lock_timeout, cancelled, terminated, deadlock, a_deal_that_is_there_already]
CRASHES = [backend_killed, stopped_at_once]


def a_round_that_has_gone(evening: Evening) -> None:
    """The site still knows the table, and writes a choice for a round that was removed."""
    one = evening.people[0]
    move = wish(evening.session, one.user).move
    with evening.database.server.connect(server.NAME) as other:
        other.execute("DELETE FROM games_choice")
        other.execute("DELETE FROM games_round WHERE id = %s", [the_round(evening.session).pk])
    one.choose(move)
    one.next("refused")
    evening.wait_for_log("violates foreign key constraint")


@contextmanager
def people_at(kind: type[server.Server], **environment: str) -> Iterator[Evening]:
    """The site on a database of its own."""
    database = Database(kind)
    try:
        with used(database):
            address, key = address_of_database(server.NAME), settings.SECRET_KEY
            facts = {"data": database.data, "address": address, "key": key}
            site = Site(**{name: value.format(**facts) for name, value in environment.items()})
            try:
                yield Evening(database, site)
            finally:
                site.stop()
    finally:
        database.remove()


@pytest.mark.parametrize(
    ("kind", "environment"),
    [
        (server.Server, {"SPLITSITE_DATA": "{data}", "SECRET_KEY": "{key}"}),
        (Usual, {"DATABASE_URL": "{address}"}),
    ],
    ids=["embedded", "external"],
)
def test_no_move_no_hand_and_no_seed_is_in_the_log_whatever_fails(django_db_blocker, kind, environment):
    with django_db_blocker.unblock(), people_at(kind, **environment) as evening:
        for game in ("splitter", "splito"):
            evening.deal(game)
            for trouble in (*TROUBLES, *CRASHES):
                evening.suffer(trouble)
                evening.play_turn()
        evening.suffer(a_round_that_has_gone)
        assert evening.seen() == []
        assert len(evening.secrets) > 100
        if kind is Usual:
            assert "INSERT INTO games_choice" in evening.log(), "what failed is there, without its values"


def test_values_in_the_text_of_statements_would_be_noticed(django_db_blocker):
    """The planted fault: Django's default."""
    address = "{address}?server_side_binding=False"
    with django_db_blocker.unblock(), people_at(Usual, DATABASE_URL=address) as evening:
        evening.deal("splito")
        for trouble in (cancelled, deadlock, a_deal_that_is_there_already, backend_killed):
            evening.suffer(trouble)
            assert evening.seen(since=evening.before), trouble
            evening.play_turn()
