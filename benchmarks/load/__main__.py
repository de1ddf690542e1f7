"""How much play the product carries: whole rounds over the sockets a browser uses, every choice durable.

Run by `make bench-load`. Starts the site as `make run` does, on a throw-away database with fsync on; the web
process has one core for itself, players and database share the other. `--pace human` lets people think 1–9 s.
"""

import argparse
import asyncio
import os
import platform
from dataclasses import dataclass
from statistics import quantiles

import psutil

from benchmarks.load import crowd, site

HUMAN = (1.0, 9.0)


@dataclass(frozen=True, slots=True)
class Figures:
    """What one run showed."""

    choices: int
    seconds: float
    cpu: float
    p50: float
    p95: float
    p99: float
    reveals: int
    lost: int
    doubled: int
    refused: int
    broken: int
    kilobytes: float

    @property
    def rate(self) -> float:
        return self.choices / self.seconds


def main() -> None:
    asked = _arguments()
    with site.folder(), site.running() as running:
        import django

        django.setup()
        running.settle()
        print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
        for number in range(asked.runs):
            for game in asked.games.split(","):
                figures = measure(running, game, asked, run=number)
                print(line(f"{game} {asked.tables} × {asked.seats}", figures), flush=True)
                if figures.lost or figures.doubled:
                    raise SystemExit("Choices were lost or doubled.")


def measure(running: site.Site, game: str, asked: argparse.Namespace, *, run: int) -> Figures:
    from benchmarks.load import gathering

    tables = gathering.gather(game, asked.tables, asked.seats, label=f"{game} {run}")
    web = running.web
    spent: list[float] = []
    tally, seconds = asyncio.run(
        crowd.play(
            running.host,
            running.port,
            tables,
            think=HUMAN if asked.pace == "human" else (0, 0),
            seconds=asked.seconds,
            seed=run,
            seated=lambda: spent.append(_cpu(web)),
        )
    )
    cpu = _cpu(web) - spent[0]
    stored = gathering.stored([chairs[0].session for chairs in tables])
    cuts = quantiles(tally.reveals, n=100) if len(tally.reveals) > 1 else [0.0] * 99
    return Figures(
        choices=tally.chosen,
        seconds=seconds,
        cpu=cpu,
        p50=cuts[49],
        p95=cuts[94],
        p99=cuts[98],
        reveals=len(tally.reveals),
        lost=sum(stored.get(place) != move for place, move in tally.moves.items()),
        doubled=len(stored) - len(tally.moves),
        refused=tally.refused,
        broken=tally.broken,
        kilobytes=tally.bytes / 1024,
    )


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


def line(name: str, one: Figures) -> str:
    return (
        f"{name:18} {one.rate:7.0f} choices/s · reveal p50 {one.p50 * 1000:.1f} p95 {one.p95 * 1000:.1f}"
        f" p99 {one.p99 * 1000:.1f} ms · {one.cpu / max(one.choices, 1) * 1000:.2f} ms CPU a choice"
        f" ({one.cpu / one.seconds:.0%} of a core) · {one.kilobytes / max(one.reveals, 1):.1f} KB a reveal"
        f" · lost {one.lost}, doubled {one.doubled}, refused {one.refused}, broken {one.broken}"
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default="splito,splitter")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seats", type=int, default=8)
    parser.add_argument("--pace", choices=["flat", "human"], default="flat")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--runs", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
    main()
