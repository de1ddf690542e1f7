"""One measured run: tables are gathered and played, and every choice is looked up afterwards."""

import asyncio
from collections.abc import Sequence
from random import Random
from zlib import crc32

from benchmarks.load import crowd, gathering
from benchmarks.load.figures import Figures, figures, spent
from benchmarks.load.site import Site
from benchmarks.load.visitor import Chair, Visitor

FLAT, HUMAN = (0.0, 0.0), (1.0, 9.0)
"""How many seconds people think: not at all, or as people do."""


def measure(
    sites: Sequence[Site],
    game: str,
    *,
    tables: int,
    seats: int,
    think: tuple[float, float],
    seconds: float,
    run: int,
    idle: int = 0,
    spread: bool = False,
) -> Figures:
    """Plays one run; `idle` more tables are open in browsers, and nobody plays there.

    With several sites, each has whole tables, or the people of each table are spread over all.
    """
    chairs = gathering.gather(game, tables, seats, label=f"{game} {run}")
    quiet = gathering.gather(game, idle, seats, label=f"{game} {run} idle")
    tally, webs = crowd.Tally(), [site.web for site in sites]
    spendings: list[float] = []
    weighed = [0]

    async def all_play() -> float:
        luck = Random(run)
        empty = sum(web.memory_info().rss for web in webs)
        watching = [
            Visitor(site.host, site.port, chair, crowd.Meeting(seats), crowd.Tally(), luck=luck, think=think)
            for around in _places(quiet, sites, spread=spread)
            for chair, site in around
        ]
        await crowd.sit(watching)
        weighed.append(sum(web.memory_info().rss for web in webs) - empty)
        people = [
            Visitor(site.host, site.port, chair, meeting, tally, luck=luck, think=think)
            for around in _places(chairs, sites, spread=spread)
            for meeting in [crowd.Meeting(len(around), late=luck.uniform(0, think[1]))]
            for chair, site in around
        ]
        return await crowd.play(
            people, tally, seconds=seconds, note=lambda: spendings.append(sum(map(spent, webs)))
        )

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


def warm_up(sites: Sequence[Site], game: str) -> None:
    """Plays one table at each site, so that no process is measured while it draws for the first time."""
    measure(sites, game, tables=len(sites), seats=2, think=FLAT, seconds=30, run=99_999)


def _places(
    tables: list[list[Chair]], sites: Sequence[Site], *, spread: bool
) -> list[list[tuple[Chair, Site]]]:
    """The site each person goes to: by the hash of the code, but as evenly as with many tables."""
    hashed = sorted(tables, key=lambda around: crc32(around[0].code.encode()))
    return [
        [(chair, sites[(seat if spread else number) % len(sites)]) for seat, chair in enumerate(around)]
        for number, around in enumerate(hashed)
    ]
