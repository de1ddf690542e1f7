"""Many tables for a long time while things go wrong: nothing is lost, nothing grows, no error is logged.

Run by `make soak MINUTES=30`. Starts the site as `make run` does, on a throw-away database with fsync on. A
third of the time is calm, to see whether memory grows; then processes are killed and the database is stopped.
"""

import argparse
import asyncio
import os
import re
import tempfile
from pathlib import Path
from random import Random
from typing import IO, Any

from benchmarks.load import site as product
from benchmarks.soak.faults import strike_now_and_then
from benchmarks.soak.players import Promises

MOST_GROWTH = 1.5
"""In the calm third the web process may come to so much of what it had when all tables were warm."""

WARM = 0.3
"""This part of the calm third is for warming up."""

ERROR = re.compile(r"\b(ERROR|CRITICAL)\b|Traceback")


def main() -> None:
    asked = _arguments()
    with (
        product.folder() as data,
        tempfile.TemporaryFile("w+") as log,
        product.running(log) as running,
    ):
        import django

        django.setup()
        trouble = asyncio.run(soak(running, data, log, tables=asked.tables, seconds=asked.minutes * 60))
    if trouble:
        raise SystemExit("\n".join(trouble))


async def soak(running: product.Site, data: Path, log: IO[str], *, tables: int, seconds: float) -> list[str]:
    from benchmarks.soak.evening import Evening

    promises = Promises()
    evening = Evening(running, promises, Random(7))
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    playing = [asyncio.create_task(evening.table(number)) for number in range(tables)]
    await asyncio.sleep(seconds / 3 * WARM)
    warm = memory(running)
    await asyncio.sleep(seconds / 3 * (1 - WARM))
    calm = memory(running)
    calm_errors = errors(log)
    struck = await strike_now_and_then(running, data, promises, until=end)
    evening.ending = True
    await asyncio.gather(*playing)
    return report(evening, struck, warm=warm, calm=calm, calm_errors=calm_errors, log=log)


def memory(running: product.Site) -> float:
    return running.web.memory_info().rss / 2**20


def errors(log: IO[str]) -> list[str]:
    log.flush()
    text = os.pread(log.fileno(), os.fstat(log.fileno()).st_size, 0).decode(errors="replace")
    return [line for line in text.splitlines() if ERROR.search(line)]


def report(
    evening: Any, struck: dict[str, int], *, warm: float, calm: float, calm_errors: list[str], log: IO[str]
) -> list[str]:
    promises = evening.promises
    print(
        f"{evening.rounds} rounds played to the end, {len(promises.sealed)} choices promised, "
        f"{len(evening.lost)} lost, {len(evening.made_up)} made up, {promises.reconnects} reconnects"
    )
    print(f"refused: {dict(promises.refused)}")
    print(f"web process: {warm:.0f} MB when warm, {calm:.0f} MB at the end of the calm third")
    for fault, times in struck.items():
        back = promises.back.get(fault, [])
        worst = f", a choice sealed again after {max(back):.1f} s at most" if back else ""
        print(f"{fault}: {times} times{worst}")
    logged = errors(log)
    print(f"{len(logged)} errors logged, {len(calm_errors)} of them in the calm third")
    trouble = [f"Promised choices were lost: {evening.lost[:5]}"] if evening.lost else []
    trouble += [f"Choices nobody made are stored: {evening.made_up[:5]}"] if evening.made_up else []
    trouble += [f"Tables did not end: {evening.stuck}"] if evening.stuck else []
    trouble += [f"Memory grew from {warm:.0f} to {calm:.0f} MB."] if calm > MOST_GROWTH * warm else []
    trouble += ["Errors were logged:", *sorted(set(logged))[:20]] if logged else []
    return trouble


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--tables", type=int, default=60)
    return parser.parse_args()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
    main()
