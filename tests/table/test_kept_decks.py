"""A round keeps its deck: whatever becomes of the file, nothing that was played changes."""

import json
import re
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.test import Client
from django.urls import reverse
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine import chance, record
from games.engine.contract import Refused
from games.history import verifying
from games.models import Deck, GameSession
from games.splito.deck import from_text, load, read
from games.table import services, snapshots
from games.table.refusals import refusal
from tests.support.clients import browser_of
from tests.support.decks import as_before, decks
from tests.support.tables import now, person, play_round, play_turn, the_round

pytestmark = pytest.mark.django_db

LINES = load("classic").text.splitlines()[:-1]
CLUB = "\n".join([*[line.replace("none-1 1", "none-1 5") for line in LINES], "promo-42 3"]) + "\n"
ROUND_PAGES = ["/replay/{}/1/", "/replay/{}/1/count/", "/replay/{}/1/check/", "/replay/{}/1/record.json"]
PAGES = ["/t/{}/", "/sheet/{}/", "/sheet/{}/sheet.svg", "/replay/{}/1/?turn=9&eyes=1", *ROUND_PAGES]


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("SPLITSITE_DECKS", str(tmp_path))
    (tmp_path / "club.txt").write_text(CLUB)
    return tmp_path


_names = (f"Person {number}" for number in count())


def gather(people: int, game: str = "splito", **settings):
    """An open table of new people."""
    users = [person(next(_names)) for _ in range(people)]
    usual = {"options": {}, "seats_wanted": people, "rounds_planned": 1, "pace": "none"}
    session = services.open_table(users[0], game, **usual | settings)
    for user in users[1:]:
        services.sit(session.pk, user)
    return session, users


def dealt(people: int, game: str = "splito", **settings):
    session, users = gather(people, game, **settings)
    services.start(session.pk, users[0])
    return session, users


def at_club(people: int = 3, **settings):
    return dealt(people, options={"deck": "club", "promo42": True}, **settings)


def test_a_round_is_sealed_with_its_deck_and_decks_are_stored_once(folder):
    one, other = the_round(at_club()[0]), the_round(dealt(2, options={"deck": "club"})[0])
    assert one.deck == other.deck
    assert (one.deck.name, one.deck.text, one.record_format) == ("club", CLUB, 2)
    assert one.deck.hash == read(CLUB, "club.txt").hash
    assert one.commitment == chance.commitment(bytes(one.seed), one.deck.kept)
    assert one.commitment != chance.commitment(bytes(one.seed))
    assert the_round(dealt(2)[0]).deck.name == "classic"
    dice = the_round(dealt(2, "splitter")[0])
    assert (dice.deck, dice.commitment) == (None, chance.commitment(bytes(dice.seed)))
    assert Deck.objects.count() == 2


@pytest.mark.parametrize("options", [{}, {"deck": "club"}])
def test_a_round_dealt_now_is_recorded_with_the_deck_it_stores(folder, options):
    session, users = dealt(3, options=options)
    play_round(session, users, Random(1))
    kept = the_round(session).deck
    (folder / "club.txt").unlink()
    page = Client().get(f"/replay/{session.code}/1/record.json")
    made = record.read(page.content)
    assert made["format"] == "split-record/2"
    assert made["deck"]["name"] == kept.name == options.get("deck", "classic")
    assert [*made["deck"]["goals"], f"promo-42 {made['deck']['promo']}"] == kept.text.splitlines()
    assert made["commitment"] == the_round(session).commitment
    record.check(made)


def test_the_database_refuses_to_change_a_deck_and_to_lose_one_in_use(folder):
    kept = the_round(at_club()[0]).deck
    for change in ({"text": "x"}, {"name": "x"}, {"hash": "x"}):
        with pytest.raises(IntegrityError, match=r"A deck never changes\."), transaction.atomic():
            Deck.objects.filter(pk=kept.pk).update(**change)
    with pytest.raises(ProtectedError):
        kept.delete()


def test_a_match_goes_on_with_the_deck_it_began_with(folder):
    session, users = at_club(rounds_planned=3)
    play_turn(session, users)
    (folder / "club.txt").write_text("\n".join(LINES[::-1]))
    snapshots._known.clear()
    play_round(session, users)
    (folder / "club.txt").unlink()
    services.next_round(session.pk, users[0])
    snapshots._known.clear()
    play_round(session, users)
    assert {round.deck.text for round in session.rounds.select_related("deck")} == {CLUB}
    assert list(verifying.wrong()) == []


