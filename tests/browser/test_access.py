"""Every page for every eye and hand: axe-core finds nothing, fingers and narrow screens miss nothing."""

from collections.abc import Callable, Iterator
from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.support import pages as places

Part = Callable[[places.World], Iterator[places.Place]]
AXE = (files("axe_playwright_python") / "axe.min.js").read_text()
LOOK = """async (only) => (await axe.run({ resultTypes: ["violations"], ...(only && { runOnly: only }) }))
    .violations.flatMap(({ id, impact, nodes }) => nodes.map((node) =>
        `${id} (${impact}) ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`))"""
SMALLEST = 44
TOO_SMALL = """(smallest) => [...document.querySelectorAll(
        "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")]
    .filter((thing) => thing.checkVisibility({ visibilityProperty: true }))
    .map((thing) => {
      // A radio button or a switch is as large as its label.
      const label = ["radio", "checkbox"].includes(thing.type) && thing.labels[0];
      const box = thing.getBoundingClientRect();
      const wide = label ? label.getBoundingClientRect() : box;
      return [thing, Math.max(box.width, wide.width), Math.max(box.height, wide.height)];
    })
    .filter(([thing, ...size]) => Math.min(...size) > 2 && Math.min(...size) < smallest - 0.5)
    // A link within a sentence is as large as its words, a number between − and + has these, and eight spaces
    // of a sheet share the width of a phone: each pair has two of them.
    .filter(([thing]) => getComputedStyle(thing).display !== "inline")
    .filter(([thing]) => !thing.matches(".step input, .pair input"))
    .map(([thing, width, height]) =>
        `too small: ${Math.round(width)} × ${Math.round(height)} ${thing.outerHTML.slice(0, 160)}`)"""
SEND = """(fields) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: "/colours/" });
  form.innerHTML = '<input name="x">'.repeat(fields);
  document.body.append(form);
  form.submit();
}"""
LOST = """() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) found.push(`scrolls sideways: ${root.scrollWidth} of ${innerWidth}`);
  for (const thing of document.body.querySelectorAll("*")) {
    const words = [...thing.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!words || thing.closest("svg, .visually-hidden, .for-ears, .skip, [aria-hidden=true]")) continue;
    if (!thing.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(thing);
    const told = thing.outerHTML.slice(0, 160);
    const small = parseFloat(style.fontSize) < 11.9 && !thing.closest(".a4, .slides");
    if (small) found.push(`caption of ${style.fontSize}: ${told}`);
    const shown = thing.clientWidth > 2 && style.overflowX === "hidden";
    const cut = shown && thing.scrollWidth > thing.clientWidth + 1;
    if (cut && !thing.matches(".paper-page .clip")) found.push(`cut off: ${told}`);
  }
  return found;
}"""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", places.ALL, ids=lambda part: part.__name__)
def test_every_page_is_there_for_everybody(visit: Visit, part: Part):
    world = places.build()
    people = {"visitor": None, "mia": world.mia, "ada": world.others[0], "staff": world.staff}
    pages: dict[str, Page] = {}
    wrong = []
    for place in part(world):
        if place.who not in pages:
            pages[place.who] = visit("/robots.txt", phone=True, person=people[place.who])
        page = pages[place.who]
        go(page, place.path)
        wrong += [f"{place.who} {place.path} {found}" for found in look_at(page)]
    assert pages
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("fields", "told"), [(1, "Please send it once more"), (1001, "We could not read that")]
)
def test_every_apology_is_there_for_everybody(visit: Visit, fields: int, told: str):
    """A form without its token, and one that nobody can read: pages that stand on less than others."""
    page = visit("/", phone=True)
    page.evaluate(SEND, fields)
    expect(page.locator("h1")).to_contain_text(told)
    assert look_at(page) == []


def go(page: Page, path: str) -> None:
    """Some pages ask for the password once more."""
    page.goto(path)
    if "/reauthenticate/?next" in page.url:
        page.get_by_label("Password").fill(places.PASSWORD)
        page.get_by_label("Password").press("Enter")
        page.wait_for_url(f"**{path}")
    assert page.url.endswith(path), f"sent from {path} to {page.url}"


def look_at(page: Page) -> list[str]:
    """What would keep somebody out: in light, in dark, by finger, and on a screen of 320 px."""
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.emulate_media(color_scheme="light")
    page.evaluate(AXE)
    found = page.evaluate(LOOK) + page.evaluate(TOO_SMALL, SMALLEST)
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {one}" for one in page.evaluate(LOOK, ["color-contrast"])]
    page.set_viewport_size({"width": 320, "height": 640})
    return found + page.evaluate(LOST)
