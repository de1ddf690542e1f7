"""Takes the picture for the README: half a round against bots, on a desktop and on a phone beside it.

The site runs on data of its own. Both screens show the same table; the phone prefers dark colours.
"""

import os
import subprocess
import sys
import tempfile
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from scripts import browser

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "table.png"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
TURNS = 7

BESIDE = """
<style>
  body { display: inline-flex; align-items: center; gap: 40px; margin: 0; padding: 24px; }
  img { display: block; height: 820px; border-radius: 16px; box-shadow: 0 0 0 1px #8886, 0 8px 24px #0004; }
  img + img { border-radius: 36px; }
</style>
<body><img src="data:image/png;base64,%s"><img src="data:image/png;base64,%s"></body>
"""


def main() -> None:
    path = browser.find()
    if path is None:
        sys.exit(browser.MISSING)
    with tempfile.TemporaryDirectory() as data:
        site = subprocess.Popen(
            [sys.executable, "-m", "splitsite.supervisor", "--port", "0", "--end-with-parent"],
            cwd=ROOT,
            env=os.environ | {"SPLITSITE_DATA": data},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert site.stdout is not None
            address = next(line for line in site.stdout if line.startswith("http")).strip()
            with sync_playwright() as playwright:
                chromium = playwright.chromium.launch(executable_path=path)
                take(chromium, address)
                chromium.close()
        finally:
            site.terminate()
            site.communicate()
    print(f"The picture is at {PICTURE.relative_to(ROOT)}.")


def take(chromium: Browser, address: str) -> None:
    screen = chromium.new_context(viewport=DESKTOP, reduced_motion="reduce")  # type: ignore[arg-type]
    page = screen.new_page()
    page.goto(address)
    play_half_a_round(page)
    phone = chromium.new_context(
        viewport=PHONE,  # type: ignore[arg-type]
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        color_scheme="dark",
        reduced_motion="reduce",
        storage_state=screen.storage_state(),
    ).new_page()
    phone.goto(page.url)
    pick_a_card(phone)
    pictures = [b64encode(shown.screenshot()).decode() for shown in (page, phone)]
    both = chromium.new_page(viewport={"width": 1900, "height": 900})
    both.set_content(BESIDE % tuple(pictures))
    both.locator("body").screenshot(path=PICTURE, omit_background=True)


def play_half_a_round(page: Page) -> None:
    """Four players at one table, in an open turn, with a card in hand."""
    page.locator("form[action$='/play/now/'] button").first.click()
    for turn in range(TURNS):
        page.locator(f"#table[data-ref='1.{turn}']").wait_for()
        page.locator("#card-1").check(force=True)
        page.locator("#play-L" if turn % 2 else "#play-R").click()
    page.locator(f"#table[data-ref='1.{TURNS}']").wait_for()
    pick_a_card(page)


def pick_a_card(page: Page) -> None:
    page.locator("#card-2").check(force=True)
    page.locator(".seat[data-chosen]").nth(1).wait_for()


if __name__ == "__main__":
    main()
