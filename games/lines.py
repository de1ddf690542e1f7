"""Lines to the database that an event loop listens to, without a thread that would want its turn."""

import asyncio
import os
from collections.abc import Callable
from typing import Any

import psycopg
from django.db import connection
from psycopg.pq.abc import PGconn


def connect() -> psycopg.Connection[Any]:
    """A connection of one's own, beside Django's. It takes its time: not for the loop itself."""
    return psycopg.connect(**connection.get_connection_params(), autocommit=True)


class Ear:
    """Hears what the database says on this connection, whenever it does."""

    def __init__(
        self,
        postgres: psycopg.Connection[Any],
        *,
        said: Callable[[PGconn], None],
        broke: Callable[[psycopg.Error], None],
    ) -> None:
        self.pgconn, self.said, self.broke = postgres.pgconn, said, broke
        self.loop = asyncio.get_running_loop()
        # One of our own for its socket: the library closes its own when the line breaks.
        self.descriptor = os.dup(postgres.fileno())
        self.loop.add_reader(self.descriptor, self.hear)

    def hear(self) -> None:
        try:
            # Of a broken line the loop tells only once: the first takes its last words, the second its end.
            self.pgconn.consume_input()
            self.pgconn.consume_input()
            self.said(self.pgconn)
        except psycopg.Error as trouble:
            self.broke(trouble)

    def close(self) -> None:
        self.loop.remove_reader(self.descriptor)
        os.close(self.descriptor)
