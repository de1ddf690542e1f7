"""Takes the picture for the README: starts the site on its own data and plays half a round against bots."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from scripts import browser

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "table.png"
SIZE = {"width": 1440, "height": 900}
TURNS = 7


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
                page = chromium.new_page(viewport=SIZE, reduced_motion="reduce")  # type: ignore[arg-type]
                page.goto(address)
                play_half_a_round(page)
                PICTURE.parent.mkdir(exist_ok=True)
                page.screenshot(path=PICTURE)
                chromium.close()
        finally:
            site.terminate()
            site.communicate()
    print(f"The picture is at {PICTURE.relative_to(ROOT)}.")


def play_half_a_round(page: Page) -> None:
    """Four players at one table, in an open turn, with a card in hand."""
    page.locator("form[action$='/play/now/'] button").first.click()
    for turn in range(TURNS):
        page.locator(f"#table[data-ref='1.{turn}']").wait_for()
        page.locator("#card-1").check(force=True)
        page.locator("#play-L" if turn % 2 else "#play-R").click()
    page.locator(f"#table[data-ref='1.{TURNS}']").wait_for()
    page.locator("#card-2").check(force=True)
    page.locator(".seat[data-chosen]").nth(1).wait_for()


if __name__ == "__main__":
    main()
