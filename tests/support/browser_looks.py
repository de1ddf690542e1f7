"""What a real browser can check on a page: axe-core, sizes for fingers, narrow screens."""

from importlib.resources import files

from playwright.sync_api import Page

from tests.support.browser import PHONE

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


def look_at(page: Page) -> list[str]:
    """Everything that would shut somebody out: in light, in dark, by finger, and on a screen of 320 px."""
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.emulate_media(color_scheme="light")
    page.evaluate(AXE)
    found = page.evaluate(LOOK) + page.evaluate(TOO_SMALL, SMALLEST)
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {one}" for one in page.evaluate(LOOK, ["color-contrast"])]
    page.set_viewport_size({"width": 320, "height": 640})
    return found + page.evaluate(LOST)


FITS = "document.documentElement.scrollWidth <= window.innerWidth"

TOO_LOW = """[...document.querySelectorAll("a, button, input:not([type=hidden]), select")]
    .map(thing => [thing.outerHTML.slice(0, 80), thing.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && box.height < 44 && box.bottom > 0)
    .map(([html, box]) => `${Math.round(box.height)} px: ${html}`)"""


def fits(page: Page) -> bool:
    """Nothing sticks out at the side."""
    return bool(page.evaluate(FITS))
