"""`make run`: starts in order, is watched, ends together; problems that a person can fix get one sentence."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from splitsite.postgres.server import Server
from tests.support.processes import kill_everything, processes, unprivileged, wait_until_gone

ROOT = Path(__file__).parent.parent.parent
embedded = pytest.mark.skipif("DATA" not in settings.DATABASES["default"], reason="DATABASE_URL is set")


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=200,
    )


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The one line on stderr of a command that refused."""
    assert done.returncode != 0
    assert done.stderr.startswith("splitsite: "), done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.strip()


class Running:
    """The site, started as `make run` does."""

    def __init__(self, data: Path) -> None:
        environment = os.environ | {"SPLITSITE_DATA": str(data), "PYTHONUNBUFFERED": "1"}
        environment.pop("DATABASE_URL", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "splitsite.supervisor", "--port", "0"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = next((line.strip() for line in self.process.stdout if line.startswith("http://")), "")
        assert self.address

    def status(self) -> int:
        with urllib.request.urlopen(self.address, timeout=20) as answer:
            return answer.status

    def preview(self, host: str) -> str:
        """The address in the link preview of the first page, asked for with this host."""
        asked = urllib.request.Request(self.address, headers={"Host": host})
        with urllib.request.urlopen(asked, timeout=20) as answer:
            return answer.read().decode().partition('og:url" content="')[2].partition('"')[0]

    def children(self, word: str = "") -> list[int]:
        found = subprocess.run(
            ["ps", "-A", "-ww", "-o", "pid=", "-o", "ppid=", "-o", "args="], capture_output=True, text=True
        )
        rows = [line.split(None, 2) for line in found.stdout.splitlines()]
        return [int(pid) for pid, parent, args in rows if int(parent) == self.process.pid and word in args]


@contextlib.contextmanager
def site(data: Path) -> Iterator[Running]:
    running = Running(data)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.communicate()
        wait_until_gone(data)


def gone(pids: list[int]) -> bool:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        alive = [pid for pid in pids if exists(pid)]
        if not alive:
            return True
        time.sleep(0.1)
    return False


def exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site") / "data"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a site that is started several times."""
    return tmp_path_factory.mktemp("kept") / "data"


def test_killed_as_a_whole_and_started_again_it_has_lost_nothing(kept: Path):
    with site(kept) as first:
        assert first.status() == 200
        assert first.preview("evil.example") == first.address  # the one that was printed
        with Server(kept).connect("splitsite") as connection:
            connection.execute("CREATE TABLE kept AS SELECT 'a word' AS word")
        all_of_it = [*first.children(), *processes(kept)]
        assert len(all_of_it) > 5
        first.process.kill()
        kill_everything(kept)
        assert gone(all_of_it)
    with site(kept) as second:
        assert second.status() == 200
        with Server(kept).connect("splitsite") as connection:
            assert connection.execute("SELECT word FROM kept").fetchone() == ("a word",)
        # A crashed web process is started again, and nobody is refused meanwhile.
        os.kill(second.children("splitsite.web")[0], signal.SIGKILL)
        assert second.status() == 200
        all_of_it = [*second.children(), *processes(kept)]
        second.process.send_signal(signal.SIGTERM)
        assert second.process.wait(20) == 0
        assert gone(all_of_it)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_no_process_is_left_whatever_ends_it(kept: Path, number: int):
    with site(kept) as running:
        all_of_it = [*running.children(), *processes(kept)]
        running.process.send_signal(number)
        running.process.wait(20)
        assert gone(all_of_it)


@embedded
def test_two_that_prepare_the_same_new_data_at_once_both_succeed(data: Path):
    commands = [
        subprocess.Popen(
            [sys.executable, "-m", "splitsite.prepare"],
            cwd=ROOT,
            env=os.environ | {"SPLITSITE_DATA": str(data)},
        )
        for _ in range(2)
    ]
    assert [command.wait(60) for command in commands] == [0, 0]
    wait_until_gone(data)


def test_a_port_in_use_is_one_sentence_and_nothing_starts(data: Path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = run("-m", "splitsite.supervisor", "--port", str(port), SPLITSITE_DATA=str(data))
    assert f"Port {port} is in use" in sentence(done)
    assert not data.exists()


@pytest.mark.parametrize("port", ["http", "70000", "-1"])
def test_a_port_that_is_none_is_one_sentence(port: str, data: Path):
    assert "PORT must be" in sentence(
        run("-m", "splitsite.supervisor", f"--port={port}", SPLITSITE_DATA=str(data))
    )


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("mysql://user@localhost/site", "must name a PostgreSQL server"),
        ("postgres://user:secret-word@localhost:99999/site", "cannot be read"),
        ("postgres://user:secret-word@127.0.0.1:1/site", "no server answers"),
        ("postgres://user:secret-word@127.0.0.1", "names no database"),
    ],
)
def test_a_broken_database_url_is_one_sentence_without_the_password(url: str, reason: str, data: Path):
    said = sentence(run("-m", "splitsite.prepare", DATABASE_URL=url, SPLITSITE_DATA=str(data)))
    assert reason in said
    assert "secret-word" not in said
    assert not (data / "postgres").exists()


