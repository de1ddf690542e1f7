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
    site: Site, game: str, *, tables: int, seats: int, think: tuple[float, float], seconds: float, run: int
) -> Figures:
    chairs = gathering.gather(game, tables, seats, label=f"{game} {run}")
    tally, web, before = crowd.Tally(), site.web, [0.0]

    async def all_play() -> float:
        luck = Random(run)
        people = [
            Visitor(site.host, site.port, chair, meeting, tally, luck=luck, think=think)
            for around in chairs
            for meeting in [crowd.Meeting(len(around))]
            for chair in around
        ]
        return await crowd.play(people, tally, seconds=seconds, seated=lambda: before.append(spent(web)))

    took = asyncio.run(all_play())
    cpu = spent(web) - before[-1]
    stored = gathering.stored([around[0].session for around in chairs])
    return figures(
        tally,
        seconds=took,
        cpu=cpu,
        lost=sum(stored.get(place) != move for place, move in tally.moves.items()),
        doubled=len(stored) - len(tally.moves),
    )
