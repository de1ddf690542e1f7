"""What a reveal pushes to a page is what the page shows when it asks."""

import re
from random import Random

import pytest

from tests.tables import dealt, person, play_turn


def parts(html: str) -> dict[str, str]:
    """The public and the private part, and the facts without the time of day."""
    facts = re.search(r'<div id="facts"[^>]*>', html)
    assert facts
    found = {"facts": re.sub(r' data-now="[^"]*"', "", facts[0]).replace(' hx-swap-oob="true"', "")}
    for name in ("public", "private"):
        ends = r'</div>\s*(?=<div id="(?:facts|public|private)"|$)'
        part = re.search(rf'<div id="{name}" hx-swap-oob="innerHTML">(.*?){ends}', html, re.S)
        if part:
            found[name] = part[1].strip()
    return found


@pytest.mark.parametrize(("game", "people"), [("splito", 3), ("splitter", 2)])
def test_a_reveal_pushes_what_the_page_shows_when_it_asks(player, game, people):
    session, users = dealt(people, game)
    seated, watching = player(users[0]).sit_at(session.code), player(person("Watcher")).sit_at(session.code)
    pages = {}
    for one in (seated, watching):
        one.drain(0.1)
        pages[one] = parts(one.get(f"/t/{session.code}/now/").text)
    luck = Random(3)
    for turn in range(1, 5):
        play_turn(session, users, luck)
        for one in (seated, watching):
            while one.ref != f"1.{turn}":
                pages[one] |= parts(one.next("table")["html"])
            assert pages[one] == parts(one.get(f"/t/{session.code}/now/").text)
