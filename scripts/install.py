"""Installs the locked packages into .venv; an interrupted run is repeated. Called by scripts/install."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"

QUICKER = 0.85
"""Another Python is chosen only if it takes less than this part of the usual one's time."""

WORK = """
import ensurepip, sys, venv
from time import perf_counter
assert sys.version_info >= (3, 11)
class Card:
    def __init__(self, number): self.number = number
    def plus(self, other): return self.number + other
def work():
    began, total, texts = perf_counter(), 0, {}
    for number in range(40_000):
        total = Card(number).plus(total) & 1023
        texts[total] = str(number)
    return perf_counter() - began
print(min(work() for _ in range(7)))
"""


def works(*command: str | Path) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=120).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def checksum(path: Path) -> str:
    """The checksum as `cksum` prints it; scripts/install compares it without starting Python."""
    with path.open("rb") as file:
        return subprocess.run(
            ["cksum"], stdin=file, capture_output=True, text=True, check=True
        ).stdout.strip()


def quickest() -> str:
    """The Python to install into: this one, or one on the PATH that is much quicker at the same work.

    A Python built without compiler optimisations, as version managers do by default, takes a third longer for
    everything, and the system's own is often available beside it. `PYTHON=…` overrides the choice.
    """
    if "PYTHON" in os.environ:
        return sys.executable
    found = {sys.executable: race(sys.executable)}
    for folder in os.get_exec_path():
        try:
            there = sorted(Path(folder).glob("python3.1[1-4]"))
        except OSError:  # a folder that we may not read holds none for us
            continue
        for python in there:
            if os.access(python, os.X_OK) and python.resolve() not in map(Path.resolve, map(Path, found)):
                found[str(python)] = race(python)
    best = min(found, key=found.__getitem__)
    return best if found[best] < QUICKER * found[sys.executable] else sys.executable


def race(python: str | Path) -> float:
    """Seconds that this Python takes for a little typical work; infinity if it cannot be used here."""
    try:
        done = subprocess.run([python, "-c", WORK], capture_output=True, text=True, timeout=30)
        return float(done.stdout) if done.returncode == 0 else float("inf")
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return float("inf")


def make_venv() -> None:
    if works(PYTHON, "-c", "import pip, sys; sys.exit(sys.version_info < (3, 11))"):
        return
    shutil.rmtree(VENV, ignore_errors=True)
    python = quickest()
    if not works(python, "-c", "import ensurepip, venv") and os.geteuid() == 0 and shutil.which("apt-get"):
        # Debian keeps this part of Python in a package of its own.
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        subprocess.run(["apt-get", "update", "-qq"], stdout=subprocess.DEVNULL)
        subprocess.run(["apt-get", "install", "-y", "-qq", package], stdout=subprocess.DEVNULL)
    if subprocess.run([python, "-m", "venv", str(VENV)], stdout=subprocess.DEVNULL).returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        sys.exit(
            "splitsite: this Python cannot make a virtual environment: install the package python3-venv."
        )


def install(part: str) -> None:
    lock = ROOT / "lock" / f"{part}.txt"
    stamp = VENV / f"installed-{part}"
    wanted = checksum(lock)
    if stamp.exists() and stamp.read_text().strip() == wanted:
        return
    stamp.unlink(missing_ok=True)
    what = {"run": "what the site needs", "dev": "the test tools"}[part]
    print(f"Installing {what} (only when it changes) …", flush=True)
    pip: list[str | Path] = [
        PYTHON,
        "-m",
        "pip",
        "install",
        "-qq",
        "--disable-pip-version-check",
        "--no-input",
        "--require-hashes",
        "-r",
        lock,
    ]
    if subprocess.run(pip).returncode:
        sys.exit(f"splitsite: installing from lock/{part}.txt failed, as said above; make again goes on.")
    half = stamp.with_suffix(".new")
    half.write_text(wanted + "\n")
    half.replace(stamp)


def main() -> None:
    try:
        with (ROOT / ".venv.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # when two makes run at once, the second waits and finds it done
            make_venv()
            for part in sys.argv[1:]:
                install(part)
    except PermissionError as error:
        sys.exit(
            f"splitsite: {error.filename} cannot be written: make the folder yours, or work in a copy of it."
        )
    except OSError as error:
        sys.exit(f"splitsite: installing failed: {error.strerror} ({error.filename or VENV}).")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
