"""The open connections of the web process: how many one network may hold, and how long they may be idle.

uvicorn limits the time between two requests, but not the time of a first byte or of a request's head: whoever
sends nothing, or a letter now and then, keeps a connection for ever. Its options cannot change that, and an
ASGI application is called only when the head is complete. So the event loop, which uvicorn lets us choose,
puts a `Connection` of ours around uvicorn's protocol. It counts itself and passes everything on; the
application says when a request begins and ends (`at_work`). From both follows who asks for nothing. A
WebSocket replaces this protocol by its own, so frames do not pass through here.
"""

import asyncio
import logging
import resource
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, cast

import uvloop
from django.conf import settings

from splitsite import addresses, metrics

IDLE = 15.0
"""Seconds a connection may be open without a complete request: before the first one, and between two."""

LONGEST_REQUEST = 120.0
"""Seconds for a request and its answer: whoever does not read an answer is cut off then."""

SWEEP = 1.0
SAY_AGAIN = 60.0
SPARE_FILES = 200
"""Open files kept for everything that is not a visitor's connection."""

MOST_FILES = 65_536

log = logging.getLogger(__name__)

Peer = tuple[str, int]


class Connection(asyncio.Protocol):
    """A connection until it becomes a WebSocket; `inner` is what uvicorn made for it."""

    transport: asyncio.Transport
    network = ""
    peer: Peer = ("", 0)

    def __init__(self, make: Callable[[], asyncio.Protocol], connections: "Connections") -> None:
        self.make, self.connections = make, connections
        self.inner: asyncio.Protocol | None = None

    @property
    def is_open(self) -> bool:
        return self.connections.by_peer.get(self.peer) is self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport = cast(asyncio.Transport, transport)
        try:
            self.peer = transport.get_extra_info("socket").getpeername()[:2]
        except OSError:  # it has gone already
            transport.abort()
            return
        self.network = addresses.network(self.peer[0])
        if self.connections.enter(self):
            self.inner = self.make()
            self.inner.connection_made(transport)
        else:
            transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        self.connections.leave(self)
        if self.inner is not None:
            self.inner.connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if self.inner is None:
            return
        try:
            self.inner.data_received(data)
        except ValueError as nonsense:  # such as an address that is not ASCII
            log.warning("A visitor's request could not be read: %s", nonsense)
            self.transport.abort()

    def eof_received(self) -> bool | None:
        return self.inner.eof_received() if self.inner else None

    def pause_writing(self) -> None:
        if self.inner is not None:
            self.inner.pause_writing()

    def resume_writing(self) -> None:
        if self.inner is not None:
            self.inner.resume_writing()


