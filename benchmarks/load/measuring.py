"""One measured run on the product: tables are gathered, played, and every choice is looked up afterwards."""

import asyncio
from random import Random

from benchmarks.load import crowd, gathering
from benchmarks.load.figures import Figures, figures, spent
from benchmarks.load.site import Site
from benchmarks.load.visitor import Visitor

FLAT, HUMAN = (0.0, 0.0), (1.0, 9.0)
"""How many seconds people think: not at all, or as people do."""


def measure(
    site: Site,
    game: str,
    *,
    tables: int,
    seats: int,
    think: tuple[float, float],
    seconds: float,
    run: int,
    idle: int = 0,
) -> Figures:
    """`idle` more tables are open in browsers, and nobody plays there."""
    chairs = gathering.gather(game, tables, seats, label=f"{game} {run}")
    quiet = gathering.gather(game, idle, seats, label=f"{game} {run} idle")
    tally, web = crowd.Tally(), site.web
    spendings: list[float] = []
    weighed = [0]

    async def all_play() -> float:
        luck = Random(run)
        empty = web.memory_info().rss
        watching = [
            Visitor(site.host, site.port, chair, crowd.Meeting(seats), crowd.Tally(), luck=luck, think=think)
            for around in quiet
            for chair in around
        ]
        await crowd.sit(watching)
        weighed.append(web.memory_info().rss - empty)
        people = [
            Visitor(site.host, site.port, chair, meeting, tally, luck=luck, think=think)
            for around in chairs
            for meeting in [crowd.Meeting(len(around), late=luck.uniform(0, think[1]))]
            for chair in around
        ]
        return await crowd.play(people, tally, seconds=seconds, note=lambda: spendings.append(spent(web)))

    took = asyncio.run(all_play())
    stored = gathering.stored([around[0].session for around in chairs])
    return figures(
        tally,
        seconds=took,
        cpu=spendings[1] - spendings[0],
        lost=sum(stored.get(place) != move for place, move in tally.moves.items()),
        doubled=len(stored) - len(tally.moves),
        idle=idle * seats,
        idle_bytes=weighed[-1],
    )
