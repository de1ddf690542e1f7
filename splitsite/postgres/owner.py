"""The user who runs the embedded postgres: ourselves or, since it refuses root, another local user."""

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from splitsite.postgres import Unusable


@dataclass(frozen=True)
class Owner:
    uid: int
    gid: int

    @property
    def step_down(self) -> dict[str, Any]:
        """The options with which a subprocess runs as this user."""
        if os.geteuid() == self.uid:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def of(home: Path) -> Owner:
    """The user to whom the data belongs, or will belong."""
    if os.geteuid() != 0:
        if home.exists() and home.stat().st_uid != os.geteuid():
            raise Unusable(
                f"{home} belongs to user {name(home.stat().st_uid)}: run as that user or set SPLITSITE_DATA."
            )
        return Owner(os.geteuid(), os.getegid())
    if home.exists() and home.stat().st_uid != 0:
        return Owner(home.stat().st_uid, home.stat().st_gid)
    for owner in candidates():
        if possible(owner):
            return owner
    raise Unusable(
        "PostgreSQL must not run as root and no other user can be used here: run make as an ordinary user."
    )


def candidates() -> list[Owner]:
    """Possible users: the one who called sudo, else the usual unprivileged users, else anybody."""
    found = []
    if os.environ.get("SUDO_UID", "").isdigit():
        found.append(Owner(int(os.environ["SUDO_UID"]), int(os.environ.get("SUDO_GID") or 0)))
    entries = sorted(
        pwd.getpwall(), key=lambda entry: (entry.pw_name != "postgres", entry.pw_name != "nobody")
    )
    return found + [Owner(entry.pw_uid, entry.pw_gid) for entry in entries if entry.pw_uid != 0]


def possible(owner: Owner) -> bool:
    """Whether we can become this user; containers list users whom nobody can become."""
    try:
        return (
            owner.uid != 0
            and subprocess.run(["/bin/sh", "-c", ":"], cwd="/", **owner.step_down).returncode == 0
        )
    except (OSError, subprocess.SubprocessError):
        return False


def name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)
