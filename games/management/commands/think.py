"""A process in which slow bots think. Start as many as there are cores to spare."""

import logging
import signal
import threading
from types import FrameType
from typing import Any

import psycopg
from django.core.management.base import BaseCommand
from django.db import DatabaseError, InterfaceError, connection

from games.play import thinking
from splitsite import lifeline
from splitsite.postgres import Unusable

PAUSE = 0.25

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Thinks for the bots that need time; never in the web process."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        lifeline.watch()
        self.ended = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        while not self.ended.is_set():
            try:
                if thinking.think_once():
                    continue
            except (DatabaseError, InterfaceError, psycopg.Error, Unusable) as trouble:
                log.warning("The thinker waits for the database: %s", trouble)
                connection.close()
            except Exception:
                log.exception("A bot could not be thought for.")
            self.ended.wait(PAUSE)

    def stop(self, number: int, frame: FrameType | None) -> None:
        self.ended.set()
