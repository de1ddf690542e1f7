"""The site as an app in a real browser: it can be installed, and without network it shows a page of ours."""

import json

from playwright.sync_api import expect

from tests.support.browser import Visit

CONTROLLED = """new Promise(done => {
    const { serviceWorker } = navigator;
    if (serviceWorker.controller) done();
    serviceWorker.addEventListener("controllerchange", () => done());
})"""


def test_a_browser_finds_the_site_fit_to_be_installed(visit: Visit):
    page = visit("/", worker=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    devtools = page.context.new_cdp_session(page)
    read = devtools.send("Page.getAppManifest")
    assert read["errors"] == []
    assert json.loads(read["data"])["name"] == "Splitsite"
    # A window without history of its own, as in tests, is never offered the installation.
    problems = {
        one["errorId"] for one in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    }
    assert problems <= {"in-incognito"}


def test_without_network_a_page_of_ours_comes_and_goes_again_when_the_network_is_back(visit: Visit):
    page = visit("/", worker=True, phone=True, language="de")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(CONTROLLED)
    page.context.set_offline(True)
    page.goto("/tables/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(".apology h1")).to_be_visible()
    expect(page.locator("html")).to_have_css("background-color", "rgb(210, 218, 212)")
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('800 20px Piazzolla'))")
    page.context.set_offline(False)
    expect(page.locator("#lobby")).to_be_visible()
    expect(page.locator(".apology")).to_have_count(0)
    assert page.url.endswith("/tables/")
    page.wait_for_load_state()
    kept = page.evaluate(
        """async () => {
            const names = await caches.keys();
            const all = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
            return all.flat().map(request => new URL(request.url).pathname);
        }"""
    )
    assert {path for path in kept if not path.startswith("/static/")} == {"/offline/"}
