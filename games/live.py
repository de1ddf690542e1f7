"""Tells every process that something happened at a table: that it did, never what."""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial

import psycopg
from django.db import connection, transaction

from splitsite import measures

CHANNEL = "splitsite"
NOTIFY = "SELECT pg_notify(%s, %s)"
ORIGIN = secrets.token_hex(4)
RETRY_SECONDS = 1.0

log = logging.getLogger(__name__)

Ear = Callable[[frozenset[int] | None], None]
"""Gets the ids of the tables where something happened; None: perhaps anywhere, news may have been missed."""

_ears: list[Ear] = []
_listening = threading.Lock()
_listener: threading.Thread | None = None


def announce(session_ids: Iterable[int]) -> None:
    """Something happened at these tables. Leaves with the commit, never with a rollback.

    No table at all: somebody signed out, and screens look whether they still may.
    """
    ids = frozenset(session_ids)
    with connection.cursor() as cursor:
        cursor.execute(NOTIFY, announcement(ids))
    transaction.on_commit(partial(_tell, ids), robust=True)


def announcement(session_ids: Iterable[int]) -> list[str]:
    """What `NOTIFY` sends; for who tells the screens of this process otherwise, only the others hear it."""
    return [CHANNEL, " ".join([ORIGIN, *map(str, sorted(session_ids))])]


def listen(ear: Ear) -> None:
    """From now on the ear hears what happens at tables, in this process and in all others."""
    global _listener
    _ears.append(ear)
    with _listening:
        if _listener is None:
            _listener = threading.Thread(target=_listen, name="listener", daemon=True)
            _listener.start()


def _tell(ids: frozenset[int] | None) -> None:
    for ear in _ears:
        ear(ids)


def _listen() -> None:
    while True:
        try:
            with psycopg.connect(**connection.get_connection_params(), autocommit=True) as postgres:
                postgres.execute(f"LISTEN {CHANNEL}")
                _tell(None)
                for notice in postgres.notifies():
                    origin, *ids = notice.payload.split()
                    if origin != ORIGIN:
                        _tell(frozenset(map(int, ids)))
        except Exception as trouble:
            # Whatever it was (an embedded server that cannot start yet, too): without this line no process
            # hears of the others again, so it never gives up.
            measures.line_breaks.inc()
            log.warning("The announcement line to the database broke; trying again: %s", trouble)
            _drain_the_pool()
        time.sleep(RETRY_SECONDS)


def _drain_the_pool() -> None:
    """Its connections are dead too; whoever asks for one would try them one after the other."""
    pool = getattr(connection, "pool", None)
    if pool is not None:
        pool.drain()
