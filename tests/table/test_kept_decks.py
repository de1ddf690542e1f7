"""A round keeps its deck: whatever becomes of the file, nothing that was played changes."""

import json
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
from games.models import Deck, GameSession, Round
from games.splito.deck import load, read
from games.table import services, snapshots
from games.table.refusals import refusal
from tests.support.clients import browser_of
from tests.support.decks import decks
from tests.support.tables import now, person, play_round, play_turn, the_round

pytestmark = pytest.mark.django_db

LINES = load("classic").text.splitlines()[:-1]
CLUB = "\n".join([*[line.replace("none-1 1", "none-1 5") for line in LINES], "promo-42 3"]) + "\n"
ROUND_PAGES = ["/replay/{}/1/", "/replay/{}/1/count/", "/replay/{}/1/check/", "/replay/{}/1/record.json"]
PAGES = ["/t/{}/", "/sheet/{}/", "/sheet/{}/sheet.svg", *ROUND_PAGES]


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
    snapshots.forget_all()
    play_round(session, users)
    (folder / "club.txt").unlink()
    services.next_round(session.pk, users[0])
    snapshots.forget_all()
    play_round(session, users)
    assert {round.deck.text for round in session.rounds.select_related("deck")} == {CLUB}
    assert list(verifying.wrong()) == []


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.sampled_from(["edit", "reorder", "rename", "delete", "break"]), decks()),
        min_size=1,
        max_size=4,
    ),
    st.integers(2, 5),
)
def test_whatever_becomes_of_deck_files_old_pages_and_records_stay_as_they_were(monkeypatch, fates, people):
    GameSession.objects.all().delete()
    with TemporaryDirectory() as name:
        folder = Path(name)
        monkeypatch.setenv("SPLITSITE_DECKS", name)
        before: dict[str, bytes] = {}
        running = None
        for number, (fate, text) in enumerate(fates):
            file = folder / f"club-{number}.txt"
            file.write_text(text)
            session, users = dealt(people, options={"deck": file.stem}, name=f"Table {number}")
            play_round(session, users, Random(number))
            running = running or dealt(people, options={"deck": file.stem}, name="Running")
            before |= {page: _shown(page) for page in (one.format(session.code) for one in PAGES)}
            lines = text.splitlines()
            if fate == "edit":
                file.write_text(
                    "\n".join([*lines, "at-most-50 1", "promo-42 2"] if "promo" not in text else lines[1:])
                )
            elif fate == "reorder":
                file.write_text("\n".join(lines[::-1]))
            elif fate == "rename":
                file.rename(folder / f"other-{number}.txt")
            elif fate == "delete":
                file.unlink()
            else:
                file.write_bytes(b"\xff none-9")
            snapshots.forget_all()
            play_turn(*running, Random(number))
            assert {page: _shown(page) for page in before} == before
        play_round(*running, Random(5))
        assert list(verifying.wrong()) == []
        monkeypatch.delenv("SPLITSITE_DECKS")
        for page in before:
            if page.endswith(".json"):
                record.check(record.read(before[page]))
        GameSession.objects.all().delete()


def _shown(page: str) -> bytes:
    """The page, except for what is different each time it is shown."""
    answer = Client().get(page)
    assert answer.status_code == 200
    if page.startswith("/t/"):
        code = GameSession.objects.get(code=page.split("/")[2])
        return repr(now(code)._replace(read_at=None)).encode()
    return answer.content if page.endswith(("json", "svg")) else b""


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
    assert "This table plays with its own deck, “club”: these are its 38 goals." in page
    assert "one of each: 1, 6" in page
    for other in ("", "?deck=", "?deck=nobody", "?deck=../x", "?deck=%00", "?deck=club"):
        answer = Client().get(f"/rules/splito/{other}")
        assert answer.status_code == 200
        assert "This table plays" not in answer.text
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


def as_before(round: Round) -> None:
    """The round as it was stored before."""
    seal = chance.commitment(bytes(round.seed))
    Round.objects.filter(pk=round.pk).update(deck=None, record_format=1, commitment=seal)
    snapshots.forget_all()


def migrate() -> None:
    import_module("games.migrations.0007_decks_of_old_rounds").keep_decks(apps, None)
    snapshots.forget_all()


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
