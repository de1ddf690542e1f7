"""A fair queue: at most so many work at once, and the others wait for their turn, network by network.

Whoever floods the site waits behind their own requests. Within one network, such as a hall, the turns go
round from person to person in the same way.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Full(Exception):
    """Too many of this network wait already."""


class FairQueue:
    def __init__(self, at_once: int, *, of_one_network: int, waiting_of_one_network: int) -> None:
        self.at_once, self.of_one_network = at_once, of_one_network
        self.waiting_of_one_network = waiting_of_one_network
        self.working: Counter[str] = Counter()
        self.waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}
        """Who waits, by network and person; the first of each is the next to be served."""
        self.lengths: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, network: str, person: str = "") -> AsyncIterator["Turn"]:
        """Waits for a turn, which ends with the block or when it is given back. Raises Full."""
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
                self.end(network)
            raise
        turn = Turn(self, network)
        try:
            yield turn
        finally:
            turn.end()

    def admit(self) -> None:
        """Calls the next ones in."""
        while sum(self.working.values()) < self.at_once:
            network = next((one for one in self.waiting if self.working[one] < self.of_one_network), None)
            if network is None:
                return
            called = self.take(network)
            if not called.done():  # otherwise it waits no longer
                self.working[network] += 1
                called.set_result(None)

    def take(self, network: str) -> "asyncio.Future[None]":
        """The first in this network's line. Person and network go to the end of their lines."""
        people = self.waiting.pop(network)
        person, line = next(iter(people.items()))
        del people[person]
        called = line.popleft()
        if line:
            people[person] = line
        if people:
            self.waiting[network] = people
        self.lengths[network] -= 1
        if not self.lengths[network]:
            del self.lengths[network]
        return called

    def end(self, network: str) -> None:
        self.working[network] -= 1
        if not self.working[network]:
            del self.working[network]
        self.admit()


class Turn:
    """One admission."""

    def __init__(self, queue: FairQueue, network: str) -> None:
        self.queue, self.network, self.over = queue, network, False

    def end(self) -> None:
        if not self.over:
            self.over = True
            self.queue.end(self.network)
