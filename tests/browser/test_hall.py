"""The hall in real browsers: a table taps its scores, the wall fits and changes slides, prints fill pages."""

import re

from playwright.sync_api import Page, Route, expect

from accounts.models import User
from games.tournaments import queries, services
from games.tournaments.models import Tournament
from tests.support.browser import Visit
from tests.support.browser_looks import FITS, TOO_LOW
from tests.support.tournaments import NAMES, event, link, next_round, published, score_all, seats

STICKS_OUT = """(() => {
  const frame = document.querySelector(".slides").getBoundingClientRect();
  const wrong = [];
  for (const slide of document.querySelectorAll(".slide")) {
    const was = slide.hidden;
    slide.hidden = false;
    for (const thing of slide.querySelectorAll("*")) {
      const box = thing.getBoundingClientRect();
      if (box.width < 3 || thing.closest(".visually-hidden")) continue;
      const told = `${slide.dataset.slide}: ${thing.outerHTML.slice(0, 90)}`;
      const outside = box.right > frame.right + 1 || box.left < frame.left - 1
        || box.bottom > frame.bottom + 1 || box.top < frame.top - 1;
      if (outside) wrong.push(`outside ${told}`);
      const words = thing.children.length === 0 && thing.textContent.trim() && !thing.closest("svg");
      if (words && parseFloat(getComputedStyle(thing).fontSize) < 27.9) wrong.push(`small ${told}`);
    }
    const foot = slide.querySelector(".slide-foot")?.getBoundingClientRect();
    for (const row of slide.querySelectorAll("li")) {
      const hidden = foot && row.getBoundingClientRect().bottom > foot.top + 1;
      if (hidden) wrong.push(`under the foot ${slide.dataset.slide}`);
    }
    slide.hidden = was;
  }
  return wrong;
})()"""
LONG = ["Maximilian von Hohenstein-Bergkirchen", "W" * 40, "Yvonne-Katharina", "山田太郎山田太郎山田太郎"]


def crowd(people: int, organiser: str) -> Tournament:
    """Two rounds with this many people, some with long names."""
    by = User.objects.create_user(organiser)
    tournament, _, _ = event(0, by=by, name=f"A club evening for {people} people")
    names = [*LONG, *NAMES, *(f"{name} O." for name in NAMES)][:people]
    for name in names:
        services.enter(tournament.pk, by, name)
    score_all(tournament, by, next_round(tournament, by))
    services.close_round(tournament.pk, by, 1)
    running = next_round(tournament, by)
    services.set_clock(tournament.pk, by, running.number, minutes=90)
    return tournament


