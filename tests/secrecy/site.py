"""The product on a real port, served by a thread of this process with the settings of its own web process."""

import asyncio
import os
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from games import live
from games.play import writer
from games.rooms import rooms
from splitsite import asgi, web

# The application asks for a pool of connections; processes that other tests start must not inherit the wish.
os.environ.pop("DATABASE_POOL", None)

HeaderLeak = Callable[[], Awaitable[tuple[bytes, bytes]]]
PATIENCE = 20


class Site:
    """`headers` is where a test plants a header that the product would not send."""

    def __init__(self) -> None:
        self.headers: list[HeaderLeak] = []
        self.listening = socket.socket()
        self.listening.bind(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        config = web.config(self)
        config.timeout_keep_alive = 600  # a slow test must not lose its connection between two pages
        self.server = uvicorn.Server(config)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def leaking(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *[await leak() for leak in self.headers]]
            await send(message)

        await asgi.application(scope, receive, leaking if self.headers else send)

    def is_quiet(self) -> bool:
        """No visitor is left and nothing is being read or written for one."""
        state = self.server.server_state
        return not (state.connections or state.tasks or rooms.screens or rooms.reading)

    def tell_marks(self) -> None:
        """How many choices are told together depends on the machine; here each is told alone, and at once."""
        if rooms.loop is not None:
            asyncio.run_coroutine_threadsafe(_tell_marks(), rooms.loop).result(PATIENCE)

    def wait_until(self, true: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < until, "the site did not come to rest"
            time.sleep(0.005)


async def _tell_marks() -> None:
    await asyncio.sleep(0)  # until what was just sealed is known to the rooms
    for session_id in list(rooms.marked):
        rooms.show_marks(session_id)


@contextmanager
def serving() -> Iterator[Site]:
    """One process needs no line to others; the line's first word would make tables be read at any moment."""
    site = Site()
    listen, live.listen = live.listen, live._readers.append
    thread = threading.Thread(target=lambda: asyncio.run(site.server.serve([site.listening])), daemon=True)
    thread.start()
    try:
        site.wait_until(lambda: site.server.started)
        yield site
    finally:
        site.server.should_exit = True
        thread.join(PATIENCE)
        live.listen = listen
        live._readers.clear()
        writer._readers.clear()
        for line in rooms.express.lines if rooms.express else ():
            if line.postgres is not None:
                line.postgres.close()
        rooms.__init__()  # type: ignore[misc]
