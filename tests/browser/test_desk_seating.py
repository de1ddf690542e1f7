"""The seating preview in a real browser: drag to swap, a page that stays, ten tables on one screen."""

from random import Random

import pytest
from playwright.sync_api import expect

from games.tournaments import services
from tests.support.browser import Visit
from tests.support.tournaments import event

IN_SIGHT = """() => [...document.querySelectorAll(".one-table")].every((table) => {
  const box = table.getBoundingClientRect();
  return box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1 && box.top >= 0;
})"""


def test_somebody_dragged_onto_somebody_changes_places_and_the_page_stays(visit: Visit):
    tournament, by, _ = event(17)
    services.propose(tournament.pk, by, luck=Random(1))
    page = visit(f"/tournaments/{tournament.code}/desk/", person=by)
    page.set_viewport_size({"width": 1280, "height": 500})
    page.wait_for_load_state()
    one = page.locator("#table-3 label.pill").first
    other = page.locator("#table-4 label.pill").first
    names = [pill.locator("bdi").inner_text() for pill in (one, other)]
    other.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    assert before > 100
    one.drag_to(other)
    expect(page.locator("#told")).to_contain_text("have changed places")
    expect(page.locator("#table-4 label.pill bdi").first).to_have_text(names[0])
    expect(page.locator("#table-3 label.pill bdi").first).to_have_text(names[1])
    assert abs(page.evaluate("scrollY") - before) < 120
    expect(page.locator(".pill :checked")).to_have_count(0)


def test_without_a_script_two_marked_people_change_places(visit: Visit):
    tournament, by, _ = event(8)
    services.propose(tournament.pk, by, luck=Random(1))
    page = visit(f"/tournaments/{tournament.code}/desk/", person=by, javascript=False)
    names = [page.locator(f"#table-{number} label.pill bdi").first.inner_text() for number in (1, 2)]
    for number in (1, 2):
        page.locator(f"#table-{number} label.pill").first.click()
    page.locator("#do-swap").click()
    expect(page.locator("#messages")).to_contain_text("have changed places")
    expect(page.locator("#table-1 label.pill bdi").first).to_have_text(names[1])


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1440, 900)])
def test_ten_tables_are_seen_at_once(visit: Visit, width: int, height: int):
    tournament, by, _ = event(24, seats_least=4, ideal_least=4, ideal_most=4, seats_most=5)
    for number in range(16):
        services.enter(tournament.pk, by, f"Guest number {number}")
    services.propose(tournament.pk, by, luck=Random(1), online=0)
    page = visit(f"/tournaments/{tournament.code}/desk/", person=by)
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator(".one-table")).to_have_count(10)
    assert page.evaluate(IN_SIGHT)


def test_the_remote_on_a_phone_turns_an_open_projector(visit: Visit):
    tournament, by, _ = event(5)
    running = services.propose(tournament.pk, by, luck=Random(1))
    services.publish(tournament.pk, by, 1, draw=running.draw)
    wall = visit(f"/tournaments/{tournament.code}/wall/")
    phone = visit(f"/tournaments/{tournament.code}/desk/remote/", phone=True, person=by)
    phone.wait_for_load_state()
    phone.locator("#remote-clock").click()
    expect(wall.locator("#slide-clock")).to_be_visible()
    expect(phone.locator("#remote-clock")).to_have_attribute("aria-pressed", "true")
    phone.locator("#remote-next").click()
    expect(wall.locator("#slide-clock")).to_be_hidden()
