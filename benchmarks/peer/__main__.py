"""The product beside boardgame.io, in memory and on PostgreSQL: the same tables, turns and sizes, in turns.

Run by `make bench-peer`; needs Node.js. boardgame.io plays a game of Splito's shape without its goals and
scores, strips secrets, and sends as many bytes a reveal as the product does. Medians over the runs.
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
from benchmarks.load.figures import Figures, figures, line, spent
from benchmarks.peer import server
from benchmarks.peer.visitor import Visitor

MEMORY, POSTGRES, OURS = "boardgame.io in memory", "boardgame.io on Postgres", "Splitsite"
LEAST = {MEMORY: 1.5, POSTGRES: 8}
"""So many times their choices/s, flat out, or the run has failed."""

LATEST = 1.0
"""So many times their reveal p95 at most, with people who think."""


def main() -> None:
    asked = _arguments()
    with tempfile.TemporaryDirectory() as packages, site.folder(), site.running() as ours:
        server.install(Path(packages))
        import django

        django.setup()
        from django.db import connection

        from benchmarks.load.measuring import FLAT, HUMAN, measure

        ours.settle()
        think = HUMAN if asked.pace == "human" else FLAT
        connection.ensure_connection()
        database = _database(connection.settings_dict)
        print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
        runs: dict[str, list[Figures]] = defaultdict(list)
        for run in range(asked.runs):
            figures = measure(
                ours,
                "splito",
                tables=asked.tables,
                seats=asked.seats,
                think=think,
                seconds=asked.seconds,
                run=run,
            )
            _note(runs, OURS, figures)
            for name, store in _peers(asked, database):
                with server.running(Path(packages), size=asked.bytes, database=store) as peer:
                    _note(runs, name, _measure(peer, ours.web, asked, think=think, run=run))
        if failings := [*_ratios(runs, asked.pace), *_harm(runs[OURS])]:
            raise SystemExit("\n".join(failings))


def _peers(asked: argparse.Namespace, database: dict[str, Any]) -> list[tuple[str, dict[str, Any] | None]]:
    """With people who think, what counts is the peer that answers soonest."""
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
    """Ours against each of theirs, run by run, so that a slow minute of the machine hits both alike.

    Prints them, and says which of them fall short.
    """
    failings = []
    for name in [name for name in (MEMORY, POSTGRES) if runs[name]]:
        pairs = list(zip(runs[OURS], runs[name], strict=True))
        rate = median(mine.rate / theirs.rate for mine, theirs in pairs)
        p95 = median(mine.p95 / theirs.p95 for mine, theirs in pairs)
        cpu = median((mine.cpu / mine.choices) / (theirs.cpu / theirs.choices) for mine, theirs in pairs)
        print(f"against {name}: {rate:.2f} × the choices/s, {p95:.2f} × the reveal p95, {cpu:.2f} × the CPU")
        if pace == "human" and p95 > LATEST:
            failings.append(f"The reveal p95 must be at most {LATEST} × that of {name}.")
        if pace == "flat" and rate < LEAST[name]:
            failings.append(f"The choices/s must be at least {LEAST[name]} × those of {name}.")
    return failings


def _harm(ours: list[Figures]) -> list[str]:
    return ["Choices were lost or doubled."] if any(one.lost or one.doubled for one in ours) else []


def _database(ours: dict[str, Any]) -> dict[str, Any]:
    """The same PostgreSQL, for Sequelize."""
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
    parser.add_argument(
        "--bytes", type=int, default=6000, help="letters in boardgame.io's state beside the cards"
    )
    return parser.parse_args()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
    main()
