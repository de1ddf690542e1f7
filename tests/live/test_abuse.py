"""One abusive client against the running site: others come in and play, and the log stays short."""

import re
import resource
import select
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psutil
import pytest

from games.table import rate_limits
from splitsite.connections import MOST_FILES, SPARE_FILES
from tests.support.players import PATIENCE, Player
from tests.support.sites import Site
from tests.support.tables import dealt, wish

ABUSER = "127.0.0.66"
FLOOD = 300


def reach(site: str, source: str = ABUSER) -> socket.socket:
    port = urlsplit(site).port
    assert port
    return socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0))


def flood(site: str, path: str, source: str) -> list[socket.socket]:
    """Asks for a page many times at once."""
    visitors = [reach(site, source) for _ in range(FLOOD)]
    for visitor in visitors:
        visitor.sendall(f"GET {path} HTTP/1.1\r\nHost: {urlsplit(site).netloc}\r\n\r\n".encode())
    return visitors


def answered(visitors: list[socket.socket]) -> int:
    return len(select.select(visitors, [], [], 0)[0])


def test_people_play_while_somebody_asks_for_hundreds_of_pages_at_once(site, player):
    """What counts is the order: they are served while most of the flood still waits."""
    session, (ana, ben) = dealt(2)
    visitors = flood(site, f"/t/{session.code}/", ABUSER)
    one, other = player(ana), player(ben)
    for each in (one, other):
        each.sit_at(session.code)
    for each, user in ((one, ana), (other, ben)):
        each.choose(wish(session, user).move)
    one.until(ref="1.1")
    assert answered(visitors) < FLOOD / 2
    for visitor in visitors:
        visitor.close()


def test_even_if_it_is_somebody_in_the_same_hall(site, player):
    session, (ana, _) = dealt(2)
    one = player(ana)
    one.get("/tables/")
    visitors = flood(site, f"/t/{session.code}/", "127.0.0.1")
    one.sit_at(session.code)
    one.choose(wish(session, ana).move)
    one.next("sealed")
    assert answered(visitors) < FLOOD / 2
    for visitor in visitors:
        visitor.close()


@pytest.mark.parametrize("claim", [{"Content-Length": "50000000"}, {"Transfer-Encoding": "chunked"}])
def test_a_huge_body_is_answered_before_it_is_sent_whole(site, claim):
    visitor = reach(site)
    lines = [f"POST /guest/ HTTP/1.1\r\nHost: {urlsplit(site).netloc}\r\nAccept-Language: de"]
    head = "\r\n".join([*lines, *(f"{name}: {value}" for name, value in claim.items())])
    visitor.sendall(f"{head}\r\n\r\n".encode())
    chunk = b"10000\r\n" + b"a" * 65_536 + b"\r\n"
    for _ in range(20):  # a little more than the limit, and far less than the whole
        visitor.sendall(chunk if "Transfer-Encoding" in claim else b"a" * 65_536)
    answer = visitor.makefile("rb").readline()
    assert answer.startswith(b"HTTP/1.1 413")
    visitor.close()


def test_codes_are_not_found_by_guessing_under_many_claimed_addresses(site):
    with httpx.Client(base_url=site, transport=httpx.HTTPTransport(local_address="127.0.0.77")) as guesser:
        answers = [
            guesser.get("/t/NOPE9/", headers={"X-Forwarded-For": f"198.51.100.{number}"}).status_code
            for number in range(rate_limits.MISSES + 5)
        ]
    assert answers[0] == 404
    assert answers[-1] == 429


@pytest.fixture
def own_site(transactional_db: None, tmp_path: Path) -> Iterator[Site]:
    site = Site(log=tmp_path / "log")
    yield site
    site.stop()


def reset(visitor: socket.socket) -> None:
    """Breaks the connection off at once, without a farewell."""
    visitor.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    visitor.close()


