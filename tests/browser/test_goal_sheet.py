"""A goal explains itself wherever it is: by finger, by keys, to a screen reader, and without a connection."""

import re
from random import Random

import pytest
from django.db import transaction
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Choice, GameSession
from games.splito.cards import FACES
from games.table.services import rounds
from games.table.services.locking import database_now
from tests.support import tables
from tests.support.browser import Visit
from tests.support.browser_splito import come_to, of, others_play, pick

MINE = ":is(.zone[data-left='0'], .zone[data-right='0'])"
UNCOVERED = """(thing) => {
  const { x, y, width, height } = thing.getBoundingClientRect();
  return thing.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def goals_first(session: GameSession, users: list[User], turns: int) -> None:
    """Everybody plays a goal, then a number card, and so on, now left, now right."""
    for turn in range(turns):
        table = tables.now(session)
        wishes = []
        for user in users:
            moves = table.rules.legal(table.deal.state, table.seat_of(user.pk))
            wanted = [move for move in moves if (move.split()[0] not in FACES) == (turn % 2 == 0)]
            move = (wanted or moves)[turn // 2 % 2]
            wishes.append(tables.services.Wish(table.id, table.deal.ref, move, person=user.pk))
        tables.seal(*wishes)


def dealt(turns: int, **settings) -> tuple[GameSession, list[User]]:
    """A deal that is always the same, and this many turns of it.

    After four turns the left zone of the first seat has red 3 and yellow 4 for one of each: red, blue,
    yellow; the zone of the two others has two colours for exactly five; and the first hand has three goals.
    """
    session, users = tables.gather(3, **settings)
    with transaction.atomic():
        rounds.deal(session, now=database_now(), luck=Random(1), seed=bytes([22]) * 32)
    goals_first(session, users, turns)
    return session, users


@pytest.fixture
def table() -> tuple[GameSession, list[User]]:
    return dealt(4)


def sheet(page: Page) -> Locator:
    return page.locator("#explain")


def name_of(goal: Locator) -> str:
    """The name that its picture has for screen readers, without points and state."""
    return (goal.get_attribute("aria-label") or "").rsplit(",", 1)[0]


def opened(page: Page, name: str) -> Locator:
    """The sheet, once it explains the goal of this name."""
    expect(page.get_by_role("dialog", name=name, exact=True)).to_be_visible()
    return sheet(page)


def closed(page: Page) -> None:
    expect(sheet(page)).to_be_hidden()
    expect(page.locator("[data-asked], [data-counts]")).to_have_count(0)


def centre(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def my_goal(page: Page) -> Locator:
    return page.locator(f".around {MINE} .lying > [data-goal] > .goal").first


def test_a_finger_on_a_goal_in_my_zone_opens_the_sheet_and_one_outside_closes_it(visit: Visit, table):
    session, users = table
    page = come_to(visit, session, users[0], phone=True)
    goal = my_goal(page)
    name = name_of(goal)
    page.touchscreen.tap(*centre(goal))
    said = opened(page, name)
    expect(said.locator(".explained-why").first).to_have_text("2 of 3, missing: blue.")
    expect(said.locator(".explained-sum")).to_be_visible()
    expect(said.locator(".explained-changers")).to_contain_text("can still change it, with 9 cards each.")
    expect(goal).to_have_attribute("data-asked", "")
    expect(page.locator(".around .tile[data-counts]")).to_have_count(2)
    # The table stays in sight.
    box, over = goal.bounding_box(), said.bounding_box()
    assert box
    assert over
    assert box["y"] + box["height"] < over["y"]
    page.touchscreen.tap(180, 20)
    closed(page)
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_the_cards_that_count_are_outlined_and_no_others(visit: Visit, table):
    session, users = table
    page = come_to(visit, session, users[0])
    for goal in page.locator(f".around {MINE} .lying > [data-goal] > .goal").all():
        goal.click()
        opened(page, name_of(goal))
        told = page.locator("#explain data").evaluate_all(
            "all => all.flatMap((one) => one.value.split(' ').filter(Boolean))"
        )
        tiles = page.locator(".around .tile[data-counts] use").evaluate_all(
            "all => all.map((one) => one.getAttribute('href').slice(3))"
        )
        assert sorted(tiles) == sorted(card for card in told if card in FACES)
    page.keyboard.press("Escape")
    closed(page)


def test_a_tap_that_closes_the_sheet_plays_no_card(visit: Visit, table):
    session, users = table
    page = come_to(visit, session, users[0], phone=True)
    pick(page, 1)
    goal = my_goal(page)
    page.touchscreen.tap(*centre(goal))
    opened(page, name_of(goal))
    page.touchscreen.tap(*centre(page.locator(f".around {MINE} .letters").first))
    closed(page)
    of(page, "sealed", "")
    expect(page.locator("#card-1")).to_be_checked()
    assert not Choice.objects.filter(round__session=session, turn=4).exists()


def test_by_keys_enter_opens_escape_closes_and_the_focus_comes_back(visit: Visit, table):
    session, users = table
    page = come_to(visit, session, users[0])
    goal = my_goal(page)
    expect(goal).to_have_role("button")
    name = name_of(goal)
    for key in ("Enter", " "):
        goal.focus()
        page.keyboard.press(key)
        opened(page, name)
        expect(sheet(page)).to_be_focused()
        page.keyboard.press("Escape")
        closed(page)
        expect(goal).to_be_focused()
    page.keyboard.press("Enter")
    opened(page, name)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Close", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    closed(page)
    expect(goal).to_be_focused()


def test_a_screen_reader_finds_a_named_dialog_with_the_whole_explanation(visit: Visit, table):
    session, users = table
    page = come_to(visit, session, users[0])
    goal = my_goal(page)
    name = name_of(goal)
    goal.focus()
    page.keyboard.press("Enter")
    said = opened(page, name)
    tree = said.aria_snapshot()
    assert f'heading "{name}"' in tree
    assert "can still change it" in tree
    assert '- button "Close"' in tree
    expect(said.locator("[aria-live=polite]")).to_contain_text(name)


def test_public_goals_explain_themselves(visit: Visit, table):
    session, users = table
    for phone in (True, False):
        page = come_to(visit, session, users[0], phone=phone)
        goal = page.locator(".public-goal > .goal").first
        goal.scroll_into_view_if_needed()
        page.mouse.click(*centre(goal))
        said = opened(page, name_of(goal))
        expect(said.locator(".explained-zones li")).to_have_count(3)
        expect(said).to_contain_text("Everyone can still change it")


def test_in_the_hand_the_first_tap_takes_the_goal_up_and_the_second_explains_it(visit: Visit, table):
    session, users = table
    page = come_to(visit, session, users[0], phone=True)
    held = page.locator(".in-hand:has(.goal)").first
    name = name_of(held.locator(".goal"))
    page.touchscreen.tap(*centre(held))
    expect(held.locator("input")).to_be_checked()
    # Left and Right say how it would stand there, and nothing covers them.
    for side in ("L", "R"):
        button = page.locator(f"#play-{side}")
        expect(button.locator(".play-why")).to_be_visible()
        expect(button.locator(".play-why")).not_to_have_text("no goal changes")
        assert button.evaluate(UNCOVERED)
    closed(page)
    page.touchscreen.tap(*centre(held))
    said = opened(page, name)
    expect(said.locator(".explained-sides li")).to_have_count(2)
    page.get_by_role("button", name="Close", exact=True).tap()
    closed(page)
    expect(held.locator("input")).to_be_checked()
    page.locator("#play-L").tap()
    of(page, "sealed", re.compile(" L$"))


def test_holding_a_goal_in_the_hand_explains_it_and_neither_takes_nor_drags_it(visit: Visit, table):
    session, users = table
    page = come_to(visit, session, users[0], phone=True)
    held = page.locator(".in-hand:has(.goal)").first
    name = name_of(held.locator(".goal"))
    page.mouse.move(*centre(held))
    page.mouse.down()
    opened(page, name)
    page.mouse.up()
    expect(sheet(page)).to_be_visible()
    expect(held.locator("input")).not_to_be_checked()
    expect(page.locator(".drag")).to_have_count(0)
    page.keyboard.press("Escape")
    closed(page)


def test_space_on_a_goal_that_is_taken_up_explains_it(visit: Visit, table):
    session, users = table
    page = come_to(visit, session, users[0])
    held = page.locator(".in-hand:has(.goal)").first
    field = held.locator("input")
    field.focus()
    page.keyboard.press(" ")
    expect(field).to_be_checked()
    closed(page)
    page.keyboard.press(" ")
    opened(page, name_of(held.locator(".goal")))
    page.keyboard.press("Escape")
    closed(page)
    expect(field).to_be_focused()
    expect(field).to_be_checked()


def test_a_goal_of_the_strip_explains_itself_on_a_desktop(visit: Visit, table):
    session, users = table
    page = come_to(visit, session, users[0])
    goal = page.locator(".around .zone[data-zone='1'] .lying > [data-goal] > .goal").first
    page.mouse.click(*centre(goal))
    opened(page, name_of(goal))
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(sheet(page)).to_contain_text(f"{users[1].name} and {users[2].name}")


def test_in_the_large_view_of_a_zone_goals_explain_themselves(visit: Visit, table):
    session, users = table
    page = come_to(visit, session, users[0], phone=True)
    page.locator(".around .zone[data-zone='1'] .open").tap()
    large = page.locator("dialog.large")
    goal = large.locator(".lying > [data-goal] > .goal").first
    goal.tap()
    opened(page, name_of(goal))
    expect(goal).to_have_attribute("data-asked", "")
    page.keyboard.press("Escape")
    closed(page)
    expect(large).to_be_visible()
    goal.focus()
    page.keyboard.press("Enter")
    opened(page, name_of(goal))
    # A reveal meanwhile draws the zone anew, and the sheet with it.
    others_play(session, users)
    of(page, "ref", "1.5")
    expect(sheet(page)).to_contain_text("with 8 cards each.")
    expect(large).to_be_visible()
    expect(large.locator(".goal[data-asked]")).to_have_count(1)


def test_my_own_zone_opens_large_on_a_phone_but_plays_the_card_i_picked_up(visit: Visit, table):
    session, users = table
    page = come_to(visit, session, users[0], phone=True)
    shelf = page.locator(f".around {MINE} .letters").first
    page.touchscreen.tap(*centre(shelf))
    large = page.locator("dialog.large")
    expect(large).to_be_visible()
    expect(large.locator(".hint").first).to_be_visible()
    large.get_by_role("button", name="Close").tap()
    expect(large).to_be_hidden()
    pick(page, 1)
    page.touchscreen.tap(*centre(shelf))
    of(page, "sealed", re.compile(" [LR]$"))
    expect(large).to_be_hidden()


def test_the_sheet_follows_a_reveal_and_closes_when_its_goal_has_left_my_hand(visit: Visit, table):
    session, users = table
    page = come_to(visit, session, users[0])
    goal = page.locator(".public-goal > .goal").first
    goal.click()
    expect(opened(page, name_of(goal))).to_contain_text("with 9 cards each.")
    others_play(session, users)
    of(page, "ref", "1.5")
    expect(sheet(page)).to_contain_text("with 8 cards each.")
    expect(page.locator(".goal[data-asked]")).to_have_count(1)
    page.keyboard.press("Escape")
    held = page.locator(".in-hand:has(.goal)").first
    held.click()
    held.click()
    opened(page, name_of(held.locator(".goal")))
    others_play(session, users)
    of(page, "ref", "1.6")
    closed(page)


def test_without_a_connection_the_sheet_says_what_the_page_knows(visit: Visit, table):
    session, users = table
    page = come_to(visit, session, users[0])
    goal = my_goal(page)
    reason = goal.locator("xpath=..").locator(".hint").inner_text()
    page.context.set_offline(True)
    goal.click()
    expect(sheet(page)).to_be_visible()
    expect(sheet(page).get_by_role("heading")).to_have_text(re.compile(re.escape(name_of(goal)), re.I))
    expect(sheet(page).locator(".explained-why")).to_have_text(reason)
    expect(goal).to_have_attribute("data-asked", "")


def test_without_hints_the_sheet_tells_the_rule_only(visit: Visit):
    session, users = dealt(2, hints=False)
    page = come_to(visit, session, users[0], phone=True)
    goal = page.locator(".public-goal > .goal").first
    page.mouse.click(*centre(goal))
    said = opened(page, name_of(goal))
    expect(said.locator(".explained-rule")).to_contain_text("In a tie it goes to nobody.")
    expect(said.locator(".explained-zones, .explained-sum")).to_have_count(0)


def test_spectators_are_told_too(visit: Visit, table):
    session, _ = table
    page = visit(f"/t/{session.code}/", person=tables.person("Watcher"))
    goal = my_goal(page)
    goal.click()
    expect(opened(page, name_of(goal))).not_to_contain_text("In your hand")


def test_at_the_count_goals_explain_themselves(visit: Visit):
    session, users = dealt(13)
    page = come_to(visit, session, users[0], phone=True)
    page.locator("[data-go=zones]").tap()
    goal = page.locator(".count-zone[data-shown] .count-goals > [data-goal] > .goal").first
    goal.tap()
    said = opened(page, name_of(goal))
    expect(said.locator(".explained-sum")).to_be_visible()
    expect(said).not_to_contain_text("can still change")
    # Keys reach the goals of the zone that is shown, and of no other.
    reached = page.locator(".count-goals .goal[tabindex='0']")
    assert reached.count() == page.locator(".count-zone[data-shown] .count-goals .goal").count()
    page.keyboard.press("Escape")
    closed(page)
    page.locator("[data-go=public]").tap()
    goal = page.locator(".count-public > .goal").first
    goal.focus()
    page.keyboard.press("Enter")
    opened(page, name_of(goal))


def test_in_the_lesson_goals_explain_themselves(visit: Visit):
    page = visit("/learn/splito/?played=green-5+L&played=exactly-two-3+R&played=blue-3+R", phone=True)
    goal = page.locator(".around .lying > [data-goal='exactly-two-3'] > .goal")
    page.touchscreen.tap(*centre(goal))
    said = opened(page, "exactly two 3s")
    expect(said.locator(".explained-why").first).to_have_text("two 3s lie here. one more 3 breaks it.")
    expect(page.locator(".around .tile[data-counts]")).to_have_count(2)
