"""One abusive client in a process of its own: it does one kind of harm for some seconds and then ends.

It only ever talks to a site on this computer. Where the system allows (Linux), its loopback address is not
that of the honest people, as in the real world.
"""

import argparse
import asyncio
import json
import os
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from benchmarks.load import crowd
from benchmarks.load.visitor import Chair, Visitor

HOST = "127.0.0.1"
ELSEWHERE = "127.0.0.66"
LOST = (OSError, asyncio.IncompleteReadError, ValueError)
LOGINS = 118
PAUSE = 0.1
"""Seconds before the same thing is done again: an abuser too has only one computer."""


@dataclass
class Target:
    port: int
    source: str
    code: str
    """Of a table that anybody may look at."""
    chat: str
    """Of a table whose round is counted, where `cookie` has a seat."""
    cookie: str
    hogged: list[tuple[int, str, str]]
    """Chairs at tables full of Masters, all of one host."""

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(HOST, self.port, local_addr=(self.source, 0))

    def head(self, method: str, path: str, **headers: object) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}:{self.port}"]
        return "\r\n".join(
            [*lines, *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items())]
        ).encode()

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: object) -> bytes:
        """A whole request, and its whole answer."""
        reader, writer = await self.connect()
        try:
            more = {"Content_Length": len(body)} if body else {}
            writer.write(self.head(method, path, Connection="close", **headers, **more) + b"\r\n\r\n" + body)
            return await reader.read()
        finally:
            writer.close()


async def idle(target: Target) -> None:
    """Opens a connection and says nothing."""
    reader, writer = await target.connect()
    await reader.read()
    writer.close()


async def slow_head(target: Target) -> None:
    reader, writer = await target.connect()
    writer.write(target.head("GET", "/"))
    while not reader.at_eof():
        writer.write(b"\r\nX-More: 1")
        await writer.drain()
        with suppress(TimeoutError):
            await asyncio.wait_for(reader.read(1000), 1)
    writer.close()


async def slow_body(target: Target) -> None:
    reader, writer = await target.connect()
    writer.write(target.head("POST", f"/t/{target.code}/sit/", Content_Length=60_000) + b"\r\n\r\n")
    while not reader.at_eof():
        writer.write(b"a")
        await writer.drain()
        with suppress(TimeoutError):
            await asyncio.wait_for(reader.read(1000), 1)
    writer.close()


async def huge_body(target: Target) -> None:
    chunked = random.random() < 0.5
    size: dict[str, object] = {"Transfer_Encoding": "chunked"} if chunked else {"Content_Length": 50_000_000}
    _, writer = await target.connect()
    writer.write(target.head("POST", f"/t/{target.code}/sit/", **size) + b"\r\n\r\n")
    piece = b"10000\r\n" + b"a" * 65_536 + b"\r\n" if chunked else b"a" * 65_536
    try:
        for _ in range(760):
            writer.write(piece)
            await writer.drain()
    finally:
        writer.close()


async def page(target: Target) -> None:
    await target.ask("GET", f"/t/{target.code}/")


async def login(target: Target) -> None:
    token = "a" * 32
    form = (
        f"csrfmiddlewaretoken={token}&login=Nobody{random.randrange(10**9)}&password=wrong-{random.random()}"
    )
    kind = "application/x-www-form-urlencoded"
    await target.ask(
        "POST", "/accounts/login/", form.encode(), Content_Type=kind, Cookie=f"csrftoken={token}"
    )


async def chat(target: Target) -> None:
    token = "a" * 32
    form = f"csrfmiddlewaretoken={token}&text=flood{random.randrange(10**9)}"
    kind = "application/x-www-form-urlencoded"
    await target.ask(
        "POST",
        f"/t/{target.chat}/say/",
        form.encode(),
        Content_Type=kind,
        Cookie=f"csrftoken={token}; {target.cookie}",
    )


async def screen(target: Target) -> None:
    """Opens a table's socket, reads the beginning, and goes."""
    reader, writer = await target.connect()
    head = target.head(
        "GET",
        f"/ws/t/{target.code}/?language=en&version=-1&unpacks=1",
        Origin=f"http://{HOST}:{target.port}",
        Upgrade="websocket",
        Connection="Upgrade",
        Sec_WebSocket_Key="MDEyMzQ1Njc4OWFiY2RlZg==",
        Sec_WebSocket_Version=13,
    )
    try:
        writer.write(head + b"\r\n\r\n")
        await reader.read(1000)
    finally:
        writer.transport.abort()


async def hog(target: Target) -> None:
    """Chooses at once at every table full of Masters, so that all of them always have to think."""
    tally, luck = crowd.Tally(), random.Random(1)
    people = [
        Visitor(HOST, target.port, Chair(*chair), crowd.Meeting(8), tally, luck=luck, think=(0, 0))
        for chair in target.hogged
    ]
    await crowd.sit(people)
    for one in people:
        one.begin()
    await asyncio.Event().wait()


KINDS: dict[str, tuple[Callable[[Target], Awaitable[None]], int]] = {
    "idle": (idle, 1_100),
    "slow-heads": (slow_head, 1_100),
    "slow-bodies": (slow_body, 300),
    "huge-bodies": (huge_body, 20),
    "pages-60": (page, 60),
    "pages-300": (page, 300),
    "logins": (login, LOGINS),
    "sockets": (screen, 60),
    "masters": (hog, 1),
    "chat": (chat, 20),
}
"""What one client does again and again, and how many times at once."""


async def abuse(target: Target, kind: str, seconds: float) -> None:
    act, at_once = KINDS[kind]

    async def again_and_again() -> None:
        while True:
            with suppress(*LOST):
                await act(target)
            await asyncio.sleep(PAUSE)

    doing = [asyncio.create_task(again_and_again()) for _ in range(at_once)]
    await asyncio.sleep(seconds)
    for one in doing:
        one.cancel()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("seconds", type=float)
    parser.add_argument("target", help="the fields of Target as JSON")
    asked = parser.parse_args()
    os.nice(10)  # the harm is to come from what is asked, not from the processor that asking takes
    asyncio.run(abuse(Target(**json.loads(asked.target)), asked.kind, asked.seconds))


if __name__ == "__main__":
    main()
