"""The web process of `make run`: uvicorn on sockets opened by its parent, so a restart refuses nobody.

Behind a proxy it opens its port itself, once it can answer: `python -m splitsite.web 127.0.0.1 8001`.
"""

import gc
import os
import socket
import sys
import warnings
from typing import Any

import uvicorn
from django.conf import settings

from splitsite import connections, parent_watch
from splitsite.database import Unusable
from splitsite.supervisor import listen

LARGEST_FRAME = 16 * 1024  # bytes of a WebSocket message; the consumer refuses far smaller ones with a reason


def config(application: Any) -> uvicorn.Config:
    return uvicorn.Config(
        application,
        loop="splitsite.connections:Loop",  # limits how many connections are open, and for how long
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        # The large part of a reveal is compressed once for everyone; doing so for each socket took too long.
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=bool(os.environ.get("DEBUG")),
        log_level="warning",
        log_config=None,
        server_header=False,
        proxy_headers=False,  # it believes every program on this computer; splitsite/addresses.py does not
        timeout_graceful_shutdown=3,
    )


def main() -> None:
    parent_watch.watch()
    connections.raise_file_limit()
    # With the default, a thread that reads for some page may delay a reveal ten times as long.
    sys.setswitchinterval(0.0005)
    # WhiteNoise reads files synchronously; they are small, so Django may read each one at once.
    warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
    from splitsite.asgi import application  # loads the apps

    # What is loaded by now stays: scanning it at every garbage collection delayed reveals.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    from games.table.warmup import warm_up  # needs the apps

    warm_up(settings.LANGUAGE_CODE)
    uvicorn.Server(config(application)).run(sockets=given_sockets(sys.argv[1:]))


def given_sockets(words: list[str]) -> list[socket.socket]:
    """The sockets with these numbers, or new ones for this host and port."""
    if all(word.isdecimal() for word in words):
        return [socket.socket(fileno=int(number)) for number in words]
    host, port = words
    try:
        return listen(host, int(port))
    except Unusable as error:
        sys.exit(f"splitsite: {error}")


if __name__ == "__main__":
    main()
