"""`make run`: database, web and clock as one group that starts in order, is watched, and ends together."""

import argparse
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

from splitsite import parent_watch
from splitsite.database import Unusable, data_folder
from splitsite.postgres.server import Server, leave

ROOT = Path(__file__).resolve().parent.parent
READY = 60  # seconds for the site to answer once its database is up
GOODBYE = 10  # seconds for a child to end
THIS_COMPUTER = ("127.0.0.1", "localhost", "::1")
CRASHES, WITHIN = 4, 60  # with this many crashes in this many seconds the whole group gives up


class Stop(Exception):
    """Somebody asked us to end."""


def listen(host: str, port: int) -> list[socket.socket]:
    """Opens the site's port before anything starts, so that a port in use fails at once with one sentence."""
    in_use = Unusable(
        f"Port {port} is in use by another program: choose another, as in `make run PORT={port + 1}`."
    )
    hosts = ["127.0.0.1", "::1"] if host in ("127.0.0.1", "localhost") else [host]
    with socket.socket() as probe:
        probe.settimeout(1)
        if (
            port and probe.connect_ex(("127.0.0.1", port)) == 0
        ):  # macOS lets two programs bind addresses that look alike
            raise in_use
    opened: list[socket.socket] = []
    for name in hosts:
        family = socket.AF_INET6 if ":" in name else socket.AF_INET
        try:
            one = socket.socket(family)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            one.bind((name, port))
            one.listen(1024)
            port = one.getsockname()[1]
            opened.append(one)
        except PermissionError:
            raise Unusable(f"Port {port} needs more rights than you have: choose one above 1023.") from None
        except OSError as error:
            if name == "::1":
                continue  # a computer without IPv6
            if "in use" in str(error):
                raise in_use from None
            raise Unusable(f"{name} is not an address of this computer: use HOST=0.0.0.0 for all.") from None
    return opened


def behind_a_proxy() -> bool:
    return os.environ.get("TRUSTED_PROXIES", "").strip() not in ("", "0")


class Child:
    """A process that is started again when it crashes, and given up when it keeps crashing."""

    def __init__(self, name: str, command: list[str], descriptors: list[int], life: int) -> None:
        self.name, self.command, self.descriptors, self.life = name, command, descriptors, life
        self.started: list[float] = []
        self.start()

    def start(self) -> None:
        self.started.append(time.monotonic())
        self.process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            env=os.environ | {parent_watch.NAME: str(self.life)},
            pass_fds=[self.life, *self.descriptors],
            start_new_session=True,  # a Ctrl-C is for us; we stop the children in order
        )

    def look_after(self) -> None:
        code = self.process.poll()
        if code is None:
            return
        recent = [moment for moment in self.started if moment > time.monotonic() - WITHIN]
        if len(recent) >= CRASHES:
            raise Unusable(
                f"The {self.name} process ended {len(recent)} times within a minute (last code {code})."
            )
        print(f"splitsite: the {self.name} process ended (code {code}); starting it again.", file=sys.stderr)
        # The first crash in a while is repaired at once, since people wait; repeated ones wait a little.
        time.sleep(0.2 * max(0, len(recent) - 1))
        self.start()


