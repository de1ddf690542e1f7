"""What a request passes before Django sees it: whose it is, how much it may send, and when it is its turn.

Django gives each request a thread, and all threads share one processor core with the tables. So only a few
pages are made at once; the others wait here, where waiting costs nothing. A body is read here too, before
its request takes a turn: whoever sends slowly holds up nobody. Sockets pass with one look at their address.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from functools import cache
from http import HTTPStatus
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.template.loader import render_to_string
from django.utils import translation

from splitsite import addresses, connections, metrics
from splitsite.fair_queue import FairQueue, Full

LARGEST_BODY = 1024 * 1024
"""Bytes of a form. The largest we take, a list of people, has less than half of it."""

SMALL_BODY = 64 * 1024
"""Bodies up to this size are read for everyone at once, larger ones for a few at a time."""

BODY_SECONDS = 20.0
LINGER_SECONDS = 5.0
"""How long we take in, and throw away, what a browser still sends: it reads our answer only afterwards."""

LINGER_PAUSE = 0.02
"""Seconds between two such pieces of about 64 KiB: taking in all that comes would delay the tables."""

PAGES_AT_ONCE = 4
PAGES_OF_ONE_NETWORK = 2
PAGES_WAITING = 500
"""Of one network. Sixty browsers in a hall that each load six files are 360."""

UPLOADS_AT_ONCE = 8
UPLOADS_OF_ONE_NETWORK = 4
UPLOADS_WAITING = 100

SOCKETS_AT_ONCE = 4
SOCKETS_OF_ONE_NETWORK = 2
SOCKETS_WAITING = 1_000

REST = 1.0
"""Seconds until the next turn of somebody whom Django has just told that they ask too often."""

COME_BACK = b"5"
"""Seconds after which a visitor who was turned away may try again."""

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Receive, Send], Awaitable[None]]


class Refused(Exception):
    """A request that Django does not see."""

    def __init__(self, status: HTTPStatus) -> None:
        self.status = status


class Gone(Exception):
    """The visitor has left."""


class Queues:
    """Who waits, in one event loop."""

    def __init__(self) -> None:
        self.pages = FairQueue(
            PAGES_AT_ONCE, of_one_network=PAGES_OF_ONE_NETWORK, waiting_of_one_network=PAGES_WAITING
        )
        self.uploads = FairQueue(
            UPLOADS_AT_ONCE, of_one_network=UPLOADS_OF_ONE_NETWORK, waiting_of_one_network=UPLOADS_WAITING
        )
        self.sockets = FairQueue(
            SOCKETS_AT_ONCE, of_one_network=SOCKETS_OF_ONE_NETWORK, waiting_of_one_network=SOCKETS_WAITING
        )


_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, Queues] = WeakKeyDictionary()


def waiting_here() -> Queues:
    return _queues.setdefault(asyncio.get_running_loop(), Queues())


def opening(scope: Any) -> AbstractAsyncContextManager[None]:
    """A turn for a socket to be opened, apart from the turns of pages. Raises Full."""
    host, _ = scope.get("client") or ("", 0)
    return waiting_here().sockets.turn(addresses.network(host), person(scope))


class RequestLimits:
    def __init__(self, pages: App, screens: App) -> None:
        self.pages, self.screens = pages, screens

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        peer = scope.get("client") or (addresses.UNKNOWN, 0)
        scope["client"] = (addresses.client(scope, settings.TRUSTED_PROXIES), peer[1])
        if scope["type"] == "websocket":
            with connections.at_work(peer, socket=True):
                await self.screens(scope, receive, send)
            return
        with connections.at_work(peer) as connection:
            try:
                answer = await self.answer(scope, receive, connection)
            except Refused as refused:
                metrics.turned_away.labels(refused.status.value).inc()
                await refuse(refused.status, scope, receive, send)
                return
            for message in answer:
                await send(message)

    async def answer(
        self, scope: Any, receive: Receive, connection: connections.Connection | None
    ) -> list[Message]:
        """Django's whole answer: a visitor who reads it slowly then holds nothing but these bytes."""
        queues, network = waiting_here(), addresses.network(scope["client"][0])
        size = announced_size(scope)
        if size is not None and size > LARGEST_BODY:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        messages: list[Message] = []
        try:
            async with AsyncExitStack() as turns:
                if size is None or size > SMALL_BODY:
                    await turns.enter_async_context(queues.uploads.turn(network, person(scope)))
                if size != 0:
                    receive = read_before(await body(receive), receive)
                await turns.enter_async_context(queues.pages.turn(network, person(scope)))
                if connection is None or connection.is_open:
                    await self.pages(scope, receive, collect(messages))
                if messages and messages[0]["status"] == HTTPStatus.TOO_MANY_REQUESTS:
                    queues.pages.rest(network, person(scope), REST)
        except Full:
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS) from None
        except Gone:
            pass
        return messages


def announced_size(scope: Any) -> int | None:
    """How many bytes the body has; None if the visitor does not say."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    return int(headers.get(b"content-length", 0))


def person(scope: Any) -> str:
    """Something that tells the people of one network apart: nobody gains by making it up."""
    cookies = parse_cookie(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"))
    return cookies.get(settings.SESSION_COOKIE_NAME, "")


async def body(receive: Receive) -> bytes:
    read = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Gone
                read += message.get("body", b"")
                if len(read) > LARGEST_BODY:
                    raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
                if not message.get("more_body", False):
                    return bytes(read)
    except TimeoutError:
        raise Refused(HTTPStatus.REQUEST_TIMEOUT) from None


def read_before(read: bytes, receive: Receive) -> Receive:
    """A `receive` that first returns the body that was read."""
    messages: list[Message] = [{"type": "http.request", "body": read, "more_body": False}]

    async def receiving() -> Message:
        return messages.pop() if messages else await receive()

    return receiving


def collect(messages: list[Message]) -> Send:
    async def sending(message: Message) -> None:
        messages.append(message)

    return sending


async def refuse(status: HTTPStatus, scope: Any, receive: Receive, send: Send) -> None:
    """Answers at once, in the visitor's language, and closes the connection a little later.

    What somebody still sends is thrown away slowly, and for each person one request at a time.
    """
    page = apology(status, language(scope))
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(page)).encode()),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", b"default-src 'self'; frame-ancestors 'none'"),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
        (b"retry-after", COME_BACK),
    ]
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    await send({"type": "http.response.body", "body": page, "more_body": True})
    turn = waiting_here().uploads.turn(addresses.network(scope["client"][0]), person(scope))
    with suppress(TimeoutError, Full):
        async with asyncio.timeout(LINGER_SECONDS), turn:
            while (await receive()).get("more_body", False):
                await asyncio.sleep(LINGER_PAUSE)
    await send({"type": "http.response.body", "body": b""})


@cache
def apology(status: HTTPStatus, language: str) -> bytes:
    with translation.override(language):
        return render_to_string(f"{status.value}.html").encode()


def language(scope: Any) -> str:
    headers, request = dict(scope["headers"]), HttpRequest()
    request.COOKIES = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    return translation.get_language_from_request(request)
