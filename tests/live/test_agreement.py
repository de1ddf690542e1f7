"""What a reveal pushes to a page is what the page shows when it asks."""

import re
from random import Random

import pytest

from games.table import services
from tests.support.players import Player
from tests.support.tables import dealt, person, play_turn, wish


def parts(html: str) -> dict[str, str]:
    """The public and the private part with their swap instructions, and the facts without the time of day."""
    facts = re.search(r'<div id="facts"[^>]*>', html)
    assert facts
    found = {"facts": re.sub(r' data-now="[^"]*"', "", facts[0]).replace(' hx-swap-oob="true"', "")}
    for name in ("public", "private"):
        ends = r'</div>\s*(?=<div id="(?:facts|public|private)"|$)'
        part = re.search(rf'<div id="{name}" hx-swap-oob="(inner\w+)">(.*?){ends}', html, re.S)
        if part:
            found[name] = f"{part[1]}: {part[2].strip()}"
    return found


def disagreements(player, game: str, people: int, turns: int) -> set[str]:
    """Names of the parts that were pushed to a player or a watcher and differ from what the page shows."""
    session, users = dealt(people, game)
    seated, watching = player(users[0]).sit_at(session.code), player(person("Watcher")).sit_at(session.code)
    pages = {}
    for one in (seated, watching):
        one.drain(0.1)
        pages[one] = parts(one.get(f"/t/{session.code}/now/").text)
    luck, found = Random(3), set()
    for turn in range(1, turns + 1):
        play_turn(session, users, luck)
        for one in (seated, watching):
            while one.ref != f"1.{turn}":
                pages[one] |= parts(one.next("table")["html"])
            asked = parts(one.get(f"/t/{session.code}/now/").text)
            assert pages[one].keys() == asked.keys() == {"facts", "public", "private"}
            found |= {name for name in asked if pages[one][name] != asked[name]}
    return found


@pytest.mark.parametrize(("game", "people"), [("splito", 3), ("splitter", 2)])
def test_a_reveal_pushes_what_the_page_shows_when_it_asks(player, game, people):
    assert disagreements(player, game, people, turns=4) == set()


@pytest.mark.parametrize("part", ["facts", "public", "private"])
def test_a_pushed_part_that_differs_by_a_letter_is_noticed(player, monkeypatch, part):
    """The planted fault, on the receiving side, since the site is shared with other tests."""
    hear = Player.hear

    def altered(self, patience):
        frame = hear(self, patience)
        if frame["kind"] == "table":
            letter = r' data-odd="">' if part == "facts" else ">x"
            frame["html"] = re.sub(rf'(<div id="{part}"[^>]*)>', rf"\g<1>{letter}", frame["html"])
        return frame

    monkeypatch.setattr(Player, "hear", altered)
    assert disagreements(player, "splito", 3, turns=1) == {part}


def test_who_chose_while_the_page_was_on_its_way_is_told_when_its_socket_opens(player):
    session, users = dealt(3)
    page = player(users[0])
    page.read_facts(page.get(f"/t/{session.code}/").text)
    services.commit([wish(session, users[2])])
    page.open(session.code, language="en", version=page.facts["version"])
    assert page.next("marks") == {"kind": "marks", "ref": "1.0", "chosen": [2]}
