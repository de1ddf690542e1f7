"""Install the locked packages into .venv; an interrupted run is done again. Called by scripts/install."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"


def works(*command: str | Path) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=120).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def checksum(path: Path) -> str:
    """As `cksum` prints it, which scripts/install compares without starting Python."""
    with path.open("rb") as file:
        return subprocess.run(
            ["cksum"], stdin=file, capture_output=True, text=True, check=True
        ).stdout.strip()


def make_venv() -> None:
    if works(PYTHON, "-c", "import pip, sys; sys.exit(sys.version_info < (3, 11))"):
        return
    shutil.rmtree(VENV, ignore_errors=True)
    if (
        not works(sys.executable, "-c", "import ensurepip, venv")
        and os.geteuid() == 0
        and shutil.which("apt-get")
    ):
        # Debian keeps this part of Python in a package of its own.
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        subprocess.run(["apt-get", "update", "-qq"], stdout=subprocess.DEVNULL)
        subprocess.run(["apt-get", "install", "-y", "-qq", package], stdout=subprocess.DEVNULL)
    if subprocess.run([sys.executable, "-m", "venv", str(VENV)], stdout=subprocess.DEVNULL).returncode:
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
            fcntl.flock(lock, fcntl.LOCK_EX)  # two makes at once: the second waits and finds it done
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
