"""The clock: does what is due, again and again. Start as many as you like: one works, the others wait."""

import logging
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import Any

import psycopg
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from games.analysis.services import clear_out
from games.daily import services as daily
from games.table.services import account_events, clock, seats
from splitsite import parent_watch
from splitsite.database_errors import AWAY

CLOCK = 7_150_419  # the advisory lock of the clock that is working
LONGEST_SLEEP = 1.0
RETRY = 5.0  # seconds until a failed duty is tried again

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Duty:
    name: str
    every: float  # seconds
    do: Callable[[], object]


def clear_sessions() -> None:
    call_command("clearsessions")


# What is due. A duty can be repeated or killed safely: the truth is in the rows.
DUTIES = [
    Duty("ring the alarms at tables", every=0.25, do=clock.ring_due),
    Duty("hand on tables whose host went away", every=10, do=seats.hand_on),
    Duty("forget guests who never came back", every=6 * 3600, do=account_events.forget_guests),
    Duty("close deserted tables", every=300, do=clock.close_deserted),
    Duty("draw the dice of the day to come", every=300, do=daily.draw_ahead),
    Duty("clear expired sessions", every=3600, do=clear_sessions),
    Duty("clear out studies nobody could do", every=3600, do=clear_out),
]


class Clock:
    def __init__(self, duties: list[Duty]) -> None:
        self.duties = duties
        self.due = {duty.name: 0.0 for duty in duties}
        # This database session holds the lock, and loses it with the database.
        self.held: psycopg.Connection | None = None
        self.working = False

    def mine(self) -> bool:
        """Whether this clock is the one that works. A lost database session is noticed at once."""
        if self.held is None:
            self.held = psycopg.connect(**connection.get_connection_params() | {"autocommit": True})
            self.working = False
        question = "SELECT true" if self.working else f"SELECT pg_try_advisory_lock({CLOCK})"
        row = self.held.execute(question).fetchone()
        self.working = bool(row and row[0])
        return self.working

    def tick(self) -> float:
        """Does what is due. Returns the seconds until the next duty."""
        if not self.mine():
            return LONGEST_SLEEP
        for duty in self.duties:
            if self.due[duty.name] <= time.monotonic():
                self.due[duty.name] = time.monotonic() + duty.every
                try:
                    duty.do()
                except Exception as trouble:
                    # A failed duty must not stop the others. If the database is gone, the next tick notices.
                    self.due[duty.name] = time.monotonic() + min(duty.every, RETRY)
                    expected = isinstance(trouble, AWAY)
                    log.warning("The clock could not %s: %s", duty.name, trouble, exc_info=not expected)
                    connection.close()
        return max(0.0, min(self.due.values()) - time.monotonic())

    def forget_connections(self) -> None:
        """Drops all connections after trouble with the database, so that everything starts again."""
        if self.held is not None:
            self.held.close()
            self.held = None
        connection.close()


class Command(BaseCommand):
    help = "Does what is due: deadlines, deputies, upkeep. One of all running clocks works."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="do everything once and end")

    def handle(self, *args: Any, **options: Any) -> None:
        parent_watch.watch()
        self.ended = threading.Event()
        runner = Clock(DUTIES)
        if options["once"]:
            runner.tick()
            runner.forget_connections()
            return
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        while not self.ended.is_set():
            try:
                pause = runner.tick()
            except (*AWAY, psycopg.Error) as trouble:
                log.warning("The clock waits for the database: %s", trouble)
                runner.forget_connections()
                pause = LONGEST_SLEEP
            self.ended.wait(min(pause, LONGEST_SLEEP))

    def stop(self, number: int, frame: FrameType | None) -> None:
        self.ended.set()
