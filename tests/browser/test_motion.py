"""An animated reveal: the hand leaves while the next one comes, nobody waits, and it respects less motion."""

from playwright.sync_api import Page, expect

from tests.support import tables
from tests.support.browser import Visit

WATCH = """() => {
    window.seen = { packet: 0, flight: 0, steady: true };
    new MutationObserver(changes => {
        for (const node of changes.flatMap(change => [...change.addedNodes])) {
            if (node.className === "packet") window.seen.packet = node.childElementCount;
            if (node.className === "flight") window.seen.flight = node.querySelectorAll("div").length;
        }
        for (const motion of document.getAnimations()) {
            const moved = motion.effect.getKeyframes().flatMap(Object.keys);
            const laidOut = ["left", "top", "width", "height"];
            if (moved.some(name => laidOut.includes(name))) window.seen.steady = false;
        }
    }).observe(document.body, { childList: true });
}"""


def revealed(visit: Visit, *, motion: bool) -> Page:
    session, people = tables.dealt(3)
    page = visit("/robots.txt", phone=True, person=people[0])
    page.emulate_media(reduced_motion="no-preference" if motion else "reduce")
    page.goto(f"/t/{session.code}/")
    expect(page.locator("#table")).to_have_attribute("data-line", "open")
    page.evaluate(WATCH)
    tables.play_turn(session, people)
    expect(page.locator("#table")).to_have_attribute("data-ref", "1.1")
    return page


def test_my_hand_leaves_as_a_packet_and_a_touch_ends_the_show(visit: Visit):
    page = revealed(visit, motion=True)
    while not page.evaluate("window.seen.flight"):  # it begins with the next frame
        page.wait_for_timeout(10)
    page.locator("#card-2").check(force=True)
    expect(page.locator("#card-2")).to_be_checked()
    expect(page.locator(".flight, .packet, [data-awaited], [data-arriving]")).to_have_count(0)
    expect(page.locator("#play-L")).to_be_enabled()
    seen = page.evaluate("window.seen")
    assert seen == {"packet": 12, "flight": 3, "steady": True}


def test_whoever_wants_calm_sees_the_new_turn_at_once(visit: Visit):
    page = revealed(visit, motion=False)
    page.evaluate("new Promise(painted => requestAnimationFrame(() => requestAnimationFrame(painted)))")
    assert page.evaluate("window.seen") == {"packet": 0, "flight": 0, "steady": True}
    expect(page.locator(".tile[data-new], .goal[data-new]").first).to_be_attached()


def test_public_goals_wait_for_the_cards_and_mine_says_you(visit: Visit):
    session, people = tables.dealt(3)
    page = visit("/robots.txt", phone=True, person=people[0])
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"/t/{session.code}/")
    expect(page.locator("#table")).to_have_attribute("data-line", "open")
    before = page.locator(".public-goals .columns").all_inner_texts()
    page.evaluate("""() => new MutationObserver((changes, watch) => {
        for (const node of changes.flatMap(change => [...change.addedNodes])) {
            if (node.className !== "flight") continue;
            watch.disconnect();
            const stood = document.querySelector(".public-goals[aria-hidden]");
            const lines = [...stood.querySelectorAll(".columns")].map(line => line.innerText);
            const hidden = document.querySelector(".public-goals[data-awaited]") !== null;
            window.seen = { lines, hidden, mine: node.querySelector("[data-mine] p").innerText };
        }
    }).observe(document.body, { childList: true })""")
    tables.play_turn(session, people)
    while not (seen := page.evaluate("window.seen")):  # it begins with the next frame
        page.wait_for_timeout(10)
    assert seen["lines"] == before
    assert seen["hidden"]
    assert "You" in seen["mine"]
    page.locator("#card-2").check(force=True)
    expect(page.locator(".public-goals")).to_have_count(1)
    expect(page.locator(".public-goals[data-awaited]")).to_have_count(0)
