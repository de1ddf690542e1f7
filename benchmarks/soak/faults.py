"""The faults of a soak: processes are killed, the database stops at once."""

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

import psutil

from benchmarks.load.site import Site
from benchmarks.soak.players import Promises

PAUSE = 25.0
"""Seconds between two faults. The site gives up when one process ends four times within a minute."""


def kill(part: str) -> Callable[[Site, Path], None]:
    def strike(site: Site, data: Path) -> None:
        site.part(part).kill()

    return strike


def stop_the_database(site: Site, data: Path) -> None:
    """An immediate stop, as in a power cut: no clean shutdown, recovery at the next start."""
    pid = int((data / "postgres" / "cluster" / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGQUIT)


FAULTS: dict[str, Callable[[Site, Path], None]] = {
    "web process killed": kill("splitsite.web"),
    "clock killed": kill("manage.py clock"),
    "database stopped at once": stop_the_database,
    "thinker killed": kill("manage.py think"),
}


async def strike_now_and_then(site: Site, data: Path, promises: Promises, *, until: float) -> dict[str, int]:
    """Causes one fault after the other; returns how often each happened."""
    struck = dict.fromkeys(FAULTS, 0)
    loop = asyncio.get_running_loop()
    while loop.time() + PAUSE < until:
        for name, strike in FAULTS.items():
            if loop.time() + PAUSE >= until:
                break
            try:
                strike(site, data)
            except (LookupError, OSError, psutil.Error):
                continue  # it is being started again right now
            promises.strike(name)
            struck[name] += 1
            print(name, flush=True)
            await asyncio.sleep(PAUSE)
    return struck
