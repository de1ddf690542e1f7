"""The hall's pages for people: joining, my seat, the event page, permissions, printing."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.table import services as table_services
from games.tournaments import queries, services
from games.tournaments.models import Entry, Tournament, Trail
from tests.support.hall import come_in, page, path
from tests.support.tournaments import event, link, next_round, online_round, published, score_all, zones

pytestmark = pytest.mark.django_db

PAPERS = ("slips", "sheets", "seating", "standings", "certificates")


@pytest.fixture(autouse=True)
def _nobody_has_guessed():
    """Resets the count of unknown codes: it is kept by address, and all tests come from one."""
    cache.clear()
    yield
    cache.clear()


def test_a_visitor_joins_with_a_name_and_finds_the_seat_on_the_phone():
    tournament, by, _ = event(3)
    phone = Client()
    assert "No account is needed" in page(phone, "join", tournament.code).content.decode()
    answer = phone.post(path("join", tournament.code), {"name": "Zoe"})
    assert answer.url == path("me", tournament.code)
    assert "as soon as the seats are published" in page(phone, "me", tournament.code).content.decode()
    next_round(tournament, by)
    html = page(phone, "me", tournament.code).content.decode()
    assert 'class="my-number">1<' in html
    assert "on your left" in html
    assert path("sheet", tournament.rounds.get().tables.get().token) in html


def test_joining_twice_by_a_double_tap_enters_once():
    tournament, _, _ = event(3)
    phone = Client()
    for _ in range(2):
        phone.post(path("join", tournament.code), {"name": "Zoe"})
    assert tournament.entries.filter(name="Zoe").count() == 1
    assert User.objects.filter(name="Zoe").count() == 1


def test_somebody_the_organiser_has_typed_is_asked_whether_it_is_them():
    tournament, _, entries = event(3)
    phone = Client()
    html = phone.post(path("join", tournament.code), {"name": "ana"}).content.decode()
    assert "Is that you?" in html
    assert "Yes, that is me" in html
    phone.post(path("join", tournament.code), {"name": "ana", "mine": "1"})
    entries[0].refresh_from_db()
    assert entries[0].person.name == "ana"
    other = Client().post(path("join", tournament.code), {"name": "Ana", "mine": "1"})
    assert "is already entered" in other.content.decode()


@pytest.mark.parametrize("name", ["", "\0", "<script>alert(1)</script>", "x" * 5000, "\u202e"])
def test_a_name_that_cannot_be_is_told_in_a_sentence(name):
    tournament, _, _ = event(3)
    answer = Client().post(path("join", tournament.code), {"name": name})
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert tournament.entries.count() == 3


def test_where_only_the_organiser_enters_people_the_page_says_so():
    tournament, _, _ = event(3, registration="hand")
    answer = Client().post(path("join", tournament.code), {"name": "Zoe"})
    assert "Please ask at the desk" in answer.content.decode()
    assert not User.objects.filter(name="Zoe").exists()


def test_a_tournament_is_found_by_its_code_like_a_table():
    tournament, _, _ = event(3)
    answer = Client().get("/join/", {"code": tournament.code.lower()})
    assert answer.url == path("join", tournament.code)
    draft, *_ = Tournament.objects.filter(pk=tournament.pk)
    Tournament.objects.filter(pk=draft.pk).update(status="draft")
    assert Client().get("/join/", {"code": tournament.code}).status_code == 404


def test_an_online_table_opens_with_one_tap_and_starts_when_all_are_ready():
    tournament, _, table = online_round(3)
    people = [place.entry.person for place in table.places.all()]
    for number, person in enumerate(people, start=1):
        phone = come_in(person)
        html = page(phone, "me", tournament.code).content.decode()
        assert f"/t/{table.session.code}/" in html
        phone.post(path("ready", tournament.code), {"table": table.pk})
        table.session.refresh_from_db()
        assert table.session.status == ("playing" if number == 3 else "open")
    stranger = come_in(User.objects.create_user("Stranger"))
    stranger.post(path("ready", tournament.code), {"table": table.pk})
    stranger.post(path("ready", tournament.code), {"table": "99999999999999999999"})
    assert not Trail.objects.filter(by__name="Stranger").exists()


def test_a_table_of_an_event_leads_back_to_it_and_no_other_does():
    tournament, by, table = online_round(3)
    person = table.places.first().entry.person
    assert path("me", tournament.code) in come_in(person).get(f"/t/{table.session.code}/").content.decode()
    other = table_services.open_table(by, "splito", options={}, seats_wanted=2, rounds_planned=1, pace="none")
    assert path("me", tournament.code) not in come_in(by).get(f"/t/{other.code}/").content.decode()


def test_my_page_shows_results_and_standings_and_what_comes_next():
    tournament, by, entries = event(4)
    ana = User.objects.create_user("Phone of Ana")
    link(tournament, entries[0], ana)
    running = next_round(tournament, by)
    score_all(tournament, by, running)
    html = page(come_in(ana), "me", tournament.code).content.decode()
    assert "My results" in html
    assert "This table is counted" in html
    assert "data-you" in html
    services.close_round(tournament.pk, by, 1)
    services.roll_call(tournament.pk, by, {entries[0].pk: "gone"})
    assert "marked as gone" in page(come_in(ana), "me", tournament.code).content.decode()


def test_rounds_on_paper_stand_among_my_games():
    tournament, by, entries = event(4)
    ana = User.objects.create_user("Phone of Ana")
    assert "On paper" not in come_in(ana).get("/history/").content.decode()
    link(tournament, entries[0], ana)
    table = next_round(tournament, by).tables.get()
    services.enter_scores(tournament.pk, by, table.pk, zones(6, 2, 9, 4))
    seat = table.places.get(entry=entries[0]).seat
    points = [6 * 4, 2 * 6, 9 * 2, 4 * 9][seat]
    html = come_in(ana).get("/history/").content.decode()
    table.refresh_from_db()
    assert f'<dd class="number">{points}</dd>' in html
    assert reverse("history:sheet", args=[table.paper_session.code]) in html
    assert "on paper" in html
    assert table.paper_session.code not in come_in(ana).get("/history/?game=splitter").content.decode()


def test_paper_does_not_call_a_running_round_finished():
    tournament, by, running = published(4)
    client = come_in(by)
    score_all(tournament, by, running)
    printed = page(client, "print", tournament.code, "standings").content.decode()
    assert "round 1 is being played" in printed
    assert "may still change" in page(client, "print", tournament.code, "certificates").content.decode()
    services.close_round(tournament.pk, by, 1)
    printed = page(client, "print", tournament.code, "standings").content.decode()
    assert "Standings after 1 round" in printed
    services.close(tournament.pk, by)
    assert "Final standings" in page(client, "print", tournament.code, "standings").content.decode()
    assert "may still change" not in page(client, "print", tournament.code, "certificates").content.decode()


def test_a_late_person_is_told_to_join_the_next_round():
    tournament, _by, _ = published(4)
    phone = Client()
    phone.post(path("join", tournament.code), {"name": "Zoe"})
    assert "You get a seat in the next one" in page(phone, "me", tournament.code).content.decode()
    Entry.objects.filter(name="Zoe").update(presence="late")
    assert "marked as late" in page(phone, "me", tournament.code).content.decode()


def test_who_is_not_entered_is_led_to_the_door():
    tournament, _, _ = event(3)
    assert page(Client(), "me", tournament.code).url == path("join", tournament.code)
    assert Client().post(path("ready", tournament.code)).url == path("join", tournament.code)


def test_the_event_shows_everybody_seats_standings_and_corrections_but_no_token():
    tournament, by, running = published(4)
    score_all(tournament, by, running)
    table = running.tables.get()
    services.correct(tournament.pk, by, table.pk, zones(1, 2, 3, 4), reason="misread <b>", seen=0)
    html = page(Client(), "results", tournament.code).content.decode()
    assert "Round 1" in html
    assert "Standings" in html
    assert "The points of all rounds are added" in html
    assert "misread &lt;b&gt;" in html
    assert table.token not in html


def test_a_proposed_seating_is_nowhere_in_the_hall():
    tournament, by, _ = event(6)
    services.propose(tournament.pk, by)
    for name in ("results", "wall"):
        html = page(Client(), name, tournament.code).content.decode()
        assert "Round 1" not in html
    assert page(Client(), "print", tournament.code, "seating").status_code == 404
    assert page(come_in(by), "print", tournament.code, "slips").status_code == 200


def test_a_tournament_in_preparation_does_not_exist_for_others():
    tournament, by, _ = event(3)
    Tournament.objects.filter(pk=tournament.pk).update(status="draft")
    for name in ("results", "pulse", "join", "me", "wall"):
        assert page(Client(), name, tournament.code).status_code == 404, name
    assert page(come_in(by), "results", tournament.code).status_code == 200


@pytest.mark.parametrize("code", ["NOSUCH", "%00", "ä", "x" * 300, "..", "1' OR 1=1"])
def test_an_unknown_code_is_a_plain_404_everywhere(code):
    client = Client()
    for tail in ("", "pulse/", "join/", "me/", "wall/", "print/seating/"):
        assert client.get(f"/tournaments/{code}/{tail}").status_code in (404, 429), tail
    for tail in ("join/", "me/ready/", "wall/dice/", "wall/clock/"):
        assert client.post(f"/tournaments/{code}/{tail}").status_code in (404, 429), tail


def test_every_page_answers_only_its_methods():
    tournament, by, running = published(4)
    client, token = come_in(by), running.tables.get().token
    for name in ("results", "pulse", "me", "wall"):
        assert client.post(path(name, tournament.code)).status_code == 405, name
    for name in ("ready", "wall-dice", "wall-clock"):
        assert client.get(path(name, tournament.code)).status_code == 405, name
    assert client.get(path("sheet-confirm", token)).status_code == 405
    assert client.post(path("sheet-count", token)).status_code == 405
    assert client.post(path("print", tournament.code, "slips")).status_code == 405


def test_a_look_writes_nothing():
    tournament, by, running = published(4)
    client, token = come_in(by), running.tables.get().token
    before = queries.pulse(tournament.pk)
    for name in ("results", "pulse", "join", "me", "wall"):
        page(client, name, tournament.code)
    page(client, "sheet", token, **zones(3, 4, 5, 6))
    page(client, "sheet-count", token, **zones(3, 4, 5, 6))
    for what in PAPERS:
        page(client, "print", tournament.code, what)
    assert queries.pulse(tournament.pk) == before


def test_slips_and_certificates_are_for_the_organiser_and_helpers():
    tournament, by, running = published(4)
    score_all(tournament, by, running)
    helper = User.objects.create_user("Helper")
    services.add_helper(tournament.pk, by, helper, rights="scores")
    for what in PAPERS:
        closed = what in ("slips", "certificates")
        for who, status in ((Client(), 403), (come_in(User.objects.create_user(f"No {what}")), 403)):
            assert page(who, "print", tournament.code, what).status_code == (status if closed else 200), what
        for who in (by, helper):
            assert page(come_in(who), "print", tournament.code, what).status_code == 200, what
    for query in ({"round": "9"}, {"round": "\0"}, {"blank": "99"}, {"blank": "-1"}):
        assert page(Client(), "print", tournament.code, "sheets", **query).status_code == 404, query
    assert page(Client(), "print", tournament.code, "nothing").status_code == 404


def test_slips_carry_the_tables_own_address():
    tournament, by, running = published(9)
    html = page(come_in(by), "print", tournament.code, "slips").content.decode()
    assert html.count('class="slip"') == running.tables.count()
    assert re.findall(r"<small>Table</small> (\d)", html) == ["1", "2"]


def test_blank_sheets_of_splitter_are_one_a_player_with_the_sheet_of_the_event():
    tournament, _, _ = published(5, game="splitter", options={"sheet": "B"})
    html = page(Client(), "print", tournament.code, "sheets").content.decode()
    assert html.count('class="splitter-sheet"') == 5
    assert html.count("♥") == 5
    tournament, _, _ = published(5, game="splitter", by=User.objects.create_user("Otto"))
    assert "♥" not in page(Client(), "print", tournament.code, "sheets").content.decode()


def test_names_are_shown_as_names_and_never_run():
    tournament, by, _ = event(3)
    for name in ("O'Brien & Söhne", "“quoted” name", "W" * 40):
        services.enter(tournament.pk, by, name)
    Entry.objects.filter(name="Ana").update(name="<img src=x onerror=alert(1)>")
    running = next_round(tournament, by)
    client = come_in(by)
    token = running.tables.first().token
    pages = [page(client, name, tournament.code) for name in ("results", "wall")]
    pages += [page(client, "print", tournament.code, what) for what in ("slips", "sheets", "seating")]
    for one in [*pages, page(client, "sheet", token)]:
        html = one.content.decode()
        assert one.status_code == 200
        assert "<img src=x" not in html
