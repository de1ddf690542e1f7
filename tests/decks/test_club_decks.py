"""Decks of clubs: made in the browser, used at once, shared by link, and never changing the past."""

import re
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import Membership, User
from accounts.services import clubs
from games.analysis import balance
from games.analysis.models import Study
from games.analysis.worker import Worker
from games.decks import queries, services
from games.decks.models import ClubDeck, DeckReport, Version
from games.engine.contract import Refused
from games.history import verifying
from games.models import GameSession
from games.splito.deck import load
from games.table import services as tables
from games.tournaments import services as tournaments
from games.tournaments.models import TournamentTable
from tests.support.clients import TABLE, browser_of, guest_named
from tests.support.tables import play_round, the_round
from tests.support.tournaments import next_round

pytestmark = pytest.mark.django_db

CLASSIC = load("classic").text
CORRECTED = (
    CLASSIC.replace("colours-5 2", "colours-5 3")
    .replace("at-most-11", "at-most-10")
    .replace("none-1 1", "none-red 2")
)


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("Anna")


@pytest.fixture
def club(anna):
    club = clubs.found(anna, name="Spielkreis Linde")
    for name in ("Noor", "Otto"):
        Membership.objects.create(club=club, user=User.objects.create_user(name))
    return club


@pytest.fixture
def deck(club, anna) -> ClubDeck:
    return services.make(club, anna, game="splito", name="Linde deck", text=CLASSIC)


def use(deck: ClubDeck, by: User, text: str, **other) -> Version:
    base = queries.newest_of(deck).number
    return services.use(deck, by, **{"name": deck.name, "text": text, "base": base} | other)


def editor(deck: ClubDeck) -> str:
    return reverse("decks:editor", args=[deck.club.slug, deck.key])


def opened(client: Client, deck: ClubDeck, **other) -> GameSession:
    answer = client.post(reverse("lobby:new"), TABLE | {"splito_deck": f"club:{deck.key}"} | other)
    assert answer.status_code == 302, answer.text
    return GameSession.objects.latest("pk")


def kept_by(session: GameSession) -> str:
    return the_round(session).deck.text


def test_a_deck_is_copied_corrected_and_used_from_the_next_table_on(club, anna):
    client = browser_of(anna)
    shelf = reverse("decks:shelf", args=[club.slug])
    answer = client.post(shelf, {"name": "Linde deck", "copy": "classic"})
    deck = ClubDeck.objects.get()
    assert answer["Location"] == editor(deck)
    page = client.get(editor(deck)).text
    assert "6 moons, 6 stars, 37 goals: complete" in page
    draft = client.post(editor(deck), {"text": CORRECTED, "base": "1"}).text
    assert "Your draft, 3 goals changed" in draft
    assert queries.newest_of(deck).number == 1  # drawing a draft stores nothing
    client.post(
        editor(deck), {"text": CORRECTED, "base": "1", "do": "use", "note": "three goals from the box"}
    )
    version = queries.newest_of(deck)
    assert (version.number, version.kept.text, version.by, version.note) == (
        2, CORRECTED, anna, "three goals from the box",
    )  # fmt: skip
    assert "2, <bdi>three goals from the box</bdi>" in client.get(editor(deck)).text
    assert "37 goals" in client.get(f"{editor(deck)}?from=1").text
    assert "Your draft, 3 goals changed" in client.get(f"{editor(deck)}?from=1").text


@pytest.mark.parametrize("do", ["check", "look", "use"])
def test_a_text_with_thousands_of_wrong_lines_gets_a_short_answer(deck, anna, do):
    answer = browser_of(anna).post(editor(deck), {"text": "x\n" * 9_999, "base": "1", "do": do})
    assert "Line 20: " in answer.text
    assert "Line 21: " not in answer.text
    assert re.search(r"9,?9\d\d more lines are wrong\.", answer.text)
    assert len(answer.content) < 200_000


