"""A fair queue: at most so many work at once, and the others wait for their turn, network by network.

Whoever floods the site waits behind their own requests: each person has one turn at a time. Within one
network, such as a hall, the turns go round from person to person.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager


class Full(Exception):
    """Too many of this network wait already."""


class FairQueue:
    def __init__(self, at_once: int, *, of_one_network: int, waiting_of_one_network: int) -> None:
        self.at_once, self.of_one_network = at_once, of_one_network
        self.waiting_of_one_network = waiting_of_one_network
        self.working: Counter[str] = Counter()
        self.people: set[tuple[str, str]] = set()
        """Who is at work, by network and person."""
        self.waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}
        """Who waits, by network and person; the first of each is the next to be served."""
        self.lengths: Counter[str] = Counter()
        self.resting: set[tuple[str, str]] = set()
        """Whose next turn comes later."""

    @asynccontextmanager
    async def turn(self, network: str, person: str = "") -> AsyncIterator[None]:
        """Waits for a turn, which ends with the block. Raises Full."""
        if self.lengths[network] >= self.waiting_of_one_network:
            raise Full
        mine = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(network, {}).setdefault(person, deque()).append(mine)
        self.lengths[network] += 1
        self.admit()
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # it had just been called
                self.end(network, person)
            raise
        try:
            yield
        finally:
            self.end(network, person)

    def admit(self) -> None:
        """Calls the next ones in."""
        while len(self.people) < self.at_once:
            network, person = next(self.next_ones(), (None, ""))
            if network is None:
                return
            called = self.take(network, person)
            if not called.done():  # otherwise it waits no longer
                self.working[network] += 1
                self.people.add((network, person))
                called.set_result(None)

    def next_ones(self) -> Iterator[tuple[str, str]]:
        """Whose turn it is, in order."""
        for network, people in self.waiting.items():
            if self.working[network] < self.of_one_network:
                busy = self.people | self.resting
                yield from ((network, person) for person in people if (network, person) not in busy)

    def take(self, network: str, person: str) -> "asyncio.Future[None]":
        """The first in this person's line. Person and network go to the end of their lines."""
        people = self.waiting.pop(network)
        line = people.pop(person)
        called = line.popleft()
        if line:
            people[person] = line
        if people:
            self.waiting[network] = people
        self.lengths[network] -= 1
        if not self.lengths[network]:
            del self.lengths[network]
        return called

    def end(self, network: str, person: str) -> None:
        self.people.discard((network, person))
        self.working[network] -= 1
        if not self.working[network]:
            del self.working[network]
        self.admit()

    def rest(self, network: str, person: str, seconds: float) -> None:
        """Lets this person's next turn come only after so many seconds. Nobody else waits for that."""
        self.resting.add((network, person))
        asyncio.get_running_loop().call_later(seconds, self.wake, network, person)

    def wake(self, network: str, person: str) -> None:
        self.resting.discard((network, person))
        self.admit()