class Connections:
    def __init__(self, *, most: int, of_one_network: int, idle: float = IDLE) -> None:
        """With no limit for one network (0), as behind a proxy, only the total and the times count."""
        self.most, self.of_one_network, self.idle_seconds = most, of_one_network or most, idle
        self.by_peer: dict[Peer, Connection] = {}
        self.sizes: Counter[str] = Counter()
        self.idle: dict[str, dict[Connection, float]] = {}
        """Connections without a request, by network, and since when; the oldest come first."""
        self.requests: dict[Connection, float] = {}
        """Connections whose request is being answered, and since when."""
        self.crowded: Counter[str] = Counter()
        self.said_at = -SAY_AGAIN

    # Coming and going.

    def enter(self, connection: Connection) -> bool:
        """Whether there is room; for a new connection the network's oldest idle one has to go."""
        if self.sizes[connection.network] >= self.of_one_network and not self.make_room(connection.network):
            return False
        if len(self.by_peer) >= self.most and not self.make_room(self.largest()):
            return False
        if connection.peer in self.by_peer:  # a WebSocket that has just ended
            self.leave(self.by_peer[connection.peer])
        self.by_peer[connection.peer] = connection
        self.sizes[connection.network] += 1
        self.rest(connection)
        return True

    def make_room(self, network: str) -> bool:
        self.crowded[network] += 1
        oldest = next(iter(self.idle.get(network, ())), None)
        if oldest is None:
            return False
        self.close(oldest, "crowded")
        return True

    def largest(self) -> str:
        return max(self.sizes, key=lambda network: self.sizes[network])

    def leave(self, connection: Connection) -> None:
        if not connection.is_open:
            return
        del self.by_peer[connection.peer]
        self.sizes[connection.network] -= 1
        if not self.sizes[connection.network]:
            del self.sizes[connection.network]
        self.requests.pop(connection, None)
        self.wake(connection)

    def close(self, connection: Connection, why: str) -> None:
        metrics.connections_closed.labels(why).inc()
        self.leave(connection)
        connection.transport.abort()

    def rest(self, connection: Connection) -> None:
        self.idle.setdefault(connection.network, {})[connection] = asyncio.get_running_loop().time()

    def wake(self, connection: Connection) -> None:
        resting = self.idle.get(connection.network, {})
        resting.pop(connection, None)
        if not resting:
            self.idle.pop(connection.network, None)

    # What the application and the time say.

    @contextmanager
    def at_work(self, peer: Peer, *, socket: bool) -> Iterator[Connection | None]:
        """While a request of this connection is answered, or its WebSocket is open."""
        connection = self.by_peer.get(peer)
        if connection is None:
            yield None
            return
        self.wake(connection)
        if not socket:
            self.requests[connection] = asyncio.get_running_loop().time()
        try:
            yield connection
        finally:
            self.requests.pop(connection, None)
            if connection.is_open:
                self.rest(connection)

    def sweep(self) -> None:
        """Closes what has been idle, or has not read its answer, for too long."""
        now = asyncio.get_running_loop().time()
        for resting in list(self.idle.values()):
            for connection, since in list(resting.items()):
                if (
                    connection.transport.is_closing()
                ):  # a WebSocket that has ended: its `Connection` does not hear of it
                    self.leave(connection)
                elif since <= now - self.idle_seconds:
                    self.close(connection, "idle")
        for connection, since in list(self.requests.items()):
            if since <= now - LONGEST_REQUEST:
                self.close(connection, "unread")
        if self.crowded and now >= self.said_at + SAY_AGAIN:
            self.say(now)

    def say(self, now: float) -> None:
        for network, times in self.crowded.most_common(3):
            log.warning(
                "Too many connections: %s of %s had to go or were turned away"
                " (one network may hold %s, all together %s).",
                times,
                network,
                self.of_one_network,
                self.most,
            )
        self.crowded.clear()
        self.said_at = now


class Loop(uvloop.Loop):
    """The event loop of the web process: each connection to a server started in it is counted."""

    def __init__(self) -> None:
        super().__init__()
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        behind_proxy = settings.TRUSTED_PROXIES > 0
        self.connections = Connections(
            most=max(files - SPARE_FILES, SPARE_FILES),
            of_one_network=0 if behind_proxy else settings.CONNECTIONS_PER_ADDRESS,
        )
        self.sweeping: asyncio.TimerHandle | None = None

    async def create_server(self, make: Any, *args: Any, **options: Any) -> Any:  # type: ignore[override]
        if self.sweeping is None:
            self.sweep()
        return await super().create_server(partial(Connection, make, self.connections), *args, **options)

    def sweep(self) -> None:
        self.connections.sweep()
        self.sweeping = self.call_later(min(SWEEP, self.connections.idle_seconds / 4), self.sweep)


@contextmanager
def at_work(peer: Peer, *, socket: bool = False) -> Iterator[Connection | None]:
    """The same for the running loop; under `runserver` nobody counts connections."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, Loop):
        with loop.connections.at_work(peer, socket=socket) as connection:
            yield connection
    else:
        yield None


def raise_file_limit() -> None:
    """Allows as many open files as the system lets us have: the usual 1,024 are few for a web server."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else most
    with suppress(ValueError, OSError):  # macOS allows fewer than it says
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
