"""What a request passes before Django sees it: its size, its time, its turn, its sender's address."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import environ
import pytest

from games.table.services import choices
from games.table.snapshots import READERS, in_thread
from splitsite import database, request_limits
from splitsite.request_limits import LARGEST_BODY, PAGES_AT_ONCE, PAGES_OF_ONE_NETWORK, RequestLimits


class Visit:
    """One request: what the visitor sends, and what comes back."""

    def __init__(
        self, *body: bytes, peer: str = "203.0.113.5", more: bool = False, **headers: str | int
    ) -> None:
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": "POST",
            "path": "/",
            "client": (peer, 1234),
            "headers": [
                (name.replace("_", "-").encode(), str(value).encode()) for name, value in headers.items()
            ],
        }
        self.parts = list(body)
        self.more = more
        """Whether the visitor seems to have more to send, which never comes."""
        self.read = 0
        self.answer: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        if not self.parts:
            await asyncio.Event().wait()
        part = self.parts.pop(0)
        self.read += len(part)
        return {"type": "http.request", "body": part, "more_body": bool(self.parts) or self.more}

    async def send(self, message: dict[str, Any]) -> None:
        self.answer.append(message)

    @property
    def status(self) -> int:
        return self.answer[0]["status"]

    @property
    def page(self) -> str:
        return b"".join(message.get("body", b"") for message in self.answer[1:]).decode()

    async def at(self, site: RequestLimits) -> "Visit":
        await site(self.scope, self.receive, self.send)
        return self


def site(view: Callable[[Any, bytes], Awaitable[None]]) -> RequestLimits:
    """The limits before a page that reads the whole body, does this, and answers."""

    async def page(scope, receive, send):
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
        await view(scope, body)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"done"})

    return RequestLimits(page, page)


class Seen:
    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.addresses: list[str] = []

    async def __call__(self, scope, body) -> None:
        self.bodies.append(body)
        self.addresses.append(scope["client"][0])


@pytest.fixture(autouse=True)
def _quickly(monkeypatch):
    monkeypatch.setattr(request_limits, "LINGER_SECONDS", 0.01)


def test_a_body_arrives_whole():
    seen = Seen()
    visit = asyncio.run(Visit(b"a" * 5, b"b" * 5, content_length=10).at(site(seen)))
    assert visit.status == 200
    assert seen.bodies == [b"aaaaabbbbb"]


def test_a_body_that_says_it_is_too_large_is_refused_unread():
    seen, visit = Seen(), Visit(content_length=LARGEST_BODY + 1)
    asyncio.run(visit.at(site(seen)))
    assert visit.status == 413
    assert (b"connection", b"close") in visit.answer[0]["headers"]
    assert seen.bodies == []


def test_a_body_in_thousands_of_pieces_is_counted_piece_by_piece():
    """Counting all of them again at each piece would keep the tables waiting."""
    looked_at = 0

    class Piece(bytes):
        def __len__(self) -> int:
            nonlocal looked_at
            looked_at += 1
            return super().__len__()

    seen = Seen()
    pieces = [Piece(b"x") for _ in range(2_000)]
    asyncio.run(Visit(*pieces, transfer_encoding="chunked").at(site(seen)))
    assert seen.bodies == [b"x" * 2_000]
    assert looked_at < 10 * len(pieces)


def test_a_body_that_turns_out_too_large_is_cut():
    seen, visit = Seen(), Visit(*[b"a" * 65_536] * 100, transfer_encoding="chunked")
    asyncio.run(visit.at(site(seen)))
    assert visit.status == 413
    assert visit.answer[0]["type"] == "http.response.start"
    assert seen.bodies == []


def test_what_is_refused_is_thrown_away_slowly_and_one_at_a_time(monkeypatch):
    """Whoever sends a hundred huge bodies at full speed would otherwise keep the event loop busy."""
    monkeypatch.setattr(request_limits, "LINGER_SECONDS", 3600)
    monkeypatch.setattr(request_limits, "LINGER_PAUSE", 3600)

    async def story():
        here = site(Seen())
        visits = [Visit(*[b"a"] * 50, content_length=LARGEST_BODY + 1) for _ in range(100)]
        tasks = [asyncio.create_task(visit.at(here)) for visit in visits]
        for _ in range(20):
            await asyncio.sleep(0)
        assert {visit.status for visit in visits} == {413}, "all are answered at once"
        assert sum(visit.read for visit in visits) == 1
        for task in tasks:
            task.cancel()

    asyncio.run(story())


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        ({}, "at most one megabyte"),
        ({"accept_language": "de-CH,de;q=0.9"}, "höchstens ein Megabyte"),
        ({"accept_language": "de", "cookie": "django_language=fr"}, "un mégaoctet au plus"),
    ],
)
def test_the_refusal_is_in_the_visitors_language(headers, words):
    visit = asyncio.run(Visit(content_length=LARGEST_BODY + 1, **headers).at(site(Seen())))
    assert words in visit.page


def test_a_body_that_does_not_arrive_in_time_is_refused(monkeypatch):
    monkeypatch.setattr(request_limits, "BODY_SECONDS", 0.05)
    seen, visit = Seen(), Visit(b"a", more=True, content_length=2)
    asyncio.run(visit.at(site(seen)))
    assert visit.status == 408
    assert seen.bodies == []


def test_a_visitor_who_sends_slowly_holds_up_nobody():
    """Even of the same network, and more of them than pages are made at once."""

    async def story():
        seen = Seen()
        here = site(seen)
        slow = [
            asyncio.create_task(Visit(b"a", more=True, content_length=100).at(here))
            for _ in range(PAGES_AT_ONCE + 1)
        ]
        await asyncio.sleep(0)
        quick = await Visit(b"b", content_length=1).at(here)
        assert quick.status == 200
        assert not any(one.done() for one in slow)
        for one in slow:
            one.cancel()

    asyncio.run(story())


def test_large_bodies_are_read_for_a_few_at_a_time():
    async def story():
        here = site(Seen())
        visits = [
            Visit(b"a", more=True, content_length=900_000, cookie=f"sessionid={number}")
            for number in range(50)
        ]
        tasks = [asyncio.create_task(visit.at(here)) for visit in visits]
        for _ in range(20):
            await asyncio.sleep(0)
        assert sum(visit.read for visit in visits) == request_limits.UPLOADS_OF_ONE_NETWORK
        for task in tasks:
            task.cancel()

    asyncio.run(story())


class Slow:
    """A page that takes until it is let go."""

    def __init__(self) -> None:
        self.working: list[str] = []
        self.let_go = asyncio.Event()

    async def __call__(self, scope, body) -> None:
        self.working.append(scope["client"][0])
        await self.let_go.wait()


def test_pages_asked_for_at_once_are_made_one_after_the_other_and_others_come_between(monkeypatch):
    async def story():
        slow = Slow()
        here = site(slow)
        flood = [asyncio.create_task(Visit(b"").at(here)) for _ in range(300)]
        await asyncio.sleep(0.01)
        assert len(slow.working) == 1
        neighbours = [
            asyncio.create_task(Visit(b"", cookie=f"sessionid={number}").at(here)) for number in range(5)
        ]
        await asyncio.sleep(0.01)
        assert len(slow.working) == PAGES_OF_ONE_NETWORK
        honest = asyncio.create_task(Visit(b"", peer="198.51.100.7").at(here))
        await asyncio.sleep(0.01)
        assert slow.working[-1] == "198.51.100.7"
        slow.let_go.set()
        assert {visit.status for visit in await asyncio.gather(honest, *neighbours, *flood)} == {200}

    asyncio.run(story())


def test_who_was_told_to_ask_less_often_gets_the_next_page_later_and_others_at_once(monkeypatch):
    monkeypatch.setattr(request_limits, "REST", 0.05)
    made: list[str] = []

    async def page(scope, receive, send):
        made.append(request_limits.person(scope))
        status = 429 if made[-1] == "flood" else 200
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def story():
        here = RequestLimits(page, page)
        flood = [asyncio.create_task(Visit(b"", cookie="sessionid=flood").at(here)) for _ in range(3)]
        await asyncio.gather(*(Visit(b"", cookie=f"sessionid={number}").at(here) for number in range(9)))
        assert made.count("flood") == 1
        assert {visit.status for visit in await asyncio.gather(*flood)} == {429}

    asyncio.run(story())


def test_a_socket_waits_for_no_page():
    """Nor does what a table reads and writes: it has threads, and database connections, of its own."""

    async def story():
        loop, let_go = asyncio.get_running_loop(), threading.Event()
        slow = Slow()
        here = site(slow)
        flood = [asyncio.create_task(Visit(b"").at(here)) for _ in range(300)]
        loop.set_default_executor(ThreadPoolExecutor(1))
        busy = loop.run_in_executor(None, let_go.wait)
        await asyncio.sleep(0.01)
        try:
            async with asyncio.timeout(20), request_limits.opening(Visit().scope):
                assert await in_thread(lambda: "read")() == "read"
        finally:
            slow.let_go.set()
            let_go.set()
            await asyncio.gather(busy, *flood)

    asyncio.run(story())


def test_pages_sockets_and_sealing_together_have_enough_database_connections(monkeypatch):
    monkeypatch.setenv("DATABASE_POOL", "1")
    monkeypatch.delenv("DATABASE_POOL_SIZE", raising=False)
    pool = database.settings(environ.Env(), database.data_folder())["OPTIONS"]["pool"]
    threads = sum(executor._max_workers for executor in (READERS, choices._sealer, choices._counter))
    assert pool["max_size"] > PAGES_AT_ONCE + threads


def test_a_line_that_is_too_long_ends_with_try_again_later(monkeypatch):
    monkeypatch.setattr(request_limits, "PAGES_WAITING", 5)

    async def story():
        slow = Slow()
        here = site(slow)
        flood = [asyncio.create_task(Visit(b"").at(here)) for _ in range(1 + 5)]
        await asyncio.sleep(0.01)
        late = await Visit(b"").at(here)
        assert late.status == 429
        assert (b"retry-after", b"5") in late.answer[0]["headers"]
        assert "One moment, please" in late.page
        slow.let_go.set()
        assert {visit.status for visit in await asyncio.gather(*flood)} == {200}

    asyncio.run(story())


def test_who_reads_the_answer_slowly_holds_no_turn():
    async def story():
        here = site(Seen())

        async def never(message):
            await asyncio.Event().wait()

        slow = [Visit(b"") for _ in range(PAGES_AT_ONCE + 1)]
        reading = [asyncio.create_task(here(one.scope, one.receive, never)) for one in slow]
        await asyncio.sleep(0.01)
        assert (await Visit(b"").at(here)).status == 200
        for one in reading:
            one.cancel()

    asyncio.run(story())


def test_what_a_visitor_claims_about_their_address_is_not_believed(settings):
    seen = Seen()
    asyncio.run(Visit(b"", peer="127.0.0.1", x_forwarded_for="198.51.100.9").at(site(seen)))
    settings.TRUSTED_PROXIES = 1
    asyncio.run(Visit(b"", peer="127.0.0.1", x_forwarded_for="198.51.100.9").at(site(seen)))
    assert seen.addresses == ["127.0.0.1", "198.51.100.9"]
