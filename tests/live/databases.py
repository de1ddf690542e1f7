"""A separate PostgreSQL that a test may stop, since other tests need theirs."""

import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
from django.db import connection

from games.table import snapshots
from splitsite.postgres import server


class Database:
    """A database that stays away, once stopped, until the test starts it again."""

    def __init__(self, kind: type[server.Server] = server.Server, place: Path = Path("/tmp")) -> None:
        self.data = Path(tempfile.mkdtemp(prefix="splitsite-outage-", dir=place))
        self.server = kind(self.data)
        self.server.start()
        self.deaf: list[psutil.Process] = []

    @property
    def postmaster(self) -> int:
        return int((self.server.cluster / "postmaster.pid").read_text().split()[0])

    def stop_at_once(self) -> None:
        """An immediate stop, as in a power cut: no clean shutdown, recovery at the next start."""
        postmaster = self.postmaster
        self.keeper = psutil.Process(postmaster).parent()
        assert self.keeper is not None
        self.keeper.suspend()
        os.kill(postmaster, signal.SIGQUIT)
        while self.deaf:
            with suppress(psutil.NoSuchProcess):
                session = self.deaf.pop()
                session.send_signal(signal.SIGQUIT)
                session.resume()
        while self.server.alive():
            time.sleep(0.02)
        connection.close()

    def stop_listening(self) -> None:
        """From now on no session reads what it is sent."""
        for one in psutil.Process(self.postmaster).children():
            with suppress(psutil.NoSuchProcess):
                if f" {server.NAME} " in " ".join(one.cmdline()):  # nothing for one that is just ending
                    one.suspend()
                    self.deaf.append(one)

    def start_again(self) -> None:
        assert self.keeper is not None
        self.keeper.resume()
        self.server.start()

    def remove(self) -> None:
        server.leave(self.data)
        shutil.rmtree(self.data, ignore_errors=True)


@contextmanager
def used(own: Database) -> Iterator[None]:
    """The test uses this database, too."""
    usual = dict(connection.settings_dict)
    connection.close()
    connection.settings_dict.update(NAME=server.NAME, HOST=str(own.server.socket), DATA=str(own.data))
    snapshots._known.clear()
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(usual)
        snapshots._known.clear()