def test_bad_input_names_line_and_reason_and_changes_nothing(deck, anna):
    client = browser_of(anna)
    bad = CLASSIC.replace("none-1 1", "none-9 1")
    for do in ("use", "check", "look"):
        answer = client.post(editor(deck), {"text": bad, "base": "1", "do": do})
        assert "Line 19: there is no goal “none-9”." in answer.text
    client.cookies["django_language"] = "de"
    assert "Zeile 19" in client.post(editor(deck), {"text": bad, "base": "1", "do": "use"}).text
    client.cookies["django_language"] = "en"
    short = "\n".join(CLASSIC.splitlines()[:30])
    answer = client.post(editor(deck), {"text": short, "base": "1", "do": "use"}).text
    assert "for eight players it takes 34 goals; there are only 30." in answer
    assert queries.newest_of(deck).number == 1
    for name in ("", "classic", "Classic", "  ", "x" * 41):
        client.post(editor(deck), {"text": CORRECTED, "name": name, "base": "1", "do": "use"})
    assert queries.newest_of(deck).number == 1


def test_two_editors_at_once_the_second_sees_what_changed(deck, anna):
    client = browser_of(anna)
    use(deck, anna, CLASSIC.replace("at-most-11", "at-most-10"))
    mine = CLASSIC.replace("colours-5 2", "colours-5 3")
    page = client.post(editor(deck), {"text": mine, "base": "1", "do": "use"}).text
    assert "Somebody else was faster" in page
    assert "at most 10 cards" in page
    assert queries.newest_of(deck).number == 2
    both = mine.replace("at-most-11", "at-most-10")
    assert both.strip() in page
    client.post(editor(deck), {"text": both, "base": "2", "do": "use"})
    assert queries.newest_of(deck).kept.text == both
    with pytest.raises(Refused, match="deck-changed"):
        services.use(deck, anna, name=deck.name, text=CLASSIC, base=2)


def test_only_owner_and_organisers_correct_a_deck(deck, club):
    member, stranger = User.objects.get(name="Noor"), User.objects.create_user("Stranger")
    for person in (member, stranger):
        client = browser_of(person)
        assert client.get(editor(deck)).status_code == 404
        assert client.post(editor(deck), {"text": CORRECTED, "base": "1", "do": "use"}).status_code == 404
        with pytest.raises(Refused, match="not-organiser"):
            use(deck, person, CORRECTED)
        with pytest.raises(Refused, match="not-organiser"):
            services.make(club, person, game="splito", name="Mine", text=CLASSIC)
    assert browser_of(member).get(reverse("decks:shelf", args=[club.slug])).status_code == 200
    assert browser_of(stranger).get(reverse("decks:shelf", args=[club.slug])).status_code == 404
    assert queries.newest_of(deck).number == 1


def test_a_deck_goes_out_and_comes_back_as_a_text_file(deck, anna, club):
    client = browser_of(anna)
    use(deck, anna, CORRECTED)
    file = client.get(reverse("decks:text", args=[deck.key]))
    assert file.content.decode() == CORRECTED
    assert 'filename="linde-deck.txt"' in file["Content-Disposition"]
    assert client.get(reverse("decks:text", args=[deck.key]) + "?version=1").content.decode() == CLASSIC
    sent = SimpleUploadedFile(
        "box.txt", b"# from the box\n" + CLASSIC.replace("none-1 1", "none-1 3").encode()
    )
    draft = client.post(editor(deck), {"file": sent, "base": "2", "do": "import"}).text
    assert "none-1 3" in draft
    assert queries.newest_of(deck).number == 2
    broken = SimpleUploadedFile("box.txt", b"\xff\xfe")
    assert "the file is not UTF-8 text." in client.post(editor(deck), {"file": broken, "do": "import"}).text
    sent = SimpleUploadedFile("box.txt", CORRECTED.encode())
    client.post(reverse("decks:shelf", args=[club.slug]), {"name": "Typed", "file": sent})
    assert queries.newest_of(ClubDeck.objects.get(name="Typed")).kept.text == CORRECTED


