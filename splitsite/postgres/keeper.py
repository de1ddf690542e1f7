"""The process that owns the embedded postgres: starts it, and stops it when the last user is gone.

Every process of the site holds a shared lock on `users.lock`. The kernel releases such a lock however its
holder dies, so when the keeper gets it exclusively, nobody is left. Postgres itself inherits a descriptor
that holds `alive.lock`: a process that gets that lock knows that no postgres works on the data, whatever a
left-over postmaster.pid says. The keeper is a plain file that needs only the standard library, so it starts
at once.
"""

import ctypes
import fcntl
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

PR_SET_PDEATHSIG = 1
HOME = "{home}"  # stands for the folder in the command, which may only be reachable through a descriptor


def open_lock(path: Path) -> int:
    """Opens a lock file, made if missing and owned like its folder (root may act for another user here)."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if os.geteuid() == 0:
        owner = path.parent.stat()
        os.fchown(descriptor, owner.st_uid, owner.st_gid)
    return descriptor


def locked(descriptor: int, how: int = fcntl.LOCK_EX) -> bool:
    """Tries to take a lock without waiting."""
    try:
        fcntl.flock(descriptor, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def waited(descriptor: int, how: int, *, until: float) -> bool:
    """Takes a lock, waiting until that moment at most."""
    while not locked(descriptor, how):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def die_with_parent() -> None:
    """On Linux: when the keeper is killed, postgres gets a fast-shutdown signal."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
        if os.getppid() == 1:
            os._exit(1)


class Keeper:
    def __init__(self, home: Path, uid: int, gid: int, command: list[str]) -> None:
        self.home = home
        self.users = open_lock(home / "users.lock")
        self.stopping = False
        self.step_down = {"user": uid, "group": gid, "extra_groups": []} if os.geteuid() == 0 else {}
        self.command = command
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.asked_to_stop)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def asked_to_stop(self, *_: object) -> None:
        self.stopping = True

    def run(self) -> int:
        """Keeps postgres running until the last user has gone; gives up when it does not stay up."""
        only_one = open_lock(self.home / "keeper.lock")
        if not locked(only_one):
            return 0
        while True:
            started = time.monotonic()
            postgres = self.start()
            while postgres.poll() is None:
                if self.stopping or locked(self.users):
                    stop(postgres)
                    return 0
                time.sleep(0.1)
            if time.monotonic() - started < 3:
                return 1

    def start(self) -> subprocess.Popen[bytes]:
        alive = open_lock(self.home / "alive.lock")
        self.clear_the_way(alive)
        # A descriptor reaches the data even inside a home that is closed to the other user.
        folder = os.open(self.home, os.O_RDONLY | os.O_CLOEXEC)
        place = str(self.home)
        if self.step_down and os.path.isdir(f"/proc/self/fd/{folder}"):
            place = f"/proc/self/fd/{folder}"
        postgres = subprocess.Popen(
            [word.replace(HOME, place) for word in self.command],
            stdin=subprocess.DEVNULL,
            pass_fds=[alive, folder],
            preexec_fn=die_with_parent,
            **self.step_down,  # type: ignore[call-overload]
        )
        os.close(folder)
        os.close(alive)  # from here on only postgres and its children hold it
        return postgres

    def clear_the_way(self, alive: int) -> None:
        """Waits until no earlier postgres works on this data, then removes what a killed one has left."""
        begun = time.monotonic()
        for patience, number in ((2, signal.SIGINT), (12, signal.SIGQUIT), (5, signal.SIGKILL)):
            if waited(alive, fcntl.LOCK_EX, until=time.monotonic() + patience):
                break
            self.tell_leftover(number)
        else:
            sys.exit(f"another PostgreSQL holds the data since {time.monotonic() - begun:.0f} s")
        (self.home / "cluster" / "postmaster.pid").unlink(missing_ok=True)
        for place in (self.home / "socket", Path(self.command[-1])):
            for name in (".s.PGSQL.5432", ".s.PGSQL.5432.lock"):
                (place / name).unlink(missing_ok=True)

    def tell_leftover(self, number: int) -> None:
        """Asks a postgres whose keeper was killed to end, but only if the pid really is a postgres."""
        try:
            pid = int((self.home / "cluster" / "postmaster.pid").read_text().split()[0])
            name = subprocess.run(
                ["ps", "-o", "comm=", "-p", str(pid)], capture_output=True, text=True
            ).stdout
            if "postgres" in name:
                os.kill(pid, number)
        except (OSError, ValueError, IndexError):
            pass


def stop(postgres: subprocess.Popen[bytes]) -> None:
    """Fast shutdown first, then harder ways; the data is safe with each of them."""
    for number, patience in ((signal.SIGINT, 20), (signal.SIGQUIT, 5), (signal.SIGKILL, 5)):
        postgres.send_signal(number)
        try:
            postgres.wait(patience)
            return
        except subprocess.TimeoutExpired:
            continue


if __name__ == "__main__":
    home, uid, gid, *command = sys.argv[1:]
    sys.exit(Keeper(Path(home), int(uid), int(gid), command).run())
