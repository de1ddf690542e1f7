"""The product on a real port, served by a thread of this process with the settings of the web process."""

import asyncio
import os
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from django.conf import settings

from games.table import announcements, presence, snapshots, warmup
from splitsite import asgi, web

# The application sets this to get a connection pool; processes that other tests start must not inherit it.
os.environ.pop("DATABASE_POOL", None)

HeaderLeak = Callable[[], Awaitable[tuple[bytes, bytes]]]
PATIENCE = 20


class Site:
    """The served product; a test puts headers that the product would not send into `headers`."""

    def __init__(self) -> None:
        self.headers: list[HeaderLeak] = []
        self.listening = socket.socket()
        self.listening.bind(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        config = web.config(self)
        config.timeout_keep_alive = 600  # a slow test must not lose its connection between two pages
        self.server = uvicorn.Server(config)
        self.loop: asyncio.AbstractEventLoop | None = None

    async def serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.server.serve([self.listening])

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def leaking(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *[await leak() for leak in self.headers]]
            await send(message)

        await asgi.application(scope, receive, leaking if self.headers else send)

    def is_quiet(self) -> bool:
        """Whether no visitor is left and nothing is being read or written for one."""
        state = self.server.server_state
        return not (state.connections or state.tasks or presence.pages or snapshots._reading)

    def tell_marks(self) -> None:
        """Tells each choice alone, and at once; otherwise the machine decides how many are told together."""

        async def tell_waiting() -> None:
            await announcements.tell(list(announcements._waiting.values()))

        assert self.loop is not None
        asyncio.run_coroutine_threadsafe(tell_waiting(), self.loop).result(PATIENCE)

    def wait_until(self, true: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < until, "the site did not come to rest"
            time.sleep(0.005)


@contextmanager
def serving() -> Iterator[Site]:
    """The running site, without lessons drawn in the background: a test may have changed the rules' words."""
    warmup._languages.update(dict(settings.LANGUAGES))
    site = Site()
    thread = threading.Thread(target=lambda: asyncio.run(site.serve()), daemon=True)
    thread.start()
    try:
        site.wait_until(lambda: site.server.started)
        yield site
    finally:
        site.server.should_exit = True
        thread.join(PATIENCE)
