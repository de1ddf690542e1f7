"""The Splito table on every screen, from the smallest phone to a desk: all is whole and can be read."""

from random import Random

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from accounts.models import User
from games.models import GameSession
from games.splito.cards import FACES
from games.splito.state import ZONES
from games.table import services
from tests.support import tables
from tests.support.browser import Visit
from tests.support.browser_splito import come_to, of, pick

PHONES = [(320, 568), (360, 640), (375, 553), (390, 664), (412, 915)]
TURNED = [(667, 375), (844, 390)]
TABLETS = [(768, 1024), (820, 1180)]
DESKS = [(1024, 768), (1280, 720), (1440, 900), (1920, 1080)]
SCREENS = PHONES + TURNED + TABLETS + DESKS

MEASURE = """() => {
  const found = [];
  const me = document.getElementById("table").dataset.seat;
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .map((thing) => thing.getBoundingClientRect());
  const mine = `.around .zone:is([data-left="${me}"], [data-right="${me}"])`;
  for (const tile of boxes(`${mine} .tile`)) {
    if (Math.min(tile.width, tile.height) < 19.9) found.push(`a tile of ${tile.width} px`);
  }
  const piles = boxes(`${mine} .pile li`);
  for (const one of piles) for (const other of piles) {
    const above = Math.abs(one.x - other.x) < 1 && one.y < other.y;
    if (above && one.bottom > other.y + 2) found.push("tiles overlap");
  }
  for (const shape of boxes(".in-hand .card use")) {
    if (Math.min(shape.width, shape.height) < 19.9) found.push(`a card's number of ${shape.width} px`);
  }
  for (const button of boxes(".play")) {
    if (button.height < 71.9) found.push(`a button of ${button.height} px`);
    const whole = button.bottom < innerHeight + 0.5 && button.right < innerWidth + 0.5 && button.left > -0.5;
    if (!whole) found.push("a button is cut off");
  }
  for (const { width, height } of boxes(".around .open, .unfold, .last-turn, .in-hand input, .bar .button")) {
    if (width && Math.min(width, height) < 43.5) found.push(`a target of ${width} × ${height}`);
  }
  const rows = [...document.querySelectorAll(".in-hand")].map((card) => card.offsetTop);
  if (new Set(rows).size > 1) found.push("two rows");
  if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the screen");
  if (document.documentElement.scrollHeight > innerHeight) found.push("higher than the screen");
  return [...new Set(found)];
}"""


def filled(people: int, turns: int, **settings) -> tuple[GameSession, list[User]]:
    """A table where the first seat's left zone gets most of the cards, and many goals."""
    session, users = tables.dealt(people, **settings)
    luck = Random(people * 100 + turns)
    for _ in range(turns):
        table = tables.now(session)
        wishes = []
        for user in users:
            seat = table.seat_of(user.pk)
            moves = table.rules.legal(table.deal.state, seat)
            into = [move for move in moves if ZONES[people][seat][move[-1]] == ZONES[people][0]["L"]]
            goals = [move for move in into if move[:-2] not in FACES]
            chosen = luck.choice(goals if goals and luck.random() < 0.6 else into or moves)
            wishes.append(services.Wish(table.id, table.deal.ref, chosen, person=user.pk))
        assert set(tables.seal(*wishes)) == {"sealed"}
    return session, users


def through(page: Page, screens: list[tuple[int, int]], found: dict[str, list[str]]) -> None:
    for width, height in screens:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        if wrong := page.evaluate(MEASURE):
            found[f"{width} × {height}"] = wrong


@pytest.mark.parametrize(
    ("people", "turns", "promo"), [(2, 0, False), (4, 6, False), (4, 10, True), (6, 8, False), (8, 11, True)]
)
def test_cards_buttons_and_targets_are_whole_on_every_screen(
    visit: Visit, people: int, turns: int, promo: bool
):
    session, users = filled(people, turns, options={"promo42": promo})
    page = come_to(visit, session, users[0])
    found: dict[str, list[str]] = {}
    through(page, SCREENS, found)
    pick(page, 2)
    through(page, SCREENS, found)
    assert found == {}


