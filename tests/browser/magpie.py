"""Magpie in real browsers. Run by test_third_game.py in a copy of the project that has this game."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from games.models import GameSession
from games.tournaments import queries, services
from tests.support.browser import Visit
from tests.support.browser_looks import look_at
from tests.support.browser_splito import agrees_with_the_rules, of
from tests.support.browser_tables import code_of, make_table
from tests.support.tables import person, play_round
from tests.support.tournaments import event, link_all, next_round, seats

ROOT = Path(__file__).parent.parent.parent
TURNS = 6


def choose(page: Page, number: int = 0) -> None:
    page.locator(".plain-move").nth(number).click()


def come_from_the_lobby(visit: Visit, name: str, *, phone: bool) -> Page:
    page = visit("/tables/", phone=phone)
    expect(page.locator(".listed-table")).to_contain_text("Magpie")
    page.locator(".listed-table h3 a").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("Waiting for the host to deal")).to_be_visible()
    return page


def test_magpie_is_on_the_first_page_and_played_with_bots_at_once(visit: Visit):
    page = visit("/", phone=True)
    tile = page.locator(".home-tile")
    expect(tile).to_contain_text("Magpie")
    expect(tile).to_contain_text("the highest card that nobody else plays")
    expect(page).to_have_title(re.compile("Splito, Splitter and Magpie"))
    assert look_at(page) == []
    shown, around = tile.bounding_box(), page.locator(".welcome").bounding_box()
    assert shown is not None
    assert around is not None
    assert (shown["x"], shown["width"]) == (around["x"], around["width"]), "as wide as the other tiles"
    tile.get_by_role("button", name="Play with bots").click()
    expect(page.locator(".plain-seat")).to_have_count(4)
    for turn in range(1, TURNS):
        choose(page)
        of(page, "ref", f"1.{turn}")


def test_magpie_is_played_by_three_people_to_the_count_and_its_record_is_right(visit: Visit, tmp_path: Path):
    host = make_table(visit, "Mia", game="magpie", seats=3)
    ben = come_from_the_lobby(visit, "Ben", phone=True)
    cleo = come_from_the_lobby(visit, "Cleo", phone=True)
    host.locator("#deal").click()
    for turn in range(TURNS):
        for page in (host, ben, cleo):
            of(page, "ref", f"1.{turn}")
        choose(host)
        expect(host.locator(".plain-move").first).to_have_attribute("aria-pressed", "true")
        expect(ben.locator(".plain-seat").first.locator(".seat")).to_have_attribute("data-chosen", "")
        if turn == 0:  # changes their mind, takes it back, chooses again
            choose(host, 1)
            expect(host.locator(".plain-move").first).to_have_attribute("aria-pressed", "false")
            host.locator("#take-back").click()
            of(host, "sealed", "")
            choose(host)
            assert look_at(ben) == []
        choose(ben)
        choose(cleo)
    session = GameSession.objects.get(code=code_of(host))
    for page in (host, ben, cleo):
        expect(page.locator("#count")).to_be_visible()
    agrees_with_the_rules(session)
    assert look_at(cleo) == []
    for path in ("replay/{}/1/?turn=3&eyes=1", "replay/{}/1/count/", "sheet/{}/", "replay/{}/1/check/"):
        answer = ben.goto(f"/{path.format(session.code)}")
        assert answer is not None
        assert answer.status == 200
        assert look_at(ben) == []
    record = tmp_path / "record.json"
    record.write_bytes(ben.request.get(f"/replay/{session.code}/1/record.json").body())
    verify = [sys.executable, "manage.py", "verify", str(record)]
    done = subprocess.run(verify, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == f"{record}: ok\n", done.stdout + done.stderr
    expect(visit("/leaderboards/magpie/").get_by_role("heading", level=1)).to_contain_text("Magpie")


def test_magpie_is_played_without_javascript(visit: Visit):
    page = visit("/", javascript=False)
    page.locator(".home-tile").get_by_role("button", name="Play with bots").click()
    choose(page)
    expect(page.locator(".plain-move[aria-pressed=true]")).to_have_count(1)


@pytest.mark.timeout(300)
def test_magpie_is_the_game_of_an_event_on_paper_and_online(visit: Visit):
    olga = person("Olga")
    page = visit("/tournaments/new/", person=olga)
    page.get_by_label("Name of the tournament").fill("Feather Cup")
    page.get_by_text("More settings").click()
    page.locator("input[name=game][value=magpie]").check(force=True)
    page.get_by_role("button", name="Set up the tournament").click()
    expect(page.get_by_role("main")).to_contain_text("Magpie")
    sizes = dict.fromkeys(("seats_least", "ideal_least", "ideal_most", "seats_most"), 3)
    tournament, by, _ = event(6, game="magpie", by=olga, pace="none", **sizes)
    link_all(tournament, by)
    running = next_round(tournament, by)
    paper, online = running.tables.order_by("number")
    services.set_medium(tournament.pk, by, online.pk, "online")
    services.start_all(tournament.pk, by, running.number)
    page.goto(f"/tournaments/{tournament.code}/desk/tables/{paper.pk}/")
    for seat, points in enumerate((3, 11, 7)):
        page.locator(f"#field-points-{seat}").fill(str(points))
    page.get_by_role("main").get_by_role("button", name="Count this table").click()
    expect(page.get_by_role("main")).to_contain_text("11")
    online.refresh_from_db()
    session = GameSession.objects.get(pk=online.session_id)
    play_round(session, [one.person for one in seats(online)], Random(5))
    lines = queries.standings(tournament)
    assert {line.name: line.total for line in lines}[seats(paper)[1].name] == "11"
    assert all(line.points[0] is not None for line in lines)
    for what in ("sheets", "slips", "standings"):
        answer = page.goto(f"/tournaments/{tournament.code}/print/{what}/")
        assert answer is not None
        assert answer.status == 200
