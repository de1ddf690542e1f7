"""The product beside boardgame.io, in memory and on PostgreSQL: same tables, turns and sizes, alternating.

Run by `make bench-peer`; needs Node.js. boardgame.io plays a game of Splito's shape without its goals and
scores, strips secrets, and sends as many bytes per reveal as the product does. Figures are medians over the
runs. With `--processes 2` a second web process of the product plays too, as in `benchmarks.load`.
"""

import argparse
import asyncio
import os
import platform
import tempfile
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks.load import crowd, site
from benchmarks.load.figures import Figures, compare, compare_processes, compared, figures, line, spent
from benchmarks.peer import server
from benchmarks.peer.visitor import Visitor

MEMORY, POSTGRES = "boardgame.io in memory", "boardgame.io on Postgres"
OURS, BOTH = "Splitsite", "Splitsite on two"
LEAST = {MEMORY: 2, POSTGRES: 25}
"""How many times their choices/s the product must reach when everybody plays flat out."""

LATEST = {"flat": 1.0, "human": 2.5}
"""The product's reveal p95 may be at most this many times that of the quicker peer."""

LATE = 0.010
"""With people who think, the reveal p95 may also be at most this many seconds."""


def main() -> None:
    asked = _arguments()
    with tempfile.TemporaryDirectory() as packages, site.folder(), site.several(asked.processes) as ours:
        server.install(Path(packages))
        import django

        django.setup()
        from django.db import connection

        from benchmarks.load.measuring import FLAT, HUMAN, measure, warm_up

        site.settle(ours)
        think = HUMAN if asked.pace == "human" else FLAT
        connection.ensure_connection()
        database = _database(connection.settings_dict)
        print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
        if asked.processes > 1:
            warm_up(ours, "splito")
        runs: dict[str, list[Figures]] = defaultdict(list)
        for run in range(asked.runs):
            for some in site.parts(ours):
                figures = measure(
                    some,
                    "splito",
                    tables=asked.tables,
                    seats=asked.seats,
                    think=think,
                    seconds=asked.seconds,
                    run=run * len(ours) + len(some),
                    spread=asked.spread,
                )
                _note(runs, OURS if len(some) == 1 else BOTH, figures)
            for name, store in _peers(asked, database):
                with server.running(Path(packages), size=asked.bytes, database=store) as peer:
                    _note(runs, name, _measure(peer, ours[0].web, asked, think=think, run=run))
        failings = [*_ratios(runs, asked.pace), *_harm(runs[OURS] + runs[BOTH])]
        if runs[BOTH]:
            failings += compare_processes(runs[OURS], runs[BOTH], spread=asked.spread)
        if failings:
            raise SystemExit("\n".join(failings))


def _peers(asked: argparse.Namespace, database: dict[str, Any]) -> list[tuple[str, dict[str, Any] | None]]:
    """The peers to measure; with people who think, only the one that answers fastest."""
    postgres = [] if asked.pace == "human" else [(POSTGRES, database)]
    return [(MEMORY, None), *postgres]


def _measure(
    peer: server.Peer, web: Any, asked: argparse.Namespace, *, think: tuple[float, float], run: int
) -> Figures:
    site.hold(peer.process, web.cpu_affinity())
    matches = peer.gather(asked.tables, asked.seats)
    tally = crowd.Tally()
    spendings: list[float] = []

    async def all_play() -> float:
        luck = Random(run)
        people = [
            Visitor("127.0.0.1", peer.port, match, seat, key, meeting, tally, luck=luck, think=think)
            for match, keys in matches
            for meeting in [crowd.Meeting(len(keys), late=luck.uniform(0, think[1]))]
            for seat, key in enumerate(keys)
        ]
        return await crowd.play(
            people, tally, seconds=asked.seconds, note=lambda: spendings.append(spent(peer.process))
        )

    took = asyncio.run(all_play())
    return figures(tally, seconds=took, cpu=spendings[1] - spendings[0], checked=False)


def _note(runs: dict[str, list[Figures]], name: str, one: Figures) -> None:
    runs[name].append(one)
    print(line(name, one), flush=True)


def _ratios(runs: dict[str, list[Figures]], pace: str) -> list[str]:
    """Prints ours against each of theirs, and returns what falls short."""
    failings = []
    for name in [name for name in (MEMORY, POSTGRES) if runs[name]]:
        rate, p95, cost = compare(runs[OURS], runs[name])
        print(compared(f"against {name}", (rate, p95, cost)))
        if name == MEMORY and p95 > LATEST[pace]:
            failings.append(f"The reveal p95 must be at most {LATEST[pace]} × that of {name}.")
        if pace == "flat" and rate < LEAST[name]:
            failings.append(f"The choices/s must be at least {LEAST[name]} × those of {name}.")
    if pace == "human" and median(one.p95 for one in runs[OURS]) > LATE:
        failings.append(f"The reveal p95 must be at most {LATE * 1000:.0f} ms.")
    return failings


def _harm(ours: list[Figures]) -> list[str]:
    return ["Choices were lost or doubled."] if any(one.lost or one.doubled for one in ours) else []


def _database(ours: dict[str, Any]) -> dict[str, Any]:
    """The same PostgreSQL, in the words of Sequelize."""
    return {
        "dialect": "postgres",
        "host": ours["HOST"],
        "port": int(ours["PORT"] or 5432),
        "database": ours["NAME"],
        "username": ours["USER"],
        "password": ours.get("PASSWORD") or None,
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seats", type=int, default=8)
    parser.add_argument("--pace", choices=["flat", "human"], default="flat")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--processes", type=int, choices=[1, 2], default=1)
    parser.add_argument("--spread", action="store_true", help="people of each table sit at both processes")
    parser.add_argument(
        "--bytes", type=int, default=6000, help="letters in boardgame.io's state beside the cards"
    )
    return parser.parse_args()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
    main()
