"""The web process of `make run`: uvicorn on sockets that were opened before, so a restart refuses nobody."""

import gc
import os
import socket
import sys
import warnings
from typing import Any

import uvicorn
from django.conf import settings

from splitsite import parent_watch

LARGEST_FRAME = 16 * 1024  # bytes of a WebSocket message; the consumer refuses far smaller ones with a reason


def config(application: Any = "splitsite.asgi:application") -> uvicorn.Config:
    return uvicorn.Config(
        application,
        ws="websockets-sansio",
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
    parent_watch.watch()
    # Usually a thread that reads for some page may keep a reveal waiting for ten times as long.
    sys.setswitchinterval(0.0005)
    # WhiteNoise reads files the plain way; they are small, so that Django reads each at once is fine.
    warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
    server = config()
    server.load()
    # What is loaded now stays: looking through it at every collection made reveals late.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    from games.table.warmup import warm_up  # needs the apps that came with the application

    warm_up(settings.LANGUAGE_CODE)
    sockets = [socket.socket(fileno=int(number)) for number in sys.argv[1:]]
    uvicorn.Server(server).run(sockets=sockets)


if __name__ == "__main__":
    main()
