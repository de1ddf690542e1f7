"""The product's own processes, which a test may kill."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
from django.db import connection

ROOT = Path(__file__).parent.parent.parent


def address_of_database(name: str) -> str:
    """A database of the tests' server, in the form of DATABASE_URL."""
    facts = connection.settings_dict
    by_socket = str(facts["HOST"]).startswith("/")
    who = f"{facts['USER']}:{facts['PASSWORD']}" if facts["PASSWORD"] else facts["USER"]
    port = "" if by_socket else f":{facts['PORT'] or 5432}"
    return f"postgres://{who}@{'/' if by_socket else ''}{facts['HOST']}{port}/{name}"


class Site:
    """What one `make run` starts, on the test's database."""

    def __init__(self, *, log: Path | None = None, **environment: str) -> None:
        self.environment = environment
        self.log = log
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "splitsite.supervisor", "--port", "0", "--end-with-parent"],
            cwd=ROOT,
            env=os.environ
            | {"DATABASE_NAME": connection.settings_dict["NAME"], "PYTHONUNBUFFERED": "1"}
            | self.environment,
            stdout=subprocess.PIPE,
            stderr=self.log.open("w") if self.log else None,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = (
            next(line for line in self.process.stdout if line.startswith("http://")).strip().rstrip("/")
        )

    def child(self, word: str) -> psutil.Process:
        """The one process of the group whose command line contains this word."""
        children = psutil.Process(self.process.pid).children(recursive=True)
        return next(one for one in children if word in " ".join(one.cmdline()))

    def kill(self) -> None:
        """kill -9 of the whole group, all at once."""
        group = psutil.Process(self.process.pid)
        for one in [*group.children(recursive=True), group]:
            if "postgres" not in one.name():
                one.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.communicate()
