"""`scripts/install` with real environments and real pip, in a folder with two small packages of its own."""

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "install"


class Folder:
    """A project whose site needs the package `chess`, and whose tests need `judge`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "scripts").mkdir()
        (root / "lock").mkdir()
        shutil.copy(SCRIPT, root / "scripts")
        self.lock("run", "chess", "1.0")
        self.lock("dev", "judge", "1.0")

    def lock(self, part: str, name: str, version: str) -> None:
        wheel = self.root / f"{name}-{version}-py3-none-any.whl"
        info = f"{name}-{version}.dist-info"
        with ZipFile(wheel, "w") as file:
            file.writestr(f"{name}.py", f"version = '{version}'")
            file.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
            file.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            file.writestr(f"{info}/RECORD", "")
        digest = sha256(wheel.read_bytes()).hexdigest()
        (self.root / "lock" / f"{part}.txt").write_text(f"./{wheel.name} --hash=sha256:{digest}\n")

    def start(self, *parts: str, python: str = sys.executable) -> subprocess.Popen[str]:
        return subprocess.Popen(
            ["scripts/install", *parts],
            cwd=self.root,
            env=os.environ | {"PYTHON": python},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def install(self, *parts: str, python: str = sys.executable) -> tuple[int, str]:
        running = self.start(*parts, python=python)
        said, _ = running.communicate()
        return running.returncode, said

    def version(self, package: str) -> str:
        """What the environment has of this package; empty if nothing."""
        code = f"import {package}; print({package}.version)"
        python = self.root / ".venv" / "bin" / "python"
        return subprocess.run([python, "-c", code], capture_output=True, text=True).stdout.strip()


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Folder:
    folder = Folder(tmp_path_factory.mktemp("installed"))
    assert folder.install("run") == (0, "Installing lock/run.txt …\n")
    return folder


@pytest.fixture
def folder(installed, tmp_path) -> Folder:
    """The project after `make run`, each test with its own copy."""
    shutil.copytree(installed.root, tmp_path, symlinks=True, dirs_exist_ok=True)
    mine = Folder.__new__(Folder)
    mine.root = tmp_path
    return mine


def test_a_server_gets_no_test_tools(folder):
    assert (folder.version("chess"), folder.version("judge")) == ("1.0", "")
    assert folder.install("run", "dev") == (0, "Installing lock/dev.txt …\n")
    assert (folder.version("chess"), folder.version("judge")) == ("1.0", "1.0")


@pytest.mark.parametrize("target", ["run", "install", "admin", "backup", "restore"])
def test_what_a_server_runs_installs_no_test_tools(target):
    steps = subprocess.run(
        ["make", "--dry-run", target], cwd=SCRIPT.parent.parent, capture_output=True, text=True, check=True
    ).stdout
    assert "scripts/install run\n" in steps
    assert "dev" not in steps


def test_nothing_happens_if_nothing_changed(folder):
    assert folder.install("run", python="no-such-python") == (0, "")


def test_a_changed_lock_is_installed(folder):
    folder.lock("run", "chess", "2.0")
    assert folder.install("run")[0] == 0
    assert folder.version("chess") == "2.0"


def test_a_package_that_differs_from_the_lock_is_refused_each_time(folder):
    folder.lock("run", "chess", "2.0")
    lock = folder.root / "lock" / "run.txt"
    lock.write_text(lock.read_text()[:-9] + "00000000\n")
    for _ in range(2):
        code, said = folder.install("run")
        assert code == 1
        assert "HASH" in said
        assert "installing lock/run.txt failed, see above. The next make tries again." in said
    assert folder.version("chess") == "1.0"


def test_an_environment_whose_python_is_gone_is_made_anew(folder):
    python = folder.root / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/gone/with/an/upgrade")
    assert folder.install("run")[0] == 0
    assert folder.version("chess") == "1.0"


def test_a_half_made_environment_is_made_anew(folder):
    (folder.root / ".venv" / "installed-run.txt").unlink()
    shutil.rmtree(next((folder.root / ".venv").glob("lib/python3.*/site-packages/pip")))
    assert folder.install("run")[0] == 0
    assert folder.version("chess") == "1.0"


@pytest.mark.parametrize(
    "answer", ["exit 127", pytest.param('case "$2" in *ensurepip*) exit 1;; esac', id="without venv")]
)
def test_without_a_python_that_can_make_environments_it_says_what_is_needed(folder, answer):
    shutil.rmtree(folder.root / ".venv")
    python = folder.root / "python3"
    python.write_text(f"#!/bin/sh\n{answer}\n")
    python.chmod(0o755)
    needed = "Python 3.11 or newer is needed, on Debian with python3-venv"
    assert folder.install("run", python=str(python)) == (
        1,
        f"splitsite: {needed}: install it, or name one with PYTHON=…\n",
    )


@pytest.mark.skipif(shutil.which("flock") is None, reason="needs flock")
def test_of_two_at_once_one_waits_for_the_other(folder):
    shutil.rmtree(folder.root / ".venv")
    both = [folder.start("run", "dev") for _ in range(2)]
    said = sorted(running.communicate()[0] for running in both)
    assert [running.returncode for running in both] == [0, 0]
    assert said == ["", "Installing lock/run.txt …\nInstalling lock/dev.txt …\n"]
    assert (folder.version("chess"), folder.version("judge")) == ("1.0", "1.0")