def opening(path: bytes, host: str, *headers: bytes) -> bytes:
    lines = [
        b"GET " + path + b" HTTP/1.1",
        f"Host: {host}".encode(),
        f"Origin: http://{host}".encode(),
        b"Upgrade: websocket",
        b"Connection: Upgrade",
        b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
        b"Sec-WebSocket-Version: 13",
        *headers,
    ]
    return b"\r\n".join(lines) + b"\r\n\r\n"


def test_nonsense_and_sudden_ends_leave_no_traceback(own_site):
    session, (ana, _) = dealt(2)
    host, table = urlsplit(own_site.address).netloc, f"/ws/t/{session.code}/".encode()
    heads = [
        b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /?a=\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /%ff%fe/?a=%ff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\nCookie: \xff=\xfe\r\nX-\xff: 1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nAccept-Language: \xff\xfe\r\nCookie: sessionid=\xff\r\n\r\n",
        b"POST /guest/ HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\nname=\xff\xfe%ff%fe",
        b"POST /t/NOPE9/sit/ HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
        b"\x16\x03\x01 nonsense\r\n\r\n",
        opening(b"/ws/t/\xff/", host),
        opening(b"/ws/t/NOPE9/?a=\xff", host),
        opening(table + b"?language=\xff", host),
        opening(table, host, b"Cookie: sessionid=\xff\xfe", b"X-Odd: \xff"),
    ]
    for head in heads:
        visitor = reach(own_site.address)
        visitor.sendall(head)
        with suppress(ConnectionError):
            visitor.recv(100)
        visitor.close()
    for _ in range(20):
        for wait in (False, True):
            visitor = reach(own_site.address)
            visitor.sendall(opening(table, host))
            if wait:
                visitor.recv(12)
            reset(visitor)
    for frame in (b"\x81\x82\x00\x00\x00\x00\xff\xfe", b"\x88\x82\x00\x00\x00\x00\xff\xfe", b"\xff" * 20):
        visitor = reach(own_site.address)
        visitor.sendall(opening(table, host))
        visitor.recv(12)
        visitor.sendall(frame)
        with suppress(ConnectionError):
            while visitor.recv(10_000):
                pass
        visitor.close()
    player = Player(own_site.address, ana).sit_at(session.code)
    player.choose(wish(session, ana).move)
    player.next("sealed")
    player.close()
    own_site.stop()
    log = own_site.log.read_text()
    assert "Traceback" not in log, log
    assert not re.search(r"\b(ERROR|CRITICAL)\b", log), log


def test_the_site_may_open_as_many_files_as_the_system_allows(transactional_db):
    """It is started with the usual 1,024, which are few for a web server."""
    usual, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = 1024 if most == resource.RLIM_INFINITY else min(1024, most // 2)
    resource.setrlimit(resource.RLIMIT_NOFILE, (few, most))
    try:
        site = Site()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (usual, most))
    soft, _ = site.child("splitsite.web").rlimit(psutil.RLIMIT_NOFILE)
    site.stop()
    assert soft == (MOST_FILES if most == resource.RLIM_INFINITY else most)
    assert soft > SPARE_FILES


def test_sockets_of_one_address_end_at_its_limit_and_others_still_come_in(transactional_db):
    site = Site(CONNECTIONS_PER_ADDRESS="10")
    session, (ana, _) = dealt(2)
    host, table = urlsplit(site.address).netloc, f"/ws/t/{session.code}/".encode()
    flooding = []
    for _ in range(10):
        visitor = reach(site.address)
        visitor.sendall(opening(table, host))
        assert visitor.recv(12) == b"HTTP/1.1 101"
        flooding.append(visitor)
    one_more = reach(site.address)
    with suppress(ConnectionError):
        one_more.sendall(opening(table, host))
        assert one_more.recv(12) == b""
    player = Player(site.address, ana).sit_at(session.code)
    player.choose(wish(session, ana).move)
    player.next("sealed")
    player.close()
    for visitor in flooding:
        visitor.close()
    site.stop()
