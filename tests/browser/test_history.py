"""What is kept of a round, in a real browser: its replay, its score sheet, and the check of its deal."""

import json
import re
from random import Random

from playwright.sync_api import expect

from games.table import services
from tests.support.browser import Visit
from tests.support.browser_looks import fits
from tests.support.tables import dealt, play_round


def finished(game: str, people: int, **settings) -> str:
    session, users = dealt(people, game, **settings)
    for number in range(settings.get("rounds_planned", 1)):
        if number:
            services.next_round(session.pk, users[0])
        play_round(session, users, Random(number))
    for user in users:  # the next table may have people with the same names
        user.delete()
    return session.code


def test_a_replay_is_walked_through_by_keys_slider_and_links(visit: Visit):
    code = finished("splito", 3)
    page = visit(f"/replay/{code}/1/")
    title, news = page.locator(".turn-title"), page.locator("#news")
    page.evaluate("window.untouched = true")
    page.keyboard.press("ArrowRight")
    expect(title).to_have_text("Turn 2 of 13")
    expect(news).to_contain_text("Player 0 played")
    for _ in range(3):  # no press is lost while the turn before it is loading
        page.keyboard.press("ArrowRight")
    expect(title).to_have_text("Turn 5 of 13")
    page.keyboard.press("End")
    expect(title).to_have_text("Turn 13 of 13")
    page.keyboard.press("Home")
    expect(title).to_have_text("Turn 1 of 13")
    page.locator("#next").click()
    expect(title).to_have_text("Turn 2 of 13")
    expect(page.locator("#next")).to_be_focused()
    page.locator("#slider").fill("7")
    expect(title).to_have_text("Turn 7 of 13")
    page.locator("#eyes").select_option("2")
    expect(page.locator(".hidden-hand")).to_have_count(2)
    assert page.evaluate("window.untouched")
    assert {"turn=7", "eyes=2"} <= set(page.url.partition("?")[2].split("&"))
    page.reload()
    expect(title).to_have_text("Turn 7 of 13")
    expect(page.locator("#eyes")).to_have_value("2")
    plain = visit(page.url, javascript=False, phone=True)
    assert fits(plain)
    plain.locator("#next").click()
    expect(plain.locator(".turn-title")).to_have_text("Turn 8 of 13")


def test_a_deal_checks_itself_and_a_changed_record_fails(visit: Visit):
    for game, people in (("splito", 3), ("splito", 2), ("splitter", 2)):
        code = finished(game, people)
        page = visit(f"/replay/{code}/1/check/", phone=True)
        expect(page.locator("#result")).to_contain_text("Everything fits")
        expect(page.locator('[data-check][data-fits="yes"]')).to_have_count(4)
        assert fits(page)
        record = page.request.get(f"/replay/{code}/1/record.json").json()
        changes = {"seal": record | {"seed": "00" * 32}}
        if game == "splito":
            swapped = [record["hands"][1], record["hands"][0], *record["hands"][2:]]
            played = [[choice | {"card": "red-1"} for choice in turn] for turn in record["turns"]]
            changes |= {"hands": record | {"hands": swapped}, "choices": record | {"turns": played}}
        else:
            rolled = [turn | {"dice": [1, 1]} for turn in record["turns"]]
            changes |= {"dice": record | {"turns": rolled}}
        for broken, changed in changes.items():
            file = {"name": "r.json", "mimeType": "application/json", "buffer": json.dumps(changed).encode()}
            page.locator("#file").set_input_files(file)  # type: ignore[arg-type]
            expect(page.locator(f'[data-check="{broken}"]')).to_have_attribute("data-fits", "no")
            expect(page.locator("#result")).to_contain_text("Something does not fit")
            page.locator("#again").click()
            expect(page.locator("#result")).to_contain_text("Everything fits")

    for pad in ({"people": 3, "rounds_planned": 9, "redraw": True}, {"people": 2}):
        sheet = visit(f"/sheet/{finished('splito', **pad)}/")
        expect(sheet.locator("svg.pad")).to_be_visible()
        with sheet.expect_download() as saved:
            sheet.locator("#png").click()
        assert saved.value.path().read_bytes().startswith(b"\x89PNG")
        printed = sheet.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 1
