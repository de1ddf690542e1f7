"""People at tables who choose over a socket and note when the reveal came; subclasses know the protocol."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from benchmarks.load.websocket import Wire

LAST_ANSWERS = 1.0
"""Seconds left at the end for the last choices to be sealed; nothing more is chosen then."""

AT_ONCE = 20
"""How many people sit down at the same time; more would measure how a server opens sockets."""


@dataclass(slots=True)
class Meeting:
    """One table as the benchmark sees it: how many chose in each turn, and when the last one did."""

    seats: int
    late: float = 0.0
    """How long after the others it begins: real tables do not play in step."""
    sent: dict[str, int] = field(default_factory=dict)
    last: dict[str, float] = field(default_factory=dict)

    def note(self, ref: str) -> None:
        self.sent[ref] = self.sent.get(ref, 0) + 1
        self.last[ref] = perf_counter()

    def complete(self, ref: str) -> bool:
        return self.sent.get(ref) == self.seats


@dataclass(slots=True)
class Tally:
    """What the crowd has done and seen so far."""

    chosen: int = 0
    refused: int = 0
    broken: int = 0
    bytes: int = 0
    reveals: list[float] = field(default_factory=list)
    moves: dict[tuple[str, str, int], str] = field(default_factory=dict)
    """What was chosen last, by table, turn and seat."""


class Person:
    def __init__(
        self, table: str, meeting: Meeting, tally: Tally, *, luck: Random, think: tuple[float, float]
    ):
        self.table, self.meeting, self.tally = table, meeting, tally
        self.luck, self.think = luck, think
        self.ref = ""
        self.seat = -1
        self.over = asyncio.Event()
        self.begun = False
        self.offers: list[str] = []
        self.sides: list[str] = []
        self.wire: Wire | None = None

    async def sit(self) -> None:
        """Opens the socket and asks for the table."""
        raise NotImplementedError

    def frame(self, ref: str, move: str) -> bytes:
        """A choice as this socket sends it."""
        raise NotImplementedError

    def see(self, ref: str, *, over: bool, offers: Callable[[], tuple[list[str], list[str]]]) -> None:
        """Takes in the table: another turn means a reveal, and then the next choice is due."""
        before, self.ref = self.ref, ref
        if ref == before and not over:
            return
        if before and self.meeting.complete(before):
            self.tally.reveals.append(perf_counter() - self.meeting.last[before])
        if over:
            self.over.set()
            return
        self.offers, self.sides = offers()
        if self.begun and self.offers:  # after the last turn there is nothing more to choose
            self.decide()

    def begin(self) -> None:
        """Starts to play. Everybody sits first, or the first tables would finish while the last sit down."""
        self.begun = True
        self.decide(self.meeting.late)

    def decide(self, late: float = 0.0) -> None:
        move = f"{self.luck.choice(self.offers)} {self.luck.choice(self.sides)}"
        thought = late + self.luck.uniform(*self.think)
        asyncio.get_running_loop().call_later(thought, self.choose, self.ref, move)

    def choose(self, ref: str, move: str) -> None:
        assert self.wire is not None
        if ref != self.ref or self.wire.closed or not self.begun:
            return
        self.tally.moves[self.table, ref, self.seat] = move
        self.tally.chosen += 1
        self.wire.send(self.frame(ref, move))
        self.meeting.note(ref)


async def sit(people: Sequence[Person]) -> None:
    """Everybody opens the table's page."""
    for start in range(0, len(people), AT_ONCE):
        await asyncio.gather(*(one.sit() for one in people[start : start + AT_ONCE]))
    while not all(one.ref for one in people):
        await asyncio.sleep(0.05)


async def play(people: Sequence[Person], tally: Tally, *, seconds: float, note: Callable[[], None]) -> float:
    """Everybody plays to the end of the round, or for this many seconds; returns how long it took.

    `note` is called when all sit, and when they have played.
    """
    await sit(people)
    note()
    began = perf_counter()
    for one in people:
        one.begin()
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*(one.over.wait() for one in people)), seconds)
    took = perf_counter() - began
    note()
    for one in people:
        one.begun = False
    await asyncio.sleep(LAST_ANSWERS)
    for one in people:
        assert one.wire is not None
        tally.broken += one.wire.closed
        tally.bytes += one.wire.received
        one.wire.close()
    return took
