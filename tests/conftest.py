"""Tests run on a real PostgreSQL of their own, made for the run and removed after it."""

import asyncio
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Barrier

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import TransactionTestCase
from django.utils import translation

from splitsite import database
from splitsite.postgres import server
from tests.support.emptying import empty_the_database

PREFIX = "splitsite-tests-"


def pytest_configure(config: pytest.Config) -> None:
    # The hashed names exist only after collectstatic, which tests do not need.
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.SITE_URL = "http://testserver"  # the host that test clients name
    if hasattr(config, "workerinput"):
        # A worker shares the data folder of the first process, with databases of its own.
        settings.SECRET_KEY = database.secret_key(Path(os.environ["SPLITSITE_DATA"]))
        return
    remove_left_overs()
    data = Path(tempfile.mkdtemp(prefix=PREFIX, dir="/tmp"))
    os.environ["SPLITSITE_DATA"] = str(data)  # for workers and for commands that tests start
    settings.DATA_DIR = data
    settings.SECRET_KEY = database.secret_key(data)  # tests' sessions are valid on the running site
    settings.STATIC_ROOT = data / "static"
    settings.STATIC_ROOT.mkdir()
    if "DATA" in settings.DATABASES["default"]:
        settings.DATABASES["default"].update(database.embedded(data))
    config.add_cleanup(lambda: remove(data))


def remove(data: Path) -> None:
    server.leave(data)
    shutil.rmtree(data, ignore_errors=True)


def remove_left_overs() -> None:
    """Removes the data of runs that were killed: nobody holds its lock any more."""
    for folder in Path("/tmp").glob(f"{PREFIX}*"):
        try:
            with (folder / "postgres" / "users.lock").open() as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    """Rate limits count in the cache; each test starts with an empty one."""
    cache.clear()


@pytest.fixture
def many_misses(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that try more closed pages than one address may."""
    monkeypatch.setattr("games.table.rate_limits.MISSES", 100_000)


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """English again after a test that asked for a page in another language."""
    yield
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Closes the connections of threads that seal choices; otherwise the test database cannot be dropped."""
    # Django's way empties and refills more tables than tests ever change, a third of a second each time.
    TransactionTestCase._fixture_teardown = lambda self: empty_the_database()  # type: ignore[method-assign]
    yield
    asyncio.run(sync_to_async(lambda: connection.close())())
    from games.table.services import choices  # only after Django is set up

    each_its_own = Barrier(choices.AT_ONCE)
    list(choices._sealer.map(lambda _: (each_its_own.wait(), connection.close()), range(choices.AT_ONCE)))
