"""Pictures of every page on three sizes of screen, light and dark, in two languages: `make screenshots`.

The site starts on data of its own, filled with believable play. First come the pages whose state matters (a
table gathering, at play, counted). Then it follows all links and takes one picture of each kind of page. Last
come the states of screen_states.py, exactly as large as the screen.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import unescape
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from scripts import browser
from scripts.screen_sizes import SIZES

if TYPE_CHECKING:
    from scripts.screen_states import Screen

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "screenshots"
ALL_SIZES = [ViewportSize(width=width, height=height) for width, height in SIZES]
TALLEST = 6000
LINK = re.compile(r'<a [^>]*href="([^"]+)"')
NOT_PAGES = re.compile(r"/(admin|static|language|colours|ws|logout)/|\.\w+$")
VISITOR = ("/", "/guest/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/offline/")
"""Pages for people without an account, or that look different to them."""


State = tuple["Screen", str, str]
"""A screen, its path and the session of who looks at it."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="360x780,768x1024,1440x900", help="WxH,… or all")
    parser.add_argument("--schemes", default="light,dark")
    parser.add_argument("--languages", default="en,de")
    parser.add_argument("--only", default="", help="only pages whose name has this in it")
    parser.add_argument("--states", action="store_true", help="only the states, not every kind of page")
    parser.add_argument("--print", action="store_true", help="the same pages as they come out of a printer")
    wanted = parser.parse_args()
    path = browser.find()
    if path is None:
        sys.exit(browser.MISSING)
    sizes = ALL_SIZES if wanted.sizes == "all" else [read_size(size) for size in wanted.sizes.split(",")]
    with filled_site(wanted) as (address, session, places, states), sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path)
        cookie: Any = {"name": "sessionid", "value": session or "none", "url": address}
        walker = chromium.new_context(base_url=address, locale="en")
        walker.add_cookies([cookie])
        found = {} if wanted.states else all_pages(walker, address, places)
        mine = {name: path for name, path in found.items() if wanted.only in name}
        everyones = {f"visitor{path.replace('/', '-').rstrip('-')}": path for path in VISITOR}
        everyones = {
            name: path for name, path in everyones.items() if wanted.only in name and not wanted.states
        }
        for language, scheme, size in product(wanted.languages.split(","), wanted.schemes.split(","), sizes):
            folder = FOLDER / language / scheme / f"{size['width']}x{size['height']}"
            for pages, cookies in ((mine, [cookie]), (everyones, [])):
                context = chromium.new_context(
                    base_url=address,
                    viewport=size,
                    color_scheme=scheme,
                    reduced_motion="reduce",
                    locale=language,
                )
                context.add_cookies(cookies)
                take(context, pages, folder, on_paper=wanted.print)
                context.close()
            print(folder.relative_to(ROOT), flush=True)
        for language in wanted.languages.split(","):
            for state in states:
                picture_state(
                    chromium, address, state, language, schemes=wanted.schemes.split(","), sizes=sizes
                )
        chromium.close()
    print(f"{len(mine) + len(everyones)} pages and {len(states)} states are pictured.")


def read_size(text: str) -> ViewportSize:
    width, height = map(int, text.split("x"))
    return ViewportSize(width=width, height=height)


@contextmanager
def filled_site(wanted: argparse.Namespace) -> Iterator[tuple[str, str, dict[str, str], list[State]]]:
    """A running site full of play: its address, the session of one who uses it, its places, the states."""
    with tempfile.TemporaryDirectory(prefix="splitsite-pictures-") as data:
        os.environ.pop("DATABASE_URL", None)
        os.environ |= {"SPLITSITE_DATA": data, "DJANGO_SETTINGS_MODULE": "splitsite.settings"}
        import django

        django.setup()
        from django.db import connection
        from django.test import Client

        from scripts import screen_states, showcase
        from splitsite import prepare
        from splitsite.postgres import server

        prepare.prepare()
        shown = None if wanted.states else showcase.fill(Random(8))

        def session_of(person: Any) -> str:
            client = Client()
            client.force_login(person, backend="accounts.backends.NameBackend")
            return client.cookies["sessionid"].value

        states: list[State] = []
        for screen in screen_states.SCREENS:
            if wanted.only in screen.name:
                place = screen.build()
                states.append((screen, place.path, session_of(place.person) if place.person else ""))
        session = session_of(shown.me) if shown else ""
        connection.close()
        site = subprocess.Popen(
            [sys.executable, "-m", "splitsite.supervisor", "--port", "0", "--end-with-parent"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert site.stdout is not None
            address = next(line for line in site.stdout if line.startswith("http")).strip().rstrip("/")
            yield address, session, shown.places if shown else {}, states
        finally:
            site.terminate()
            site.communicate()
            server.leave(Path(data))


def all_pages(context: BrowserContext, address: str, places: dict[str, str]) -> dict[str, str]:
    """Every named place, and one page of each further kind that links lead to."""
    from django.urls import Resolver404, resolve

    found = dict(places)
    kinds: set[str] = set()
    waiting = ["/", *places.values(), "/nowhere/"]
    seen = set(waiting)
    while waiting:
        path = waiting.pop(0)
        try:
            kind = resolve(path).view_name
        except Resolver404:
            kind = "not-found"
        if path not in places.values() and kind in kinds:
            continue
        kinds.add(kind)
        answer = context.request.get(path)
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        if path not in places.values():
            found[re.sub(r"\W+", "-", kind)] = path
        for link in LINK.findall(answer.text()):
            parts = urlsplit(urljoin(answer.url, unescape(link)))
            if parts.netloc == urlsplit(address).netloc and parts.path not in seen:
                seen.add(parts.path)
                if not NOT_PAGES.search(parts.path):
                    waiting.append(parts.path)
    return found


def take(context: BrowserContext, pages: dict[str, str], folder: Path, *, on_paper: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    page = context.new_page()
    if on_paper:
        page.emulate_media(media="print")
    for name, path in pages.items():
        page.goto(path)
        page.wait_for_load_state("networkidle") if "/t/" not in path else settle(page)
        page.evaluate("document.fonts.ready")
        tall = min(TALLEST, page.evaluate("document.documentElement.scrollHeight"))
        width = page.evaluate("Math.max(innerWidth, document.documentElement.scrollWidth)")
        page.screenshot(
            path=folder / f"{name}{'-print' if on_paper else ''}.png",
            full_page=True,
            clip={"x": 0, "y": 0, "width": width, "height": max(tall, 400)},
        )
    page.close()


def picture_state(
    chromium: Browser,
    address: str,
    state: State,
    language: str,
    *,
    schemes: Sequence[str],
    sizes: Sequence[ViewportSize],
) -> None:
    """Opens the state once and turns the screen around it: a picture shows what fits on it."""
    screen, path, session = state
    context = chromium.new_context(
        base_url=address, viewport=sizes[0], reduced_motion="reduce", locale=language, has_touch=True
    )
    if session:
        context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
    page = context.new_page()
    page.goto(path)
    page.wait_for_load_state("networkidle") if "/t/" not in path else settle(page)
    for thing in screen.press:
        page.locator(thing).first.click()
    page.wait_for_load_state("networkidle") if "/t/" not in path else page.evaluate("document.fonts.ready")
    for scheme, size in product(schemes, sizes):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size(size)
        folder = FOLDER / language / scheme / f"{size['width']}x{size['height']}"
        page.screenshot(path=folder / f"state-{screen.name}.png")
    context.close()


def settle(page: Page) -> None:
    """Waits until a table's socket is open."""
    page.locator("#table[data-line=open], main:not(:has(#table))").first.wait_for()


if __name__ == "__main__":
    main()
