"""Installs a program that only the tests need, by the distribution's own means and only where we may."""

import os
import shutil
import subprocess

MANAGERS = {
    "apt-get": [["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq"]],
    "dnf": [["dnf", "install", "-y", "-q"]],
    "apk": [["apk", "add", "--quiet"]],
}


def ways(package: str) -> list[list[str]]:
    """The commands that would install it, in order; none for an ordinary user."""
    if os.geteuid() != 0:
        return []
    for manager, commands in MANAGERS.items():
        if shutil.which(manager):
            return [*commands[:-1], [*commands[-1], package]]
    return []


def run(command: list[str]) -> None:
    """Tries a command; the caller checks afterwards whether it helped."""
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=quiet, timeout=900)
    except (OSError, subprocess.TimeoutExpired):
        return


def needed() -> bool:
    """Whether a missing program is an error, as it is in CI."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")
