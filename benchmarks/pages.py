"""Queries and time of every heavy page, with 100,000 finished rounds in the database and with none.

Run by `make bench-pages`. It uses a folder and a PostgreSQL of its own, and removes both afterwards. Pages
are requested in one process without network, from the empty and the full database in turns.
"""

import argparse
import os
import platform
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

MOST_QUERIES = 12
MOST_TIMES = 2.0
FULL = "full"
BLOCKS = 4

PAGES: tuple[tuple[str, str], ...] = (
    ("home", ""),
    ("lobby:lobby", ""),
    ("leaderboards:boards", ""),
    ("leaderboards:board", "splitter"),
    ("leaderboards:board", "splitter ?by=points"),
    ("leaderboards:board", "splitter ?by=wins&sheet=A"),
    ("leaderboards:board", "splito ?period=month"),
    ("leaderboards:board", "splito ?by=points&period=week"),
    ("leaderboards:board", "splito ?page=20"),
    ("leaderboards:board", "splito ?club={club}"),
    ("history:history", ""),
    ("history:history", "?people=a&from=2020-01-01"),
    ("history:history", "?game=splito"),
    ("history:person", "{me}"),
    ("history:person", "{me} ?game=splito"),
    ("history:replay", "{code} 1"),
    ("history:count", "{code} 1"),
    ("history:sheet", "{code}"),
    ("table:table", "{code}"),
    ("daily:today", ""),
    ("daily:solo", ""),
    ("daily:calendar", ""),
    ("tournaments:list", ""),
    ("accounts:me", ""),
    ("accounts:clubs", ""),
    ("accounts:club", "{club}"),
)
"""URL name and arguments; {…} is filled in from the database. Pages that do not exist are left out."""


@dataclass(frozen=True, slots=True)
class Measured:
    page: str
    queries: int
    empty: float | None
    full: float

    @property
    def ratio(self) -> float | None:
        return self.full / self.empty if self.empty else None

    @property
    def failed(self) -> bool:
        slow = self.page.startswith("/leaderboards") and (self.ratio or 0) > MOST_TIMES
        return self.queries > MOST_QUERIES or slow


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=40)
    wanted = parser.parse_args()
    with site_of_its_own():
        failed = [one.page for one in run(wanted.rounds, repeats=wanted.repeats) if show(one)]
    sys.exit(f"Too much: {', '.join(failed)}" if failed else 0)


def show(one: Measured) -> bool:
    """Prints a line of the table; returns whether the page needs too many queries or too much time."""
    empty = f"{one.empty * 1000:6.1f} ms" if one.empty else ""
    ratio = f"{one.ratio:.2f}" if one.ratio else ""
    print(f"{one.page:52} {one.queries:7} {empty:>9} {one.full * 1000:6.1f} ms {ratio:>6}", flush=True)
    return one.failed


@contextmanager
def site_of_its_own() -> Iterator[None]:
    """Sets up Django on data that nobody else uses."""
    data = Path(tempfile.mkdtemp(prefix="splitsite-bench-"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the folder is removed then too
    os.environ.pop("DATABASE_URL", None)
    os.environ |= {"SPLITSITE_DATA": str(data), "DJANGO_SETTINGS_MODULE": "splitsite.settings"}
    try:
        import django
        from django.conf import settings

        (data / "static").mkdir()
        settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
        django.setup()
        yield
    finally:
        from splitsite.postgres import server

        server.leave(data)
        shutil.rmtree(data, ignore_errors=True)


def run(rounds: int, *, repeats: int) -> Iterator[Measured]:
    from django.db import connection

    from benchmarks import seeding
    from games.leaderboards.services import rebuilding

    visitor = Visitor()
    started = perf_counter()
    with database(FULL):
        seeding.seed(rounds, me=visitor.me, luck=Random(1))
        seeded = perf_counter()
        report = rebuilding.rebuild()
        rated = perf_counter()
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
            cursor.execute("VACUUM ANALYZE")
        code = seeding.newest_table_of(visitor.me)
    print(f"{rounds} rounds written in {seeded - started:.0f} s,", end=" ")
    print(f"{report.rounds} of them rated by rerate in {rated - seeded:.0f} s.")
    facts = {"me": visitor.me.pk, "club": visitor.club, "code": code}
    pages = [page for name, given in PAGES if (page := address(name, given.format(**facts)))]
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors; medians of {repeats}\n")
    print(f"{'page':52} {'queries':>7} {'empty':>9} {'full':>9} {'ratio':>6}", flush=True)
    for page in pages:
        yield visitor.measure(page, repeats=repeats)


def address(name: str, given: str) -> str:
    """The address of a page; empty if there is no such page."""
    from django.urls import NoReverseMatch, reverse

    path, _, query = given.partition("?")
    try:
        return reverse(name, args=path.split()) + (f"?{query}" if query else "")
    except NoReverseMatch:
        return ""


@contextmanager
def database(name: str) -> Iterator[None]:
    """Reads and writes inside this block use this database of the server."""
    from django.db import connection

    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual


class Visitor:
    """A person with a club, signed in, in two otherwise empty databases; one of them will be filled."""

    def __init__(self) -> None:
        from django.core.management import call_command
        from django.db import connection
        from django.test import Client

        from accounts.models import User
        from accounts.services import clubs

        call_command("migrate", interactive=False, verbosity=0)
        self.me = User.objects.create_user("Mia")
        self.club = clubs.found(self.me, name="Club Linde").slug
        self.client = Client(headers={"host": "localhost"})
        self.client.force_login(self.me, backend="accounts.backends.NameBackend")
        empty = connection.settings_dict["NAME"]
        with database("postgres"), connection.cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{FULL}" TEMPLATE "{empty}"')

    def measure(self, page: str, *, repeats: int) -> Measured:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        empty: list[float] = []
        full: list[float] = []
        # An empty database has no later pages of a list: there the first page is compared.
        first = page.partition("?page=")[0]
        for _ in range(BLOCKS):
            if self.client.get(first).status_code == 200:
                empty += self._times(first, repeats // BLOCKS)
            with database(FULL):
                full += self._times(page, repeats // BLOCKS)
        with database(FULL):
            self._get(page)
            with CaptureQueriesContext(connection) as queries:
                self._get(page)
        return Measured(page, len(queries), median(empty) if empty else None, median(full))

    def _get(self, page: str) -> None:
        answer = self.client.get(page)
        assert answer.status_code == 200, f"{page} answers {answer.status_code}"

    def _times(self, page: str, repeats: int) -> list[float]:
        self._get(page)  # the connection is new, and templates are not read yet
        times = []
        for _ in range(repeats):
            start = perf_counter()
            self._get(page)
            times.append(perf_counter() - start)
        return times


if __name__ == "__main__":
    main()