def test_every_slide_fits_the_wall_for_6_17_and_40_people(site: str, visit: Visit):
    page = visit("/robots.txt")
    for width, height in ((1920, 1080), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        for people in (6, 17, 40):
            tournament = Tournament.objects.filter(name__contains=f" {people} ").first()
            tournament = tournament or crowd(people, f"Organiser of {people}")
            page.goto(f"/tournaments/{tournament.code}/wall/")
            expect(page.locator(".time").first).to_have_text(re.compile(r"1:\d\d:\d\d"))
            assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
            wrong = page.evaluate(STICKS_OUT)
            assert [one for one in wrong if width == 1920 or not one.startswith("small")] == [], people


def test_the_wall_turns_by_key_and_the_dice_come_to_the_front(site: str, visit: Visit):
    tournament, by, _ = published(5, game="splitter")
    laptop = visit(f"/tournaments/{tournament.code}/wall/", person=by)
    hall = visit(f"/tournaments/{tournament.code}/wall/")
    hall.keyboard.press("h")  # otherwise they change by themselves meanwhile
    expect(hall.locator("#wall-hold")).to_have_attribute("aria-pressed", "true")
    expect(hall.locator("#slide-join")).to_be_visible()
    hall.keyboard.press("ArrowRight")
    expect(hall.locator("#slide-names-1")).to_be_visible()
    hall.get_by_role("button", name="Single keys").click()
    hall.keyboard.press("h")
    hall.keyboard.press("ArrowRight")
    expect(hall.locator("#slide-names-1")).to_be_hidden()
    expect(hall.locator("#wall-hold")).to_have_attribute("aria-pressed", "true")
    laptop.mouse.move(300, 300)
    laptop.get_by_role("button", name="Seal the room dice").click()
    expect(laptop.locator("#slide-dice code")).to_be_visible()
    laptop.keyboard.press("r")
    expect(laptop.locator("#slide-dice h2")).to_have_text("Roll 1 of 22")
    expect(hall.locator("#slide-dice h2")).to_have_text("Roll 1 of 22")
    expect(hall.locator("#slide-dice .roll-now .die")).to_have_count(2)
    laptop.get_by_role("button", name="Shown too early: go back one").click()
    expect(hall.get_by_text("The first roll comes in a moment.")).to_be_visible()


def test_a_table_taps_its_zones_and_the_phones_follow(site: str, visit: Visit):
    tournament, by, entries = event(3)
    ana = User.objects.create_user("Phone of Ana")
    link(tournament, entries[0], ana)
    mine = visit(f"/tournaments/{tournament.code}/me/", phone=True, person=ana)
    expect(mine.get_by_text("appears here by itself")).to_be_visible()
    running = next_round(tournament, by)
    expect(mine.locator(".my-number")).to_have_text("1")
    assert fits(mine)
    held: list[Route] = []
    mine.route("**/score-entry*.js", lambda route: held.append(route), times=1)
    mine.get_by_role("link", name="Enter the scores").click(no_wait_after=True)
    zones = mine.locator("[data-tap]")
    zones.first.click()  # a quick finger, before the script is loaded
    while not held:
        mine.wait_for_timeout(20)
    held[0].continue_()
    for value in (4, 5, 4):  # zones 2, 0, 1 in the order of the ring: 20, 20, 16
        mine.locator(f"#keypad [data-key='{value}']").click()
    expect(mine.locator(".ring-seat [data-points]")).to_have_text(["20", "20", "16"])
    expect(mine.get_by_text("A tie: count the cards")).to_be_visible()
    mine.reload()  # a reload by mistake loses nothing
    expect(mine.locator(".ring-seat [data-points]")).to_have_text(["20", "20", "16"])
    zones.first.click()
    mine.locator("#keypad [data-key='6']").click()
    expect(mine.locator(".ring-seat [data-points]")).to_have_text(["30", "20", "24"])
    expect(mine.get_by_text("A tie: count the cards")).to_be_hidden()
    assert fits(mine)
    mine.get_by_role("button", name="Send the scores").click()
    expect(mine.locator(".hall-state")).to_contain_text("Waiting for one more confirmation.")
    table = running.tables.get()
    other = next(entry for entry in seats(table) if entry.person_id is None)
    guest = visit(f"/tournaments/table/{table.token}/", phone=True, javascript=False)
    assert fits(guest)
    guest.get_by_role("button", name=f"I am {other.name}: right").click()
    expect(guest.get_by_text("Counted.")).to_be_visible()
    expect(mine.locator(".hall-state", has_text="Counted.")).to_be_visible()


def test_without_a_script_splitter_scores_are_worked_out_and_sent(site: str, visit: Visit):
    _, _, running = published(2, game="splitter")
    page = visit(f"/tournaments/table/{running.tables.get().token}/", phone=True, javascript=False)
    assert page.evaluate(FITS)
    page.locator("#number-0-4").fill("7")
    page.get_by_role("button", name="Work it out first").click()
    expect(page.get_by_text("Groups of 4 cannot score 7")).to_be_visible()
    page.locator("#number-0-4").fill("8")
    page.locator(".who label").first.click()
    page.get_by_role("button", name="Send the scores").click()
    expect(page.get_by_text("Waiting for one more confirmation.")).to_be_visible()


def test_paper_comes_out_on_whole_sheets(site: str, visit: Visit):
    tournament = crowd(40, "Olga")
    splitter, _, _ = published(5, game="splitter", by=tournament.organiser, options={"sheet": "B"})
    page = visit("/robots.txt", person=tournament.organiser)
    tables = tournament.rounds.last().tables.count()
    wanted = {
        f"{tournament.code}/print/slips/": -(-tables // 4),
        f"{tournament.code}/print/sheets/": -(-tables // 3),
        f"{tournament.code}/print/sheets/?blank=4": 1,
        f"{tournament.code}/print/seating/": 1,
        f"{tournament.code}/print/standings/": 1,
        f"{tournament.code}/print/certificates/?top=3": sum(
            line.place <= 3 for line in queries.standings(tournament)
        ),
        f"{splitter.code}/print/sheets/": 3,
    }
    found = {}
    for address in wanted:
        page.goto(f"/tournaments/{address}")
        found[address] = len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
    assert found == wanted


def fits(page: Page) -> bool:
    """Nothing sticks out, and every button is as large as a fingertip; a radio button counts as its label."""
    small = [one for one in page.evaluate(TOO_LOW) if "href" not in one and "radio" not in one]
    assert small == []
    return bool(page.evaluate(FITS))
