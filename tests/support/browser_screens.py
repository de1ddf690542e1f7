"""Opens a state of scripts/screen_states.py and measures it on every size of screen."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from scripts.screen_sizes import SIZES
from scripts.screen_states import Place, Screen
from tests.support.browser import Visit
from tests.support.browser_measures import Fault, measure, written

LANGUAGES = ("en", "de", "fr", "it", "ru")
PICTURES = Path(__file__).parent.parent.parent / "screenshots" / "screens"


def open_screen(visit: Visit, screen: Screen, place: Place, language: str) -> Page:
    page = visit(place.path, person=place.person, language=language, phone=True)
    if "/t/" in place.path:
        expect(page.locator("#table")).to_have_attribute("data-line", "open")
    for thing in screen.press:
        page.locator(thing).first.click()
    if screen.hints:
        expect(page.locator(".play-worth").first).not_to_be_empty()
    page.evaluate("document.fonts.ready.then(() => true)")
    return page


def measure_screen(visit: Visit, screen: Screen, place: Place, language: str) -> list[Fault]:
    """All that is wrong with a state in this language; a size with faults leaves a picture."""
    page = open_screen(visit, screen, place, language)
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = measure(page, hints=screen.hints, state=screen.name, language=language)
        if found:
            PICTURES.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=picture(screen.name, language, (width, height)))
        faults += found
    page.context.close()
    return faults


def picture(state: str, language: str, size: tuple[int, int]) -> Path:
    return PICTURES / f"{re.sub(r'[^a-z0-9]+', '-', state)}-{written(size)}-{language}.png"