def test_a_hand_is_a_fan_in_one_row_with_the_selected_and_the_last_card_whole(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0])
    page.set_viewport_size(ViewportSize(width=360, height=640))
    pick(page, 4)
    widths = page.evaluate(
        "[...document.querySelectorAll('.in-hand')].map(card => card.getBoundingClientRect().width)"
    )
    whole = widths[-1]
    assert widths[3] == pytest.approx(whole + 10, abs=0.1)
    strips = widths[:3] + widths[4:-1]
    assert strips == pytest.approx([(344 - 2 * whole - 10) / 11] * 11, abs=0.1)


@pytest.mark.parametrize(("width", "height"), [*TURNED, (360, 640), (390, 664)])
def test_names_values_and_public_goals_stay_on_small_screens(visit: Visit, width: int, height: int):
    session, users = filled(4, 5)
    page = come_to(visit, session, users[0])
    page.set_viewport_size(ViewportSize(width=width, height=height))
    for side in ("left", "right"):
        zone = page.locator(f".around .zone[data-{side}='0']")
        expect(zone.locator("h3")).to_be_in_viewport(ratio=1)
        expect(zone.locator(".value b")).to_be_in_viewport(ratio=1)
    expect(page.locator(".public-goal .columns").last).to_be_in_viewport(ratio=1)
    expect(page.locator(".public-goal .brief").last).to_be_in_viewport(ratio=1)
    expect(page.locator(".product-now b")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(768, 1024), (820, 1180)])
def test_a_tablet_has_the_reasons_of_a_desk(visit: Visit, width: int, height: int):
    session, users = filled(4, 5)
    page = come_to(visit, session, users[0])
    page.set_viewport_size(ViewportSize(width=width, height=height))
    pick(page, 1)
    expect(page.locator(".around .zone[data-left='0'] .hint").first).to_be_visible()
    expect(page.locator("#play-L .play-why")).to_be_visible()
    expect(page.locator(".public-goal .standing p").first).to_be_visible()


def test_the_chevron_of_a_short_phone_opens_the_others_zones(visit: Visit):
    session, users = tables.dealt(5)
    page = come_to(visit, session, users[1])
    page.set_viewport_size(ViewportSize(width=360, height=640))
    page.locator(".unfold").click()
    expect(page.locator("dialog .zone")).to_have_count(3)
    shown = page.locator("dialog .zone").evaluate_all("zones => zones.map(zone => zone.dataset.zone)")
    assert shown == ["2", "3", "4"]
    tables.play_turn(session, users)
    of(page, "ref", "1.1")
    expect(page.locator("dialog .tile, dialog .lying li").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".unfold")).to_be_focused()


SLIDE = """([from, to]) => {
  const box = (number) => document.getElementById(`card-${number}`).parentElement.getBoundingClientRect();
  const send = (kind, x, y, target = document) => target.dispatchEvent(new PointerEvent(kind,
    { bubbles: true, pointerType: "touch", pointerId: 7, button: 0, clientX: x, clientY: y }));
  const y = box(from).top + 30;
  const lifted = [];
  send("pointerdown", box(from).left + 8, y, document.getElementById(`card-${from}`).parentElement);
  for (let x = box(from).left + 8; x <= box(to).left + 12; x += 6) {
    send("pointermove", x, y);
    const now = document.querySelector(".hand :checked")?.id;
    if (now && lifted.at(-1) !== now) lifted.push(now);
  }
  send("pointerup", box(to).left + 12, y);
  return lifted;
}"""


def test_a_finger_that_slides_along_the_hand_lifts_card_after_card(visit: Visit):
    session, users = tables.dealt(3)
    page = come_to(visit, session, users[0], phone=True)
    lifted = page.evaluate(SLIDE, [2, 6])
    assert lifted[-1] == "card-6"
    numbers = [int(card.removeprefix("card-")) for card in lifted]
    assert numbers == sorted(numbers)
    assert len(numbers) >= 4
    expect(page.locator("#card-6")).to_be_checked()
    of(page, "sealed", "")
