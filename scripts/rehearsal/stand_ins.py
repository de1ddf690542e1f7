"""Plays the commands that need the network, systemd or a person: `stand_ins.py systemctl start …`."""

import os
import pwd
import re
import resource
import secrets
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

PASSWORD = "violet7pencil"
"""What the rehearsal types when `createuser` and `make admin` ask for a password."""

UNITS = Path("/etc/systemd/system")
RUNNING = Path("/run/rehearsal")
LOGS = Path("/var/log/rehearsal")


def apt(verb: str, *packages: str) -> None:
    """Installs nothing: says what is missing. Certificates are made by hand here."""
    for package in packages:
        if package != "python3-certbot-nginx":
            subprocess.run(["dpkg-query", "--show", package], check=True, stdout=subprocess.DEVNULL)


def editor(file: str) -> None:
    """Fills in the settings as the page says."""
    path, key = Path(file), secrets.token_urlsafe(50)
    text = path.read_text().replace(":password@127.0.0.1", f":{PASSWORD}@127.0.0.1")
    text = re.sub(r"(?m)^SECRET_KEY=$", f"SECRET_KEY={key}", text)
    path.write_text(re.sub(r"(?m)^EMAIL_URL=.*$", "EMAIL_URL=consolemail://", text))


def certbot(*words: str) -> None:
    """A certificate that only this machine trusts, where certbot puts it."""
    host = words[words.index("-d") + 1]
    folder = Path("/etc/letsencrypt/live") / host
    folder.mkdir(parents=True)
    where = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    names = ["-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *where, *names]
    subprocess.run(made, check=True, stderr=subprocess.DEVNULL)


def systemctl(verb: str, *words: str) -> None:
    for unit in (word for word in words if not word.startswith("-")):
        if unit.endswith(".timer"):
            settings_of(unit)
        elif unit == "nginx":
            subprocess.run(["nginx", "-s", "reload"], check=True)
        else:
            if verb in ("stop", "restart"):
                stop(unit)
            if verb in ("start", "restart", "enable"):
                start(unit)


def settings_of(unit: str) -> dict[str, str]:
    """What a unit's file says; of names that occur twice, the last."""
    name, _, instance = unit.removesuffix(".service").partition("@")
    file = unit if unit.endswith(".timer") else f"{name}@.service" if instance else f"{name}.service"
    text = (UNITS / file).read_text().replace("%i", instance)
    return dict(re.findall(r"(?m)^(\w+)=(.*)$", text))


def start(unit: str) -> None:
    said = settings_of(unit)
    who = pwd.getpwnam(said["User"])
    lines = [
        line for line in Path(said["EnvironmentFile"]).read_text().splitlines() if re.match(r"\w+=", line)
    ]
    environment = dict(shlex.split(line)[0].split("=", 1) for line in lines)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = min(int(said.get("LimitNOFILE", 1024)), most)  # in a container even root may not have more
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    LOGS.mkdir(exist_ok=True)
    RUNNING.mkdir(exist_ok=True)
    with (LOGS / f"{unit}.log").open("ab") as log:
        process = subprocess.Popen(
            shlex.split(said["ExecStart"]),
            cwd=said["WorkingDirectory"],
            env={"PATH": os.defpath, "HOME": who.pw_dir, "USER": who.pw_name} | environment,
            user=who.pw_uid,
            group=who.pw_gid,
            extra_groups=[],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    if said.get("Type") == "oneshot":
        if process.wait():
            sys.exit(f"{unit} failed: see {LOGS}")
        subprocess.run(shlex.split(said["ExecStartPost"]), check=True)
        return
    (RUNNING / unit).write_text(str(process.pid))


def stop(unit: str) -> None:
    number = int((RUNNING / unit).read_text())
    os.kill(number, signal.SIGTERM)
    while alive(number):
        time.sleep(0.1)


def alive(number: int) -> bool:
    """Whether it still runs; what has ended but was not fetched by a parent counts as gone."""
    try:
        return ") Z" not in Path(f"/proc/{number}/stat").read_text()
    except FileNotFoundError:
        return False


PARTS: dict[str, Callable[..., None]] = {
    "apt": apt,
    "editor": editor,
    "certbot": certbot,
    "systemctl": systemctl,
}

if __name__ == "__main__":
    PARTS[sys.argv[1]](*sys.argv[2:])
