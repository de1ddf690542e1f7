"""The rules page of a table shows the goals of that table's deck, and says whose they are."""

import pytest
from django.test import Client

from games.models import Deck
from games.splito.deck import CLASSIC, from_text, load
from games.table import rendering
from tests.support.rules_pages import number, page_of, words
from tests.support.tables import dealt, now

pytestmark = pytest.mark.django_db

LINES = load(CLASSIC).text.splitlines()[:-1]
CHANGED = "\n".join([*LINES, "exactly-one-red 5", "promo-42 2"]) + "\n"


def kept(name: str, text: str) -> Deck:
    deck = from_text(name, text)
    return Deck.objects.create(hash=deck.hash, name=deck.name, text=deck.text)


def page_with(client: Client, deck: Deck) -> str:
    return page_of(client, "splito", f"?deck={deck.hash}&name={deck.name}")


def test_another_deck_shows_its_goals_its_numbers_and_its_name(client: Client):
    page = page_with(client, kept("club", CHANGED))
    assert number(page, "Goals") == "38"
    assert "The other 108 cards are shuffled" in words(page)
    assert "It is worth 2 points." in words(page)
    assert "exactly one of a colour" in words(page)
    assert "This deck has more kinds" in words(page)
    assert "These are the goals of the deck “club”. It is not the site’s classic deck" in words(page)


def test_what_we_know_about_the_classic_deck_is_not_said_of_another(client: Client):
    page = words(page_with(client, kept("club", CHANGED)))
    assert "Reconstructed" not in page
    assert "Reconstructed" in words(page_of(client, "splito"))


def test_a_club_that_copied_the_classic_deck_does_not_lend_its_name_to_other_tables(client: Client):
    text = load(CLASSIC).text
    for name in ("a-copy", CLASSIC, "z-copy"):
        deck = kept(name, text)
        assert (f"“{name}”" in words(page_with(client, deck))) is (name != CLASSIC)


@pytest.mark.parametrize(
    "query", [f"?deck={'0' * 64}", "?deck=nowhere", "?deck=../x", "?deck=%00", "?name=club"]
)
def test_an_unknown_deck_shows_the_classic_one(client: Client, query):
    answer = client.get(f"/rules/splito/{query}")
    assert answer.status_code == 200
    assert "Reconstructed" in answer.content.decode()


def test_a_name_that_no_deck_has_still_shows_these_goals(client: Client):
    deck = kept("club", CHANGED)
    for name in ("other", "%00", ""):
        assert "“club”" in words(page_of(client, "splito", f"?deck={deck.hash}&name={name}"))


def test_all_links_of_a_table_to_the_rules_ask_for_its_deck(client: Client, tmp_path, monkeypatch):
    monkeypatch.setenv("SPLITSITE_DECKS", str(tmp_path))
    (tmp_path / "club.txt").write_text(CHANGED)
    session, users = dealt(2, options={"deck": "club"})
    client.force_login(users[0])
    asked = rendering.screen(now(session)).rules_query.replace("&", "&amp;")
    assert "name=club" in asked
    page = client.get(f"/t/{session.code}/").content.decode()
    assert page.count('href="/rules/splito/') == page.count(f'href="/rules/splito/{asked}"') >= 2


def test_rules_opened_beside_a_table_keep_its_deck_when_opened_as_a_page(client: Client):
    deck = kept("club", CHANGED)
    query = f"?deck={deck.hash}&name=club"
    inside = client.get(f"/rules/splito/{query}", headers={"HX-Request": "true"}).content.decode()
    assert f'href="/rules/splito/{query.replace("&", "&amp;")}"' in inside
