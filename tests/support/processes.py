"""Processes of a site under test: which there are, and how they end."""

import os
import pwd
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest


def unprivileged() -> dict[str, Any]:
    """How to run a program as an unprivileged user, with an interpreter that this user can reach."""
    nobody = pwd.getpwnam("nobody")
    person: dict[str, Any] = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    name = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for python in (sys.executable, f"/usr/bin/{name}", f"/usr/local/bin/{name}"):
        try:
            if subprocess.run([python, "-c", ""], **person).returncode == 0:
                return person | {"python": python}
        except OSError:
            continue
    pytest.skip("another user can run no Python of this version here")


def processes(data: Path) -> list[int]:
    """Everything that runs for this data: keeper, postgres and its children."""
    found = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=", "-o", "ppid=", "-o", "args="], capture_output=True, text=True
    ).stdout
    rows = [line.split(None, 2) for line in found.splitlines()]
    mine = {int(pid) for pid, _, args in rows if f"{data}/postgres" in args and "keeper.py" in args}
    while more := {int(pid) for pid, parent, _ in rows if int(parent) in mine} - mine:
        mine |= more
    return sorted(mine)


def wait_until_gone(data: Path) -> None:
    until = time.monotonic() + 15
    while processes(data):
        assert time.monotonic() < until, "the database outlived its users"
        time.sleep(0.1)


def kill_everything(data: Path, *users: subprocess.Popen[str]) -> None:
    for pid in [*processes(data), *(user.pid for user in users)]:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    for user in users:
        user.communicate()