def test_members_choose_the_clubs_deck_and_others_only_by_its_link(deck, anna):
    noor, stranger = (
        browser_of(User.objects.get(name="Noor")),
        browser_of(User.objects.create_user("Stranger")),
    )
    session = opened(noor, deck)
    assert session.options["deck"] == ["Linde deck", CLASSIC]
    assert "deck “Linde deck”" in noor.get(f"/t/{session.code}/").text
    assert "deck “Linde deck”" in noor.get(reverse("lobby:lobby")).text
    page = reverse("history:deck", args=[deck.key])
    for link in ("", deck.key):
        wish = TABLE | {"splito_deck": f"club:{deck.key}", "link": link}
        assert stranger.post(reverse("lobby:new"), wish).status_code == 200  # the form again, refused
    assert stranger.get(page).status_code == 404
    services.share(deck, anna, shared=True)
    assert "Linde deck" in stranger.get(page).text
    assert stranger.post(reverse("lobby:new"), TABLE | {"splito_deck": f"club:{deck.key}"}).status_code == 200
    assert "Linde deck" in stranger.get(reverse("lobby:new") + f"?deck={deck.key}").text
    assert opened(stranger, deck, link=deck.key).options["deck"][0] == "Linde deck"


def test_a_gathering_table_keeps_its_deck_when_its_settings_change(deck, anna):
    client = browser_of(anna)
    session = opened(client, deck)
    use(deck, anna, CORRECTED)
    page = client.get(reverse("table:settings", args=[session.code])).text
    assert 'value="kept"' in page
    client.post(
        reverse("table:settings", args=[session.code]), TABLE | {"splito_deck": "kept", "splito_rounds": "2"}
    )
    session.refresh_from_db()
    assert (session.rounds_planned, session.options["deck"][1]) == (2, CLASSIC)
    client.post(reverse("table:settings", args=[session.code]), TABLE | {"splito_deck": f"club:{deck.key}"})
    session.refresh_from_db()
    assert session.options["deck"][1] == CORRECTED


def test_a_correction_changes_no_match_that_began_but_the_next_one(deck, anna):
    session = opened(browser_of(anna), deck, splito_rounds="2", splito_seats="2")
    otto = User.objects.get(name="Otto")
    tables.sit(session.pk, otto)
    tables.start(session.pk, anna)
    use(deck, anna, CORRECTED)
    play_round(session, [anna, otto], Random(1))
    tables.next_round(session.pk, anna)
    play_round(session, [anna, otto], Random(2))
    assert {one.deck.text for one in session.rounds.select_related("deck")} == {CLASSIC}
    again = tables.rematch(session.pk, anna)
    assert again.options["deck"][1] == CORRECTED
    assert list(verifying.wrong()) == []


def test_a_tournament_of_the_club_takes_the_newest_version_for_each_round(deck, club, anna):
    people = [anna, *User.objects.filter(name__in=["Noor", "Otto"])]
    event = tournaments.create(
        anna, "splito", options={"deck": queries.newest_of(deck).kept.kept}, name="Cup", date="2026-11-18",
        club=club, medium="online",
    )  # fmt: skip
    tournaments.open_entries(event.pk, anna)
    for person in people:
        tournaments.enter(event.pk, anna, person.name, person=person)
    next_round(event, anna)
    first = TournamentTable.objects.get().session
    assert first is not None
    assert first.options["deck"][1] == CLASSIC
    use(deck, anna, CORRECTED)
    page = browser_of(anna).get(reverse("tournaments:desk-settings", args=[event.code]))
    assert page.status_code == 200
    tournaments.play_anew(event.pk, anna, TournamentTable.objects.get().pk, "the deck was wrong")
    assert TournamentTable.objects.get().session.options["deck"][1] == CORRECTED


