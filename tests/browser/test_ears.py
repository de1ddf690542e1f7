"""The table for screen readers and keyboards: what is said, when, and where the focus goes."""

from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import GameSession
from games.table import services
from tests.support import tables
from tests.support.browser import Visit

LISTEN = """(() => {
  window.heard = [];
  const say = (region) => {
    const words = region.innerText.replace(/\\s+/g, " ").trim();
    if (words && words !== window.heard.at(-1)) window.heard.push(words);
  };
  for (const region of document.querySelectorAll("[role=status], [role=alert], [aria-live]")) {
    const everything = { childList: true, characterData: true, subtree: true };
    new MutationObserver(() => say(region)).observe(region, everything);
  }
})()"""
STANDS = """(() => {
  const here = document.activeElement;
  const { x, y, width, height } = (here.closest("label") ?? here).getBoundingClientRect();
  const seen = document.elementFromPoint(x + width / 2, y + height / 2);
  const shown = seen && (here.contains(seen) || seen.contains(here) || here.closest("label")?.contains(seen));
  const name = here.id || [...here.classList].find((word) => word !== "button") || here.localName;
  return [name, !shown];
})()"""
FOCUS = "document.activeElement.id || document.activeElement.localName"


def sit_down(visit: Visit, session: GameSession, user: User) -> Page:
    """This person's browser at the table; it records all that a screen reader says by itself."""
    page = visit(f"/t/{session.code}/", person=user)
    expect(page.locator("#table")).to_have_attribute("data-line", "open")
    page.evaluate(LISTEN)
    return page


def at_turn(page: Page, ref: str) -> None:
    expect(page.locator("#table")).to_have_attribute("data-ref", ref)


def test_over_a_turn_of_splito_only_the_seal_and_the_reveal_are_told(visit: Visit):
    session, (ana, ben, cleo) = tables.dealt(3, hints=False)
    page = sit_down(visit, session, ana)
    page.keyboard.press("1")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#take-back")).to_be_focused()
    tables.seal(tables.wish(session, ben))
    expect(page.locator("#waiting")).to_have_text("Waiting for Player 2")
    assert page.evaluate("heard") == ["Sealed. You may still choose another card."]
    tables.seal(tables.wish(session, cleo))
    at_turn(page, "1.1")
    told = page.locator(".reveal .said").all_text_contents()
    assert [sentence.split(" played ")[0] for sentence in told] == ["Player 0", "Player 1", "Player 2"]
    assert page.evaluate("heard")[1:] == [f"Cards of turn 1. {' '.join(told)} Turn 2 of 13."]
    assert page.evaluate("document.getAnimations().length") == 0  # for people who asked for less motion


def test_over_a_turn_of_splitter_only_the_seal_the_sides_and_the_roll_are_told(visit: Visit):
    session, (ana, ben) = tables.dealt(2, "splitter", hints=False)
    page = sit_down(visit, session, ana)
    page.evaluate("document.getElementById('r4c1').click()")
    page.locator("#r4c1").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#pen")).to_have_attribute("data-state", "sealed")
    tables.seal(tables.wish(session, ben))
    at_turn(page, "1.1")
    roll, wrote = (page.locator(id).text_content() or "" for id in ("#rolled-news", "#own-news"))
    assert roll.startswith("Turn 2: ")
    sealed = "Sealed: nobody sees it until all have written."
    assert page.evaluate("heard") == [sealed, f"{wrote.strip()} {roll.strip()}"]


def test_the_result_is_told_once_and_the_focus_waits_at_the_count(visit: Visit):
    session, (ana, ben) = tables.dealt(2, "splitter", hints=False, rounds_planned=2)
    for _ in range(21):
        tables.play_turn(session, [ana, ben])
    page = sit_down(visit, session, ana)
    tables.seal(tables.wish(session, ben))
    page.evaluate("document.querySelector('.pair input').click()")
    page.locator(".write:visible").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_attribute("data-status", "counted")
    winners = page.locator(".winners").inner_text()
    assert winners
    assert page.evaluate("heard").count(" ".join(winners.split())) == 1
    expect(page.locator("#private")).to_be_focused()

    page.locator("#ready").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#private").get_by_text("You are ready")).to_be_visible()
    expect(page.locator("#private")).to_be_focused()
    services.ready(session.pk, ben)
    at_turn(page, "2.0")
    assert page.evaluate(FOCUS) != "body"


def test_a_button_that_goes_away_hands_the_focus_on(visit: Visit):
    session, (ana, _) = tables.dealt(2, "splitter", hints=False)
    page = sit_down(visit, session, ana)
    page.evaluate("document.getElementById('r4c1').click()")
    page.locator(".write:visible").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#take-back")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".write:visible")).to_be_focused()


def test_the_lobby_that_is_drawn_again_keeps_the_focus(visit: Visit):
    services.open_table(
        tables.person("Olga"), "splito", options={}, seats_wanted=4, public=True, name="Monday"
    )
    page = visit("/tables/")
    page.locator("#lobby h3 a").focus()
    page.evaluate("document.getElementById('lobby').dataset.before = 'yes'")
    page.evaluate("document.querySelector('#lobby h3 a').removeAttribute('id')")
    page.evaluate("htmx.ajax('GET', '/tables/', '#lobby')")
    expect(page.locator("#lobby h3 a[id]")).to_be_focused()


def test_tab_goes_through_the_table_in_its_order_and_nothing_covers_where_it_stands(visit: Visit):
    session, people = tables.dealt(3)
    tables.play_turn(session, people)
    page = sit_down(visit, session, people[0])
    page.set_viewport_size({"width": 360, "height": 640})
    order: list[str] = []
    for _ in range(20):
        page.keyboard.press("Tab")
        thing, covered = page.evaluate(STANDS)
        order.append(thing)
        assert not covered, thing
        if thing == "play-R":
            break
    bar = ["skip", "brand", "nudge-button", "menu-button"]
    wanted = [*bar, "goal", "open", "unfold", "last-turn", "card-1"]
    assert list(dict.fromkeys(order)) == [*wanted, "play-L", "play-R"]


def test_single_keys_can_be_switched_off(visit: Visit):
    session, (ana, *_) = tables.dealt(3)
    page = sit_down(visit, session, ana)
    page.locator("#menu-button").click()
    page.locator("#keys-switch").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(page.locator(".hand input:checked")).to_have_count(0)
    page.reload()
    page.locator("#menu-button").click()
    page.locator("#keys-switch").check()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(page.locator("#card-1")).to_be_checked()


def test_a_broken_line_is_told_when_it_lasts_and_so_is_its_end(visit: Visit):
    session, (ana, _, _) = tables.dealt(3)
    page = sit_down(visit, session, ana)
    line = "(state) => { document.getElementById('table').dataset.line = state; }"
    page.evaluate(line, "broken")
    page.evaluate(line, "open")
    page.evaluate(line, "broken")
    page.evaluate(line, "broken")
    expect(page.locator("#news")).to_contain_text("The connection is interrupted.")
    page.evaluate(line, "open")
    expect(page.locator("#news")).to_have_text("The connection is back.")
    assert len(page.evaluate("heard")) == 2
