"""A process for slow work: slow bots think in it, and studies run while no bot waits."""

import logging
import os
import signal
import threading
from types import FrameType
from typing import Any

import psycopg
from django.core.management.base import BaseCommand
from django.db import DatabaseError, InterfaceError, connection

from games.analysis.worker import Worker
from games.table.services import slow_bots
from splitsite import parent_watch
from splitsite.postgres import Unusable

PAUSE = 0.25
LONGEST_STEP = 40
"""Seconds after which the system ends a process that is stuck in a bot or a study, to start it again."""

TROUBLE = (DatabaseError, InterfaceError, psycopg.Error, Unusable)

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Thinks for the bots that need time, and does studies; never in the web process."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        parent_watch.watch()
        os.nice(5)  # bots think with what play leaves of the processor
        self.ended = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        worker = Worker()
        while not self.ended.is_set():
            busy = False
            try:
                busy = self.one_round(worker)
            except TROUBLE as trouble:
                log.warning("The thinker waits for the database: %s", trouble)
                connection.close()
            except Exception:
                log.exception("A bot could not be thought for.")
            if not busy:
                self.ended.wait(PAUSE)
        try:
            worker.put_down()
        except TROUBLE as trouble:
            log.warning("A study was left lying: %s", trouble)

    def one_round(self, worker: Worker) -> bool:
        """Serves tables first, then one slice of a study. False if there was nothing to do."""
        try:
            signal.alarm(LONGEST_STEP)
            thought = slow_bots.think_once()
            signal.alarm(LONGEST_STEP)
            return worker.step() or thought
        finally:
            signal.alarm(0)

    def stop(self, number: int, frame: FrameType | None) -> None:
        self.ended.set()