def test_the_deck_page_says_what_is_certain_and_what_was_corrected(deck, anna):
    client = browser_of(anna)
    use(deck, anna, CORRECTED)
    page = client.get(reverse("history:deck", args=[deck.key])).text
    assert "Certain: it stands in the rulebooks" in page
    assert "has corrected 3 goals of the classic deck" in page
    assert "exactly 5 colours: 2 → 3 points" in page
    classic = Client().get(reverse("history:deck", args=["classic"]))
    assert classic.status_code == 200
    assert "Our reconstruction" in classic.text
    assert Client().get(reverse("history:deck", args=["nothing"])).status_code == 404


def test_a_wrong_deck_is_reported_with_one_click_to_the_club_or_the_staff(deck, anna):
    noor = browser_of(User.objects.get(name="Noor"))
    for _ in range(2):
        noor.post(reverse("decks:report", args=[deck.key]), {"words": "colours-5 gives 3"})
    assert DeckReport.objects.get().deck == deck
    assert "colours-5 gives 3" in browser_of(anna).get(editor(deck)).text
    browser_of(anna).post(reverse("decks:settings", args=[deck.club.slug, deck.key]), {"do": "settle"})
    assert "Reported as wrong" not in browser_of(anna).get(editor(deck)).text
    noor.post(reverse("decks:report", args=["classic"]))
    assert DeckReport.objects.get(deck=None).kept.name == "classic"


def test_throw_away_guests_cannot_bury_a_club_in_reports(deck, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"report": "2/m/ip"}
    services.share(deck, deck.club.memberships.get(role="owner").user, shared=True)
    report = reverse("decks:report", args=[deck.key])
    answers = [browser_of(guest_named(name)).post(report).status_code for name in ("One", "Two", "Three")]
    assert answers == [302, 302, 429]
    assert DeckReport.objects.count() == 2


def test_a_deck_that_is_no_longer_offered_stays_where_it_is_played(deck, anna):
    client = browser_of(anna)
    session = opened(client, deck)
    settings = reverse("decks:settings", args=[deck.club.slug, deck.key])
    client.post(settings, {"do": "retire"})
    assert f"club:{deck.key}" not in client.get(reverse("lobby:new")).text
    tables.sit(session.pk, User.objects.get(name="Otto"))
    tables.start(session.pk, anna)
    assert kept_by(session) == CLASSIC
    client.post(settings, {"do": "offer"})
    assert f"club:{deck.key}" in client.get(reverse("lobby:new")).text


def test_figures_are_counted_in_the_background_and_shown_as_a_chart(deck, anna, monkeypatch):
    monkeypatch.setattr(balance, "SIMULATED", 3)
    otto = User.objects.get(name="Otto")
    session = opened(browser_of(anna), deck, splito_seats="2", splito_rounds="1")
    tables.sit(session.pk, otto)
    tables.start(session.pk, anna)
    play_round(session, [anna, otto], Random(1))
    client, page = browser_of(anna), reverse("history:deck", args=[deck.key])
    assert "Count how often each goal is met" in client.get(page).text
    assert not Study.objects.exists()
    client.post(reverse("history:deck-count", args=[deck.key]))
    client.post(reverse("history:deck-count", args=[deck.key]))
    assert Study.objects.count() == 1
    assert "Bots are playing rounds with it" in client.get(page).text
    worker = Worker()
    while worker.step():
        pass
    study = Study.objects.get()
    assert (study.state, study.result["rounds"]) == ("done", 1)
    there = sum(numbers[0] for numbers in study.result["here"].values())
    assert there >= 2  # at least the public goals
    shown = client.get(page).text
    assert "in 1 rounds of this site, and in 3 rounds between bots" in shown
    assert "<rect" in shown


def test_whoever_leaves_the_site_leaves_the_deck_to_the_club(deck, anna):
    from accounts.services import users

    otto = User.objects.get(name="Otto")
    clubs.set_role(anna, deck.club, otto, role="organiser")
    use(deck, otto, CORRECTED)
    users.delete(otto)
    assert queries.newest_of(deck).by is None
    assert "Former player" in browser_of(anna).get(editor(deck)).text
