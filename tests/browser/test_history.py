"""What is kept of a round, in a real browser: its replay, its score sheet, and the check of its deal."""

import json
import re
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import GameSession
from games.table import services
from tests.support.browser import Visit
from tests.support.browser_looks import fits
from tests.support.decks import as_before
from tests.support.tables import dealt, play_round

CLUB = """majority-red 3
majority-red 3
majority-blue 4
majority-6 3
majority-6 3
none-green 2
each-1-3-5 5
promo-42 5
"""


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


def test_a_deal_from_a_deck_of_ones_own_checks_itself_and_a_forged_deck_is_found(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The record carries its deck, so the page needs no file. Copies and new kinds are dealt again too."""
    monkeypatch.setenv("SPLITSITE_DECKS", str(tmp_path))
    (tmp_path / "club.txt").write_text(CLUB + "exactly-three-2 1\ncolours-3-up 2\nat-most-9 2\n" * 10)
    for people in (3, 2):
        code = finished("splito", people, options={"deck": "club", "promo42": True})
        (tmp_path / "club.txt").rename(tmp_path / "gone.txt")
        page = visit(f"/replay/{code}/1/check/", phone=True)
        everything_fits(page)
        record = page.request.get(f"/replay/{code}/1/record.json").json()
        assert (record["format"], record["deck"]["name"]) == ("split-record/2", "club")
        lines = record["deck"]["goals"]
        for forged in (
            {"goals": ["majority-red 4", *lines[1:]]},
            {"goals": [*lines[:-2], lines[-1], lines[-2]]},
            {"goals": [*lines, "none-1 1"]},
            {"promo": 4},
        ):
            deck = record["deck"] | forged
            is_found(page, record | {"deck": deck}, "seal")
            # Who forges the seal too is found out by the one that was shown before the first choice.
            is_found(page, record | {"deck": deck, "commitment": seal_of(record["seed"], deck)}, "seal")
        is_found(page, {name: part for name, part in record.items() if name != "deck"}, "seal")
        is_found(page, record | {"deck": {"name": "club"}}, "seal")
        (tmp_path / "gone.txt").rename(tmp_path / "club.txt")


def test_a_deal_from_before_decks_were_kept_still_checks_itself(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Its record has only the name of the deck, so the page brings the deck that the round keeps."""
    monkeypatch.setenv("SPLITSITE_DECKS", str(tmp_path))
    (tmp_path / "club.txt").write_text(CLUB + "exactly-three-2 1\ncolours-3-up 2\nat-most-9 2\n" * 10)
    for deck in ("classic", "club"):
        code = finished("splito", 3, options={"deck": deck})
        as_before(GameSession.objects.get(code=code).rounds.get(), keeps_deck=True)
    (tmp_path / "club.txt").unlink()
    for session in GameSession.objects.all():
        page = visit(f"/replay/{session.code}/1/check/")
        everything_fits(page)
        record = page.request.get(f"/replay/{session.code}/1/record.json").json()
        assert (record["format"], record["options"]["deck"]) == ("split-record/1", session.options["deck"])
        is_found(page, record | {"seed": "00" * 32}, "seal")
        is_found(page, record | {"public_goals": record["public_goals"][::-1]}, "public")


def everything_fits(page: Page) -> None:
    expect(page.locator("#result")).to_contain_text("Everything fits")
    expect(page.locator('[data-check][data-fits="yes"]')).to_have_count(4)
    assert fits(page)


def is_found(page: Page, record: dict[str, Any], broken: str) -> None:
    """Checks a changed record from a file, then the page's own again."""
    file = {"name": "r.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    page.locator("#file").set_input_files(file)  # type: ignore[arg-type]
    expect(page.locator("#result")).to_contain_text("Something does not fit")
    expect(page.locator(f'[data-check="{broken}"]:not([data-fits="yes"])')).to_have_count(1)
    page.locator("#again").click()
    everything_fits(page)


def seal_of(seed: str, deck: dict[str, Any]) -> str:
    text = "".join(f"{line}\n" for line in (*deck["goals"], f"promo-42 {deck['promo']}"))
    return sha256(bytes.fromhex(seed) + sha256(text.encode()).digest()).hexdigest()


def test_a_deal_checks_itself_and_a_changed_record_fails(visit: Visit):
    for game, people in (("splito", 3), ("splito", 2), ("splitter", 2)):
        code = finished(game, people)
        page = visit(f"/replay/{code}/1/check/", phone=True)
        everything_fits(page)
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
            is_found(page, changed, broken)

    for pad in ({"people": 3, "rounds_planned": 9, "redraw": True}, {"people": 2}):
        sheet = visit(f"/sheet/{finished('splito', **pad)}/")
        expect(sheet.locator("svg.pad")).to_be_visible()
        with sheet.expect_download() as saved:
            sheet.locator("#png").click()
        assert saved.value.path().read_bytes().startswith(b"\x89PNG")
        printed = sheet.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 1
