"""People at tables: each reads a hand, chooses over the socket and notes when the reveal came."""

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from benchmarks.load.wire import Wire, connect

REF = re.compile(rb'data-ref=\\?"([\d.]*)\\?"')
STATUS = re.compile(rb'data-status=\\?"(\w+)\\?"')
SEAT = re.compile(rb'data-seat=\\?"(\d+)\\?"')
OFFERS = re.compile(rb'type=\\?"radio\\?" name=\\?"move\\?" value=\\?"([^"\\]+)\\?"')
SIDES = re.compile(rb'<button[^>]*name=\\?"move\\?" value=\\?"([^"\\]+)\\?"')


@dataclass(frozen=True, slots=True)
class Chair:
    """Somebody's place: the table's code, and the cookie of who sits there."""

    session: int
    code: str
    cookie: str
    person: int


@dataclass(slots=True)
class Meeting:
    """One table as the benchmark sees it: when the last choice of each turn was sent."""

    seats: int
    sent: dict[str, int] = field(default_factory=dict)
    last: dict[str, float] = field(default_factory=dict)

    def note(self, ref: str, now: float) -> None:
        self.sent[ref] = self.sent.get(ref, 0) + 1
        self.last[ref] = now


@dataclass(slots=True)
class Tally:
    """What the crowd has seen so far."""

    chosen: int = 0
    refused: int = 0
    broken: int = 0
    bytes: int = 0
    reveals: list[float] = field(default_factory=list)
    moves: dict[tuple[int, int, int], str] = field(default_factory=dict)


class Person:
    def __init__(
        self, chair: Chair, meeting: Meeting, tally: Tally, *, luck: Random, think: tuple[float, float]
    ):
        self.chair, self.meeting, self.tally = chair, meeting, tally
        self.luck, self.think = luck, think
        self.ref = ""
        self.seat = -1
        self.over = asyncio.Event()
        self.begun = False
        self.offered: tuple[list[bytes], list[bytes]] = ([], [])
        self.wire: Wire | None = None

    async def sit(self, host: str, port: int) -> None:
        """Opens the table's socket like a page that has nothing yet; the site then sends the whole table."""
        path = f"/ws/t/{self.chair.code}/?language=en&version=-1&unpacks=1"
        self.wire = await connect(host, port, path, self.hear, Cookie=self.chair.cookie)

    def hear(self, frame: bytes) -> None:
        if frame.startswith(b'{"kind": "table"'):
            now = perf_counter()
            self.look(frame, now)
        elif frame.startswith(b'{"kind": "refused"'):
            self.tally.refused += 1

    def look(self, frame: bytes, now: float) -> None:
        ref, status = REF.search(frame), STATUS.search(frame)
        assert ref, frame[:300]
        assert status, frame[:300]
        before, self.ref = self.ref, ref[1].decode()
        counted = status[1] != b"playing"
        if before and (self.ref != before or counted) and self.meeting.sent.get(before) == self.meeting.seats:
            self.tally.reveals.append(now - self.meeting.last[before])
        if counted:
            self.over.set()
        elif self.ref != before and (offers := OFFERS.findall(frame)):
            seat = SEAT.search(frame)
            assert seat
            self.seat = int(seat[1])
            self.offered = offers, SIDES.findall(frame)
            if self.begun:
                self.decide()

    def begin(self) -> None:
        """Nobody plays before everybody sits, or the first tables would be done when the last sit down."""
        self.begun = True
        self.decide()

    def decide(self) -> None:
        offers, sides = self.offered
        move = f"{self.luck.choice(offers).decode()} {self.luck.choice(sides).decode()}"
        wait = self.luck.uniform(*self.think)
        loop = asyncio.get_running_loop()
        # Even without a moment to think, everybody first hears the reveal.
        loop.call_later(wait, self.choose, self.ref, move) if wait else loop.call_soon(
            self.choose, self.ref, move
        )

    def choose(self, ref: str, move: str) -> None:
        assert self.wire is not None
        if ref != self.ref or self.wire.closed:
            return
        self.tally.moves[self.chair.session, int(ref.partition(".")[2]), self.seat] = move
        self.tally.chosen += 1
        self.wire.send(json.dumps({"aim": ref, "move": move}).encode())
        self.meeting.note(ref, perf_counter())


async def play(
    host: str,
    port: int,
    tables: Sequence[Sequence[Chair]],
    *,
    think: tuple[float, float],
    seconds: float,
    seed: int,
    seated: Callable[[], None],
) -> tuple[Tally, float]:
    """Everybody plays to the end of the round, or for so many seconds; what was seen, and how long."""
    tally = Tally()
    luck = Random(seed)
    people = [
        Person(chair, meeting, tally, luck=luck, think=think)
        for chairs in tables
        for meeting in [Meeting(len(chairs))]
        for chair in chairs
    ]
    for start in range(0, len(people), 20):
        await asyncio.gather(*(one.sit(host, port) for one in people[start : start + 20]))
    while not all(one.ref for one in people):
        await asyncio.sleep(0.05)
    seated()
    began = perf_counter()
    for one in people:
        one.begin()
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*(one.over.wait() for one in people)), seconds)
    took = perf_counter() - began
    for one in people:
        assert one.wire is not None
        tally.broken += one.wire.closed
        tally.bytes += one.wire.received
        one.wire.close()
    return tally, took
