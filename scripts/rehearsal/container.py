"""`make rehearse-container`: runs the steps of deploy/Containerfile on a copy of this machine.

No engine is needed: the base image is played by this machine and its Python. Every other step is done as it
stands, RUN as root and COPY from the last commit. Then the image's command runs as the image's user until its
health check is content.
"""

import json
import os
import pwd
import re
import shlex
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from scripts.rehearsal.machine import ROOT, enter, run, say

PATIENCE = 90


@dataclass
class Step:
    word: str
    rest: str


def steps(text: str) -> list[Step]:
    """The instructions of a Containerfile, each on one line."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    whole = re.sub(r"\\\n\s*", " ", "\n".join(lines))
    return [Step(*line.split(None, 1)) for line in whole.splitlines() if line.strip()]


@dataclass
class Image:
    """What the steps so far have decided."""

    folder: Path = Path("/")
    user: str = "root"
    variables: dict[str, str] = field(default_factory=dict)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def take(self, step: Step, context: Path) -> None:
        match step.word:
            case "WORKDIR":
                self.folder = Path(step.rest)
                self.folder.mkdir(parents=True, exist_ok=True)
            case "RUN":
                if self.start(["sh", "-euc", step.rest]).wait():
                    sys.exit("This step failed.")
            case "COPY":
                source, target = context / step.rest.split()[0], self.folder / step.rest.split()[1]
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
            case "ENV":
                self.variables |= dict(one.split("=", 1) for one in shlex.split(step.rest))
            case "USER":
                self.user = step.rest
            case "CMD":
                self.command = json.loads(step.rest)
            case "HEALTHCHECK":
                self.health = json.loads(step.rest.split("CMD ", 1)[1])

    def start(self, command: list[str]) -> subprocess.Popen[bytes]:
        who = pwd.getpwnam(self.user)
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "HOME": who.pw_dir} | self.variables,
            user=who.pw_uid,
            group=who.pw_gid,
            extra_groups=[],
        )


def main() -> None:
    scratch, wheels = map(Path, sys.argv[1:])
    enter(scratch)
    context = Path("/tmp/context")
    run("git", "-C", str(ROOT), "-c", "safe.directory=*", "archive", "--output", "/tmp/context.tar", "HEAD")
    context.mkdir()
    run("tar", "-x", "-f", "/tmp/context.tar", "-C", str(context))
    python = Path("/usr/local/bin/python")
    python.unlink(missing_ok=True)
    python.symlink_to(Path(sys.executable).resolve())
    image = Image(variables={"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels)})
    for step in steps((ROOT / "deploy" / "Containerfile").read_text()):
        say(f"{step.word} {step.rest}")
        image.take(step, context)
    say("The health check")
    site = image.start(image.command)
    until = time.monotonic() + PATIENCE
    while image.start(image.health).wait():
        if site.poll() is not None or time.monotonic() > until:
            sys.exit("The site did not become healthy.")
        time.sleep(1)
    site.terminate()
    say(f"Healthy as user {image.user}; ended with code {site.wait()}.")


if __name__ == "__main__":
    main()
