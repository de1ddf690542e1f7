"""Starts and shares the embedded PostgreSQL: safe when several start it at once, intact after any crash."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from splitsite.postgres import Unusable, binaries, keeper, owner

NAME = "splitsite"  # the name of the database and of its role
PORT = "5432"  # only part of the socket's name: nothing listens on the network
PATIENCE = 90  # seconds before a start is given up; recovery after a crash takes time
KEEPER = Path(keeper.__file__)

users: dict[
    Path, int
] = {}  # data we use → descriptor whose shared lock says so, kept while this process lives
keepers: list[subprocess.Popen[bytes]] = []
one_at_a_time = threading.RLock()


class Server:
    def __init__(self, data: Path) -> None:
        self.data = data
        self.home = data / "postgres"
        self.cluster = self.home / "cluster"
        self.log = self.home / "log.txt"

    @property
    def socket(self) -> Path:
        """The folder of the socket; the name of a socket may not be longer than about 100 bytes."""
        place = self.home / "socket"
        if len(os.fsencode(place)) < 75:
            return place
        return Path("/tmp") / f"splitsite-{hashlib.sha256(os.fsencode(place)).hexdigest()[:16]}"

    def ensure(self) -> None:
        """Makes sure it runs; cheap if so, since the kernel knows whether a postgres holds `alive.lock`."""
        if not (self.home in users and self.alive()):
            self.start()

    def alive(self) -> bool:
        try:
            descriptor = os.open(self.home / "alive.lock", os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            return not keeper.locked(descriptor, fcntl.LOCK_SH)
        finally:
            os.close(descriptor)

    def answers(self) -> bool:
        """Whether the server accepts a real connection."""
        try:
            with self.connect(NAME):
                return True
        except psycopg.errors.InvalidCatalogName:
            return False
        except psycopg.OperationalError as error:
            if "does not exist" in str(error) and f'"{NAME}"' in str(error):
                self.create_database()
                return True
            return False

    def connect(self, database: str) -> psycopg.Connection:
        return psycopg.connect(
            host=str(self.socket), port=PORT, user=NAME, dbname=database, connect_timeout=5, autocommit=True
        )

    def create_database(self) -> None:
        quicker_others = suppress(psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation)
        with self.connect("postgres") as connection, quicker_others:
            connection.execute(f"CREATE DATABASE {NAME}")

    def start(self) -> None:
        """Starts it unless it runs, and waits until it answers."""
        until = time.monotonic() + PATIENCE
        with one_at_a_time, sentences(self.data):
            who = owner.of(self.home)
            self.make_home(who)
            if self.home not in users:
                # Held for as long as this process lives, however it ends.
                descriptor = keeper.open_lock(self.home / "users.lock")
                if not keeper.waited(descriptor, fcntl.LOCK_SH, until=until):
                    raise Unusable(
                        "The database is still being stopped by an earlier run: try again in a minute."
                    )
                users[self.home] = descriptor
            if self.answers():
                return
            starting = keeper.open_lock(self.home / "start.lock")
            try:
                if not keeper.waited(starting, fcntl.LOCK_EX, until=until):
                    raise Unusable(
                        "Another command has been starting the database for too long: see " + str(self.log)
                    )
                if not self.answers():
                    self.launch(who)
                    self.wait(who, until)
            finally:
                os.close(starting)

    def make_home(self, who: owner.Owner) -> None:
        """Makes the folders, private to the user who runs postgres."""
        self.data.mkdir(parents=True, exist_ok=True)
        for folder in (self.home, self.socket):
            try:
                folder.mkdir(mode=0o700)
                if who.step_down:
                    os.chown(folder, who.uid, who.gid)
            except FileExistsError:
                found = folder.lstat()
                if found.st_uid not in (who.uid, 0) or not folder.is_dir() or folder.is_symlink():
                    raise Unusable(
                        f"{folder} belongs to somebody else: remove it or set SPLITSITE_DATA."
                    ) from None
                if found.st_uid != who.uid:
                    os.chown(folder, who.uid, who.gid)
                folder.chmod(0o700)

    def launch(self, who: owner.Owner) -> None:
        """Makes the cluster if there is none, then starts a keeper for it."""
        version_file = self.cluster / "PG_VERSION"
        version = int(version_file.read_text().split(".")[0]) if version_file.exists() else None
        if version is None and self.cluster.exists():
            raise Unusable(f"{self.cluster} holds no PostgreSQL data: move it away or set SPLITSITE_DATA.")
        programs = binaries.reachable(binaries.choose(version), who.step_down)
        if version is None:
            self.create_cluster(programs, who)
        self.write_access_rules(who)
        if self.log.exists() and self.log.stat().st_size > 1_000_000:
            self.log.unlink()
        with self.log.open("ab") as log:
            self.log_start = log.tell()
            keepers[:] = [one for one in keepers if one.poll() is None]
            command = [str(programs / "postgres"), *self.arguments()]
            self.keeper = subprocess.Popen(
                [sys.executable, "-I", "-S", KEEPER, self.home, str(who.uid), str(who.gid), *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                env=environment(),
                start_new_session=True,  # a Ctrl-C or a closed terminal must not stop the database
            )
            keepers.append(self.keeper)

    def arguments(self) -> list[str]:
        """The server's settings; fsync stays on, because an accepted choice is kept."""
        inside = self.socket.parent == self.home
        settings = {
            "listen_addresses": "",
            "port": PORT,
            "hba_file": f"{keeper.HOME}/hba.conf",
            "ident_file": f"{keeper.HOME}/ident.conf",
            "log_min_error_statement": "panic",  # statements hold people's names and hidden choices
            "shared_buffers": "64MB",
            "jit": "off",
            "timezone": "UTC",
            "log_timezone": "UTC",
            "unix_socket_directories": f"{keeper.HOME}/socket" if inside else str(self.socket),
        }
        return ["-D", f"{keeper.HOME}/cluster", *(f"--{key}={value}" for key, value in settings.items())]

    def wait(self, who: owner.Owner, until: float) -> None:
        while not self.answers():
            code = self.keeper.poll()
            if code:
                raise Unusable(f"PostgreSQL did not start: {self.complaint()} (log: {self.log})")
            if code == 0:  # there was another keeper, which may have given up meanwhile
                time.sleep(0.2)
                self.launch(who)
            if time.monotonic() > until:
                raise Unusable(f"PostgreSQL was not ready after {PATIENCE} seconds: see {self.log}")
            time.sleep(0.02)

    def complaint(self) -> str:
        """The last error in the log since this start."""
        with self.log.open("rb") as log:
            log.seek(self.log_start)
            lines = log.read().decode(errors="replace").splitlines()
        serious = [line for line in lines if "FATAL:" in line or "PANIC:" in line or "could not" in line]
        return (serious or lines or ["it said nothing"])[-1].split(":  ")[-1].strip()

    def create_cluster(self, programs: Path, who: owner.Owner) -> None:
        """Makes a new database cluster beside its place, then moves it there: completely or not at all."""
        for left_over in self.home.glob("new-*"):
            shutil.rmtree(left_over, ignore_errors=True)
        folder = Path(tempfile.mkdtemp(prefix="new-", dir=self.home))
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            if who.step_down:
                os.chown(folder, who.uid, who.gid)
            through = f"/proc/self/fd/{descriptor}"
            place = through if who.step_down and os.path.isdir(through) else str(folder)
            options = ["--encoding=UTF8", "--auth=peer", "--no-instructions", *self.locale(programs)]
            done = subprocess.run(
                [programs / "initdb", "-D", place, "-U", NAME, *options],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                cwd="/",
                env=environment(),
                pass_fds=[descriptor],
                **who.step_down,
            )
            if done.returncode:
                raise Unusable(self.why_not_created(done.stderr))
            folder.rename(self.cluster)
        except subprocess.TimeoutExpired:
            raise Unusable(f"Creating the database in {self.home} took too long.") from None
        finally:
            os.close(descriptor)
            shutil.rmtree(folder, ignore_errors=True)

    def locale(self, programs: Path) -> list[str]:
        """A locale with the same sort order and letter case on every computer."""
        if (binaries.major(programs) or 0) >= 17:
            return ["--locale-provider=builtin", "--locale=C.UTF-8"]
        return ["--locale=C.UTF-8" if sys.platform == "linux" else "--locale=C"]

    def why_not_created(self, complaint: str) -> str:
        if "No space left" in complaint or "Disk quota" in complaint:
            return f"The disk is full: there is no room for the database in {self.home}."
        lines = [line for line in complaint.splitlines() if "error:" in line or "FATAL" in line]
        reason = (lines or complaint.splitlines() or ["it said nothing"])[0]
        return f"The database could not be created in {self.home}: {reason.removeprefix('initdb: error: ')}"

    def write_access_rules(self, who: owner.Owner) -> None:
        """Lets in only the local users who own this site; the kernel knows them, without a password."""
        people = {owner.name(uid) for uid in (0, os.geteuid(), self.data.stat().st_uid)}
        rules = "".join(f'site "{person}" {NAME}\n' for person in sorted(people))
        for name, text in (("hba.conf", "local all all peer map=site\n"), ("ident.conf", rules)):
            new = self.home / f"{name}.new"
            new.write_text(text)
            if who.step_down:
                os.chown(new, who.uid, who.gid)
            new.replace(self.home / name)