FATES = ["edit", "reorder", "rename", "delete", "break"]


def befall(file: Path, fate: str) -> None:
    """What may happen to the file of a deck between two rounds."""
    lines = file.read_text().splitlines()
    if fate == "edit":
        others = [f"{line[:-1]}{6 - int(line[-1])}" for line in lines]
        file.write_text("\n".join([*others, "at-most-50 1"]))
    elif fate == "reorder":
        file.write_text("\n".join(lines[::-1]))
    elif fate == "rename":
        file.rename(file.with_stem(f"other-{file.stem}"))
    elif fate == "delete":
        file.unlink()
    else:
        file.write_bytes(b"\xff none-9")
    snapshots._known.clear()


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(FATES), decks(), st.booleans()), min_size=1, max_size=4), st.data())
def test_whatever_becomes_of_deck_files_old_pages_and_records_stay_as_they_were(monkeypatch, fates, data):
    """Rounds of both formats; and a match that began before goes on with the deck it began with."""
    GameSession.objects.all().delete()
    people = data.draw(st.integers(2, 5))
    with TemporaryDirectory() as name:
        folder = Path(name)
        monkeypatch.setenv("SPLITSITE_DECKS", name)
        before: dict[str, str] = {}
        match = None
        for number, (fate, text, old) in enumerate(fates):
            file = folder / f"club-{number}.txt"
            file.write_text(text)
            session, users = dealt(people, options={"deck": file.stem}, name=f"Table {number}")
            play_round(session, users, Random(number))
            if old:
                as_before(the_round(session))
                migrate()
            match = match or dealt(people, options={"deck": file.stem}, name="Match", rounds_planned=2)
            before |= {page: shown(page) for page in (one.format(session.code) for one in PAGES)}
            befall(file, fate)
            play_turn(*match, Random(number))
            assert {page: shown(page) for page in before} == before
        play_round(*match, Random(5))
        services.next_round(match[0].pk, match[1][0])
        play_round(*match, Random(6))
        assert {round.deck.hash for round in match[0].rounds.all()} == {read(fates[0][1], "").hash}
        assert list(verifying.wrong()) == []
        monkeypatch.delenv("SPLITSITE_DECKS")
        assert {page: shown(page) for page in before} == before
        downloaded = [record.read(text.encode()) for page, text in before.items() if page.endswith(".json")]
        assert [one["format"][-1] for one in downloaded] == ["1" if old else "2" for *_, old in fates]
        for one, (_, text, _) in zip(downloaded, fates, strict=True):
            record.check(one, from_text(one["options"].get("deck", ""), text) if "deck" not in one else None)
        GameSession.objects.all().delete()


def shown(page: str) -> str:
    """What a visitor sees, without what is new each time: the token of forms, and at a table the time."""
    answer = Client().get(page)
    assert answer.status_code == 200, page
    if page.startswith("/t/"):
        return repr(now(GameSession.objects.get(code=page.split("/")[2]))._replace(read_at=None))
    return re.sub(r'(csrfmiddlewaretoken" value=|X-CSRFToken[^:]*: ?)"\w+"', "", answer.text)


def test_pages_name_a_deck_that_is_not_the_classic_one(folder):
    session, users = gather(2, options={"deck": "club"})
    host = browser_of(users[0])
    assert "deck “club”" in host.get(reverse("lobby:lobby")).text
    assert "deck “club”" in host.get(f"/t/{session.code}/").text
    services.start(session.pk, users[0])
    page = host.get(f"/t/{session.code}/").text
    assert "deck “club”" in page
    assert f"/rules/splito/?deck={the_round(session).deck.hash}" in page
    play_round(session, users)
    assert "deck “club”" in host.get(f"/sheet/{session.code}/").text
    assert json.loads(host.get(f"/replay/{session.code}/1/record.json").content)["deck"]["name"] == "club"
    classic, _ = dealt(2, options={"deck": "classic"}, name="Usual")
    assert "deck “" not in Client().get(f"/t/{classic.code}/").text


