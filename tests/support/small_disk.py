"""A small disk that a test can fill: a file system in memory, seen only through the process that holds it."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

MEGABYTE = 1 << 20
TOOLS = {"unshare", "mount"}


class Impossible(Exception):
    """Why there can be no small disk on this computer."""


class SmallDisk:
    """It lives in a namespace of its own: an ordinary user can have one, and a killed test leaves nothing."""

    def __init__(self, megabytes: int) -> None:
        if sys.platform != "linux" or not all(map(shutil.which, TOOLS)):
            raise Impossible("a small disk needs Linux with unshare and mount")
        self.place = Path(tempfile.mkdtemp(prefix="splitsite-disk-", dir="/tmp"))
        as_root = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        mount = f"mount -t tmpfs -o size={megabytes}m,mode=755 disk {self.place} && echo ready && exec cat"
        self.holder = subprocess.Popen(
            ["unshare", "--mount", *as_root, "sh", "-c", mount],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.holder.stdout is not None
        assert self.holder.stderr is not None
        if self.holder.stdout.readline() != "ready\n":
            why = self.holder.stderr.read().strip()
            self.remove()
            raise Impossible(f"no file system can be mounted here, not even in a namespace: {why}")
        self.path = Path(f"/proc/{self.holder.pid}/root{self.place}")
        self.ballast = self.path / "ballast"

    def fill(self) -> None:
        """Takes the room that is left, to the last byte."""
        with self.ballast.open("ab", buffering=0) as file:
            for size in (MEGABYTE, 4096, 1):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError:
                    continue

    def make_room(self) -> None:
        self.ballast.unlink()

    def remove(self) -> None:
        self.holder.communicate()  # it ends with its input, and the disk with it
        self.place.rmdir()
