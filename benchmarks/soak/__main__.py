"""Many tables for a long time while things go wrong: nothing is lost, nothing grows, no error is logged.

Run by `make soak MINUTES=30`. It starts the site as `make run` does, on a throw-away database with fsync on.
A third of the time is calm, to see whether anything grows; then processes are killed and the database is
stopped, and each time play must soon go on.
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
"""How many times its size after warming up a process may reach in the calm third."""

BACK = 5.0
"""At most this many seconds after a kill or a stop, a choice is sealed again."""

PARTS = {"web": "splitsite.web", "clock": "manage.py clock", "thinker": "manage.py think"}
"""The processes that must not grow, by a word of their command line."""

WARM = 0.3
"""The part of the calm third that is for warming up."""

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
    warm = sizes(running)
    await asyncio.sleep(seconds / 3 * (1 - WARM))
    calm = sizes(running)
    calm_errors = errors(log)
    struck = await strike_now_and_then(running, data, promises, until=end)
    evening.ending = True
    await asyncio.gather(*playing)
    return report(evening, struck, warm=warm, calm=calm, calm_errors=calm_errors, log=log)


def sizes(running: product.Site) -> dict[str, float]:
    """Everything that could grow: the memory and the open files and sockets of each process."""
    found: dict[str, float] = {}
    for name, word in PARTS.items():
        process = running.part(word)
        found[f"{name}, MB of memory"] = process.memory_info().rss / 2**20
        found[f"{name}, open files"] = process.num_fds()
    return found


def errors(log: IO[str]) -> list[str]:
    log.flush()
    text = os.pread(log.fileno(), os.fstat(log.fileno()).st_size, 0).decode(errors="replace")
    return [line for line in text.splitlines() if ERROR.search(line)]


def report(
    evening: Any,
    struck: dict[str, int],
    *,
    warm: dict[str, float],
    calm: dict[str, float],
    calm_errors: list[str],
    log: IO[str],
) -> list[str]:
    promises = evening.promises
    print(
        f"{evening.rounds} rounds played to the end, {len(promises.sealed)} choices promised, "
        f"{len(evening.lost)} lost, {len(evening.made_up)} made up, {promises.reconnects} reconnects"
    )
    print(f"refused: {dict(promises.refused)}")
    for what in warm:
        print(f"{what}: {warm[what]:.0f} when warm, {calm[what]:.0f} at the end of the calm third")
    for fault, times in struck.items():
        back = ", ".join(f"{one:.1f} s" for one in promises.back.get(fault, []))
        print(f"{fault}: {times} times; a choice sealed again after: {back}")
    logged = errors(log)
    print(f"{len(logged)} errors logged, {len(calm_errors)} of them in the calm third")
    trouble = [f"Promised choices were lost: {evening.lost[:5]}"] if evening.lost else []
    trouble += [f"Choices nobody made are stored: {evening.made_up[:5]}"] if evening.made_up else []
    trouble += [f"Tables did not end: {evening.stuck}"] if evening.stuck else []
    trouble += late(struck, promises.back)
    trouble += [
        f"This grew: {what}, from {warm[what]:.0f} to {calm[what]:.0f}."
        for what in warm
        if calm[what] > MOST_GROWTH * warm[what]
    ]
    trouble += ["Errors were logged:", *sorted(set(logged))[:20]] if logged else []
    return trouble


def late(struck: dict[str, int], back: dict[str, list[float]]) -> list[str]:
    """The faults after which play did not go on in time, or not before the next fault."""
    trouble = []
    for fault, times in struck.items():
        in_time = sum(one <= BACK for one in back.get(fault, []))
        if in_time < times:
            trouble.append(
                f"{fault}: {times - in_time} of {times} times nothing was sealed for {BACK:.0f} s."
            )
    return trouble


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--tables", type=int, default=60)
    return parser.parse_args()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
    main()