def environment() -> dict[str, str]:
    """Our environment without the variables that would mislead PostgreSQL's own programs."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
    return kept | {"LC_ALL": "C"}


@contextmanager
def sentences(data: Path) -> Iterator[None]:
    """Turns an error of the file system into one sentence."""
    try:
        yield
    except PermissionError:
        raise Unusable(
            f"The data folder {data} cannot be written: make it writable or set SPLITSITE_DATA."
        ) from None
    except (FileExistsError, NotADirectoryError):
        raise Unusable(f"The data folder {data} is not a folder: remove it or set SPLITSITE_DATA.") from None
    except OSError as error:
        reason = "the disk is full" if error.errno in (28, 122) else (error.strerror or str(error)).lower()
        raise Unusable(f"The data folder {data} cannot be used: {reason}.") from None


def leave(data: Path, patience: float = 30) -> None:
    """Stops using it; if nobody else uses it either, waits until it has ended."""
    home = data / "postgres"
    if home in users:
        os.close(users.pop(home))
    if not home.exists():
        return
    others = keeper.open_lock(home / "users.lock")
    kept = keeper.open_lock(home / "keeper.lock")
    until = time.monotonic() + patience
    # Either the keeper ends, or somebody else still uses the server and the keeper never gets the lock.
    while not keeper.locked(kept) and time.monotonic() < until:
        if keeper.locked(others, fcntl.LOCK_SH) and not keeper.locked(others):
            break
        fcntl.flock(others, fcntl.LOCK_UN)
        time.sleep(0.02)
    os.close(kept)
    os.close(others)
