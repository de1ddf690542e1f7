"""What a first visit costs: bytes sent, no layout jumps, files cached for a year."""

from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.support import tables
from tests.support.browser import Visit

MOST = 150 * 1024
JUMPED = """() => new Promise(done => {
    let sum = 0;
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => setTimeout(() => done(sum), 0));
})"""


def loaded(page: Page, path: str) -> dict[str, tuple[int, dict[str, str]]]:
    """Everything that one visit with an empty cache loads: bytes as sent, and headers."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    names: dict[str, tuple[str, dict[str, str]]] = {}
    sizes: dict[str, int] = {}
    devtools.on(
        "Network.responseReceived",
        lambda told: names.update(
            {told["requestId"]: (told["response"]["url"], told["response"]["headers"])}
        ),
    )
    devtools.on(
        "Network.loadingFinished", lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]})
    )
    page.goto(path)
    page.evaluate("document.fonts.ready.then(() => true)")
    page.wait_for_load_state("networkidle")
    return {
        url: (size, {name.lower(): value for name, value in headers.items()})
        for key, size in sizes.items()
        if key in names
        for url, headers in [names[key]]
    }


@pytest.mark.parametrize(("game", "seats", "language"), [("splito", 8, "ru"), ("splitter", 4, "en")])
def test_a_table_in_full_play_weighs_at_most_150_kb(visit: Visit, game: str, seats: int, language: str):
    session, people = tables.dealt(seats, game)
    for _ in range(5):
        tables.play_turn(session, people)
    page = visit("/robots.txt", language=language, person=people[0])
    found = loaded(page, f"/t/{session.code}/")
    expect(page.locator("#table")).to_have_attribute("data-line", "open")
    icons = page.evaluate(
        "[...document.querySelectorAll('link[rel=icon], link[rel=manifest]')].map(one => one.href)"
    )
    weight = sum(size for size, _ in found.values())
    weight += sum(len(urlopen(Request(icon)).read()) for icon in icons if icon not in found)
    print(f"{game} for {seats} in {language}: {weight / 1024:.0f} KB")
    assert weight <= MOST, {url.rpartition("/")[2]: size for url, (size, _) in found.items()}
    for url, (_, headers) in found.items():
        if "/static/" in url:
            assert "immutable" in headers["cache-control"], url
            assert "max-age=315360000" in headers["cache-control"], url
        if not url.endswith("woff2"):
            assert headers["content-encoding"] in ("br", "gzip"), url


@pytest.mark.parametrize("path", ["/", "/tables/", "table"])
def test_nothing_jumps_after_a_page_is_loaded_on_a_phone(visit: Visit, path: str):
    session, people = tables.dealt(4)
    tables.play_turn(session, people)
    page = visit(f"/t/{session.code}/" if path == "table" else path, phone=True, person=people[0])
    page.evaluate("document.fonts.ready.then(() => true)")
    if path == "table":
        expect(page.locator("#table")).to_have_attribute("data-line", "open")
    assert page.evaluate(JUMPED) <= 0.01