@embedded
def test_an_unknown_database_or_user_is_one_sentence(db: None):
    folder = Server(settings.DATA_DIR).socket
    for url, reason in (
        (f"postgres://splitsite@/none?host={folder}", "does not exist"),
        (f"postgres://stranger@/postgres?host={folder}", "user name or password is wrong"),
    ):
        assert reason in sentence(run("-m", "splitsite.prepare", DATABASE_URL=url))


@embedded
def test_a_data_folder_that_is_no_folder_is_one_sentence(data: Path):
    data.write_text("")
    assert f"{data} is not a folder" in sentence(
        run("-m", "splitsite.supervisor", "--port=0", SPLITSITE_DATA=str(data))
    )


@embedded
def test_data_of_a_version_that_is_not_here_is_one_sentence_and_stays_untouched(data: Path):
    version = data / "postgres/cluster/PG_VERSION"
    version.parent.mkdir(parents=True)
    version.write_text("99\n")
    said = sentence(run("-m", "splitsite.supervisor", "--port=0", SPLITSITE_DATA=str(data)))
    assert "written by PostgreSQL 99" in said
    assert version.read_text() == "99\n"


@embedded
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_a_folder_that_cannot_be_written_is_one_sentence(data: Path):
    data.parent.chmod(0o755)
    for parent in data.parent.parents[:2]:
        parent.chmod(0o755)
    person = unprivileged()
    python = person.pop("python")
    script = "import sys; from pathlib import Path; from splitsite.postgres.server import Server; "
    script += "Server(Path(sys.argv[1])).ensure()"
    packages = os.pathsep.join([str(ROOT), str(Path(psycopg.__file__).parent.parent)])
    done = subprocess.run(
        [python, "-c", script, str(data)],
        env=os.environ | {"PYTHONPATH": packages},
        capture_output=True,
        text=True,
        **person,
    )
    assert "cannot be written: make it writable" in done.stderr


@embedded
@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs root on Linux")
def test_a_full_disk_is_one_sentence_and_leaves_nothing_half_made(data: Path):
    data.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", data], capture_output=True
    ).returncode:
        pytest.skip("may not mount a small disk here")
    try:
        said = sentence(run("-m", "splitsite.supervisor", "--port=0", SPLITSITE_DATA=str(data)))
        assert "disk is full" in said
        assert not list((data / "postgres").glob("new-*"))
        assert not (data / "postgres/cluster").exists()
    finally:
        subprocess.run(["umount", data], check=True)


def test_commands_that_need_no_database_start_none(data: Path):
    assert run("manage.py", "check", SPLITSITE_DATA=str(data)).returncode == 0
    assert not (data / "postgres").exists()


def test_where_nothing_can_be_kept_commands_that_keep_nothing_still_work(data: Path):
    data.write_text("")
    assert run("manage.py", "check", SPLITSITE_DATA=str(data / "below")).returncode == 0


def test_the_secret_key_is_made_once_and_private(data: Path):
    script = "from splitsite.database import secret_key; from pathlib import Path; import sys;"
    commands = [
        subprocess.Popen(
            [sys.executable, "-c", f"{script} print(secret_key(Path({str(data)!r})))"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    keys = {command.communicate()[0].strip() for command in commands}
    assert len(keys) == 1
    assert len(keys.pop()) > 50
    assert (data / "secret-key").stat().st_mode & 0o077 == 0
    assert [path.name for path in data.iterdir()] == ["secret-key"]
