"""The copy of the machine: set up as Debian does it; then the page is followed, and troubles are tried."""

import os
import pty
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

from scripts.rehearsal.stand_ins import PARTS, PASSWORD

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "deploy" / "README.md"
HOST = "play.example.org"
SOURCE = "/srv/source.git"
APP = "/srv/splitsite/app"
ANSWERS = {"Name": "Boss", "assword": PASSWORD, "again": PASSWORD}
"""What is typed where a command asks."""


def blocks(page: str) -> dict[str, list[str]]:
    """The commands of a page, by the heading above them."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in page.splitlines():
        if line.startswith("#"):
            heading = line.strip("# ")
        elif line.startswith("    "):
            found.setdefault(heading, []).append(line.strip())
    return found


def say(words: str) -> None:
    print(f"\n=== {words}", flush=True)


def run(*command: str, **how: object) -> None:
    subprocess.run(command, check=True, **how)  # type: ignore[call-overload]


def enter(scratch: Path) -> None:
    """From here on, everything this process and its children see is the copy."""
    run("mount", "-t", "tmpfs", "scratch", str(scratch))
    changes, work, copy = (scratch / name for name in ("changes", "work", "copy"))
    for folder in (changes, work, copy):
        folder.mkdir()
    run("mount", "-t", "overlay", "copy", "-o", f"lowerdir=/,upperdir={changes},workdir={work}", str(copy))
    run("mount", "-t", "proc", "proc", f"{copy}/proc")
    run("mount", "--rbind", "/dev", f"{copy}/dev")
    run("mount", "--bind", str(ROOT), f"{copy}{ROOT}")
    run("mount", "-t", "tmpfs", "-o", "mode=1777", "tmp", f"{copy}/tmp")
    run("ip", "link", "set", "lo", "up")
    os.chroot(copy)
    os.chdir("/")
    os.environ["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def set_up(wheels: Path) -> None:
    """A machine as `apt` leaves it: PostgreSQL, Redis and nginx run with Debian's settings."""
    for name in PARTS:
        file = Path("/usr/local/bin") / name
        file.write_text(
            f'#!/bin/sh\nexec {sys.executable} {Path(__file__).parent}/stand_ins.py {name} "$@"\n'
        )
        file.chmod(0o755)
    Path("/etc/hosts").write_text(f"127.0.0.1 localhost {HOST} {socket.gethostname()}\n")
    Path("/etc/pip.conf").write_text(f"[global]\nno-index = true\nfind-links = {wheels}\n")
    Path("/etc/gitconfig").write_text("[safe]\n\tdirectory = *\n")
    run("git", "clone", "--quiet", "--bare", f"file://{ROOT}", SOURCE)
    for folder in ("/etc/postgresql", "/var/lib/postgresql", "/var/log/nginx"):
        shutil.rmtree(folder, ignore_errors=True)
        Path(folder).mkdir(parents=True)
    version = max(Path("/usr/lib/postgresql").iterdir(), key=lambda folder: int(folder.name)).name
    run("pg_createcluster", version, "main", "--start", stdout=subprocess.DEVNULL)
    run(
        "redis-server",
        "/etc/redis/redis.conf",
        "--daemonize",
        "yes",
        "--dir",
        "/tmp",
        stdout=subprocess.DEVNULL,
    )
    run("nginx")


def follow(commands: list[str]) -> None:
    """Runs commands of the page as they stand there, in one shell; a person answers what they ask."""
    script = Path("/tmp/commands")
    script.write_text("\n".join(["set -ev", *commands, ""]))
    if code := typed(["sh", str(script)]):
        sys.exit(f"\nThe commands of the page failed (code {code}).")


def typed(command: list[str]) -> int:
    """Runs a command in a terminal of its own, and answers what it asks."""
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(command[0], command)
    said = ""
    while True:
        try:
            heard = os.read(terminal, 4096).decode(errors="replace")
        except OSError:  # the terminal is closed: the command has ended
            break
        if not heard:
            break
        sys.stdout.write(heard)
        sys.stdout.flush()
        said = (said + heard)[-200:]
        if asked := re.search(r"(Name|assword|again)[^\n]*: ?$", said):
            os.write(terminal, f"{ANSWERS[asked[1]]}\n".encode())
            said = ""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def visit(what: str) -> None:
    """People who come through nginx; they run beside the site, with the tools of the tests."""
    folder = {
        "SPLITSITE_DATA": "/tmp/visitors",
        "SSL_CERT_FILE": f"/etc/letsencrypt/live/{HOST}/fullchain.pem",
    }
    command = [str(ROOT / ".venv/bin/python"), "-m", "scripts.rehearsal.visit", f"https://{HOST}", what]
    if subprocess.run(command, cwd=ROOT, env=os.environ | folder).returncode:
        show_logs()
        sys.exit(f"\nThe visit “{what}” went wrong.")


