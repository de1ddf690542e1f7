"""Tells every process that something happened at a table: that it did, never what."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import psycopg
from django.db import connection, transaction
from psycopg.pq.abc import PGconn

from games.lines import Ear, connect
from splitsite import measures

CHANNEL = "splitsite"
NOTIFY = "SELECT pg_notify(%s, %s)"
ORIGIN = secrets.token_hex(4)
RETRY_SECONDS = 1.0

log = logging.getLogger(__name__)

Reader = Callable[[frozenset[int] | None], None]
"""Gets the ids of the tables where something happened; None: perhaps anywhere, news may have been missed."""

_readers: list[Reader] = []


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


def listen(reader: Reader) -> "asyncio.Task[None]":
    """From now on the reader gets what happens at tables, in this process and in all others.

    The event loop listens: a thread that wakes at each commit would ask for its turn while a reveal is drawn.
    """
    _readers.append(reader)
    return asyncio.create_task(_listen())


def _tell(ids: frozenset[int] | None) -> None:
    for reader in _readers:
        reader(ids)


async def _listen() -> None:
    while True:
        try:
            with await asyncio.to_thread(connect) as postgres:
                await asyncio.to_thread(postgres.execute, f"LISTEN {CHANNEL}")
                _tell(None)
                await _broken(postgres)
        except Exception as trouble:
            # Whatever it was (an embedded server that cannot start yet, too): without this line no process
            # hears of the others again, so it never gives up.
            measures.line_breaks.inc()
            log.warning("The announcement line to the database broke; trying again: %s", trouble)
            _drain_the_pool()
        await asyncio.sleep(RETRY_SECONDS)


async def _broken(postgres: psycopg.Connection[Any]) -> None:
    """Hands on what is announced until the line breaks."""
    breaks = asyncio.get_running_loop().create_future()

    def broke(trouble: psycopg.Error) -> None:
        if not breaks.done():
            breaks.set_exception(trouble)

    ear = Ear(postgres, said=_hear, broke=broke)
    try:
        await breaks
    finally:
        ear.close()


def _hear(pgconn: PGconn) -> None:
    while notice := pgconn.notifies():
        origin, *ids = notice.extra.decode().split()
        if origin != ORIGIN:
            _tell(frozenset(map(int, ids)))


def _drain_the_pool() -> None:
    """Its connections are dead too; whoever asks for one would try them one after the other."""
    pool = getattr(connection, "pool", None)
    if pool is not None:
        pool.drain()
