"""One table after the other: gathered, played to the end, and looked up in the database."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from random import Random
from typing import Any, TypeVar

from django.db import Error as DatabaseError
from django.db import close_old_connections

from benchmarks.load import gathering
from benchmarks.load.crowd import Meeting
from benchmarks.load.site import Site
from benchmarks.load.visitor import Chair
from benchmarks.soak.players import Place, Promises, Steadfast
from games.engine import catalogue
from splitsite.postgres import Unusable

Answer = TypeVar("Answer")

LAST_CALL = 600
"""The last call: seconds for running rounds to finish after the end."""


class Evening:
    def __init__(self, site: Site, promises: Promises, luck: Random) -> None:
        self.site, self.promises, self.luck = site, promises, luck
        self.ending = False
        self.rounds = 0
        self.lost: list[Place] = []
        self.made_up: list[Place] = []
        self.stuck: list[int] = []

    async def table(self, number: int) -> None:
        """Rounds at one place in the room, one after the other."""
        game = catalogue.names()[number % 2]
        seats = 2 + number % 4
        bots = int(number % 3 == 0)  # where there is a bot, the clock must play for it
        tries = count()

        def gather() -> list[Chair]:
            # Letters between the numbers, since names are compared without spaces. A new name each time,
            # since the database may have died after it stored the last one.
            name = f"{game} t{number} r{next(tries)} s"
            return gathering.table(game, seats, "none", name=name, bots=bots)

        while not self.ending:
            await self.round(await patiently(gather))

    async def round(self, chairs: list[Chair]) -> None:
        meeting = Meeting(len(chairs))
        people = [
            Steadfast(self.site.host, self.site.port, chair, meeting, self.promises, self.luck)
            for chair in chairs
        ]
        for one in people:
            one.begun = True
        staying = asyncio.gather(*(one.stay() for one in people))
        if not await self.finished(staying):
            self.stuck.append(chairs[0].session)
        stored = await patiently(partial(gathering.stored, [chairs[0].session]))
        lost, made_up = self.promises.broken(str(chairs[0].session), stored)
        self.lost += lost
        self.made_up += made_up
        self.rounds += 1

    async def finished(self, staying: "asyncio.Future[Any]") -> bool:
        """Whether the round came to its end; one that still hangs after the last call is given up."""
        grace = LAST_CALL
        while grace and not staying.done():
            await asyncio.wait([staying], timeout=1)
            grace -= self.ending
        if staying.done():
            staying.result()
            return True
        staying.cancel()
        with suppress(asyncio.CancelledError):
            await staying
        return False


async def patiently(work: Callable[[], Answer]) -> Answer:
    """Runs this in a thread, and again while the database is away."""
    while True:
        try:
            return await asyncio.to_thread(fresh, work)
        except (DatabaseError, Unusable):
            await asyncio.sleep(1)


def fresh(work: Callable[[], Answer]) -> Answer:
    close_old_connections()
    return work()