def show_logs() -> None:
    for log in [*Path("/var/log/nginx").iterdir(), *Path("/var/log/rehearsal").iterdir()]:
        print(f"\n--- {log}", *log.read_text().splitlines()[-20:], sep="\n")


def refused(*command: str) -> None:
    """A command that must not succeed, and what it says."""
    done = subprocess.run(command, cwd=APP, capture_output=True, text=True)
    if done.returncode == 0:
        sys.exit(f"This should have been refused: {' '.join(command)}")
    print(done.stderr.strip().splitlines()[0])


def asked(question: str) -> str:
    """The database's answer."""
    command = ["sudo", "-u", "postgres", "psql", "-At", "-d", "splitsite", "-c", question]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd="/").stdout.strip()


def show_memory() -> None:
    """What one group takes: memory that processes share is counted once (PSS)."""
    names = {
        "splitsite.supervisor": "supervisor",
        "splitsite.web": "web",
        "manage.py clock": "clock",
        "manage.py think": "thinker",
    }
    for folder in sorted(Path("/proc").glob("[0-9]*"), key=lambda folder: int(folder.name)):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            size = re.search(r"(?m)^Pss:\s+(\d+) kB", (folder / "smaps_rollup").read_text())
        except OSError:
            continue
        if name := next(
            (name for word, name in names.items() if f"-m {word}" in command or f" {word}" in command), ""
        ):
            print(f"{name:12} {int(size[1]) / 1000 if size else 0:6.0f} MB  {command.split('/')[-1].strip()}")


def look_into_the_logs() -> None:
    """No log of nginx may hold an address that opens something."""
    for log in sorted(Path("/var/log/nginx").iterdir()):
        text = log.read_text()
        print(f"{log}: {len(text.splitlines())} lines")
        if found := re.search(r".*/(?:back|t|ws)/\w.*", text):
            sys.exit(f"{log} holds a whole address: {found[0]}")


def main() -> None:
    scratch, wheels = map(Path, sys.argv[1:])
    page = blocks(PAGE.read_text())
    enter(scratch)
    say("A machine as apt leaves it")
    set_up(wheels)
    say("The page: Install")
    follow([line.replace("git clone …", f"git clone {SOURCE}") for line in page["Install"]])
    say("A table over two processes, one of which is killed; then 1,500 sockets")
    visit("play")
    visit("crowd")
    say("Memory of a group")
    show_memory()
    say("PostgreSQL is away for a moment")
    run("pg_ctlcluster", *cluster(), "stop", "--mode", "immediate")
    visit("outage")
    run("pg_ctlcluster", *cluster(), "start")
    say("A backup without the settings is refused")
    refused("sudo", "-u", "splitsite", "make", "backup")
    save, bring_back = page["Back up"][:2], page["Back up"][2:]
    say("The page: Back up")
    follow(save)
    (file,) = Path("/srv/splitsite/data/backups").glob("splitsite-*.dump")
    before = asked("SELECT count(*) FROM games_choice")
    asked("DELETE FROM games_choice")
    say(f"{before} choices are lost, and the page brings them back")
    follow(
        ["cd " + APP, *(line.replace("/srv/splitsite/data/backups/….dump", str(file)) for line in bring_back)]
    )
    if asked("SELECT count(*) FROM games_choice") != before:
        sys.exit("The restore did not bring back what was lost.")
    say("The page: A new version")
    visit("wait")
    follow(page["A new version"])
    visit("wait")
    run("systemctl", "start", "splitsite-backup")
    say("What the logs hold")
    look_into_the_logs()
    say("The rehearsal went well.")


def cluster() -> tuple[str, str]:
    (found,) = Path("/etc/postgresql").glob("*/main")
    return found.parent.name, "main"


if __name__ == "__main__":
    main()
