"""People who come through nginx: `python -m scripts.rehearsal.visit https://play.example.org play`."""

import asyncio
import os
import re
import sys
import time
import zlib
from collections import Counter
from contextlib import AsyncExitStack

import django
import httpx
import psutil
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
django.setup()

from tests.support.players import Player  # noqa: E402 - needs the apps that the line above has set up

PATIENCE = 90
SOCKETS, ADDRESSES = 1_500, 100
KILLED = 3
"""In which turn a web process is killed."""

OFFERS = re.compile(r'type="radio" name="move" value="([^"]+)"')
SIDES = re.compile(r'<button[^>]*name="move" value="([^"]+)"')


def wait(site: str) -> None:
    """Until the first page is there."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            if httpx.get(site, timeout=10).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.2)
    sys.exit(f"{site} did not answer within {PATIENCE} seconds.")


def guest(site: str) -> Player:
    one = Player(site, None)
    one.http.headers["Referer"] = f"{site}/"
    return one


def new_table(host: Player) -> str:
    settings = {
        "game": "splito",
        "splito_seats": "2",
        "splito_rounds": "1",
        "pace": "none",
        "spectators": "on",
    }
    made = host.post("/tables/new/", name="Anna", **settings)
    return str(made.headers["Location"]).strip("/").split("/")[-1]


def play(site: str) -> None:
    """Two guests play a round to its end; in the middle a web process is killed."""
    wait(site)
    anna, ben = guest(site), guest(site)
    code = new_table(anna)
    # In small letters the code leads to another process, unless chance wills otherwise.
    seats = {anna: code, ben: code.lower()}
    ben.post(f"/t/{seats[ben]}/sit/", name="Ben")
    anna.post(f"/t/{code}/start/")
    turns = 0
    while asyncio.run(turn(site, seats, killing=turns == KILLED)):
        turns += 1
    print(f"Table {code}: {turns} turns played to the end of the round.")
    if turns <= KILLED:
        sys.exit("The round ended too soon.")
    keys = re.findall(r"/back/[^/\"\s]+/", anna.get("/settings/return-link/").text)
    for address in (site, site.replace("https", "http")):
        for path in [*keys, f"/t/{code}/"]:
            httpx.get(f"{address}{path}", follow_redirects=False)
    print(f"{len(keys)} return link opened by https and http.")


async def turn(site: str, seats: dict[Player, str], *, killing: bool) -> bool:
    """Everybody opens the table and chooses; sockets tell them of the reveal. False after the last turn."""
    async with AsyncExitStack() as open_things:
        lines = [
            await open_things.enter_async_context(line(site, code, cookies=one.http.cookies))
            for one, code in seats.items()
        ]
        if killing:
            kill(site)
        ref = ""
        for one, code in seats.items():
            page = one.get(f"/t/{code}/").text
            one.read_facts(page)
            ref = one.ref
            if one.facts["status"] != "playing" or not OFFERS.search(page):
                return False
            move = f"{OFFERS.findall(page)[0]} {SIDES.findall(page)[0]}"
            answer = one.post(f"/t/{code}/choose/", aim=ref, move=move)
            if answer.status_code >= 400:
                sys.exit(f"A choice was answered with {answer.status_code}.")
        if not killing:  # then some of the sockets are gone, and pages open them again
            async with asyncio.timeout(PATIENCE):
                for heard in lines:
                    while ref_in(await heard.recv()) in ("", ref):
                        pass
    return True


def line(site: str, code: str, *, cookies: httpx.Cookies | None = None, here: str = "127.0.0.1") -> connect:
    """A table's socket, as its page opens it."""
    return connect(
        f"{site.replace('http', 'ws', 1)}/ws/t/{code}/?language=en&version=-1&unpacks=1",
        origin=Origin(site),
        additional_headers={
            "Cookie": "; ".join(f"{name}={value}" for name, value in (cookies or {}).items())
        },
        local_addr=(here, 0),
        open_timeout=PATIENCE,
        close_timeout=1,
        max_size=None,
    )


def ref_in(frame: str | bytes) -> str:
    """The turn that this frame shows, if it shows the table."""
    text = zlib.decompress(frame, -zlib.MAX_WBITS).decode() if isinstance(frame, bytes) else frame
    found = re.search(r'<div id="facts"[^>]* data-ref="([\d.]+)"', text)
    return found[1] if found else ""


def kill(site: str) -> None:
    """kill -9 of one web process; for three seconds visitors come who know nothing of it."""
    web = [one for one in psutil.process_iter(["cmdline"]) if "splitsite.web" in (one.info["cmdline"] or [])]
    web[0].kill()
    until, answers, slowest = time.monotonic() + 3, Counter[int](), 0.0
    while time.monotonic() < until:
        began = time.monotonic()
        answers[httpx.get(f"{site}/", timeout=30).status_code] += 1
        slowest = max(slowest, time.monotonic() - began)
    print(f"One of {len(web)} web processes killed: {dict(answers)}, the slowest after {slowest:.2f} s.")
    if set(answers) != {200}:
        sys.exit("A visitor was turned away.")


def outage(site: str) -> None:
    """The database is away: both answers come soon and say so."""
    for path, words in (("/", "catching its breath"), ("/readyz", "waiting for the database")):
        began = time.monotonic()
        answer = httpx.get(f"{site}{path}", timeout=60)
        print(f"{path}: {answer.status_code} after {time.monotonic() - began:.2f} s")
        if answer.status_code != 503 or words not in answer.text:
            sys.exit(f"Expected 503 and “{words}”.")


def crowd(site: str) -> None:
    """More sockets than Debian's nginx allows, from as many addresses as it takes."""
    opened = asyncio.run(sockets(site, new_table(guest(site))))
    print(f"{opened} of {SOCKETS} sockets open at once.")
    if opened < SOCKETS:
        sys.exit("nginx or the site refused some.")


async def sockets(site: str, code: str) -> int:
    few = asyncio.Semaphore(20)
    kept = []

    async def one(number: int) -> None:
        async with few:
            try:
                kept.append(await line(site, code, here=f"127.0.1.{1 + number % ADDRESSES}"))
            except (OSError, TimeoutError, WebSocketException) as error:
                print(f"Socket {number}: {error}")

    await asyncio.gather(*(one(number) for number in range(SOCKETS)))
    alive = sum(socket.close_code is None for socket in kept)
    for socket in kept:
        socket.transport.abort()
    return alive


VISITS = {"wait": wait, "play": play, "crowd": crowd, "outage": outage}

if __name__ == "__main__":
    VISITS[sys.argv[2]](sys.argv[1])
