"""What one abusive client costs the others: twenty honest tables beside one kind of abuse at a time.

Run by `make bench-abuse`. It starts the site as `make run` does, on a throw-away database. For each kind the
honest tables play once without and once with the abuser; meanwhile somebody opens a socket again and again,
and somebody plays against a Master. All traffic stays on this computer, and everything ends by itself.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.abuse.client import ELSEWHERE, HOST, KINDS, Target
from benchmarks.load import site

if TYPE_CHECKING:
    from benchmarks.load.figures import Figures
    from benchmarks.load.visitor import Chair

TABLES, SEATS = 20, 4
THINK = (0.3, 1.5)
MOST_SLOWER = 2.0
"""How many times as long as before an honest reveal may take, at the 95th percentile."""

MOST_OPENING = 0.5
"""Seconds within which an honest socket opens, at the 95th percentile."""

DUELS = 4
"""How many rounds there are for the one who plays against a Master."""

GIVES_UP = 10.0
PAUSE = 0.1


@dataclass
class Meanwhile:
    """What others see while the honest tables play."""

    openings: list[float] = field(default_factory=list)
    masters: list[float] = field(default_factory=list)


def main() -> None:
    asked = _arguments()
    with (
        site.folder(),
        tempfile.TemporaryFile("w+") as log,
        site.running(log, CONNECTIONS_PER_ADDRESS="600") as running,
    ):
        import django

        django.setup()
        site.settle([running])
        failings = [
            failing
            for number, kind in enumerate(asked.kinds.split(","))
            for failing in _measure(running, kind, number, asked)
        ]
        log.seek(0)
        failings += [
            f"The log holds: {line.strip()}" for line in log if "Traceback" in line or "ERROR" in line
        ]
    if failings:
        raise SystemExit("\n".join(failings))


def _measure(running: site.Site, kind: str, number: int, asked: argparse.Namespace) -> list[str]:
    from benchmarks.abuse import victims

    source = HOST if asked.same_address else ELSEWHERE
    target = victims.target(running.port, source, kind, label=f"abuse {number}")
    before, usual = _play(running, 100 + 2 * number, asked.seconds)
    size = running.web.memory_info().rss
    with _abuser(target, kind, asked.seconds + 15):
        during, meanwhile = _play(running, 101 + 2 * number, asked.seconds)
    after = running.web.memory_info().rss
    slower, opening = during.p95 / before.p95, p95(meanwhile.openings)
    print(
        f"{kind:12} reveal p95 {before.p95 * 1000:.1f} → {during.p95 * 1000:.1f} ms ({slower:.2f} ×)"
        f" · {during.reveals} reveals ({before.reveals} before)"
        f" · a socket opens in {opening * 1000:.0f} ms (p95 of {len(meanwhile.openings)})"
        f" · a Master answers in {p95(usual.masters) * 1000:.0f} → {p95(meanwhile.masters) * 1000:.0f} ms"
        f" · web {size / 2**20:.0f} → {after / 2**20:.0f} MB"
        f" · lost {during.lost}, refused {during.refused}, broken {during.broken}",
        flush=True,
    )
    failings = []
    if slower > MOST_SLOWER:
        failings.append(f"{kind}: an honest reveal takes {slower:.2f} × as long, not {MOST_SLOWER} ×.")
    if opening > MOST_OPENING:
        failings.append(f"{kind}: a socket opens in {opening * 1000:.0f} ms, not {MOST_OPENING * 1000:.0f}.")
    if during.lost or during.broken:
        failings.append(f"{kind}: {during.lost} choices were lost, {during.broken} sockets broke.")
    return failings


def _play(running: site.Site, run: int, seconds: float) -> "tuple[Figures, Meanwhile]":
    from benchmarks.abuse import victims
    from benchmarks.load.measuring import measure

    meanwhile = Meanwhile()
    quiet = victims.quiet_chair(f"quiet {run}")
    duels = [victims.duel(f"duel {run} {number}") for number in range(DUELS)]
    with _watching(running, quiet, duels, meanwhile):
        figures = measure(
            [running], "splito", tables=TABLES, seats=SEATS, think=THINK, seconds=seconds, run=run
        )
    return figures, meanwhile


@contextmanager
def _abuser(target: Target, kind: str, seconds: float) -> Iterator[None]:
    words = [sys.executable, "-m", "benchmarks.abuse.client", kind, str(seconds), json.dumps(asdict(target))]
    with subprocess.Popen(words, cwd=site.ROOT, stderr=subprocess.DEVNULL) as process:
        try:
            threading.Event().wait(2)  # until the abuse is in full swing
            yield
        finally:
            process.terminate()


@contextmanager
def _watching(
    running: site.Site, quiet: "Chair", duels: "list[Chair]", meanwhile: Meanwhile
) -> Iterator[None]:
    ended = threading.Event()

    async def watch() -> None:
        doing = [
            asyncio.create_task(_open_again_and_again(running, quiet, meanwhile.openings)),
            asyncio.create_task(_play_masters(running, duels, meanwhile.masters)),
        ]
        while not ended.is_set():
            await asyncio.sleep(PAUSE)
        for one in doing:
            one.cancel()

    thread = threading.Thread(target=lambda: asyncio.run(watch()))
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


async def _open_again_and_again(running: site.Site, chair: "Chair", openings: list[float]) -> None:
    from benchmarks.load import crowd
    from benchmarks.load.visitor import Visitor

    while True:
        one = Visitor(
            running.host, running.port, chair, crowd.Meeting(1), crowd.Tally(), luck=Random(1), think=(0, 0)
        )
        began = perf_counter()
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(GIVES_UP):
                await crowd.sit([one])
        openings.append(perf_counter() - began)
        if one.wire is not None:
            one.wire.close()
        await asyncio.sleep(PAUSE)


async def _play_masters(running: site.Site, duels: "list[Chair]", answers: list[float]) -> None:
    """One person against one Master. The person chooses at once, so what is timed is the Master's answer."""
    from benchmarks.load import crowd
    from benchmarks.load.visitor import Visitor

    tally = crowd.Tally(reveals=answers)
    for chair in duels:
        one = Visitor(
            running.host, running.port, chair, crowd.Meeting(1), tally, luck=Random(1), think=(0, 0)
        )
        await crowd.sit([one])
        one.begin()
        await one.over.wait()
        assert one.wire is not None
        one.wire.close()


def p95(times: list[float]) -> float:
    return quantiles(times, n=20)[18] if len(times) > 1 else 0.0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--same-address", action="store_true", help="the abuser sits in the same hall")
    return parser.parse_args()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
    main()
