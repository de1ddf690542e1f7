"""Redraws the icons and the preview picture of shared links from the site's own mark, cards and fonts.

`.venv/bin/python -m scripts.icons` writes PNG files beside the favicon. They are kept in the repository, so
that running the site needs no browser.
"""

import os
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from scripts import browser

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "splitsite" / "static" / "site"
ICONS = SITE / "icons"
CARDS = ("red-5", "blue-3", "orange-2", "yellow-6", "green-4", "black-1")
PLACES = (
    *((-106, -190, -5), (-214, -2, 4), (-222, 214, 6), (106, -190, 5)),
    *((214, -12, -4), (102, 172, 3), (222, 226, -6), (-102, 178, -3)),
)
"""Where each card lies, from the middle of the fold, and how far it is turned."""
MARK = (
    '<path fill="#1A2123" d="M14.5 2.5v27a13.5 13.5 0 0 1 0-27z"/>'
    '<path fill="#5A2A8C" d="M17.5 2.5v27a13.5 13.5 0 0 0 0-27z"/>'
)
# A mask may cut off all but the inner four fifths, so the mark is smaller there; touch icons have no mask.
SHARES = {"touch-180": 0.72, "any-192": 0.84, "any-512": 0.84, "maskable-192": 0.56, "maskable-512": 0.56}


def main() -> None:
    path = browser.find()
    if path is None:
        sys.exit(browser.MISSING)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "splitsite.settings")
    import django

    django.setup()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path)
        for name, share in SHARES.items():
            size = int(name.partition("-")[2])
            shape = "border-radius: 22%;" if name.startswith("any") else ""
            draw(chromium, name, icon(size, share, shape), width=size, height=size)
        draw(chromium, "preview", preview(), width=1200, height=630)
        chromium.close()
    (ICONS / "touch-180.png").rename(ICONS / "touch.png")


def icon(size: int, share: float, shape: str) -> str:
    return f"""<style>
      body {{ margin: 0; background: none; }}
      div {{ display: grid; place-items: center; 
        width: {size}px; height: {size}px; background: #FFFEFA; {shape} }}
    </style>
    <div><svg width="{size * share:.0f}" viewBox="0 0 32 32">{MARK}</svg></div>"""


def preview() -> str:
    """A small version of the first page: the sentence on one side, cards on both sides of the fold."""
    from games.templatetags import pieces

    links = "".join(
        f'<link rel="stylesheet" href="{path.as_uri()}">'
        for path in (
            SITE / "css" / "tokens.css",
            SITE / "css" / "fonts.css",
            SITE / "css" / "base.css",
            ROOT / "games" / "splito" / "static" / "splito" / "parts.css",
        )
    )
    fan = [pieces.draw("splito/_card.html", card=card) for card in CARDS]
    fan.insert(3, pieces.draw("splito/_goal.html", goal="exactly-two-3", points=2, size="hand"))
    fan.append(pieces.draw("splito/_goal.html", goal="majority-green", points=3, size="hand"))
    cards = "".join(
        f'<span style="translate: {x}px {y}px; rotate: {turn}deg">{card}</span>'
        for card, (x, y, turn) in zip(fan, PLACES, strict=True)
    )
    return f"""{links}<style>
      body {{ position: relative; width: 1200px; height: 630px; min-height: 0; overflow: hidden; }}
      main {{ position: absolute; inset: 64px auto auto 72px; width: 600px; }}
      h1 {{ margin-top: 84px; font-size: 82px; line-height: .98; letter-spacing: -.01em; }}
      p {{ display: flex; align-items: center; gap: 14px; font: 800 36px/1 "Piazzolla"; }}
      p b {{ margin-inline: 2px; border-inline-start: 3.5px dotted #5A2A8C; height: 40px; }}
      p + h1 + p {{ margin-top: 44px; color: #46514F; font: 500 27px/1.35 "Commissioner"; }}
      .fan {{ position: absolute; left: 892px; top: 315px; }}
      .fan::before {{ content: ""; position: absolute; inset: -400px auto -400px -2px; }}
      .fan::before {{ border-inline-start: 5px dotted #5A2A8C; }}
      .fan span {{ position: absolute; left: -73px; top: -102px; width: 146px; }}
      .fan span svg {{ width: 146px; }}
    </style>
    {pieces.draw("splito/_sprite.html")}
    <main>
      <p><svg width="52" viewBox="0 0 32 32">{MARK}</svg><span>Split<b></b>site</span></p>
      <h1>Half of every point is your neighbour’s.</h1>
      <p>Splito and Splitter at one calm table</p>
    </main>
    <div class="fan">{cards}</div>"""


def draw(chromium: Browser, name: str, html: str, *, width: int, height: int) -> None:
    page = chromium.new_page(viewport={"width": width, "height": height}, color_scheme="light")
    source = ICONS / "drawing.html"  # a file, so that it may load the style sheets and fonts beside it
    source.write_text(f"<!doctype html>{html}")
    try:
        page.goto(source.as_uri())
        page.evaluate("document.fonts.ready")
        page.screenshot(path=ICONS / f"{name}.png", omit_background=True)
    finally:
        source.unlink()
        page.close()


if __name__ == "__main__":
    main()
