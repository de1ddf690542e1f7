"""The embedded PostgreSQL: one for all commands, gone with the last, intact after any crash."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from splitsite.postgres import binaries, owner
from splitsite.postgres.server import Server
from tests.support.processes import kill_everything, processes, unprivileged, wait_until_gone

ROOT = Path(__file__).parent.parent.parent
PACKAGES = str(Path(psycopg.__file__).parent.parent)

started: list[subprocess.Popen[str]] = []

# Uses the database until its standard input closes, and says when it has an answer.
USE = """
import sys
from pathlib import Path
from splitsite.postgres.server import NAME, Server
server = Server(Path(sys.argv[1]))
server.ensure()
with server.connect(NAME) as connection:
    connection.execute("SELECT pg_advisory_lock(1); CREATE TABLE IF NOT EXISTS kept (word text)")
    connection.execute("INSERT INTO kept VALUES (%s)", [sys.argv[2]])
    print(*(word for word, in connection.execute("SELECT word FROM kept ORDER BY word")), flush=True)
sys.stdin.read()
"""


@pytest.fixture(params=["root", "another user"] if os.geteuid() == 0 else ["oneself"])
def person(request: pytest.FixtureRequest) -> dict[str, Any]:
    """How to run a command: as root and as an ordinary user, where the tests may do both."""
    return unprivileged() if request.param == "another user" else {}


@pytest.fixture
def fresh() -> Iterator[Path]:
    """A data folder that does not exist yet."""
    folder = Path(tempfile.mkdtemp(prefix="splitsite-launch-", dir="/tmp"))
    folder.chmod(0o777)
    yield folder / "data"
    for user in started:
        user.kill()
        user.wait()
    started.clear()
    wait_until_gone(folder / "data")
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def pattern() -> Iterator[Path]:
    """Data to copy: creating a new cluster for every test would take most of the time."""
    with tempfile.TemporaryDirectory(prefix="splitsite-launch-", dir="/tmp") as folder:
        data = Path(folder) / "data"
        leave(use(data, "pattern", {}))
        wait_until_gone(data)
        yield data


@pytest.fixture
def data(fresh: Path, pattern: Path) -> Path:
    """A data folder that was used before."""
    subprocess.run(["cp", "-Rp", pattern, fresh], check=True)
    return fresh


def use(data: Path, word: str, person: dict[str, Any]) -> subprocess.Popen[str]:
    person = dict(person)
    user = subprocess.Popen(
        [person.pop("python", sys.executable), "-c", USE, str(data), word],
        cwd=ROOT,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": PACKAGES},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **person,
    )
    started.append(user)
    return user


def words(process: subprocess.Popen[str]) -> list[str]:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        pytest.fail(process.communicate()[1])
    return [word for word in line.split() if word != "pattern"]


def leave(*users: subprocess.Popen[str]) -> None:
    for user in users:
        user.communicate(timeout=30)


def test_several_commands_that_start_at_once_share_one_server(fresh: Path, person: dict[str, Any]):
    users = [use(fresh, word, person) for word in "abc"]
    seen = [words(user) for user in users]
    assert max(seen, key=len) == ["a", "b", "c"]
    leave(*users)


def test_it_ends_with_its_last_user_and_not_before(data: Path):
    first, second = use(data, "a", {}), use(data, "b", {})
    words(first), words(second)
    leave(first)
    time.sleep(0.5)  # the keeper checks every tenth of a second
    assert processes(data)
    leave(second)
    wait_until_gone(data)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_no_process_is_left_whatever_ends_the_user(data: Path, number: int):
    user = use(data, "a", {})
    words(user)
    user.send_signal(number)
    user.communicate()
    wait_until_gone(data)


def test_after_everything_was_killed_the_data_is_there(fresh: Path, person: dict[str, Any]):
    user = use(fresh, "a", person)
    words(user)
    kill_everything(fresh, user)
    again = use(fresh, "b", person)
    assert words(again) == ["a", "b"]
    leave(again)


def test_when_only_the_server_is_killed_it_comes_back_by_itself(data: Path):
    user = use(data, "a", {})
    words(user)
    postmaster = int((data / "postgres/cluster/postmaster.pid").read_text().split()[0])
    os.kill(postmaster, signal.SIGKILL)
    again = use(data, "b", {})
    assert words(again) == ["a", "b"]
    leave(user, again)


def test_when_the_keeper_is_killed_no_server_is_orphaned_and_the_next_user_gets_one(data: Path):
    user = use(data, "a", {})
    words(user)
    keeper, *others = processes(data)
    os.kill(keeper, signal.SIGKILL)
    again = use(data, "b", {})
    assert words(again) == ["a", "b"]
    assert not set(others) & set(processes(data))
    leave(user, again)


def test_left_over_pid_files_that_name_a_living_process_do_no_harm(data: Path):
    user = use(data, "a", {})
    words(user)
    lines = (data / "postgres/cluster/postmaster.pid").read_text().splitlines()
    kill_everything(data, user)
    stranger = subprocess.Popen(["sleep", "60"])
    try:
        lines[0] = str(stranger.pid)
        (data / "postgres/cluster/postmaster.pid").write_text("\n".join(lines) + "\n")
        (data / "postgres/socket/.s.PGSQL.5432.lock").write_text("\n".join(lines[:5]) + "\n")
        again = use(data, "b", {})
        assert words(again) == ["a", "b"]
        leave(again)
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_as_root_it_works_inside_a_home_that_is_closed_to_others(fresh: Path):
    fresh.parent.chmod(0o700)
    user = use(fresh, "a", {})
    assert words(user) == ["a"]
    assert (fresh / "postgres").stat().st_uid != 0
    leave(user)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_the_data_of_an_ordinary_user_stays_theirs_when_root_uses_it(fresh: Path):
    first = use(fresh, "a", unprivileged())
    words(first)
    root = use(fresh, "b", {})  # joins the running server
    assert words(root) == ["a", "b"]
    leave(first, root)
    wait_until_gone(fresh)
    root = use(fresh, "c", {})  # starts one
    assert words(root) == ["a", "b", "c"]
    first = use(fresh, "d", unprivileged())
    assert words(first) == ["a", "b", "c", "d"]
    leave(first, root)


def test_a_path_too_long_for_a_socket_works(fresh: Path):
    deep = fresh / ("x" * 60) / ("y" * 60)
    user = use(deep, "a", {})
    assert words(user) == ["a"]
    assert len(os.fsencode(Server(deep).socket)) < 90
    leave(user)
    wait_until_gone(deep)
    shutil.rmtree(Server(deep).socket, ignore_errors=True)


def test_nobody_else_on_this_computer_gets_in(data: Path):
    user = use(data, "a", {})
    words(user)
    socket = Server(data).socket
    assert socket.stat().st_mode & 0o077 == 0
    if os.geteuid() == 0:
        # Not even the user who runs the server: that user may run other programs too.
        who = owner.of(data / "postgres")
        psql = binaries.choose() / "psql"
        refused = subprocess.run(
            [psql, "-h", socket, "-U", "splitsite"], capture_output=True, text=True, cwd="/", **who.step_down
        )
        assert "Peer authentication failed" in refused.stderr
    leave(user)


def test_changes_are_flushed_to_disk(data: Path):
    user = use(data, "a", {})
    words(user)
    with psycopg.connect(host=str(Server(data).socket), user="splitsite", dbname="splitsite") as connection:
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            assert connection.execute(f"SHOW {setting}").fetchone() == ("on",)
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
    leave(user)