def test_the_rules_beside_a_table_show_its_own_goals(folder):
    (folder / "club.txt").write_text("\n".join([*LINES, "each-1-6 5"]))
    session, _ = dealt(2, options={"deck": "club"})
    (folder / "club.txt").unlink()
    asked = now(session).deal.deck.hash
    page = Client().get(f"/rules/splito/?deck={asked}").text
    assert "These are the goals of the deck “club”." in page
    assert "There are 38 of them." in page
    assert "one of each: 1, 6" in page
    for other in ("", "?deck=", "?deck=nobody", "?deck=../x", "?deck=%00", "?deck=club"):
        answer = Client().get(f"/rules/splito/{other}")
        assert answer.status_code == 200
        assert "These are the goals of the deck" not in answer.text
    assert Client().get(f"/rules/splitter/?deck={asked}").status_code == 200


def test_a_table_whose_deck_is_gone_is_refused_in_words(folder):
    session, users = gather(3, options={"deck": "club"})
    (folder / "club.txt").unlink()
    with pytest.raises(Refused) as no:
        services.start(session.pk, users[0])
    assert refusal(no.value) == "This deck is no longer there. Please choose another one."
    assert browser_of(users[0]).get(f"/t/{session.code}/").status_code == 200


@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "ru"])
def test_a_bad_line_is_named_in_the_readers_language(language):
    bad = ["none-9 1", "none-1", "none-1 7", "each-2-1 1", "none-1 1\nnone-1 2", "promo-42 1\npromo-42 1"]
    bad += ["majority-1 1", "majority-red 1", "majority-1 1\nmajority-red 1"]
    said = set()
    with translation.override(language):
        for text in bad:
            with pytest.raises(Refused) as no:
                read(text, "club.txt")
            sentence = refusal(no.value)
            assert "club.txt" in sentence
            assert str(no.value.facts["line"]) in sentence
            said.add(sentence)
    assert len(said) == len(bad)


# Rounds from before decks were kept.


def migrate() -> None:
    import_module("games.migrations.0007_decks_of_old_rounds").keep_decks(apps, None)
    snapshots._known.clear()


def finished(**options) -> tuple[GameSession, str]:
    session, users = dealt(3, options=options)
    play_round(session, users, Random(3))
    as_before(the_round(session))
    return session, f"/replay/{session.code}/1/record.json"


def test_old_rounds_get_the_deck_they_were_played_with(folder):
    session, page = finished(deck="club")
    usual, _ = finished()
    dice, _ = dealt(2, "splitter")
    migrate()
    assert the_round(session).deck.text == CLUB
    assert the_round(usual).deck.name == "classic"
    assert the_round(dice).deck is None
    (folder / "club.txt").unlink()
    assert list(verifying.wrong()) == []
    old = json.loads(Client().get(page).content)
    assert (old["format"], old["options"]["deck"]) == ("split-record/1", "club")


def test_an_old_round_without_its_file_gets_the_classic_deck_if_its_choices_fit(folder):
    (folder / "club.txt").write_text("\n".join(LINES))
    session, _ = finished(deck="club")
    (folder / "club.txt").unlink()
    migrate()
    assert the_round(session).deck.name == "classic"


def test_an_old_round_whose_deck_is_lost_says_so_and_breaks_nothing(folder):
    """Its deck had other goals than the classic one, so the classic one does not fit its choices."""
    (folder / "club.txt").write_text("\n".join([*LINES[:12], *["each-1-6 5"] * 30]))
    session, _ = finished(deck="club")
    running, users = dealt(3, options={"deck": "club"})
    play_turn(running, users, Random(1))
    as_before(the_round(running))
    (folder / "club.txt").unlink()
    migrate()
    assert (the_round(session).deck, the_round(running).deck) == (None, None)
    for page in ROUND_PAGES:
        answer = Client().get(page.format(session.code))
        assert answer.status_code == 404
        assert "Nobody knows any more from which deck" in answer.text
    for page in (f"/sheet/{session.code}/", "/people/", f"/t/{session.code}/now/"):
        assert Client().get(page).status_code in (200, 204, 404)
    table = Client().get(f"/t/{session.code}/")
    assert table.status_code == 200
    assert "Nobody knows any more from which deck" in table.text
    player = browser_of(users[0])
    assert player.get(f"/t/{running.code}/").status_code == 200
    running.refresh_from_db()
    assert (running.status, the_round(running).alarm) == ("closed", None)
    assert [reason for _, reason in verifying.wrong()] == ["nobody knows its deck any more"]
