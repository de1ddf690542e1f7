"""Somebody who looks at a table over HTTP and a socket, and keeps every byte that arrives, in order."""

import json
import re
import zlib
from contextlib import ExitStack
from http.client import HTTPConnection
from typing import Any

from django.test import Client
from websockets.sync.client import ClientConnection, connect

from accounts.models import User
from tests.secrecy.equal import plain
from tests.support.serving import PATIENCE, Site

TOKEN = "t" * 32
SIGNED = f"csrfmiddlewaretoken={TOKEN}"
NONSENSE = "?"
"""Gets a refusal, after everything that was sent before."""

TABLE_PAGES = ("", "now/", "nudges/", "settings/")
OTHER_PAGES = (
    *("/", "/tables/", "/join/?code=WRLD2", "/history/", "/people/1/", "/leaderboards/", "/me/", "/today/"),
    *("/replay/WRLD2/1/", "/replay/WRLD2/1/count/", "/replay/WRLD2/1/check/", "/replay/WRLD2/1/record.json"),
    *("/sheet/WRLD2/", "/sheet/WRLD2/sheet.svg", "/look-back/WRLD2/1/", "/settings/my-data/", "/t/NOPE9/"),
    *("/admin/games/gamesession/", "/admin/games/gamesession/1/change/"),
    *("/admin/games/round/", "/admin/games/round/1/change/"),
)


HELD_BY_SOMEBODY = ("none-1", "none-5", "exactly-two-3", "colours-4", "majority-blue")


class Viewer:
    def __init__(self, site: Site, name: str, user: User | None, code: str) -> None:
        self.site, self.name, self.user, self.code = site, name, user, code
        self.heard: list[tuple[str, bytes]] = []
        self.http = HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
        self.cookies = f"csrftoken={TOKEN}"
        if user is not None:
            client = Client()
            client.force_login(user, backend="accounts.backends.NameBackend")
            self.cookies += f"; sessionid={client.cookies['sessionid'].value}"
        self.open_things = ExitStack()
        self.open_things.callback(self.http.close)
        self.socket: ClientConnection | None = None
        self.ref = ""
        self.version = ""

    def keep(self, what: str, sent: bytes) -> None:
        self.heard.append((what, plain(sent)))

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> None:
        headers |= {"Cookie": self.cookies, "Accept-Language": "en"}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.http.request(method, path, body.encode() or None, headers)
        answer = self.http.getresponse()
        head = "".join(f"{name.lower()}: {value}\r\n" for name, value in answer.getheaders())
        self.keep(f"{method} {path}", f"{answer.status}\r\n{head}\r\n".encode() + answer.read())

    def look(self, pages: tuple[str, ...]) -> None:
        self.catch_up()
        for page in pages:
            self.ask("GET", f"/t/{self.code}/{page}")

    def look_around(self, pages: list[str], *, everything: bool) -> None:
        self.look(TABLE_PAGES)
        # The hints about a card or pair that this viewer may choose, or about one that others may choose.
        offered = re.search(rb'name="move" value="([^"]+)"', self.heard[-len(TABLE_PAGES)][1])
        move = offered[1].decode() if offered else "red-1"
        about = self.asked_about()
        self.send(look=move)
        self.look((f"look/?move={move}", *(f"details/?of={of}" for of in about)))
        if everything:
            for path in (*pages, *OTHER_PAGES):
                self.ask("GET", path)
            self.ask("POST", f"/t/{self.code}/choose/", "aim=1.0&move=red-1+L")
            self.ask("PUT", f"/t/{self.code}/")
            self.ask(
                "POST", f"/t/{self.code}/choose/", f"{SIGNED}&aim=9.9&move=red-1+L", Accept="application/json"
            )

    def asked_about(self) -> list[str]:
        """Two goals that lie open on this viewer's page, and some of the deck that anybody may hold."""
        page = self.heard[-len(TABLE_PAGES)][1].decode(errors="replace")
        zone, lying = "middle", []
        for kind, name in re.findall(r'<(?:section|li|article) [^>]*?data-(zone|goal)="([^"]+)"', page):
            if kind == "zone":
                zone = name
            else:
                lying.append(f"{name}+{zone}")
        return [*lying[:1], *lying[-1:], *(f"{goal}+hand" for goal in HELD_BY_SOMEBODY)]

    def act(self, act: str) -> None:
        self.ask("POST", f"/t/{self.code}/{act}/", SIGNED)

    def open(self) -> None:
        self.socket = self.open_things.enter_context(self.a_socket())

    def a_socket(self) -> Any:
        address = f"ws://127.0.0.1:{self.site.port}/ws/t/{self.code}/?language=en&version=-1&unpacks=1"
        origin: Any = f"http://127.0.0.1:{self.site.port}"
        headers = {"Cookie": self.cookies}
        return connect(address, origin=origin, additional_headers=headers, max_size=None, ping_interval=None)

    def open_a_second_page(self) -> None:
        """Opens a second page. Its first frame is the whole table; a beat may come before it."""
        with self.a_socket() as second:
            kind = ""
            while kind != "table":
                frame = second.recv(timeout=PATIENCE)
                kind = kind_of(unpacked(frame))
                if kind != "beat":
                    self.keep("second page", frame.encode() if isinstance(frame, str) else frame)

    def send(self, **frame: str) -> None:
        assert self.socket is not None
        self.socket.send(json.dumps(frame))

    def choose(self, aim: str, move: str) -> None:
        """Chooses and waits for the answer: sealed, or the reveal."""
        self.send(aim=aim, move=move)
        while self.hear() not in ("sealed", "table"):
            pass

    def catch_up(self) -> None:
        """Reads all that was sent up to now."""
        assert self.socket is not None
        self.socket.send(NONSENSE)
        while self.hear() != "refused":
            pass

    def until(self, ref: str) -> None:
        while self.ref != ref:
            self.hear()

    def hear(self) -> str:
        """Reads one frame; returns its kind."""
        assert self.socket is not None
        frame = self.socket.recv(timeout=PATIENCE)
        html = unpacked(frame)
        kind = kind_of(html)
        if kind == "beat":
            told = f'data-version="{self.version}" data-ref="{self.ref}"'
            assert not self.ref or told in html
            return kind
        self.keep("frame", frame.encode() if isinstance(frame, str) else frame)
        if kind == "table":
            for name in ("ref", "version"):
                found = re.search(rf'data-{name}="([\d.]*)"', html)
                assert found
                setattr(self, name, found[1])
        return kind

    def close(self) -> None:
        self.open_things.close()


def unpacked(frame: str | bytes) -> str:
    return frame if isinstance(frame, str) else zlib.decompress(frame, -zlib.MAX_WBITS).decode()


def kind_of(html: str) -> str:
    """The name of the frame's first element."""
    found = re.match(r'<div id="(\w+)"', html)
    assert found
    return "table" if found[1] == "facts" else found[1]
