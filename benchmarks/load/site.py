"""The product as `make run` starts it, on its own database that is thrown away afterwards."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psutil

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True, slots=True)
class Site:
    host: str
    port: int
    process: psutil.Process

    def part(self, word: str) -> psutil.Process:
        """The process of the site whose command line contains this word."""
        for one in self.process.children(recursive=True):
            if word in " ".join(one.cmdline()):
                return one
        raise LookupError(f"The site runs no process called {word}.")

    @property
    def web(self) -> psutil.Process:
        return self.part("splitsite.web")


def settle(sites: Sequence[Site]) -> None:
    """Gives the first web process the first core alone, and a second one the second core.

    Database, clocks, thinkers and players share all cores but the first.
    """
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        return
    hold(psutil.Process(), cores[1:])
    for site, core in zip(sites, cores, strict=False):
        web = site.web
        for one in [site.process, *site.process.children(recursive=True)]:
            hold(one, [core] if one.pid == web.pid else cores[1:])


def hold(process: psutil.Process, cores: list[int]) -> None:
    """Keeps the process on these cores with all its threads, also those that collect garbage."""
    for thread in process.threads():
        os.sched_setaffinity(thread.id, cores)


@contextmanager
def folder() -> Iterator[Path]:
    """A throw-away data folder; commands of this process then use the same database as the site."""
    data = Path(tempfile.mkdtemp(prefix="splitsite-load-"))
    os.environ["SPLITSITE_DATA"] = str(data)
    try:
        yield data
    finally:
        shutil.rmtree(data, ignore_errors=True)


@contextmanager
def running(log: IO[str] | None = None, **environment: str) -> Iterator[Site]:
    """The whole running site; its output goes to the terminal, or into this file.

    All people of a benchmark come from one address, so the limit on its connections is lifted.
    """
    with subprocess.Popen(
        [sys.executable, "-m", "splitsite.supervisor", "--port", "0", "--end-with-parent"],
        cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": "1", "CONNECTIONS_PER_ADDRESS": "0"} | environment,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith("http://"):
                    host, port = line.strip().rstrip("/").removeprefix("http://").split(":")
                    yield Site(host, int(port), psutil.Process(process.pid))
                    break
            else:
                raise RuntimeError("The site did not start.")
        finally:
            process.terminate()


@contextmanager
def several(processes: int) -> Iterator[list[Site]]:
    """Several web processes on one database. Each brings a clock and a thinker; only one clock works."""
    with ExitStack() as open_things:
        yield [open_things.enter_context(running()) for _ in range(processes)]


def parts(sites: list[Site]) -> list[list[Site]]:
    """The groups to measure in turns: one web process and, where there are two, both."""
    return [sites[: number + 1] for number in range(len(sites))]