class Group:
    def __init__(self, host: str, port: int, *, end_with_parent: bool) -> None:
        self.host, self.port = host, port
        self.parent = os.getppid() if end_with_parent else None
        self.children: list[Child] = []
        self.preparing: subprocess.Popen[bytes] | None = None
        self.stopping = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.stop)

    def stop(self, number: int, frame: FrameType | None) -> None:
        """Only notes the signal: an exception while a child is being polled would leave its lock held."""
        self.stopping = True

    def run(self) -> None:
        sockets = listen(self.host, self.port)
        self.port = sockets[0].getsockname()[1]
        if behind_a_proxy():
            # A proxy goes to the next process if this one refuses. Held open while web is being started, the
            # port would make people wait instead. So web opens it, once it can answer.
            while sockets:
                sockets.pop().close()
        life, self.lifeline = os.pipe()
        os.environ["SPLITSITE_DATA"] = str(data_folder())
        address = address_to_print(self.host, self.port)
        os.environ["PRINTED_ADDRESS"] = address  # for links in mails and QR codes
        try:
            if not os.environ.get("DATABASE_URL"):
                Server(data_folder()).start()  # since we are its user, it stays until we end
            self.prepare(life)
            descriptors = [one.fileno() for one in sockets]
            where = [str(one) for one in descriptors] or [self.host, str(self.port)]
            web = [sys.executable, "-m", "splitsite.web", *where]
            self.children.append(Child("web", web, descriptors, life))
            for name in ("clock", "think"):
                self.children.append(Child(name, [sys.executable, "manage.py", name], [], life))
            self.wait_until_it_answers()
            announce(self.host, address)
            while True:
                self.look_around()
        finally:
            self.end()

    def look_around(self) -> None:
        self.pause(0.1)
        for child in self.children:
            child.look_after()

    def pause(self, seconds: float) -> None:
        """Sleeps a moment, unless the group is to end."""
        if self.stopping or (self.parent is not None and os.getppid() != self.parent):
            raise Stop
        time.sleep(seconds)

    def prepare(self, life: int) -> None:
        """Prepares database and static files in a separate process, which reports its own errors."""
        self.preparing = subprocess.Popen(
            [sys.executable, "-m", "splitsite.prepare"],
            cwd=ROOT,
            env=os.environ | {parent_watch.NAME: str(life)},
            pass_fds=[life],
            start_new_session=True,
        )
        while (code := self.preparing.poll()) is None:
            self.pause(0.05)
        if code:
            raise SystemExit(code if code > 0 else 1)

    def wait_until_it_answers(self) -> None:
        until = time.monotonic() + READY
        while not self.answers():
            self.look_around()
            if time.monotonic() > until:
                raise Unusable(f"The site did not answer within {READY} seconds.")

    def answers(self) -> bool:
        host = "127.0.0.1" if self.host in ("0.0.0.0", "localhost") else self.host
        try:
            site = http.client.HTTPConnection(host, self.port, timeout=10)
            site.request("GET", "/readyz", headers={"Host": "localhost"})
            return site.getresponse().status == 200
        except OSError:
            return False

    def end(self) -> None:
        """Asks all children to end, waits a while, then kills them."""
        running = [child.process for child in self.children]
        if self.preparing is not None:
            running.append(self.preparing)
        for process in running:
            if process.poll() is None:
                process.terminate()
        until = time.monotonic() + GOODBYE
        for process in running:
            try:
                process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        leave(data_folder())


def address_to_print(host: str, port: int) -> str:
    if host in THIS_COMPUTER:
        return f"http://localhost:{port}/"
    name = own_address() if host in ("0.0.0.0", "::") else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def announce(host: str, address: str) -> None:
    """Prints where the site is; for other devices in the network also as a QR code."""
    if host not in THIS_COMPUTER:
        import segno

        segno.make(address, error="m").terminal(compact=True)
    say(f"Splitsite is ready; Ctrl-C stops it.\n{address}")


def say(words: str) -> None:
    """Prints, unless the terminal has been closed."""
    try:
        print(words, flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def own_address() -> str:
    """This computer's address in the local network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def main() -> None:
    options = argparse.ArgumentParser(prog="splitsite", description="Run the whole site.")
    options.add_argument("--host", default="127.0.0.1")
    options.add_argument("--port", default="8000")
    options.add_argument(
        "--end-with-parent", action="store_true", help="end when the calling program is gone"
    )
    chosen = options.parse_args()
    try:
        if not (chosen.port.isdecimal() and int(chosen.port) < 65536):
            raise Unusable(
                f"PORT must be a number from 1 to 65535 (or 0 for any free one), not {chosen.port!r}."
            )
        Group(chosen.host, int(chosen.port), end_with_parent=chosen.end_with_parent).run()
    except Stop:
        say("Splitsite has ended.")
    except Unusable as error:
        sys.exit(f"splitsite: {error}")


if __name__ == "__main__":
    main()
