"""The web process of `make run`: uvicorn on sockets that were opened before, so a restart refuses nobody."""

import asyncio
import gc
import os
import socket
import sys
import warnings
from itertools import count
from typing import Any

import uvicorn

from splitsite import lifeline
from splitsite.wire import Wire

LARGEST_FRAME = 4096  # bytes of a WebSocket message: a choice is far smaller


class Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        # What is loaded now stays: looking through it at every collection made reveals late.
        gc.collect()
        gc.freeze()
        gc.disable()
        self.tidying = asyncio.create_task(tidy())


async def tidy() -> None:
    """Collects garbage every second. Python itself does so when much is made: in the middle of a reveal.

    What has grown old is looked through every five minutes, which took 0.1 s with 400 pages on a busy
    machine: a page that was closed after a while leaves some of itself behind.
    """
    for second in count(1):
        await asyncio.sleep(1)
        gc.collect(2 if second % 300 == 0 else 1 if second % 5 == 0 else 0)


def config(application: Any = "splitsite.asgi:application") -> uvicorn.Config:
    return uvicorn.Config(
        application,
        ws=Wire,
        ws_max_size=LARGEST_FRAME,
        # The large part of a reveal is packed once for everyone; packing it for each socket took too long.
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=bool(os.environ.get("DEBUG")),
        log_level="warning",
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=3,
    )


def main() -> None:
    lifeline.watch()
    # Usually a thread that reads for some page may keep a reveal waiting for ten times as long.
    sys.setswitchinterval(0.0005)
    # WhiteNoise reads files the plain way; they are small, so that Django reads each at once is fine.
    warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
    sockets = [socket.socket(fileno=int(number)) for number in sys.argv[1:]]
    Server(config()).run(sockets=sockets)


if __name__ == "__main__":
    main()
