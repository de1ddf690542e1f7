"""Connections that ask for nothing are closed, and one network cannot take them all."""

import asyncio
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
import uvicorn

from splitsite import connections, web
from splitsite.connections import Connections, Loop

PATIENCE = 20
ANSWER = b"HTTP/1.1 200 OK"


class Site:
    """A real server with our event loop; its one page says where the visitor is, or waits to be let go."""

    def __init__(self, *, most: int = 1_000, of_one_network: int = 100, idle: float = 600) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.server = uvicorn.Server(web.config(self))
        self.loop = Loop()
        self.loop.connections = Connections(most=most, of_one_network=of_one_network, idle=idle)
        self.let_go = threading.Event()

    async def __call__(self, scope, receive, send) -> None:
        with connections.at_work(scope["client"], socket=scope["type"] == "websocket"):
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.accept"})
                while (await receive())["type"] != "websocket.disconnect":
                    pass
                return
            while scope["path"] == "/slow" and not self.let_go.is_set():
                await asyncio.sleep(0.01)
            headers = [(b"content-length", b"2")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": b"hi"})

    @property
    def open(self) -> Connections:
        return self.loop.connections

    def run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(self.server.serve([self.listening]))

    def visit(self, source: str = "127.0.0.1") -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, (source, 0))


@pytest.fixture
def serving() -> Iterator[Callable[..., Site]]:
    started: list[tuple[Site, threading.Thread]] = []

    def serve(**limits: float) -> Site:
        site = Site(**limits)  # type: ignore[arg-type]
        thread = threading.Thread(target=site.run, daemon=True)
        thread.start()
        started.append((site, thread))
        wait_until(lambda: site.server.started)
        return site

    yield serve
    for site, thread in started:
        site.let_go.set()
        site.server.should_exit = True
        thread.join(PATIENCE)


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until
        time.sleep(0.005)


def ask(visitor: socket.socket, path: str = "/") -> None:
    visitor.sendall(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())


def is_closed(visitor: socket.socket) -> bool:
    """Waits for the end of the connection; whatever still comes is thrown away."""
    try:
        while visitor.recv(1000):
            pass
    except ConnectionError:
        return True
    return True


def is_closed_while_letters_come(visitor: socket.socket) -> bool:
    try:
        for _ in range(2_000):
            visitor.sendall(b"a")
            time.sleep(0.01)
    except ConnectionError:
        return True
    return False


def open_socket(visitor: socket.socket) -> None:
    visitor.sendall(
        b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert visitor.recv(1000).startswith(b"HTTP/1.1 101")


def test_a_connection_that_says_nothing_is_closed(serving):
    assert is_closed(serving(idle=0.2).visit())


def test_a_head_that_never_ends_is_cut_off_however_often_a_letter_comes(serving):
    visitor = serving(idle=0.3).visit()
    visitor.sendall(b"GET / HTTP/1.1\r\nX-More: ")
    assert is_closed_while_letters_come(visitor)


def test_so_is_the_head_of_a_second_request(serving):
    visitor = serving(idle=0.3).visit()
    ask(visitor)
    assert visitor.recv(1000).startswith(ANSWER)
    visitor.sendall(b"GET / HTTP/1.1\r\nX-More: ")
    assert is_closed_while_letters_come(visitor)


def test_who_waits_for_an_answer_and_who_has_a_socket_are_not_idle(serving):
    site = serving(idle=0.1)
    waiting, socket_of = site.visit(), site.visit()
    ask(waiting, "/slow")
    open_socket(socket_of)
    assert is_closed(site.visit()), "long enough for both to be closed if they counted as idle"
    assert is_closed(site.visit())
    site.let_go.set()
    assert waiting.recv(1000).startswith(ANSWER)
    socket_of.sendall(b"\x89\x80\x00\x00\x00\x00")  # a ping
    assert socket_of.recv(2) == b"\x8a\x00"


def test_when_a_network_has_too_many_its_oldest_idle_one_makes_room(serving, caplog):
    site = serving(of_one_network=5)
    with caplog.at_level(logging.WARNING):
        idle = [site.visit() for _ in range(5)]
        wait_until(lambda: len(site.open.by_peer) == 5)
        newcomer = site.visit()
        ask(newcomer)
        assert newcomer.recv(1000).startswith(ANSWER)
        assert is_closed(idle[0])
        assert len(site.open.by_peer) == 5
        wait_until(lambda: "Too many connections: 1 of 127.0.0.1 had to go" in caplog.text)


def test_when_all_are_at_work_a_new_one_of_that_network_is_turned_away_and_others_are_not(serving):
    site = serving(of_one_network=3)
    busy = [site.visit() for _ in range(3)]
    for visitor in busy:
        ask(visitor, "/slow")
    wait_until(lambda: len(site.open.requests) == 3)
    assert is_closed(site.visit())
    elsewhere = site.visit("127.0.0.66")
    ask(elsewhere)
    assert elsewhere.recv(1000).startswith(ANSWER)


def test_when_the_site_is_full_the_largest_network_makes_room(serving):
    site = serving(most=6)
    flood = [site.visit("127.0.0.66") for _ in range(5)]
    wait_until(lambda: len(site.open.by_peer) == 5)
    honest = [site.visit() for _ in range(3)]
    for visitor in honest:
        ask(visitor)
        assert visitor.recv(1000).startswith(ANSWER)
    assert is_closed(flood[0])
    assert is_closed(flood[1])


def test_a_hall_of_sixty_fits_with_sockets_and_pages(serving, settings):
    site = serving(of_one_network=settings.CONNECTIONS_PER_ADDRESS)
    sockets = [site.visit() for _ in range(60)]
    for one in sockets:
        open_socket(one)
    pages = [site.visit() for _ in range(60 * 6)]
    for page in pages:
        ask(page, "/slow")
    wait_until(lambda: len(site.open.requests) == 360)
    site.let_go.set()
    assert all(page.recv(1000).startswith(ANSWER) for page in pages)


def test_nothing_is_left_of_connections_that_have_ended(serving):
    site = serving(idle=1)
    visitors = [site.visit() for _ in range(4)]
    ask(visitors[0])
    open_socket(visitors[1])
    visitors[2].sendall(
        b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
    )
    visitors[3].sendall(b"\x00\xff nonsense\r\n\r\n")
    for visitor in visitors:
        visitor.recv(12)
        visitor.close()
    wait_until(lambda: not site.open.by_peer)
    assert (site.open.sizes, site.open.idle, site.open.requests) == ({}, {}, {})


def test_an_address_that_is_not_ascii_is_one_line_in_the_log(serving, caplog):
    visitor = serving().visit()
    visitor.sendall(b"GET /\xff\xfe HTTP/1.1\r\nHost: here\r\n\r\n")
    assert is_closed(visitor)
    assert "Traceback" not in caplog.text
    assert all(record.exc_info is None for record in caplog.records)


def test_behind_a_proxy_its_address_may_hold_all_connections(settings):
    settings.TRUSTED_PROXIES = 1
    loop = Loop()
    assert loop.connections.of_one_network == loop.connections.most
    loop.close()
