"""Somebody at a table who speaks HTTP and WebSocket to the running site, and keeps every byte received."""

import json
import re
import time
import zlib
from contextlib import ExitStack
from html import unescape

import httpx
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from accounts.models import User

PATIENCE = 60


def read(html: str) -> dict:
    """The kind of a frame, and the facts it names; a whole table keeps its HTML."""
    found = re.fullmatch(r'(<div id="(\w+)"[^>]*>)(.*?)(?:</div>)?', html, re.DOTALL)
    assert found, html
    opening, name, inside = found.groups()
    facts = facts_of(opening)
    match name:
        case "facts":
            return {"kind": "table", "html": html}
        case "marks":
            return {"kind": name, **facts, "chosen": [int(seat) for seat in facts["chosen"].split()]}
        case "looked":
            return {"kind": "look", **facts, "html": inside}
        case "refused":
            return {"kind": name, **facts, "message": unescape(inside)}
        case "sealed" | "beat":
            return {"kind": name, **facts}
    raise AssertionError(f"a frame no page knows: {html}")


def facts_of(element: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in re.findall(r'data-([a-z]+)="([^"]*)"', element)}


class Player:
    def __init__(self, site: str, user: User | None) -> None:
        self.site = site
        self.user = user
        self.received: list[str] = []
        self.socket: ClientConnection | None = None
        self.shown = ""
        """The public part as it was pushed last."""
        self.facts: dict[str, str] = {}
        self.open_things = ExitStack()
        cookies = {}
        if user is not None:
            client = Client()
            client.force_login(user, backend="accounts.backends.NameBackend")
            cookies = {"sessionid": client.cookies["sessionid"].value}
        self.http = self.open_things.enter_context(
            httpx.Client(base_url=site, cookies=cookies, timeout=PATIENCE)
        )

    def get(self, path: str, **query: str) -> httpx.Response:
        answer = self.http.get(path, params=query)
        self.received.append(f"{answer.headers}\n{answer.text}")
        return answer

    def post(self, path: str, **data: str) -> httpx.Response:
        if "csrftoken" not in self.http.cookies:
            self.http.get("/tables/")
        data["csrfmiddlewaretoken"] = self.http.cookies["csrftoken"]
        answer = self.http.post(path, data=data)
        self.received.append(f"{answer.headers}\n{answer.text}")
        return answer

    def sit_at(self, code: str, *, origin: str | None = None, language: str = "en") -> "Player":
        """Loads the page and opens its socket, as a browser does."""
        page = self.get(f"/t/{code}/")
        assert page.status_code == 200, page.status_code
        self.read_facts(page.text)
        self.open(code, origin=origin, language=language, version=self.facts["version"])
        return self

    def open(self, code: str, *, origin: str | None = None, **query: str) -> None:
        query.setdefault("unpacks", "1")
        address = f"{self.site.replace('http', 'ws', 1)}/ws/t/{code}/?{httpx.QueryParams(query)}"
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        opening = connect(
            address,
            origin=Origin(origin or self.site),
            additional_headers={"Cookie": cookie},
            max_size=None,
            open_timeout=PATIENCE,
        )
        self.socket = self.open_things.enter_context(opening)

    def read_facts(self, html: str) -> None:
        found = re.search(r'<div id="facts"[^>]*>', html)
        assert found
        self.facts = facts_of(found[0])

    @property
    def ref(self) -> str:
        return self.facts["ref"]

    def send(self, **frame: str) -> None:
        assert self.socket is not None
        self.socket.send(json.dumps(frame))

    def choose(self, move: str, aim: str | None = None) -> None:
        self.send(aim=aim or self.ref, move=move)

    def hear(self, patience: float) -> dict:
        """Reads one message as the page understands it: large ones are compressed."""
        assert self.socket is not None
        heard = self.socket.recv(timeout=patience)
        if isinstance(heard, bytes):
            heard = zlib.decompress(heard, -zlib.MAX_WBITS).decode()
        self.received.append(heard)
        frame = read(heard)
        public = heard.find('<div id="public"')
        if frame["kind"] == "table" and public >= 0:
            self.shown = heard[public:]
        return frame

    def next(self, *kinds: str) -> dict:
        """The next frame, or the next of these kinds.

        If somebody has just come, the whole table is sent instead; it also says that one's choice is sealed.
        """
        assert self.socket is not None
        while True:
            frame = self.hear(PATIENCE)
            if frame["kind"] == "table":
                before = self.facts
                self.read_facts(frame["html"])
                move = self.facts["sealed"]
                if "sealed" in kinds and move and move != before.get("sealed"):
                    return {"kind": "sealed", "ref": self.ref, "move": move}
            if not kinds or frame["kind"] in kinds:
                return frame

    def answer(self) -> dict:
        """What became of a choice just sent; a page that sees the reveal chose in time."""
        ref = self.ref
        while True:
            frame = self.next("sealed", "refused", "table")
            if frame["kind"] != "table":
                return frame
            if self.ref != ref:
                return {"kind": "sealed"}

    def until(self, ref: str = "", status: str = "") -> None:
        """Reads frames until the table is there."""
        while (ref and self.ref != ref) or (status and self.facts["status"] != status):
            self.next("table")

    def drain(self, seconds: float = 0.3) -> list[dict]:
        """Everything that still arrives within this time; heartbeats do not count."""
        assert self.socket is not None
        frames = []
        try:
            while True:
                frames.append(self.hear(seconds))
        except TimeoutError:
            return [frame for frame in frames if frame["kind"] != "beat"]

    def closed_with(self) -> int:
        """The code with which the site closed the socket."""
        assert self.socket is not None
        try:
            while True:
                self.socket.recv(timeout=PATIENCE)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def close(self) -> None:
        self.open_things.close()


def all_seated(site: str, users: list[User], code: str) -> list[Player]:
    """Everybody sits and is noted; a page still connecting when the database fails would be sent away."""
    people = [Player(site, user).sit_at(code) for user in users]
    for one in people:
        one.send(look="nothing")
        one.next("look")
    return people


def reconnected(site: str, user, code: str) -> Player:
    """Tries again until the site answers, as a page does."""
    for _ in range(100):
        try:
            return Player(site, user).sit_at(code)
        except (httpx.HTTPError, AssertionError, OSError):
            time.sleep(0.2)
    raise AssertionError("the site did not come back")
